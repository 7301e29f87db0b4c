//! What the arena and simulations found, in words.

use crate::Lang;
use crate::lang::set_type;

/// One player, several.
#[must_use]
pub fn players(lang: Lang) -> [&'static str; 2] {
    lang.of(["joueur", "joueurs"], ["player", "players"])
}

/// The heads of the columns of a table of duels: who, deals, lead, share of wins, verdict.
#[must_use]
pub fn duel_heads(lang: Lang) -> [&'static str; 5] {
    lang.of(
        ["duel", "donnes", "avance par manche", "manches gagnées", "verdict"],
        ["duel", "deals", "lead per round", "rounds won", "verdict"],
    )
}

/// The heads of the columns of a table of ratings.
#[must_use]
pub fn rating_heads(lang: Lang) -> [&'static str; 2] {
    lang.of(["robot", "cote"], ["bot", "rating"])
}

/// One bot is better than another.
#[must_use]
pub fn better(one: &str, other: &str, lang: Lang) -> String {
    lang.of(format!("{one} est meilleur que {other}"), format!("{one} is better than {other}"))
}

/// Two bots cannot be told apart yet.
#[must_use]
pub fn unclear(lang: Lang) -> &'static str {
    lang.of("pas encore clair", "not clear yet")
}

/// What the bounds of a run of fixed length mean.
#[must_use]
pub fn fixed_note(lang: Lang) -> String {
    say(
        "Chaque donne est jouée deux fois, les places échangées. Après ± : l'intervalle à 95 %.".into(),
        "Each deal is played twice, the seats exchanged. After ±: the 95% interval.".into(),
        lang,
    )
}

/// What the bounds of a run that stops when it is clear mean.
#[must_use]
pub fn any_moment_note(lang: Lang) -> String {
    say(
        "Chaque donne est jouée deux fois, les places échangées. Après ± : l'intervalle à 95 % valable à tout moment, \
         même si l'on s'arrête dès que c'est clair."
            .into(),
        "Each deal is played twice, the seats exchanged. After ±: the 95% interval that holds at any moment, even \
         when one stops as soon as it is clear."
            .into(),
        lang,
    )
}

/// There is no such level.
#[must_use]
pub fn unknown_level(text: &str, known: &str, lang: Lang) -> String {
    say(
        format!(
            "« {text} » n'est pas un niveau ; il y a {known}, avec un temps de réflexion si l'on veut : expert@100."
        ),
        format!("“{text}” is not a level; there are {known}, with a time to think if you like: expert@100."),
        lang,
    )
}

/// A duel takes two.
#[must_use]
pub fn too_few_bots(lang: Lang) -> String {
    say(
        "Il faut au moins deux robots : --bots expert,skilled.".into(),
        "There must be two bots at least: --bots expert,skilled.".into(),
        lang,
    )
}

/// Nothing is to be played.
#[must_use]
pub fn nothing_to_play(option: &str, lang: Lang) -> String {
    say(format!("{option} doit être au moins 1."), format!("{option} must be at least 1."), lang)
}

/// An option of the command that is to be JSON is not; `error` is the parser's own account.
#[must_use]
pub fn not_json(option: &str, error: &str, lang: Lang) -> String {
    say(format!("{option} n'est pas du JSON ({error})."), format!("{option} is not JSON ({error})."), lang)
}

fn say(french: String, english: String, lang: Lang) -> String {
    set_type(&lang.of(french, english), lang)
}
