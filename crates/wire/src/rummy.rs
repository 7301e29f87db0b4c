//! Rummy written down: `play r7 b7 j7 | n3 n4 n5 *`, `draw`, `pass`, `timeout`.

mod events;

use engine::games::Rummy;
use engine::games::rummy::{
    Bag, Board, Colour, Hidden, JokerRule, Layout, Move, Phase, Rack, Reading, Rules, Shown, State, Tile,
};
use engine::{Ending, PerSeat, SeatCount};
use serde_json::{Map, Value};
use smallvec::{SmallVec, smallvec};

use crate::codec::{Codec, Found, Sight};
use crate::fault::{Fault, Kind};
use crate::fields::{Fields, read_cards};
use crate::material::{FaceDown, Material, hand_sizes, of_hands};
use crate::position::Common;

const JOKER_RULES: [(&str, JokerRule); 2] = [("replace", JokerRule::Replace), ("free", JokerRule::Free)];

impl Codec for Rummy {
    type Card = Tile;

    fn read_moves(text: &str) -> Option<SmallVec<[Move; 2]>> {
        let text = text.to_ascii_lowercase();
        let mv = match text.as_str() {
            "draw" => Move::Draw,
            "pass" => Move::Pass,
            "timeout" => Move::Timeout,
            _ => {
                let sets = text.strip_prefix("play").filter(|rest| rest.starts_with(char::is_whitespace));
                Move::Play(if text == "play" { Layout::EMPTY } else { read_layout(sets?)? })
            }
        };
        Some(smallvec![mv])
    }

    fn write_move(mv: &Move) -> String {
        match mv {
            Move::Play(table) if table.is_empty() => "play".into(),
            Move::Play(table) => format!("play {}", table.sets().map(write_set).collect::<Vec<_>>().join(" | ")),
            Move::Draw => "draw".into(),
            Move::Pass => "pass".into(),
            Move::Timeout => "timeout".into(),
        }
    }

    fn read_rules(options: &mut Fields<'_>) -> Rules {
        let default = Rules::default();
        let joker = options.word("joker", &JOKER_RULES).unwrap_or_default();
        let mut number =
            |option, range, default: u16| options.number(option, range).map_or(default, |value| value as u16);
        Rules {
            joker,
            turn_seconds: number("turn_seconds", 0..=9999, default.turn_seconds),
            joker_points: number("joker_points", 0..=9999, default.joker_points),
            rounds: number("rounds", 1..=9999, default.rounds),
        }
    }

    fn write_rules(rules: &Rules, options: &mut Map<String, Value>) {
        let default = Rules::default();
        let word = JOKER_RULES.iter().find(|(_, rule)| *rule == rules.joker);
        if let Some((word, _)) = word.filter(|(_, rule)| *rule != default.joker) {
            options.insert("joker".into(), (*word).into());
        }
        for (option, value, default) in [
            ("turn_seconds", rules.turn_seconds, default.turn_seconds),
            ("joker_points", rules.joker_points, default.joker_points),
            ("rounds", rules.rounds, default.rounds),
        ] {
            if value != default {
                options.insert(option.into(), value.into());
            }
        }
    }

    fn read_state(fields: &mut Fields<'_>, common: Common<Self>) -> Option<Found<Self>> {
        let faults = fields.faults;
        let seats = common.sheet.seats();
        let mut material = material();

        let racks = fields.need_hands("racks", seats, Tile::COUNT, |seat| common.hand_written(seat), read_tile);
        let opened: PerSeat<bool> = fields.per_seat("opened", seats, |value, name| {
            let opened = value.as_bool();
            if opened.is_none() {
                faults.note(Fault::WrongKind { field: name.into(), wanted: Kind::Boolean });
            }
            opened
        });
        let table = read_table(fields);
        let pile = fields.pile(Tile::COUNT, common.pile_written(), read_tile);
        let passes = fields.number("passes", 0..=seats.get() as i64).unwrap_or(0) as u8;
        material.claim_face_down(racks.iter().chain([&pile]));
        material.claim(&table.concat());
        material.finish("racks", faults);
        if !faults.is_empty() {
            return None;
        }

        let (open_racks, undealt) = (read_racks(seats, &racks), common.is_undealt());
        let phase = match common.outcome.clone() {
            Some(outcome) => Phase::Over(Box::new(Ending { outcome, hands: open_racks })),
            None if undealt => Phase::Undealt,
            None => Phase::Playing(()),
        };
        let board = Board { table: lay_out(&table), opened, pile_size: pile.size as u8, passes };
        Some(common.found(board, phase, hand_sizes(seats, &racks), &open_racks, pile.cards))
    }

    fn complete(found: Found<Self>) -> State {
        let Found { public, hands, pile } = found;
        let hands = PerSeat::from_fn(public.sheet.seats(), |seat| hands[seat.index()]);
        let on_racks = hands.values().iter().flat_map(|rack: &Rack| rack.tiles.iter());
        let named = on_racks.chain(pile.iter().copied()).chain(public.board.table.tiles().iter().copied());
        let out = Bag::ALL.minus(named.collect());
        State { public, hands, hidden: Hidden { pile: pile.into_iter().rev().collect(), out } }
    }

    fn write_state(sight: &Sight<'_, Self>, fields: &mut Map<String, Value>) {
        let public = sight.public();
        let mut put = |field: &str, value: Value| fields.insert(field.into(), value);
        put("racks", sight.hands(write_rack));
        put("opened", public.board.opened.values().into());
        put("table", write_layout(&public.board.table));
        put(
            "pile",
            match sight.state() {
                Some(state) => write_tiles(state.hidden.pile.iter().rev().copied()),
                None => public.board.pile_size.into(),
            },
        );
        put("passes", public.board.passes.into());
    }

    fn read_shown(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
        fields.need_word("event", &events::READERS)?(fields, seats)
    }

    fn write_shown(shown: &Shown) -> String {
        events::write(shown)
    }
}

/// How often each tile can be named.
fn material() -> Material<impl Fn(&Tile) -> (String, usize)> {
    Material::new(Tile::COUNT, |tile: &Tile| (write_tile(*tile), 2))
}

/// The racks that are named, as they are held.
fn read_racks(seats: SeatCount, racks: &[FaceDown<Tile>]) -> PerSeat<Rack> {
    of_hands(seats, racks, |rack| Rack { tiles: rack.cards.iter().copied().collect() })
}

/// The sets on the table.
fn read_table(fields: &mut Fields<'_>) -> Vec<Vec<Tile>> {
    let faults = fields.faults;
    let mut table = Vec::new();
    for (index, set) in fields.list("table").into_iter().enumerate() {
        let set = split_set(set);
        let written = set.as_array().map(Vec::len);
        let tiles = read_cards(set, &format!("table[{index}]"), faults, read_tile);
        // Tiles that cannot be read are faults of their own.
        if written == Some(tiles.len()) && Reading::of(&tiles).is_err() {
            faults.note(Fault::NotASet { set: write_set(&tiles) });
        }
        table.push(tiles);
    }
    table
}

/// The sets side by side.
fn lay_out(table: &[Vec<Tile>]) -> Layout {
    let mut layout = Layout::EMPTY;
    for set in table {
        // There is no room only for tiles named too often.
        layout.push(set);
    }
    layout
}

/// Sets with bars between them; none may be empty.
fn read_layout(text: &str) -> Option<Layout> {
    let mut table = Layout::EMPTY;
    for set in text.split('|') {
        let tiles: Option<Vec<Tile>> = set.split_whitespace().map(read_tile).collect();
        table.push(&tiles?).then_some(())?;
    }
    Some(table)
}

/// A set in a position is a list of tiles; the tiles in one text, as in a move, do as well.
fn split_set(set: Value) -> Value {
    match set {
        Value::String(text) => text.split_whitespace().collect(),
        other => other,
    }
}

fn read_tile(text: &str) -> Option<Tile> {
    let text = text.trim().to_ascii_lowercase();
    if text == "*" {
        return Some(Tile::JOKER);
    }
    let colour = COLOURS.iter().find(|(letter, _)| text.starts_with(*letter))?;
    let rank = RANKS.iter().position(|rank| rank.eq_ignore_ascii_case(&text[1..]))?;
    Tile::new(colour.1, rank as u8 + 1)
}

const COLOURS: [(&str, Colour); 4] =
    [("n", Colour::Black), ("r", Colour::Red), ("b", Colour::Blue), ("j", Colour::Yellow)];
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// A tile as it is written: colour and rank, or `*`.
#[must_use]
pub fn write_tile(tile: Tile) -> String {
    tile_signs(tile).concat()
}

/// The colour and the rank of a tile, or `*` and nothing.
fn tile_signs(tile: Tile) -> [&'static str; 2] {
    let letter = COLOURS.iter().find(|(_, colour)| Some(*colour) == tile.colour());
    let rank = RANKS.get(usize::from(tile.rank()).wrapping_sub(1));
    match (letter, rank) {
        (Some((letter, _)), Some(rank)) => [letter, rank],
        _ => ["*", ""],
    }
}

/// A set as it is written in a move: its tiles with spaces between them.
#[must_use]
pub fn write_set(set: &[Tile]) -> String {
    set.iter().map(|tile| write_tile(*tile)).collect::<Vec<_>>().join(" ")
}

fn write_tiles(tiles: impl Iterator<Item = Tile>) -> Value {
    tiles.map(write_tile).collect()
}

fn write_rack(rack: &Rack) -> Value {
    write_tiles(rack.tiles.iter())
}

fn write_layout(table: &Layout) -> Value {
    table.sets().map(|set| write_tiles(set.iter().copied())).collect()
}
