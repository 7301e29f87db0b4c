//! A table with a bot on every seat: rounds from the deal to the count.

use bots::{Budget, Level, Seated, Skill, asked, choose, speak};
use engine::{Chance, Observer, Outcome, Seat, SeatCount, SeatSet, Seed, Shuffle, State, Table, Turn, View, Viewer};

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
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Who made the first move.
    pub first: Seat,
    /// How many moves were made.
    pub moves: u32,
    /// How many turns were taken.
    pub turns: u32,
}

/// A seat's turn to choose.
#[derive(Debug)]
pub struct TurnToChoose<'a, G: Skill> {
    /// Whose turn it is.
    pub seat: Seat,
    /// The player on that seat.
    pub player: Entrant,
    /// What the seat knows: all that a bot goes by.
    pub seated: &'a Seated<G>,
    /// The seat's generator.
    pub chance: &'a mut Chance,
    /// The truth: for who measures, never for who plays.
    pub state: &'a State<G>,
}

/// A table with its bots, each with what it knows and its own generator.
#[derive(Debug)]
pub struct Hall<G: Skill> {
    table: Table<G>,
    players: Vec<Entrant>,
    seated: Vec<Seated<G>>,
    chances: Vec<Chance>,
}

/// No round takes so many moves, unless the bots have found a way never to end it.
const MAX_MOVES: u32 = 100_000;

impl<G: Skill> Hall<G> {
    /// A table before the first deal, the players sitting in their order from seat 0; their generators grow from `seed`.
    ///
    /// # Panics
    /// If the game cannot be played by so many.
    #[must_use]
    pub fn new(rules: &G::Rules, players: &[Entrant], seed: Seed) -> Self {
        let Some(seats) = SeatCount::new(players.len()) else { panic!("no table has {} seats", players.len()) };
        let table: Table<G> = Table::new(rules, seats);
        let seated = seats.seats().filter_map(|seat| Seated::new(View::of(&table.state, Viewer::Seat(seat)))).collect();
        // Streams that no deal uses: rounds are counted from 1.
        let stream = |seat: Seat| Shuffle { round: 0, reshuffle: seat.index() as u16 };
        let chances = seats.seats().map(|seat| Chance::new(&seed, stream(seat))).collect();
        Self { table, players: players.to_vec(), seated, chances }
    }

    /// The whole truth.
    #[must_use]
    pub fn state(&self) -> &State<G> {
        &self.table.state
    }

    /// Plays the round that `deal` brings; `watch` is told of every event.
    ///
    /// # Panics
    /// If a bot breaks the rules, or the round never ends: a bug in this repository.
    pub fn play_round(&mut self, deal: Seed, watch: Observer<'_, G>) -> Played {
        self.play_round_by(deal, watch, &mut |TurnToChoose { player, seated, chance, .. }| {
            choose(player.level, seated, &mut Budget::millis(player.millis), chance)
        })
    }

    /// Plays the round that `deal` brings, every move in turn chosen by `choose`; out of turn the players speak.
    /// This is how a benchmark measures what others than the four levels would do.
    ///
    /// # Panics
    /// If a move breaks the rules, or the round never ends.
    pub fn play_round_by(
        &mut self,
        deal: Seed,
        watch: Observer<'_, G>,
        choose: &mut dyn FnMut(TurnToChoose<'_, G>) -> G::Move,
    ) -> Played {
        let seated = &mut self.seated;
        self.table.deal(deal, &mut |before, event| {
            watch(before, event);
            show(seated, before, event);
        });
        let mut first = None;
        let mut last = None;
        let (mut moves, mut turns) = (0, 0);
        loop {
            if let Some(outcome) = self.table.state.public.outcome() {
                return Played { outcome: outcome.clone(), first: first.unwrap_or_default(), moves, turns };
            }
            let Turn::Seat { seat, also } = self.table.turn() else { panic!("the round neither goes on nor is over") };
            first = first.or(Some(seat));
            turns += u32::from(last != Some(seat));
            last = Some(seat);
            let (speaker, mv) = self.next(seat, also, choose);
            self.submit(speaker, &mv, watch);
            moves += 1;
            assert!(moves < MAX_MOVES, "{}: a round never ends", G::ID.slug());
        }
    }

    /// Who acts next, and how: whoever has something to say out of turn comes first.
    fn next(
        &mut self,
        seat: Seat,
        also: SeatSet,
        choose: &mut dyn FnMut(TurnToChoose<'_, G>) -> G::Move,
    ) -> (Seat, G::Move) {
        for speaker in asked::<G>(&self.table.state.public, seat, also) {
            let index = speaker.index();
            if let Some(mv) = speak(self.players[index].level, &self.seated[index], &mut self.chances[index]) {
                return (speaker, mv);
            }
        }
        let index = seat.index();
        let (seated, chance) = (&self.seated[index], &mut self.chances[index]);
        (seat, choose(TurnToChoose { seat, player: self.players[index], seated, chance, state: &self.table.state }))
    }

    fn submit(&mut self, seat: Seat, mv: &G::Move, watch: Observer<'_, G>) {
        let seated = &mut self.seated;
        let submitted = self.table.submit(seat, std::slice::from_ref(mv), &mut |before, event| {
            watch(before, event);
            show(seated, before, event);
        });
        if let Err(refusal) = submitted {
            panic!("{}: a bot was refused {mv:?}: {refusal}", G::ID.slug());
        }
    }
}

/// Shows an event to every bot.
fn show<G: Skill>(seated: &mut [Seated<G>], before: &State<G>, event: &G::Event) {
    for bot in seated {
        let shown = G::show(before.public.sheet.seats(), event, bot.view().viewer);
        if let Err(mismatch) = bot.follow(&shown) {
            panic!("{}: a bot lost track: {mismatch}", G::ID.slug());
        }
    }
}
