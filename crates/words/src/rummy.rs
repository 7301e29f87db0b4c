//! Rummy in words: why it refuses, and what its tiles are called.

mod draft;
mod guide;
mod options;
mod play;

use engine::games::Rummy;
use engine::games::rummy::{Colour, Move, Public, Rack, Refusal, SetFault, Shown, Tile, TileSet};
use engine::{SeatCount, View};
use wire::rummy::write_set;

use crate::grammar::{ColourWord, Gender, Joint, capital, coloured, list, with_article};
use crate::options::TableOption;
use crate::{Article, Brief, Lang, Listener, Words};

pub use draft::{name_joker, say_opening, say_set_fault};

impl Words for Rummy {
    fn rulebook(lang: Lang) -> &'static str {
        lang.of(include_str!("../../../docs/RULES/rummy.fr.md"), include_str!("../../../docs/RULES/rummy.en.md"))
    }

    fn say(refusal: &Refusal, lang: Lang) -> String {
        let (french, english) = match refusal {
            Refusal::RoundOver => ("La manche est finie.".into(), "The round is over.".into()),
            Refusal::NotYourTurn { turn } => {
                (format!("C'est au siège {turn} de jouer."), format!("It is seat {turn}'s turn."))
            }
            Refusal::NotInHand { tile } => (
                format!("Vous posez {} sans l'avoir sur votre chevalet.", tile_name(*tile, Lang::French)),
                format!("You lay {} without having it on your rack.", tile_name(*tile, Lang::English)),
            ),
            Refusal::TileMissing { tile } => (
                format!(
                    "{} était sur la table et n'y est plus : rien ne quitte la table.",
                    capital(&tile_name(*tile, Lang::French))
                ),
                format!(
                    "{} was on the table and no longer is: nothing leaves the table.",
                    capital(&tile_name(*tile, Lang::English))
                ),
            ),
            Refusal::NothingFromRack => {
                ("Posez au moins une tuile de votre chevalet.".into(), "Lay at least one tile from your rack.".into())
            }
            Refusal::InvalidSet { set, fault } => {
                let set = write_set(set);
                (
                    format!("« {set} » n'est pas une combinaison : {}.", fault_name(*fault, Lang::French)),
                    format!("“{set}” is not a set: {}.", fault_name(*fault, Lang::English)),
                )
            }
            Refusal::NotOpened { set } => {
                let set = write_set(set);
                (
                    format!("Tant que vous n'avez pas ouvert, « {set} » doit rester en place."),
                    format!("Until you have opened, “{set}” must stay as it is."),
                )
            }
            Refusal::NotThirty { have } => (
                format!("Il faut 30 points pour ouvrir ; vos combinaisons en valent {have}."),
                format!("Opening takes 30 points; your sets are worth {have}."),
            ),
            Refusal::JokerHeld { stands_for } => (
                format!(
                    "Un joker de la table remplace {} : il doit continuer, ou cette tuile doit être sur la table.",
                    tile_names(*stands_for, Lang::French)
                ),
                format!(
                    "A joker on the table stands for {}: it must go on doing so, or that tile must lie on the table.",
                    tile_names(*stands_for, Lang::English)
                ),
            ),
            Refusal::PileEmpty => ("La pioche est vide.".into(), "The pile is empty.".into()),
            Refusal::PileNotEmpty => (
                "On ne passe que si la pioche est vide : piochez une tuile.".into(),
                "Passing is for an empty pile: draw a tile.".into(),
            ),
            Refusal::NoClock => {
                ("On joue ici sans limite de temps.".into(), "There is no time limit at this table.".into())
            }
        };
        lang.of(french, english)
    }

    fn say_notation(lang: Lang) -> &'static str {
        lang.of(
            "play r7 b7 j7 | n3 n4 n5 * (la table entière après le tour), draw (piocher), pass (passer)",
            "play r7 b7 j7 | n3 n4 n5 * (the whole table after the turn), draw, pass",
        )
    }

    fn name_card(tile: &Tile, article: Article, lang: Lang) -> String {
        name(*tile, article, lang)
    }

    fn say_move(mv: &Move, public: &Public, to: &Listener<'_>) -> String {
        play::say_move(mv, public, to.lang)
    }

    fn say_shown(shown: &Shown, before: &View<Self>, to: &Listener<'_>) -> Option<String> {
        play::say_shown(shown, before, to)
    }

    fn say_brief(shown: &Shown, before: &View<Self>, lang: Lang) -> Option<Brief> {
        play::say_brief(shown, &before.public, lang)
    }

    fn say_task(public: &Public, _rack: &Rack, moves: &[Move], to: &Listener<'_>) -> String {
        play::say_task(public, moves, to.lang)
    }

    fn say_wait(public: &Public, _moves: &[Move], to: &Listener<'_>) -> String {
        to.is_playing(public.seat)
    }

    fn say_places(lifted: &[Tile], moves: &[Move], public: &Public, to: &Listener<'_>) -> String {
        guide::say_places(lifted, moves, public, to.lang)
    }

    fn say_why_not(_tile: &Tile, refusal: &Refusal, _public: &Public, to: &Listener<'_>) -> String {
        Self::say(refusal, to.lang)
    }

    fn say_merit(mv: &Move, view: &View<Self>, to: &Listener<'_>) -> String {
        guide::say_merit(mv, view, to.lang)
    }

    fn say_forced(shown: &[Shown], before: &View<Self>, to: &Listener<'_>) -> String {
        play::say_forced(shown, before, to)
    }

    fn options(_seats: SeatCount, lang: Lang) -> Vec<TableOption> {
        options::options(lang)
    }
}

fn fault_name(fault: SetFault, lang: Lang) -> &'static str {
    match fault {
        SetFault::TooShort => lang.of("il faut au moins trois tuiles", "it takes at least three tiles"),
        SetFault::OnlyJokers => {
            lang.of("il faut au moins une tuile qui ne soit pas un joker", "one tile at least must not be a joker")
        }
        SetFault::ColourTwice => lang.of("une couleur y est deux fois", "a colour is there twice"),
        SetFault::TooLong => lang.of("un carré n'a que quatre tuiles", "four of a kind is the most there is"),
        SetFault::NotConsecutive => {
            lang.of("les rangs ne se suivent pas en montant", "the ranks do not ascend one by one")
        }
        SetFault::OffTheEnd => {
            lang.of("rien ne précède l'as et rien ne suit le roi", "nothing comes before A, and nothing follows K")
        }
        SetFault::Mixed => lang.of("ni un même rang, ni une même couleur", "the tiles share neither rank nor colour"),
    }
}

/// A tile as the one it is: `le 7 rouge`, but `un joker`.
fn tile_name(tile: Tile, lang: Lang) -> String {
    name(tile, if tile.is_joker() { Article::A } else { Article::The }, lang)
}

fn tile_names(tiles: TileSet, lang: Lang) -> String {
    list(&tiles.iter().map(|tile| tile_name(tile, lang)).collect::<Vec<_>>(), Joint::Or, lang)
}

/// The name of a tile: `la dame noire`, `the black queen`.
fn name(tile: Tile, article: Article, lang: Lang) -> String {
    let gender = gender(tile.rank());
    let noun = match tile.colour() {
        Some(colour) => coloured(&rank_name(tile.rank(), lang), gender, colour_word(colour), lang),
        None => "joker".into(),
    };
    with_article(article, gender, &noun, lang)
}

/// The name of a rank: `roi`, `king`, `7`.
fn rank_name(rank: u8, lang: Lang) -> String {
    match rank {
        1 => lang.of("as", "ace").into(),
        11 => lang.of("valet", "jack").into(),
        12 => lang.of("dame", "queen").into(),
        13 => lang.of("roi", "king").into(),
        number => number.to_string(),
    }
}

fn gender(rank: u8) -> Gender {
    if rank == 12 { Gender::Feminine } else { Gender::Masculine }
}

fn colour_word(colour: Colour) -> ColourWord {
    match colour {
        Colour::Black => ColourWord::Black,
        Colour::Red => ColourWord::Red,
        Colour::Blue => ColourWord::Blue,
        Colour::Yellow => ColourWord::Yellow,
    }
}
