//! A table before its match: who sits where, the link to give away, bots for the seats that stay free.

use leptos::prelude::*;
use wire::house::{Ask, BotLevel};
use words::screen::Label;

use crate::desk::Place;

/// The seats, and what the host can do.
#[component]
pub(crate) fn Gathering(place: Place) -> impl IntoView {
    let shared = place.shared;
    view! {
        <main class="page gathering">
            <ul>{move || place.names().into_iter().map(|name| view! { <li>{name}</li> }).collect_view()}</ul>
            <button class="primary" id="begin"
                on:click=move |_| place.ask(Ask::Begin { fill: Some(BotLevel::Skilled) })>
                {move || shared.say(Label::Play)}
            </button>
        </main>
    }
}
