//! Puzzles at their tables: one try, then the answer; for every puzzle that is kept.

use std::path::Path;

use client::guided::{Coach, GuideState, Guided};
use client::puzzle::{Day, Puzzle, PuzzleBook, TryWorth};
use client::{Client, News, legal_moves};
use engine::GameId;
use wire::house::Ask;
use words::Lang;

fn book(game: GameId) -> PuzzleBook {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("puzzles/{}.json", game.slug()));
    PuzzleBook::read(&std::fs::read_to_string(path).expect("puzzles of every game")).expect("puzzles")
}

fn puzzle(game: GameId, day: Day) -> Puzzle {
    Puzzle::new(game, book(game).of(day).expect("a puzzle a day")).expect("it can be read")
}

/// Somebody at the table of a puzzle.
struct Solver {
    puzzle: Guided,
    client: Client,
}

impl Solver {
    fn new(game: GameId, day: Day) -> Self {
        let mut puzzle = Guided::puzzle(puzzle(game, day), "Anne", Lang::English);
        let mut client = Client::new(1);
        puzzle.connect(Lang::English).iter().for_each(|text| drop(client.receive(text, 0)));
        client.connected();
        client.ask_table(&puzzle.table().clone(), Ask::Watch { after: None, recent: true, views: false });
        let mut solver = Self { puzzle, client };
        solver.exchange();
        solver
    }

    fn exchange(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        for text in self.client.take_outgoing() {
            for answer in self.puzzle.receive(&text) {
                news.extend(self.client.receive(&answer, 0));
            }
        }
        news
    }

    fn submit(&mut self, step: &str) -> Option<String> {
        self.client.ask_table(&self.puzzle.table().clone(), Ask::Submit { step: step.into() });
        self.exchange().into_iter().find_map(|news| match news {
            News::Refused { refused, .. } => Some(refused.code),
            _ => None,
        })
    }

    fn coach(&self) -> Coach {
        self.puzzle.coach(Lang::English)
    }

    fn legal(&self) -> Vec<String> {
        let watched = self.client.table(self.puzzle.table()).expect("it is shown");
        legal_moves(watched.game().expect("the game is read")).moves
    }
}

#[test]
fn every_puzzle_is_found_by_its_answer_and_missed_by_any_other_move() {
    for game in GameId::ALL {
        let count = book(game).puzzles.len() as i64;
        for number in 0..count {
            let day = Day(20_000 / count * count + number);
            let mut solver = Solver::new(game, day);
            let best = book(game).of(day).expect("a puzzle a day").best().to_owned();
            assert_eq!(solver.submit("no move").as_deref(), Some("bad-notation"), "{} {number}", game.slug());
            let mut moves = solver.legal().into_iter().filter_map(|step| step.rsplit(':').next().map(String::from));
            let other = moves.find(|step| *step != best).expect("there is a choice");
            assert_eq!(solver.submit(&best), None, "{} {number}", game.slug());
            let coach = solver.coach();
            assert!(coach.is_found && coach.state == GuideState::Over, "{} {number}: {coach:?}", game.slug());
            assert_eq!((&*coach.wanted, solver.puzzle.made()), (&[best.clone()][..], &[best][..]));
            assert_eq!(solver.submit(&other).as_deref(), Some("tried-already"));
            let mut again = Solver::new(game, day);
            assert_eq!(again.submit(&other), None);
            let judged = puzzle(game, day).judge(&other).expect("it is legal");
            assert_eq!(again.coach().is_found, judged.is_found(), "{} {number}: {other}", game.slug());
            if game != GameId::Rummy {
                assert!(!judged.is_found(), "{} {number}: {other}", game.slug());
                assert!(matches!(judged.worth, TryWorth::Behind { own, second } if own >= second && second > 0.0));
            }
        }
    }
}

#[test]
fn a_puzzle_of_rummy_counts_tiles() {
    let mut solver = Solver::new(GameId::Rummy, Day(0));
    assert!(!solver.coach().is_found);
    assert_eq!(solver.submit("draw"), None);
    let most = book(GameId::Rummy).of(Day(0)).expect("a puzzle a day").tiles;
    let judged = puzzle(GameId::Rummy, Day(0)).judge("draw").expect("it is legal");
    assert_eq!(judged.worth, TryWorth::Tiles { laid: 0, most });
    let coach = solver.coach();
    assert!(!coach.is_found && most >= 4);
    assert_eq!(coach.text, format!("Not this time: {most} tiles could be laid."));
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody_and_another_one_the_next_day() {
    let book = book(GameId::Onze);
    let view = |day: Day| &book.of(day).expect("a puzzle a day").view;
    let day = Day::new(2026, 11, 18);
    assert_eq!(view(day), view(day));
    assert_ne!(view(day), view(day.plus(1)));
    assert_eq!(view(day), view(day.plus(book.puzzles.len() as i64)), "they begin again when all were seen");
}
