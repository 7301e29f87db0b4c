//! DOS written down: what is shown of its events.

use engine::games::Dos;
use engine::games::dos::{Card, ColourBonus, Hand, Match, Reason, Shown, ShownDeal};
use engine::{Seat, SeatCount};
use serde_json::{Value, json};

use super::{material, read_card, read_hands, read_match, read_owed, write_card, write_cards, write_hand, write_owed};
use crate::codec::EventReader;
use crate::fault::Fault;
use crate::fields::{Fields, read_cards, word_for};
use crate::material::{CardsAs, hand_sizes};
use crate::position::{read_ending, write_ending};
use crate::text::EventText;

const REASONS: [(&str, Reason); 3] = [("turn", Reason::Turn), ("double", Reason::Double), ("penalty", Reason::Penalty)];

const BONUSES: [(&str, ColourBonus); 2] = [("single", ColourBonus::Single), ("double", ColourBonus::Double)];

/// An event as the text of an object.
pub(super) fn write(shown: &Shown) -> String {
    let by_seat = |event: &str, seat: Seat| EventText::new(event).json("seat", seat);
    let with_card = |event: &str, seat, card| by_seat(event, seat).text("card", write_card(card));
    let text = match *shown {
        Shown::Dealt(ref deal) => {
            let draws = deal.draws.iter();
            let draws = draws.map(|(seat, card)| json!({ "seat": seat.index(), "card": write_card(*card) }));
            EventText::new("dealt")
                .json("dealer", deal.dealer)
                .json("draws", draws.collect::<Value>())
                .json("centre", write_cards(deal.centre.iter().copied()))
                .json("hands", Value::from(deal.hand_sizes.values()))
                .json("pile", deal.pile_size)
                .json("hand", Value::from(deal.hand.map(write_hand)))
        }
        Shown::Matched { seat, centre, play, bonus } => by_seat("matched", seat)
            .json("centre", centre)
            .json("with", write_cards(play.cards()))
            .json("bonus", Value::from(bonus.map(|bonus| word_for(&BONUSES, bonus)))),
        Shown::Drew { seat, card, reason } => {
            let event = match card {
                Some(card) => with_card("drew", seat, card),
                None => by_seat("drew", seat),
            };
            event.text("reason", word_for(&REASONS, reason))
        }
        Shown::DrewNothing { seat } => by_seat("drew-nothing", seat),
        Shown::Put { seat, card } => with_card("put", seat, card),
        Shown::Swept => EventText::new("swept"),
        Shown::Filled { card } => EventText::new("filled").text("card", write_card(card)),
        Shown::BonusesDue { seat } => by_seat("bonuses-due", seat),
        Shown::Added { seat, card } => with_card("added", seat, card),
        Shown::Declined { seat } => by_seat("declined", seat),
        Shown::Called { seat } => by_seat("called", seat),
        Shown::Caught { seat, by } => by_seat("caught", seat).json("by", by),
        Shown::PileRanOut { owed } => EventText::new("pile-ran-out").json("owed", write_owed(owed)),
        Shown::Reshuffled(pile_size) => EventText::new("reshuffled").json("pile", pile_size),
        Shown::TurnPassed { to } => EventText::new("turn-passed").json("to", to),
        Shown::RoundEnded(ref ending) => write_ending(ending, "hands", |hand| write_hand(*hand)),
    };
    text.finish()
}

/// Every event by name, with what reads the rest of it.
pub(super) const READERS: [(&str, EventReader<Dos>); 16] = [
    ("dealt", read_dealt),
    ("matched", read_matched),
    ("drew", |fields, seats| {
        let seat = fields.need_seat("seat", seats)?;
        let reason = fields.need_word("reason", &REASONS)?;
        Some(Shown::Drew { seat, card: fields.card("card", read_card), reason })
    }),
    ("drew-nothing", |fields, seats| Some(Shown::DrewNothing { seat: fields.need_seat("seat", seats)? })),
    ("put", |fields, seats| {
        Some(Shown::Put { seat: fields.need_seat("seat", seats)?, card: fields.need_card("card", read_card)? })
    }),
    ("swept", |_, _| Some(Shown::Swept)),
    ("filled", |fields, _| Some(Shown::Filled { card: fields.need_card("card", read_card)? })),
    ("bonuses-due", |fields, seats| Some(Shown::BonusesDue { seat: fields.need_seat("seat", seats)? })),
    ("added", |fields, seats| {
        Some(Shown::Added { seat: fields.need_seat("seat", seats)?, card: fields.need_card("card", read_card)? })
    }),
    ("declined", |fields, seats| Some(Shown::Declined { seat: fields.need_seat("seat", seats)? })),
    ("called", |fields, seats| Some(Shown::Called { seat: fields.need_seat("seat", seats)? })),
    ("caught", |fields, seats| {
        Some(Shown::Caught { seat: fields.need_seat("seat", seats)?, by: fields.need_seat("by", seats)? })
    }),
    ("pile-ran-out", |fields, seats| {
        fields.expect("owed");
        Some(Shown::PileRanOut { owed: read_owed(fields, seats)? })
    }),
    ("reshuffled", |fields, _| Some(Shown::Reshuffled(fields.need_number("pile", 0..=Card::COUNT as i64)? as u8))),
    ("turn-passed", |fields, seats| Some(Shown::TurnPassed { to: fields.need_seat("to", seats)? })),
    ("round-ended", |fields, seats| {
        let ending = read_ending(fields, seats, ("hands", Card::COUNT), material(), read_card, read_hands)?;
        Some(Shown::RoundEnded(Box::new(ending)))
    }),
];

fn read_dealt(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
    let faults = fields.faults;
    let dealer = fields.need_seat("dealer", seats)?;
    let mut draws = Vec::new();
    for (index, draw) in fields.list("draws").into_iter().enumerate() {
        let mut draw = Fields::new(draw, &format!("draws[{index}]"), faults);
        draws.push((draw.need_seat("seat", seats)?, draw.need_card("card", read_card)?));
        draw.finish(|field| Fault::UnknownField { field });
    }
    fields.expect("centre");
    let centre = fields.cards("centre", read_card);
    let sizes = fields.need_hands("hands", seats, Card::COUNT, |_| CardsAs::Count, read_card);
    fields.expect("pile");
    let pile = fields.pile(Card::COUNT, CardsAs::Count, read_card);
    let hand = fields.take("hand").map(|hand| read_cards(hand, "hand", faults, read_card));
    let mut material = material();
    material.claim(centre.iter().chain(hand.iter().flatten()));
    material.finish("hand", faults);
    faults.is_empty().then(|| {
        Shown::Dealt(Box::new(ShownDeal {
            dealer,
            draws,
            hand_sizes: hand_sizes(seats, &sizes),
            centre: centre.into_iter().collect(),
            pile_size: pile.size as u8,
            hand: hand.map(|cards| Hand { cards: cards.into_iter().collect() }),
        }))
    })
}

fn read_matched(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
    let seat = fields.need_seat("seat", seats)?;
    let Match { centre, play } = read_match(fields, Card::COUNT)?;
    Some(Shown::Matched { seat, centre, play, bonus: fields.word("bonus", &BONUSES) })
}
