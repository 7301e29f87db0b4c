//! DOS in words.

use engine::games::Dos;
use engine::games::dos::{Card, Colour, Face, Play, Refusal};

use crate::{Lang, Words};

impl Words for Dos {
    fn rulebook(lang: Lang) -> &'static str {
        lang.of(include_str!("../../../docs/RULES/dos.fr.md"), include_str!("../../../docs/RULES/dos.en.md"))
    }

    fn say(refusal: &Refusal, lang: Lang) -> String {
        let (french, english) = match *refusal {
            Refusal::RoundOver => ("La manche est finie.".into(), "The round is over.".into()),
            Refusal::ShuffleFirst => {
                ("Il faut d'abord mélanger le talon.".into(), "The talon must be shuffled first.".into())
            }
            Refusal::NotYourTurn { turn } => {
                (format!("C'est au siège {turn} de jouer."), format!("It is seat {turn}'s turn."))
            }
            Refusal::NotInHand { card } => (
                format!("Il vous manque {}.", card_name(card, Lang::French)),
                format!("You do not hold {}, or not often enough.", card_name(card, Lang::English)),
            ),
            Refusal::NoCentreCard { cards, .. } => (
                format!("La rangée n'a pas cette carte ; elle en a {cards}, comptées à partir de 0."),
                format!("The row does not have that card; it has {cards}, counted from 0."),
            ),
            Refusal::AlreadyMatched { card } => (
                format!("À ce tour, {} a déjà son association.", card_name(card, Lang::French)),
                format!("This turn {} has its match already.", card_name(card, Lang::English)),
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
            Refusal::NoCallOwed { seat } => {
                (format!("Le siège {seat} ne doit pas annoncer « DOS ! »."), format!("Seat {seat} owes no “DOS!”."))
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
}

fn no_match(play: Play, centre: Card, lang: Lang) -> String {
    let centre = card_name(centre, lang);
    match play.parts() {
        (card, None) => {
            let card = card_name(card, lang);
            lang.of(
                format!("Vous ne pouvez pas jouer {card} sur {centre} : ce n'est pas le même nombre."),
                format!("You cannot play {card} on {centre}: it is not the same number."),
            )
        }
        (first, Some(second)) => {
            let (first, second) = (card_name(first, lang), card_name(second, lang));
            lang.of(
                format!("Vous ne pouvez pas jouer {first} et {second} sur {centre} : la somme n'y est pas."),
                format!("You cannot play {first} and {second} on {centre}: they do not add up."),
            )
        }
    }
}

fn card_name(card: Card, lang: Lang) -> String {
    let Some(colour) = card.colour() else { return lang.of("le Joker DOS", "the Joker DOS").into() };
    let colour = match colour {
        Colour::Red => lang.of("rouge", "red"),
        Colour::Yellow => lang.of("jaune", "yellow"),
        Colour::Blue => lang.of("bleu", "blue"),
        Colour::Green => lang.of("vert", "green"),
    };
    match card.face() {
        Face::Number(number) => lang.of(format!("le {number} {colour}"), format!("the {colour} {number}")),
        Face::Any | Face::Dos => lang.of(format!("le Joker # {colour}"), format!("the {colour} Joker #")),
    }
}
