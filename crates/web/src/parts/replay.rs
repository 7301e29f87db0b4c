//! What a replay is held with, in the place of the buttons of play: run, step, seek, whose eyes; and all hands, where
//! they lie open.

use client::replay::Eyes;
use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;
use words::privacy::shown_name;
use words::replay::{say_moment, say_moment_fully};
use words::screen::Label;

use super::icons::{Icon, icon};
use super::review::Review;
use crate::parts::list::{CollectAny, Show};
use crate::place::Place;
use crate::playback::{Playback, Speed};
use crate::reactive::memo;
use crate::walk::is_taken;

/// The bar of a replay.
#[component]
pub(crate) fn ReplayBar(place: Place, playback: Playback) -> impl IntoView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let last = playback.last();
    watch_keys(playback);
    let button = move |id: &'static str, label: Label, key: &'static str, picture: Icon, press: fn(Playback)| {
        view! {
            <button type="button" class="replay-button" id=id aria-label=shared.label(label) aria-keyshortcuts=key
                title=shared.label(label) on:click=move |_| press(playback)>{icon(picture)}</button>
        }
        .into_any()
    };
    let is_playing = memo(move || playback.is_playing.get());
    let seek = move |event: ev::Event| {
        playback.pause();
        playback.go(event_target_value(&event).parse().unwrap_or(0));
    };
    let moment = memo(move || playback.moment());
    let name = move |seat: u8| {
        let name = playback.overview.read().players.get(usize::from(seat)).map(|it| shown_name(&it.name, lang()));
        name.unwrap_or_default()
    };
    let fully = move || {
        let moment = moment.get();
        let mover = (!moment.is_over).then(|| name(moment.seat));
        say_moment_fully(moment.round, moment.turn, mover.as_deref(), lang())
    };
    let mark = move |first: usize| {
        let share = first as f64 / last.max(1) as f64;
        view! { <i style=("--share", format!("{share:.4}"))></i> }
    };
    let marks = playback.overview.read_untracked().rounds_begin().skip(1).map(mark).collect_any();
    let speed = move |one: Speed| {
        let value = (one as u8).to_string();
        view! { <option value=value selected=move || playback.speed.get() == one>{move || one.sign(lang())}</option> }
    };
    let choose_speed = move |event: ev::Event| {
        let chosen = event_target_value(&event).parse::<usize>().ok().and_then(|index| Speed::ALL.get(index).copied());
        playback.speed.set(chosen.unwrap_or_default());
    };
    let eyes = move |eyes: Eyes| {
        let said = move || match eyes {
            Eyes::Seat(seat) => name(seat),
            Eyes::Watching => shared.say(Label::Onlookers),
            Eyes::All => shared.say(Label::AllHands),
        };
        view! { <option value=eyes.write() selected=move || playback.eyes.get() == eyes>{said}</option> }
    };
    let offered = playback.overview.read_untracked().eyes.clone();
    let has_choice = offered.len() > 1;
    let choose_eyes = move |event: ev::Event| {
        if let Some(eyes) = Eyes::read(&event_target_value(&event)) {
            playback.look_through(eyes);
        }
    };
    view! {
        <section class="replay" id="replay" data-at=move || playback.at.get().to_string()
            data-eyes=move || playback.eyes.get().write() aria-label=shared.label(Label::ReplayBar)>
            <div class="replay-buttons">
                {button("replay-start", Label::ReplayStart, "Home", Icon::First, |playback| { playback.pause(); playback.go(0); })}
                {button("replay-back", Label::ReplayBack, "ArrowLeft", Icon::Back, |playback| { playback.pause(); playback.step(-1); })}
                <button type="button" class="replay-button" id="replay-play" aria-keyshortcuts="Space"
                    aria-label=move || shared.say(if is_playing.get() { Label::ReplayPause } else { Label::ReplayPlay })
                    on:click=move |_| playback.toggle()>
                    {move || icon(if is_playing.get() { Icon::Pause } else { Icon::Play })}
                </button>
                {button("replay-next", Label::ReplayNext, "ArrowRight", Icon::Next, |playback| { playback.pause(); playback.step(1); })}
                {button("replay-end", Label::ReplayEnd, "End", Icon::Last, |playback| { playback.pause(); playback.go(playback.last()); })}
            </div>
            <div class="replay-track">
                <input type="range" id="replay-seek" min="0" max=last.to_string() step="1"
                    prop:value=move || playback.at.get().to_string() aria-label=shared.label(Label::ReplaySeek)
                    aria-valuetext=fully on:input=seek/>
                <span class="replay-rounds" aria-hidden="true">{marks}</span>
            </div>
            <p class="replay-moment" id="replay-moment">{move || {
                let moment = moment.get();
                say_moment(moment.round, moment.turn, lang())
            }}</p>
            <select class="replay-select" id="replay-speed" aria-label=shared.label(Label::ReplaySpeed)
                on:change=choose_speed>{Speed::ALL.map(speed).collect_any()}</select>
            {has_choice.then(|| view! {
                <select class="replay-select replay-eyes" id="replay-eyes" aria-label=shared.label(Label::ReplayEyes)
                    title=shared.label(Label::ReplayEyes) on:change=choose_eyes>
                    {offered.into_iter().map(eyes).collect_any()}
                </select>
            })}
            {playback.is_of_record().then(|| view! {
                <button type="button" class="replay-button replay-judge" id="open-review" title=shared.label(Label::Review)
                    aria-label=shared.label(Label::Review)
                    on:click=move |_| playback.review_open.set(true)>{icon(Icon::Review)}</button>
            })}
            <Review place=place playback=playback/>
        </section>
    }
}

/// All hands, where they lie open.
#[component]
pub(crate) fn OpenHands(place: Place, hands: Callback<(), Option<Vec<AnyView>>>) -> impl IntoView {
    let drawn = move || {
        let names = place.names();
        let hands = hands.run(()).unwrap_or_default();
        let hand = |(seat, hand): (usize, AnyView)| {
            let name = names.get(seat).cloned().unwrap_or_default();
            view! {
                <li data-open-hand=seat.to_string() style=("--player", place.around.colour(seat))>
                    <span class="replay-face">{place.around.portrait(seat)}</span>
                    <strong>{name}</strong>{hand}
                </li>
            }
        };
        hands.into_iter().enumerate().map(hand).collect_any()
    };
    let is_shown = memo(move || place.playback.is_some_and(|playback| playback.hands.read().is_some()));
    view! {
        <Show when=move || is_shown.get()>
            // What can be scrolled can be reached by keys.
            <ol class="replay-hands" id="open-hands" tabindex="0" role="list"
                aria-label=place.shared.label(Label::AllHands)>{move || drawn()}</ol>
        </Show>
    }
}

/// Space runs and stops, arrows step and go from round to round, Home and End to the ends, digits change eyes.
fn watch_keys(playback: Playback) {
    let keys = window_event_listener(ev::keydown, move |event: KeyboardEvent| {
        let tag = document().active_element().map(|element| element.tag_name()).unwrap_or_default();
        let key = event.key();
        // What the browser does with a key by itself is left to it.
        let is_native = match tag.as_str() {
            "SELECT" => true,
            "BUTTON" | "A" | "SUMMARY" => key == " ",
            _ => false,
        };
        let is_slider = document().active_element().is_some_and(|element| element.id() == "replay-seek");
        if is_native || is_slider && key != " " && key.len() > 1 || !is_slider && is_taken(&event) {
            return;
        }
        match key.as_str() {
            " " => return finish(&event, || playback.toggle()),
            "ArrowLeft" => playback.step(-1),
            "ArrowRight" => playback.step(1),
            "ArrowUp" => playback.step_round(false),
            "ArrowDown" => playback.step_round(true),
            "Home" => playback.go(0),
            "End" => playback.go(playback.last()),
            "0" => playback.look_through(Eyes::All),
            digit => match digit.parse::<u8>() {
                Ok(seat @ 1..=8) => playback.look_through(Eyes::Seat(seat - 1)),
                _ => return,
            },
        }
        finish(&event, || playback.pause());
    });
    on_cleanup(move || keys.remove());
}

fn finish(event: &KeyboardEvent, act: impl FnOnce()) {
    act();
    event.prevent_default();
}
