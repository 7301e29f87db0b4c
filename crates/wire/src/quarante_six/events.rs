//! Quarante-Six written down: what is shown of its events.

use engine::games::QuaranteSix;
use engine::games::quarante_six::{Card, Hand, Shown, ShownDeal};
use engine::{Seat, SeatCount};
use serde_json::Value;

use super::{
    material, read_any_card, read_hands, read_number, read_square, read_squares, write_board, write_card, write_hand,
    write_square,
};
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
            .json("squares", write_board(&deal.grid))
            .text("turned", write_card(deal.turned))
            .json("hands", Value::from(deal.hand_sizes.values()))
            .json("pile", deal.pile_size)
            .json("hand", Value::from(deal.hand.as_ref().map(write_hand))),
        Shown::Laid { seat, card } => by_seat("laid", seat).text("card", write_card(card)),
        Shown::JokerLaid { seat, square } => by_seat("joker-laid", seat).text("square", write_square(square)),
        Shown::Swapped { seat, card } => by_seat("swapped", seat).text("card", write_card(card)),
        Shown::Drew { seat, card: Some(card) } => by_seat("drew", seat).text("card", write_card(card)),
        Shown::Drew { seat, card: None } => by_seat("drew", seat),
        Shown::TurnPassed { to } => EventText::new("turn-passed").json("to", to),
        Shown::RoundEnded(ref ending) => write_ending(ending, "hands", write_hand),
    };
    text.finish()
}

/// Every event by name, with what reads the rest of it.
pub(super) const READERS: [(&str, EventReader<QuaranteSix>); 7] = [
    ("dealt", read_dealt),
    ("laid", |fields, seats| {
        Some(Shown::Laid { seat: fields.need_seat("seat", seats)?, card: fields.need_card("card", read_number)? })
    }),
    ("joker-laid", |fields, seats| {
        let seat = fields.need_seat("seat", seats)?;
        Some(Shown::JokerLaid { seat, square: fields.need_card("square", read_square)? })
    }),
    ("swapped", |fields, seats| {
        Some(Shown::Swapped { seat: fields.need_seat("seat", seats)?, card: fields.need_card("card", read_number)? })
    }),
    ("drew", |fields, seats| {
        Some(Shown::Drew { seat: fields.need_seat("seat", seats)?, card: fields.card("card", read_any_card) })
    }),
    ("turn-passed", |fields, seats| Some(Shown::TurnPassed { to: fields.need_seat("to", seats)? })),
    ("round-ended", |fields, seats| {
        let ending = read_ending(fields, seats, ("hands", Card::COUNT), material(), read_any_card, read_hands)?;
        Some(Shown::RoundEnded(Box::new(ending)))
    }),
];

fn read_dealt(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
    let faults = fields.faults;
    let dealer = fields.need_seat("dealer", seats)?;
    let grid = read_squares(fields.need("squares")?, faults)?;
    let turned = fields.need_card("turned", read_any_card)?;
    let sizes = fields.need_hands("hands", seats, Card::COUNT, |_| CardsAs::Count, read_any_card);
    fields.expect("pile");
    let pile = fields.pile(Card::COUNT, CardsAs::Count, read_any_card);
    let hand = fields.take("hand").map(|hand| read_cards(hand, "hand", faults, read_any_card));
    let mut material = material();
    material.claim(hand.iter().flatten().chain([&turned]));
    material.finish("hand", faults);
    Some(Shown::Dealt(Box::new(ShownDeal {
        dealer,
        grid,
        hand_sizes: hand_sizes(seats, &sizes),
        turned,
        pile_size: pile.size as u8,
        hand: hand.map(|cards| Hand { cards: cards.into_iter().collect(), last_card: None }),
    })))
}
