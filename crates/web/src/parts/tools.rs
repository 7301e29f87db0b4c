//! What can be done at a table besides playing: rules, hint, undo, score sheet, chat. Buttons in the head, and keys.

use leptos::ev;
use leptos::prelude::*;
use wire::house::Stage;
use words::screen::Label;

use super::icons::{Icon, icon};
use crate::desk::{Hint, Place};
use crate::memo::memo;
use crate::walk::{focus_on, is_elsewhere};

/// One of the buttons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    Rules,
    Hint,
    Undo,
    Scores,
    Chat,
}

impl Tool {
    const ALL: [Self; 5] = [Self::Rules, Self::Hint, Self::Undo, Self::Scores, Self::Chat];

    /// What it is called in the page, on the screen and on the keyboard.
    fn named(self) -> (&'static str, Label, &'static str, Icon) {
        match self {
            Self::Rules => ("open-rules", Label::Rules, "?", Icon::Rules),
            Self::Hint => ("ask-hint", Label::Hint, "h", Icon::Hint),
            Self::Undo => ("undo", Label::Undo, "u", Icon::Undo),
            Self::Scores => ("open-sheet", Label::Scores, "f", Icon::Scores),
            Self::Chat => ("open-chat", Label::Chat, "/", Icon::Chat),
        }
    }

    /// Whether it makes sense at this table at all.
    fn is_here(self, place: Place) -> bool {
        let is_seated = place.own_seat().is_some();
        let settings = |wanted: fn(&wire::house::Settings) -> bool| {
            place.look(|watched| wanted(&watched.table().settings)) == Some(true)
        };
        let is_under_way = !matches!(place.stage(), None | Some(Stage::Gathering | Stage::Closed));
        match self {
            Self::Rules => place.stage().is_some(),
            Self::Hint => is_seated && is_under_way && settings(|settings| settings.hints),
            Self::Undo => is_seated && is_under_way && settings(|settings| settings.undo),
            Self::Scores | Self::Chat => is_under_way,
        }
    }

    /// Whether it can be used now.
    fn is_on(self, place: Place) -> bool {
        match self {
            Self::Rules | Self::Scores | Self::Chat => true,
            Self::Hint => place.may_ask_hint(),
            Self::Undo => place.may_undo(),
        }
    }

    fn press(self, place: Place) {
        match self {
            Self::Rules => {
                let game = place.look_now(|watched| watched.table().settings.game);
                place.shared.notices.rulebook.set(game.map(|game| (game, None)));
            }
            Self::Hint => place.ask_hint(),
            Self::Undo => place.undo(),
            Self::Scores => place.sheet_open.set(true),
            Self::Chat => {
                place.chat_open.set(true);
                request_animation_frame(|| {
                    focus_on("#chat-text");
                });
            }
        }
    }
}

/// The buttons, for the head of the screen.
#[component]
pub(crate) fn Tools(place: Place) -> impl IntoView {
    let keys = window_event_listener(ev::keydown, move |event| {
        if is_elsewhere(&event) {
            return;
        }
        let key = event.key();
        if key == "Escape" {
            place.hint.set(Hint::None);
            return;
        }
        let is_meant = |tool: &Tool| tool.named().2.eq_ignore_ascii_case(&key) && untrack(|| tool.is_here(place));
        if let Some(tool) = Tool::ALL.into_iter().find(is_meant) {
            event.prevent_default();
            tool.press(place);
        }
    });
    on_cleanup(move || keys.remove());
    view! {
        <div class="tools">{Tool::ALL.map(|tool| button(place, tool))}</div>
    }
}

fn button(place: Place, tool: Tool) -> impl IntoView {
    let shared = place.shared;
    let (id, label, key, picture) = tool.named();
    let is_here = memo(move || tool.is_here(place));
    let is_off = memo(move || !tool.is_on(place));
    let count = move || match (tool, place.unread.get()) {
        (Tool::Chat, unread) if unread > 0 => Some(view! { <span class="unread" aria-hidden="true">{unread}</span> }),
        _ => None,
    };
    view! {
        <Show when=move || is_here.get()>
            // A button that cannot be pressed keeps the focus all the same, so it is not disabled for the browser.
            <button type="button" class="pill tool" id=id aria-keyshortcuts=key
                aria-disabled=move || is_off.get().then_some("true")
                aria-label=shared.label(label)
                title=move || format!("{} ({})", shared.say(label), key.to_uppercase())
                on:click=move |_| tool.press(place)>
                {icon(picture)}<span>{shared.label(label)}</span>{count}
            </button>
        </Show>
    }
}
