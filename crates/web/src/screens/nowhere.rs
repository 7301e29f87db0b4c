//! Where one cannot stay: there is nothing at this address, or nothing more. A kind word, and the way home.

use leptos::prelude::*;
use words::screen::Label;

use crate::app::{Head, shared};
use crate::drawing::portrait;
use crate::route::Route;

/// There is nothing at this address.
#[component]
pub(crate) fn Nowhere() -> impl IntoView {
    let shared = shared();
    view! {
        <Head/>
        <DeadEnd why=Signal::derive(shared.label(Label::Nowhere))/>
    }
}

/// Says why one cannot stay, and leads home.
#[component]
pub(crate) fn DeadEnd(
    /// Why.
    why: Signal<String>,
    /// What else can be done about it.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shared = shared();
    view! {
        <main class="page nowhere">
            <span class="nowhere-face" aria-hidden="true">{portrait("tortoise")}</span>
            <h1>{why}</h1>
            <p class="nowhere-ways">
                {children.map(|children| children())}
                <button type="button" class="primary" id="back-home" on:click=move |_| shared.router.go(Route::Home)>
                    {shared.label(Label::BackHome)}
                </button>
            </p>
        </main>
    }
}
