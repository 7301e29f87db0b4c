//! Quarante-Six in words.

use engine::games::QuaranteSix;
use engine::games::quarante_six::{Card, Refusal, Square};
use wire::quarante_six::write_card;

use crate::{Lang, Words};

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
            Refusal::NotYourTurn { turn } => {
                (format!("C'est au siège {turn} de jouer."), format!("It is seat {turn}'s turn."))
            }
            Refusal::NotInHand { card } => (
                format!("Vous n'avez pas {} en main.", card_name(card, Lang::French)),
                format!("You do not hold {}.", card_name(card, Lang::English)),
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
                let number = write_card(card);
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
                format!(
                    "Seule la dernière carte de la pioche, {}, peut encore être posée.",
                    card_name(card, Lang::French)
                ),
                format!("Only the last card of the pile, {}, may still be laid.", card_name(card, Lang::English)),
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
}

fn card_name(card: Card, lang: Lang) -> String {
    if card == Card::JOKER {
        return lang.of("le joker", "the joker").into();
    }
    lang.of(format!("le {}", write_card(card)), format!("the {}", write_card(card)))
}

fn square_name(square: Square, lang: Lang) -> String {
    match square {
        Square::Number(card) => {
            lang.of(format!("la case {}", write_card(card)), format!("square {}", write_card(card)))
        }
        Square::Joker => lang.of("la case du joker", "the joker's square").into(),
        Square::Pile => lang.of("la case de la pioche", "the pile's square").into(),
    }
}
