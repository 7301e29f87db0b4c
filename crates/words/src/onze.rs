//! Onze in words: why it refuses, what its cards are called, and what stands on its board.

mod board;
mod guide;
mod options;
mod play;

use engine::games::Onze;
use engine::games::onze::{Card, Colour, Hand, Move, Public, Refusal, Shown, Spot};
use engine::{SeatCount, View};

use crate::grammar::{ColourWord, Gender, coloured, with_article};
use crate::options::TableOption;
use crate::{Article, Caption, Lang, Listener, Words};

pub use board::{cards_used, liaison_used, name_joker, name_over, name_row, row_letter, seat_notes};

impl Words for Onze {
    fn rulebook(lang: Lang) -> &'static str {
        lang.of(include_str!("../../../docs/RULES/onze.fr.md"), include_str!("../../../docs/RULES/onze.en.md"))
    }

    fn say(refusal: &Refusal, lang: Lang) -> String {
        let (french, english) = match *refusal {
            Refusal::RoundOver => ("La manche est finie.".into(), "The round is over.".into()),
            Refusal::NotYourTurn { .. } => ("Ce n'est pas à vous de jouer.".into(), "It is not your turn.".into()),
            Refusal::NotInHand { card: Card::Joker } => {
                ("Vous n'avez pas de joker en main.".into(), "You do not hold a joker.".into())
            }
            Refusal::NotInHand { card } => (
                format!("Vous n'avez pas {} en main.", name(card, Article::The, Lang::French)),
                format!("You do not hold {}.", name(card, Article::The, Lang::English)),
            ),
            Refusal::FourCards => (
                "Vous avez déjà utilisé quatre cartes à ce tour.".into(),
                "You have used four cards this turn already.".into(),
            ),
            Refusal::SpotTaken { spot } => {
                let [french, english] = bare(spot);
                (format!("La place du {french} est déjà prise."), format!("The {english}'s spot is already taken."))
            }
            Refusal::JokerThere { spot } => {
                let [french, english] = bare(spot);
                (
                    format!("Un joker tient la place du {french} : échangez-le contre votre {french}."),
                    format!("A joker holds the {english}'s spot: swap your {english} for it."),
                )
            }
            Refusal::NotConnected { spot } => {
                let [french, english] = bare(spot);
                (
                    format!("Aucune carte de la rangée ne touche la place du {french}."),
                    format!("No card of the row lies next to the {english}'s spot."),
                )
            }
            Refusal::LiaisonNotNeeded { spot } => {
                let [french, english] = bare(spot);
                (
                    format!("Le {french} touche déjà sa rangée : il n'y a rien à sauter, posez-le sans Liaison."),
                    format!(
                        "The {english} already touches its row: there is nothing to jump, lay it without a Liaison."
                    ),
                )
            }
            Refusal::NoLiaisonLeft => {
                ("Vous n'avez plus de carte Liaison.".into(), "You have no Liaison card left.".into())
            }
            Refusal::NotNeighbours { from, to } => (
                format!(
                    "Une Liaison relie deux rangées voisines ; la {} et la {} ne le sont pas.",
                    row_name(from, Lang::French),
                    row_name(to, Lang::French)
                ),
                format!(
                    "A Liaison joins neighbouring rows; {} and {} are no neighbours.",
                    row_name(from, Lang::English),
                    row_name(to, Lang::English)
                ),
            ),
            Refusal::NothingToLink { from } => {
                let [french, english] = bare(from);
                (
                    format!("La place du {french} est vide : aucune Liaison ne peut en partir."),
                    format!("The {english}'s spot is empty: no Liaison can start there."),
                )
            }
            Refusal::NoJokerThere { spot } => {
                let [french, english] = bare(spot);
                (
                    format!("Aucun joker ne tient la place du {french} : il n'y a rien à échanger."),
                    format!("No joker holds the {english}'s spot: there is nothing to swap."),
                )
            }
            Refusal::SwapNeedsCard => (
                "Un tour avec un échange doit aussi poser une carte ou un joker sur une place libre.".into(),
                "A turn with a swap must also lay a card or a joker on a free spot.".into(),
            ),
            Refusal::MustPlay { spot } => {
                let [french, english] = bare(spot);
                (
                    format!(
                        "La pioche est vide et le {french} peut être posé : il faut poser une carte sur une place libre."
                    ),
                    format!("The pile is empty and the {english} can be laid: you must lay a card on a free spot."),
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

    fn name_card(card: &Card, article: Article, lang: Lang) -> String {
        name(*card, article, lang)
    }

    fn say_move(mv: &Move, _public: &Public, to: &Listener<'_>) -> String {
        play::say_move(mv, to.lang)
    }

    fn say_shown(shown: &Shown, before: &View<Self>, to: &Listener<'_>) -> Option<String> {
        play::say_shown(shown, before, to)
    }

    fn say_caption(shown: &Shown, _before: &View<Self>, lang: Lang) -> Option<Caption> {
        play::say_caption(shown, lang)
    }

    fn say_task(public: &Public, _hand: &Hand, moves: &[Move], to: &Listener<'_>) -> String {
        play::say_task(public, moves, to.lang)
    }

    fn say_wait(public: &Public, _moves: &[Move], to: &Listener<'_>) -> String {
        to.is_playing(public.seat)
    }

    fn say_places(lifted: &[Card], moves: &[Move], public: &Public, to: &Listener<'_>) -> String {
        guide::say_places(lifted, moves, public, to.lang)
    }

    fn say_why_not(_card: &Card, refusal: &Refusal, _public: &Public, to: &Listener<'_>) -> String {
        guide::say_why_not(refusal, to.lang)
    }

    fn say_merit(mv: &Move, view: &View<Self>, to: &Listener<'_>) -> String {
        guide::say_merit(mv, view, to.lang)
    }

    fn options(seats: SeatCount, lang: Lang) -> Vec<TableOption> {
        options::options(seats, lang)
    }
}

/// The name of a card: `le 7 rouge`, `the red 7`.
fn name(card: Card, article: Article, lang: Lang) -> String {
    let noun = match card {
        Card::Joker => "joker".into(),
        Card::Number(spot) => name_spot(spot, lang),
    };
    with_article(article, Gender::Masculine, &noun, lang)
}

/// The name of a spot's card without an article: `7 rouge`, `red 7`.
fn name_spot(spot: Spot, lang: Lang) -> String {
    coloured(&spot.value().to_string(), Gender::Masculine, colour_word(spot.colour()), lang)
}

/// The same in both languages.
fn bare(spot: Spot) -> [String; 2] {
    Lang::ALL.map(|lang| name_spot(spot, lang))
}

/// The colour of a row.
fn row_name(colour: Colour, lang: Lang) -> &'static str {
    colour_word(colour).say(Gender::Feminine, lang)
}

fn colour_word(colour: Colour) -> ColourWord {
    match colour {
        Colour::Red => ColourWord::Red,
        Colour::Yellow => ColourWord::Yellow,
        Colour::Blue => ColourWord::Blue,
        Colour::Green => ColourWord::Green,
    }
}
