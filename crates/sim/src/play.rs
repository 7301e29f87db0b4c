//! One round from the deal to the count, with a bot on every seat.

use bots::{Budget, Level, Seated, Skill, asked, choose, speak};
use engine::{Chance, Outcome, Seat, SeatCount, Seed, Shuffle, Turn, View, Viewer};
use table::Table;

/// A bot that takes part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entrant {
    /// How well it plays.
    pub level: Level,
    /// How long it may think about a move, by the price list of [`Budget`].
    pub millis: u64,
}

/// A round that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Skill> {
    /// How it ended.
    pub outcome: Outcome,
    /// The last state, with all hands open.
    pub state: G::State,
    /// Who made the first move.
    pub first: Seat,
    /// How many moves were made.
    pub moves: u32,
}

/// A seat's turn to choose.
#[derive(Debug)]
pub struct Moment<'a, G: Skill> {
    /// Whose turn it is.
    pub seat: Seat,
    /// What the seat knows: all that a bot goes by.
    pub seated: &'a Seated<G>,
    /// The seat's generator.
    pub chance: &'a mut Chance,
    /// The truth: for who measures, never for who plays.
    pub state: &'a G::State,
}

/// Plays the round that `deal` brings, the players sitting in their order from seat 0.
///
/// # Panics
/// If a bot breaks the rules, or the round never ends: a bug in this repository.
pub fn play_round<G: Skill>(rules: &G::Rules, players: &[Entrant], deal: Seed) -> Played<G> {
    play_round_by(rules, players, deal, |Moment { seat, seated, chance, .. }| {
        let Entrant { level, millis } = players[seat.index()];
        choose(level, seated, &mut Budget::millis(millis), chance)
    })
}

/// Plays the round that `deal` brings, every move in turn chosen by `choose`; out of turn the players speak.
/// This is how a benchmark watches, and measures what others than the four levels would do.
///
/// # Panics
/// If a move breaks the rules, or the round never ends.
pub fn play_round_by<G: Skill>(
    rules: &G::Rules,
    players: &[Entrant],
    deal: Seed,
    mut choose: impl FnMut(Moment<'_, G>) -> G::Move,
) -> Played<G> {
    let Some(seats) = SeatCount::new(players.len()) else { panic!("nobody can sit at a table for {}", players.len()) };
    let mut hall: Hall<G> = Hall::new(rules, seats, players, deal);
    hall.deal(deal);
    let mut first = None;
    let mut moves = 0;
    loop {
        let public = G::public(&hall.table.state);
        if let Some(outcome) = G::outcome(public) {
            let outcome = outcome.clone();
            return Played { outcome, first: first.unwrap_or_default(), moves, state: hall.table.state };
        }
        let Turn::Seat { seat, also } = hall.table.turn() else { panic!("the round neither goes on nor is over") };
        first = first.or(Some(seat));
        let (speaker, mv) = hall.next(seat, also, &mut choose);
        hall.submit(speaker, &mv);
        moves += 1;
    }
}

/// A table with its bots, each with what it knows and its own generator.
struct Hall<G: Skill> {
    table: Table<G>,
    players: Vec<Entrant>,
    seated: Vec<Seated<G>>,
    chances: Vec<Chance>,
}

impl<G: Skill> Hall<G> {
    fn new(rules: &G::Rules, seats: SeatCount, players: &[Entrant], deal: Seed) -> Self {
        let table: Table<G> = Table::new(rules, seats);
        let seated = seats.seats().filter_map(|seat| Seated::new(View::of(&table.state, Viewer::Seat(seat)))).collect();
        // Streams that no deal uses: rounds are counted from 1.
        let stream = |seat: Seat| Shuffle { round: 0, reshuffle: seat.index() as u16 };
        let chances = seats.seats().map(|seat| Chance::new(&deal, stream(seat))).collect();
        Self { table, players: players.to_vec(), seated, chances }
    }

    fn deal(&mut self, seed: Seed) {
        let seated = &mut self.seated;
        self.table.deal(seed, &mut |before, event| show(seated, before, event));
    }

    /// Who acts next, and how: whoever has something to say out of turn comes first.
    fn next(
        &mut self,
        seat: Seat,
        also: engine::SeatSet,
        choose: &mut impl FnMut(Moment<'_, G>) -> G::Move,
    ) -> (Seat, G::Move) {
        for speaker in asked::<G>(G::public(&self.table.state), seat, also) {
            let index = speaker.index();
            if let Some(mv) = speak(self.players[index].level, &self.seated[index], &mut self.chances[index]) {
                return (speaker, mv);
            }
        }
        let (seated, chance) = (&self.seated[seat.index()], &mut self.chances[seat.index()]);
        (seat, choose(Moment { seat, seated, chance, state: &self.table.state }))
    }

    fn submit(&mut self, seat: Seat, mv: &G::Move) {
        let seated = &mut self.seated;
        let submitted = self.table.submit(seat, std::slice::from_ref(mv), &mut |before, event| show(seated, before, event));
        if let Err(refusal) = submitted {
            panic!("{}: a bot was refused {mv:?}: {refusal}", G::ID.slug());
        }
    }
}

/// Shows an event to every bot.
fn show<G: Skill>(seated: &mut [Seated<G>], before: &G::State, event: &G::Event) {
    for bot in seated {
        let shown = G::show(before, event, bot.view().viewer);
        if let Err(mismatch) = bot.follow(&shown) {
            panic!("{}: a bot lost track: {mismatch}", G::ID.slug());
        }
    }
}
