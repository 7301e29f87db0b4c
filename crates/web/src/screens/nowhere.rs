//! There is nothing at this address.

use leptos::prelude::*;
use words::screen::Label;

use crate::app::{Head, shared};

/// Says so, kindly.
#[component]
pub(crate) fn Nowhere() -> impl IntoView {
    let shared = shared();
    view! {
        <Head/>
        <main class="page"><h1>{move || shared.say(Label::Nowhere)}</h1></main>
    }
}
