//! What the house's expert would do, as it answers the ask for a hint.

use wire::house::{Answer, AnswerResult, HintCandidate, HintFigures, HintResult};
use words::hint::Weighed;

/// What an expert would do, why, and what else it thought about.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The step, in notation.
    pub step: String,
    /// Why, in one sentence.
    pub why: String,
    /// The moves that were thought about, the best first.
    pub candidates: Vec<Weighed>,
}

impl Advice {
    /// The advice in an answer; nothing if it holds none.
    #[must_use]
    pub fn read(answer: &Answer) -> Option<Self> {
        let Some(AnswerResult::Hint(HintResult { step, info })) = &answer.result else { return None };
        let candidates = info.candidates.iter().map(weighed).collect();
        Some(Self { step: step.clone(), why: info.why.clone(), candidates })
    }

    /// How long the bar of a candidate is beside the others', from 0 to 1: the best has 1, the worst a short one.
    #[must_use]
    pub fn share(&self, candidate: &Weighed) -> f64 {
        /// Even the worst of the candidates has a bar to be seen.
        const SHORTEST: f64 = 0.06;
        let leads = self.candidates.iter().filter(|one| one.worlds > 0).map(|one| one.lead);
        let (least, most) = leads.fold((f64::MAX, f64::MIN), |(least, most), lead| (least.min(lead), most.max(lead)));
        if most <= least {
            return 1.0;
        }
        SHORTEST + (1.0 - SHORTEST) * ((candidate.lead - least) / (most - least)).clamp(0.0, 1.0)
    }
}

/// A candidate; one that was tried in no world has no figures.
fn weighed(candidate: &HintCandidate) -> Weighed {
    let none = HintFigures { score: 0.0, lead: 0.0, error: 0.0, worlds: 0 };
    let HintFigures { score, lead, error, worlds } = candidate.figures.unwrap_or(none);
    Weighed { mv: candidate.step.clone(), score, lead, error, worlds }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn answer(result: Value) -> Answer {
        serde_json::from_value(json!({ "id": "1", "result": result })).expect("an answer")
    }

    #[test]
    fn an_answer_is_read_with_its_figures() {
        let read = Advice::read(&answer(
            json!({ "move": "draw", "info": { "level": "expert", "why": "Because.", "candidates": [
            { "move": "draw", "score": 5.6, "lead": 2.0, "error": 0.0, "worlds": 100 },
            { "move": "R1>0", "score": 1.0, "lead": -2.0, "error": 0.4, "worlds": 100 },
            { "move": "end" },
        ] } }),
        ));
        let advice = read.expect("advice");
        assert_eq!((advice.step.as_str(), advice.why.as_str()), ("draw", "Because."));
        assert_eq!(advice.candidates.iter().map(|it| it.worlds).collect::<Vec<_>>(), [100, 100, 0]);
        assert!((advice.share(&advice.candidates[0]) - 1.0).abs() < 1e-9);
        let worst = advice.share(&advice.candidates[1]);
        assert!(worst > 0.0 && worst < 0.1, "{worst}");
    }

    #[test]
    fn what_is_no_advice_is_none() {
        assert_eq!(Advice::read(&answer(json!({ "table": "x" }))), None);
        assert_eq!(Advice::read(&Answer { id: "1".into(), seq: None, result: None }), None);
    }
}
