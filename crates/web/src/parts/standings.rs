//! Who has won, large, and everybody ranked with what was left in their hands: the upper half of the score sheet.

use engine::{GameId, Seat};
use leptos::prelude::*;
use wire::house::Stage;
use words::capital;
use words::screen::Label;

use super::celebration::Mark;
use super::icons::{Icon, icon};
use super::sheet::{Score, number};
use crate::drawing::{part, picture, token};
use crate::parts::list::CollectAny;
use crate::place::Place;
use crate::reactive::RwSignal;

/// What moves when a round ends.
#[derive(Clone, Copy)]
pub(super) struct Ceremony {
    /// How much of what the round brought is counted already.
    pub(super) counted: RwSignal<f64>,
    /// Whether paper falls.
    pub(super) has_confetti: RwSignal<bool>,
    /// What is drawn over the places of the table.
    pub(super) marks: RwSignal<Vec<Mark>>,
}

/// Who has won, large.
pub(super) fn hero(place: Place, score: Score, ceremony: Ceremony) -> impl IntoView {
    let shared = place.shared;
    let winners = move || -> Vec<usize> { score.winners.get().iter().map(Seat::index).collect() };
    let faces = move || {
        let face = |seat: usize| {
            view! {
                <span class="hero-face" style=("--player", place.around.colour(seat))>
                    {picture("hero-laurel", "0 0 148 148", &part("laurel", 0.0, 0.0, 148.0, 148.0))}
                    {place.around.portrait(seat)}
                </span>
            }
        };
        winners().into_iter().map(face).collect_any()
    };
    // What the match came to, or what the round brought; those who share it have the same.
    let points = move || {
        let winner = *winners().first()?;
        let lang = shared.preferences.lang();
        let gained = gains(score)?.get(winner).copied()?;
        let is_match = place.stage() == Some(Stage::Over);
        // Whoever wins with nothing gained is not told so in large figures.
        if !is_match && gained == 0 {
            return None;
        }
        let said = if is_match {
            number(counting(score.totals.read().get(winner).copied()?, gained, ceremony), lang)
        } else {
            lang.signed(f64::from(counting(gained, gained, ceremony)), 0)
        };
        Some(view! { <p class="hero-points">{unit(score.game)}{said}</p> })
    };
    move || {
        let sentence = score.result.get()?;
        Some(view! {
            <section class="hero">
                <div class="hero-rays" aria-hidden="true"></div>
                <div class="hero-faces" aria-hidden="true">{move || faces()}</div>
                <p class="hero-result">{sentence}</p>
                {move || points()}
            </section>
        })
    }
}

/// What the last round brought each seat.
fn gains(score: Score) -> Option<Vec<i32>> {
    score.tally.read().rounds().last().map(|round| round.scores.clone())
}

/// What is shown of a number that grows by what the round brought.
fn counting(value: i32, gained: i32, ceremony: Ceremony) -> i32 {
    let missing = (1.0 - ceremony.counted.get()) * f64::from(gained);
    value - missing.round() as i32
}

/// The sign of what is counted: tokens are drawn, points are not.
fn unit(game: GameId) -> Option<AnyView> {
    (game == GameId::NainJaune).then(token)
}

/// Everybody, the best first.
pub(super) fn standings(place: Place, score: Score, ceremony: Ceremony) -> impl IntoView {
    let lines = move || {
        let (totals, gained) = (score.totals.get(), gains(score));
        let places = place.look(|watched| watched.table().places.clone()).flatten();
        let rank = |seat: usize| match places.as_ref().and_then(|places| places.get(seat)) {
            Some(place) => usize::from(*place),
            None => 1 + totals.iter().filter(|total| **total > totals[seat]).count(),
        };
        let mut hands: Vec<Option<AnyView>> = score.left.run(()).unwrap_or_default().into_iter().map(Some).collect();
        let mut seats: Vec<usize> = (0..totals.len()).collect();
        client::gesture::sort_few_by_key(&mut seats, |seat| rank(*seat));
        let draw = |seat: usize| {
            let hand = hands.get_mut(seat).and_then(Option::take);
            let gain = gained.as_ref().and_then(|gained| gained.get(seat)).copied();
            standing(place, score, ceremony, Standing { seat, rank: rank(seat), total: totals[seat], gain, hand })
        };
        seats.into_iter().map(draw).collect_any()
    };
    view! { <ol class="standings">{move || lines()}</ol> }
}

/// Where somebody stands.
struct Standing {
    seat: usize,
    rank: usize,
    total: i32,
    /// What the last round brought.
    gain: Option<i32>,
    /// What was left in hand then.
    hand: Option<AnyView>,
}

fn standing(place: Place, score: Score, ceremony: Ceremony, standing: Standing) -> AnyView {
    let shared = place.shared;
    let Standing { seat, rank, total, gain, hand } = standing;
    let lang = shared.preferences.lang();
    let is_own = place.own_seat().is_some_and(|own| own.index() == seat);
    let name =
        if is_own { capital(&shared.say(Label::You)) } else { place.names().get(seat).cloned().unwrap_or_default() };
    let is_winner = Seat::new(seat).is_some_and(|seat| score.winners.get().has(seat));
    let is_ready = move || {
        let is_ready = place.presence(|presence| presence.ready.iter().any(|ready| ready.index() == seat));
        place.stage() == Some(Stage::Between) && is_ready == Some(true)
    };
    let crown = is_winner.then(|| view! { <span class="standing-crown">{icon(Icon::Crown)}<span class="unseen">{shared.say(Label::Winner)}</span></span> });
    let ready =
        move || is_ready().then(|| view! { <small class="standing-ready">"✓ "{shared.say(Label::Ready)}</small> });
    let count = move || number(counting(total, gain.unwrap_or(0), ceremony), lang);
    view! {
        <li class="standing" class:standing-won=is_winner style=("--player", place.around.colour(seat))>
            <span class="standing-rank">{rank}</span>
            <span class="standing-face">{place.around.portrait(seat)}</span>
            <div class="standing-who"><strong>{name}{crown}{ready}</strong><div class="standing-left">{hand}</div></div>
            <span class="standing-gain">{gain.map(|gain| lang.signed(f64::from(gain), 0))}</span>
            <span class="standing-total">{unit(score.game)}{count}</span>
        </li>
    }
    .into_any()
}
