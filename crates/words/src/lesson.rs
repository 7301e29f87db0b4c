//! What is said in lessons and puzzles beside the lessons' own sentences, which are in `words/lessons`.
//!
//! Deliberately absent: the lessons themselves. They are data, fetched when they are used.

use engine::GameId;

use crate::hint::amount;
use crate::lang::set_type;
use crate::{Lang, capital};

/// A sentence of a lesson as it is printed.
#[must_use]
pub fn print(french: &str, english: &str, lang: Lang) -> String {
    set_type(lang.of(french, english), lang)
}

/// The answer to a move that is legal and not what the step is about.
#[must_use]
pub fn not_now(lang: Lang) -> String {
    print(
        "Ce coup est permis, mais gardez-le pour plus tard : jouez ce qui brille.",
        "That move is allowed, but keep it for later: play what glows.",
        lang,
    )
}

/// The answer to what cannot be done at the table of a lesson or a puzzle.
#[must_use]
pub fn not_here(lang: Lang) -> String {
    print("Ici, il n'y a que vous et la table.", "Here there are only you and the table.", lang)
}

/// The answer to a second try at a puzzle.
#[must_use]
pub fn tried_already(lang: Lang) -> String {
    print("Un seul essai par devinette.", "One try for each puzzle.", lang)
}

/// What is asked in a puzzle: for the best move, or for as many tiles as can be laid.
#[must_use]
pub fn ask_puzzle(counts_tiles: bool, lang: Lang) -> String {
    if counts_tiles {
        return print(
            "Posez autant de tuiles que possible, puis validez. Vous avez un essai.",
            "Lay as many tiles as you can, then confirm. You have one try.",
            lang,
        );
    }
    print(
        "Que joueriez-vous ? Un coup est nettement le meilleur, et vous avez un essai.",
        "What would you play? One move is clearly the best, and you have one try.",
        lang,
    )
}

/// What a try at a puzzle has come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TryResult {
    /// The best move was found; the next best is so far behind.
    Found {
        /// By how much, on average.
        second: f64,
    },
    /// Another move was played, which is so far behind.
    Missed {
        /// By how much, on average.
        behind: f64,
    },
    /// So many tiles were laid of so many.
    Tiles {
        /// How many were laid.
        laid: u8,
        /// How many could have been.
        most: u8,
    },
}

/// What a try has come to; `best` names the best move, `merit` says what it is good for.
#[must_use]
pub fn say_try(result: TryResult, game: GameId, (best, merit): (&str, &str), lang: Lang) -> String {
    let best = capital(best);
    // A move may be good for nothing that could be said.
    let merit = if merit.is_empty() { String::new() } else { format!(" {merit}") };
    let (french, english) = match result {
        TryResult::Found { second } => (
            format!("Trouvé !{merit} En moyenne, {} de mieux que tout autre coup.", amount(second, game, Lang::French)),
            format!("Found!{merit} On average {} better than any other move.", amount(second, game, Lang::English)),
        ),
        TryResult::Missed { behind } => (
            format!("Pas cette fois. {best} : {} de mieux en moyenne.{merit}", amount(behind, game, Lang::French)),
            format!("Not this time. {best}: {} better on average.{merit}", amount(behind, game, Lang::English)),
        ),
        TryResult::Tiles { laid, most } if laid >= most => (
            format!("Trouvé ! {most} tuiles : on ne peut pas en poser davantage."),
            format!("Found! {most} tiles: nobody could lay more."),
        ),
        TryResult::Tiles { laid: 0, most } => (
            format!("Pas cette fois : on pouvait poser {most} tuiles."),
            format!("Not this time: {most} tiles could be laid."),
        ),
        TryResult::Tiles { laid, most } => {
            (format!("Pas tout à fait : {laid} tuiles sur {most}."), format!("Not quite: {laid} of {most} tiles."))
        }
    };
    print(&french, &english, lang)
}

/// On how many days in a row the puzzle was found.
#[must_use]
pub fn say_streak(days: usize, lang: Lang) -> String {
    lang.of(
        format!("{} de suite", lang.count(days, ["jour", "jours"])),
        format!("{} in a row", lang.count(days, ["day", "days"])),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_try_is_told_with_or_without_a_merit() {
        let tell = |result, lang, merit| say_try(result, GameId::Onze, ("poser le 7 rouge", merit), lang);
        let missed = TryResult::Missed { behind: 12.34 };
        assert_eq!(
            tell(missed, Lang::French, "Se défait de 7 points."),
            "Pas cette fois. Poser le 7 rouge\u{a0}: 12,3 points de mieux en moyenne. Se défait de 7 points."
        );
        assert_eq!(
            tell(TryResult::Found { second: 3.0 }, Lang::English, ""),
            "Found! On average 3.0 points better than any other move."
        );
        assert_eq!(tell(TryResult::Tiles { laid: 3, most: 5 }, Lang::English, ""), "Not quite: 3 of 5 tiles.");
        assert_eq!(
            tell(TryResult::Tiles { laid: 5, most: 5 }, Lang::French, "").chars().filter(|it| *it == '5').count(),
            1
        );
        assert_eq!(say_streak(1, Lang::French), "1 jour de suite");
    }
}
