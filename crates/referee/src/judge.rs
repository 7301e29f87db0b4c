//! Whether a step may be made: the same question for the house, which knows the truth, and for a client, which
//! asks it of a table it imagines.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use engine::{Decided, Refuse, Seat, Table};
use wire::read_step;
use words::{Lang, explain_refusal, say_not_a_move};

use crate::Refereed;

/// Who chooses a step: the clock has moves that no player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// A player or a bot.
    Player,
    /// The clock of a turn that took too long.
    Clock,
}

/// Why a step is not made. The sentence is made when the language is known.
#[derive(Clone)]
pub struct StepRefused {
    /// The stable name of the reason.
    pub code: Cow<'static, str>,
    /// The rule, if a rule says no.
    pub rule: Option<Cow<'static, str>>,
    say: Arc<dyn Fn(Lang) -> String + Send + Sync>,
}

impl StepRefused {
    /// A refusal of which `say` makes the sentence.
    pub fn new(
        code: &'static str,
        rule: Option<&'static str>,
        say: impl Fn(Lang) -> String + Send + Sync + 'static,
    ) -> Self {
        Self { code: code.into(), rule: rule.map(Cow::Borrowed), say: Arc::new(say) }
    }

    /// A refusal of which the sentences are known, in French and in English.
    #[must_use]
    pub fn said(code: String, rule: Option<String>, fr: String, en: String) -> Self {
        let say = move |lang: Lang| lang.of(&*fr, &*en).to_owned();
        Self { code: code.into(), rule: rule.map(Cow::Owned), say: Arc::new(say) }
    }

    /// The reason in one sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        (self.say)(lang)
    }
}

impl fmt::Debug for StepRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, rule, .. } = self;
        f.debug_struct("StepRefused").field("code", code).field("rule", rule).finish_non_exhaustive()
    }
}

impl PartialEq for StepRefused {
    fn eq(&self, other: &Self) -> bool {
        let said = |refused: &Self| refused.say(Lang::default());
        (&self.code, &self.rule) == (&other.code, &other.rule) && said(self) == said(other)
    }
}

impl Eq for StepRefused {}

/// The step in canonical notation and what it would bring about. Nothing is done yet.
///
/// # Errors
/// If it is no step of this game, or a rule says no.
pub fn judge<G: Refereed>(
    table: &Table<G>,
    seat: Seat,
    text: &str,
    chooser: Chooser,
) -> Result<(String, Decided<G>), StepRefused> {
    let not_a_move = || {
        let text = text.to_owned();
        StepRefused::new("bad-notation", None, move |lang| say_not_a_move::<G>(&text, lang))
    };
    let step = read_step::<G>(text).map_err(|_| not_a_move())?;
    let is_chosen = chooser == Chooser::Clock || step.moves.iter().all(G::is_chosen);
    if step.seat.is_some_and(|named| named != seat) || !is_chosen {
        return Err(not_a_move());
    }
    let decided = table.decide(seat, &step.moves).map_err(|refusal| {
        StepRefused::new(refusal.code(), Some(refusal.rule()), move |lang| explain_refusal::<G>(&refusal, lang))
    })?;
    let text: Vec<String> = step.moves.iter().map(G::write_move).collect();
    Ok((text.join(" "), decided))
}
