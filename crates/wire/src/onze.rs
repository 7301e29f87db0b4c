//! Onze written down: `R10`, `B9@Y`, `*R9`, `*R9@B`, `R9=*`, `*x`, `draw`, `end`, `pass`.

mod events;

use engine::games::Onze;
use engine::games::onze::{
    BONUSES, Board, Card, Colour, First, Hand, Hidden, JOKERS, LIAISONS, Link, MAX_SEATS, Move, Phase, Played, Rows,
    Rules, Shown, Spot, SpotSet, State, Variant,
};
use engine::{Ending, PerSeat, Seat, SeatCount};
use serde_json::{Map, Value, json};
use smallvec::{SmallVec, smallvec};

use crate::codec::{Codec, Found, Sight};
use crate::fault::{Fault, Faults};
use crate::fields::{Fields, read_cards, read_number};
use crate::material::{FaceDown, Material, hand_sizes, of_hands};
use crate::position::Common;

const VARIANTS: [(&str, Variant); 1] = [("debutant", Variant::Beginners)];
const RANDOM: &str = "random";

impl Codec for Onze {
    type Card = Card;

    fn read_moves(text: &str) -> Option<SmallVec<[Move; 2]>> {
        let text: String = text.to_ascii_lowercase().split_whitespace().collect();
        let mv = match text.as_str() {
            "draw" => Move::Draw,
            "end" => Move::End,
            "pass" => Move::Pass,
            _ => {
                if let Some((card, joker)) = text.split_once('=') {
                    (joker.trim() == "*").then_some(())?;
                    Move::Swap(read_spot(card)?)
                } else {
                    read_lay(&text)?
                }
            }
        };
        Some(smallvec![mv])
    }

    fn write_move(mv: &Move) -> String {
        let over = |from: Option<Colour>| from.map(|from| format!("@{}", write_colour(from))).unwrap_or_default();
        match *mv {
            Move::Lay { spot, from } => format!("{}{}", write_spot(spot), over(from)),
            Move::LayJoker { spot, from } => format!("*{}{}", write_spot(spot), over(from)),
            Move::Swap(spot) => format!("{}=*", write_spot(spot)),
            Move::DiscardJoker => "*x".into(),
            Move::Draw => "draw".into(),
            Move::End => "end".into(),
            Move::Pass => "pass".into(),
        }
    }

    fn read_rules(options: &mut Fields<'_>) -> Rules {
        Rules {
            variant: options.word("variant", &VARIANTS).unwrap_or_default(),
            rounds: options.number("rounds", 1..=9999).unwrap_or(1) as u16,
            first: read_first(options).unwrap_or_default(),
        }
    }

    fn fit_rules(rules: &mut Rules, seats: SeatCount, faults: &Faults) {
        if let First::Seat(seat) = rules.first
            && seats.seat(seat.index()).is_none()
        {
            let (value, high) = (seat.index() as i64, seats.get() as i64 - 1);
            faults.note(Fault::OutOfRange { field: "first".into(), value, low: 0, high });
        }
    }

    fn write_rules(rules: &Rules, options: &mut Map<String, Value>) {
        if let Some((word, _)) = VARIANTS.iter().find(|(_, variant)| *variant == rules.variant) {
            options.insert("variant".into(), (*word).into());
        }
        if rules.rounds != Rules::default().rounds {
            options.insert("rounds".into(), rules.rounds.into());
        }
        if rules.first != First::default() {
            let first: Value = match rules.first {
                First::Seat(seat) => seat.index().into(),
                First::Random => RANDOM.into(),
            };
            options.insert("first".into(), first);
        }
    }

    fn read_state(fields: &mut Fields<'_>, common: Common<Self>) -> Option<Found<Self>> {
        let faults = fields.faults;
        let seats = common.sheet.seats();
        let mut material = material(common.rules.variant);

        let rows = read_rows(fields);
        let table = fields.need("table").map(|table| read_cards(table, "table", faults, read_laid));
        let table = table.unwrap_or_default();
        let (mut taken, mut jokers) = (SpotSet::EMPTY, SpotSet::EMPTY);
        for laid in &table {
            material.claim([&laid.card]);
            // A number card that is named twice is a fault of its own.
            if taken.has(laid.spot) && (laid.card == Card::Joker || jokers.has(laid.spot)) {
                faults.note(Fault::SpotTwice { field: "table".into(), spot: write_spot(laid.spot) });
            }
            taken = taken.with(laid.spot);
            if laid.card == Card::Joker {
                jokers = jokers.with(laid.spot);
            }
        }
        let hands = fields.need_hands("hands", seats, Card::COUNT, |seat| common.hand_written(seat), read_card);
        let pile = fields.pile(Card::COUNT, common.pile_written(), read_card);
        material.claim_face_down(hands.iter().chain([&pile]));
        material.finish("hands", faults);

        let links = read_links(fields);
        let (liaisons, bonuses) = read_tokens(fields, common.rules.variant, seats, links.len());
        let first = fields.seat("first", seats).unwrap_or_default();
        let mut turn = fields.object("turn");
        let mut played = |field| turn.number(field, 0..=i64::from(Played::MAX)).unwrap_or(0) as u8;
        let played = Played { used: played("used"), laid: played("laid"), swaps: played("swaps") };
        turn.finish(|field| Fault::UnknownField { field });
        let passes = fields.number("passes", 0..=seats.get() as i64).unwrap_or(0) as u8;
        let open_hands = read_hands(seats, &hands);
        let jokers_seen = open_hands.values().iter().map(|hand| usize::from(hand.jokers)).sum::<usize>() + jokers.len();
        let jokers_out = match common.viewer {
            // A joker that is named nowhere is out of the game.
            None => {
                let in_pile = pile.cards.iter().filter(|card| **card == Card::Joker).count();
                usize::from(JOKERS).saturating_sub(jokers_seen + in_pile)
            }
            Some(_) => {
                let least = jokers_missing(common.rules.variant);
                let range = i64::from(least)..=i64::from(JOKERS) - jokers_seen as i64;
                fields.number("jokers_out", range).map_or(usize::from(least), |out| out as usize)
            }
        };
        if !faults.is_empty() {
            return None;
        }

        let undealt = common.is_undealt();
        let phase = match common.outcome.clone() {
            Some(outcome) => Phase::Over(Box::new(Ending { outcome, hands: open_hands })),
            None if undealt => Phase::Undealt,
            None => Phase::Playing(played),
        };
        let board = Board {
            rows: rows?,
            taken,
            jokers,
            links: links.into_iter().collect(),
            first,
            liaisons,
            bonuses,
            pile_size: pile.size as u8,
            jokers_out: jokers_out as u8,
            passes,
        };
        Some(common.found(board, phase, hand_sizes(seats, &hands), &open_hands, pile.cards))
    }

    fn complete(found: Found<Self>) -> State {
        let Found { public, hands, pile } = found;
        let hands = PerSeat::from_fn(public.sheet.seats(), |seat| hands[seat.index()]);
        let in_hands = hands.values().iter().flat_map(Hand::cards);
        let held: Hand = in_hands.chain(pile.iter().copied()).collect();
        let out = SpotSet::ALL.minus(held.numbers).minus(public.board.taken.minus(public.board.jokers));
        State { public, hands, hidden: Hidden { pile: pile.into_iter().rev().collect(), out } }
    }

    fn write_state(sight: &Sight<'_, Self>, fields: &mut Map<String, Value>) {
        let public = sight.public();
        let played = match public.phase {
            Phase::Playing(played) => played,
            Phase::Undealt | Phase::Over(_) => Played::default(),
        };
        let table = public.board.taken.iter().map(|spot| match public.board.jokers.has(spot) {
            true => write_joker(spot),
            false => write_spot(spot),
        });
        let mut put = |field: &str, value: Value| fields.insert(field.into(), value);
        put("rows", write_rows(&public.board.rows));
        put("table", table.collect());
        put("links", public.board.links.iter().map(|link| write_link(*link)).collect());
        put("hands", sight.hands(write_hand));
        put("liaisons", public.board.liaisons.values().into());
        put("bonuses", public.board.bonuses.values().into());
        put(
            "pile",
            match sight.state() {
                Some(state) => write_cards(state.hidden.pile.iter().rev().copied()),
                None => public.board.pile_size.into(),
            },
        );
        if sight.state().is_none() && public.board.jokers_out != jokers_missing(public.rules.variant) {
            put("jokers_out", public.board.jokers_out.into());
        }
        put("first", public.board.first.index().into());
        put("turn", json!({ "used": played.used, "laid": played.laid, "swaps": played.swaps }));
        put("passes", public.board.passes.into());
    }

    fn read_shown(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
        fields.need_word("event", &events::READERS)?(fields, seats)
    }

    fn write_shown(shown: &Shown) -> String {
        events::write(shown)
    }
}

/// How many jokers a variant does without: beginners play with number cards alone (R24).
fn jokers_missing(variant: Variant) -> u8 {
    match variant {
        Variant::Booklet => 0,
        Variant::Beginners => JOKERS,
    }
}

/// How often each card can be named.
fn material(variant: Variant) -> Material<impl Fn(&Card) -> (String, usize)> {
    let jokers = usize::from(JOKERS - jokers_missing(variant));
    Material::new(Card::COUNT, move |card: &Card| match card {
        Card::Joker => (write_card(*card), jokers),
        Card::Number(_) => (write_card(*card), 1),
    })
}

/// The hands that are named, as they are held.
fn read_hands(seats: SeatCount, hands: &[FaceDown<Card>]) -> PerSeat<Hand> {
    of_hands(seats, hands, |hand| hand.cards.iter().copied().collect())
}

/// How many Liaison and Bonus cards lie before each seat, with so many Liaison cards on the table.
fn read_tokens(
    fields: &mut Fields<'_>,
    variant: Variant,
    seats: SeatCount,
    links: usize,
) -> (PerSeat<u8>, PerSeat<u8>) {
    let faults = fields.faults;
    let read_liaisons = |value: Value, name: &str| read_count(&value, name, LIAISONS as i64, faults);
    let (liaisons, most) = match variant {
        Variant::Booklet => (fields.need_per_seat("liaisons", seats, read_liaisons), (LIAISONS, usize::from(BONUSES))),
        // There are none to tell of (R24).
        Variant::Beginners => (fields.per_seat("liaisons", seats, read_liaisons), (0, 0)),
    };
    let bonuses: PerSeat<u8> =
        fields.per_seat("bonuses", seats, |value, name| read_count(&value, name, i64::from(BONUSES), faults));
    let count = |counts: &PerSeat<u8>| counts.values().iter().map(|count| usize::from(*count)).sum::<usize>();
    for (card, named, exist) in [("Liaison", links + count(&liaisons), most.0), ("Bonus", count(&bonuses), most.1)] {
        if named > exist {
            faults.note(Fault::TooMany { card: card.into(), named, exist });
        }
    }
    (liaisons, bonuses)
}

/// A card or joker on the table, and the spot it holds.
struct Laid {
    card: Card,
    spot: Spot,
}

fn read_laid(text: &str) -> Option<Laid> {
    match text.trim().strip_prefix('*') {
        Some(spot) => read_spot(spot).map(|spot| Laid { card: Card::Joker, spot }),
        None => read_spot(text).map(|spot| Laid { card: Card::Number(spot), spot }),
    }
}

/// Everything that begins with a joker, and number cards laid with or without a Liaison.
fn read_lay(text: &str) -> Option<Move> {
    if let Some(rest) = text.strip_prefix('*')
        && rest.trim() == "x"
    {
        return Some(Move::DiscardJoker);
    }
    let (card, from) = match text.split_once('@') {
        Some((card, from)) => (card, Some(read_colour(from)?)),
        None => (text, None),
    };
    read_laid(card).map(|laid| match laid.card {
        Card::Joker => Move::LayJoker { spot: laid.spot, from },
        Card::Number(spot) => Move::Lay { spot, from },
    })
}

/// Who starts the first round: a seat, or `"random"`.
fn read_first(options: &mut Fields<'_>) -> Option<First> {
    let (name, faults) = (options.name("first"), options.faults);
    match options.take("first")? {
        Value::String(word) if word == RANDOM => Some(First::Random),
        Value::String(word) => {
            faults.note(Fault::UnknownWord { field: name, word, known: vec![RANDOM] });
            None
        }
        value => {
            let number = read_number(&value, &name, 0..=MAX_SEATS as i64 - 1, faults)?;
            Seat::new(number as usize).map(First::Seat)
        }
    }
}

/// The colours of the rows from top to bottom.
fn read_rows(fields: &mut Fields<'_>) -> Option<Rows> {
    let faults = fields.faults;
    let colours = read_cards(fields.need("rows")?, "rows", faults, read_colour);
    let rows = colours.try_into().ok().and_then(Rows::new);
    if rows.is_none() {
        faults.note(Fault::NotRows);
    }
    rows
}

/// The Liaison cards on the table; each leads to a spot of its own.
fn read_links(fields: &mut Fields<'_>) -> Vec<Link> {
    let faults = fields.faults;
    let mut links: Vec<Link> = Vec::new();
    for value in fields.list("links") {
        let link = value.as_str().and_then(read_link);
        match link {
            None => {
                let link = value.as_str().map_or_else(|| value.to_string(), String::from);
                faults.note(Fault::NotALink { link });
            }
            Some(link) if links.contains(&link) => {
                faults.note(Fault::SpotTwice { field: "links".into(), spot: write_link(link) });
            }
            Some(link) => links.push(link),
        }
    }
    links
}

fn read_link(text: &str) -> Option<Link> {
    let (from, to) = text.split_once('-')?;
    let link = Link { from: read_spot(from)?, to: read_spot(to)? };
    let joins = link.from != link.to && link.from.value() == link.to.value();
    joins.then_some(link)
}

fn read_count(value: &Value, field: &str, most: i64, faults: &Faults) -> Option<u8> {
    read_number(value, field, 0..=most, faults).map(|count| count as u8)
}

fn read_colour(text: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| text.trim().eq_ignore_ascii_case(write_colour(*colour)))
}

/// The letter of a colour, and of its row: R, Y, B or G.
#[must_use]
pub fn write_colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "R",
        Colour::Yellow => "Y",
        Colour::Blue => "B",
        Colour::Green => "G",
    }
}

fn write_rows(rows: &Rows) -> Value {
    rows.colours().iter().map(|colour| write_colour(*colour)).collect()
}

fn read_spot(text: &str) -> Option<Spot> {
    let text = text.trim();
    let (colour, value) = text.split_at_checked(1)?;
    let digits = (1..=2).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit());
    if digits { Spot::new(read_colour(colour)?, value.parse().ok()?) } else { None }
}

/// A number card, or its spot, as it is written: `R7`.
#[must_use]
pub fn write_spot(spot: Spot) -> String {
    format!("{}{}", write_colour(spot.colour()), spot.value())
}

/// A joker on the table as it is written: `*R9` stands for R9.
fn write_joker(spot: Spot) -> String {
    format!("*{}", write_spot(spot))
}

fn write_link(link: Link) -> String {
    format!("{}-{}", write_spot(link.from), write_spot(link.to))
}

fn read_card(text: &str) -> Option<Card> {
    if text.trim() == "*" { Some(Card::Joker) } else { read_spot(text).map(Card::Number) }
}

/// A card of a hand as it is written: `R7`, or `*`.
#[must_use]
pub fn write_card(card: Card) -> String {
    match card {
        Card::Joker => "*".into(),
        Card::Number(spot) => write_spot(spot),
    }
}

fn write_cards(cards: impl Iterator<Item = Card>) -> Value {
    cards.map(write_card).collect()
}

fn write_hand(hand: &Hand) -> Value {
    write_cards(hand.cards())
}
