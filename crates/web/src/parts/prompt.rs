//! One sentence that says what one may do, or whom the table waits for.

use engine::View;
use leptos::prelude::*;

use crate::desk::Place;
use crate::games::Drawn;

/// The sentence, in a place of fixed height.
#[component]
pub(crate) fn Prompt<G: Drawn>(place: Place, view: Memo<View<G>>) -> impl IntoView {
    let sentence = move || {
        let names = place.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        words::prompt(&view.read(), &names, place.shared.preferences.lang())
    };
    view! { <p class="prompt" id="prompt" role="status">{sentence}</p> }
}
