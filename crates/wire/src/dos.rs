//! DOS written down: `R7>0`, `R5+D>0`, `draw`, `end`, `add R5`, `decline`, `put R5`, `dos`, `catch 2`.

use engine::games::Dos;
use engine::games::dos::{
    Card, CardBag, Cards, Colour, ColourBonus, Face, Hand, Match, Move, Phase, Play, Progress, Public, Reason, Rules,
    SEATS_MOST, Shown, Stage, State,
};
use engine::{Ending, PerSeat, Seat, SeatCount, SeatSet};
use serde_json::{Map, Value, json};
use smallvec::{SmallVec, smallvec};

use crate::codec::{Codec, Sight};
use crate::fault::Fault;
use crate::fields::{Fields, Material, read_cards};
use crate::position::{Common, write_outcome};

const COLOURS: [(char, Colour); 4] =
    [('R', Colour::Red), ('Y', Colour::Yellow), ('B', Colour::Blue), ('G', Colour::Green)];

const STAGES: [(&str, Stage); 2] = [("match", Stage::Matching), ("bonus", Stage::Placing)];

/// Counts of cards go up to all there are.
const COUNT_MOST: i64 = Card::COUNT as i64;

impl Codec for Dos {
    fn read_moves(text: &str) -> Option<SmallVec<[Move; 2]>> {
        let text = text.to_ascii_uppercase();
        let joined = text.strip_suffix("DOS").filter(|play| play.ends_with(char::is_whitespace));
        match joined.and_then(read_move) {
            Some(play @ (Move::Match { .. } | Move::Put(_) | Move::Add(_))) => Some(smallvec![play, Move::Call]),
            Some(_) => None,
            None => Some(smallvec![read_move(&text)?]),
        }
    }

    fn write_move(mv: &Move) -> String {
        match *mv {
            Move::Match { play, centre } => format!("{}>{centre}", write_play(play)),
            Move::Draw => "draw".into(),
            Move::End => "end".into(),
            Move::Add(card) => format!("add {}", write_card(card)),
            Move::Decline => "decline".into(),
            Move::Put(card) => format!("put {}", write_card(card)),
            Move::Call => "dos".into(),
            Move::Catch(seat) => format!("catch {seat}"),
        }
    }

    fn read_rules(options: &mut Fields<'_>) -> Rules {
        let default = Rules::default();
        Rules { target: options.number("target", 1..=1_000_000).map_or(default.target, |target| target as i32) }
    }

    fn write_rules(rules: &Rules, options: &mut Map<String, Value>) {
        if *rules != Rules::default() {
            options.insert("target".into(), rules.target.into());
        }
    }

    fn read_state(fields: &mut Fields<'_>, common: Common<Self>) -> Option<State> {
        let faults = fields.faults;
        let seats = common.sheet.seats();
        let mut material = Material::default();
        let mut claim = |card: &Card| material.claim(write_card(*card), card.copies());

        let mut hand_sizes = Vec::new();
        let hands: PerSeat<Hand, SEATS_MOST> = fields.need_per_seat("hands", seats, |cards, name| {
            let cards = read_cards(cards, name, faults, read_card);
            cards.iter().for_each(&mut claim);
            hand_sizes.push(cards.len());
            Some(Hand { cards: cards.into_iter().collect() })
        });
        let centre = fields.need("centre").map(|cards| read_cards(cards, "centre", faults, read_card));
        let centre = centre.unwrap_or_default();
        let (pile, talon) = (fields.cards("pile", read_card), fields.cards("talon", read_card));
        centre.iter().chain(&pile).chain(&talon).for_each(&mut claim);
        let dealer = fields.seat("dealer", seats).unwrap_or_else(|| seats.right_of(common.seat));
        let owes_call = read_owes_call(fields, seats, &hand_sizes);
        let progress = read_progress(fields.object("turn"), centre.len());
        progress.matches.iter().flat_map(|one| one.play.cards()).for_each(|card| claim(&card));
        material.finish(faults);
        if !faults.is_empty() {
            return None;
        }

        let phase = match common.outcome {
            Some(outcome) => Phase::Over(Box::new(Ending { outcome, hands })),
            None => Phase::Playing,
        };
        let public = Public {
            rules: common.rules,
            sheet: common.sheet,
            centre: centre.into_iter().collect(),
            talon: talon.into_iter().rev().collect(),
            dealer,
            seat: common.seat,
            hand_sizes: PerSeat::from_fn(seats, |seat| hands[seat].cards.len() as u8),
            pile_size: pile.len() as u8,
            owes_call,
            progress,
            phase,
        };
        let pile: Cards = pile.into_iter().rev().collect();
        let in_hands = hands.values().iter().flat_map(|hand| hand.cards.iter());
        let named = in_hands.chain(pile).chain(public.open());
        let out = named.fold(CardBag::ALL, CardBag::without);
        Some(State { public, hands, pile, out })
    }

    fn write_state(sight: &Sight<'_, Self>, fields: &mut Map<String, Value>) {
        let public = sight.public();
        let hand = |seat| match &public.phase {
            Phase::Over(ending) => Some(&ending.hands[seat]),
            _ => sight.hand(seat),
        };
        let hands = public.hand_sizes.iter().map(|(seat, size)| match hand(seat) {
            Some(hand) => write_cards(hand.cards.iter()),
            None => (*size).into(),
        });
        let mut put = |field: &str, value: Value| fields.insert(field.into(), value);
        put("hands", hands.collect());
        put("centre", write_cards(public.centre.iter().copied()));
        put(
            "pile",
            match sight.state() {
                Some(state) => write_cards(state.pile.iter().rev().copied()),
                None => public.pile_size.into(),
            },
        );
        put("talon", write_cards(public.talon.iter().rev().copied()));
        put("dealer", public.dealer.index().into());
        put("owes_call", public.owes_call.iter().map(Seat::index).collect());
        put("turn", write_progress(&public.progress));
    }

    fn write_shown(shown: &Shown) -> Value {
        let by_seat = |event: &str, seat: Seat| json!({ "event": event, "seat": seat.index() });
        let with_card =
            |event: &str, seat: Seat, card| json!({ "event": event, "seat": seat.index(), "card": write_card(card) });
        match *shown {
            Shown::Dealt(ref deal) => json!({
                "event": "dealt",
                "dealer": deal.dealer.index(),
                "draws": deal.draws.iter().map(|(seat, card)| json!({ "seat": seat.index(), "card": write_card(*card) }))
                    .collect::<Value>(),
                "centre": write_cards(deal.centre.iter().copied()),
                "hand": deal.hand.map(|hand| write_cards(hand.cards.iter())),
            }),
            Shown::Matched { seat, centre, play, bonus } => json!({
                "event": "matched",
                "seat": seat.index(),
                "centre": centre,
                "with": write_cards(play.cards()),
                "bonus": bonus.map(|bonus| match bonus {
                    ColourBonus::Single => "single",
                    ColourBonus::Double => "double",
                }),
            }),
            Shown::Drew { seat, card, reason } => {
                let mut event = match card {
                    Some(card) => with_card("drew", seat, card),
                    None => by_seat("drew", seat),
                };
                event["reason"] = match reason {
                    Reason::Turn => "turn",
                    Reason::Double => "double",
                    Reason::Penalty => "penalty",
                }
                .into();
                event
            }
            Shown::DrewNothing { seat } => by_seat("drew-nothing", seat),
            Shown::Put { seat, card } => with_card("put", seat, card),
            Shown::Swept => json!({ "event": "swept" }),
            Shown::Filled { card } => json!({ "event": "filled", "card": write_card(card) }),
            Shown::BonusesDue { seat } => by_seat("bonuses-due", seat),
            Shown::Added { seat, card } => with_card("added", seat, card),
            Shown::Declined { seat } => by_seat("declined", seat),
            Shown::Called { seat } => by_seat("called", seat),
            Shown::Caught { seat, by } => json!({ "event": "caught", "seat": seat.index(), "by": by.index() }),
            Shown::PileRanOut { .. } => json!({ "event": "pile-ran-out" }),
            Shown::Reshuffled(pile_size) => json!({ "event": "reshuffled", "pile": pile_size }),
            Shown::TurnPassed { to } => json!({ "event": "turn-passed", "to": to.index() }),
            Shown::RoundEnded(ref ending) => {
                json!({ "event": "round-ended", "over": write_outcome(&ending.outcome) })
            }
        }
    }
}

/// Reads one move, in upper case.
fn read_move(text: &str) -> Option<Move> {
    if let Some((cards, centre)) = text.split_once('>') {
        let play = match cards.split_once('+') {
            Some((one, other)) => Play::double(read_card(one)?, read_card(other)?),
            None => Play::single(read_card(cards)?),
        };
        return Some(Move::Match { play, centre: read_index(centre.trim())? });
    }
    let mut words = text.split_whitespace();
    let mv = match (words.next()?, words.next()) {
        ("DRAW", None) => Move::Draw,
        ("END", None) => Move::End,
        ("DECLINE", None) => Move::Decline,
        ("DOS", None) => Move::Call,
        ("ADD", Some(card)) => Move::Add(read_card(card)?),
        ("PUT", Some(card)) => Move::Put(read_card(card)?),
        ("CATCH", Some(seat)) => Move::Catch(Seat::new(usize::from(read_index(seat)?))?),
        _ => return None,
    };
    words.next().is_none().then_some(mv)
}

/// A number in digits; one that is far too high is as good as the highest.
fn read_index(text: &str) -> Option<u8> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // A number past all cards is past the row as well.
    digits.then(|| text.parse().unwrap_or(u8::MAX))
}

/// Who owes the call: only for hands of two.
fn read_owes_call(fields: &mut Fields<'_>, seats: SeatCount, hand_sizes: &[usize]) -> SeatSet {
    let owes_call = fields.distinct_seats("owes_call", seats);
    for seat in &owes_call {
        // Hands that could not be read are a fault of their own.
        if let Some(cards) = hand_sizes.get(seat.index()).filter(|cards| **cards != 2) {
            fields.faults.note(Fault::CallOfHand { seat: seat.index(), cards: *cards });
        }
    }
    owes_call.into_iter().collect()
}

/// What the turn has brought so far, with a row of so many cards.
fn read_progress(mut turn: Fields<'_>, centre_size: usize) -> Progress {
    let mut progress = Progress { drew: turn.boolean("drew"), ..Progress::default() };
    for (index, value) in turn.list("matches").into_iter().enumerate() {
        let name = turn.name(&format!("matches[{index}]"));
        let Some(one) = read_match(Fields::new(value, &name, turn.faults), centre_size) else { continue };
        if progress.matches.iter().any(|other| other.centre == one.centre) {
            turn.faults.note(Fault::SpotTwice { field: turn.name("matches"), spot: one.centre.to_string() });
        } else {
            // Each takes a card of the row and one more: if there are too many, so are the cards.
            let _ = progress.matches.try_push(one);
        }
    }
    progress.stage = turn.word("phase", &STAGES).unwrap_or_default();
    let mut count = |field: &str| turn.number(field, 0..=COUNT_MOST).unwrap_or(0) as u8;
    (progress.bonuses, progress.doubles, progress.penalty) = (count("bonuses"), count("doubles"), count("penalty"));
    turn.finish(|field| Fault::UnknownField { field });
    progress
}

fn read_match(mut fields: Fields<'_>, centre_size: usize) -> Option<Match> {
    let faults = fields.faults;
    let name = fields.name("centre");
    let centre = fields.need("centre");
    let centre =
        centre.and_then(|centre| crate::fields::read_number(&centre, &name, 0..=centre_size as i64 - 1, faults));
    let name = fields.name("with");
    let with = fields.need("with").map(|cards| read_cards(cards, &name, faults, read_card));
    fields.finish(|field| Fault::UnknownField { field });
    let play = match with?.as_slice() {
        [card] => Play::single(*card),
        [one, other] => Play::double(*one, *other),
        cards => {
            let value = cards.len() as i64;
            faults.note(Fault::OutOfRange { field: name, value, low: 1, high: 2 });
            return None;
        }
    };
    Some(Match { centre: u8::try_from(centre?).ok()?, play })
}

fn write_progress(progress: &Progress) -> Value {
    let matches =
        progress.matches.iter().map(|one| json!({ "centre": one.centre, "with": write_cards(one.play.cards()) }));
    let stage = STAGES.iter().find(|(_, stage)| *stage == progress.stage).map(|(word, _)| *word);
    json!({
        "drew": progress.drew,
        "matches": matches.collect::<Value>(),
        "phase": stage,
        "bonuses": progress.bonuses,
        "doubles": progress.doubles,
        "penalty": progress.penalty,
    })
}

fn read_card(text: &str) -> Option<Card> {
    let text = text.trim().to_ascii_uppercase();
    if text == "D" {
        return Some(Card::DOS);
    }
    let mut signs = text.chars();
    let letter = signs.next()?;
    let (_, colour) = COLOURS.iter().find(|(sign, _)| *sign == letter)?;
    match signs.as_str() {
        "#" => Some(Card::any(*colour)),
        digits => Card::number(*colour, read_index(digits)?),
    }
}

/// A card as it is written: `R7`, `R#` or `D`.
#[must_use]
pub fn write_card(card: Card) -> String {
    let letter = COLOURS.iter().find(|(_, colour)| Some(*colour) == card.colour()).map(|(letter, _)| *letter);
    match (letter, card.face()) {
        (Some(letter), Face::Number(number)) => format!("{letter}{number}"),
        (Some(letter), _) => format!("{letter}#"),
        (None, _) => "D".into(),
    }
}

/// The cards of a match as they are written: `R7`, or `R5+D`.
#[must_use]
pub fn write_play(play: Play) -> String {
    let (first, second) = play.parts();
    match second {
        Some(second) => format!("{}+{}", write_card(first), write_card(second)),
        None => write_card(first),
    }
}

fn write_cards(cards: impl Iterator<Item = Card>) -> Value {
    cards.map(write_card).collect()
}
