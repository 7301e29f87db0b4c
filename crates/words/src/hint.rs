//! Why a bot would play a move, in words, and a hint as a text to read.

use engine::GameId;

use crate::Lang;
use crate::lang::set_type;

/// Why a move was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason<'a> {
    /// By a player who is often distracted.
    Distracted,
    /// Because it is the obvious thing to do now.
    Obvious,
    /// By rules of thumb.
    RuleOfThumb,
    /// Because it must be said before another speaks.
    Said,
    /// Because nothing else is worth a thought.
    Alone {
        /// The move, by its name.
        mv: &'a str,
    },
    /// By rules of thumb, there being no time to think.
    NoTime,
    /// Because of how rounds that were imagined after it ended.
    Imagined {
        /// The move, by its name.
        mv: &'a str,
        /// How far ahead of the others it ends on average.
        lead: f64,
        /// The closest other move.
        other: Other<'a>,
    },
}

/// How the closest other move compares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Other<'a> {
    /// About as good, as far as can be told.
    AsGood(&'a str),
    /// Worse by so much.
    Behind(&'a str, f64),
    /// Given up early; by how much it is behind is not known well enough.
    GivenUp(&'a str),
}

/// Why a move was chosen, in one sentence.
#[must_use]
pub fn say_reason(reason: Reason<'_>, game: GameId, lang: Lang) -> String {
    let (french, english) = match reason {
        Reason::Distracted => (
            "Un débutant distrait joue ce qui lui passe par la tête.".into(),
            "A distracted beginner plays whatever comes to mind.".into(),
        ),
        Reason::Obvious => {
            ("C'est ce qui débarrasse le plus tout de suite.".into(), "It is what gets rid of most right now.".into())
        }
        Reason::RuleOfThumb => (
            "C'est ce que conseillent les règles d'usage : compter, retenir, bloquer.".into(),
            "It is what rules of thumb advise: count, hold back, block.".into(),
        ),
        Reason::Said => (
            "Il faut le dire avant que quelqu'un d'autre ne parle.".into(),
            "It must be said before somebody else speaks.".into(),
        ),
        Reason::Alone { mv } => {
            (format!("Rien d'autre que « {mv} » n'est à envisager."), format!("Nothing but “{mv}” is worth a thought."))
        }
        Reason::NoTime => (
            "Faute de temps, c'est le coup des règles d'usage.".into(),
            "For want of time, it is the move of the rules of thumb.".into(),
        ),
        Reason::Imagined { mv, lead, other } => {
            let [french_lead, english_lead] = [Lang::French, Lang::English].map(|lang| amount(lead.abs(), game, lang));
            let (french_side, english_side) = if lead < 0.0 { ("derrière", "behind") } else { ("devant", "ahead of") };
            let (french_other, english_other) = match other {
                Other::AsGood(other) => {
                    (format!("« {other} » vaut à peu près autant"), format!("“{other}” is about as good"))
                }
                Other::Behind(other, gap) => (
                    format!("{} de mieux qu'avec « {other} »", number(gap, Lang::French)),
                    format!("{} better than with “{other}”", number(gap, Lang::English)),
                ),
                Other::GivenUp(other) => {
                    (format!("et c'est mieux qu'avec « {other} »"), format!("and that is better than with “{other}”"))
                }
            };
            let joint = if matches!(other, Other::AsGood(_)) { [" ; ", "; "] } else { [", ", ", "] };
            (
                format!(
                    "Avec « {mv} », on finit en moyenne {french_lead} {french_side} les autres{}{french_other}.",
                    joint[0]
                ),
                format!(
                    "With “{mv}” you finish {english_lead} {english_side} the others on average{}{english_other}.",
                    joint[1]
                ),
            )
        }
    };
    set_type(&lang.of(french, english), lang)
}

/// A candidate as it is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// The move.
    pub mv: String,
    /// What the seat scores in this round after it, on average.
    pub score: f64,
    /// How much more that is than what the others score.
    pub lead: f64,
    /// How uncertain the gap to the best one's lead is: one standard error.
    pub error: f64,
    /// In how many imagined worlds it was tried; the other figures mean nothing if it was in none.
    pub worlds: usize,
}

/// A hint as a text to read: the move, why, and the candidates side by side.
#[must_use]
pub fn read_aloud(why: &str, candidates: &[Weighed], lang: Lang) -> String {
    let mut aloud = candidates.first().map(|best| format!("{}\n", best.mv)).unwrap_or_default();
    aloud += &format!("{why}\n");
    if candidates.iter().all(|it| it.worlds == 0) {
        return aloud;
    }
    let heads = lang.of(["score", "avance", "écart ±", "mondes"], ["score", "lead", "gap ±", "worlds"]);
    let width = candidates.iter().map(|it| it.mv.chars().count()).max().unwrap_or(0);
    aloud += &format!("\n  {:width$}  {:>8}  {:>8}  {:>8}  {:>7}\n", "", heads[0], heads[1], heads[2], heads[3]);
    for Weighed { mv, score, lead, error, worlds } in candidates {
        let [score, lead, error] = [score, lead, error].map(|figure| number(*figure, lang));
        aloud += &format!("  {mv:width$}  {score:>8}  {lead:>8}  {error:>8}  {worlds:>7}\n");
    }
    aloud
}

/// An amount with what is counted in this game, as in `12.4 points`.
#[must_use]
pub fn amount(amount: f64, game: GameId, lang: Lang) -> String {
    let is_one = match lang {
        Lang::French => amount < 2.0,
        Lang::English => number(amount, lang) == "1.0",
    };
    let unit = match (game, is_one) {
        (GameId::NainJaune, true) => lang.of("jeton", "token"),
        (GameId::NainJaune, false) => lang.of("jetons", "tokens"),
        (_, true) => lang.of("point", "point"),
        (_, false) => lang.of("points", "points"),
    };
    format!("{} {unit}", number(amount, lang))
}

/// A number with one decimal, as it is written in this language.
#[must_use]
pub fn number(number: f64, lang: Lang) -> String {
    // Adding zero turns a negative zero into a plain one.
    let text = format!("{:.1}", (number * 10.0).round() / 10.0 + 0.0);
    lang.of(text.replace('.', ","), text)
}

/// The seat has nothing to say, and it is another's turn.
#[must_use]
pub fn not_your_turn(seat: usize, lang: Lang) -> String {
    lang.of(
        format!("Ce n'est pas le tour du siège {seat}, et il n'a rien à dire."),
        format!("It is not seat {seat}'s turn, and it has nothing to say."),
    )
}

/// The seat is to move and cannot, in a position that no play leads to.
#[must_use]
pub fn no_move(seat: usize, lang: Lang) -> String {
    lang.of(
        format!("C'est le tour du siège {seat}, mais aucun coup ne lui est permis."),
        format!("It is seat {seat}'s turn, but no move is open to it."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(reason: Reason<'_>) -> [String; 2] {
        Lang::ALL.map(|lang| say_reason(reason, GameId::Dos, lang).replace(['\u{a0}', '\u{202f}'], " "))
    }

    #[test]
    fn reasons_read_well_in_both_languages() {
        let behind = Reason::Imagined { mv: "jouer un 7", lead: 12.04, other: Other::Behind("draw", 4.0) };
        assert_eq!(
            said(behind),
            [
                "Avec « jouer un 7 », on finit en moyenne 12,0 points devant les autres, 4,0 de mieux qu'avec « draw ».",
                "With “jouer un 7” you finish 12.0 points ahead of the others on average, 4.0 better than with “draw”.",
            ]
        );
        let as_good = Reason::Imagined { mv: "end", lead: -1.0, other: Other::AsGood("lay") };
        assert_eq!(
            said(as_good),
            [
                "Avec « end », on finit en moyenne 1,0 point derrière les autres ; « lay » vaut à peu près autant.",
                "With “end” you finish 1.0 point behind the others on average; “lay” is about as good.",
            ]
        );
    }

    #[test]
    fn nothing_is_less_than_nothing() {
        assert_eq!(number(-0.01, Lang::English), "0.0");
        assert_eq!(number(-0.06, Lang::French), "-0,1");
    }
}
