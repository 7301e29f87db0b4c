//! The name one plays under: said in a line, and changed there.
//!
//! Deliberately absent: passwords (the settings).

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use words::screen::Label;

use crate::app::{Shared, shared};
use crate::door::{self, Refusal};
use crate::memo::memo;
use crate::preferences::{keep, kept};

/// The most characters of a name.
pub(crate) const NAME_MOST: u32 = 24;

/// Whether one has chosen a name, or taken the one the house found, in this browser.
pub(crate) fn is_named() -> bool {
    kept("named").is_some()
}

/// Takes a name; nothing is asked of the house if one has it already.
pub(crate) async fn take(shared: Shared, name: &str) -> Result<(), Refusal> {
    let is_same = untrack(|| shared.link.player()).is_some_and(|player| player.name == name);
    if !is_same {
        let player = door::rename(name, shared.preferences.lang_now()).await?;
        shared.link.set_player(player);
    }
    keep("named", "yes");
    Ok(())
}

/// The name, in a line that can be changed on the spot.
#[component]
pub(crate) fn NameLine() -> impl IntoView {
    let shared = shared();
    let is_edited = RwSignal::new(false);
    let name = memo(move || shared.link.player().map(|player| player.name).unwrap_or_default());
    view! {
        <div class="name-line">
            {move || if is_edited.get() {
                view! { <NameEditor done=Callback::new(move |()| is_edited.set(false))/> }.into_any()
            } else {
                view! {
                    <p>{shared.label(Label::PlayingAs)}" "<strong id="own-name">{name}</strong></p>
                    <button class="link" id="change-name" on:click=move |_| is_edited.set(true)>
                        {shared.label(Label::ChangeName)}
                    </button>
                }.into_any()
            }}
        </div>
    }
}

#[component]
fn NameEditor(done: Callback<()>) -> impl IntoView {
    let shared = shared();
    let name = RwSignal::new(untrack(|| shared.link.player()).map(|player| player.name).unwrap_or_default());
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
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
            <label class="unseen" for="new-name">{shared.label(Label::YourName)}</label>
            <input id="new-name" node_ref=field type="text" required maxlength=NAME_MOST autocomplete="nickname" bind:value=name/>
            <button class="primary" id="save-new-name" type="submit">{shared.label(Label::Save)}</button>
            <button class="link" type="button" on:click=move |_| done.run(())>{shared.label(Label::Cancel)}</button>
        </form>
    }
}
