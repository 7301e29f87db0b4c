//! Puzzles: what would you play? Cut from rounds that skilled bots play, where one move is clearly best for the expert,
//! who sees what the seat sees; in Rummy, where more tiles can be laid than is obvious, and the solver knows how many.
//!
//! A puzzle is a function of its view and of the time that is thought about it, so whoever has both can judge it again.
//!
//! Deliberately absent: why a move is good in words (crate `words`), files.

use bots::{Budget, Candidate, Level, Seated, asked, choose, speak, think};
use engine::{Chance, Coverage, GameId, Seat, SeatCount, Seed, Shuffle, Table, Turn, View, Viewer, with_game};
use sha2::{Digest, Sha256};
use wire::{Value, json, read_view, write_view};

use super::hint::{chance_of, rounded};
use crate::refereed::{Refereed, SolveGoal};

/// What is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleOrder {
    /// The game.
    pub game: GameId,
    /// What all rounds grow from.
    pub seed: Seed,
    /// So many.
    pub count: usize,
    /// How long each is thought about, in milliseconds by the price list of [`Budget`].
    pub millis: u64,
}

/// A puzzle: what a seat sees, and what its moves are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// Whose view it is.
    pub seat: Seat,
    /// The view.
    pub view: Value,
    /// What is to be found.
    pub answer: PuzzleAnswer,
}

/// What is to be found.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleAnswer {
    /// The best move, which is first; after it all others, with how far they are behind.
    Move(Vec<WeighedMove>),
    /// A play that lays so many tiles, which are as many as can be.
    Tiles {
        /// How many.
        tiles: u8,
        /// A play that does.
        play: String,
    },
}

/// A move of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct WeighedMove {
    /// The move, in notation.
    pub step: String,
    /// By how much its lead is behind the best one's, on average; 0 for the best.
    pub behind: f64,
    /// One standard error of that.
    pub error: f64,
}

/// The fewest and the most moves among which one is to be found.
const MOVES: std::ops::RangeInclusive<usize> = 3..=14;
/// The best move is ahead of every other by at least this share of the usual spread…
const MARGIN: f64 = 0.05;
/// …and by so many standard errors.
const CLEARLY: f64 = 4.0;
/// The same for a first look, which only spares thinking about what is not clear at all.
const FIRST_MILLIS: u64 = 25;
const FIRST_CLEARLY: f64 = 2.0;
/// The fewest tiles of a puzzle of Rummy, and the most words of its answer: its table has room on a phone.
const TILES_LEAST: u8 = 4;
const MAX_TABLE_TILES: usize = 36;
/// The most cards that the seat may hold: they have room on a phone.
const MAX_HAND_TILES: u8 = 15;
/// A round is looked at from a move on that is drawn below this.
const LATEST_FIRST: u32 = 30;
/// The most that sit at a table of a puzzle: their hands have room on a phone.
const MOST_SEATS: usize = 4;
/// No round takes so many moves.
const MAX_MOVES: u32 = 5_000;
/// Streams that no deal uses: rounds are counted from 1.
const BOTS: Shuffle = Shuffle { round: 0, reshuffle: 1 };

/// Makes puzzles, each from another round; `found` is told of each.
#[must_use]
pub fn make_puzzles(order: PuzzleOrder, found: &mut dyn FnMut(&Puzzle)) -> Vec<Puzzle> {
    let mut puzzles = Vec::with_capacity(order.count);
    let mut number: u64 = 0;
    while puzzles.len() < order.count {
        let seed = Seed(Sha256::new().chain_update(order.seed.0).chain_update(number.to_le_bytes()).finalize().into());
        let puzzle = with_game!(order.game, G => search_round::<G>(seed, number as usize, order.millis));
        if let Some(puzzle) = puzzle {
            found(&puzzle);
            puzzles.push(puzzle);
        }
        number += 1;
    }
    puzzles
}

/// Judges a view as it is when puzzles are made; `None` if it is no puzzle.
#[must_use]
pub fn judge_puzzle(game: GameId, view: &Value, seat: Seat, millis: u64) -> Option<PuzzleAnswer> {
    with_game!(game, G => judge(&read_view::<G>(view.clone(), Viewer::Seat(seat)).ok()?, millis))
}

/// The puzzles as their file holds them: one a line.
#[must_use]
pub fn write_puzzles(order: PuzzleOrder, command: &str, puzzles: &[Puzzle]) -> String {
    let head = json!({ "game": order.game.slug(), "command": command, "millis": order.millis });
    let head = head.to_string();
    let lines: Vec<String> = puzzles.iter().map(|puzzle| write_puzzle(puzzle).to_string()).collect();
    format!("{},\"puzzles\":[\n{}\n]}}\n", head.trim_end_matches('}'), lines.join(",\n"))
}

fn write_puzzle(puzzle: &Puzzle) -> Value {
    let Puzzle { seat, view, answer } = puzzle;
    match answer {
        PuzzleAnswer::Tiles { tiles, play } => {
            json!({ "seat": seat.index(), "view": view, "tiles": tiles, "play": play })
        }
        PuzzleAnswer::Move(moves) => {
            let write = |it: &WeighedMove| json!({ "move": it.step, "behind": it.behind, "error": it.error });
            json!({ "seat": seat.index(), "view": view, "moves": moves.iter().map(write).collect::<Vec<_>>() })
        }
    }
}

/// The first puzzle of a round, if there is one in it.
fn search_round<G: Refereed>(seed: Seed, number: usize, millis: u64) -> Option<Puzzle> {
    let (least, most) = (*G::SEATS.start(), (*G::SEATS.end()).min(MOST_SEATS));
    let seats = SeatCount::new(least + number % (most - least + 1))?;
    let mut chance = Chance::new(&seed, BOTS);
    let first = chance.below(LATEST_FIRST);
    let mut table: Table<G> = Table::new(&G::Rules::default(), seats);
    let mut seated: Vec<Seated<G>> =
        seats.seats().filter_map(|seat| Seated::new(View::of(&table.state, Viewer::Seat(seat)))).collect();
    table.deal(seed, &mut |_, event| follow(&mut seated, seats, event));
    for made in 0..MAX_MOVES {
        let Turn::Seat { seat, also } = table.turn() else { return None };
        if table.state.public.outcome().is_some() {
            return None;
        }
        let said = asked::<G>(&table.state.public, seat, also)
            .find_map(|speaker| Some((speaker, speak(Level::Skilled, &seated[speaker.index()], &mut chance)?)));
        let (mover, mv) = match said {
            Some(said) => said,
            None => {
                if made >= first
                    && let Some(answer) = look(&seated[seat.index()], millis, &mut chance)
                {
                    return Some(Puzzle { seat, view: write_view::<G>(seated[seat.index()].view()), answer });
                }
                let mut budget = Budget::millis(FIRST_MILLIS);
                (seat, choose(Level::Skilled, &seated[seat.index()], &mut budget, &mut chance))
            }
        };
        table.submit(mover, std::slice::from_ref(&mv), &mut |_, event| follow(&mut seated, seats, event)).ok()?;
    }
    None
}

/// Shows an event to every bot.
fn follow<G: Refereed>(seated: &mut [Seated<G>], seats: SeatCount, event: &G::Event) {
    for bot in seated {
        let shown = G::show(seats, event, bot.view().viewer);
        if let Err(mismatch) = bot.follow(&shown) {
            panic!("{}: a bot lost track: {mismatch}", G::ID.slug());
        }
    }
}

/// Looks whether what a seat sees is a puzzle: it is clear, and the obvious is not it.
fn look<G: Refereed>(seated: &Seated<G>, millis: u64, chance: &mut Chance) -> Option<PuzzleAnswer> {
    let view = seated.view();
    if view.public.hand_sizes[seated.seen().seat] > MAX_HAND_TILES {
        return None;
    }
    // What a seat remembers is not in its view, so it is not in the puzzle either.
    let fresh = Seated::new(view.clone())?;
    let obvious = G::casual(fresh.seen(), chance);
    if let Some(answer) = solve(view) {
        let is_puzzle = |answer: &PuzzleAnswer| match answer {
            PuzzleAnswer::Tiles { tiles, play } => {
                *tiles >= TILES_LEAST
                    && play.split_whitespace().count() <= MAX_TABLE_TILES
                    && count_laid(view, &obvious) < *tiles
            }
            PuzzleAnswer::Move(_) => false,
        };
        return Some(answer).filter(is_puzzle);
    }
    let moves = moves_of(view)?;
    if !MOVES.contains(&moves.len()) {
        return None;
    }
    let thought = think(&fresh, &[], &mut Budget::millis(FIRST_MILLIS), &mut chance_of(view, Level::Expert));
    if thought.mv == obvious || !is_clear::<G>(&thought.candidates, FIRST_CLEARLY) {
        return None;
    }
    let answer = judge(view, millis)?;
    let is_other = |best: &WeighedMove| best.step != G::write_move(&obvious);
    Some(answer).filter(|answer| matches!(answer, PuzzleAnswer::Move(moves) if moves.first().is_some_and(is_other)))
}

fn judge<G: Refereed>(view: &View<G>, millis: u64) -> Option<PuzzleAnswer> {
    if let Some(tiles) = solve(view) {
        return Some(tiles);
    }
    let moves = moves_of(view)?;
    let seated = Seated::new(view.clone())?;
    // Every move is thought about to the end.
    let thought = think(&seated, &moves, &mut Budget::millis(millis), &mut chance_of(view, Level::Expert));
    if !is_clear::<G>(&thought.candidates, CLEARLY) {
        return None;
    }
    let best = thought.candidates.first()?;
    let weigh = |it: &Candidate<G>| WeighedMove {
        step: G::write_move(&it.mv),
        behind: rounded(best.lead - it.lead),
        error: rounded(it.error),
    };
    Some(PuzzleAnswer::Move(thought.candidates.iter().map(weigh).collect()))
}

/// All moves of the seat whose turn it is, where they can be listed.
fn moves_of<G: Refereed>(view: &View<G>) -> Option<Vec<G::Move>> {
    let mut moves = Vec::new();
    let coverage = view.moves(&mut moves);
    // What is said out of turn is no matter of thinking.
    Some(moves).filter(|_| coverage == Coverage::Complete)
}

/// Whether the first candidate is ahead of all others.
fn is_clear<G: Refereed>(candidates: &[Candidate<G>], clearly: f64) -> bool {
    let Some((best, others)) = candidates.split_first() else { return false };
    let is_behind = |it: &Candidate<G>| {
        let behind = best.lead - it.lead;
        it.worlds > 0 && behind >= MARGIN * G::SPREAD && behind >= clearly * it.error
    };
    !others.is_empty() && others.iter().all(is_behind)
}

/// The most that can be laid, in games that can be solved.
fn solve<G: Refereed>(view: &View<G>) -> Option<PuzzleAnswer> {
    let (Viewer::Seat(seat), Some(hand)) = (view.viewer, &view.hand) else { return None };
    let solved = G::solve(&view.public, hand, seat, SolveGoal::Tiles)?;
    Some(PuzzleAnswer::Tiles { tiles: solved.placed, play: G::write_move(&solved.mv) })
}

/// How many tiles a move lays.
fn count_laid<G: Refereed>(view: &View<G>, mv: &G::Move) -> u8 {
    let Viewer::Seat(seat) = view.viewer else { return 0 };
    let mut table: Table<G> =
        Table { seed: Seed::default(), state: G::imagine(view, &mut Chance::new(&Seed::default(), BOTS)) };
    let before = table.state.public.hand_sizes[seat];
    let is_made = table.submit(seat, std::slice::from_ref(mv), &mut |_, _| ()).is_ok();
    if is_made { before.saturating_sub(table.state.public.hand_sizes[seat]) } else { 0 }
}
