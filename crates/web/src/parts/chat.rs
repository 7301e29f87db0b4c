//! Small talk at the table: ten phrases that everyone reads in their language, and words of one's own.

use client::News;
use leptos::html;
use leptos::prelude::*;
use wire::house::{Ask, ChatLine, Happening, Phrase, PlayerId, Speech};
use words::house::say_phrase;
use words::screen::Label;

use super::dialog::Dialog;
use crate::parts::field::text_attributes;
use crate::parts::list::{CollectAny, Show, keyed};
use crate::place::Place;
use crate::reactive::{RwSignal, effect, memo};

/// The longest message.
const LONGEST: &str = "300";

/// The chat, in a drawer; what is said meanwhile is seen in bubbles.
#[component]
pub(crate) fn Chat(place: Place) -> impl IntoView {
    let shared = place.shared;
    effect(move || {
        if place.chat_open.get() {
            place.unread.set(0);
        }
    });
    let silenced = silenced(place);
    let title = Signal::derive(shared.label(Label::Chat));
    view! {
        <Show when=move || place.chat_open.get()>
            <Dialog title=title class="chat" close=Callback::new(move |()| place.chat_open.set(false))>
                <Lines place=place silenced=silenced/>
                <div class="phrases">{Phrase::ALL.map(|phrase| view! {
                    <button type="button" on:click=move |_| {
                        place.ask(Ask::Say { speech: Speech::Phrase(phrase) });
                        place.chat_open.set(false);
                    }>{move || say_phrase(phrase, shared.preferences.lang())}</button>
                }).collect_any()}</div>
                <Writing place=place/>
            </Dialog>
        </Show>
    }
}

/// What was said so far; the last line is the one to be seen.
#[component]
fn Lines(place: Place, silenced: RwSignal<Vec<PlayerId>>) -> impl IntoView {
    let shared = place.shared;
    let lines = memo(move || place.look(|watched| watched.table().chat.clone()).unwrap_or_default());
    let list = NodeRef::<html::Ol>::new();
    effect(move || {
        lines.track();
        if let Some(list) = list.get() {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    view! {
        <ol class="chat-lines" node_ref=list tabindex="0" aria-live="polite">
            {keyed(
                move || lines.get(),
                |line| format!("{} {}", line.at, line.player),
                move |line| one_line(place, line, silenced),
            )}
        </ol>
        {move || lines.read().is_empty().then(|| view! { <p class="nothing-said">{shared.say(Label::NothingSaid)}</p> })}
    }
}

/// Words of one's own.
#[component]
fn Writing(place: Place) -> impl IntoView {
    let shared = place.shared;
    let text = RwSignal::new(String::new());
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked().trim().to_owned();
        if !said.is_empty() {
            place.ask(Ask::Say { speech: Speech::Text(said) });
            text.set(String::new());
        }
    };
    view! {
        <form class="writing" on:submit=send>
            <input id="chat-text" type="text" maxlength=LONGEST autocomplete="off" {..text_attributes(text)}
                aria-label=shared.label(Label::YourMessage) placeholder=shared.label(Label::YourMessage)/>
            <button type="submit" id="send-chat">{shared.label(Label::Send)}</button>
        </form>
    }
}

/// Who was silenced while one looked.
fn silenced(place: Place) -> RwSignal<Vec<PlayerId>> {
    let silenced = RwSignal::new(Vec::new());
    place.shared.link.listen(move |news| {
        let News::Happened { table, happenings } = news else { return };
        for happening in happenings.iter().filter(|_| *table == place.table()) {
            if let Happening::Muted { player, silent } = happening {
                silenced.update(|silenced| {
                    silenced.retain(|one| one != player);
                    if *silent {
                        silenced.push(player.clone());
                    }
                });
            }
        }
    });
    silenced
}

/// What somebody said; the host can silence them.
fn one_line(place: Place, line: ChatLine, silenced: RwSignal<Vec<PlayerId>>) -> impl IntoView {
    let shared = place.shared;
    let own = move || shared.link.player().map(|player| player.id);
    let (player, speaker) = (line.player.clone(), line.player.clone());
    let is_own = move || own().as_ref() == Some(&speaker);
    let said = move || match &line.speech {
        Speech::Text(text) => text.clone(),
        Speech::Phrase(phrase) => say_phrase(*phrase, shared.preferences.lang()),
    };
    let silence = move || {
        let is_host = own().is_some() && place.look(|watched| watched.table().host.clone()) == own();
        (is_host && own().as_ref() != Some(&player)).then(|| {
            let (player, muted) = (player.clone(), silenced.read().contains(&player));
            let label = if muted { Label::LetSpeak } else { Label::Silence };
            view! {
                <button type="button" class="link" on:click=move |_| {
                    place.ask(Ask::Mute { player: player.clone(), silent: !muted });
                }>{shared.say(label)}</button>
            }
        })
    };
    view! { <li class:own-line=is_own><strong>{line.name.clone()}</strong>" "<span>{move || said()}</span>{move || silence()}</li> }
}
