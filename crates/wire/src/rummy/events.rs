//! Rummy written down: what is shown of its events.

use std::fmt::{self, Display};

use engine::games::Rummy;
use engine::games::rummy::{Drawing, Layout, Rack, Shown, ShownDeal, Tile};
use engine::{Seat, SeatCount};
use serde_json::{Value, json};

use super::{lay_out, material, read_racks, read_table, read_tile, tile_signs, write_rack, write_tile};
use crate::codec::EventReader;
use crate::fault::{Fault, Kind};
use crate::fields::{Fields, read_card, read_cards, read_number};
use crate::material::{CardsAs, hand_sizes};
use crate::position::{read_ending, write_ending};
use crate::text::EventText;

/// An event as the text of an object.
pub(super) fn write(shown: &Shown) -> String {
    let by_seat = |event: &str, seat: Seat| EventText::new(event).json("seat", seat);
    let text = match *shown {
        Shown::Dealt(ref deal) => {
            let drawn = deal.drawn.iter();
            let drawn = drawn.map(|drawing| json!([drawing.seat.index(), write_tile(drawing.tile)]));
            EventText::new("dealt")
                .json("drawn", drawn.collect::<Value>())
                .json("first", deal.first)
                .json("racks", Value::from(deal.rack_sizes.values()))
                .json("pile", deal.pile_size)
                .json("rack", Value::from(deal.hand.as_ref().map(write_rack)))
        }
        Shown::Played { seat, ref table } => by_seat("played", seat).json("table", layout_text(table)),
        Shown::TimedOut { seat } => by_seat("timed-out", seat),
        Shown::Drew { seat, tile: Some(tile) } => by_seat("drew", seat).text("tile", write_tile(tile)),
        Shown::Drew { seat, tile: None } => by_seat("drew", seat),
        Shown::Passed { seat } => by_seat("passed", seat),
        Shown::TurnPassed { to } => EventText::new("turn-passed").json("to", to),
        Shown::RoundEnded(ref ending) => write_ending(ending, "racks", write_rack),
    };
    text.finish()
}

/// A table as JSON, sign by sign: it is most of what a round of Rummy sends.
fn layout_text(table: &Layout) -> impl Display {
    fmt::from_fn(|text| {
        text.write_str("[")?;
        for (index, set) in table.sets().enumerate() {
            text.write_str(if index == 0 { "[" } else { ",[" })?;
            for (index, tile) in set.iter().enumerate() {
                text.write_str(if index == 0 { "\"" } else { ",\"" })?;
                tile_signs(*tile).into_iter().try_for_each(|sign| text.write_str(sign))?;
                text.write_str("\"")?;
            }
            text.write_str("]")?;
        }
        text.write_str("]")
    })
}

/// Every event by name, with what reads the rest of it.
pub(super) const READERS: [(&str, EventReader<Rummy>); 7] = [
    ("dealt", read_dealt),
    ("played", |fields, seats| {
        let seat = fields.need_seat("seat", seats)?;
        fields.expect("table");
        let table = read_table(fields);
        let mut material = material();
        material.claim(&table.concat());
        material.finish("table", fields.faults);
        Some(Shown::Played { seat, table: lay_out(&table) })
    }),
    ("timed-out", |fields, seats| Some(Shown::TimedOut { seat: fields.need_seat("seat", seats)? })),
    ("drew", |fields, seats| {
        Some(Shown::Drew { seat: fields.need_seat("seat", seats)?, tile: fields.card("tile", read_tile) })
    }),
    ("passed", |fields, seats| Some(Shown::Passed { seat: fields.need_seat("seat", seats)? })),
    ("turn-passed", |fields, seats| Some(Shown::TurnPassed { to: fields.need_seat("to", seats)? })),
    ("round-ended", |fields, seats| {
        let ending = read_ending(fields, seats, ("racks", Tile::COUNT), material(), read_tile, read_racks)?;
        Some(Shown::RoundEnded(Box::new(ending)))
    }),
];

fn read_dealt(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
    let faults = fields.faults;
    let drawn = fields.list("drawn").into_iter().map(|drawing| read_drawing(drawing, fields, seats));
    let drawn: Option<Vec<Drawing>> = drawn.collect();
    let first = fields.need_seat("first", seats)?;
    let sizes = fields.need_hands("racks", seats, Tile::COUNT, |_| CardsAs::Count, read_tile);
    fields.expect("pile");
    let pile = fields.pile(Tile::COUNT, CardsAs::Count, read_tile);
    let rack = fields.take("rack").map(|rack| read_cards(rack, "rack", faults, read_tile));
    let mut material = material();
    material.claim(rack.iter().flatten());
    material.finish("rack", faults);
    Some(Shown::Dealt(Box::new(ShownDeal {
        drawn: drawn?,
        first,
        rack_sizes: hand_sizes(seats, &sizes),
        pile_size: pile.size as u8,
        hand: rack.map(|tiles| Rack { tiles: tiles.into_iter().collect() }),
    })))
}

/// A seat and the tile it drew for the start.
fn read_drawing(drawing: Value, fields: &Fields<'_>, seats: SeatCount) -> Option<Drawing> {
    let (name, faults) = (fields.name("drawn"), fields.faults);
    let Some([seat, tile]) = drawing.as_array().map(Vec::as_slice) else {
        faults.note(Fault::WrongKind { field: name, wanted: Kind::List });
        return None;
    };
    let number = read_number(seat, &name, 0..=seats.get() as i64 - 1, faults)?;
    let tile = read_card(tile, &name, faults, read_tile)?;
    Some(Drawing { seat: seats.seat(number as usize)?, tile })
}
