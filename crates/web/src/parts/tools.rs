//! What can be done at a table besides playing: rules, hint, undo, score sheet, chat, menu. Buttons in the bar, and keys.

use client::lobby::is_unfinished;
use engine::Seat;
use leptos::ev;
use leptos::prelude::*;
use wire::house::{Ask, Stage, Visibility};
use words::lobby;
use words::screen::Label;

use super::dialog::Dialog;
use super::icons::{Icon, icon};
use crate::app::LangSwitch;
use crate::device;
use crate::parts::list::{CollectAny, Show};
use crate::place::{Hint, Place};
use crate::reactive::memo;
use crate::route::Route;
use crate::walk::{focus_on, is_taken};

/// One of the buttons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    Rules,
    Hint,
    Undo,
    Scores,
    Chat,
    Menu,
}

impl Tool {
    const ALL: [Self; 6] = [Self::Rules, Self::Hint, Self::Undo, Self::Scores, Self::Chat, Self::Menu];

    /// Whether it is in the menu only where there is little room.
    fn is_minor(self) -> bool {
        matches!(self, Self::Rules | Self::Undo | Self::Scores)
    }

    /// What it is called in the page, on the screen and on the keyboard.
    fn named(self) -> (&'static str, Label, &'static str, Icon) {
        match self {
            Self::Rules => ("open-rules", Label::Rules, "?", Icon::Rules),
            Self::Hint => ("ask-hint", Label::Hint, "h", Icon::Hint),
            Self::Undo => ("undo", Label::TakeBack, "u", Icon::Undo),
            Self::Scores => ("open-sheet", Label::Sheet, "f", Icon::Scores),
            Self::Chat => ("open-chat", Label::Talk, "/", Icon::Chat),
            Self::Menu => ("open-menu", Label::Menu, "m", Icon::Menu),
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
            Self::Scores => is_under_way,
            Self::Chat => {
                let has_others = place.guide.is_none() && !place.shared.link.is_local();
                has_others && !matches!(place.stage(), None | Some(Stage::Closed))
            }
            Self::Menu => true,
        }
    }

    /// Whether it can be used now.
    fn is_on(self, place: Place) -> bool {
        match self {
            Self::Rules | Self::Scores | Self::Chat | Self::Menu => true,
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
            Self::Menu => place.menu_open.set(true),
            Self::Chat => {
                place.chat_open.set(true);
                request_animation_frame(|| {
                    focus_on("#chat-text");
                });
            }
        }
    }
}

/// The buttons, for the bar of the screen; where there is little room some are in the menu only.
#[component]
pub(crate) fn Tools(place: Place) -> impl IntoView {
    let keys = window_event_listener(ev::keydown, move |event| {
        if is_taken(&event) {
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
    view! { <nav class="tools" aria-label=place.shared.label(Label::Menu)>{Tool::ALL.map(|tool| button(place, tool)).collect_any()}</nav> }
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
            <button type="button" class="tool" class:minor=tool.is_minor() id=id aria-keyshortcuts=key
                aria-disabled=move || is_off.get().then_some("true")
                aria-label=shared.label(label)
                title=move || format!("{} ({})", shared.say(label), key.to_ascii_uppercase())
                on:click=move |_| tool.press(place)>
                {icon(picture)}<span>{shared.label(label)}</span>{move || count()}
            </button>
        </Show>
    }
}

/// What the host can do about seats and people, and what everybody can about who holds the table up.
#[component]
fn HostEntries(place: Place) -> impl IntoView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let entry = move |id: String, picture: Icon, label: String, ask: Ask| {
        let press = move |_| {
            place.menu_open.set(false);
            place.ask(ask.clone());
        };
        view! { <button type="button" data-host=id on:click=press>{icon(picture)}<span>{label}</span></button> }
    };
    let drawn = move || {
        let own = shared.link.player().filter(|_| !shared.link.is_local()).map(|player| player.id)?;
        place.look(|watched| {
            let table = watched.table();
            let is_host = table.host == own && is_unfinished(table.stage);
            let is_seated = table.seat.is_some();
            let mut entries = Vec::new();
            for (number, sitter) in table.seats.iter().enumerate() {
                let Some(sitter) = &sitter.sitter else { continue };
                let (Some(player), Some(seat)) = (sitter.seating.player().filter(|it| **it != own), Seat::new(number))
                else {
                    continue;
                };
                let holds_up = table.stage == Stage::Playing && table.clock.seat == Some(seat);
                if is_seated && holds_up && !table.settings.rated {
                    let label = lobby::let_bot_go_on(&sitter.name, lang());
                    entries.push(entry(format!("replace-{number}"), Icon::History, label, Ask::Replace { seat }));
                }
                if is_host && !(table.settings.rated && table.stage != Stage::Gathering) {
                    let ask = Ask::Remove { player: player.clone() };
                    let label = lobby::send_away(&sitter.name, lang());
                    entries.push(entry(format!("remove-{number}"), Icon::Guest, label, ask));
                }
            }
            // At a private table of one person and bots there is nobody to lock out.
            if is_host && (!entries.is_empty() || table.settings.visibility == Visibility::Public) {
                let label = shared.say(if table.locked { Label::UnlockSeats } else { Label::LockSeats });
                entries.push(entry("lock".into(), Icon::Lock, label, Ask::Lock { locked: !table.locked }));
            }
            entries.collect_any()
        })
    };
    move || drawn()
}

/// The way back in a match that has begun, and from there to its table again.
fn replay_entry(place: Place) -> Option<AnyView> {
    let shared = place.shared;
    let (label, route) = match place.playback {
        Some(playback) => (Label::BackToTable, Route::Table(playback.table.get()?)),
        None => {
            let label = match place.stage()? {
                Stage::Playing | Stage::Between => Label::LookBack,
                Stage::Over => Label::Replay,
                Stage::Gathering | Stage::Closed => return None,
            };
            (label, Route::Replay(Some(place.table().to_string())))
        }
    };
    // A table of this browser is kept elsewhere.
    if place.playback.is_none() && shared.link.is_local() {
        return None;
    }
    let go = move |_| {
        place.menu_open.set(false);
        shared.router.go(route.clone());
    };
    Some(
        view! {
            <button type="button" id="menu-replay" on:click=go>{icon(Icon::History)}<span>{shared.label(label)}</span></button>
        }
        .into_any(),
    )
}

/// The menu: what has no room in the bar, settings, and the way out.
#[component]
pub(crate) fn Menu(place: Place) -> impl IntoView {
    let shared = place.shared;
    let close = move || place.menu_open.set(false);
    let entry = move |tool: Tool| {
        let (_, label, _, picture) = tool.named();
        let is_shown = tool != Tool::Menu && tool.is_here(place);
        is_shown.then(|| {
            let is_off = memo(move || !tool.is_on(place));
            view! {
                <button type="button" data-tool=tool.named().0 aria-disabled=move || is_off.get().then_some("true")
                    on:click=move |_| {
                        close();
                        tool.press(place);
                    }>{icon(picture)}<span>{shared.label(label)}</span></button>
            }
        })
    };
    let leave = move |_| {
        close();
        shared.router.go(Route::Home);
    };
    let settings = move |_| {
        close();
        shared.settings_open.set(true);
    };
    let full_screen = move |_| {
        close();
        device::toggle_full_screen();
    };
    let title = Signal::derive(shared.label(Label::Menu));
    view! {
        <Show when=move || place.menu_open.get()>
            <Dialog title=title class="menu" close=Callback::new(move |()| close())>
                <div class="menu-entries">
                    {move || Tool::ALL.map(entry).collect_any()}
                    <button type="button" id="menu-settings" on:click=settings>
                        {icon(Icon::Settings)}<span>{shared.label(Label::Settings)}</span>
                    </button>
                    {device::has_full_screen().then(|| view! {
                        <button type="button" id="full-screen" on:click=full_screen>
                            {icon(Icon::FullScreen)}<span>{shared.label(Label::FullScreen)}</span>
                        </button>
                    })}
                    {move || replay_entry(place)}
                    <HostEntries place=place/>
                    <button type="button" id="leave-table" on:click=leave>
                        {icon(Icon::Leave)}<span>{shared.label(Label::ToHome)}</span>
                    </button>
                </div>
                <LangSwitch/>
                {place.playback.is_none().then(|| view! { <p class="menu-help">{shared.label(Label::TableKept)}</p> })}
            </Dialog>
        </Show>
    }
}
