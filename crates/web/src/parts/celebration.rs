//! The moment at the end of a round: the winner's place glows, stars fly to it, paper shapes fall, scores count up.
//!
//! Nothing of it can be pressed, and nothing waits for it. With reduced motion there is none.

use engine::SeatSet;
use leptos::prelude::*;
use web_sys::DomRect;

use crate::drawing::{Ink, ink_shape, picture};
use crate::parts::list::CollectAny;
use crate::reactive::RwSignal;

/// How long scores count up, in milliseconds.
const COUNT_MS: f64 = 900.0;
/// So many paper shapes fall.
const SHAPES: u32 = 64;
/// So many stars fly from each place.
const STARS: usize = 3;

/// Something that is drawn over a place of the table, in pixels of the window.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mark {
    /// A place glows.
    Glow { x: f64, y: f64, size: f64 },
    /// A star flies from one place to another, after a while.
    Star { x: f64, y: f64, dx: f64, dy: f64, after_ms: usize },
}

/// What is to be seen when these seats of so many have won.
pub(crate) fn marks(winners: SeatSet, seats: usize, flights: Flights) -> Vec<Mark> {
    let is_winner = |seat: usize| engine::Seat::new(seat).is_some_and(|seat| winners.has(seat));
    let middle = |rect: &DomRect| (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0);
    let places: Vec<(bool, DomRect)> =
        (0..seats).filter_map(|seat| Some((is_winner(seat), portrait_of(seat)?))).collect();
    let mut marks = Vec::new();
    for (_, winner) in places.iter().filter(|(is_winner, _)| *is_winner) {
        let (x, y) = middle(winner);
        marks.push(Mark::Glow { x, y, size: winner.width() });
        let givers = places.iter().filter(|(is_winner, _)| !is_winner && flights == Flights::Stars);
        for (index, (_, giver)) in givers.enumerate() {
            let (from_x, from_y) = middle(giver);
            let star =
                |number| Mark::Star { x, y, dx: from_x - x, dy: from_y - y, after_ms: 45 * (STARS * index + number) };
            marks.extend((0..STARS).map(star));
        }
    }
    marks
}

/// Whether stars fly to the winner; in a game of tokens these fly already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flights {
    None,
    Stars,
}

/// Where the portrait of a seat is in the window.
fn portrait_of(seat: usize) -> Option<DomRect> {
    let portrait = document().query_selector(&format!("[data-place=\"seat-{seat}\"] .portrait")).ok()??;
    Some(portrait.get_bounding_client_rect())
}

/// The marks, over everything.
pub(crate) fn draw_marks(marks: RwSignal<Vec<Mark>>) -> impl IntoView {
    let pixels = |value: f64| format!("{value:.0}px");
    let draw = move |mark: Mark| {
        match mark {
        Mark::Glow { x, y, size } => view! {
            <span class="celebration-glow" style=("left", pixels(x)) style=("top", pixels(y)) style=("--size", pixels(size))></span>
        }
        .into_any(),
        Mark::Star { x, y, dx, dy, after_ms } => view! {
            <span class="celebration-star" style=("left", pixels(x)) style=("top", pixels(y))
                style=("--dx", pixels(dx)) style=("--dy", pixels(dy)) style=("--after", format!("{after_ms}ms"))>
                {picture("celebration-shape", "-10 -10 20 20", &ink_shape(Ink::Yellow, 0.0, 0.0, 20.0))}
            </span>
        }
        .into_any(),
    }
    };
    view! {
        <div class="celebration" aria-hidden="true">{move || marks.get().into_iter().map(draw).collect_any()}</div>
    }
}

/// Paper shapes that fall over the sheet.
pub(crate) fn confetti() -> AnyView {
    let shape = |number: u32| {
        let spread = |use_of: u32| scatter(number, use_of);
        let ink = Ink::BRIGHT[number as usize % Ink::BRIGHT.len()];
        view! {
            <span class="confetti-piece"
                style=("left", format!("{:.1}%", 100.0 * spread(1)))
                style=("--size", format!("{:.0}px", 9.0 + 13.0 * spread(2)))
                style=("--after", format!("{:.0}ms", 1300.0 * spread(3)))
                style=("--turn", format!("{:.0}deg", 900.0 * spread(4) - 450.0))
                style=("--drift", format!("{:.0}px", 160.0 * spread(5) - 80.0))>
                {picture("celebration-shape", "-10 -10 20 20", &ink_shape(ink, 0.0, 0.0, 20.0))}
            </span>
        }
    };
    view! { <div class="confetti" aria-hidden="true">{(0..SHAPES).map(shape).collect_any()}</div> }.into_any()
}

/// A share between nothing and one, without any pattern from number to number; the same every time.
fn scatter(number: u32, use_of: u32) -> f64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b1) ^ use_of.wrapping_mul(0x85eb_ca6b);
    for _ in 0..2 {
        mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0xc2b2_ae35);
    }
    f64::from(mixed >> 8) / f64::from(1_u32 << 24)
}

/// Lets a share grow from nothing to one, so that scores count up with it.
pub(crate) fn count_up(share: RwSignal<f64>) {
    share.set(0.0);
    grow(share, js_sys::Date::now());
}

fn grow(share: RwSignal<f64>, began: f64) {
    request_animation_frame(move || {
        let passed = ((js_sys::Date::now() - began) / COUNT_MS).clamp(0.0, 1.0);
        let eased = 1.0 - (1.0 - passed).powi(3);
        // The screen may have been left meanwhile.
        if share.try_update(|share| *share = eased).is_some() && passed < 1.0 {
            grow(share, began);
        }
    });
}
