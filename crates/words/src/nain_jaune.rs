//! Nain Jaune in words.

use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, Rank, Refusal, Suit};

use crate::{Lang, Words};

impl Words for NainJaune {
    fn rulebook(lang: Lang) -> &'static str {
        lang.of(
            include_str!("../../../docs/RULES/nain-jaune.fr.md"),
            include_str!("../../../docs/RULES/nain-jaune.en.md"),
        )
    }

    fn say(refusal: &Refusal, lang: Lang) -> String {
        let (french, english) = match *refusal {
            Refusal::RoundOver => ("La manche est finie.".into(), "The round is over.".into()),
            Refusal::NotYourTurn { turn } => {
                (format!("C'est au siège {turn} de jouer."), format!("It is seat {turn}'s turn."))
            }
            Refusal::NotInHand { card } => (
                format!("Vous n'avez pas {} en main.", card_name(card, Lang::French)),
                format!("You do not hold {}.", card_name(card, Lang::English)),
            ),
            Refusal::WrongValue { card, need } => (
                format!(
                    "On demande {} : {} ne convient pas.",
                    one_of(need, Lang::French),
                    card_name(card, Lang::French)
                ),
                format!(
                    "{} is asked for: {} does not fit.",
                    capital(&one_of(need, Lang::English)),
                    card_name(card, Lang::English)
                ),
            ),
            Refusal::MustPlay { need } => (
                format!("Vous avez {} en main : vous devez jouer.", one_of(need, Lang::French)),
                format!("You hold {}: you must play.", one_of(need, Lang::English)),
            ),
            Refusal::MustOpen => (
                "À vous d'ouvrir avec la carte de votre choix : vous devez jouer.".into(),
                "It is for you to open with any card you like: you must play.".into(),
            ),
        };
        lang.of(french, english)
    }

    fn say_notation(lang: Lang) -> &'static str {
        lang.of(
            "7D (poser le 7 de carreau ; A 2 à 10 J Q K, puis S pique, H cœur, D carreau, C trèfle), sans (ne pas avoir la carte demandée)",
            "7D (lay the 7 of diamonds; A 2 to 10 J Q K, then S, H, D or C), sans (not to have the value asked for)",
        )
    }
}

/// The name of a value: `roi`, `king`, `7`.
fn rank_name(rank: Rank, lang: Lang) -> String {
    match rank.number() {
        1 => lang.of("as", "ace").into(),
        11 => lang.of("valet", "jack").into(),
        12 => lang.of("dame", "queen").into(),
        13 => lang.of("roi", "king").into(),
        number => number.to_string(),
    }
}

/// Any card of a value: `une dame`, `an 8`.
fn one_of(rank: Rank, lang: Lang) -> String {
    let article = match (lang, rank.number()) {
        (Lang::French, 12) => "une",
        (Lang::French, _) => "un",
        (Lang::English, 1 | 8) => "an",
        (Lang::English, _) => "a",
    };
    format!("{article} {}", rank_name(rank, lang))
}

/// The name of a card: `la dame de pique`, `the queen of spades`.
fn card_name(card: Card, lang: Lang) -> String {
    let rank = rank_name(card.rank(), lang);
    let suit = match card.suit() {
        Suit::Spades => lang.of("pique", "spades"),
        Suit::Hearts => lang.of("cœur", "hearts"),
        Suit::Diamonds => lang.of("carreau", "diamonds"),
        Suit::Clubs => lang.of("trèfle", "clubs"),
    };
    match (lang, card.rank().number()) {
        (Lang::English, _) => format!("the {rank} of {suit}"),
        (Lang::French, 1) => format!("l'{rank} de {suit}"),
        (Lang::French, 12) => format!("la {rank} de {suit}"),
        (Lang::French, _) => format!("le {rank} de {suit}"),
    }
}

/// A sentence begins with a capital.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
