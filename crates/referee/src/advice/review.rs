//! Reviews: the moves of a record judged on what their seat could know, by what the expert thinks of them.

use std::fmt::Debug;

use bots::{Budget, Level, Seated, asked, speak, think};
use engine::{GameId, Public, Seat, State, Turn, View, Viewer, with_game};
use wire::{Map, PlayerKind, Record, RecordLine, Value, json};
use words::{Lang, Listener, game_name, replay as say_replay, review as say_review};

pub use words::review::Verdict;

use super::hint::{chance_of, rounded};
use crate::Refereed;
use crate::records::{Broken, read};
use crate::replay::{Replay, ReplayEvent};

/// Whose moves are reviewed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Those of people.
    Humans,
    /// Those of one seat.
    Seat(usize),
    /// Everybody's.
    All,
}

/// What there is to say about the moves of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The game that was played.
    pub game: GameId,
    /// Whose moves were judged.
    pub players: Vec<Reviewed>,
    /// The moves, in the order of play.
    pub moves: Vec<Judged>,
}

/// A player whose moves were judged, and how they were on the whole.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// Where the player sat.
    pub seat: usize,
    /// The name shown at the table.
    pub name: String,
    /// How many moves were judged.
    pub judged: usize,
    /// What they lost on average.
    pub mean_loss: f64,
    /// The places in [`Review::moves`] of those that lost most, the dearest first.
    pub dearest: Vec<usize>,
}

/// A move that was judged, or a chance to speak that was missed.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The round, from 1.
    pub round: u16,
    /// The turn within the round, from 1.
    pub turn: usize,
    /// The line of the record.
    pub line: usize,
    /// Who.
    pub seat: usize,
    /// What was played; nothing where something was not said.
    pub played: Option<String>,
    /// What the expert would have played.
    pub best: String,
    /// How much more of a lead that brings on average; 0 if the two cannot be told apart.
    pub loss: f64,
    /// How uncertain that is: one standard error.
    pub error: f64,
    /// How much more than the others the seat could expect from this round once it had played so; nothing where
    /// something was not said.
    pub lead: Option<f64>,
    /// How good it was, in a word.
    pub verdict: Verdict,
    /// What was played and what the expert would have played, in words.
    pub said: SaidMoves,
}

/// Two moves in words, in each language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SaidMoves {
    french: (Option<String>, String),
    english: (Option<String>, String),
}

impl SaidMoves {
    /// What was played, if anything was, and what the expert would have played.
    #[must_use]
    pub fn in_words(&self, lang: Lang) -> (Option<&str>, &str) {
        let (played, best) = lang.of(&self.french, &self.english);
        (played.as_deref(), best)
    }
}

/// So many of the dearest moves are named for each player.
const DEAREST: usize = 3;
/// From which share of the usual spread a loss is a slip, and from which a mistake.
const SLIP: f64 = 0.05;
const MISTAKE: f64 = 0.2;
/// A gap of fewer standard errors than this may be luck: where many moves are about as good, one of them
/// always looks best.
const CLEARLY: f64 = 2.0;
/// A step longer than this (in Rummy, a whole table) does not widen the column of steps.
const MAX_STEP_WIDTH: usize = 24;
/// With fewer worlds than this nothing is said about a move.
const WORLDS_LEAST: usize = 8;

/// Judges the moves of a record, thinking about each for so many milliseconds by the price list of [`Budget`]:
/// the same record gets the same review.
///
/// # Errors
/// The first line that breaks.
pub fn review(text: &str, whose: Whose, millis: u64, lang: Lang) -> Result<Review, Broken> {
    let mut reviewing = Reviewing::new(text, whose, millis, lang)?;
    while reviewing.advance()? {}
    Ok(reviewing.review())
}

/// A review under way, for whoever cannot wait until all of it is done.
#[derive(Debug)]
pub struct Reviewing(Box<dyn UnderWay>);

/// A review of some game.
trait UnderWay: Debug + Send {
    fn advance(&mut self) -> Result<bool, Broken>;
    fn progress(&self) -> (usize, usize);
    fn review(&self) -> Review;
}

impl Reviewing {
    /// Begins a review, as [`review`] would make it.
    ///
    /// # Errors
    /// If the record cannot be read, or a line breaks that is looked at first.
    pub fn new(text: &str, whose: Whose, millis: u64, lang: Lang) -> Result<Self, Broken> {
        let record = read(text, lang)?;
        with_game!(record.header.game, G => Ok(Self(Box::new(OfGame::<G>::new(record, whose, millis, lang)?))))
    }

    /// Goes on until one more move is judged or the record is at its end. Returns whether there is more to do.
    ///
    /// # Errors
    /// If the record breaks there.
    pub fn advance(&mut self) -> Result<bool, Broken> {
        self.0.advance()
    }

    /// How many lines of the record are done, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        self.0.progress()
    }

    /// What there is to say so far.
    #[must_use]
    pub fn review(&self) -> Review {
        self.0.review()
    }
}

/// The one implementation.
#[derive(Debug)]
struct OfGame<G: Refereed> {
    replay: Replay<G>,
    reviewer: Reviewer<G>,
}

impl<G: Refereed> OfGame<G> {
    fn new(record: Record, whose: Whose, millis: u64, lang: Lang) -> Result<Self, Broken> {
        let replay = Replay::<G>::new(record, lang)?;
        let seats = replay.table().state.public.sheet.seats();
        if let Whose::Seat(seat) = whose
            && seats.seat(seat).is_none()
        {
            return Err(Broken { line: 1, message: say_replay::no_such_seat(seat, lang) });
        }
        let players = &replay.record().header.players;
        let is_reviewed = |seat: Seat| match whose {
            Whose::Humans => players.get(seat.index()).is_some_and(|it| it.kind == PlayerKind::Human),
            Whose::Seat(only) => seat.index() == only,
            Whose::All => true,
        };
        let at_first = |seat: Seat| Seated::new(View::of(&replay.table().state, Viewer::Seat(seat)));
        let seated = seats.seats().filter(|seat| is_reviewed(*seat)).filter_map(at_first).collect();
        Ok(Self { replay, reviewer: Reviewer::<G>::new(seated, millis) })
    }
}

impl<G: Refereed> UnderWay for OfGame<G> {
    fn advance(&mut self) -> Result<bool, Broken> {
        let Self { replay, reviewer } = self;
        let judged = reviewer.moves.len();
        while reviewer.moves.len() == judged {
            if !replay.advance(&mut |event| reviewer.on_event(event))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn progress(&self) -> (usize, usize) {
        (self.replay.played(), self.replay.record().lines.len())
    }

    fn review(&self) -> Review {
        let moves = self.reviewer.moves.clone();
        let players = &self.replay.record().header.players;
        let seats = self.reviewer.seated.iter().map(|it| it.seen().seat.index());
        let players = seats.map(|seat| sum_up(seat, &players[seat].name, &moves)).collect();
        Review { game: G::ID, players, moves }
    }
}

fn sum_up(seat: usize, name: &str, moves: &[Judged]) -> Reviewed {
    let own = || moves.iter().enumerate().filter(|(_, it)| it.seat == seat && it.verdict != Verdict::Missed);
    let judged = own().count();
    let mut dearest: Vec<(usize, &Judged)> = own().filter(|(_, it)| it.loss > 0.0).collect();
    dearest.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
    Reviewed {
        seat,
        name: name.into(),
        judged,
        mean_loss: own().map(|(_, it)| it.loss).sum::<f64>() / judged.max(1) as f64,
        dearest: dearest.into_iter().take(DEAREST).map(|(index, _)| index).collect(),
    }
}

/// Follows a replay with the eyes of those who are reviewed.
#[derive(Debug)]
struct Reviewer<G: Refereed> {
    seated: Vec<Seated<G>>,
    millis: u64,
    round: u16,
    turn: usize,
    /// Whose turn it was last.
    mover: Option<Seat>,
    /// The line of the step under way.
    line: usize,
    /// What the reviewed could have said before it, and did not.
    openings: Vec<(Seat, G::Move)>,
    moves: Vec<Judged>,
}

/// What the expert thinks of a move.
struct Judgement {
    best: String,
    loss: f64,
    error: f64,
    lead: Option<f64>,
    verdict: Verdict,
    said: SaidMoves,
}

impl<G: Refereed> Reviewer<G> {
    fn new(seated: Vec<Seated<G>>, millis: u64) -> Self {
        Self { seated, millis, round: 0, turn: 0, mover: None, line: 0, openings: Vec::new(), moves: Vec::new() }
    }

    fn on_event(&mut self, event: ReplayEvent<'_, G>) {
        match event {
            ReplayEvent::Dealt { table } => {
                self.round = table.state.public.sheet.round;
                (self.turn, self.mover) = (0, None);
            }
            ReplayEvent::Step { before, seat, moves, line } => self.judge(before, seat, moves, line),
            ReplayEvent::Event { before, event } => {
                for seated in &mut self.seated {
                    let shown = G::show(before.public.sheet.seats(), event, seated.view().viewer);
                    if let Err(mismatch) = seated.follow(&shown) {
                        // Not bad input but a bug: the rules themselves have just brought this about.
                        panic!("{}: {mismatch}", G::ID.slug());
                    }
                }
            }
            ReplayEvent::Held { line: RecordLine::LastRound { .. }, .. } => {
                self.seated.iter_mut().for_each(Seated::call_last_round);
            }
            ReplayEvent::Held { table, line: RecordLine::Move { .. } } => self.blame_the_silent(&table.state.public),
            ReplayEvent::Held { .. } => {}
        }
    }

    fn judge(&mut self, before: &State<G>, seat: Seat, moves: &[G::Move], line: usize) {
        let mover = before.public.seat;
        if self.mover != Some(mover) {
            self.mover = Some(mover);
            self.turn += 1;
        }
        self.line = line;
        let Some(played) = moves.first() else { return };
        self.listen(before, seat, played);
        let Some(seated) = self.seated.iter().find(|it| it.seen().seat == seat) else { return };
        if seat == mover
            && G::is_chosen(played)
            && let Some(judgement) = self.weigh(seated, played)
        {
            let step: Vec<String> = moves.iter().map(G::write_move).collect();
            self.put_down(seat, Some(step.join(" ")), judgement);
        }
    }

    /// What the expert thinks of a move; nothing if the seat had no choice, or there was no time to compare.
    fn weigh(&self, seated: &Seated<G>, played: &G::Move) -> Option<Judgement> {
        let seen = seated.seen();
        let mut choices = Vec::new();
        G::list(seen.public, seen.hand, seen.seat, &mut choices);
        if choices.iter().all(|mv| G::is_same(mv, played)) {
            return None;
        }
        let mut chance = chance_of(seated.view(), Level::Expert);
        let thought = think(seated, std::slice::from_ref(played), &mut Budget::millis(self.millis), &mut chance);
        let find = |mv: &G::Move| thought.candidates.iter().find(|it| it.mv == *mv);
        let (best, own) = (find(&thought.mv)?, find(played)?);
        if own.worlds < WORLDS_LEAST {
            return None;
        }
        let gap = best.lead - own.lead;
        let is_good = G::is_same(&best.mv, played);
        let loss = if is_good || gap <= CLEARLY * own.error { 0.0 } else { gap };
        let verdict = match loss {
            _ if is_good => Verdict::Good,
            loss if loss < SLIP * G::SPREAD => Verdict::Fine,
            loss if loss < MISTAKE * G::SPREAD => Verdict::Slip,
            _ => Verdict::Mistake,
        };
        let said = say_moves::<G>(Some(played), &best.mv, seen.public, seated.view().viewer);
        Some(Judgement { best: G::write_move(&best.mv), loss, error: own.error, lead: Some(own.lead), verdict, said })
    }

    /// Takes down what the reviewed could say just before a step, and do not say with it.
    fn listen(&mut self, before: &State<G>, actor: Seat, played: &G::Move) {
        let public = &before.public;
        let acting = Seated::<G>::new(View::of(before, Viewer::Seat(actor)));
        let is_said = acting.is_some_and(|it| could_say(public, &it).as_ref() == Some(played));
        let first = G::first_asked(public);
        // Somebody was quicker: that is no fault, but for those who had the first word.
        let blamed = self.seated.iter().filter(|it| it.seen().seat != actor && (!is_said || first.has(it.seen().seat)));
        self.openings = blamed.filter_map(|it| Some((it.seen().seat, could_say(public, it)?))).collect();
    }

    /// Whoever could have said something before the step, and no longer can, has missed it.
    fn blame_the_silent(&mut self, public: &Public<G>) {
        for (seat, mv) in std::mem::take(&mut self.openings) {
            let seated = self.seated.iter().find(|it| it.seen().seat == seat);
            let is_open = seated.and_then(|it| could_say(public, it)).as_ref() == Some(&mv);
            // When the round is over it no longer matters.
            if !is_open && public.outcome().is_none() {
                let said = say_moves::<G>(None, &mv, public, Viewer::Seat(seat));
                let best = G::write_move(&mv);
                let verdict = Verdict::Missed;
                self.put_down(seat, None, Judgement { best, loss: 0.0, error: 0.0, lead: None, verdict, said });
            }
        }
    }

    fn put_down(&mut self, seat: Seat, played: Option<String>, judgement: Judgement) {
        let Judgement { best, loss, error, lead, verdict, said } = judgement;
        let (round, turn, line, seat) = (self.round, self.turn, self.line, seat.index());
        self.moves.push(Judged { round, turn, line, seat, played, best, loss, error, lead, verdict, said });
    }
}

/// What was played and what would have been better, in words, as who sits there is told.
fn say_moves<G: Refereed>(played: Option<&G::Move>, best: &G::Move, public: &Public<G>, viewer: Viewer) -> SaidMoves {
    let say = |lang| {
        let to = Listener::new(&[], viewer, lang);
        (played.map(|mv| G::say_move(mv, public, &to)), G::say_move(best, public, &to))
    };
    SaidMoves { french: say(Lang::French), english: say(Lang::English) }
}

/// What a seat that pays attention would say out of turn now.
fn could_say<G: Refereed>(public: &Public<G>, seated: &Seated<G>) -> Option<G::Move> {
    let Turn::Seat { seat, also } = G::turn(public) else { return None };
    asked::<G>(public, seat, also).find(|speaker| *speaker == seated.seen().seat)?;
    speak(Level::Expert, seated, &mut chance_of(seated.view(), Level::Expert))
}

impl Review {
    /// The review as one JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        let moves: Vec<Value> = self.moves.iter().map(write_judged).collect();
        let players = self.players.iter().map(|player| {
            let count = |verdict: Verdict| self.count(player.seat, verdict);
            let verdicts: Map<String, Value> =
                Verdict::ALL.iter().map(|verdict| (verdict.slug().into(), count(*verdict).into())).collect();
            json!({
                "seat": player.seat,
                "name": player.name,
                "judged": player.judged,
                "mean_loss": rounded(player.mean_loss),
                "verdicts": verdicts,
                "dearest": player.dearest.iter().map(|index| moves[*index].clone()).collect::<Vec<_>>(),
            })
        });
        json!({ "game": self.game.slug(), "players": players.collect::<Vec<_>>(), "moves": moves })
    }

    /// The review as a text to read.
    #[must_use]
    pub fn read_aloud(&self, lang: Lang) -> String {
        if self.players.is_empty() {
            return say_review::nobody(lang) + "\n";
        }
        let name = |seat: usize| self.players.iter().find(|it| it.seat == seat).map_or("", |it| it.name.as_str());
        let width = self.players.iter().map(|it| it.name.chars().count()).max().unwrap_or(0);
        let step = self.moves.iter().filter_map(|it| it.played.as_ref()).map(|it| it.chars().count());
        let step = step.filter(|width| *width <= MAX_STEP_WIDTH).max().unwrap_or(0);
        let mut aloud = format!("{}\n", game_name(self.game));
        let mut round = 0;
        for judged in &self.moves {
            if judged.round != round {
                round = judged.round;
                aloud += &format!("\n{}\n", say_replay::round(round, lang));
            }
            let (turn, played) = (say_review::turn(judged.turn, lang), judged.played.as_deref().unwrap_or("–"));
            let verdict = say_review::say_verdict(judged.verdict, &judged.best, judged.loss, self.game, lang);
            aloud += &format!("  {turn:>8}  {:width$}  {played:step$}  {verdict}\n", name(judged.seat));
        }
        for player in &self.players {
            let counts = Verdict::ALL.map(|verdict| (verdict, self.count(player.seat, verdict)));
            aloud += &format!(
                "\n{}\n",
                say_review::sum_up(&player.name, player.judged, player.mean_loss, &counts, self.game, lang)
            );
            for judged in player.dearest.iter().map(|index| &self.moves[*index]) {
                let played = judged.played.as_deref().unwrap_or_default();
                let when = (judged.round, judged.turn);
                aloud += &format!("  {}\n", say_review::dear(when, played, &judged.best, judged.loss, self.game, lang));
            }
        }
        aloud
    }

    fn count(&self, seat: usize, verdict: Verdict) -> usize {
        self.moves.iter().filter(|it| it.seat == seat && it.verdict == verdict).count()
    }
}

fn write_judged(judged: &Judged) -> Value {
    json!({
        "round": judged.round,
        "turn": judged.turn,
        "line": judged.line,
        "seat": judged.seat,
        "move": judged.played,
        "verdict": judged.verdict.slug(),
        "best": judged.best,
        "loss": rounded(judged.loss),
        "error": rounded(judged.error),
        "lead": judged.lead.map(rounded),
    })
}
