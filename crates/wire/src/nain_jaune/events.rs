//! Nain Jaune written down: what is shown of its events.

use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, Hand, Shown, ShownDeal};
use engine::{Seat, SeatCount};
use serde_json::Value;

use super::{MAX_TOKENS, material, read_card, read_hands, write_card, write_hand};
use crate::codec::EventReader;
use crate::fields::{Fields, read_cards};
use crate::material::{CardsAs, hand_sizes};
use crate::position::{read_ending, write_ending};
use crate::text::EventText;

/// An event as the text of an object.
pub(super) fn write(shown: &Shown) -> String {
    let by_seat = |event: &str, seat: Seat| EventText::new(event).json("seat", seat);
    let text = match *shown {
        Shown::Dealt(ref deal) => EventText::new("dealt")
            .json("dealer", deal.dealer)
            .json("hands", Value::from(deal.hand_sizes.values()))
            .json("hand", Value::from(deal.hand.as_ref().map(write_hand))),
        Shown::Laid { seat, card } => by_seat("laid", seat).text("card", write_card(card)),
        Shown::TookStake { seat, square, tokens } => {
            by_seat("took-stake", seat).text("square", write_card(square)).json("tokens", tokens)
        }
        Shown::SaidSans { seat } => by_seat("said-sans", seat),
        Shown::TurnPassed { to } => EventText::new("turn-passed").json("to", to),
        Shown::Restarted { seat } => by_seat("restarted", seat),
        Shown::WentOut { seat } => by_seat("went-out", seat),
        Shown::RoundEnded(ref ending) => write_ending(ending, "hands", write_hand),
    };
    text.finish()
}

/// Every event by name, with what reads the rest of it.
pub(super) const READERS: [(&str, EventReader<NainJaune>); 8] = [
    ("dealt", read_dealt),
    ("laid", |fields, seats| {
        Some(Shown::Laid { seat: fields.need_seat("seat", seats)?, card: fields.need_card("card", read_card)? })
    }),
    ("took-stake", |fields, seats| {
        let seat = fields.need_seat("seat", seats)?;
        let square = fields.need_card("square", read_card)?;
        Some(Shown::TookStake { seat, square, tokens: fields.need_number("tokens", 0..=MAX_TOKENS)? as i32 })
    }),
    ("said-sans", |fields, seats| Some(Shown::SaidSans { seat: fields.need_seat("seat", seats)? })),
    ("turn-passed", |fields, seats| Some(Shown::TurnPassed { to: fields.need_seat("to", seats)? })),
    ("restarted", |fields, seats| Some(Shown::Restarted { seat: fields.need_seat("seat", seats)? })),
    ("went-out", |fields, seats| Some(Shown::WentOut { seat: fields.need_seat("seat", seats)? })),
    ("round-ended", |fields, seats| {
        let ending = read_ending(fields, seats, ("hands", Card::COUNT), material(), read_card, read_hands)?;
        Some(Shown::RoundEnded(Box::new(ending)))
    }),
];

fn read_dealt(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
    let faults = fields.faults;
    let dealer = fields.need_seat("dealer", seats)?;
    let sizes = fields.need_hands("hands", seats, Card::COUNT, |_| CardsAs::Count, read_card);
    let hand = fields.take("hand").map(|hand| read_cards(hand, "hand", faults, read_card));
    let mut material = material();
    material.claim(hand.iter().flatten());
    material.finish("hand", faults);
    Some(Shown::Dealt(Box::new(ShownDeal {
        dealer,
        hand_sizes: hand_sizes(seats, &sizes),
        hand: hand.map(|cards| Hand { cards: cards.into_iter().collect() }),
    })))
}
