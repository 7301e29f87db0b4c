//! Random play through the public trait, as fast as the games allow.

use engine::{Chance, Events, Game, Seat, SeatCount, SeatSet, Seed, Shuffle, Turn};

/// Seeded dice for tests and benchmarks: quick ones to choose moves with, and chance to imagine with.
#[derive(Debug)]
pub struct Dice {
    state: u64,
    chance: Chance,
}

impl Dice {
    /// The dice of one game of a run.
    #[must_use]
    pub fn new(run: u64) -> Self {
        let mut seed = Seed::default();
        seed.0[..8].copy_from_slice(&run.to_le_bytes());
        // A stream that no deal uses: rounds are counted from 1.
        let mut chance = Chance::new(&seed, Shuffle { round: 0, reshuffle: 0 });
        Self { state: u64::from(chance.below(u32::MAX)), chance }
    }

    /// A number below `bound`, near enough equally likely for play.
    pub fn below(&mut self, bound: usize) -> usize {
        // SplitMix64: a counter, well mixed.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed >> 32) * bound as u64) >> 32) as usize
    }

    /// A fresh seed.
    pub fn seed(&mut self) -> Seed {
        Seed(std::array::from_fn(|_| self.below(256) as u8))
    }

    /// The chance behind the dice, to imagine with.
    pub fn chance(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// One of those who may act now.
    pub fn seat(&mut self, seat: Seat, also: SeatSet) -> Seat {
        if also.is_empty() {
            return seat;
        }
        let seats = also.with(seat);
        seats.iter().nth(self.below(seats.len())).unwrap_or(seat)
    }
}

/// Plays one match of uniformly random legal moves, deals included, and returns how many moves it took.
/// `moves` is a buffer to reuse.
///
/// # Panics
/// If a game breaks its own laws: an event that does not fit.
pub fn random_match<G: Game>(rules: &G::Rules, seats: SeatCount, dice: &mut Dice, moves: &mut Vec<G::Move>) -> u64 {
    let mut state = G::table(rules, seats);
    let mut seed = Seed::default();
    let mut events = Events::<G>::new();
    let mut count = 0;
    loop {
        match G::turn(&state.public) {
            Turn::Over(_) => return count,
            Turn::Dealer(shuffle) => {
                if shuffle.reshuffle == 0 {
                    seed = dice.seed();
                }
                events = G::deal(&state, &mut Chance::new(&seed, shuffle));
            }
            Turn::Seat { seat, also } => {
                let seat = dice.seat(seat, also);
                moves.clear();
                G::moves(&state.public, &state.hands[seat], seat, moves);
                count += 1;
                // What is listed is permitted: a law holds the two against each other.
                G::resolve(&state, seat, &moves[dice.below(moves.len())], &mut events);
            }
        }
        for event in &events {
            G::apply(&mut state, event).expect("an event of the rules fits");
        }
        events.clear();
    }
}
