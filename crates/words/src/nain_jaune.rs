//! Nain Jaune in words: why it refuses, what its cards are called, and what is written on its board.

mod guide;
mod options;
mod play;

use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, Hand, Move, Public, Rank, Refusal, Shown, Suit};
use engine::{SeatCount, View};

use crate::grammar::{Gender, amount, capital, with_article};
use crate::lang::set_type;
use crate::listener::Unit;
use crate::options::TableOption;
use crate::rank;
use crate::{Article, Caption, Lang, Listener, Words};

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
            Refusal::NotYourTurn { .. } => ("Ce n'est pas à vous de jouer.".into(), "It is not your turn.".into()),
            Refusal::NotInHand { card } => (
                format!("Vous n'avez pas {} en main.", the(card, Lang::French)),
                format!("You do not hold {}.", the(card, Lang::English)),
            ),
            Refusal::WrongValue { card, need } => (
                format!("On demande {} : {} ne convient pas.", one_of(need, Lang::French), the(card, Lang::French)),
                format!(
                    "{} is asked for: {} does not fit.",
                    capital(&one_of(need, Lang::English)),
                    the(card, Lang::English)
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

    fn name_card(card: &Card, article: Article, lang: Lang) -> String {
        name(*card, article, lang)
    }

    fn say_move(mv: &Move, public: &Public, to: &Listener<'_>) -> String {
        play::say_move(mv, public, to.lang)
    }

    fn say_shown(shown: &Shown, before: &View<Self>, to: &Listener<'_>) -> Option<String> {
        play::say_shown(shown, before, to)
    }

    fn say_caption(shown: &Shown, before: &View<Self>, lang: Lang) -> Option<Caption> {
        play::say_caption(shown, &before.public, lang)
    }

    fn say_task(public: &Public, _hand: &Hand, moves: &[Move], to: &Listener<'_>) -> String {
        play::say_task(public, moves, to.lang)
    }

    fn say_wait(public: &Public, _moves: &[Move], to: &Listener<'_>) -> String {
        play::say_wait(public, to)
    }

    fn say_places(lifted: &[Card], moves: &[Move], public: &Public, to: &Listener<'_>) -> String {
        guide::say_places(lifted, moves, public, to.lang)
    }

    fn say_why_not(_card: &Card, refusal: &Refusal, _public: &Public, to: &Listener<'_>) -> String {
        Self::say(refusal, to.lang)
    }

    fn say_merit(mv: &Move, view: &View<Self>, to: &Listener<'_>) -> String {
        guide::say_merit(mv, view, to.lang)
    }

    fn options(seats: SeatCount, lang: Lang) -> Vec<TableOption> {
        options::options(seats, lang)
    }
}

/// The letter or number of a value on the face of a card.
#[must_use]
pub fn rank_mark(rank: Rank, lang: Lang) -> String {
    crate::rank_mark(rank.number(), lang)
}

/// What is asked for; `None` is any card.
#[must_use]
pub fn say_need(need: Option<Rank>, lang: Lang) -> String {
    let said = match need {
        Some(need) => {
            let card = one_of(need, lang);
            lang.of(format!("On demande {card}"), format!("{} is asked for", capital(&card)))
        }
        None => lang.of("Carte au choix", "Any card").into(),
    };
    set_type(&said, lang)
}

/// What is said in the place of a card: « Sans 5 », “No 5!”. The mark keeps the English from reading as a number 5.
#[must_use]
pub fn say_sans(need: Option<Rank>, lang: Lang) -> String {
    set_type(&(capital(&play::say_sans(need, lang)) + lang.of("", "!")), lang)
}

/// So many tokens.
#[must_use]
pub fn say_tokens(tokens: i32, lang: Lang) -> String {
    set_type(&amount(tokens, Unit::Tokens.words(lang), lang), lang)
}

/// A square of the board and what lies on it: « Dame de pique : 5 jetons ».
#[must_use]
pub fn say_square(square: Card, tokens: i32, lang: Lang) -> String {
    let (square, tokens) = (capital(&name(square, Article::Bare, lang)), say_tokens(tokens, lang));
    set_type(&lang.of(format!("{square} : {tokens}"), format!("{square}: {tokens}")), lang)
}

/// A card of the run and who laid it, if that is known.
#[must_use]
pub fn say_laid(card: Card, by: Option<&str>, lang: Lang) -> String {
    let card = capital(&name(card, Article::Bare, lang));
    by.map_or(card.clone(), |by| set_type(&format!("{card}, {by}"), lang))
}

fn the(card: Card, lang: Lang) -> String {
    name(card, Article::The, lang)
}

/// The name of a card: `la dame de pique`, `the queen of spades`.
fn name(card: Card, article: Article, lang: Lang) -> String {
    let suit = match card.suit() {
        Suit::Spades => lang.of("pique", "spades"),
        Suit::Hearts => lang.of("cœur", "hearts"),
        Suit::Diamonds => lang.of("carreau", "diamonds"),
        Suit::Clubs => lang.of("trèfle", "clubs"),
    };
    let rank = rank_name(card.rank(), lang);
    let noun = lang.of(format!("{rank} de {suit}"), format!("{rank} of {suit}"));
    with_article(article, gender(card.rank()), &noun, lang)
}

/// The name of a value: `roi`, `king`, `7`.
fn rank_name(rank: Rank, lang: Lang) -> String {
    rank::rank_name(rank.number(), lang)
}

fn gender(rank: Rank) -> Gender {
    rank::gender(rank.number())
}

/// Any card of a value: `une dame`, `an 8`.
fn one_of(rank: Rank, lang: Lang) -> String {
    with_article(Article::A, gender(rank), &rank_name(rank, lang), lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_and_said_names_the_value() {
        let (queen, eight) = (Rank::new(12), Rank::new(8));
        assert_eq!(say_need(queen, Lang::French), "On demande une dame");
        assert_eq!(say_need(eight, Lang::English), "An 8 is asked for");
        assert_eq!(say_need(None, Lang::English), "Any card");
        assert_eq!(say_sans(queen, Lang::French), "Sans dame");
        assert_eq!(say_sans(None, Lang::French), "Sans");
        assert_eq!(say_sans(queen, Lang::English), "No queen!");
    }

    #[test]
    fn squares_say_what_lies_on_them() {
        let [dwarf, .., king] = Card::BOARD;
        assert_eq!(say_square(dwarf, 1, Lang::English), "7 of diamonds: 1 token");
        assert_eq!(say_square(king, 3, Lang::French), "Roi de cœur\u{a0}: 3 jetons");
        assert_eq!(say_laid(king, Some("Véra"), Lang::French), "Roi de cœur, Véra");
        assert_eq!(say_laid(king, None, Lang::English), "King of hearts");
    }
}
