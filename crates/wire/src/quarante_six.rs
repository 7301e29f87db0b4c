//! Quarante-Six written down: `12`, `*@25`, `*@J`, `25=*`, `draw`, `end`.

use engine::games::QuaranteSix;
use engine::games::quarante_six::{
    Board, BoardSide, Card, CardSet, Hand, Move, Phase, Public, Rules, SEATS_MOST, Shown, Square, SquareSet, State,
};
use engine::{Ending, PerSeat, SeatCount};
use serde_json::{Map, Value, json};
use smallvec::{SmallVec, smallvec};

use crate::codec::{Codec, Sight};
use crate::fault::{Fault, Faults};
use crate::fields::{Fields, Material, read_card, read_cards};
use crate::position::{Common, write_outcome};

const SIDES: [(&str, BoardSide); 3] =
    [("bleu", BoardSide::Blue), ("rouge", BoardSide::Red), ("hasard", BoardSide::Random)];

impl Codec for QuaranteSix {
    fn read_moves(text: &str) -> Option<SmallVec<[Move; 2]>> {
        let text = text.to_ascii_lowercase();
        let mv = match text.as_str() {
            "draw" => Move::Draw,
            "end" => Move::End,
            _ => {
                if let Some((joker, square)) = text.split_once('@') {
                    (joker.trim() == "*").then_some(())?;
                    Move::LayJoker(read_square(square)?)
                } else if let Some((card, joker)) = text.split_once('=') {
                    (joker.trim() == "*").then_some(())?;
                    Move::Swap(read_number(card)?)
                } else {
                    Move::Lay(read_number(&text)?)
                }
            }
        };
        Some(smallvec![mv])
    }

    fn write_move(mv: &Move) -> String {
        match *mv {
            Move::Lay(card) => write_card(card),
            Move::LayJoker(square) => format!("*@{}", write_square(square)),
            Move::Swap(card) => format!("{}=*", write_card(card)),
            Move::Draw => "draw".into(),
            Move::End => "end".into(),
        }
    }

    fn read_rules(options: &mut Fields<'_>) -> Rules {
        Rules {
            board: options.word("board", &SIDES).unwrap_or_default(),
            joker_must_touch: options.boolean("joker_must_touch"),
            rounds: options.number("rounds", 1..=9999).map(|rounds| rounds as u16),
        }
    }

    fn fit_rules(rules: &mut Rules, seats: SeatCount, _faults: &Faults) {
        *rules = rules.fitted(seats);
    }

    fn write_rules(rules: &Rules, options: &mut Map<String, Value>) {
        let side = SIDES.iter().find(|(_, side)| *side == rules.board);
        if let Some((word, _)) = side.filter(|(_, side)| *side != BoardSide::default()) {
            options.insert("board".into(), (*word).into());
        }
        if rules.joker_must_touch {
            options.insert("joker_must_touch".into(), true.into());
        }
        if let Some(rounds) = rules.rounds {
            options.insert("rounds".into(), rounds.into());
        }
    }

    fn read_state(fields: &mut Fields<'_>, common: Common<Self>) -> Option<State> {
        let faults = fields.faults;
        let seats = common.sheet.seats();
        let mut material = Material::default();
        let mut claim = |card: &Card| material.claim(write_card(*card), 1);

        let board = read_board(fields, common.rules.board);
        let laid = fields.need("laid").map(|laid| read_cards(laid, "laid", faults, read_number)).unwrap_or_default();
        laid.iter().for_each(&mut claim);
        let joker = fields.take("joker").and_then(|square| read_card(&square, "joker", faults, read_square));
        if joker.is_some() {
            claim(&Card::JOKER);
        }
        let mut hands: PerSeat<Hand, SEATS_MOST> = fields.need_per_seat("hands", seats, |cards, name| {
            let cards = read_cards(cards, name, faults, read_any_card);
            cards.iter().for_each(&mut claim);
            Some(Hand { cards: cards.into_iter().collect(), last_card: None })
        });
        let pile = fields.cards("pile", read_any_card);
        pile.iter().for_each(&mut claim);
        let dealer = fields.seat("dealer", seats).unwrap_or_else(|| seats.right_of(common.seat));

        let mut turn = fields.object("turn");
        let laid_this_turn = turn.number("laid", 0..=i64::from(u8::MAX)).unwrap_or(0) as u8;
        let last_card =
            turn.take("last_card").and_then(|card| read_card(&card, "turn.last_card", faults, read_any_card));
        turn.finish(|field| Fault::UnknownField { field });
        if let Some(card) = last_card {
            let hand = &mut hands[common.seat];
            if !hand.cards.has(card) {
                claim(&card);
            }
            *hand = Hand { cards: hand.cards.with(card), last_card: Some(card) };
        }

        let mut taken: SquareSet = SquareSet::EMPTY;
        for square in laid.iter().map(|card| Square::Number(*card)).chain(joker) {
            match board.find(square) {
                Some(index) if !taken.has(index) => taken = taken.with(index),
                // A number card that is named twice is a fault of its own.
                Some(_) if Some(square) != joker => {}
                Some(_) => faults.note(Fault::SpotTwice { field: "joker".into(), spot: write_square(square) }),
                // Nothing lies on the pile's square.
                None => faults.note(Fault::UnknownCard { field: "joker".into(), card: write_square(square) }),
            }
        }
        material.finish(faults);
        if !faults.is_empty() {
            return None;
        }

        let phase = match common.outcome {
            Some(outcome) => Phase::Over(Box::new(Ending { outcome, hands })),
            None if last_card.is_some() => Phase::LastCard,
            None => Phase::Laying { laid: laid_this_turn },
        };
        let public = Public {
            rules: common.rules,
            sheet: common.sheet,
            board,
            taken,
            joker,
            dealer,
            seat: common.seat,
            hand_sizes: PerSeat::from_fn(seats, |seat| hands[seat].cards.len() as u8),
            pile_size: pile.len() as u8,
            phase,
        };
        let in_hands = hands.values().iter().flat_map(|hand| hand.cards.iter());
        let named = in_hands.chain(pile.iter().copied()).chain(laid).chain(joker.map(|_| Card::JOKER));
        let out = CardSet::ALL.minus(named.collect());
        Some(State { public, hands, pile: pile.into_iter().rev().collect(), out })
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
        let (laid, last_card) = match public.phase {
            Phase::Laying { laid } => (laid, Value::Null),
            Phase::LastCard => match hand(public.seat).and_then(|hand| hand.last_card) {
                Some(card) => (0, write_card(card).into()),
                None => (0, 1.into()),
            },
            Phase::Undealt | Phase::Over(_) => (0, Value::Null),
        };
        let squares = public.board.squares().iter().map(|square| write_square(*square));
        let mut put = |field: &str, value: Value| fields.insert(field.into(), value);
        put("squares", squares.collect());
        put("laid", write_cards(public.laid().iter()));
        put("joker", public.joker.map(write_square).into());
        put("hands", hands.collect());
        put(
            "pile",
            match sight.state() {
                Some(state) => write_cards(state.pile.iter().rev().copied()),
                None => public.pile_size.into(),
            },
        );
        put("dealer", public.dealer.index().into());
        put("turn", json!({ "laid": laid, "last_card": last_card }));
    }

    fn write_shown(shown: &Shown) -> Value {
        match *shown {
            Shown::Dealt(ref deal) => json!({
                "event": "dealt",
                "dealer": deal.dealer.index(),
                "turned": write_card(deal.turned),
                "hand": deal.hand.map(|hand| write_cards(hand.cards.iter())),
            }),
            Shown::Laid { seat, card } => json!({ "event": "laid", "seat": seat.index(), "card": write_card(card) }),
            Shown::JokerLaid { seat, square } => {
                json!({ "event": "joker-laid", "seat": seat.index(), "square": write_square(square) })
            }
            Shown::Swapped { seat, card } => {
                json!({ "event": "swapped", "seat": seat.index(), "card": write_card(card) })
            }
            Shown::Drew { seat, card: Some(card) } => {
                json!({ "event": "drew", "seat": seat.index(), "card": write_card(card) })
            }
            Shown::Drew { seat, card: None } => json!({ "event": "drew", "seat": seat.index() }),
            Shown::TurnPassed { to } => json!({ "event": "turn-passed", "to": to.index() }),
            Shown::RoundEnded(ref ending) => {
                json!({ "event": "round-ended", "over": write_outcome(&ending.outcome) })
            }
        }
    }
}

/// The board of the round: as printed in the position, or the one the option names.
fn read_board(fields: &mut Fields<'_>, side: BoardSide) -> Board {
    let faults = fields.faults;
    let default = match side {
        BoardSide::Blue => Some(Board::blue()),
        BoardSide::Red => Some(Board::red()),
        BoardSide::Random => None,
    };
    let board = match (fields.take("squares"), default) {
        (None, None) => {
            faults.note(Fault::Missing { field: "squares".into() });
            None
        }
        (None, default) => default,
        (Some(squares), _) => {
            let board = Board::from_squares(&read_cards(squares, "squares", faults, read_square));
            if board.is_none() {
                faults.note(Fault::NotABoard);
            }
            board
        }
    };
    board.unwrap_or_else(Board::blue)
}

fn read_number(text: &str) -> Option<Card> {
    let text = text.trim();
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { Card::number(text.parse().ok()?) } else { None }
}

fn read_any_card(text: &str) -> Option<Card> {
    if text.trim() == "*" { Some(Card::JOKER) } else { read_number(text) }
}

/// A card as it is written: its number, or `*`.
#[must_use]
pub fn write_card(card: Card) -> String {
    if card == Card::JOKER { "*".into() } else { card.index().to_string() }
}

fn write_cards(cards: impl Iterator<Item = Card>) -> Value {
    cards.map(write_card).collect()
}

fn read_square(text: &str) -> Option<Square> {
    match text.trim() {
        "J" | "j" => Some(Square::Joker),
        "P" | "p" => Some(Square::Pile),
        number => read_number(number).map(Square::Number),
    }
}

/// A square as it is written: its number, `J` or `P`.
#[must_use]
pub fn write_square(square: Square) -> String {
    match square {
        Square::Number(card) => write_card(card),
        Square::Joker => "J".into(),
        Square::Pile => "P".into(),
    }
}
