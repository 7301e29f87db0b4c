//! Which value to open a run with.
//!
//! Once opened, a run goes its way: each value is laid by the first who holds it, beginning with whoever laid the
//! last. So what a run brings is worked out from the king down, with the chances that the others hold a value:
//! one pass tells the promise of every opening.
//!
//! What counts most is how many *stops* a hand has: rows of its own that do not reach the king, each of which
//! hands the lead to another. Who opens with one stop left, or none, goes out.

use engine::Seat;
use engine::games::nain_jaune::{CardSet, Hand, MAX_SEATS, Public, Rank, Restart};

use super::notes::Lacks;
use super::values;

// What things are worth, in tokens of lead: fitted to what the expert found by playing openings out, then rounded
// as far as duels did not notice.

/// To get rid of a card, by its value: low ones wait long for a run to come by, and a king leads to an opening.
const CARD: PerValue = [0.0, 0.6, 0.5, 0.25, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 3.0, 0.0];
/// To get rid of a card, the more the fewer there are: by the size of the hand.
const ONE_OF_FEW: f32 = 1.6;
/// That another gets rid of a card; a little of it is good, as there are then fewer to hold the next values.
const OTHERS_CARD: f32 = 0.26;
/// The same, the more the fewer there are: by the size of the hand.
const OTHERS_ONE_OF_FEW: f32 = -4.7;
/// To take a token of the board now rather than perhaps later.
const TOKEN: f32 = 0.4;
/// To open the next run with so many stops left.
const OPENS: [f32; 7] = [12.0, 12.0, 5.0, 0.0, -3.0, -5.0, -7.0];
/// That another opens it when there are so many stops left.
const OTHER_OPENS: [f32; 7] = [3.0, 2.0, -1.0, -3.0, -4.5, -6.0, -7.0];
/// The same, the worse the fewer cards that one holds: by the size of the hand.
const OTHER_OPENS_WITH_FEW: f32 = -4.0;
/// To have nothing left.
const OUT: f32 = 16.0;

/// A number for each value; places 0 and 14 are no values.
type PerValue = [f32; 15];

/// A number for each change in the own stops: one more than before the run, as many, one fewer, two fewer.
type PerChange = [f32; CHANGES];
const CHANGES: usize = 4;
const UNCHANGED: usize = 1;

/// The value to open with; `None` without cards.
pub(super) fn best(public: &Public, hand: &Hand, seat: Seat, lacks: &Lacks) -> Option<Rank> {
    let outlook = Outlook::new(public, hand, seat, lacks);
    if let Some(rank) = outlook.goes_out() {
        return Some(rank);
    }
    let promises = outlook.promises();
    let held = values().filter(|rank| outlook.held[rank.number()] > 0);
    held.max_by(|one, other| promises[one.number()].total_cmp(&promises[other.number()]))
}

/// How much more the best opening promises than the one that was chosen, in tokens of lead.
pub(super) fn regret(public: &Public, hand: &Hand, lacks: &Lacks, chosen: Rank) -> f32 {
    let outlook = Outlook::new(public, hand, public.seat, lacks);
    if let Some(rank) = outlook.goes_out() {
        return if rank == chosen { 0.0 } else { OUT };
    }
    let promises = outlook.promises();
    let held = values().filter(|rank| outlook.held[rank.number()] > 0);
    let best = held.map(|rank| promises[rank.number()]).fold(f32::MIN, f32::max);
    best - promises[chosen.number()]
}

/// What a seat can tell before it opens. Players are numbered in the order of play, the seat itself first.
struct Outlook {
    players: usize,
    restart: Restart,
    sizes: [f32; MAX_SEATS],
    /// How many cards of each value the seat holds.
    held: [i8; 15],
    /// The tokens the seat takes with each value.
    tokens: PerValue,
    /// The chance that each player holds a value.
    holds: [[f32; MAX_SEATS]; 15],
}

impl Outlook {
    fn new(public: &Public, hand: &Hand, seat: Seat, lacks: &Lacks) -> Self {
        let seats = public.sheet.seats();
        let mut outlook = Self {
            players: 0,
            restart: public.rules.restart,
            sizes: [1.0; MAX_SEATS],
            held: [0; 15],
            tokens: [0.0; 15],
            holds: [[0.0; MAX_SEATS]; 15],
        };
        let mut lacked = [CardSet::EMPTY; MAX_SEATS];
        let mut next = seat;
        for _ in 0..seats.get() {
            if public.is_in(next) || next == seat {
                lacked[outlook.players] = lacks[next.index()];
                outlook.sizes[outlook.players] = f32::from(public.hand_sizes[next]).max(1.0);
                outlook.players += 1;
            }
            next = seats.right_of(next);
        }
        let laid: CardSet = public.board.laid.iter().copied().collect();
        let unseen = CardSet::ALL.minus(laid).minus(hand.cards);
        let aside = unseen.len() as f32 - outlook.sizes[1..outlook.players].iter().sum::<f32>();
        for rank in values() {
            outlook.look_at(rank, hand.cards, unseen, aside.max(0.0), &lacked);
        }
        for (square, tokens) in public.board.stakes.iter().filter(|(square, _)| hand.cards.has(*square)) {
            outlook.tokens[square.rank().number()] = tokens as f32;
        }
        outlook
    }

    /// Takes in who holds a value, and who may.
    fn look_at(&mut self, rank: Rank, hand: CardSet, unseen: CardSet, aside: f32, lacks: &Lacks) {
        let value = rank.number();
        let cards = CardSet::of_rank(rank);
        let held = cards.and(hand).len();
        self.held[value] = held as i8;
        self.holds[value][0] = if held > 0 { 1.0 } else { 0.0 };
        let count = cards.and(unseen).len();
        if count == 0 {
            return;
        }
        let may_hold = |player: &usize| !cards.minus(lacks[*player]).is_empty();
        let slots = aside + (1..self.players).filter(may_hold).map(|player| self.sizes[player]).sum::<f32>();
        for player in (1..self.players).filter(may_hold) {
            let elsewhere = 1.0 - self.sizes[player] / slots;
            self.holds[value][player] = 1.0 - (0..count).fold(1.0, |all, _| all * elsewhere);
        }
    }

    /// What opening with each value promises.
    fn promises(&self) -> PerValue {
        let players = self.players;
        let mut promises = [0.0; 15];
        let ends = self.ends();
        // What is to come when each player has laid the value before the one looked at.
        let mut to_come = ends;
        let lowest = (1..13).find(|value| self.held[*value] > 0).unwrap_or(13);
        for value in (lowest..=13).rev() {
            // What comes of it when each player lays this value.
            let mut lays = to_come;
            lays[0] =
                lays[0].map(|worth| worth + CARD[value] + ONE_OF_FEW / self.sizes[0] + TOKEN * self.tokens[value]);
            for (lays, size) in lays.iter_mut().zip(self.sizes).take(players).skip(1) {
                *lays = lays.map(|worth| worth + OTHERS_CARD + OTHERS_ONE_OF_FEW / size);
            }
            let is_stop = value < Rank::KING.number() && self.held[value + 1] == 0;
            let goes_on = if is_stop { one_stop_fewer(lays[0]) } else { lays[0] };
            // A row that is entered in its middle leaves its beginning behind.
            let is_torn = self.held[value - 1] > 0 && self.held[value - 1] >= self.held[value];
            lays[0] = if is_torn { one_stop_more(goes_on) } else { goes_on };
            promises[value] = lays[0][UNCHANGED];
            // Whoever laid the value before is asked first; begin with the seat itself.
            let mut nobody = 1.0;
            let mut asked_from = [0.0; CHANGES];
            for (lays, holds) in lays.iter().zip(self.holds[value]).take(players) {
                add(&mut asked_from, nobody * holds, lays);
                nobody *= 1.0 - holds;
            }
            to_come[0] = if self.held[value] > 0 { goes_on } else { asked_from };
            // To be asked one player earlier is to come first there, and no longer last.
            for last in (1..players).rev() {
                let holds = self.holds[value][last];
                asked_from = asked_from.map(|worth| worth * (1.0 - holds));
                add(&mut asked_from, (1.0 - nobody) * holds, &lays[last]);
                to_come[last] = asked_from;
            }
            for (last, to_come) in to_come.iter_mut().enumerate().take(players) {
                add(to_come, nobody, &ends[self.opens_after(last)]);
            }
        }
        promises
    }

    /// What it is worth that each player opens the next run.
    fn ends(&self) -> [PerChange; MAX_SEATS] {
        let stops: i8 = (1..13).map(|value| (self.held[value] - self.held[value + 1]).max(0)).sum();
        let has_kings = self.held[Rank::KING.number()] > 0;
        std::array::from_fn(|player| {
            std::array::from_fn(|change| {
                let left = (stops.max(0) as usize + UNCHANGED).saturating_sub(change);
                match (left.min(OPENS.len() - 1), player) {
                    (0, _) if !has_kings => OUT,
                    (left, 0) => OPENS[left],
                    (left, _) => OTHER_OPENS[left] + OTHER_OPENS_WITH_FEW / self.sizes[player],
                }
            })
        })
    }

    /// Who opens when nobody can go on after `last`.
    fn opens_after(&self, last: usize) -> usize {
        match self.restart {
            Restart::LastAsked => (last + self.players - 1) % self.players,
            Restart::LastLayer => last,
        }
    }

    /// A value to open with if the whole hand can be laid without anyone's help: in rows up to the king,
    /// after each of which one opens again, and a last one that may end anywhere.
    fn goes_out(&self) -> Option<Rank> {
        // Rows that all reach the king get no fewer from one value to the next.
        let mut counts = self.held;
        let all_reach_the_king = |counts: &[i8; 15]| (1..13).all(|value| counts[value] <= counts[value + 1]);
        let lowest = |counts: &[i8; 15]| values().find(|rank| counts[rank.number()] > 0);
        if all_reach_the_king(&counts) {
            return lowest(&counts);
        }
        // The last row is the one that ends where they first get fewer; it is taken away from there down.
        let end = (1..13).find(|value| counts[*value] > counts[value + 1])?;
        for start in (1..=end).rev() {
            counts[start] -= 1;
            if counts[start] < 0 {
                return None;
            }
            if all_reach_the_king(&counts) {
                return lowest(&counts).or_else(|| Rank::new(start));
            }
        }
        None
    }
}

/// Adds what comes with some chance.
fn add(sum: &mut PerChange, chance: f32, worth: &PerChange) {
    for (sum, worth) in sum.iter_mut().zip(worth) {
        *sum += chance * worth;
    }
}

/// What is to come, seen from before a stop is done with.
fn one_stop_fewer([_, same, fewer, fewest]: PerChange) -> PerChange {
    [same, fewer, fewest, fewest]
}

/// What is to come, seen from before a stop is added.
fn one_stop_more([more, same, fewer, _]: PerChange) -> PerChange {
    [more, more, same, fewer]
}
