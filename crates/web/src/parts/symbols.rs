//! The shapes that go with colours and suits: drawn once, used everywhere.

use leptos::prelude::*;

/// The shapes, to be referred to by their names.
#[component]
pub(crate) fn Symbols() -> impl IntoView {
    view! {
        <svg width="0" height="0" class="symbols" aria-hidden="true">
            <defs>
                <symbol id="red" viewBox="0 0 12 12"><path d="M6 0 12 6 6 12 0 6Z" fill="currentColor"/></symbol>
                <symbol id="yellow" viewBox="0 0 12 12">
                    <path d="m6 .2 1.8 3.7 4.1.6-3 2.9.7 4.1L6 9.5l-3.6 2 .7-4.1-3-2.9 4.1-.6Z" fill="currentColor"/>
                </symbol>
                <symbol id="blue" viewBox="0 0 12 12"><circle cx="6" cy="6" r="5.6" fill="currentColor"/></symbol>
                <symbol id="green" viewBox="0 0 12 12"><path d="M6 .5 12 11.3H0Z" fill="currentColor"/></symbol>
                <symbol id="black" viewBox="0 0 12 12">
                    <rect x=".6" y=".6" width="10.8" height="10.8" rx="1.6" fill="currentColor"/>
                </symbol>
                <symbol id="joker" viewBox="0 0 12 12">
                    <path d="M1 10V4.2l2.6 2.2L6 1l2.4 5.4L11 4.2V10Z" fill="currentColor"/>
                    <circle cx="1" cy="3.4" r="1" fill="currentColor"/>
                    <circle cx="6" cy="1" r="1" fill="currentColor"/>
                    <circle cx="11" cy="3.4" r="1" fill="currentColor"/>
                </symbol>
            </defs>
        </svg>
    }
}
