//! The four rows as rails: 21 cells each, with what lies on them, the Liaisons between them and the halves that are full.
//!
//! Where the board is not wide enough for 21 cells the style sheet lays each row out as two halves, 1 to 11 over 11 to
//! 21. The eleven then is seen in both; the second one is a copy that cannot be pressed. A board that has grown for fingers
//! on a phone lays it out as three thirds.

use client::gesture::Gestures;
use client::gesture::onze::Spot as Target;
use engine::games::onze::{Card, Colour, Move, Onze, Public, Spot, Variant};
use leptos::prelude::*;
use words::onze::{liaison_used, name_joker, name_over, name_row, row_letter};
use words::screen::Label;
use words::{Article, Words};

use super::super::lanes::lanes;
use super::card::{self, ink};
use crate::desk::Desk;
use crate::drawing::{Figures, figures, ink_shape, picture};
use crate::parts::board::spot_attributes;
use crate::parts::halo::halo;
use crate::parts::list::{CollectAny, keyed};
use crate::reactive::{Memo, memo};

/// The last value of the first half, and the first one of the second.
const MIDDLE: usize = 11;

/// So many values are in a third of a row.
const THIRD: usize = 7;

/// The rows, in the order in which they lie.
pub(super) fn rails(desk: Desk<Onze>) -> AnyView {
    let rows = memo(move || desk.view.read().public.board.rows.colours().to_vec());
    let tracks = memo(move || Tracks::of(&rows.read(), &desk.lit.read()));
    view! {
        <div class="onze-rails" style=("--columns", move || tracks.get().columns)
            style=("--half-columns", move || tracks.get().half_columns) style=("--half-rows", move || tracks.get().half_rows)>
            {keyed(move || rows.get(), |colour| colour.index().to_string(), move |colour| row(desk, colour, rows))}
        </div>
    }
    .into_any()
}

/// The tracks of the grid in which the cells lie.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tracks {
    /// The columns of whole rows.
    columns: String,
    /// The columns of rows that are laid out as halves.
    half_columns: String,
    /// The rows of both halves, with what lies between them.
    half_rows: String,
}

impl Tracks {
    fn of(rows: &[Colour], lit: &[Target]) -> Self {
        let lit: Vec<Spot> = lit.iter().filter_map(|target| target.on_table()).collect();
        let is_lit = |test: &dyn Fn(&Spot) -> bool| lit.iter().any(test);
        let columns: Vec<bool> = (1..=Spot::MAX_VALUE).map(|value| is_lit(&|spot| spot.value() == value)).collect();
        let half_columns: Vec<bool> =
            (0..MIDDLE).map(|column| columns[column] || column > 0 && columns[column + MIDDLE - 1]).collect();
        let half_row = |is_high: bool| {
            let is_lit =
                move |row: &Colour| is_lit(&|spot| spot.colour() == *row && (spot.value() > MIDDLE) == is_high);
            rows.iter().map(is_lit)
        };
        let half_rows: Vec<bool> = half_row(false).chain(half_row(true)).collect();
        let mut half_rows = lanes(&half_rows, "--down", "--low");
        half_rows.insert(rows.len(), "var(--between)".to_owned());
        Self {
            columns: lanes(&columns, "--across", "--narrow").join(" "),
            half_columns: lanes(&half_columns, "--across", "--narrow").join(" "),
            half_rows: half_rows.join(" "),
        }
    }
}

/// A row: its label and its cells; over them the Liaisons from the row above and the halves that are full.
fn row(desk: Desk<Onze>, colour: Colour, rows: Memo<Vec<Colour>>) -> AnyView {
    let shared = desk.place.shared;
    let lang = move || shared.preferences.lang();
    let number = move || rows.read().iter().position(|row| *row == colour).map_or(1, |index| index + 1).to_string();
    let links = memo(move || links_from_above(&desk.view.read().public, colour));
    let ways = memo(move || ways(&desk.view.read().public, &desk.lit.get(), colour));
    let halves = memo(move || full_halves(&desk.view.read().public, colour));
    let cells = (1..=Spot::MAX_VALUE).filter_map(|value| Spot::new(colour, value));
    view! {
        <ol class="onze-row" aria-label=move || name_row(colour, lang()) style=("--row", number)
            style=("--colour", ink(colour).fill())>
            {[0, 1, 2].map(|part| view! {
                <li class="onze-rail" class:onze-high={part == 1} class:onze-last={part == 2} style=("--third", part.to_string())
                    aria-hidden="true">
                    {move || label(colour, &row_letter(colour, lang()))}
                </li>
            }).collect_any()}
            {cells.map(|spot| cell(desk, spot, ways)).collect_any()}
            {Spot::new(colour, MIDDLE).map(|spot| copy(desk, spot))}
            {keyed(move || halves.get(), |half| half.name().to_owned(), move |half| view! {
                <li class="onze-half" class:onze-high=half == Half::High data-half=half.name()
                    aria-label=shared.label(Label::HalfRowFull)>
                    <span aria-hidden="true">"+11"</span>
                </li>
            })}
            {keyed(move || links.get(), usize::to_string, move |value| view! {
                <li class="onze-link" class:onze-high={value > MIDDLE} style=("--value", value.to_string()) style=("--third", third(value))
                    aria-hidden="true"></li>
            })}
        </ol>
    }
    .into_any()
}

/// Which third of its row a value is in, counted from 0.
fn third(value: usize) -> String {
    ((value - 1) / THIRD).to_string()
}

/// The head of a row: its shape and its letter.
fn label(colour: Colour, letter: &str) -> AnyView {
    let ink = ink(colour);
    let letter = figures(letter, 22.0, 45.0, Figures { height: 13.0, colour: ink.text(), weight: 2.8 });
    picture("onze-label", "0 0 44 60", &format!("{}{letter}", ink_shape(ink, 22.0, 22.0, 22.0)))
}

/// What lies on a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lying {
    /// Nothing, and nothing beside it.
    Nothing,
    /// Nothing, but a card or joker lies beside it.
    Opening,
    Number,
    Joker,
}

impl Lying {
    fn of(public: &Public, spot: Spot) -> Self {
        match (public.board.jokers.has(spot), public.board.taken.has(spot), public.board.taken.connects(spot)) {
            (true, ..) => Self::Joker,
            (false, true, _) => Self::Number,
            (false, false, true) => Self::Opening,
            (false, false, false) => Self::Nothing,
        }
    }

    /// How the style sheet knows it.
    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Opening => "opening",
            Self::Number => "number",
            Self::Joker => "joker",
        }
    }

    /// The spot as it is drawn, and the card that lies there.
    fn draw(self, spot: Spot) -> (AnyView, Option<Card>) {
        match self {
            Self::Nothing | Self::Opening => (spot.value().into_any(), None),
            Self::Number => (card::lying(spot), Some(Card::Number(spot))),
            Self::Joker => (card::lying_joker(spot), Some(Card::Joker)),
        }
    }
}

/// A cell with what lies there, and the ways over a Liaison that lead to it.
fn cell(desk: Desk<Onze>, spot: Spot, ways: Memo<Vec<Way>>) -> AnyView {
    let shared = desk.place.shared;
    let lying = memo(move || Lying::of(&desk.view.read().public, spot));
    let drawn = move || {
        let lying = lying.get();
        let target = if lying == Lying::Joker { Target::Joker(spot) } else { Target::Table(spot) };
        let label = move || {
            let lang = shared.preferences.lang();
            let name = Onze::name_card(&Card::Number(spot), Article::Bare, lang);
            match lying {
                Lying::Nothing | Lying::Opening => format!("{name}, {}", shared.say(Label::Free)),
                Lying::Number => name,
                Lying::Joker => name_joker(spot, lang),
            }
        };
        let is_wanted = move || lying == Lying::Joker && desk.offer.read().has(&Move::Swap(spot));
        let (picture, card) = lying.draw(spot);
        view! {
            <button type="button" class="onze-spot" data-lying=lying.name() aria-label=label
                data-wanted=move || is_wanted().then_some("") {..spot_attributes(desk, target)}>
                <i data-travel=card.map(<Onze as Gestures>::write_card)>{picture}</i>
            </button>
        }
        .into_any()
    };
    let ways = move || {
        let here = ways.read();
        here.iter().filter(|way| way.spot == spot).map(|way| way_spot(desk, *way)).collect_any()
    };
    view! {
        <li class="onze-cell" class:onze-high={spot.value() > MIDDLE} style=("--value", spot.value().to_string())
            style=("--third", third(spot.value()))>
            {move || drawn()}{move || ways()}{halo(desk.place, Onze::write_spot(Target::Table(spot)))}
        </li>
    }
    .into_any()
}

/// The eleven once more, where the second half of its row begins.
fn copy(desk: Desk<Onze>, spot: Spot) -> AnyView {
    let lying = memo(move || Lying::of(&desk.view.read().public, spot));
    let drawn = move || {
        let lying = lying.get();
        view! { <div class="onze-spot" data-lying=lying.name()><i>{lying.draw(spot).0}</i></div> }.into_any()
    };
    view! { <li class="onze-cell onze-copy onze-high" style=("--value", spot.value().to_string()) aria-hidden="true">{move || drawn()}</li> }
        .into_any()
}

/// The values at which a Liaison leads from a row to the one above it.
fn links_from_above(public: &Public, colour: Colour) -> Vec<usize> {
    let above = above(public, colour);
    let joins = |one: Spot, other: Spot| one.colour() == colour && Some(other.colour()) == above;
    let links = public.board.links.iter().filter(|link| joins(link.from, link.to) || joins(link.to, link.from));
    let mut values: Vec<usize> = links.map(|link| link.to.value()).collect();
    client::gesture::sort_few(&mut values);
    values.dedup();
    values
}

/// The row above a row.
fn above(public: &Public, colour: Colour) -> Option<Colour> {
    let colours = public.board.rows.colours();
    colours.windows(2).find(|pair| pair[1] == colour).map(|pair| pair[0])
}

/// A lit spot that is reached over a Liaison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    spot: Spot,
    from: Colour,
    side: Side,
}

/// Where a Liaison comes from. Two that lead to the same spot share it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Above,
    Below,
    UpperHalf,
    LowerHalf,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Self::Above => "above",
            Self::Below => "below",
            Self::UpperHalf => "above shared",
            Self::LowerHalf => "below shared",
        }
    }
}

fn ways(public: &Public, lit: &[Target], colour: Colour) -> Vec<Way> {
    let over = |target: &Target| match *target {
        Target::Over { spot, from } if spot.colour() == colour => Some((spot, from)),
        _ => None,
    };
    let ways: Vec<(Spot, Colour)> = lit.iter().filter_map(over).collect();
    let above = above(public, colour);
    let way = |&(spot, from): &(Spot, Colour)| {
        let is_shared = ways.iter().filter(|(other, _)| *other == spot).count() > 1;
        let side = match (Some(from) == above, is_shared) {
            (true, false) => Side::Above,
            (false, false) => Side::Below,
            (true, true) => Side::UpperHalf,
            (false, true) => Side::LowerHalf,
        };
        Way { spot, from, side }
    };
    ways.iter().map(way).collect()
}

fn way_spot(desk: Desk<Onze>, way: Way) -> AnyView {
    let lang = move || desk.place.shared.preferences.lang();
    let Way { spot, from, side } = way;
    let label = move || format!("{} ({})", name_over(spot, from, lang()), liaison_used(lang()));
    view! {
        <button type="button" class="onze-over" data-side=side.name() aria-label={label}
            {..spot_attributes(desk, Target::Over { spot, from })}>
            {spot.value()}<small aria-hidden="true">"−1"</small>
        </button>
    }
    .into_any()
}

/// A half of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Half {
    Low,
    High,
}

impl Half {
    fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::High => "high",
        }
    }
}

/// The halves of a row that are full and have brought a Bonus card; beginners play without.
fn full_halves(public: &Public, colour: Colour) -> Vec<Half> {
    if public.rules.variant == Variant::Beginners {
        return Vec::new();
    }
    let is_full = |end: usize| Spot::new(colour, end).is_some_and(|end| public.board.taken.full_halves(end) > 0);
    let halves = [(Half::Low, 1), (Half::High, Spot::MAX_VALUE)];
    halves.into_iter().filter(|(_, end)| is_full(*end)).map(|(half, _)| half).collect()
}
