//! Rummy for whoever wonders what to do: where tiles can go, what a move is good for.

use engine::View;
use engine::games::Rummy;
use engine::games::rummy::{Layout, Move, Public, Reading, Tile};

use super::play::{count_tiles, name_set};
use super::tile_name;
use crate::Lang;
use crate::grammar::{Joint, amount, list};
use crate::listener::Unit;

/// Where lifted tiles can go. The list of plays is a sample, so only what is found is told.
pub(super) fn say_places(lifted: &[Tile], moves: &[Move], public: &Public, lang: Lang) -> String {
    let tiles = list(&lifted.iter().map(|tile| tile_name(*tile, lang)).collect::<Vec<_>>(), Joint::And, lang);
    let old = &public.board.table;
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

/// What a move is good for.
pub(super) fn say_merit(mv: &Move, view: &View<Rummy>, lang: Lang) -> String {
    let Move::Play(table) = mv else {
        return lang.of("il n'y a rien de mieux à poser.", "there is nothing better to lay.").into();
    };
    let (public, rack) = (&view.public, view.hand.unwrap_or_default().tiles);
    let laid = table.bag().minus(public.board.table.bag());
    if laid.len() >= rack.len() {
        return lang.of("vide votre chevalet : la manche est à vous.", "empties your rack: the round is yours.").into();
    }
    let tiles = count_tiles(laid.len(), lang);
    let points = |points| amount(points, Unit::Points.words(lang), lang);
    let what = if public.board.opened[public.seat] {
        let points = points(laid.cost(public.rules.joker_points));
        lang.of(format!("pose {tiles} ({points})"), format!("lays {tiles} ({points})"))
    } else {
        let sets = table.beyond(&public.board.table).into_iter().flatten();
        let worth: u32 = sets.filter_map(|set| Reading::of(set).ok()).map(|reading| reading.points()).sum();
        let points = points(i32::try_from(worth).unwrap_or(i32::MAX));
        lang.of(format!("ouvre avec {points} en {tiles}"), format!("opens with {points} in {tiles}"))
    };
    let kept = match rack.minus(laid).count(Tile::JOKER) {
        0 => "",
        1 => lang.of(" et garde un joker", " and keeps a joker"),
        _ => lang.of(" et garde les deux jokers", " and keeps both jokers"),
    };
    format!("{what}{kept}.")
}
