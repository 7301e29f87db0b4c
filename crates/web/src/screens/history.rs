//! The matches one has played.

use leptos::prelude::*;
use words::screen::Label;

use crate::app::{Head, shared};

/// The list, newest first.
#[component]
pub(crate) fn History() -> impl IntoView {
    let shared = shared();
    view! {
        <Head/>
        <main class="page"><h1>{move || shared.say(Label::History)}</h1></main>
    }
}
