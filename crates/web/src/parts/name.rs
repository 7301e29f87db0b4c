//! The name one plays under: said in a line, and changed there.
//!
//! Deliberately absent: passwords (the settings).

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use words::screen::Label;
use words::seat_names;

use crate::app::{Shared, screen_link, shared};
use crate::drawing::portrait;
use crate::http::{self, Refusal};
use crate::parts::field::text_attributes;
use crate::parts::list::{CollectAny, Show};
use crate::preferences::{keep, kept};
use crate::reactive::{RwSignal, effect, memo};
use crate::route::Route;
use crate::walk::focus_on;

/// The most characters of a name.
pub(crate) const MAX_NAME: u32 = 24;

/// Whether one has chosen a name, or taken the one the house found, in this browser.
pub(crate) fn is_named() -> bool {
    kept("named").is_some()
}

/// Takes a name; nothing is asked of the house if one has it already.
pub(crate) async fn take(shared: Shared, name: &str) -> Result<(), Refusal> {
    let is_same = untrack(|| shared.link.player()).is_some_and(|player| player.name == name);
    if !is_same {
        let player = http::rename(name, shared.preferences.lang_now()).await?;
        shared.link.set_player(player);
    }
    keep("named", "yes");
    Ok(())
}

/// The portrait that goes with a name.
pub(crate) fn face(name: &str) -> AnyView {
    faces(&[name.to_owned()])
}

/// The portraits of people who sit together, each another.
pub(crate) fn faces(names: &[String]) -> AnyView {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    seat_names(&names).into_iter().map(|seat| portrait(seat.portrait)).collect_any()
}

/// One's portrait and name; they can be changed on the spot.
#[component]
pub(crate) fn NameLine() -> impl IntoView {
    let shared = shared();
    let is_edited = RwSignal::new(false);
    let name = memo(move || shared.link.player().map(|player| player.name).unwrap_or_default());
    let done = Callback::new(move |()| {
        is_edited.set(false);
        focus_on("#change-name");
    });
    view! {
        <div class="name-line">
            <button type="button" class="me" id="change-name" title=shared.label(Label::PlayingAs) aria-expanded=move || is_edited.get().to_string()
                on:click=move |_| is_edited.update(|is_edited| *is_edited = !*is_edited)>
                {move || face(&name.get())}
                <span class="me-text"><strong id="own-name">{move || name.get()}</strong><small>{shared.label(Label::ChangeName)}</small></span>
            </button>
            <Show when=move || is_edited.get()><NameEditor done=done/></Show>
        </div>
    }
}

#[component]
fn NameEditor(done: Callback<()>) -> impl IntoView {
    let shared = shared();
    let name = RwSignal::new(untrack(|| shared.link.player()).map(|player| player.name).unwrap_or_default());
    let field = NodeRef::<html::Input>::new();
    effect(move || {
        if let Some(field) = field.get() {
            let _ = field.focus();
            field.select();
        }
    });
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            match take(shared, name.get_untracked().trim()).await {
                Ok(()) => done.run(()),
                Err(refusal) => shared.notices.tell(refusal.message),
            }
        });
    };
    let leave = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            done.run(());
        }
    };
    view! {
        <form class="name-editor" on:submit=save on:keydown=leave>
            // The animal goes with the name, so it is seen while that is written.
            {move || face(name.get().trim())}
            <label class="unseen" for="new-name">{shared.label(Label::YourName)}</label>
            <input id="new-name" node_ref=field type="text" required maxlength=MAX_NAME autocomplete="nickname" {..text_attributes(name)}/>
            <button class="primary" id="save-new-name" type="submit">{shared.label(Label::Save)}</button>
            <button class="link" type="button" on:click=move |_| done.run(())>{shared.label(Label::Cancel)}</button>
            {screen_link("name-account", Route::Account, Label::Account)}
        </form>
    }
}
