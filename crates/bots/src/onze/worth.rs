//! Onze: what a move is worth by heuristics, and which is best by that.

use engine::Game;
use engine::games::Onze;
use engine::games::onze::{Hand, Move, Phase, Played, Public, Spot, SpotSet, Variant};

use super::finish::{finishing_move, link};
use super::weights::{STAGES, Weights, stage};
use crate::Knowledge;

/// Moves that are worth thinking about, besides doing nothing more; and once the pile is empty, when little or nothing
/// is hidden and the end is near.
const MAX_OPTIONS: usize = 6;
const OPTIONS_MOST_DRY: usize = 14;
/// Own cards behind more missing ones than this are not counted on.
const MAX_BLOCKERS: usize = 4;
/// The halves of a row, the eleven in both.
const HALVES: [u32; 2] = [(1 << 12) - 2, (1 << 22) - (1 << 11)];

/// The best move by heuristics.
pub(super) fn best_move(seen: Knowledge<'_, Onze>) -> Move {
    let best = Sight::new(seen).and_then(|sight| sight.finish().or_else(|| sight.best()));
    best.unwrap_or_else(|| Onze::fallback(seen.public, seen.hand))
}

/// The moves worth thinking about: the best few by heuristics, and doing nothing more.
pub(super) fn options(seen: Knowledge<'_, Onze>, moves: &mut Vec<Move>) {
    let Some(sight) = Sight::new(seen) else { return };
    let mut rated: Vec<(f32, Wish)> = Vec::new();
    sight.each(&mut |worth, wish| rated.push((worth, wish)));
    rated.sort_by(|one, other| other.0.total_cmp(&one.0));
    let most = if seen.public.board.pile_size > 0 { MAX_OPTIONS } else { OPTIONS_MOST_DRY };
    moves.extend(rated.iter().take(most).map(|(_, wish)| sight.spell(*wish)));
    moves.extend(sight.idle());
}

/// A move that uses a card, without the row a Liaison comes from.
#[derive(Clone, Copy)]
enum Wish {
    Lay(Spot),
    LayJoker(Spot),
    Swap(Spot),
    DiscardJoker,
}

/// A turn, as the seat whose it is sees it.
struct Sight<'a> {
    public: &'a Public,
    hand: &'a Hand,
    played: Played,
    /// Free spots, next to a card of their row or over a Liaison.
    connected: SpotSet,
    linked: SpotSet,
    liaisons: u8,
    /// The smallest hand of the others, and the stage of the round by it.
    fewest: u8,
    stage: usize,
    weights: &'static Weights,
}

impl<'a> Sight<'a> {
    fn new(seen: Knowledge<'a, Onze>) -> Option<Self> {
        let Knowledge { public, hand, seat, .. } = seen;
        let Phase::Playing(played) = public.phase else { return None };
        let connected = public.board.taken.connected();
        let liaisons = public.liaisons_of(seat);
        let linked = match liaisons {
            0 => SpotSet::EMPTY,
            _ => public.board.taken.across(&public.board.rows).minus(public.board.taken).minus(connected),
        };
        let others = public.hand_sizes.iter().filter(|(other, _)| *other != seat);
        let fewest = others.map(|(_, size)| *size).min().unwrap_or_default();
        let (stage, weights) = (stage(fewest), Weights::of(public));
        Some(Self { public, hand, played, connected, linked, liaisons, fewest, stage, weights })
    }

    /// The first of the moves that end the round in this turn, if there are such.
    fn finish(&self) -> Option<Move> {
        finishing_move(self.public, self.hand, self.liaisons, self.cards_left())
    }

    fn cards_left(&self) -> u8 {
        Played::MAX.saturating_sub(self.played.used)
    }

    /// The best move, if there is any.
    fn best(&self) -> Option<Move> {
        let mut best: Option<(f32, Wish)> = None;
        self.each(&mut |worth, wish| {
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, wish));
            }
        });
        let idle = self.idle();
        let least = match idle {
            Some(Move::End) => self.enough(),
            Some(Move::Pass) => self.weights.pass,
            Some(_) => self.weights.draw[self.stage],
            None => f32::MIN,
        };
        best.filter(|(worth, _)| *worth > least).map(|(_, wish)| self.spell(wish)).or(idle)
    }

    /// What the seat may do without using a card.
    fn idle(&self) -> Option<Move> {
        match (self.owes(), self.played.is_nothing(), self.public.board.pile_size) {
            (true, ..) => None,
            (false, true, 0) => Some(Move::Pass),
            (false, true, _) => Some(Move::Draw),
            (false, false, _) => Some(Move::End),
        }
    }

    /// Whether a card on a free spot is owed: for a swap, or because the pile is empty.
    fn owes(&self) -> bool {
        let must_lay = self.public.board.pile_size == 0 && !self.hand.numbers.and(self.connected).is_empty();
        self.played.laid == 0 && (self.played.swaps > 0 || must_lay)
    }

    /// What one more card must be worth to be laid too.
    fn enough(&self) -> f32 {
        let weights = self.weights;
        let enough: &[f32; STAGES] =
            if self.public.board.pile_size > 0 { &weights.enough } else { &weights.enough_dry };
        let few_left = match self.hand.len() {
            0..=4 => weights.few_left[0],
            5..=8 => weights.few_left[1],
            _ => 0.0,
        };
        let backlog = self.ready() as f32 - weights.backlog_free * f32::from(self.fewest);
        enough[self.stage] + few_left - weights.backlog * backlog.max(0.0)
    }

    /// How many number cards could be laid, one after another.
    fn ready(&self) -> usize {
        let mut taken = self.public.board.taken;
        loop {
            let next = taken.connected().and(self.hand.numbers);
            if next.is_empty() {
                return taken.len() - self.public.board.taken.len();
            }
            taken = taken.or(next);
        }
    }

    /// Tells of every move that uses a card and is of any use, with its worth.
    fn each(&self, tell: &mut impl FnMut(f32, Wish)) {
        if self.cards_left() == 0 {
            return;
        }
        let Self { public, hand, weights, .. } = self;
        for spot in hand.numbers.and(self.connected).iter() {
            tell(self.shed(spot) + self.opening(spot), Wish::Lay(spot));
        }
        for spot in hand.numbers.and(self.linked).iter() {
            tell(self.shed(spot) + self.opening(spot) - weights.liaison, Wish::Lay(spot));
        }
        let joker_shed = weights.joker_shed * weights.shed[self.stage];
        // What a swap owes must be paid with what is left of the four.
        let can_pay = self.cards_left() >= 2 && !self.connected.or(self.linked).is_empty();
        if self.played.laid > 0 || can_pay {
            for spot in hand.numbers.and(public.board.jokers).iter() {
                tell(self.shed(spot) - joker_shed, Wish::Swap(spot));
            }
        }
        if hand.jokers > 0 {
            self.each_joker(joker_shed, tell);
        }
    }

    /// The same for a joker: where it opens a way for an own card or stands for one, else where it can.
    fn each_joker(&self, shed: f32, tell: &mut impl FnMut(f32, Wish)) {
        let Self { hand, weights, .. } = self;
        let near = hand.numbers.connected().or(hand.numbers);
        let worth = |spot: Spot| {
            let on_own = if hand.numbers.has(spot) { weights.joker_on_own } else { 0.0 };
            self.opening(spot) + on_own + shed + weights.joker
        };
        let connected = match self.connected.and(near) {
            SpotSet::EMPTY => self.connected,
            spots => spots,
        };
        connected.iter().for_each(|spot| tell(worth(spot), Wish::LayJoker(spot)));
        let linked = self.linked.and(near);
        linked.iter().for_each(|spot| tell(worth(spot) - weights.liaison, Wish::LayJoker(spot)));
        if !self.owes() {
            tell(shed + weights.discard, Wish::DiscardJoker);
        }
    }

    /// The move of a wish: over a Liaison if the spot is not connected.
    fn spell(&self, wish: Wish) -> Move {
        let from = |spot| if self.linked.has(spot) { link(self.public, self.public.board.taken, spot) } else { None };
        match wish {
            Wish::Lay(spot) => Move::Lay { spot, from: from(spot) },
            Wish::LayJoker(spot) => Move::LayJoker { spot, from: from(spot) },
            Wish::Swap(spot) => Move::Swap(spot),
            Wish::DiscardJoker => Move::DiscardJoker,
        }
    }

    fn shed(&self, spot: Spot) -> f32 {
        spot.value() as f32 * self.weights.shed[self.stage]
    }

    /// What a card on this spot opens: ways for the own hand, ways for the others, and the end of half a row.
    fn opening(&self, spot: Spot) -> f32 {
        let taken = self.public.board.taken.row(spot.colour());
        let mine = self.hand.numbers.row(spot.colour()) & !taken;
        let value = spot.value() as u32;
        // The row ends before 1 as it does behind 21; downwards it is read in a mirror.
        let upwards = Way { taken: taken | 1 << 22, mine, zero: 0.0, step: 1.0 };
        let downwards = Way { taken: (taken | 1).reverse_bits(), mine: mine.reverse_bits(), zero: 31.0, step: -1.0 };
        let ways = upwards.worth(value, self.weights) + downwards.worth(31 - value, self.weights);
        match self.public.rules.variant {
            Variant::Booklet => ways + self.half_rows(taken | 1 << value, mine & !(1 << value), value),
            Variant::Beginners => ways,
        }
    }

    /// What the halves of a row are worth to who laid a card of this value there.
    fn half_rows(&self, taken: u32, mine: u32, value: u32) -> f32 {
        let weights = self.weights;
        let worth = |half: &u32| {
            let free = half & !taken;
            let missing = (free & !mine).count_ones() as usize;
            match (missing, free & mine) {
                (0, 0) => weights.bonus,
                (0, _) => weights.bonus_secured,
                (1..=4, 0) => -weights.bonus_conceded[missing - 1],
                (1..=4, _) => weights.bonus_guarded,
                _ => 0.0,
            }
        };
        HALVES.iter().filter(|half| *half >> value & 1 != 0).map(worth).sum()
    }
}

/// A row, looked along in one direction.
struct Way {
    taken: u32,
    mine: u32,
    /// A cell's value is `zero + step × cell`.
    zero: f32,
    step: f32,
}

impl Way {
    /// What is opened from a cell on, as far as the row is free.
    fn worth(&self, start: u32, weights: &Weights) -> f32 {
        let value = |cell: f32| self.zero + self.step * cell;
        let mut cell = start + 1;
        let end = cell + (self.taken >> cell).trailing_zeros();
        let mut worth = 0.0;
        let mut certainty = 1.0;
        for blockers in 0..MAX_BLOCKERS {
            let run = (self.mine >> cell).trailing_ones();
            if run > 0 {
                let middle = value(cell as f32 + (run - 1) as f32 / 2.0);
                worth += certainty * run as f32 * (weights.own + weights.own_value * middle);
                cell += run;
            }
            if cell >= end {
                break;
            }
            if blockers == 0 {
                worth -= weights.theirs + weights.theirs_value * value(cell as f32);
            }
            certainty *= weights.own_behind;
            cell += 1;
        }
        worth
    }
}
