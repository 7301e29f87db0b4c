//! Nain Jaune written down: `7D`, `10S`, `QH`, `sans`.

mod events;

use engine::games::NainJaune;
use engine::games::nain_jaune::{
    Board, Card, CardSet, Hand, Hidden, Move, Phase, Rank, Restart, Rules, Shown, Stakes, State, Suit,
};
use engine::{Ending, PerSeat, Scores, Seat, SeatCount};
use serde_json::{Map, Value};
use smallvec::{SmallVec, smallvec};

use crate::codec::{Codec, Found, Sight};
use crate::fault::{Fault, Faults};
use crate::fields::{Fields, read_number};
use crate::material::{FaceDown, Material, hand_sizes, of_hands};
use crate::position::Common;

const RESTARTS: [(&str, Restart); 2] = [("last_asked", Restart::LastAsked), ("last_layer", Restart::LastLayer)];

/// The values as they are written, from the ace up.
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// Other ways to name a value after "sans".
const RANK_WORDS: [(&str, &str); 15] = [
    ("1", "A"),
    ("11", "J"),
    ("12", "Q"),
    ("13", "K"),
    ("AS", "A"),
    ("ACE", "A"),
    ("VALET", "J"),
    ("JACK", "J"),
    ("DAME", "Q"),
    ("QUEEN", "Q"),
    ("ROI", "K"),
    ("KING", "K"),
    ("V", "J"),
    ("D", "Q"),
    ("R", "K"),
];

const SUITS: [(char, Suit); 4] = [('S', Suit::Spades), ('H', Suit::Hearts), ('D', Suit::Diamonds), ('C', Suit::Clubs)];

/// All tokens of a position together: they only ever change hands, so every later position can be read, too.
const MAX_TOKENS: i64 = 1_000_000_000;

impl Codec for NainJaune {
    type Card = Card;

    fn read_moves(text: &str) -> Option<SmallVec<[Move; 2]>> {
        let text = text.to_ascii_uppercase();
        let mv = match text.split_once(char::is_whitespace) {
            None if text == "SANS" => Move::Sans,
            Some(("SANS", value)) => {
                let value = value.trim();
                let word = RANK_WORDS.iter().find(|(word, _)| *word == value).map_or(value, |(_, rank)| *rank);
                read_rank(word).map(|_| Move::Sans)?
            }
            _ => Move::Lay(read_card(&text)?),
        };
        Some(smallvec![mv])
    }

    fn write_move(mv: &Move) -> String {
        match *mv {
            Move::Lay(card) => write_card(card),
            Move::Sans => "sans".into(),
        }
    }

    fn read_rules(options: &mut Fields<'_>) -> Rules {
        Rules {
            tokens: options.number("tokens", i64::from(Rules::MIN_TOKENS)..=9999).map(|tokens| tokens as u16),
            may_hold_back: options.boolean("may_hold_back"),
            restart: options.word("restart", &RESTARTS).unwrap_or_default(),
            rounds: options.number("rounds", 1..=9999).map(|rounds| rounds as u16),
            minutes: options.number("minutes", 1..=9999).map(|minutes| minutes as u16),
        }
    }

    fn fit_rules(rules: &mut Rules, seats: SeatCount, _faults: &Faults) {
        *rules = rules.fitted(seats);
    }

    fn write_rules(rules: &Rules, options: &mut Map<String, Value>) {
        let mut put = |option: &str, value: Value| options.insert(option.into(), value);
        if let Some(tokens) = rules.tokens {
            put("tokens", tokens.into());
        }
        if rules.may_hold_back {
            put("may_hold_back", true.into());
        }
        let restart = RESTARTS.iter().find(|(_, restart)| *restart == rules.restart);
        if let Some((word, _)) = restart.filter(|(_, restart)| *restart != Restart::default()) {
            put("restart", (*word).into());
        }
        if let Some(rounds) = rules.rounds {
            put("rounds", rounds.into());
        }
        if let Some(minutes) = rules.minutes {
            put("minutes", minutes.into());
        }
    }

    fn read_state(fields: &mut Fields<'_>, common: Common<Self>) -> Option<Found<Self>> {
        let faults = fields.faults;
        let seats = common.sheet.seats();
        let mut material = material();

        let hands = fields.need_hands("hands", seats, Card::COUNT, |seat| common.hand_written(seat), read_card);
        let laid = fields.cards("laid", read_card);
        material.claim_face_down(&hands);
        material.claim(&laid);
        let tokens: Scores = fields.need_per_seat("tokens", seats, |tokens, name| {
            read_number(&tokens, name, 0..=MAX_TOKENS, faults).map(|tokens| tokens as i32)
        });
        let stakes = read_stakes(fields);
        let all_tokens = tokens.values().iter().copied().chain(stakes).map(i64::from).sum();
        if all_tokens > MAX_TOKENS {
            faults.note(Fault::OutOfRange { field: "tokens".into(), value: all_tokens, low: 0, high: MAX_TOKENS });
        }
        let dealer = fields.need_seat("dealer", seats);
        let need = fields.number("need", 1..=13).and_then(|need| Rank::new(need as usize));
        // Who is named twice has been asked all the same.
        let mut asked = Vec::new();
        for seat in fields.seat_list("asked", seats) {
            if !asked.contains(&seat) {
                asked.push(seat);
            }
        }
        let last = fields.seat("last", seats);
        let gone = fields.distinct_seats("out", seats);
        material.finish("hands", faults);
        if !faults.is_empty() {
            return None;
        }

        let (open_hands, undealt) = (read_hands(seats, &hands), common.is_undealt());
        let phase = match common.outcome.clone() {
            Some(outcome) => Phase::Over(Box::new(Ending { outcome, hands: open_hands })),
            None if undealt => Phase::Undealt,
            None => Phase::Playing(()),
        };
        let board = Board {
            tokens,
            stakes: Stakes::new(stakes),
            dealer: dealer?,
            need,
            asked: asked.into_iter().collect(),
            last,
            laid: laid.into_iter().collect(),
            gone: gone.into_iter().collect(),
        };
        Some(common.found(board, phase, hand_sizes(seats, &hands), &open_hands, Vec::new()))
    }

    fn complete(found: Found<Self>) -> State {
        let Found { public, hands, .. } = found;
        let hands = PerSeat::from_fn(public.sheet.seats(), |seat| hands[seat.index()]);
        let in_hands = hands.values().iter().flat_map(|hand: &Hand| hand.cards.iter());
        let out = CardSet::ALL.minus(in_hands.chain(public.board.laid).collect());
        State { public, hands, hidden: Hidden { out } }
    }

    fn write_state(sight: &Sight<'_, Self>, fields: &mut Map<String, Value>) {
        let public = sight.public();
        let stakes: Map<String, Value> =
            public.board.stakes.iter().map(|(square, tokens)| (write_card(square), tokens.into())).collect();
        let mut put = |field: &str, value: Value| fields.insert(field.into(), value);
        put("hands", sight.hands(write_hand));
        put("tokens", public.board.tokens.values().into());
        put("stakes", stakes.into());
        put("dealer", public.board.dealer.index().into());
        put("need", public.board.need.map(Rank::number).into());
        put("asked", write_seats(&public.board.asked));
        put("last", public.board.last.map(Seat::index).into());
        put("laid", write_cards(public.board.laid.iter().copied()));
        put("out", write_seats(&public.board.gone));
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
    of_hands(seats, hands, |hand| Hand { cards: hand.cards.iter().copied().collect() })
}

/// The tokens on the five squares, each of which must be named.
fn read_stakes(fields: &mut Fields<'_>) -> [i32; Card::BOARD.len()] {
    let faults = fields.faults;
    let Some(value) = fields.need("stakes") else { return Default::default() };
    let mut squares = Fields::new(value, "stakes", faults);
    let stakes = Card::BOARD.map(|square| {
        let name = write_card(square);
        let tokens = squares.need(&name);
        let tokens = tokens.and_then(|tokens| read_number(&tokens, &squares.name(&name), 0..=MAX_TOKENS, faults));
        tokens.unwrap_or(0) as i32
    });
    squares.finish(|field| Fault::UnknownField { field });
    stakes
}

fn read_rank(text: &str) -> Option<Rank> {
    Rank::new(RANKS.iter().position(|rank| *rank == text)? + 1)
}

fn read_card(text: &str) -> Option<Card> {
    let text = text.trim().to_ascii_uppercase();
    let letter = text.chars().last()?;
    let (_, suit) = SUITS.iter().find(|(known, _)| *known == letter)?;
    let rank = read_rank(text.strip_suffix(letter)?.trim_end())?;
    Some(Card::new(rank, *suit))
}

/// A value as it is written: `A`, `2` to `10`, `J`, `Q`, `K`.
#[must_use]
pub fn write_rank(rank: Rank) -> &'static str {
    RANKS[rank.number() - 1]
}

/// A card as it is written: its value and the letter of its suit.
#[must_use]
pub fn write_card(card: Card) -> String {
    let letter = SUITS.iter().find(|(_, suit)| *suit == card.suit()).map_or('?', |(letter, _)| *letter);
    format!("{}{letter}", write_rank(card.rank()))
}

fn write_cards(cards: impl Iterator<Item = Card>) -> Value {
    cards.map(write_card).collect()
}

fn write_hand(hand: &Hand) -> Value {
    write_cards(hand.cards.iter())
}

fn write_seats(seats: &[Seat]) -> Value {
    seats.iter().map(|seat| seat.index()).collect()
}
