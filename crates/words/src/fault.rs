//! What is wrong with a position, in words.

use wire::{Fault, Kind};

use crate::Lang;
use crate::lang::set_type;

/// One fault, in one sentence.
#[must_use]
pub fn say_fault(fault: &Fault, lang: Lang) -> String {
    let (french, english) = match fault {
        Fault::UnknownGame { game } => {
            (format!("Aucun jeu ne s'appelle « {game} »."), format!("No game is called “{game}”."))
        }
        Fault::Players { have, low, high } => (
            format!("Ce jeu se joue de {low} à {high} joueurs, pas à {have}."),
            format!("This game is for {low} to {high} players, not {have}."),
        ),
        Fault::Seed { text } => match text.chars().count() {
            64 => (
                "Une graine a 64 chiffres hexadécimaux ; un signe de celle-ci n'en est pas un.".into(),
                "A seed has 64 hexadecimal digits; a character of this one is none.".into(),
            ),
            digits => (
                format!("Une graine a 64 chiffres hexadécimaux ; celle-ci a {digits} signes."),
                format!("A seed has 64 hexadecimal digits; this one has {digits} characters."),
            ),
        },
        Fault::Missing { field } => {
            (format!("Le champ « {field} » manque."), format!("The field “{field}” is missing."))
        }
        Fault::UnknownField { field } => {
            (format!("Le champ « {field} » n'existe pas."), format!("There is no field “{field}”."))
        }
        Fault::UnknownOption { option } => {
            (format!("Ce jeu n'a pas d'option « {option} »."), format!("This game has no option “{option}”."))
        }
        Fault::WrongKind { field, wanted } => (
            format!("« {field} » doit être {}.", kind_name(*wanted, Lang::French)),
            format!("“{field}” must be {}.", kind_name(*wanted, Lang::English)),
        ),
        Fault::UnknownWord { field, word, known } => {
            let known = known.join(", ");
            (
                format!("« {word} » n'est pas une valeur de « {field} » ; il y a {known}."),
                format!("“{word}” is no value of “{field}”; there are {known}."),
            )
        }
        Fault::UnknownCard { field, card } => (
            format!("« {card} », dans « {field} », n'est pas une carte de ce jeu."),
            format!("“{card}”, in “{field}”, is not a card of this game."),
        ),
        Fault::TooMany { card, named, exist } => (
            format!("La carte {card} est nommée {named} fois ; le jeu en a {exist}."),
            format!("The card {card} is named {named} times; the game has {exist}."),
        ),
        Fault::WrongLength { field, have, need } => (
            format!("« {field} » doit avoir {need} entrées, et en a {have}."),
            format!("“{field}” must have {need} entries, and has {have}."),
        ),
        Fault::OutOfRange { field, value, low, high } => (
            format!("« {field} » va de {low} à {high}, et vaut {value}."),
            format!("“{field}” goes from {low} to {high}, and is {value}."),
        ),
        Fault::SpotTwice { field, spot } => {
            (format!("Dans « {field} », {spot} est pris deux fois."), format!("In “{field}”, {spot} is taken twice."))
        }
        Fault::NotABoard => (
            "« squares » doit avoir 48 cases : chaque nombre une fois, J et P à leur place.".into(),
            "“squares” must have 48 entries: each number once, J and P in their places.".into(),
        ),
        Fault::NotALink { link } => (
            format!("« {link} » n'est pas un lien : il joint le même nombre dans deux rangées, comme Y9-B9."),
            format!("“{link}” is not a link: it joins the same number in two rows, like Y9-B9."),
        ),
        Fault::NotRows => (
            "« rows » doit nommer chaque couleur une fois : R, Y, B et G.".into(),
            "“rows” must name each colour once: R, Y, B and G.".into(),
        ),
        Fault::NotASet { set } => (format!("« {set} » n'est pas une combinaison."), format!("“{set}” is not a set.")),
        Fault::CallOfHand { seat, cards } => (
            format!("Le siège {seat} a {cards} cartes : il ne doit pas d'annonce."),
            format!("Seat {seat} holds {cards} cards: it owes no call."),
        ),
        Fault::RoundNotOver => ("La manche n'est pas finie.".into(), "The round is not over.".into()),
        Fault::MatchOver => ("La partie est finie.".into(), "The match is over.".into()),
    };
    set_type(&lang.of(french, english), lang)
}

fn kind_name(kind: Kind, lang: Lang) -> &'static str {
    match kind {
        Kind::Object => lang.of("un objet", "an object"),
        Kind::List => lang.of("une liste", "a list"),
        Kind::Number => lang.of("un nombre entier", "a whole number"),
        Kind::Text => lang.of("un texte", "a text"),
        Kind::Boolean => lang.of("true ou false", "true or false"),
    }
}
