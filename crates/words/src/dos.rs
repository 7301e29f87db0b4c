//! DOS in words: why it refuses, and what its cards are called.

mod guide;
mod options;
mod play;

use engine::games::Dos;
use engine::games::dos::{Card, Colour, Face, Hand, Move, Play, Public, Refusal, Shown};
use engine::{SeatCount, View};

use crate::grammar::{ColourWord, Gender, coloured, with_article};
use crate::options::TableOption;
use crate::{Article, Caption, Lang, Listener, Words};

impl Words for Dos {
    fn rulebook(lang: Lang) -> &'static str {
        lang.of(include_str!("../../../docs/RULES/dos.fr.md"), include_str!("../../../docs/RULES/dos.en.md"))
    }

    fn say(refusal: &Refusal, lang: Lang) -> String {
        let (french, english) = match *refusal {
            Refusal::RoundOver => ("La manche est finie.".into(), "The round is over.".into()),
            Refusal::ShuffleFirst => {
                ("Il faut d'abord mélanger le talon.".into(), "The discard pile must be shuffled first.".into())
            }
            Refusal::NotYourTurn { .. } => ("Ce n'est pas à vous de jouer.".into(), "It is not your turn.".into()),
            Refusal::NotInHand { card } => (
                format!("Il vous manque {}.", the(card, Lang::French)),
                format!("You do not hold {}, or not often enough.", the(card, Lang::English)),
            ),
            Refusal::NoCentreCard { .. } => {
                ("Cette carte n'est pas dans la rangée.".into(), "That card is not in the row.".into())
            }
            Refusal::AlreadyMatched { card } => (
                format!("À ce tour, {} a déjà son association.", the(card, Lang::French)),
                format!("This turn {} has its match already.", the(card, Lang::English)),
            ),
            Refusal::NoMatch { play, centre } => {
                (no_match(play, centre, Lang::French), no_match(play, centre, Lang::English))
            }
            Refusal::MatchedNoDraw => (
                "Vous avez déjà fait une association : on ne pioche plus à ce tour.".into(),
                "You have made a match already: there is no drawing this turn.".into(),
            ),
            Refusal::DrewAlready => (
                "Vous avez déjà pioché : on ne pioche qu'une fois par tour.".into(),
                "You have drawn already: there is one draw in a turn.".into(),
            ),
            Refusal::NotDrawn => (
                "Faites une association, ou piochez avant de poser une carte dans la rangée.".into(),
                "Make a match, or draw before putting a card into the row.".into(),
            ),
            Refusal::MatchedNoPut => (
                "Vous avez fait une association : on ne pose plus de carte dans la rangée pour la pioche.".into(),
                "You have made a match: no card goes into the row for the draw any more.".into(),
            ),
            Refusal::NothingMatched => (
                "Faites au moins une association, ou piochez, puis posez une carte dans la rangée.".into(),
                "Make at least one match, or draw and then put a card into the row.".into(),
            ),
            Refusal::BonusesFirst { left } => (
                format!("Placez d'abord vos bonus de couleur, ou refusez-les ; il en reste {left}."),
                format!("Place your colour bonuses first, or decline them; {left} left."),
            ),
            Refusal::NoBonus => {
                ("Il n'y a pas de bonus de couleur à placer.".into(), "There is no colour bonus to place.".into())
            }
            Refusal::NoCallOwed { .. } => {
                ("Il n'y a pas de « DOS ! » à dire maintenant.".into(), "There is no “DOS!” to say now.".into())
            }
            Refusal::CatchSelf => {
                ("On ne se prend pas soi-même en défaut.".into(), "You cannot catch yourself.".into())
            }
        };
        lang.of(french, english)
    }

    fn say_notation(lang: Lang) -> &'static str {
        lang.of(
            "R7>0 (association simple sur la carte 0 de la rangée), R5+D>0 (double), draw (piocher), put R5 (poser dans \
             la rangée), end (finir), add R5 (placer un bonus), decline (le refuser), dos (annoncer), \
             catch 2 (prendre le siège 2 en défaut)",
            "R7>0 (single match on card 0 of the row), R5+D>0 (double), draw, put R5 (into the row), end, add R5 (place a \
             bonus), decline (give it up), dos (call), catch 2 (catch seat 2)",
        )
    }

    fn name_card(card: &Card, article: Article, lang: Lang) -> String {
        name(*card, article, lang)
    }

    fn say_move(mv: &Move, public: &Public, to: &Listener<'_>) -> String {
        play::say_move(mv, public, to)
    }

    fn say_shown(shown: &Shown, before: &View<Self>, to: &Listener<'_>) -> Option<String> {
        play::say_shown(shown, before, to)
    }

    fn say_caption(shown: &Shown, before: &View<Self>, lang: Lang) -> Option<Caption> {
        play::say_caption(shown, &before.public, lang)
    }

    fn say_task(public: &Public, _hand: &Hand, moves: &[Move], to: &Listener<'_>) -> String {
        play::say_task(public, moves, to)
    }

    fn say_wait(public: &Public, moves: &[Move], to: &Listener<'_>) -> String {
        play::say_wait(public, moves, to)
    }

    fn say_places(lifted: &[Card], moves: &[Move], public: &Public, to: &Listener<'_>) -> String {
        guide::say_places(lifted, moves, public, to.lang)
    }

    fn say_why_not(card: &Card, refusal: &Refusal, _public: &Public, to: &Listener<'_>) -> String {
        guide::say_why_not(*card, refusal, to.lang)
    }

    fn say_merit(mv: &Move, view: &View<Self>, to: &Listener<'_>) -> String {
        guide::say_merit(mv, view, to)
    }

    fn options(_seats: SeatCount, lang: Lang) -> Vec<TableOption> {
        options::options(lang)
    }
}

fn no_match(play: Play, centre: Card, lang: Lang) -> String {
    let centre = the(centre, lang);
    match play.parts() {
        (card, None) => {
            let card = the(card, lang);
            lang.of(
                format!("Vous ne pouvez pas jouer {card} sur {centre} : ce n'est pas le même nombre."),
                format!("You cannot play {card} on {centre}: it is not the same number."),
            )
        }
        (first, Some(second)) => {
            let (first, second) = (the(first, lang), the(second, lang));
            lang.of(
                format!("Vous ne pouvez pas jouer {first} et {second} sur {centre} : la somme n'y est pas."),
                format!("You cannot play {first} and {second} on {centre}: they do not add up."),
            )
        }
    }
}

fn the(card: Card, lang: Lang) -> String {
    name(card, Article::The, lang)
}

/// The name of a card: `le 7 rouge`, `the red 7`.
fn name(card: Card, article: Article, lang: Lang) -> String {
    let noun = match card.colour() {
        None => "Joker DOS".into(),
        Some(colour) => coloured(&face_name(card), Gender::Masculine, colour_word(colour), lang),
    };
    with_article(article, Gender::Masculine, &noun, lang)
}

/// Two of the same card: `deux 3 rouges`, `two red 3s`.
fn name_two(card: Card, lang: Lang) -> String {
    let colour = card.colour().map(|colour| colour_word(colour).say(Gender::Masculine, lang));
    match (colour, card.face()) {
        (None, _) => lang.of("deux Jokers DOS", "two Jokers DOS").into(),
        (Some(colour), Face::Number(number)) => {
            lang.of(format!("deux {number} {colour}s"), format!("two {colour} {number}s"))
        }
        (Some(colour), _) => lang.of(format!("deux Jokers # {colour}s"), format!("two {colour} Jokers #")),
    }
}

fn face_name(card: Card) -> String {
    match card.face() {
        Face::Number(number) => number.to_string(),
        Face::Any | Face::Dos => "Joker #".into(),
    }
}

fn colour_word(colour: Colour) -> ColourWord {
    match colour {
        Colour::Red => ColourWord::Red,
        Colour::Yellow => ColourWord::Yellow,
        Colour::Blue => ColourWord::Blue,
        Colour::Green => ColourWord::Green,
    }
}
