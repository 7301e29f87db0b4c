//! Onze: four rows that grow out of their elevens, the bridges between them, the pile and the place for jokers.
//!
//! All 21 spots of a row are always there. Where the screen is too narrow for cards they are strips, and the columns
//! with a lit spot alone are as wide as a finger; only where even that is too much the rows scroll.

mod card;

use engine::games::onze::{Card, Colour, Hand, Move, Onze, Phase, Played, Public, Shown, Spot, Variant};
use engine::{Game, Seat, View};
use gesture::Gestures;
use gesture::onze::Spot as Target;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;
use words::onze::{cards_used, liaison_used, name_joker, name_over, name_row, row_letter, seat_notes};
use words::screen::{Label, points};
use words::{Article, Lang, Words};

use super::{Action, Drawn, Handled, Look, Parts, face_up};
use self::card::ink;
use crate::desk::{Desk, Place};
use crate::memo::memo;
use crate::parts::board::{hand_table, spot_attributes};
use crate::drawing::back;
use crate::parts::seats::Facts;

impl Drawn for Onze {
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts {
        hand_table(Desk::new(place, view))
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let total = Self::outcome(public).map_or(public.sheet.totals[seat], |outcome| outcome.totals[seat]);
        let score = points(total, lang);
        Facts { cards: public.hand_sizes[seat], score, notes: seat_notes(public, seat, lang), ..Facts::default() }
    }

    fn draw_hand(public: &Public, hand: &Hand, lang: Lang) -> Vec<(Card, AnyView)> {
        face_up::<Self>(public, hand, lang)
    }

    fn laid(shown: &Shown, _before: &View<Self>) -> Option<(Seat, Vec<String>)> {
        match shown {
            Shown::Laid { seat, spot, .. } | Shown::JokerLaid { seat, spot, .. } | Shown::Swapped { seat, spot } => {
                Some((*seat, vec![Self::write_spot(Target::Table(*spot))]))
            }
            _ => None,
        }
    }
}

impl Handled for Onze {
    fn face(card: Card, _public: &Public, lang: Lang) -> AnyView {
        card::face(card, lang)
    }

    fn board(desk: Desk<Self>) -> AnyView {
        let rows = memo(move || desk.view.read().public.rows.colours().to_vec());
        let columns = memo(move || columns(&desk.lit.get()));
        let frame = NodeRef::<html::Div>::new();
        keep_lit_in_view(desk, frame);
        view! {
            <div class="centre onze-board">
                <div class="onze-side">{pile(desk)}{discard(desk)}</div>
                <div class="onze-rows" node_ref=frame style=("--columns", move || columns.get())>
                    <For each=move || rows.get() key=|colour| colour.index() children=move |colour| row(desk, colour)/>
                </div>
                {used(desk)}
            </div>
        }
        .into_any()
    }

    fn actions(desk: Desk<Self>) -> Vec<Action> {
        let has_pile = desk.view.read().public.pile_size > 0;
        let rest = if has_pile { ("draw", Label::Draw, "d") } else { ("pass", Label::Pass, "p") };
        let mv = if has_pile { Move::Draw } else { Move::Pass };
        vec![
            Action::step(desk, rest, &mv, Look::Plain),
            Action::lay(desk),
            Action::step(desk, ("end", Label::EndTurn, "e"), &Move::End, Look::Plain),
        ]
    }
}

/// The widths of a row's columns, its label first: those with a lit spot are wide enough for a finger.
fn columns(lit: &[Target]) -> String {
    let has_lit = |value: usize| lit.iter().any(|target| target.on_table().is_some_and(|spot| spot.value() == value));
    let width = |value| if has_lit(value) { "var(--finger)" } else { "var(--strip)" };
    let columns = (1..=Spot::VALUE_MOST).map(|value| format!(" minmax({}, 1fr)", width(value)));
    format!("var(--label){}", columns.collect::<String>())
}

/// The column of a value; the first is the label's.
fn column(value: usize) -> String {
    (value + 1).to_string()
}

/// Scrolls the rows, where they are wider than the screen, so that something that is lit can be seen.
fn keep_lit_in_view(desk: Desk<Onze>, frame: NodeRef<html::Div>) {
    Effect::new(move |_| {
        desk.lit.track();
        request_animation_frame(move || {
            let Some(frame) = frame.get_untracked() else { return };
            let Ok(lit) = frame.query_selector_all(".lit") else { return };
            let bounds = frame.get_bounding_client_rect();
            let lit = (0..lit.length()).filter_map(|index| lit.item(index)?.dyn_into::<Element>().ok());
            let lit: Vec<_> = lit.map(|element| element.get_bounding_client_rect()).collect();
            if lit.iter().any(|spot| spot.left() >= bounds.left() && spot.right() <= bounds.right()) {
                return;
            }
            if let Some(first) = lit.first() {
                let aside = (first.left() + first.right() - bounds.left() - bounds.right()) / 2.0;
                frame.set_scroll_left(frame.scroll_left() + aside as i32);
            }
        });
    });
}

fn pile(desk: Desk<Onze>) -> impl IntoView {
    let shared = desk.place.shared;
    let size = memo(move || desk.view.read().public.pile_size);
    view! {
        <button type="button" class="stock" data-place="pile" class:bare=move || size.get() == 0
            {..spot_attributes(desk, Target::Pile)}
            aria-label=move || format!("{} ({})", shared.say(Label::Pile), size.get())>
            {back()}<span class="badge">{move || size.get()}</span>
        </button>
    }
}

/// Where jokers are discarded; beginners have none.
fn discard(desk: Desk<Onze>) -> impl IntoView {
    let shared = desk.place.shared;
    let has_jokers = memo(move || desk.view.read().public.rules.jokers() > 0);
    let out = memo(move || desk.view.read().public.jokers_out);
    let place = move || {
        view! {
            <button type="button" class="spot onze-discard" {..spot_attributes(desk, Target::Discard)}
                aria-label=move || format!("{} ({})", shared.say(Label::DiscardJoker), out.get())>
                <svg class="onze-crown" viewBox="0 0 12 12" aria-hidden="true"><use href="#joker"/></svg>
                <small>{shared.label(Label::Discard)}</small>
                {move || (out.get() > 0).then(|| view! { <span class="badge">{out.get()}</span> })}
            </button>
        }
    };
    view! { <Show when=move || has_jokers.get()>{place()}</Show> }
}

/// How many of the turn's four cards are used.
fn used(desk: Desk<Onze>) -> impl IntoView {
    let lang = move || desk.place.shared.preferences.lang();
    let count = memo(move || if let Phase::Playing(played) = desk.view.read().public.phase { played.used } else { 0 });
    let pips =
        move || (0..Played::MOST).map(|pip| view! { <i class:spent=move || pip < count.get()></i> }).collect_view();
    view! {
        <p class="onze-used" id="used" data-used=move || count.get().to_string() role="img"
            aria-label=move || cards_used(&desk.view.read().public, lang())>{pips()}</p>
    }
}

/// A row: its label and its spots; over them the bridges to the row above, the ways over a Liaison and the halves
/// that are full.
fn row(desk: Desk<Onze>, colour: Colour) -> impl IntoView {
    let shared = desk.place.shared;
    let lang = move || shared.preferences.lang();
    let bridges = memo(move || bridges(&desk.view.read().public, colour));
    let ways = memo(move || ways(&desk.view.read().public, &desk.lit.get(), colour));
    let halves = memo(move || full_halves(&desk.view.read().public, colour));
    let cells = (1..=Spot::VALUE_MOST).filter_map(|value| Spot::new(colour, value));
    let shape = format!("#{}", ink(colour).name());
    view! {
        <ol class=format!("onze-row ink-{}", ink(colour).name()) aria-label=move || name_row(colour, lang())>
            <li class="onze-label" aria-hidden="true">
                <svg viewBox="0 0 12 12"><use href=shape/></svg>
                <span>{move || row_letter(colour, lang())}</span>
            </li>
            {cells.map(|spot| cell(desk, spot)).collect_view()}
            <For each=move || halves.get() key=|half| half.name() children=move |half| view! {
                <li class=format!("onze-half {}", half.name()) aria-label=shared.label(Label::HalfRowFull)>
                    <span aria-hidden="true">"+11"</span>
                </li>
            }/>
            <For each=move || bridges.get() key=|value| *value children=move |value| view! {
                <li class="onze-bridge" style:grid-column=column(value) aria-hidden="true">
                    <svg viewBox="0 0 24 36" preserveAspectRatio="none">
                        <rect class="deck" x="6" y="0" width="12" height="36" rx="6"/>
                        <path class="planks" d="M7 9h10M7 15h10M7 21h10M7 27h10"/>
                    </svg>
                </li>
            }/>
            <For each=move || ways.get() key=|way| (way.spot.value(), way.from.index(), way.side.name())
                children=move |way| way_spot(desk, way)/>
        </ol>
    }
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
        match (public.jokers.has(spot), public.taken.has(spot), public.taken.connects(spot)) {
            (true, ..) => Self::Joker,
            (false, true, _) => Self::Number,
            (false, false, true) => Self::Opening,
            (false, false, false) => Self::Nothing,
        }
    }
}

fn cell(desk: Desk<Onze>, spot: Spot) -> impl IntoView {
    let shared = desk.place.shared;
    let lang = move || shared.preferences.lang();
    let lying = memo(move || Lying::of(&desk.view.read().public, spot));
    let name = move || Onze::name_card(&Card::Number(spot), Article::Bare, lang());
    let free_name = move || format!("{}, {}", name(), shared.say(Label::Free));
    let value = spot.value();
    let shape = move || format!("#{}", ink(spot.colour()).name());
    let drawn = move || match lying.get() {
        Lying::Nothing | Lying::Opening => view! {
            <button type="button" class="spot bare" class:open=lying.get() == Lying::Opening aria-label={free_name}
                {..spot_attributes(desk, Target::Table(spot))}>{value}</button>
        }
        .into_any(),
        Lying::Number => view! {
            <button type="button" class="spot onze-card" aria-label={name}
                {..spot_attributes(desk, Target::Table(spot))}>
                <span class="paper" data-travel={<Onze as Gestures>::write_card(Card::Number(spot))}>
                    <b>{value}</b><svg viewBox="0 0 12 12" aria-hidden="true"><use href=shape()/></svg>
                </span>
            </button>
        }
        .into_any(),
        Lying::Joker => view! {
            <button type="button" class="spot onze-card joker" aria-label=move || name_joker(spot, lang())
                class:wanted=move || desk.offer.read().has(&Move::Swap(spot))
                {..spot_attributes(desk, Target::Joker(spot))}>
                <span class="paper" data-travel={<Onze as Gestures>::write_card(Card::Joker)}>
                    <svg class="ink-black" viewBox="0 0 12 12" aria-hidden="true"><use href="#joker"/></svg>
                    <b class="tag">{value}</b>
                </span>
            </button>
        }
        .into_any(),
    };
    view! { <li class="onze-cell" style:grid-column=column(value)>{drawn}</li> }
}

/// The values at which a bridge leads from a row to the one above it.
fn bridges(public: &Public, colour: Colour) -> Vec<usize> {
    let above = above(public, colour);
    let joins = |one: Spot, other: Spot| one.colour() == colour && Some(other.colour()) == above;
    let links = public.links.iter().filter(|link| joins(link.from, link.to) || joins(link.to, link.from));
    let mut values: Vec<usize> = links.map(|link| link.to.value()).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// The row above a row.
fn above(public: &Public, colour: Colour) -> Option<Colour> {
    let colours = public.rows.colours();
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

fn way_spot(desk: Desk<Onze>, way: Way) -> impl IntoView {
    let lang = move || desk.place.shared.preferences.lang();
    let Way { spot, from, side } = way;
    let label = move || format!("{} ({})", name_over(spot, from, lang()), liaison_used(lang()));
    view! {
        <li class=format!("onze-way {}", side.name()) style:grid-column=column(spot.value())>
            <button type="button" class="spot" aria-label={label} {..spot_attributes(desk, Target::Over { spot, from })}>
                <b>{spot.value()}</b>
                <small aria-hidden="true">{move || liaison_used(lang())}</small>
            </button>
        </li>
    }
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
    let is_full = |end: usize| Spot::new(colour, end).is_some_and(|end| public.taken.full_halves(end) > 0);
    let halves = [(Half::Low, 1), (Half::High, Spot::VALUE_MOST)];
    halves.into_iter().filter(|(_, end)| is_full(*end)).map(|(half, _)| half).collect()
}
