//! Quarante-Six: rules of thumb.
//!
//! A number card that can be laid can be laid for ever: nobody else has it. So the patient lay one a turn, which
//! spares them drawing, and keep the others for later, until the end of the round comes near.

use engine::games::QuaranteSix;
use engine::games::quarante_six::{Card, CardSet, Hand, Move, Phase, Public, Shown, Square, SquareSet, State};
use engine::{Chance, PerSeat, Scores, Seat, View, Viewer};

use crate::{Seen, Skill};

/// What a seat remembers: which cards the others can hardly hold.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Notes {
    seats: [Lacks; 6],
}

/// What one seat lacked when it last drew: whoever could have laid a card would have.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Lacks {
    cards: CardSet,
    /// Whether the card drawn then is still in the hand; it may be any.
    has_drawn: bool,
}

/// Once in so many worlds the notes are set aside: a seat may have held back.
const DOUBT: u32 = 8;
/// A hand this small may be gone in the next turn.
const FEW_CARDS: u8 = 2;

impl Skill for QuaranteSix {
    type Notes = Notes;
    const PRICE: u64 = 300;
    const HORIZON: usize = 300;

    fn note(notes: &mut Notes, before: &View<Self>, shown: &Shown) {
        match *shown {
            Shown::Dealt(_) => *notes = Notes::default(),
            Shown::Drew { seat, .. } => {
                notes.seats[seat.index()] = Lacks { cards: layable(&before.public), has_drawn: true };
            }
            Shown::Laid { seat, card } => {
                let lacks = &mut notes.seats[seat.index()];
                lacks.has_drawn &= !lacks.cards.has(card);
            }
            Shown::JokerLaid { .. } | Shown::Swapped { .. } | Shown::TurnPassed { .. } | Shown::RoundEnded(_) => {}
        }
    }

    fn suppose(view: &View<Self>, notes: &Notes, chance: &mut Chance) -> State {
        let mut state = <Self as engine::Game>::imagine(view, chance);
        if chance.below(DOUBT) > 0 && matches!(state.public.phase, Phase::Laying { .. }) {
            swap_the_unlikely(&mut state, view.viewer, notes);
        }
        state
    }

    fn casual(seen: Seen<'_, Self>, _chance: &mut Chance) -> Move {
        let Seen { public, hand, .. } = seen;
        if let Some(mv) = last_card(public, hand) {
            return mv;
        }
        let dearest = hand.cards.and(layable(public)).iter().max();
        match dearest {
            Some(card) => lay(public, card),
            None if hand.cards.has(Card::JOKER) => Move::LayJoker(joker_square(public, hand.cards)),
            None => <Self as engine::Game>::fallback(public, hand),
        }
    }

    fn skilled(seen: Seen<'_, Self>, _chance: &mut Chance) -> Move {
        let Seen { public, hand, seat, .. } = seen;
        if let Some(mv) = last_card(public, hand) {
            return mv;
        }
        let laid = matches!(public.phase, Phase::Laying { laid } if laid > 0);
        let layable = hand.cards.and(layable(public));
        let is_hurried = is_hurried(public, seat) || goes_out(public, hand.cards);
        let has_joker = hand.cards.has(Card::JOKER);
        if laid && !is_hurried {
            return Move::End;
        }
        let unseen = CardSet::ALL.minus(public.laid()).minus(hand.cards);
        let best = layable.iter().max_by_key(|card| worth(public, hand.cards, unseen, *card));
        match best {
            Some(card) => lay(public, card),
            // A joker that is kept costs a hundred; it is worth a turn, and opens a way.
            None if has_joker => Move::LayJoker(joker_square(public, hand.cards)),
            None => <Self as engine::Game>::fallback(public, hand),
        }
    }

    fn options(seen: Seen<'_, Self>, moves: &mut Vec<Move>) {
        let start = moves.len();
        seen.moves(moves);
        let Seen { public, hand, .. } = seen;
        // The joker may go nearly anywhere: only squares that touch a card of the own hand, or hold one, are of use.
        let own: SquareSet = hand.cards.without(Card::JOKER).iter().map(|card| public.board.place(card)).collect();
        let useful = own.or(own.surroundings());
        let mut index = 0;
        moves.retain(|mv| {
            index += 1;
            match mv {
                Move::LayJoker(square) if index > start => {
                    *square == Square::Joker || public.board.find(*square).is_some_and(|square| useful.has(square))
                }
                _ => true,
            }
        });
    }

    fn estimate(state: &State) -> Scores {
        let hands = &state.hands;
        Scores::from_fn(hands.seats(), |seat| -hands[seat].cards.iter().map(Card::cost).sum::<i32>())
    }
}

/// The number cards that could be laid now, by whoever has them.
fn layable(public: &Public) -> CardSet {
    let squares = public.taken.surroundings().iter().map(|square| public.board.square(square));
    let reachable: CardSet = squares.filter_map(Square::number).collect();
    public.joker_stands_for().map_or(reachable, |card| reachable.with(card))
}

/// Lays a card, on its free square or in the joker's place.
fn lay(public: &Public, card: Card) -> Move {
    if public.joker_stands_for() == Some(card) { Move::Swap(card) } else { Move::Lay(card) }
}

/// What to do with the last card of the pile: it is laid if it can be, unless the joker came back for it.
fn last_card(public: &Public, hand: &Hand) -> Option<Move> {
    let card = hand.last_card.filter(|_| public.phase == Phase::LastCard)?;
    let reachable = public.taken.surroundings();
    let fits = card != Card::JOKER && reachable.has(public.board.place(card));
    Some(match card {
        Card::JOKER => Move::LayJoker(joker_square(public, hand.cards)),
        _ if fits => Move::Lay(card),
        _ => Move::End,
    })
}

/// Whether the round may be over before the next turn.
fn is_hurried(public: &Public, seat: Seat) -> bool {
    let others = public.hand_sizes.iter().filter(|(other, _)| *other != seat);
    let fewest = others.map(|(_, size)| *size).min().unwrap_or(0);
    fewest <= FEW_CARDS || usize::from(public.pile_size) <= public.sheet.seats().get()
}

/// Whether the whole hand can be laid in this turn, each card opening the way for the next.
fn goes_out(public: &Public, hand: CardSet) -> bool {
    let mut taken = public.taken;
    let mut left = hand;
    loop {
        let reachable = taken.surroundings();
        let next: CardSet =
            left.iter().filter(|card| *card != Card::JOKER && reachable.has(public.board.place(*card))).collect();
        if next.is_empty() {
            return left.without(Card::JOKER).is_empty();
        }
        taken = next.iter().fold(taken, |taken, card| taken.with(public.board.place(card)));
        left = left.minus(next);
    }
}

/// How good it is to lay a card: what it sheds, opens for the own hand, and opens for the others.
fn worth(public: &Public, hand: CardSet, unseen: CardSet, card: Card) -> i32 {
    let reachable = public.taken.surroundings();
    let opened = public.taken.with(public.board.place(card)).surroundings().minus(reachable);
    let mut worth = card.cost();
    for square in opened.iter() {
        let Some(other) = public.board.square(square).number() else { continue };
        if hand.has(other) {
            worth += 30 + other.cost();
        } else if unseen.has(other) {
            worth -= other.cost() / 4;
        }
    }
    worth
}

/// Where the joker opens the way for most of the hand; on the square of an own card it can be had back.
fn joker_square(public: &Public, hand: CardSet) -> Square {
    let reachable = public.taken.surroundings();
    let free = match public.rules.joker_must_touch {
        true => reachable,
        false => free_squares(public),
    };
    let promise = |square: &engine::games::quarante_six::SquareIndex| {
        let opened = public.taken.with(*square).surroundings().minus(reachable);
        let shed: i32 = opened
            .iter()
            .filter_map(|square| public.board.square(square).number())
            .filter(|card| hand.has(*card))
            .map(Card::cost)
            .sum();
        let own = public.board.square(*square).number().filter(|card| hand.has(*card));
        shed + own.map_or(0, Card::cost)
    };
    free.iter().max_by_key(promise).map_or(Square::Joker, |square| public.board.square(square))
}

/// The squares where something may be laid, touching or not.
fn free_squares(public: &Public) -> SquareSet {
    let board = &public.board;
    let all: SquareSet = board.squares().iter().filter_map(|square| board.find(*square)).collect();
    all.minus(public.taken)
}

/// Swaps cards a seat can hardly hold for cards of the pile, where the notes say so.
fn swap_the_unlikely(state: &mut State, viewer: Viewer, notes: &Notes) {
    let seats: PerSeat<(), 6> = PerSeat::new(state.hands.seats());
    for (seat, ()) in seats.iter().filter(|(seat, ())| viewer != Viewer::Seat(*seat)) {
        let lacks = notes.seats[seat.index()];
        let unlikely = state.hands[seat].cards.and(lacks.cards);
        // One of them may be the card drawn last.
        for card in unlikely.iter().skip(usize::from(lacks.has_drawn)) {
            let Some(place) = state.pile.iter().position(|other| !lacks.cards.has(*other)) else { break };
            let other = std::mem::replace(&mut state.pile[place], card);
            state.hands[seat].cards = state.hands[seat].cards.without(card).with(other);
        }
    }
}
