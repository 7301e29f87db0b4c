//! Rummy: the table as it is being rearranged, the rack, the clock, and what can be done with them.
//!
//! Read `workbench` (what is lifted, put and asked), `deeds` (buttons and keys), `sets` (the table), `fit` (how large its
//! tiles are), `rack`, `clock`, `tile` (the drawing).
//!
//! Deliberately absent: the draft itself (`client::gesture`).

mod clock;
mod deeds;
mod fit;
mod rack;
mod sets;
mod tile;
mod workbench;

use client::gesture::rummy::{Draft, TileCopy, new_tiles};
use engine::games::rummy::{Public, Rack, Refusal, Rummy, Shown, Tile};
use engine::{Seat, View};
use leptos::prelude::*;
use words::screen::{Label, points};
use words::{Lang, explain_refusal};

use super::{Drawn, Parts, Sentence};
use crate::parts::seats::Facts;
use crate::place::Place;
use crate::reactive::{Memo, memo};
use workbench::Workbench;

impl Drawn for Rummy {
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts {
        let bench = Workbench::new(place, view);
        bench.watch_input();
        Parts {
            board: sets::board(bench),
            prompt: sentence(bench),
            hand: rack::rack(bench),
            actions: deeds::actions(bench).into_any(),
        }
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let total = public.outcome().map_or(public.sheet.totals[seat], |outcome| outcome.totals[seat]);
        let opened = public.board.opened[seat].then(|| Label::HasOpened.say(lang));
        Facts {
            cards: public.hand_sizes[seat],
            score: points(total, lang),
            details: opened.into_iter().collect(),
            ..Facts::default()
        }
    }

    fn draw_hand(_public: &Public, rack: &Rack, lang: Lang) -> Vec<(Tile, AnyView)> {
        rack.tiles.iter().map(|tile| (tile, tile::face(tile, None, lang))).collect()
    }

    fn laid(shown: &Shown, before: &View<Self>) -> Option<(Seat, Vec<String>)> {
        let Shown::Played { seat, table } = shown else { return None };
        let tiles = new_tiles(&before.public.board.table, table);
        Some((*seat, tiles.into_iter().map(TileCopy::key).collect()))
    }
}

/// What one may do; once something is lifted, where it can go; as soon as something is laid, what the rules would say to
/// it.
fn sentence(bench: Workbench) -> Memo<Sentence> {
    let objection = memo(move || verdict(&bench.draft.read()));
    memo(move || {
        let lang = bench.place.shared.preferences.lang();
        let names = bench.place.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let said = match objection.get() {
            Some(None) => Some(Label::ReadyToPlay.say(lang)),
            // What a notice has said is not said twice.
            Some(refusal) if *bench.refused.read() == refusal => None,
            Some(Some(refusal)) if refusal != Refusal::NothingFromRack => {
                Some(explain_refusal::<Rummy>(&refusal, lang))
            }
            _ => say_lifted(bench, &names, lang),
        };
        let text = said.unwrap_or_else(|| words::prompt(&bench.view.read(), &names, lang));
        Sentence { text, is_wrong: matches!(*objection.read(), Some(Some(_))) }
    })
}

/// What the rules say to a draft in one's turn in which something was laid, `None` if nothing was.
fn verdict(draft: &Draft) -> Option<Option<Refusal>> {
    (draft.is_own_turn() && draft.is_changed()).then(|| draft.objection())
}

/// Where the tiles that are lifted can go; nothing if none is, or it is another's turn.
fn say_lifted(bench: Workbench, names: &[&str], lang: Lang) -> Option<String> {
    let (draft, lifted) = (bench.draft.read(), bench.lifted.read());
    if lifted.is_empty() || !draft.is_own_turn() {
        return None;
    }
    let tiles: Vec<Tile> = lifted.iter().map(|piece| piece.tile).collect();
    let is_from_rack = lifted.iter().all(|piece| draft.now().rack.contains(piece));
    let moves = if is_from_rack { draft.moves_using(&tiles) } else { Vec::new() };
    // The plays that are known are few of many: where none is, one is told how to try.
    let places = words::say_places(&tiles, &moves, &bench.view.read(), names, lang);
    Some(places.unwrap_or_else(|| Label::PutTiles.say(lang)))
}
