//! What the house keeps of people; the house writes it, for it knows its settings.

use leptos::prelude::*;
use leptos::task::spawn_local;
use words::screen::Label;

use crate::app::{Head, screen_link, shared};
use crate::http;
use crate::reactive::{RwSignal, effect};
use crate::route::Route;

/// The note, and the way to one's account.
#[component]
pub(crate) fn Privacy() -> impl IntoView {
    let shared = shared();
    let note = RwSignal::new((shared.preferences.lang_now(), String::new()));
    // Now, and again in another language; until then what was read stays.
    effect(move || {
        let lang = shared.preferences.lang();
        spawn_local(async move {
            match http::privacy(lang).await {
                // Whoever reads may have changed the language again.
                Ok(_) if shared.preferences.lang_now() != lang => {}
                Ok(text) => note.set((lang, text)),
                Err(refusal) => shared.notices.tell(refusal.message),
            }
        });
    });
    let (written_in, written) = (move || note.read().0.code(), move || note.read().1.clone());
    view! {
        <Head/>
        <main class="page account">
            <h1>{shared.label(Label::Privacy)}</h1>
            <article class="account-part account-note" id="privacy-note" lang=written_in inner_html=written></article>
            <p class="account-links">{screen_link("privacy-account", Route::Account, Label::Account)}</p>
        </main>
    }
}
