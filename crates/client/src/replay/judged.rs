//! A review as it is drawn beside a replay: how far it is, the moments that mattered most, and the curve.

use referee::advice::{Judged, Reviewing, Verdict};
use serde::{Deserialize, Serialize};
use words::Lang;
use words::review::{Mattered, say_moment};

use super::Overview;

/// So many moments are named.
const NAMED: usize = 5;

/// How far a review is, and what it has found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewNews {
    /// How many lines of the record are done.
    pub done: usize,
    /// How many there are.
    pub of: usize,
    /// Whether it is at its end.
    pub is_over: bool,
    /// The moments that mattered most, the dearest first; while the review goes on there are none.
    pub moments: Vec<KeyMoment>,
    /// What the seats that are judged could expect, in the order of play.
    pub curve: Vec<CurvePoint>,
}

/// A moment that mattered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeyMoment {
    /// The moment of the replay just before it.
    pub at: usize,
    /// The round.
    pub round: u16,
    /// The turn within it.
    pub turn: usize,
    /// Whose move it was.
    pub seat: u8,
    /// What would have been better and by how much, in French and in English.
    pub said: (String, String),
}

/// What a seat could expect of its round after a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The moment of the replay.
    pub at: usize,
    /// The round: the curve begins anew with each.
    pub round: u16,
    /// Whose move it was.
    pub seat: u8,
    /// How much more than the others, on average.
    pub lead: f64,
}

/// What is to be drawn of a review that is so far.
pub(super) fn news(reviewing: &Reviewing, overview: &Overview, is_over: bool) -> ReviewNews {
    let (done, of) = reviewing.progress();
    let (mut moments, mut curve) = (Vec::new(), Vec::new());
    // What is found is told when all of it is known: until then only the progress is of use.
    if is_over {
        let review = reviewing.review();
        let mut dearest: Vec<&Judged> = review.moves.iter().filter(|judged| mattered(judged)).collect();
        // What was not said has no figure, and comes after all that has.
        dearest.sort_by(|one, other| other.loss.total_cmp(&one.loss));
        dearest.truncate(NAMED);
        let moment = |judged: &&Judged| {
            let say = |lang: Lang| {
                let (played, best) = judged.said.in_words(lang);
                say_moment(&Mattered { played, best, loss: judged.loss }, review.game, lang)
            };
            KeyMoment {
                at: overview.before_line(judged.line),
                round: judged.round,
                turn: judged.turn,
                seat: judged.seat as u8,
                said: (say(Lang::French), say(Lang::English)),
            }
        };
        moments = dearest.iter().map(moment).collect();
        let point = |judged: &Judged| {
            let at = overview.before_line(judged.line) + 1;
            Some(CurvePoint { at, round: judged.round, seat: judged.seat as u8, lead: judged.lead? })
        };
        curve = review.moves.iter().filter_map(point).collect();
    }
    ReviewNews { done, of, is_over, moments, curve }
}

fn mattered(judged: &Judged) -> bool {
    judged.loss > 0.0 || judged.verdict == Verdict::Missed
}
