//! Why the replay of a record breaks, and a record read aloud, in words.

use engine::{Seat, SeatSet};
use wire::{EveningHeader, PlayerKind};

use crate::Lang;
use crate::lang::set_type;

/// The seat of a line is not at this table.
#[must_use]
pub fn no_such_seat(seat: usize, lang: Lang) -> String {
    say(format!("Il n'y a pas de siège {seat} à cette table."), format!("There is no seat {seat} at this table."), lang)
}

/// A move before its round was dealt, because the round before is not closed or its seed is nowhere.
#[must_use]
pub fn no_round(round: u16, lang: Lang) -> String {
    say(
        format!("La graine de la manche {round} n'est révélée nulle part : le fichier a été coupé."),
        format!("The seed of round {round} is nowhere revealed: the file was cut."),
        lang,
    )
}

/// A seed that is not the one promised before the round.
#[must_use]
pub fn broken_commitment(round: u16, lang: Lang) -> String {
    say(
        format!("La graine de la manche {round} n'est pas celle que l'en-tête promettait."),
        format!("The seed of round {round} is not the one the header promised."),
        lang,
    )
}

/// A seed revealed while its round was not over.
#[must_use]
pub fn early_seed(round: u16, lang: Lang) -> String {
    say(
        format!("La graine de la manche {round} est révélée avant la fin de cette manche."),
        format!("The seed of round {round} is revealed before that round is over."),
        lang,
    )
}

/// Play that goes on although the seed of the finished round was not revealed.
#[must_use]
pub fn late_seed(round: u16, lang: Lang) -> String {
    say(
        format!("La manche {round} est finie, et sa graine devrait être révélée ici."),
        format!("Round {round} is over, and its seed should be revealed here."),
        lang,
    )
}

/// Time that runs backwards.
#[must_use]
pub fn backwards(ms: u64, before: u64, lang: Lang) -> String {
    say(
        format!("Le temps recule : {ms} ms après {before} ms."),
        format!("Time runs backwards: {ms} ms after {before} ms."),
        lang,
    )
}

/// A result that the replay does not give.
#[must_use]
pub fn wrong_result(scores: &[i64], winners: SeatSet, lang: Lang) -> String {
    let winners: Vec<usize> = winners.iter().map(Seat::index).collect();
    say(
        format!("Le jeu rejoué donne un autre résultat : scores {scores:?}, gagnants {winners:?}."),
        format!("The game replayed gives another result: scores {scores:?}, winners {winners:?}."),
        lang,
    )
}

/// More commitments than rounds.
#[must_use]
pub fn surplus_commitment(promised: usize, played: usize, lang: Lang) -> String {
    let rounds = lang.count(played, lang.of(["manche", "manches"], ["round", "rounds"]));
    say(
        format!("L'en-tête promet {promised} graines, mais la partie a eu {rounds}."),
        format!("The header promises {promised} seeds, but the match had {rounds}."),
        lang,
    )
}

/// A result although the match is not over.
#[must_use]
pub fn early_result(lang: Lang) -> String {
    say(
        "Le résultat est donné avant la fin de la partie.".into(),
        "The result is given before the match is over.".into(),
        lang,
    )
}

/// A moment of a match, in short.
#[must_use]
pub fn say_moment(round: u16, turn: u16, lang: Lang) -> String {
    lang.of(format!("Manche {round} · tour {turn}"), format!("Round {round} · turn {turn}"))
}

/// A moment of a match in full: whose turn it is, or that the round is over.
#[must_use]
pub fn say_moment_fully(round: u16, turn: u16, mover: Option<&str>, lang: Lang) -> String {
    match mover {
        Some(mover) => say(
            format!("Manche {round}, tour {turn}, à {mover} de jouer"),
            format!("Round {round}, turn {turn}, {mover} to play"),
            lang,
        ),
        None => say(format!("Manche {round}, fin de la manche"), format!("Round {round}, end of the round"), lang),
    }
}

/// A round's heading.
#[must_use]
pub fn round(number: u16, lang: Lang) -> String {
    lang.of(format!("Manche {number}"), format!("Round {number}"))
}

/// What kind of player sits there.
#[must_use]
pub fn player_kind(kind: PlayerKind, lang: Lang) -> &'static str {
    match kind {
        PlayerKind::Human => lang.of("joueur", "player"),
        PlayerKind::Bot => lang.of("robot", "bot"),
    }
}

/// Who won.
#[must_use]
pub fn winners(names: &[&str], lang: Lang) -> String {
    let names = names.join(", ");
    say(format!("Gagne la partie : {names}"), format!("The match goes to {names}"), lang)
}

/// That a record holds what it says.
#[must_use]
pub fn verified(rounds: u16, moves: usize, lang: Lang) -> String {
    let rounds = lang.count(usize::from(rounds), lang.of(["manche", "manches"], ["round", "rounds"]));
    let moves = lang.count(moves, lang.of(["coup", "coups"], ["move", "moves"]));
    say(
        format!("L'enregistrement est bon : {rounds}, {moves}, graines et résultat vérifiés."),
        format!("The record is good: {rounds}, {moves}, seeds and result verified."),
        lang,
    )
}

/// Of which evening a record is a deal, and what that proves.
#[must_use]
pub fn evening_deal(evening: &EveningHeader, lang: Lang) -> String {
    let EveningHeader { evening: id, deal, commitment, .. } = evening;
    say(
        format!(
            "C'est la donne {deal} de la soirée {id}, la même à toutes ses tables : elle vient de la graine de la \
             soirée, et personne n'y a rien ajouté. Comparez l'engagement avec celui que vous avez vu avant de jouer : \
             {commitment}"
        ),
        format!(
            "It is deal {deal} of the evening {id}, the same at all its tables: it comes from the evening's seed, and \
             nobody added anything. Compare the commitment with the one you saw before you played: {commitment}"
        ),
        lang,
    )
}

/// A deal that is not the one of its evening.
#[must_use]
pub fn other_evening_deal(deal: u16, lang: Lang) -> String {
    say(
        format!("Ce n'est pas la donne {deal} de la soirée que l'en-tête nomme."),
        format!("This is not deal {deal} of the evening the header names."),
        lang,
    )
}

/// An evening whose seed is not the one it was opened with.
#[must_use]
pub fn broken_evening(lang: Lang) -> String {
    let french = "La graine de la soirée n'est pas celle de son engagement.";
    say(french.into(), "The seed of the evening is not the one of its commitment.".into(), lang)
}

/// The line at which a record breaks.
#[must_use]
pub fn at_line(line: usize, message: &str, lang: Lang) -> String {
    say(format!("Ligne {line} : {message}"), format!("Line {line}: {message}"), lang)
}

fn say(french: String, english: String, lang: Lang) -> String {
    set_type(&lang.of(french, english), lang)
}
