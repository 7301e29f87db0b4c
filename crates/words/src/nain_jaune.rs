//! Nain Jaune in words: why it refuses, and what its cards are called.

mod options;
mod play;

use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, Hand, Move, Public, Rank, Refusal, Shown, Suit};
use engine::{SeatCount, View};

use crate::grammar::{Gender, capital, with_article};
use crate::options::TableOption;
use crate::{Article, Lang, Listener, Words};

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

    fn name_hand(hand: &Hand, lang: Lang) -> Vec<String> {
        hand.cards.iter().map(|card| name(card, Article::Bare, lang)).collect()
    }

    fn say_move(mv: &Move, public: &Public, to: &Listener<'_>) -> String {
        play::say_move(mv, public, to.lang)
    }

    fn say_shown(shown: &Shown, before: &View<Self>, to: &Listener<'_>) -> Option<String> {
        play::say_shown(shown, before, to)
    }

    fn say_task(public: &Public, _hand: &Hand, moves: &[Move], to: &Listener<'_>) -> String {
        play::say_task(public, moves, to.lang)
    }

    fn say_wait(public: &Public, _moves: &[Move], to: &Listener<'_>) -> String {
        play::say_wait(public, to)
    }

    fn options(seats: SeatCount, lang: Lang) -> Vec<TableOption> {
        options::options(seats, lang)
    }
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
    match rank.number() {
        1 => lang.of("as", "ace").into(),
        11 => lang.of("valet", "jack").into(),
        12 => lang.of("dame", "queen").into(),
        13 => lang.of("roi", "king").into(),
        number => number.to_string(),
    }
}

fn gender(rank: Rank) -> Gender {
    if rank.number() == 12 { Gender::Feminine } else { Gender::Masculine }
}

/// Any card of a value: `une dame`, `an 8`.
fn one_of(rank: Rank, lang: Lang) -> String {
    with_article(Article::A, gender(rank), &rank_name(rank, lang), lang)
}
