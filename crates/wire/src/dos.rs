//! DOS written down: `R7>0`, `R5+D>0`, `draw`, `end`, `add R5`, `decline`, `put R5`, `dos`, `catch 2`.

mod events;

use engine::games::Dos;
use engine::games::dos::{
    Board, Card, CardBag, Cards, Colour, Face, Hand, Hidden, Match, Move, Owed, Phase, Play, Playing, Progress, Rules,
    Shown, Stage, State,
};
use engine::{Ending, PerSeat, Seat, SeatCount, SeatSet};
use serde_json::{Map, Value, json};
use smallvec::{SmallVec, smallvec};

use crate::codec::{Codec, Found, Sight};
use crate::fault::Fault;
use crate::fields::{Fields, read_cards, word_for};
use crate::material::{FaceDown, Material, hand_sizes, of_hands};
use crate::position::Common;

const COLOURS: [(char, Colour); 4] =
    [('R', Colour::Red), ('Y', Colour::Yellow), ('B', Colour::Blue), ('G', Colour::Green)];

const STAGES: [(&str, Stage); 2] = [("match", Stage::Matching), ("bonus", Stage::Placing)];

/// Counts of cards go up to all there are.
const MAX_COUNT: i64 = Card::COUNT as i64;

impl Codec for Dos {
    type Card = Card;

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

    fn read_state(fields: &mut Fields<'_>, common: Common<Self>) -> Option<Found<Self>> {
        let faults = fields.faults;
        let seats = common.sheet.seats();
        let mut material = material();

        let hands = fields.need_hands("hands", seats, Card::COUNT, |seat| common.hand_written(seat), read_card);
        let centre = fields.need("centre").map(|cards| read_cards(cards, "centre", faults, read_card));
        let centre = centre.unwrap_or_default();
        let pile = fields.pile(Card::COUNT, common.pile_written(), read_card);
        let talon = fields.cards("talon", read_card);
        material.claim_face_down(hands.iter().chain([&pile]));
        material.claim(centre.iter().chain(&talon));
        let dealer = fields.seat("dealer", seats).unwrap_or_else(|| seats.right_of(common.seat));
        let owes_call = read_owes_call(fields, seats, &hands);
        let mut turn = fields.object("turn");
        let progress = read_progress(&mut turn, centre.len());
        // Only a view can be taken in the middle of a step.
        let owed = common.viewer.and_then(|_| read_owed(&mut turn, seats));
        turn.finish(|field| Fault::UnknownField { field });
        for one in &progress.matches {
            material.claim(&one.play.cards().collect::<Vec<_>>());
        }
        material.finish("hands", faults);
        if !faults.is_empty() {
            return None;
        }

        let (open_hands, undealt) = (read_hands(seats, &hands), common.is_undealt());
        let phase = match (common.outcome.clone(), owed) {
            (Some(outcome), _) => Phase::Over(Box::new(Ending { outcome, hands: open_hands })),
            (None, Some(owed)) => Phase::Playing(Playing::Dry(owed)),
            (None, None) if undealt => Phase::Undealt,
            (None, None) => Phase::Playing(Playing::Turn),
        };
        let board = Board {
            centre: centre.into_iter().collect(),
            talon: talon.into_iter().rev().collect(),
            dealer,
            pile_size: pile.size as u8,
            owes_call,
            progress,
        };
        Some(common.found(board, phase, hand_sizes(seats, &hands), &open_hands, pile.cards))
    }

    fn complete(found: Found<Self>) -> State {
        let Found { public, hands, pile } = found;
        let hands = PerSeat::from_fn(public.sheet.seats(), |seat| hands[seat.index()]);
        let pile: Cards = pile.into_iter().rev().collect();
        let in_hands = hands.values().iter().flat_map(|hand: &Hand| hand.cards.iter());
        let named = in_hands.chain(pile).chain(public.open());
        let out = named.fold(CardBag::ALL, CardBag::without);
        State { public, hands, hidden: Hidden { pile, out } }
    }

    fn write_state(sight: &Sight<'_, Self>, fields: &mut Map<String, Value>) {
        let public = sight.public();
        let mut put = |field: &str, value: Value| fields.insert(field.into(), value);
        put("hands", sight.hands(|hand| write_hand(*hand)));
        put("centre", write_cards(public.board.centre.iter().copied()));
        put(
            "pile",
            match sight.state() {
                Some(state) => write_cards(state.hidden.pile.iter().rev().copied()),
                None => public.board.pile_size.into(),
            },
        );
        put("talon", write_cards(public.board.talon.iter().rev().copied()));
        put("dealer", public.board.dealer.index().into());
        put("owes_call", public.board.owes_call.iter().map(Seat::index).collect());
        let mut turn = write_progress(&public.board.progress);
        if let Phase::Playing(Playing::Dry(owed)) = public.phase {
            turn["owed"] = write_owed(owed);
        }
        put("turn", turn);
    }

    fn read_shown(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Shown> {
        fields.need_word("event", &events::READERS)?(fields, seats)
    }

    fn write_shown(shown: &Shown) -> String {
        events::write(shown)
    }
}

/// How often each card can be named.
fn material() -> Material<impl Fn(&Card) -> (String, usize)> {
    Material::new(Card::COUNT, |card: &Card| (write_card(*card), card.copies()))
}

/// The hands that are named, as they are held.
fn read_hands(seats: SeatCount, hands: &[FaceDown<Card>]) -> PerSeat<Hand> {
    of_hands(seats, hands, |hand| Hand { cards: hand.cards.iter().copied().collect() })
}

/// What is owed while the pile has run out, if it has.
fn read_owed(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Owed> {
    let owed = fields.take("owed")?;
    let mut owed = Fields::new(owed, &fields.name("owed"), fields.faults);
    let what = owed.need_word("for", &["draw", "caught", "fill", "doubles", "penalty"].map(|word| (word, word)))?;
    let owes = match what {
        "caught" => {
            let seat = owed.need_seat("seat", seats)?;
            Owed::Caught { seat, cards: owed.need_number("cards", 1..=MAX_COUNT)? as u8 }
        }
        "doubles" => Owed::Doubles { next: owed.need_seat("seat", seats)? },
        "fill" => Owed::Fill,
        "penalty" => Owed::Penalty,
        _ => Owed::Draw,
    };
    owed.finish(|field| Fault::UnknownField { field });
    Some(owes)
}

fn write_owed(owed: Owed) -> Value {
    match owed {
        Owed::Draw => json!({ "for": "draw" }),
        Owed::Caught { seat, cards } => json!({ "for": "caught", "seat": seat.index(), "cards": cards }),
        Owed::Fill => json!({ "for": "fill" }),
        Owed::Doubles { next } => json!({ "for": "doubles", "seat": next.index() }),
        Owed::Penalty => json!({ "for": "penalty" }),
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
fn read_owes_call(fields: &mut Fields<'_>, seats: SeatCount, hands: &[FaceDown<Card>]) -> SeatSet {
    let owes_call = fields.distinct_seats("owes_call", seats);
    for seat in &owes_call {
        // Hands that could not be read are a fault of their own.
        if let Some(hand) = hands.get(seat.index()).filter(|hand| hand.size != 2) {
            fields.faults.note(Fault::CallOfHand { seat: seat.index(), cards: hand.size });
        }
    }
    owes_call.into_iter().collect()
}

/// What the turn has brought so far, with a row of so many cards.
fn read_progress(turn: &mut Fields<'_>, centre_size: usize) -> Progress {
    let mut progress = Progress { drew: turn.boolean("drew"), ..Progress::default() };
    for (index, value) in turn.list("matches").into_iter().enumerate() {
        let name = turn.name(&format!("matches[{index}]"));
        let mut fields = Fields::new(value, &name, turn.faults);
        let one = read_match(&mut fields, centre_size);
        fields.finish(|field| Fault::UnknownField { field });
        let Some(one) = one else { continue };
        if progress.matches.iter().any(|other| other.centre == one.centre) {
            turn.faults.note(Fault::SpotTwice { field: turn.name("matches"), spot: one.centre.to_string() });
        } else {
            // Each takes a card of the row and one more: if there are too many, so are the cards.
            let _ = progress.matches.try_push(one);
        }
    }
    progress.stage = turn.word("phase", &STAGES).unwrap_or_default();
    let mut count = |field: &str| turn.number(field, 0..=MAX_COUNT).unwrap_or(0) as u8;
    (progress.bonuses, progress.doubles, progress.penalty) = (count("bonuses"), count("doubles"), count("penalty"));
    progress
}

/// The cards of a match, and the card of a row of so many that they lie on.
fn read_match(fields: &mut Fields<'_>, centre_size: usize) -> Option<Match> {
    let faults = fields.faults;
    let centre = fields.need_number("centre", 0..=centre_size as i64 - 1);
    let name = fields.name("with");
    let with = fields.need("with").map(|cards| read_cards(cards, &name, faults, read_card));
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
    json!({
        "drew": progress.drew,
        "matches": matches.collect::<Value>(),
        "phase": word_for(&STAGES, progress.stage),
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

fn write_hand(hand: Hand) -> Value {
    write_cards(hand.cards.iter())
}
