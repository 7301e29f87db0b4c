//! Rummy in words.

use engine::games::Rummy;
use engine::games::rummy::{Refusal, SetFault, Tile, TileSet};
use wire::rummy::{write_set, write_tile};

use crate::{Lang, Words};

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
                    "{} était sur la table et n'y est plus : rien ne la quitte.",
                    capital(&tile_name(*tile, Lang::French))
                ),
                format!(
                    "{} was on the table and no longer is: nothing leaves it.",
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

fn tile_name(tile: Tile, lang: Lang) -> String {
    if tile == Tile::JOKER { lang.of("un joker", "a joker").into() } else { write_tile(tile) }
}

fn tile_names(tiles: TileSet, lang: Lang) -> String {
    let names: Vec<String> = tiles.iter().map(write_tile).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {} {last}", rest.join(", "), lang.of("ou", "or")),
        _ => names.concat(),
    }
}

fn capital(text: &str) -> String {
    match text.strip_prefix(['u', 'a']) {
        Some(rest) if text.contains(' ') => format!("{}{rest}", text[..1].to_uppercase()),
        _ => text.into(),
    }
}
