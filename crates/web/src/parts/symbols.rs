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
                <symbol id="heart" viewBox="0 0 12 12">
                    <path d="M6 11.4C2.6 8.7.4 6.7.4 4A2.9 2.9 0 0 1 6 2.6 2.9 2.9 0 0 1 11.6 4C11.6 6.7 9.4 8.7 6 11.4Z" fill="currentColor"/>
                </symbol>
                <symbol id="diamond" viewBox="0 0 12 12"><path d="M6 .2C7.3 2.4 8.8 4.3 10.6 6 8.8 7.7 7.3 9.6 6 11.8 4.7 9.6 3.2 7.7 1.4 6 3.2 4.3 4.7 2.4 6 .2Z" fill="currentColor"/></symbol>
                <symbol id="spade" viewBox="0 0 12 12">
                    <path d="M6 .3C8.6 3.1 11.3 4.7 11.3 7.2A2.4 2.4 0 0 1 6.7 8.3C6.8 9.7 7.2 10.8 8.2 11.7H3.8C4.8 10.8 5.2 9.7 5.3 8.3A2.4 2.4 0 0 1 .7 7.2C.7 4.7 3.4 3.1 6 .3Z" fill="currentColor"/>
                </symbol>
                <symbol id="club" viewBox="0 0 12 12">
                    <path d="M6 .4A2.6 2.6 0 0 1 8 4.7 2.6 2.6 0 1 1 6.7 8C6.8 9.5 7.2 10.8 8.2 11.7H3.8C4.8 10.8 5.2 9.5 5.3 8A2.6 2.6 0 1 1 4 4.7 2.6 2.6 0 0 1 6 .4Z" fill="currentColor"/>
                </symbol>
                <symbol id="king" viewBox="0 0 36 24">
                    <path d="M4 22 1.5 6 10 13 18 2 26 13 34.5 6 32 22Z" fill="currentColor"/>
                    <circle cx="1.8" cy="5" r="1.8" fill="currentColor"/><circle cx="18" cy="2" r="2" fill="currentColor"/>
                    <circle cx="34.2" cy="5" r="1.8" fill="currentColor"/>
                </symbol>
                <symbol id="queen" viewBox="0 0 36 24">
                    <path d="M3 22C5 12 31 12 33 22 28 19 8 19 3 22Z" fill="currentColor"/>
                    <path d="M7 14 6 6M13 12 12.4 4M18 11.5V2M23 12 23.6 4M29 14 30 6" stroke="currentColor" stroke-width="1.6"/>
                    <circle cx="6" cy="6" r="2" fill="currentColor"/><circle cx="12.3" cy="4" r="2" fill="currentColor"/>
                    <circle cx="18" cy="2.4" r="2.4" fill="currentColor"/><circle cx="23.7" cy="4" r="2" fill="currentColor"/>
                    <circle cx="30" cy="6" r="2" fill="currentColor"/>
                </symbol>
                <symbol id="jack" viewBox="0 0 36 24">
                    <path d="M2 20C4 9 20 5 28 10L32 20C24 17 10 17 2 20Z" fill="currentColor"/>
                    <path d="M24 9C26 4 30 1 35 0 35 6 33 10 27 12Z" fill="currentColor" opacity=".6"/>
                </symbol>
            </defs>
        </svg>
    }
}
