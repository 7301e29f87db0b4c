//! The seats around the table: who sits there, how many cards, how many points, whose turn it is, who is there.

use leptos::prelude::*;
use wire::house::{BotLevel, Here, SeatView, Seating};
use words::screen::{Label, bot_level, here};

use crate::desk::Place;
use crate::link::now;
use crate::memo::memo;

/// What a game tells of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Facts {
    /// The cards in hand.
    pub(crate) cards: u8,
    /// The points or tokens, in words.
    pub(crate) score: String,
    /// Whatever else is to be seen, in few words.
    pub(crate) notes: Vec<String>,
    /// What was said from there and still counts, for a bubble.
    pub(crate) said: Option<String>,
    /// Whether it takes no part any more.
    pub(crate) is_out: bool,
}

/// All seats, in order.
#[component]
pub(crate) fn Seats(place: Place, facts: Memo<Vec<Facts>>) -> impl IntoView {
    let count = memo(move || place.look(|watched| watched.table().seats.len()).unwrap_or(0));
    view! {
        <ol class="seats">
            {move || (0..count.get()).map(|seat| view! { <SeatBox place=place seat=seat facts=facts/> }).collect_view()}
        </ol>
    }
}

#[component]
fn SeatBox(place: Place, seat: usize, facts: Memo<Vec<Facts>>) -> impl IntoView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let sitter = move || place.look(|watched| watched.table().seats.get(seat).cloned()).flatten();
    let sitter = memo(move || sitter().and_then(|SeatView { sitter }| sitter));
    let is_turn =
        memo(move || place.look(|watched| watched.table().clock.seat == u8::try_from(seat).ok()) == Some(true));
    let is_own = memo(move || place.own_seat().is_some_and(|own| own.index() == seat));
    let fact = move || facts.read().get(seat).cloned().unwrap_or_default();
    let name = move || sitter.get().map_or_else(|| shared.say(Label::FreeSeat), |sitter| sitter.name);
    let initial = move || name().chars().next().map(String::from).unwrap_or_default();
    let presence = memo(move || place.presence(|presence| presence.seats.get(seat).copied()).flatten());
    let level = move || match sitter.get()?.seating {
        Seating::Bot { level } => Some(level),
        Seating::Human { .. } | Seating::Program { .. } => None,
    };
    let role = move || match level() {
        Some(level) => bot_level(level, lang()).to_owned(),
        None if is_own.get() => shared.say(Label::You),
        None => presence.get().map(|presence| here(presence, lang()).to_owned()).unwrap_or_default(),
    };
    let is_away = move || matches!(presence.get(), Some(Here::Away | Here::StandIn));
    view! {
        <li class="seat" data-place=format!("seat-{seat}") data-seat=seat.to_string()
            class:turn=move || is_turn.get() class:own=move || is_own.get() class:away=is_away
            class:out=move || fact().is_out>
            <span class="avatar" aria-hidden="true">{initial}</span>
            <span class="who">
                <strong><span class="name">{name}</span>{move || level().map(bars)}</strong>
                <small><span class="role">{role}</span><span class="score">{move || fact().score}</span></small>
            </span>
            <span class="count" title=shared.label(Label::CardsInHand)>{move || fact().cards}</span>
            <span class="notes">
                {move || fact().notes.into_iter().map(|note| view! { <small>{note}</small> }).collect_view()}
            </span>
            {move || fact().said.map(|said| view! { <span class="bubble" role="status">{said}</span> })}
            <span class="turn-mark">
                {move || is_turn.get().then(|| shared.say(if is_own.get() { Label::YourTurn } else { Label::TheirTurn }))}
                <Clock place=place seat=seat/>
            </span>
        </li>
    }
}

/// How well a bot plays, as bars: they are seen where there is no room for the word, which is heard everywhere.
fn bars(level: BotLevel) -> impl IntoView {
    let strength = match level {
        BotLevel::Novice => 1,
        BotLevel::Casual => 2,
        BotLevel::Skilled => 3,
        BotLevel::Expert => 4,
    };
    let bar = |number: i32| {
        let height = 3 * number;
        view! { <rect class:full={number <= strength} x=4 * number - 4 y=12 - height width="3" height=height rx=".8"/> }
    };
    view! { <svg class="bars" viewBox="0 0 15 12" aria-hidden="true">{[1, 2, 3, 4].map(bar)}</svg> }
}

/// The seconds left, where turns have a limit.
#[component]
fn Clock(place: Place, seat: usize) -> impl IntoView {
    let second = RwSignal::new(0_u32);
    let ticking =
        set_interval_with_handle(move || second.update(|second| *second += 1), std::time::Duration::from_secs(1));
    on_cleanup(move || {
        if let Ok(ticking) = ticking {
            ticking.clear();
        }
    });
    let left = move || {
        second.track();
        let left = place.look(|watched| {
            (watched.table().clock.seat == u8::try_from(seat).ok()).then(|| watched.time_left(now())).flatten()
        });
        left.flatten().map(|milliseconds| milliseconds.div_ceil(1000))
    };
    view! { <span class="clock" role="timer">{move || left().map(|seconds| format!("{seconds} s"))}</span> }
}
