//! Which value to open a run with.
//!
//! Once opened, a run goes its way: each value is laid by the first who holds it, beginning with whoever laid the
//! last. So what a run brings is worked out from the king down, with the chances that the others hold a value:
//! one pass tells the promise of every opening.

use engine::Seat;
use engine::games::nain_jaune::{CardSet, Hand, Public, Rank, Restart, SEATS_MOST};

use super::notes::Notes;
use super::values;

/// A number for each value; places 0 and 14 are never held by anyone.
type PerValue = [f32; 15];

/// What things are worth, in tokens of lead.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// To get rid of a card of each value.
    card: PerValue,
    /// The same, when it is one of few: times the share of the hand.
    last_cards: f32,
    /// That another gets rid of a card.
    other_card: f32,
    /// The same, when it is one of few: times the share of the hand.
    other_last_cards: f32,
    /// To take a token of the board.
    token: f32,
    /// That another takes one.
    other_token: f32,
    /// To open the next run.
    opening: f32,
    /// That the next in the order of play opens it.
    next_opens: f32,
}

const WORTH: Worth = Worth {
    card: [0.0, 2.2, 2.0, 1.8, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.0],
    last_cards: 2.0,
    other_card: -0.4,
    other_last_cards: -2.0,
    token: 1.0,
    other_token: -0.4,
    opening: 2.0,
    next_opens: 0.0,
};

/// The value to open with; `None` without cards.
pub(super) fn best(public: &Public, hand: &Hand, seat: Seat, notes: &Notes) -> Option<Rank> {
    let outlook = Outlook::new(public, hand, seat, notes);
    if let Some(rank) = outlook.goes_out() {
        return Some(rank);
    }
    let promises = outlook.promises(&WORTH);
    let held = values().filter(|rank| outlook.held[rank.number()] > 0);
    held.max_by(|one, other| promises[one.number()].total_cmp(&promises[other.number()]))
}

/// What a seat can tell before it opens. Players are numbered in the order of play, the seat itself first.
struct Outlook {
    players: usize,
    restart: Restart,
    sizes: [f32; SEATS_MOST],
    /// How many cards of each value the seat holds.
    held: [u8; 15],
    /// The chance that a player holds a value.
    holds: [PerValue; SEATS_MOST],
    /// The tokens a player may expect when it lays a value.
    tokens: [PerValue; SEATS_MOST],
}

impl Outlook {
    fn new(public: &Public, hand: &Hand, seat: Seat, notes: &Notes) -> Self {
        let seats = public.sheet.seats();
        let mut order = [seat; SEATS_MOST];
        let mut sizes = [0.0; SEATS_MOST];
        let mut players = 0;
        let mut at = seat;
        for _ in 0..seats.get() {
            if public.is_in(at) || at == seat {
                order[players] = at;
                sizes[players] = f32::from(public.hand_sizes[at]);
                players += 1;
            }
            at = seats.right_of(at);
        }
        let laid: CardSet = public.laid.iter().copied().collect();
        let unseen = CardSet::ALL.minus(laid).minus(hand.cards);
        let others: f32 = sizes[1..players].iter().sum();
        let aside = (unseen.len() as f32 - others).max(0.0);
        let mut outlook = Self {
            players,
            restart: public.rules.restart,
            sizes,
            held: [0; 15],
            holds: [[0.0; 15]; SEATS_MOST],
            tokens: [[0.0; 15]; SEATS_MOST],
        };
        for rank in values() {
            let value = rank.number();
            let cards = CardSet::of_rank(rank);
            let held = cards.and(hand.cards);
            outlook.held[value] = held.len() as u8;
            outlook.holds[0][value] = if held.is_empty() { 0.0 } else { 1.0 };
            let count = cards.and(unseen).len();
            let board = cards.and(CardSet::BOARD).iter().next();
            let stake = board.map_or(0, |card| public.stakes.on(card)) as f32;
            if board.is_some_and(|card| hand.cards.has(card)) {
                outlook.tokens[0][value] = stake;
            }
            if count == 0 {
                continue;
            }
            let is_out = board.is_some_and(|card| unseen.has(card));
            let may_hold = |player: &usize| !cards.minus(notes.lacks(order[*player])).is_empty();
            let slots: f32 = (1..players).filter(may_hold).map(|player| sizes[player]).sum::<f32>() + aside;
            for player in (1..players).filter(may_hold) {
                let share = sizes[player] / slots.max(1.0);
                let holds = 1.0 - (1.0 - share).powi(count as i32);
                outlook.holds[player][value] = holds;
                if is_out && holds > 0.0 {
                    outlook.tokens[player][value] = stake * share / holds;
                }
            }
        }
        outlook
    }

    /// What opening with each value promises.
    fn promises(&self, worth: &Worth) -> PerValue {
        let players = self.players;
        let mut promises = [0.0; 15];
        let opens = |player: usize| match player {
            0 => worth.opening,
            1 => worth.next_opens,
            _ => 0.0,
        };
        // What is to come when a player has laid the value just looked at.
        let mut to_come: [f32; SEATS_MOST] = std::array::from_fn(opens);
        let mut lays = [0.0; SEATS_MOST];
        for value in (1..=13).rev() {
            for player in 0..players {
                lays[player] = to_come[player]
                    + self.tokens[player][value] * if player == 0 { worth.token } else { worth.other_token };
                lays[player] += match player {
                    0 => worth.card[value] + worth.last_cards / self.sizes[0].max(1.0),
                    _ => worth.other_card + worth.other_last_cards / self.sizes[player].max(1.0),
                };
            }
            promises[value] = lays[0];
            for (last, to_come) in to_come.iter_mut().enumerate().take(players) {
                let mut left = 1.0;
                let mut sum = 0.0;
                for player in (last..players).chain(0..last) {
                    let holds = left * self.holds[player][value];
                    sum += holds * lays[player];
                    left -= holds;
                }
                let restarts = match self.restart {
                    Restart::LastAsked => (last + players - 1) % players,
                    Restart::LastLayer => last,
                };
                *to_come = sum + left * opens(restarts);
            }
        }
        promises
    }

    /// A value to open with if the whole hand can be laid without anyone else's help: in runs up to the king,
    /// after which one opens again, and one last run that may end anywhere.
    fn goes_out(&self) -> Option<Rank> {
        // Runs up to the king are as many as there are kings, or fewer the lower: from the ace up the counts
        // never fall, but once where the last run ends.
        let mut counts = self.held.map(u8::cast_signed);
        let rises = |counts: &[i8; 15]| (1..13).all(|value| counts[value] <= counts[value + 1]);
        if rises(&counts) {
            return lowest_start(&counts);
        }
        // The last run ends before the first fall.
        let end = (1..13).find(|value| counts[*value] > counts[value + 1])?;
        for start in (1..=end).rev() {
            counts[start] -= 1;
            if counts[start] < 0 {
                return None;
            }
            if rises(&counts) {
                return lowest_start(&counts).or_else(|| Rank::new(start));
            }
        }
        None
    }
}

/// Where the longest run up to the king begins.
fn lowest_start(counts: &[i8; 15]) -> Option<Rank> {
    values().find(|rank| counts[rank.number()] > 0)
}
