//! Small talk at the table: ten phrases that everyone reads in his language, and words of one's own.

use std::collections::BTreeSet;

use client::News;
use leptos::html;
use leptos::prelude::*;
use wire::house::{Ask, ChatLine, Happening, Phrase, Speech};
use words::house::say_phrase;
use words::screen::Label;

use crate::desk::Place;
use crate::memo::memo;

/// The longest message.
const LONGEST: &str = "300";

/// The chat, folded until somebody opens it.
#[component]
pub(crate) fn Chat(place: Place) -> impl IntoView {
    let shared = place.shared;
    let lines = memo(move || place.look(|watched| watched.table().chat.clone()).unwrap_or_default());
    let list = NodeRef::<html::Ol>::new();
    // The last line is the one to be seen.
    Effect::new(move |_| {
        lines.track();
        let is_open = place.chat_open.get();
        if let Some(list) = list.get().filter(|_| is_open) {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    Effect::new(move |_| {
        if place.chat_open.get() {
            place.unread.set(0);
        }
    });
    let silenced = silenced(place);
    let drawn = move |(_, line): (u64, ChatLine)| one_line(place, line, silenced);
    let numbered = move || lines.get().into_iter().map(|line| (line.at, line)).collect::<Vec<_>>();
    view! {
        <section class="chat" aria-label=shared.label(Label::Chat)>
            <details id="chat" prop:open=move || place.chat_open.get()
                on:toggle=move |event| place.chat_open.set(is_open(&event))>
                <summary>
                    {shared.label(Label::Chat)}
                    {move || (place.unread.get() > 0).then(|| view! {
                        <span class="unread">{place.unread.get()}<span class="unseen">" "{shared.say(Label::Unread)}</span></span>
                    })}
                </summary>
                <ol node_ref=list tabindex="0" aria-live="polite">
                    <For each=numbered key=|(at, line)| (*at, line.player.clone()) children=drawn/>
                </ol>
                {move || lines.read().is_empty().then(|| view! { <p class="nothing">{shared.say(Label::NothingSaid)}</p> })}
                <div class="phrases">{Phrase::ALL.map(|phrase| view! {
                    <button type="button" on:click=move |_| place.ask(Ask::Say { speech: Speech::Phrase(phrase) })>
                        {move || say_phrase(phrase, shared.preferences.lang())}
                    </button>
                })}</div>
                <Writing place=place/>
            </details>
        </section>
    }
}

fn is_open(event: &leptos::ev::Event) -> bool {
    event_target::<web_sys::Element>(event).has_attribute("open")
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
            <input id="chat-text" type="text" maxlength=LONGEST autocomplete="off" bind:value=text
                aria-label=shared.label(Label::YourMessage) placeholder=shared.label(Label::YourMessage)/>
            <button type="submit" id="send-chat">{shared.label(Label::Send)}</button>
        </form>
    }
}

/// Who was silenced while one looked.
fn silenced(place: Place) -> RwSignal<BTreeSet<String>> {
    let silenced = RwSignal::new(BTreeSet::new());
    place.shared.link.listen(move |news| {
        let News::Happened { table, happenings } = news else { return };
        for happening in happenings.iter().filter(|_| *table == place.table()) {
            if let Happening::Muted { player, silent } = happening {
                silenced.update(|silenced| {
                    if *silent {
                        silenced.insert(player.clone())
                    } else {
                        silenced.remove(player)
                    };
                });
            }
        }
    });
    silenced
}

/// What somebody said; the host can silence him.
fn one_line(place: Place, line: ChatLine, silenced: RwSignal<BTreeSet<String>>) -> impl IntoView {
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
    view! { <li class:own=is_own><strong>{line.name.clone()}</strong>" "<span>{said}</span>{silence}</li> }
}
