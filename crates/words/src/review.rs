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
