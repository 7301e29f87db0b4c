//! The cards of Nain Jaune: pips, courts, and the dwarf on the 7 of diamonds; and the squares of the board.
//!
//! Deliberately absent: what lies where.

use engine::games::nain_jaune::{Card, Rank, Suit};
use leptos::prelude::*;
use words::Lang;
use words::nain_jaune::rank_mark;

use crate::drawing::{Figures, Ink, both_ways, card, figures, part, picture, shape};

/// So many tokens are drawn on a square; the number beside them says how many there are.
const MAX_TOKENS: usize = 9;
/// Where they lie, in hundredths of a square.
const PLACES: [(f64, f64); MAX_TOKENS] = [
    (34.0, 80.0),
    (54.0, 84.0),
    (74.0, 80.0),
    (44.0, 93.0),
    (64.0, 94.0),
    (24.0, 92.0),
    (84.0, 92.0),
    (60.0, 73.0),
    (46.0, 71.0),
];
/// Where they lie on the square of the dwarf, who stays in sight.
const PLACES_AROUND: [(f64, f64); MAX_TOKENS] = [
    (14.0, 70.0),
    (86.0, 70.0),
    (30.0, 80.0),
    (70.0, 79.0),
    (16.0, 87.0),
    (84.0, 88.0),
    (34.0, 94.0),
    (66.0, 95.0),
    (50.0, 90.0),
];

/// A card face up, with the letters of the language.
pub(crate) fn face(held: Card, lang: Lang) -> AnyView {
    let ink = ink(held.suit());
    let (suit, mark) = (suit_name(held.suit()), rank_mark(held.rank(), lang));
    let corner = if mark.chars().count() > 1 { 14.5 } else { 12.5 };
    let index = [
        figures(&mark, corner, 17.0, Figures { height: 20.0, colour: ink.text(), weight: 3.0 }),
        shape(suit, 13.0, 38.5, 15.0, ink.text()),
    ];
    let art = if is_dwarf(held) {
        dwarf_panel(ink)
    } else if let Some(court) = court(held.rank()) {
        court_panel(court, held.suit())
    } else {
        pips(held.rank().number(), suit, ink)
    };
    card(&format!("{art}{}", both_ways(&index.concat())))
}

/// The dwarf stands on his card.
fn dwarf_panel(ink: Ink) -> String {
    let panel = "<rect x=\"25\" y=\"13\" width=\"50\" height=\"120\" rx=\"7\" fill=\"#ffe6a0\" stroke=\"#d99a00\" \
                 stroke-width=\"1.6\"/>";
    let diamonds = [27.0, 119.0].map(|y| shape("diamond", 50.0, y, 12.0, ink.text())).concat();
    format!("{panel}{}{diamonds}", part("dwarf", 18.0, 40.0, 64.0, 64.0))
}

/// King, queen or jack: a half, and the same upside down.
fn court_panel(court: &str, suit: Suit) -> String {
    let half = bust(court, "x=\"24\" y=\"9\" width=\"52\" height=\"64\" preserveAspectRatio=\"xMidYMax slice\"");
    format!(
        "<rect x=\"24\" y=\"9\" width=\"52\" height=\"128\" rx=\"6\" fill=\"#fbf1dc\"/>\
         <g class=\"court {}\">{}</g>\
         <rect x=\"24\" y=\"9\" width=\"52\" height=\"128\" rx=\"6\" fill=\"none\" stroke=\"{}\" \
         stroke-opacity=\".55\" stroke-width=\"1.3\"/>",
        suit_name(suit),
        both_ways(&half),
        ink(suit).text(),
    )
}

/// The drawn part of a court, without the room around it, in a box.
fn bust(court: &str, place: &str) -> String {
    format!("<svg viewBox=\"18 6 64 67\" {place}>{}</svg>", part(court, 0.0, 0.0, 100.0, 73.0))
}

/// As many suits as the card counts, as on every deck; those of the lower half stand on their heads.
fn pips(count: usize, suit: &str, ink: Ink) -> String {
    const LEFT: f64 = 36.0;
    const MIDDLE: f64 = 50.0;
    const RIGHT: f64 = 64.0;
    let pair = |y: f64| vec![(LEFT, y), (RIGHT, y)];
    let (columns, middle): (&[f64], &[f64]) = match count {
        1 => (&[], &[73.0]),
        2 => (&[], &[34.0, 112.0]),
        3 => (&[], &[34.0, 73.0, 112.0]),
        4 => (&[34.0, 112.0], &[]),
        5 => (&[34.0, 112.0], &[73.0]),
        6 => (&[34.0, 73.0, 112.0], &[]),
        7 => (&[34.0, 73.0, 112.0], &[53.0]),
        8 => (&[34.0, 73.0, 112.0], &[53.0, 93.0]),
        9 => (&[32.0, 59.0, 87.0, 114.0], &[73.0]),
        _ => (&[32.0, 59.0, 87.0, 114.0], &[45.0, 101.0]),
    };
    let size = match count {
        1 => 44.0,
        2..=8 => 20.0,
        _ => 18.0,
    };
    let places = columns.iter().flat_map(|y| pair(*y)).chain(middle.iter().map(|y| (MIDDLE, *y)));
    let pip = |(x, y): (f64, f64)| {
        let drawn = shape(suit, x, y, size, ink.text());
        if y > 74.0 { format!("<g transform=\"rotate(180 {x} {y})\">{drawn}</g>") } else { drawn }
    };
    places.map(pip).collect()
}

/// A square of the board as it is printed: the card's mark in the outer corner, and its picture.
pub(super) fn square(stake: Card, is_right: bool, lang: Lang) -> AnyView {
    let ink = ink(stake.suit());
    let (suit, mark) = (suit_name(stake.suit()), rank_mark(stake.rank(), lang));
    let is_long = mark.chars().count() > 1;
    let art = if is_dwarf(stake) {
        part("dwarf", 13.0, 4.0, 74.0, 74.0)
    } else if let Some(court) = court(stake.rank()) {
        let left = if is_right { 4 } else { 22 };
        let place = format!("x=\"{left}\" y=\"18\" width=\"74\" height=\"82\" preserveAspectRatio=\"xMidYMax meet\"");
        format!("<g class=\"court {suit}\">{}</g>", bust(court, &place))
    } else {
        let places = [(38, 34), (62, 34), (50, 46), (38, 58), (62, 58), (50, 70), (38, 82), (62, 82)];
        places.map(|(x, y)| shape(suit, f64::from(x + 12), f64::from(y - 2), 15.0, ink.text())).concat()
    };
    let look = Figures { height: 19.0, colour: ink.text(), weight: 3.0 };
    let x = match (is_right, is_long) {
        (true, _) => 87.0,
        (false, true) => 16.0,
        (false, false) => 13.0,
    };
    let markup =
        [art, figures(&mark, x, 16.0, look), shape(suit, if is_right { 86.0 } else { 14.0 }, 36.0, 15.0, ink.text())];
    picture("stake-picture", "0 0 100 100", &markup.concat())
}

/// So many tokens on a square.
pub(super) fn tokens(stake: Card, count: i32) -> AnyView {
    let places = if is_dwarf(stake) { PLACES_AROUND } else { PLACES };
    let count = usize::try_from(count).unwrap_or(0).min(MAX_TOKENS);
    let size = if is_dwarf(stake) { 21.0 } else { 24.0 };
    let drawn: String =
        places.iter().take(count).map(|(x, y)| part("token", x - size / 2.0, y - size / 2.0, size, size)).collect();
    picture("stake-tokens", "0 0 100 100", &drawn)
}

/// Whether a card is the Yellow Dwarf's.
fn is_dwarf(card: Card) -> bool {
    Card::BOARD.first() == Some(&card)
}

/// What a suit is called among the drawings.
pub(super) fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "spade",
        Suit::Hearts => "heart",
        Suit::Diamonds => "diamond",
        Suit::Clubs => "club",
    }
}

fn ink(suit: Suit) -> Ink {
    match suit {
        Suit::Hearts | Suit::Diamonds => Ink::Red,
        Suit::Spades | Suit::Clubs => Ink::Black,
    }
}

fn court(rank: Rank) -> Option<&'static str> {
    match rank.number() {
        11 => Some("jack"),
        12 => Some("queen"),
        13 => Some("king"),
        _ => None,
    }
}
