//! Nain Jaune: heuristics.
//!
//! Who is asked for a value has hardly a choice; only its board card goes first, for the tokens. The game is in the
//! openings: which card to begin a new run with (see `opening`). What "sans" gives away is in `notes`, and hands
//! that fit it are dealt in `fitting`.

mod fitting;
mod notes;
mod opening;

use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, CardSet, Hand, Move, Public, Rank, Restart, Shown, State};
use engine::{Chance, Scores, Seat, View};

use crate::{Knowledge, Skill};

use notes::Notes;

impl Skill for NainJaune {
    type Notes = Notes;
    const PRICE: u64 = 250;
    const WORLD_PRICE: u64 = 18_000;
    const HORIZON: usize = 500;

    fn note(notes: &mut Notes, before: &View<Self>, shown: &Shown) {
        notes.take_down(&before.public, shown);
    }

    fn suppose(view: &View<Self>, notes: &Notes, chance: &mut Chance) -> State {
        fitting::suppose(view, notes, chance)
    }

    fn casual(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        let Knowledge { public, hand, .. } = seen;
        match public.board.need {
            Some(need) => go_on(hand, need),
            None => lay(hand, longest_run(hand)),
        }
    }

    fn skilled(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        let Knowledge { public, hand, seat, notes } = seen;
        match public.board.need {
            Some(need) if would_open(public, seat) => {
                let best = opening::best(public, hand, seat, notes.lacks());
                if best == Some(need) { go_on(hand, need) } else { Move::Sans }
            }
            Some(need) => go_on(hand, need),
            None => lay(hand, opening::best(public, hand, seat, notes.lacks())),
        }
    }

    fn options(seen: Knowledge<'_, Self>, moves: &mut Vec<Move>) {
        let Knowledge { public, hand, .. } = seen;
        match public.board.need {
            Some(need) => {
                let mv = go_on(hand, need);
                moves.push(mv);
                if public.rules.may_hold_back && mv != Move::Sans {
                    moves.push(Move::Sans);
                }
            }
            // But for the board cards, those of one value are all the same.
            None => moves.extend(values().filter_map(|rank| card_of(hand, rank)).map(Move::Lay)),
        }
    }

    fn estimate(state: &State) -> Scores {
        let State { public, hands, .. } = state;
        let before = public.sheet.totals;
        let debt = |seat: Seat| (hands[seat].cards.len() + hands[seat].cards.and(CardSet::BOARD).len()) as i32;
        Scores::from_fn(before.seats(), |seat| public.board.tokens[seat] - debt(seat) - before[seat])
    }
}

/// All values, from the ace up.
fn values() -> impl DoubleEndedIterator<Item = Rank> {
    (1..=Rank::KING.number()).filter_map(Rank::new)
}

/// The card of a value to lay: that of the board first, for its tokens and because it costs double in the end.
fn card_of(hand: &Hand, rank: Rank) -> Option<Card> {
    let cards = hand.cards.and(CardSet::of_rank(rank));
    cards.and(CardSet::BOARD).iter().next().or_else(|| cards.iter().next())
}

/// Lays the value asked for, or says that there is none.
fn go_on(hand: &Hand, need: Rank) -> Move {
    card_of(hand, need).map_or(Move::Sans, Move::Lay)
}

/// Opens a run with a value; a hand that has none of it opens with its lowest card.
fn lay(hand: &Hand, rank: Option<Rank>) -> Move {
    let card = rank.and_then(|rank| card_of(hand, rank)).or_else(|| hand.cards.iter().next());
    card.map_or(Move::Sans, Move::Lay)
}

/// Where the most values in a row begin; of several such places the lowest.
fn longest_run(hand: &Hand) -> Option<Rank> {
    let mut best: Option<(usize, Rank)> = None;
    let mut length = 0;
    for rank in values().rev() {
        length = if card_of(hand, rank).is_some() { length + 1 } else { 0 };
        if length > 0 && best.is_none_or(|(most, _)| length >= most) {
            best = Some((length, rank));
        }
    }
    best.map(|(_, rank)| rank)
}

/// Whether saying "sans" lets the seat open with any card, which is never worse than to go on: it is the last
/// to be asked, and may hold back.
fn would_open(public: &Public, seat: Seat) -> bool {
    let others = || public.sheet.seats().seats().filter(|other| *other != seat && public.is_in(*other));
    let opens = public.rules.restart == Restart::LastAsked || public.board.last.is_none_or(|last| last == seat);
    public.rules.may_hold_back && opens && others().all(|other| public.board.asked.contains(&other))
}
