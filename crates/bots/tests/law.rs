//! What every bot of every game obeys, over rounds that bots play against each other.
//!
//! - A bot that is given a view, and the same bot given the same view of another truth, choose the same move.
//! - What a bot chooses, in its turn or out of it, is legal.
//! - What it supposes fits the rules, and looks to the seat like what the seat sees.
//! - A clock cuts the expert's thinking short, and a move is chosen all the same.

use bots::{Budget, Level, Seated, Skill, asked, choose, speak, think};
use engine::{Chance, Game, GameId, SeatCount, Seed, Shuffle, Table, Turn, View, Viewer, with_game};
use testkit::{Dice, Specimen};

/// Rounds for each preset and number of players.
const ROUNDS: u64 = 6;
/// One decision in so many is looked at closely.
const SELDOM: usize = 8;

/// A table with bots that follow what they are shown.
struct Watched<G: Skill> {
    table: Table<G>,
    seated: Vec<Seated<G>>,
    case: String,
}

impl<G: Skill + Specimen> Watched<G> {
    fn new(rules: &G::Rules, seats: SeatCount, case: String) -> Self {
        let table: Table<G> = Table::new(rules, seats);
        let views = seats.seats().map(|seat| View::of(&table.state, Viewer::Seat(seat)));
        let seated = views.filter_map(Seated::new).collect();
        Self { table, seated, case }
    }

    fn happen(&mut self, act: impl FnOnce(&mut Table<G>, engine::Observer<'_, G>)) {
        let (seated, case) = (&mut self.seated, &self.case);
        act(&mut self.table, &mut |before, event| {
            for bot in seated.iter_mut() {
                let followed = bot.follow(&G::show(before.public.sheet.seats(), event, bot.view().viewer));
                assert!(followed.is_ok(), "{case}: a bot lost track: {followed:?}");
            }
        });
    }

    fn play_round(&mut self, dice: &mut Dice) {
        let seed = dice.seed();
        self.happen(|table, observer| assert!(table.deal(seed, observer)));
        let mut chances: Vec<Chance> = self.seated.iter().map(|_| Chance::new(&dice.seed(), STREAM)).collect();
        let levels: Vec<Level> = self.seated.iter().map(|_| Level::ALL[dice.below(3)]).collect();
        while self.table.state.public.outcome().is_none() {
            let Turn::Seat { seat, also } = self.table.turn() else { panic!("{}: nobody to move", self.case) };
            if dice.below(SELDOM) == 0 {
                self.look_closely(dice);
            }
            let said = asked::<G>(&self.table.state.public, seat, also).find_map(|speaker| {
                let index = speaker.index();
                speak(levels[index], &self.seated[index], &mut chances[index]).map(|mv| (speaker, mv))
            });
            let (actor, mv) = said.unwrap_or_else(|| {
                let (bot, chance) = (&self.seated[seat.index()], &mut chances[seat.index()]);
                (seat, choose(levels[seat.index()], bot, &mut Budget::millis(0), chance))
            });
            let case = self.case.clone();
            self.happen(|table, observer| {
                let submitted = table.submit(actor, std::slice::from_ref(&mv), observer);
                assert!(submitted.is_ok(), "{case}: {mv:?} is refused: {submitted:?}");
            });
        }
    }

    fn look_closely(&self, dice: &mut Dice) {
        let mover = self.table.state.public.seat;
        for bot in &self.seated {
            let supposed = G::suppose(bot.view(), bot.notes(), dice.chance());
            let broken = G::check(&supposed);
            assert!(broken.is_ok(), "{}: a supposed state is broken: {broken:?}", self.case);
            let seen = View::of(&supposed, bot.view().viewer);
            assert_eq!(seen, *bot.view(), "{}: a supposed state looks different", self.case);
        }
        let view = View::<G>::of(&self.table.state, Viewer::Seat(mover));
        let other_truth = G::imagine(&view, dice.chance());
        let same_view = View::<G>::of(&other_truth, Viewer::Seat(mover));
        let seed = dice.seed();
        for level in Level::ALL {
            let moves = [&view, &same_view].map(|view| {
                let bot = Seated::new(view.clone()).expect("a seat's view");
                choose(level, &bot, &mut Budget::millis(1), &mut Chance::new(&seed, STREAM))
            });
            assert_eq!(moves[0], moves[1], "{}: {level:?} saw what it may not see", self.case);
            let decided = G::decide(&self.table.state, mover, &moves[0]);
            assert!(decided.is_ok(), "{}: {level:?} is refused {:?}: {decided:?}", self.case, moves[0]);
        }
    }
}

const STREAM: Shuffle = Shuffle { round: 0, reshuffle: 0 };

fn obey<G: Skill + Specimen>() {
    for (preset, rules) in G::presets() {
        for seats in G::SEATS.filter_map(SeatCount::new) {
            for round in 0..ROUNDS {
                let case = format!("{} {preset}, {} players, round {round}", G::ID.slug(), seats.get());
                Watched::<G>::new(&rules, seats, case).play_round(&mut Dice::new(round));
            }
        }
    }
}

#[test]
fn onze_bots_obey() {
    obey::<engine::games::Onze>();
}

#[test]
fn nain_jaune_bots_obey() {
    obey::<engine::games::NainJaune>();
}

#[test]
fn dos_bots_obey() {
    obey::<engine::games::Dos>();
}

#[test]
fn rummy_bots_obey() {
    obey::<engine::games::Rummy>();
}

#[test]
fn quarante_six_bots_obey() {
    obey::<engine::games::QuaranteSix>();
}

#[test]
fn a_clock_cuts_thinking_short() {
    for id in GameId::ALL {
        with_game!(id, G => {
            let seats = SeatCount::new(4).expect("four can play every game");
            let mut table: Table<G> = Table::new(&Default::default(), seats);
            table.deal(Seed([7; 32]), &mut |_, _| {});
            let seat = table.state.public.seat;
            let bot = Seated::<G>::new(View::of(&table.state, Viewer::Seat(seat))).expect("a seat's view");
            let mut glances = 0;
            let mut clock = || {
                glances += 1;
                glances < 20
            };
            let mut budget = Budget::watched(60_000, &mut clock);
            let thought = think(&bot, &[], &mut budget, &mut Chance::new(&Seed([1; 32]), STREAM));
            let decided = G::decide(&table.state, seat, &thought.mv);
            assert!(decided.is_ok(), "{id:?}: {:?} is refused: {decided:?}", thought.mv);
            assert!(glances <= 20, "{id:?}: thinking went on after the time was up");
        });
    }
}
