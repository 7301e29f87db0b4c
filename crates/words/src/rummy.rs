//! Rummy in words: why it refuses, what its tiles are called, and what is printed on them.

mod draft;
mod guide;
mod options;
mod play;

use engine::games::Rummy;
use engine::games::rummy::{Colour, Move, Public, Rack, Refusal, SetFault, Shown, Tile, TileSet};
use engine::{SeatCount, View};

use crate::grammar::{ColourWord, Joint, capital, coloured, list, with_article};
use crate::options::TableOption;
use crate::rank::{gender, rank_mark, rank_name};
use crate::{Article, Caption, Lang, Listener, Words};

pub use draft::{name_joker, say_opening, say_set_fault};

impl Words for Rummy {
    fn rulebook(lang: Lang) -> &'static str {
        lang.of(include_str!("../../../docs/RULES/rummy.fr.md"), include_str!("../../../docs/RULES/rummy.en.md"))
    }

    fn say(refusal: &Refusal, lang: Lang) -> String {
        let (french, english) = match refusal {
            Refusal::RoundOver => ("La manche est finie.".into(), "The round is over.".into()),
            Refusal::NotYourTurn { .. } => ("Ce n'est pas à vous de jouer.".into(), "It is not your turn.".into()),
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
                let [french, english] = Lang::ALL.map(|lang| set_name(set, lang));
                (
                    format!("« {french} » n'est pas une combinaison : {}.", fault_name(*fault, Lang::French)),
                    format!("“{english}” is not a set: {}.", fault_name(*fault, Lang::English)),
                )
            }
            Refusal::NotOpened { set } => {
                let [french, english] = Lang::ALL.map(|lang| set_name(set, lang));
                (
                    format!("Tant que vous n'avez pas ouvert, « {french} » doit rester en place."),
                    format!("Until you have opened, “{english}” must stay as it is."),
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

    fn say_caption(shown: &Shown, before: &View<Self>, lang: Lang) -> Option<Caption> {
        play::say_caption(shown, &before.public, lang)
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
        SetFault::TooLong => lang.of("un carré n'a que quatre tuiles", "a group has four tiles at most"),
        SetFault::NotConsecutive => {
            lang.of("les rangs ne se suivent pas en montant", "the ranks do not ascend one by one")
        }
        SetFault::OffTheEnd => lang.of(
            "rien ne précède l'as et rien ne suit le roi",
            "nothing comes before the ace, and nothing follows the king",
        ),
        SetFault::Mixed => lang.of("ni un même rang, ni une même couleur", "the tiles share neither rank nor colour"),
    }
}

/// The rank printed on a tile; nothing for a joker, which has a drawing.
#[must_use]
pub fn tile_mark(tile: Tile, lang: Lang) -> String {
    if tile.is_joker() { String::new() } else { rank_mark(tile.rank(), lang) }
}

/// The tiles of a set as they lie: `10 rouge, joker, dame rouge`.
fn set_name(set: &[Tile], lang: Lang) -> String {
    set.iter().map(|tile| name(*tile, Article::Bare, lang)).collect::<Vec<_>>().join(", ")
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

fn colour_word(colour: Colour) -> ColourWord {
    match colour {
        Colour::Black => ColourWord::Black,
        Colour::Red => ColourWord::Red,
        Colour::Blue => ColourWord::Blue,
        Colour::Yellow => ColourWord::Yellow,
    }
}
