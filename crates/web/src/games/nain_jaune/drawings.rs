//! The drawings of Nain Jaune: cards with suits and courts, the squares of the board, tokens.
//!
//! Deliberately absent: what lies where.

use engine::games::nain_jaune::{Card, CardSet, Rank, Suit};
use leptos::prelude::*;
use words::nain_jaune::rank_mark;

use crate::app::shared;

/// So many tokens are drawn one by one; more lie in stacks.
const SINGLY: usize = 10;
/// Where single tokens lie on a square of 100 by 100.
const PLACES: [(u8, u8); SINGLY] =
    [(50, 60), (31, 64), (69, 62), (41, 79), (60, 80), (59, 43), (40, 45), (78, 45), (24, 82), (77, 80)];
/// Where the stacks stand, the tallest in the middle.
const STACKS: [(u8, usize); 3] = [(26, 4), (50, 7), (74, 5)];

/// A card face up, with the letters of the language.
pub(super) fn face(card: Card) -> AnyView {
    let lang = shared().preferences;
    let mark = move || rank_mark(card.rank(), lang.lang());
    let suit = suit_symbol(card.suit());
    let corner = move || {
        view! {
            <text x="17" y="23" text-anchor="middle" font-size="18" class="value">{mark}</text>
            <use href=suit x="11" y="28" width="12" height="12"/>
        }
    };
    let middle = match court(card.rank()) {
        Some(court) => view! {
            <use href=court x="24" y="20" width="36" height="24"/>
            <text x="42" y="62" dy=".35em" text-anchor="middle" font-size="36" class="value">{mark}</text>
            <use href=suit x="31" y="81" width="22" height="22"/>
        }
        .into_any(),
        None => view! {
            <text x="42" y="48" dy=".35em" text-anchor="middle" font-size="38" class="value">{mark}</text>
            <use href=suit x="29" y="70" width="26" height="26"/>
        }
        .into_any(),
    };
    view! {
        <svg class=format!("card {}", ink(card.suit())) class:staked=CardSet::BOARD.has(card) viewBox="0 0 84 124"
            aria-hidden="true">
            <rect class="paper" x=".5" y=".5" width="83" height="123" rx="9"/>
            <rect class="frame" x="7" y="7" width="70" height="110" rx="6"/>
            {corner()}
            <g transform="rotate(180 42 62)">{corner()}</g>
            {middle}
        </svg>
    }
    .into_any()
}

/// A square of the board, as it is printed.
pub(super) fn square(card: Card) -> AnyView {
    let lang = shared().preferences;
    let suit = suit_symbol(card.suit());
    let picture = match court(card.rank()) {
        Some(court) => view! { <use href=court x="24" y="36" width="66" height="44" class="printed"/> }.into_any(),
        None if Card::BOARD.first() == Some(&card) => dwarf(),
        None => view! { <use href=suit x="32" y="32" width="50" height="50" class="printed"/> }.into_any(),
    };
    view! {
        <svg class=format!("stake-square {}", ink(card.suit())) viewBox="0 0 100 100" aria-hidden="true">
            <rect class="paper" x="1" y="1" width="98" height="98" rx="10"/>
            <rect class="frame" x="5" y="5" width="90" height="90" rx="7"/>
            {picture}
            <text x="11" y="28" font-size="21" class="value">{move || rank_mark(card.rank(), lang.lang())}</text>
            <use href=suit x="70" y="11" width="18" height="18"/>
        </svg>
    }
    .into_any()
}

/// The Yellow Dwarf himself.
pub(crate) fn dwarf() -> AnyView {
    view! {
        <svg class="dwarf" x="20" y="12" width="60" height="84" viewBox="0 0 60 84">
            <path class="coat" d="M8 84C8 62 16 52 30 52S52 62 52 84Z"/>
            <circle class="skin" cx="30" cy="40" r="13"/>
            <path class="hat" d="M32 2C40 12 46 24 47 35 36 30 24 30 13 35 14 22 22 9 32 2Z"/>
            <path class="brim" d="M11 36C23 29 37 29 49 36L48 40C37 34 23 34 12 40Z"/>
            <circle class="eye" cx="25" cy="41" r="1.7"/><circle class="eye" cx="35" cy="41" r="1.7"/>
            <path class="beard" d="M16 44C15 62 22 74 30 77 38 74 45 62 44 44 40 51 36 50 30 48 24 50 20 51 16 44Z"/>
            <circle class="nose" cx="30" cy="46" r="3.4"/>
        </svg>
    }
    .into_any()
}

/// So many tokens on a square: one by one, or in stacks.
pub(super) fn tokens(count: i32) -> AnyView {
    let count = usize::try_from(count).unwrap_or(0);
    let tokens = if count <= SINGLY {
        PLACES.iter().take(count).map(|(x, y)| single(*x, *y)).collect_view().into_any()
    } else {
        STACKS.iter().map(|(x, height)| stack(*x, *height)).collect_view().into_any()
    };
    view! { <svg class="tokens" viewBox="0 0 100 100" aria-hidden="true">{tokens}</svg> }.into_any()
}

fn single(x: u8, y: u8) -> impl IntoView {
    view! {
        <g class="token">
            <circle cx=x cy=y r="9.5"/>
            <circle class="ring" cx=x cy=y r="6"/>
        </g>
    }
}

fn stack(x: u8, height: usize) -> impl IntoView {
    let token = move |level: usize| view! { <ellipse cx=x cy={88 - 6 * level} rx="11" ry="5.5"/> };
    view! { <g class="token">{(0..height).map(token).collect_view()}</g> }
}

/// The symbol of a suit.
pub(super) fn suit_symbol(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "#spade",
        Suit::Hearts => "#heart",
        Suit::Diamonds => "#diamond",
        Suit::Clubs => "#club",
    }
}

fn ink(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts | Suit::Diamonds => "ink-red",
        Suit::Spades | Suit::Clubs => "ink-black",
    }
}

/// What the courts wear.
fn court(rank: Rank) -> Option<&'static str> {
    match rank.number() {
        11 => Some("#jack"),
        12 => Some("#queen"),
        13 => Some("#king"),
        _ => None,
    }
}
