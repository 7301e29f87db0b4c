//! What is wrong with a request to the referee, in words.

use crate::Lang;
use crate::lang::set_type;

/// The line is not JSON; `error` is the parser's own account.
#[must_use]
pub fn not_json(error: &str, lang: Lang) -> String {
    say(format!("Cette ligne n'est pas du JSON ({error})."), format!("This line is not JSON ({error})."), lang)
}

/// The line is JSON, but no object.
#[must_use]
pub fn not_an_object(lang: Lang) -> String {
    say("Une requête est un objet JSON.".into(), "A request is a JSON object.".into(), lang)
}

/// A field the request needs is absent or of the wrong kind.
#[must_use]
pub fn missing(field: &str, lang: Lang) -> String {
    say(
        format!("La requête demande le champ « {field} », ou il n'a pas la bonne forme."),
        format!("The request needs the field “{field}”, or it does not have the right form."),
        lang,
    )
}

/// The request is about a position and a view at once.
#[must_use]
pub fn position_or_view(lang: Lang) -> String {
    say(
        "La requête porte sur une position ou sur une vue, pas sur les deux.".into(),
        "A request is about a position or about a view, not about both.".into(),
        lang,
    )
}

/// The referee does not know the operation.
#[must_use]
pub fn unknown_op(op: &str, lang: Lang) -> String {
    const KNOWN: &str = "new, legal, apply, deal, view, best, solve, check";
    say(
        format!("L'opération « {op} » n'existe pas ; il y a {KNOWN}."),
        format!("There is no operation “{op}”; there are {KNOWN}."),
        lang,
    )
}

/// The operation is part of the protocol, but not of this version.
#[must_use]
pub fn not_available(op: &str, lang: Lang) -> String {
    say(
        format!("L'opération « {op} » n'est pas disponible dans cette version."),
        format!("The operation “{op}” is not available in this version."),
        lang,
    )
}

/// The round is over, so there is nothing to play.
#[must_use]
pub fn round_over(lang: Lang) -> String {
    say("La manche est finie.".into(), "The round is over.".into(), lang)
}

/// The table has no such seat.
#[must_use]
pub fn no_such_seat(seat: &str, last: usize, lang: Lang) -> String {
    say(
        format!("Il n'y a pas de siège {seat} à cette table : ils vont de 0 à {last}."),
        format!("There is no seat {seat} at this table: they go from 0 to {last}."),
        lang,
    )
}

fn say(french: String, english: String, lang: Lang) -> String {
    set_type(&lang.of(french, english), lang)
}
