//! Whether a step may be made: the same question for the house, which knows the truth, and for a client, which
//! asks it of a table it imagines.

use engine::{Refuse, Seat};
use referee::Refereed;
use table::{Course, Table};
use wire::read_step;
use words::{Lang, say_not_a_move, say_refusal};

/// Who chooses a step: the clock has moves that no player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// A player or a bot.
    Player,
    /// The clock of a turn that took too long.
    Clock,
}

/// Why a step is not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepRefused {
    /// The stable name of the reason.
    pub code: &'static str,
    /// The rule, if a rule says no.
    pub rule: Option<&'static str>,
    /// The reason in one sentence.
    pub message: String,
}

/// The step in canonical notation and what it would bring about. Nothing is done yet.
///
/// # Errors
/// If it is no step of this game, or a rule says no.
pub fn judge<G: Refereed>(
    table: &Table<G>,
    seat: Seat,
    text: &str,
    chooser: Chooser,
    lang: Lang,
) -> Result<(String, Course<G>), StepRefused> {
    let not_a_move = || StepRefused { code: "bad-notation", rule: None, message: say_not_a_move::<G>(text, lang) };
    let step = read_step::<G>(text).map_err(|_| not_a_move())?;
    let is_chosen = chooser == Chooser::Clock || step.moves.iter().all(G::is_chosen);
    if step.seat.is_some_and(|named| named != seat) || !is_chosen {
        return Err(not_a_move());
    }
    let course = table.decide(seat, &step.moves).map_err(|refusal| StepRefused {
        code: refusal.code(),
        rule: Some(refusal.rule()),
        message: say_refusal::<G>(&refusal, lang),
    })?;
    let text: Vec<String> = step.moves.iter().map(G::write_move).collect();
    Ok((text.join(" "), course))
}
