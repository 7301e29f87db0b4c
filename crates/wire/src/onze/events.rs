//! Onze written down: what is shown of its events.

use engine::games::Onze;
use engine::games::onze::{Card, Colour, Link, Shown, ShownDeal, Spot, Variant};
use engine::{Seat, SeatCount};
use serde_json::Value;

use super::{
    material, read_card, read_hands, read_laid, read_link, read_rows, read_spot, write_card, write_hand, write_joker,
    write_link, write_rows, write_spot,
};
use crate::codec::EventReader;
use crate::fault::Fault;
use crate::fields::{Fields, read_cards};
use crate::material::{CardsAs, hand_sizes};
use crate::position::{read_ending, write_ending};
use crate::text::EventText;

/// An event as the text of an object.
pub(super) fn write(shown: &Shown) -> String {
    let by_seat = |event: &str, seat: Seat| EventText::new(event).json("seat", seat);
    let laid = |event: &str, seat: Seat, card: String, spot: Spot, from: Option<Colour>| {
        let text = by_seat(event, seat).text("card", card);
        match from {
            Some(from) => text.text("link", write_link(Link { from: spot.across(from), to: spot })),
            None => text,
        }
    };
    let text = match *shown {
        Shown::Dealt(ref deal) => EventText::new("dealt")
            .json("first", deal.first)
            .json("rows", write_rows(&deal.rows))
            .json("hands", Value::from(deal.hand_sizes.values()))
            .json("pile", deal.pile_size)
            .json("hand", Value::from(deal.hand.as_ref().map(write_hand))),
        Shown::Laid { seat, spot, from } => laid("laid", seat, write_spot(spot), spot, from),
        Shown::JokerLaid { seat, spot, from } => laid("joker-laid", seat, write_joker(spot), spot, from),
        Shown::Swapped { seat, spot } => by_seat("swapped", seat).text("card", write_spot(spot)),
        Shown::JokerDiscarded { seat } => by_seat("joker-discarded", seat),
        Shown::BonusTaken { seat } => by_seat("bonus-taken", seat),
        Shown::Drew { seat, card: Some(card) } => by_seat("drew", seat).text("card", write_card(card)),
        Shown::Drew { seat, card: None } => by_seat("drew", seat),
        Shown::Passed { seat } => by_seat("passed", seat),
        Shown::TurnPassed { to } => EventText::new("turn-passed").json("to", to),
        Shown::RoundEnded(ref ending) => write_ending(ending, "hands", write_hand),
    };
    text.finish()
}

/// Every event by name, with what reads the rest of it.
pub(super) const READERS: [(&str, EventReader<Onze>); 10] = [
    ("dealt", read_dealt),
    ("laid", |fields, seats| {
        let seat = fields.need_seat("seat", seats)?;
        let spot = fields.need_card("card", read_spot)?;
        Some(Shown::Laid { seat, spot, from: read_from(fields, spot) })
    }),
    ("joker-laid", |fields, seats| {
        let seat = fields.need_seat("seat", seats)?;
        let read_joker = |text: &str| read_laid(text).filter(|laid| laid.card == Card::Joker);
        let spot = fields.need_card("card", read_joker)?.spot;
        Some(Shown::JokerLaid { seat, spot, from: read_from(fields, spot) })
    }),
    ("swapped", |fields, seats| {
        Some(Shown::Swapped { seat: fields.need_seat("seat", seats)?, spot: fields.need_card("card", read_spot)? })
    }),
    ("joker-discarded", |fields, seats| Some(Shown::JokerDiscarded { seat: fields.need_seat("seat", seats)? })),
    ("bonus-taken", |fields, seats| Some(Shown::BonusTaken { seat: fields.need_seat("seat", seats)? })),
    ("drew", |fields, seats| {
        Some(Shown::Drew { seat: fields.need_seat("seat", seats)?, card: fields.card("card", read_card) })
    }),
    ("passed", |fields, seats| Some(Shown::Passed { seat: fields.need_seat("seat", seats)? })),
    ("turn-passed", |fields, seats| Some(Shown::TurnPassed { to: fields.need_seat("to", seats)? })),
    ("round-ended", |fields, seats| {
        let ending =
            read_ending(fields, seats, ("hands", Card::COUNT), material(Variant::Booklet), read_card, read_hands)?;
        Some(Shown::RoundEnded(Box::new(ending)))
    }),
];

fn read_dealt(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
    let faults = fields.faults;
    let first = fields.need_seat("first", seats)?;
    let rows = read_rows(fields)?;
    let sizes = fields.need_hands("hands", seats, Card::COUNT, |_| CardsAs::Count, read_card);
    fields.expect("pile");
    let pile = fields.pile(Card::COUNT, CardsAs::Count, read_card);
    let hand = fields.take("hand").map(|hand| read_cards(hand, "hand", faults, read_card));
    let mut material = material(Variant::Booklet);
    material.claim(hand.iter().flatten());
    material.finish("hand", faults);
    Some(Shown::Dealt(Box::new(ShownDeal {
        first,
        rows,
        hand_sizes: hand_sizes(seats, &sizes),
        pile_size: pile.size as u8,
        hand: hand.map(|cards| cards.into_iter().collect()),
    })))
}

/// The row a Liaison to this spot comes from, if one was used.
fn read_from(fields: &mut Fields<'_>, spot: Spot) -> Option<Colour> {
    let link = fields.take("link")?;
    let from = link.as_str().and_then(read_link).filter(|link| link.to == spot).map(|link| link.from.colour());
    if from.is_none() {
        let link = link.as_str().map_or_else(|| link.to_string(), String::from);
        fields.faults.note(Fault::NotALink { link });
    }
    from
}
