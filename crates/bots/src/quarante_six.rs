//! Quarante-Six: heuristics.
//!
//! A number card that can be laid can be laid for ever: nobody else has it. So there is no hurry: against one
//! opponent it is best to gather cards until the whole hand goes out in one turn; against several the round is
//! too short for that. And the joker is the round: whoever has it can lay the whole hand at once.

use engine::games::QuaranteSix;
use engine::games::quarante_six::{
    Card, CardSet, Hand, MAX_SEATS, Move, Phase, Playing, Public, Shown, Square, SquareSet, State,
};
use engine::{Chance, Game, Scores, Seat, View, Viewer};

use crate::{Knowledge, Skill};

/// What a seat remembers: which cards the others can hardly hold.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Notes {
    seats: [Lacks; MAX_SEATS],
}

/// What one seat lacked at the end of its last turn: what it could have laid it would have.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Lacks {
    cards: CardSet,
    /// Whether it drew a card then, which may be any.
    has_drawn: bool,
}

/// Once in so many worlds the notes are set aside: a seat may have held back.
const DOUBT: u32 = 8;
/// With so many cards of the pile for each seat the end is far.
const PILE_A_SEAT: usize = 7;
/// A hand this small may be gone in the next turn.
const FEW_CARDS: u8 = 2;

impl Skill for QuaranteSix {
    type Notes = Notes;
    const PRICE: u64 = 300;
    const HORIZON: usize = 300;
    const CAUTION: f64 = 2.0;

    fn note(notes: &mut Notes, before: &View<Self>, shown: &Shown) {
        match *shown {
            Shown::Dealt(_) => *notes = Notes::default(),
            Shown::Drew { seat, .. } => {
                notes.seats[seat.index()] = Lacks { cards: would_be_laid(&before.public), has_drawn: true };
            }
            Shown::TurnPassed { .. } if matches!(before.public.phase, Phase::Playing(Playing::Laying { laid }) if laid > 0) =>
            {
                let lacks = Lacks { cards: would_be_laid(&before.public), has_drawn: false };
                notes.seats[before.public.seat.index()] = lacks;
            }
            Shown::Laid { .. }
            | Shown::JokerLaid { .. }
            | Shown::Swapped { .. }
            | Shown::TurnPassed { .. }
            | Shown::RoundEnded(_) => {}
        }
    }

    fn suppose(view: &View<Self>, notes: &Notes, chance: &mut Chance) -> State {
        let mut state = <Self as Game>::imagine(view, chance);
        if chance.below(DOUBT) > 0 && matches!(state.public.phase, Phase::Playing(Playing::Laying { .. })) {
            swap_the_unlikely(&mut state, view.viewer, notes, chance);
        }
        state
    }

    fn casual(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        let Knowledge { public, hand, .. } = seen;
        if let Some(mv) = last_card(public, hand) {
            return mv;
        }
        let dearest = hand.cards.and(layable(public)).iter().max();
        match dearest {
            Some(card) => lay(public, card),
            None if hand.cards.has(Card::JOKER) => Move::LayJoker(joker_square(public, hand.cards)),
            None => <Self as Game>::fallback(public, hand),
        }
    }

    fn skilled(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        by_heuristics(seen, Wait::Never)
    }

    fn favourite(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        by_heuristics(seen, Wait::WhileSafe)
    }

    fn quick(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        by_heuristics(seen, Wait::WhileSafe)
    }

    fn options(seen: Knowledge<'_, Self>, moves: &mut Vec<Move>) {
        let start = moves.len();
        let Knowledge { public, hand, .. } = seen;
        let has_joker =
            hand.cards.has(Card::JOKER) || public.joker_stands_for().is_some_and(|card| hand.cards.has(card));
        // Against many, whoever has the joker goes out at once: measured, waiting costs more than it brings.
        if has_joker && !has_few_opponents(public) {
            return;
        }
        seen.moves(moves);
        // The joker may go nearly anywhere: only squares that touch a card of the own hand, or hold one, are of use.
        let own: SquareSet = hand.cards.without(Card::JOKER).iter().map(|card| public.board.grid.place(card)).collect();
        let useful = own.or(own.surroundings());
        let mut index = 0;
        moves.retain(|mv| {
            index += 1;
            match mv {
                Move::LayJoker(square) if index > start => {
                    *square == Square::Joker || public.board.grid.find(*square).is_some_and(|square| useful.has(square))
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
    let squares = public.board.taken.surroundings().iter().map(|square| public.board.grid.square(square));
    let reachable: CardSet = squares.filter_map(Square::number).collect();
    public.joker_stands_for().map_or(reachable, |card| reachable.with(card))
}

/// Whether who has the joker goes out at once, or lets the others draw for a while.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Never,
    WhileSafe,
}

/// The heuristics.
fn by_heuristics(seen: Knowledge<'_, QuaranteSix>, wait: Wait) -> Move {
    let Knowledge { public, hand, seat, .. } = seen;
    if let Some(mv) = last_card(public, hand) {
        return mv;
    }
    let mine = hand.cards.and(layable(public));
    let unseen = CardSet::ALL.minus(public.laid()).minus(hand.cards);
    let is_hurried = is_hurried(public, seat);
    let waits = wait == Wait::WhileSafe && !is_hurried && is_safe(public);
    if let Some(card) = public.joker_stands_for().filter(|card| hand.cards.has(*card)) {
        // Nobody else can take the joker from the square of an own card.
        return if waits { <QuaranteSix as Game>::fallback(public, hand) } else { Move::Swap(card) };
    }
    if hand.cards.has(Card::JOKER) {
        let opens_least = |card: &Card| worth(public, hand.cards, unseen, *card) - card.cost();
        let refuge = hand.cards.without(Card::JOKER).iter().max_by_key(opens_least);
        return match refuge {
            Some(card) if waits => Move::LayJoker(Square::Number(card)),
            _ => with_joker(public, hand.cards, mine),
        };
    }
    let is_time = is_hurried || goes_out(public, hand.cards);
    match mine.iter().map(|card| (worth(public, hand.cards, unseen, card), card)).max() {
        Some((worth, card)) if is_time || worth >= least_worth(public) => lay(public, card),
        _ => <QuaranteSix as Game>::fallback(public, hand),
    }
}

/// Whether it is better to keep the joker on a square of one's own, and let the others draw, than to go out at once:
/// as long as much of the pile is left, and few can end the round.
fn is_safe(public: &Public) -> bool {
    let is_long = usize::from(public.board.pile_size) > PILE_A_SEAT * public.sheet.seats().get();
    has_few_opponents(public) && is_long && !public.rules.joker_must_touch
}

/// Whether there are so few opponents that it pays to wait.
fn has_few_opponents(public: &Public) -> bool {
    public.sheet.seats().get() <= 3
}

/// With the joker a hand can go out at once: laid on the square of an own card it comes back for that card, and so on.
fn with_joker(public: &Public, hand: CardSet, mine: CardSet) -> Move {
    match mine.iter().next() {
        Some(card) => Move::Lay(card),
        None => {
            let own = hand.without(Card::JOKER).iter().next().filter(|_| !public.rules.joker_must_touch);
            Move::LayJoker(own.map_or_else(|| joker_square(public, hand), Square::Number))
        }
    }
}

/// Lays a card, on its free square or in the joker's place.
fn lay(public: &Public, card: Card) -> Move {
    if public.joker_stands_for() == Some(card) { Move::Swap(card) } else { Move::Lay(card) }
}

/// What to do with the last card of the pile: it is laid if it can be, unless the joker came back for it.
fn last_card(public: &Public, hand: &Hand) -> Option<Move> {
    let card = hand.last_card.filter(|_| public.phase == Phase::Playing(Playing::LastCard))?;
    let reachable = public.board.taken.surroundings();
    let fits = card != Card::JOKER && reachable.has(public.board.grid.place(card));
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
    fewest <= FEW_CARDS || usize::from(public.board.pile_size) <= public.sheet.seats().get()
}

/// Whether the whole hand can be laid in this turn, each card opening the way for the next.
fn goes_out(public: &Public, hand: CardSet) -> bool {
    let mut taken = public.board.taken;
    let mut left = hand;
    loop {
        let reachable = taken.surroundings();
        let next: CardSet =
            left.iter().filter(|card| *card != Card::JOKER && reachable.has(public.board.grid.place(*card))).collect();
        if next.is_empty() {
            return left.without(Card::JOKER).is_empty();
        }
        taken = next.iter().fold(taken, |taken, card| taken.with(public.board.grid.place(card)));
        left = left.minus(next);
    }
}

/// What laying a card must be worth, as long as there is time: the fewer there are to end the round, the more.
fn least_worth(public: &Public) -> i32 {
    match public.sheet.seats().get() {
        2 => 100,
        3 => 20,
        _ => -20,
    }
}

/// How good it is to lay a card: what it sheds, opens for the own hand, and opens for the others.
fn worth(public: &Public, hand: CardSet, unseen: CardSet, card: Card) -> i32 {
    let reachable = public.board.taken.surroundings();
    let opened = public.board.taken.with(public.board.grid.place(card)).surroundings().minus(reachable);
    let mut worth = card.cost();
    for square in opened.iter() {
        let Some(other) = public.board.grid.square(square).number() else { continue };
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
    let reachable = public.board.taken.surroundings();
    let free = match public.rules.joker_must_touch {
        true => reachable,
        false => free_squares(public),
    };
    let promise = |square: &engine::games::quarante_six::SquareIndex| {
        let opened = public.board.taken.with(*square).surroundings().minus(reachable);
        let shed: i32 = opened
            .iter()
            .filter_map(|square| public.board.grid.square(square).number())
            .filter(|card| hand.has(*card))
            .map(Card::cost)
            .sum();
        let own = public.board.grid.square(*square).number().filter(|card| hand.has(*card));
        shed + own.map_or(0, Card::cost)
    };
    free.iter().max_by_key(promise).map_or(Square::Joker, |square| public.board.grid.square(square))
}

/// The squares where something may be laid, touching or not.
fn free_squares(public: &Public) -> SquareSet {
    let board = &public.board.grid;
    let all: SquareSet = board.squares().iter().filter_map(|square| board.find(*square)).collect();
    all.minus(public.board.taken)
}

/// What a seat would have laid before its turn ended: the joker, and unless it gathers cards whatever could be laid.
fn would_be_laid(public: &Public) -> CardSet {
    let cards = if least_worth(public) > 0 { CardSet::EMPTY } else { layable(public) };
    cards.with(Card::JOKER)
}

/// Swaps cards a seat can hardly hold for cards of the pile, where the notes say so.
fn swap_the_unlikely(state: &mut State, viewer: Viewer, notes: &Notes, chance: &mut Chance) {
    for seat in state.hands.seats().seats().filter(|seat| viewer != Viewer::Seat(*seat)) {
        let lacks = notes.seats[seat.index()];
        let hand = state.hands[seat].cards;
        let drawn = match hand.len() {
            held if held > 0 && lacks.has_drawn => hand.iter().nth(chance.below(held as u32) as usize),
            _ => None,
        };
        for card in hand.and(lacks.cards).iter().filter(|card| Some(*card) != drawn) {
            let Some(place) = state.hidden.pile.iter().position(|other| !lacks.cards.has(*other)) else { break };
            let other = std::mem::replace(&mut state.hidden.pile[place], card);
            state.hands[seat].cards = state.hands[seat].cards.without(card).with(other);
        }
    }
}
