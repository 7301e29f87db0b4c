//! Hints: what a bot would do on a seat, from what that seat can know, and why.

use std::time::Duration;

use bots::{Budget, Candidate, Level, Seated, asked, choose, speak, think};
use engine::{Chance, Seed, Shuffle, Turn, View, Viewer};
use sha2::{Digest, Sha256};
use wire::house::{HintCandidate, HintFigures, HintInfo, HintResult};
use wire::{json, write_step, write_view};
use words::hint::{Other, Reason, Weighed, read_aloud, say_reason};
use words::{Lang, Listener};

use crate::Refereed;

/// The longest thinking that can be asked for, in milliseconds.
pub(crate) const MAX_MILLIS: u64 = 60_000;
/// How long is thought when nothing is said about it.
pub(crate) const DEFAULT_MILLIS: u64 = 100;
/// So many candidates are told; the others were given up early.
const MAX_CANDIDATES: usize = 8;
/// A stream that no deal uses: rounds are counted from 1.
const NO_DEAL: Shuffle = Shuffle { round: 0, reshuffle: 0 };

/// The time gone by since any moment, brought by whoever has a clock.
pub(crate) type Elapsed<'a> = &'a mut dyn FnMut() -> Duration;

/// What a bot would do, and what it thought about.
pub(crate) struct Hint<G: Refereed> {
    view: View<G>,
    level: Level,
    way: Way,
    /// The best first, and never empty.
    pub(crate) candidates: Vec<Candidate<G>>,
}

/// How a move was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Said,
    Chosen,
    Thought,
}

/// Why there is no hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoHint {
    RoundOver,
    NotYourTurn,
    /// The seat has no move at all, in a position that no play leads to.
    NoMove,
}

impl<G: Refereed> Hint<G> {
    /// What a bot of this level would do if this were all it knew.
    pub(crate) fn new(view: View<G>, level: Level, budget: &mut Budget<'_>) -> Result<Self, NoHint> {
        let Turn::Seat { seat: mover, also } = G::turn(&view.public) else { return Err(NoHint::RoundOver) };
        let mut chance = chance_of(&view, level);
        let Some(seated) = Seated::new(view.clone()) else { return Err(NoHint::NotYourTurn) };
        let seat = seated.seen().seat;
        if seat == mover {
            let mut moves = Vec::new();
            view.moves(&mut moves);
            if moves.is_empty() {
                return Err(NoHint::NoMove);
            }
        }
        let may_speak = asked::<G>(&view.public, mover, also).any(|speaker| speaker == seat);
        let said = if may_speak { speak(level, &seated, &mut chance) } else { None };
        let (way, candidates) = match said {
            Some(mv) => (Way::Said, vec![untried(mv)]),
            None if seat != mover => return Err(NoHint::NotYourTurn),
            None if level == Level::Expert => (Way::Thought, think(&seated, &[], budget, &mut chance).candidates),
            None => (Way::Chosen, vec![untried(choose(level, &seated, budget, &mut chance))]),
        };
        Ok(Self { view, level, way, candidates })
    }

    /// The move, in notation.
    pub(crate) fn mv(&self) -> String {
        self.candidates.first().map(|best| self.write(best)).unwrap_or_default()
    }

    fn write(&self, candidate: &Candidate<G>) -> String {
        write_step::<G>(&self.view.public, seat_of(&self.view), &candidate.mv)
    }

    /// What a screen can show of it.
    pub(crate) fn info(&self, lang: Lang) -> HintInfo {
        let candidates = self.weighed().map(|Weighed { mv, score, lead, error, worlds }| {
            let figures = HintFigures { score, lead, error, worlds };
            HintCandidate { step: mv, figures: (worlds > 0).then_some(figures) }
        });
        HintInfo { level: self.level.slug().into(), why: self.why(lang), candidates: candidates.collect() }
    }

    /// The hint as a text to read.
    pub(crate) fn read_aloud(&self, lang: Lang) -> String {
        let weighed: Vec<Weighed> = self.weighed().collect();
        read_aloud(&self.why(lang), &weighed, lang)
    }

    /// The first candidates, with figures fit to be shown.
    fn weighed(&self) -> impl Iterator<Item = Weighed> {
        self.candidates.iter().take(MAX_CANDIDATES).map(|it| {
            let [score, lead, error] = [it.score, it.lead, it.error].map(rounded);
            Weighed { mv: self.write(it), score, lead, error, worlds: it.worlds }
        })
    }

    /// Why this move, in one sentence.
    pub(crate) fn why(&self, lang: Lang) -> String {
        let to = Listener::new(&[], self.view.viewer, lang);
        let say = |candidate: &Candidate<G>| G::say_move(&candidate.mv, &self.view.public, &to);
        let texts: Vec<String> = self.candidates.iter().take(2).map(say).collect();
        let reason = match (self.way, self.level) {
            (Way::Said, _) => Reason::Said,
            (Way::Chosen, Level::Novice) => Reason::Distracted,
            (Way::Chosen, Level::Casual) => Reason::Obvious,
            (Way::Chosen, _) => Reason::RuleOfThumb,
            (Way::Thought, _) => match (&self.candidates[..], &texts[..]) {
                ([best, other, ..], [mv, other_mv]) if best.worlds > 0 => {
                    Reason::Imagined { mv, lead: best.lead, other: compare(best, other, other_mv) }
                }
                (_, [mv]) => Reason::Alone { mv },
                _ => Reason::NoTime,
            },
        };
        say_reason(reason, G::ID, lang)
    }
}

/// What an expert would do on a seat if this view were all it knew; `None` if there is nothing to
/// do.
#[must_use]
pub fn advise<G: Refereed>(view: View<G>, budget: &mut Budget<'_>, lang: Lang) -> Option<HintResult> {
    let hint = Hint::new(view, Level::Expert, budget).ok()?;
    Some(HintResult { step: hint.mv(), info: hint.info(lang) })
}

/// How the closest rival compares with the best.
fn compare<'a, G: Refereed>(best: &Candidate<G>, other: &Candidate<G>, mv: &'a str) -> Other<'a> {
    let gap = best.lead - other.lead;
    // A candidate that was given up has not been tried in all worlds, and is behind whatever its average says.
    match (other.worlds < best.worlds, gap > other.error) {
        (_, true) => Other::Behind(mv, gap),
        (true, false) => Other::GivenUp(mv),
        (false, false) => Other::AsGood(mv),
    }
}

fn seat_of<G: Refereed>(view: &View<G>) -> engine::Seat {
    match view.viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator => view.public.seat,
    }
}

/// A move that was not weighed against others.
fn untried<G: Refereed>(mv: G::Move) -> Candidate<G> {
    Candidate { mv, score: 0.0, lead: 0.0, error: 0.0, worlds: 0 }
}

/// One decimal is as much as imagined worlds can tell.
pub(crate) fn rounded(number: f64) -> f64 {
    // Adding zero turns a negative zero into a plain one.
    (number * 10.0).round() / 10.0 + 0.0
}

/// The generator of a bot that sees this and nothing else: the same view gets the same answer, whatever is hidden.
pub(crate) fn chance_of<G: Refereed>(view: &View<G>, level: Level) -> Chance {
    let seen = json!([write_view::<G>(view), seat_of(view).index(), level.slug()]);
    Chance::new(&Seed(Sha256::digest(seen.to_string()).into()), NO_DEAL)
}
