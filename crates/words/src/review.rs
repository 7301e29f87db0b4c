//! A review of a record, in words.

use engine::GameId;

use crate::Lang;
use crate::hint::amount;
use crate::lang::set_type;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// What the expert would have played.
    Good,
    /// Another move, about as good.
    Fine,
    /// A little was lost.
    Slip,
    /// Much was lost.
    Mistake,
    /// Something was not said that should have been.
    Missed,
}

impl Verdict {
    /// All of them, from the best.
    pub const ALL: [Self; 5] = [Self::Good, Self::Fine, Self::Slip, Self::Mistake, Self::Missed];

    /// The name used in JSON.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Fine => "fine",
            Self::Slip => "slip",
            Self::Mistake => "mistake",
            Self::Missed => "missed",
        }
    }
}

/// A verdict, and what would have been better and by how much.
#[must_use]
pub fn say_verdict(verdict: Verdict, best: &str, loss: f64, game: GameId, lang: Lang) -> String {
    let amount = amount(loss, game, lang);
    let better = lang.of(format!("{best} valait {amount} de mieux"), format!("{best} was better by {amount}"));
    let said = match verdict {
        Verdict::Good => lang.of("bon coup", "good").into(),
        // A loss too small to matter is not worth a number.
        Verdict::Fine => lang.of(format!("correct, comme {best}"), format!("fine, as is {best}")),
        Verdict::Slip => lang.of(format!("imprécision : {better}"), format!("slip: {better}")),
        Verdict::Mistake => lang.of(format!("erreur : {better}"), format!("mistake: {better}")),
        Verdict::Missed => {
            lang.of(format!("oubli : il fallait dire « {best} »"), format!("missed: “{best}” should have been said"))
        }
    };
    set_type(&said, lang)
}

/// How many of a player's moves were what, and what they lost on average.
#[must_use]
pub fn sum_up(
    name: &str,
    judged: usize,
    mean_loss: f64,
    counts: &[(Verdict, usize)],
    game: GameId,
    lang: Lang,
) -> String {
    let moves = lang.count(judged, lang.of(["coup jugé", "coups jugés"], ["move judged", "moves judged"]));
    let counts: Vec<String> = counts.iter().filter(|(_, count)| *count > 0).map(|it| count(*it, lang)).collect();
    let counts = if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
    let loss = amount(mean_loss, game, lang);
    let said = match lang {
        Lang::French => format!("{name} : {moves}, {loss} de perte par coup en moyenne{counts}"),
        Lang::English => format!("{name}: {moves}, {loss} lost per move on average{counts}"),
    };
    set_type(&said, lang)
}

fn count((verdict, count): (Verdict, usize), lang: Lang) -> String {
    let words = match verdict {
        Verdict::Good => lang.of(["bon", "bons"], ["good", "good"]),
        Verdict::Fine => lang.of(["correct", "corrects"], ["fine", "fine"]),
        Verdict::Slip => lang.of(["imprécision", "imprécisions"], ["slip", "slips"]),
        Verdict::Mistake => lang.of(["erreur", "erreurs"], ["mistake", "mistakes"]),
        Verdict::Missed => lang.of(["oubli", "oublis"], ["missed call", "missed calls"]),
    };
    lang.count(count, words)
}

/// One of the dearest moves: when it was (the round and the turn), what was played, and instead of what.
#[must_use]
pub fn dear((round, turn): (u16, usize), played: &str, best: &str, loss: f64, game: GameId, lang: Lang) -> String {
    let loss = amount(loss, game, lang);
    let said = match lang {
        Lang::French => format!("manche {round}, tour {turn} : {played} au lieu de {best}, perte de {loss}"),
        Lang::English => format!("round {round}, turn {turn}: {played} instead of {best}, a loss of {loss}"),
    };
    set_type(&said, lang)
}

/// A moment of a match that mattered: what was played, if anything was, what would have been better, and by how much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mattered<'a> {
    /// What was played, in words; nothing where something was not said.
    pub played: Option<&'a str>,
    /// What would have been better, in words.
    pub best: &'a str,
    /// By how much, on average.
    pub loss: f64,
}

/// A moment that mattered, in a sentence.
#[must_use]
pub fn say_moment(moment: &Mattered<'_>, game: GameId, lang: Lang) -> String {
    let Mattered { played, best, loss } = *moment;
    let gain = gain(loss, game, lang);
    let said = match (lang, played) {
        (Lang::French, Some(played)) => {
            format!("« {played} » : « {best} » aurait rapporté {gain} en moyenne.")
        }
        (Lang::English, Some(played)) => {
            format!("“{played}”: “{best}” would have brought {gain} on average.")
        }
        (Lang::French, None) => format!("C'était le moment de « {best} », et cela n'a pas été fait."),
        (Lang::English, None) => format!("It was the time to “{best}”, and it was not done."),
    };
    set_type(&said, lang)
}

/// So many points or tokens more.
fn gain(loss: f64, game: GameId, lang: Lang) -> String {
    let number = amount(loss, game, lang);
    match lang {
        Lang::French => format!("{number} de plus"),
        // “12 points” are “12 more points”.
        Lang::English => match number.split_once([' ', '\u{a0}']) {
            Some((number, unit)) => format!("{number} more {unit}"),
            None => number,
        },
    }
}

/// A turn's heading.
#[must_use]
pub fn turn(number: usize, lang: Lang) -> String {
    lang.of(format!("tour {number}"), format!("turn {number}"))
}

/// There is nobody whose moves could be judged.
#[must_use]
pub fn nobody(lang: Lang) -> String {
    let said = lang.of(
        "Aucun humain n'a joué cette partie ; --all ou --seat dit de qui juger les coups.",
        "No person played this match; --all or --seat says whose moves to judge.",
    );
    set_type(said, lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_that_mattered_is_a_sentence() {
        let moment = Mattered { played: Some("piocher"), best: "poser le 7", loss: 12.0 };
        let said = say_moment(&moment, GameId::NainJaune, Lang::French).replace(['\u{a0}', '\u{202f}'], " ");
        assert_eq!(said, "« piocher » : « poser le 7 » aurait rapporté 12,0 jetons de plus en moyenne.");
        let moment = Mattered { played: Some("draw"), best: "lay the 7", loss: 1.0 };
        let said = say_moment(&moment, GameId::Onze, Lang::English);
        assert_eq!(said, "“draw”: “lay the 7” would have brought 1.0 more point on average.");
        let moment = Mattered { played: None, best: "say DOS", loss: 0.0 };
        assert_eq!(
            say_moment(&moment, GameId::Dos, Lang::English),
            "It was the time to “say DOS”, and it was not done."
        );
    }
}
