//! Onze in words.

use engine::games::Onze;
use engine::games::onze::{Card, Colour, Refusal};
use wire::onze::write_spot;

use crate::{Lang, Words};

impl Words for Onze {
    fn rulebook(lang: Lang) -> &'static str {
        lang.of(include_str!("../../../docs/RULES/onze.fr.md"), include_str!("../../../docs/RULES/onze.en.md"))
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
            Refusal::FourCards => (
                "Vous avez déjà utilisé quatre cartes à ce tour.".into(),
                "You have used four cards this turn already.".into(),
            ),
            Refusal::SpotTaken { spot } => {
                let spot = write_spot(spot);
                (format!("La place {spot} est déjà prise."), format!("{spot} is already taken."))
            }
            Refusal::JokerThere { spot } => {
                let spot = write_spot(spot);
                (
                    format!("Un joker tient la place {spot} : échangez-le ({spot}=*)."),
                    format!("A joker holds {spot}: swap it ({spot}=*)."),
                )
            }
            Refusal::NotConnected { spot } => {
                let spot = write_spot(spot);
                (
                    format!("Aucune carte de la rangée ne touche {spot}."),
                    format!("No card of the row lies next to {spot}."),
                )
            }
            Refusal::LiaisonNotNeeded { spot } => {
                let spot = write_spot(spot);
                (
                    format!("{spot} touche déjà sa rangée : il n'y a rien à sauter, posez-la sans Liaison."),
                    format!("{spot} already touches its row: there is nothing to jump, lay it without a Liaison."),
                )
            }
            Refusal::NoLiaisonLeft => {
                ("Vous n'avez plus de carte Liaison.".into(), "You have no Liaison card left.".into())
            }
            Refusal::NotNeighbours { from, to } => (
                format!(
                    "Une Liaison relie deux rangées voisines ; {} et {} ne le sont pas.",
                    row_name(from, Lang::French),
                    row_name(to, Lang::French)
                ),
                format!(
                    "A Liaison joins neighbouring rows; {} and {} are not.",
                    row_name(from, Lang::English),
                    row_name(to, Lang::English)
                ),
            ),
            Refusal::NothingToLink { from } => {
                let from = write_spot(from);
                (
                    format!("La place {from} est vide : aucune Liaison ne peut en partir."),
                    format!("{from} is empty: no Liaison can start there."),
                )
            }
            Refusal::NoJokerThere { spot } => {
                let spot = write_spot(spot);
                (
                    format!("Aucun joker ne tient la place {spot} : il n'y a rien à échanger."),
                    format!("No joker holds {spot}: there is nothing to swap."),
                )
            }
            Refusal::SwapNeedsCard => (
                "Un tour avec un échange doit aussi poser une carte ou un joker sur une place libre.".into(),
                "A turn with a swap must also lay a card or a joker on a free spot.".into(),
            ),
            Refusal::MustPlay { spot } => {
                let spot = write_spot(spot);
                (
                    format!(
                        "La pioche est vide et {spot} peut être posée : il faut poser une carte sur une place libre."
                    ),
                    format!("The pile is empty and {spot} can be laid: you must lay a card on a free spot."),
                )
            }
            Refusal::PileEmpty => ("La pioche est vide.".into(), "The pile is empty.".into()),
            Refusal::PileNotEmpty { cards: 1 } => (
                "Il reste une carte dans la pioche : on ne passe pas encore.".into(),
                "There is one card left in the pile: no passing yet.".into(),
            ),
            Refusal::PileNotEmpty { cards } => (
                format!("Il reste {cards} cartes dans la pioche : on ne passe pas encore."),
                format!("There are {cards} cards left in the pile: no passing yet."),
            ),
            Refusal::UsedAlready => (
                "Vous avez déjà utilisé une carte : on ne pioche ni ne passe plus à ce tour.".into(),
                "You have used a card already: there is no drawing or passing this turn.".into(),
            ),
            Refusal::NothingUsed => (
                "Vous n'avez encore utilisé aucune carte : votre tour ne peut pas finir ainsi.".into(),
                "You have not used a card yet: your turn cannot end like this.".into(),
            ),
        };
        lang.of(french, english)
    }

    fn say_notation(lang: Lang) -> &'static str {
        lang.of(
            "R10 (poser), B9@Y (poser par une Liaison venue de la rangée jaune), *R9 ou *R9@B (poser un joker), \
             R9=* (échanger), *x (défausser un joker), draw (piocher), end (finir), pass (passer)",
            "R10 (lay), B9@Y (lay over a Liaison from the yellow row), *R9 or *R9@B (lay a joker), \
             R9=* (swap), *x (discard a joker), draw, end, pass",
        )
    }
}

fn card_name(card: Card, lang: Lang) -> String {
    match card {
        Card::Joker => lang.of("de joker", "a joker").into(),
        Card::Number(spot) => lang.of(format!("la carte {}", write_spot(spot)), write_spot(spot)),
    }
}

fn row_name(colour: Colour, lang: Lang) -> &'static str {
    match colour {
        Colour::Red => lang.of("la rouge", "red"),
        Colour::Yellow => lang.of("la jaune", "yellow"),
        Colour::Blue => lang.of("la bleue", "blue"),
        Colour::Green => lang.of("la verte", "green"),
    }
}
