//! Rummy for whoever wonders what to do: where tiles can go.

use engine::games::rummy::{Layout, Move, Public, Tile};

use super::play::name_set;
use super::tile_name;
use crate::Lang;
use crate::grammar::{Joint, list};

/// Where lifted tiles can go. The list of plays is a sample, so only what is found is told.
pub(super) fn say_places(lifted: &[Tile], moves: &[Move], public: &Public, lang: Lang) -> String {
    let tiles = list(&lifted.iter().map(|tile| tile_name(*tile, lang)).collect::<Vec<_>>(), Joint::And, lang);
    let old = &public.table;
    let plays = moves.iter().filter_map(|mv| if let Move::Play(table) = mv { Some(table) } else { None });
    let (lengthened, made): (Vec<&Layout>, Vec<&Layout>) =
        plays.partition(|table| table.sets().count() == old.sets().count());
    let is_pair = lifted.len() > 1;
    let go = if is_pair { lang.of("vont", "go") } else { lang.of("va", "goes") };
    let mut places = Vec::new();
    let mut sets: Vec<&[Tile]> =
        lengthened.iter().filter_map(|table| old.sets().find(|set| !table.sets().any(|other| other == *set))).collect();
    // A joker can lengthen the same set at either end.
    sets.dedup();
    match (sets.len(), sets.first().and_then(|set| name_set(set, lang))) {
        (0, _) => {}
        (1, Some(set)) => places.push(lang.of(format!("avec {set}"), format!("with {set}"))),
        (count, _) => {
            let sets = lang.count(count, lang.of(["combinaison", "combinaisons"], ["set", "sets"]));
            places.push(lang.of(format!("dans {sets} de la table"), format!("in {sets} of the table")));
        }
    }
    if !made.is_empty() {
        places.push(lang.of("dans une combinaison de votre chevalet", "in a set from your rack").into());
    }
    format!("{tiles} {go} {}.", list(&places, Joint::Or, lang))
}
