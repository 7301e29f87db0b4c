//! Quarante-Six written down: `12`, `*@25`, `*@J`, `25=*`, `draw`, `end`.

mod events;

use engine::games::QuaranteSix;
use engine::games::quarante_six::{
    Board, BoardSide, Card, CardSet, Grid, Hand, Hidden, Move, Phase, Playing, Rules, Shown, Square, SquareSet, State,
};
use engine::{Ending, PerSeat, SeatCount};
use serde_json::{Map, Value, json};
use smallvec::{SmallVec, smallvec};

use crate::codec::{Codec, Found, Sight};
use crate::fault::{Fault, Faults};
use crate::fields::{Fields, read_cards};
use crate::material::{CardsAs, FaceDown, Material, hand_sizes, of_hands};
use crate::position::Common;

const SIDES: [(&str, BoardSide); 3] =
    [("bleu", BoardSide::Blue), ("rouge", BoardSide::Red), ("hasard", BoardSide::Random)];

impl Codec for QuaranteSix {
    type Card = Card;

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

    fn read_state(fields: &mut Fields<'_>, common: Common<Self>) -> Option<Found<Self>> {
        let faults = fields.faults;
        let seats = common.sheet.seats();
        let mut material = material();

        let grid = read_board(fields, common.rules.board);
        let laid = fields.need("laid").map(|laid| read_cards(laid, "laid", faults, read_number)).unwrap_or_default();
        let joker = fields.card("joker", read_square);
        let mut hands = fields.need_hands("hands", seats, Card::COUNT, |seat| common.hand_written(seat), read_any_card);
        let pile = fields.pile(Card::COUNT, common.pile_written(), read_any_card);
        let dealer = fields.seat("dealer", seats).unwrap_or_else(|| seats.right_of(common.seat));

        let mut turn = fields.object("turn");
        let laid_this_turn = turn.number("laid", 0..=i64::from(u8::MAX)).unwrap_or(0) as u8;
        let last_card = match common.hand_written(common.seat) {
            CardsAs::Cards => turn.card("last_card", read_any_card).map(Some),
            // That there is one, all know.
            CardsAs::Count => turn.number("last_card", 1..=1).map(|_| None),
        };
        turn.finish(|field| Fault::UnknownField { field });
        if let (Some(Some(card)), Some(hand)) = (last_card, hands.get_mut(common.seat.index()))
            && !hand.cards.contains(&card)
        {
            hand.cards.push(card);
            hand.size += 1;
        }
        material.claim(&laid);
        material.claim(joker.map(|_| Card::JOKER).iter());
        material.claim_face_down(hands.iter().chain([&pile]));

        let mut taken: SquareSet = SquareSet::EMPTY;
        for square in laid.iter().map(|card| Square::Number(*card)).chain(joker) {
            match grid.find(square) {
                Some(index) if !taken.has(index) => taken = taken.with(index),
                // A number card that is named twice is a fault of its own.
                Some(_) if Some(square) != joker => {}
                Some(_) => faults.note(Fault::SpotTwice { field: "joker".into(), spot: write_square(square) }),
                // Nothing lies on the pile's square.
                None => faults.note(Fault::UnknownCard { field: "joker".into(), card: write_square(square) }),
            }
        }
        material.finish("hands", faults);
        if !faults.is_empty() {
            return None;
        }

        let mut open_hands = read_hands(seats, &hands);
        open_hands[common.seat].last_card = last_card.flatten();
        let undealt = common.is_undealt();
        let phase = match common.outcome.clone() {
            Some(outcome) => Phase::Over(Box::new(Ending { outcome, hands: open_hands })),
            None if last_card.is_some() => Phase::Playing(Playing::LastCard),
            None if undealt => Phase::Undealt,
            None => Phase::Playing(Playing::Laying { laid: laid_this_turn }),
        };
        let board = Board { grid, taken, joker, dealer, pile_size: pile.size as u8 };
        Some(common.found(board, phase, hand_sizes(seats, &hands), &open_hands, pile.cards))
    }

    fn complete(found: Found<Self>) -> State {
        let Found { public, hands, pile } = found;
        let hands = PerSeat::from_fn(public.sheet.seats(), |seat| hands[seat.index()]);
        let in_hands = hands.values().iter().flat_map(|hand: &Hand| hand.cards.iter());
        let on_board = public.laid().iter().chain(public.board.joker.map(|_| Card::JOKER));
        let out = CardSet::ALL.minus(in_hands.chain(pile.iter().copied()).chain(on_board).collect());
        State { public, hands, hidden: Hidden { pile: pile.into_iter().rev().collect(), out } }
    }

    fn write_state(sight: &Sight<'_, Self>, fields: &mut Map<String, Value>) {
        let public = sight.public();
        let (laid, last_card) = match public.phase {
            Phase::Playing(Playing::Laying { laid }) => (laid, Value::Null),
            Phase::Playing(Playing::LastCard) => match sight.hand(public.seat).and_then(|hand| hand.last_card) {
                Some(card) => (0, write_card(card).into()),
                None => (0, 1.into()),
            },
            Phase::Undealt | Phase::Over(_) => (0, Value::Null),
        };
        let mut put = |field: &str, value: Value| fields.insert(field.into(), value);
        put("squares", write_board(&public.board.grid));
        put("laid", write_cards(public.laid().iter()));
        put("joker", public.board.joker.map(write_square).into());
        put("hands", sight.hands(write_hand));
        put(
            "pile",
            match sight.state() {
                Some(state) => write_cards(state.hidden.pile.iter().rev().copied()),
                None => public.board.pile_size.into(),
            },
        );
        put("dealer", public.board.dealer.index().into());
        put("turn", json!({ "laid": laid, "last_card": last_card }));
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
    Material::new(Card::COUNT, |card: &Card| (write_card(*card), 1))
}

/// The hands that are named, as they are held.
fn read_hands(seats: SeatCount, hands: &[FaceDown<Card>]) -> PerSeat<Hand> {
    of_hands(seats, hands, |hand| Hand { cards: hand.cards.iter().copied().collect(), last_card: None })
}

/// The board of the round: as printed in the position, or the one the option names.
fn read_board(fields: &mut Fields<'_>, side: BoardSide) -> Grid {
    let faults = fields.faults;
    let default = match side {
        BoardSide::Blue => Some(Grid::blue()),
        BoardSide::Red => Some(Grid::red()),
        BoardSide::Random => None,
    };
    let board = match (fields.take("squares"), default) {
        (None, None) => {
            faults.note(Fault::Missing { field: "squares".into() });
            None
        }
        (None, default) => default,
        (Some(squares), _) => read_squares(squares, faults),
    };
    board.unwrap_or_else(Grid::blue)
}

/// The board as printed.
fn read_squares(squares: Value, faults: &Faults) -> Option<Grid> {
    let board = Grid::from_squares(&read_cards(squares, "squares", faults, read_square));
    if board.is_none() {
        faults.note(Fault::NotABoard);
    }
    board
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

fn write_hand(hand: &Hand) -> Value {
    write_cards(hand.cards.iter())
}

fn write_board(board: &Grid) -> Value {
    board.squares().iter().map(|square| write_square(*square)).collect()
}

/// The square with this name: a number, `J` or `P`.
#[must_use]
pub fn read_square(text: &str) -> Option<Square> {
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
