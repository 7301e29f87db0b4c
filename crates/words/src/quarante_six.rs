//! Quarante-Six in words: why it refuses, and what its cards and squares are called.

mod guide;
mod options;
mod play;

use engine::games::QuaranteSix;
use engine::games::quarante_six::{Card, Hand, Move, Public, Refusal, Shown, Square};
use engine::{SeatCount, View};

use crate::grammar::{Gender, capital, with_article};
use crate::lang::set_type;
use crate::options::TableOption;
use crate::{Article, Caption, Lang, Listener, Words};

impl Words for QuaranteSix {
    fn rulebook(lang: Lang) -> &'static str {
        lang.of(
            include_str!("../../../docs/RULES/quarante-six.fr.md"),
            include_str!("../../../docs/RULES/quarante-six.en.md"),
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
            Refusal::SpotTaken { square } => (
                format!("Il y a déjà une carte sur {}.", square_name(square, Lang::French)),
                format!("A card already lies on {}.", square_name(square, Lang::English)),
            ),
            Refusal::PileSquare => (
                "La case de la pioche ne reçoit jamais de carte.".into(),
                "The pile's square never takes a card.".into(),
            ),
            Refusal::NotTouching { square } => (
                format!("Aucune carte posée ne touche {}.", square_name(square, Lang::French)),
                format!("No card on the board touches {}.", square_name(square, Lang::English)),
            ),
            Refusal::NoJokerThere { card } => {
                let number = card.index();
                (
                    format!("Le joker n'est pas sur la case {number} : il n'y a rien à échanger."),
                    format!("The joker is not on square {number}: there is nothing to swap."),
                )
            }
            Refusal::PileEmpty => ("La pioche est vide.".into(), "The pile is empty.".into()),
            Refusal::LaidAlready => (
                "Vous avez déjà posé une carte : on ne pioche plus à ce tour.".into(),
                "You have laid a card already: there is no drawing this turn.".into(),
            ),
            Refusal::NothingLaid => {
                ("Posez au moins une carte, ou piochez.".into(), "Lay at least one card, or draw.".into())
            }
            Refusal::OnlyLastCard { card } => (
                format!("Seule la dernière carte de la pioche, {}, peut encore être posée.", the(card, Lang::French)),
                format!("Only the last card of the pile, {}, may still be laid.", the(card, Lang::English)),
            ),
        };
        lang.of(french, english)
    }

    fn say_notation(lang: Lang) -> &'static str {
        lang.of(
            "12 (poser), *@25 ou *@J (poser le joker), 25=* (échanger), draw (piocher), end (finir)",
            "12 (lay), *@25 or *@J (lay the joker), 25=* (swap), draw, end",
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

    fn say_caption(shown: &Shown, _before: &View<Self>, lang: Lang) -> Option<Caption> {
        play::say_caption(shown, lang)
    }

    fn say_task(public: &Public, hand: &Hand, moves: &[Move], to: &Listener<'_>) -> String {
        play::say_task(public, hand, moves, to.lang)
    }

    fn say_wait(public: &Public, _moves: &[Move], to: &Listener<'_>) -> String {
        play::say_wait(public, to)
    }

    fn say_places(lifted: &[Card], moves: &[Move], public: &Public, to: &Listener<'_>) -> String {
        guide::say_places(lifted, moves, public, to.lang)
    }

    fn say_why_not(_card: &Card, refusal: &Refusal, public: &Public, to: &Listener<'_>) -> String {
        guide::say_why_not(refusal, public, to.lang)
    }

    fn say_merit(mv: &Move, view: &View<Self>, to: &Listener<'_>) -> String {
        guide::say_merit(mv, view, to.lang)
    }

    fn options(seats: SeatCount, lang: Lang) -> Vec<TableOption> {
        options::options(seats, lang)
    }
}

/// A square of the board and what lies on it: « Case 12 : libre ».
#[must_use]
pub fn say_square(square: Square, lies_there: Option<Card>, lang: Lang) -> String {
    let name = match square {
        Square::Number(card) => {
            let number = card.index();
            lang.of(format!("Case {number}"), format!("Square {number}"))
        }
        Square::Joker => lang.of("Case du joker", "The joker's square").into(),
        Square::Pile => lang.of("Case de la pioche", "The pile's square").into(),
    };
    let lies = match lies_there {
        Some(card) => self::name(card, Article::Bare, lang),
        None => lang.of("libre", "free").into(),
    };
    set_type(&lang.of(format!("{name} : {lies}"), format!("{name}: {lies}")), lang)
}

/// Why a number card does not go on a square that is not its own (R13).
#[must_use]
pub fn say_misplaced(card: Card, lang: Lang) -> String {
    let (card, own) = (capital(&the(card, lang)), square_name(Square::Number(card), lang));
    set_type(&lang.of(format!("{card} ne va que sur {own}."), format!("{card} goes on {own} only.")), lang)
}

fn the(card: Card, lang: Lang) -> String {
    name(card, Article::The, lang)
}

/// The name of a card: `le 12`, `the joker`.
fn name(card: Card, article: Article, lang: Lang) -> String {
    let noun = if card == Card::JOKER { "joker".into() } else { card.index().to_string() };
    with_article(article, Gender::Masculine, &noun, lang)
}

fn square_name(square: Square, lang: Lang) -> String {
    match square {
        Square::Number(card) => {
            let number = card.index();
            lang.of(format!("la case {number}"), format!("square {number}"))
        }
        Square::Joker => lang.of("la case du joker", "the joker's square").into(),
        Square::Pile => lang.of("la case de la pioche", "the pile's square").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_say_what_lies_on_them() {
        let own = Card::number(12).map(Square::Number).expect("12 is a number");
        assert_eq!(say_square(own, None, Lang::French), "Case 12\u{a0}: libre");
        assert_eq!(say_square(own, Some(Card::JOKER), Lang::English), "Square 12: joker");
        assert_eq!(say_square(Square::Joker, None, Lang::French), "Case du joker\u{a0}: libre");
    }

    #[test]
    fn a_misplaced_card_is_told_its_square() {
        let card = Card::number(12).expect("12 is a number");
        assert_eq!(say_misplaced(card, Lang::English), "The 12 goes on square 12 only.");
    }
}
