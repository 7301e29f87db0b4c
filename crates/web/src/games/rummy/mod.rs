//! Rummy: the table as it is being rearranged, the rack, the clock, and what can be done with them.
//!
//! Read `workbench` (what is lifted, put and asked), `deeds` (buttons and keys), `sets` (the table), `rack`, `clock`,
//! `tile` (the drawing).
//!
//! Deliberately absent: the draft itself (crate `gesture`).

mod clock;
mod deeds;
mod rack;
mod sets;
mod tile;
mod workbench;

use engine::games::rummy::{Public, Rack, Refusal, Rummy, Tile};
use engine::{Game, Seat, View};
use leptos::prelude::*;
use words::screen::{Label, points};
use words::{Lang, say_refusal};

use super::Drawn;
use crate::desk::Place;
use crate::memo::memo;
use crate::parts::seats::Facts;
use workbench::Workbench;

impl Drawn for Rummy {
    fn draw(place: Place, view: Memo<View<Self>>) -> AnyView {
        let bench = Workbench::new(place, view);
        bench.watch_input();
        view! {
            {sets::board(bench)}
            <Sentence bench=bench/>
            {rack::rack(bench)}
        }
        .into_any()
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let total = Self::outcome(public).map_or(public.sheet.totals[seat], |outcome| outcome.totals[seat]);
        let opened = public.opened[seat].then(|| Label::HasOpened.say(lang));
        Facts {
            cards: public.rack_sizes[seat],
            score: points(total, lang),
            notes: opened.into_iter().collect(),
            ..Facts::default()
        }
    }

    fn draw_hand(rack: &Rack) -> Vec<(Tile, AnyView)> {
        rack.tiles.iter().map(|tile| (tile, tile::face(tile, memo(|| None)))).collect()
    }
}

/// What one may do, and as soon as something is laid what the rules would say to it.
#[component]
fn Sentence(bench: Workbench) -> impl IntoView {
    let shared = bench.place.shared;
    let objection = memo(move || {
        let draft = bench.draft.read();
        (draft.is_own_turn() && draft.is_changed()).then(|| draft.objection())
    });
    let sentence = move || {
        let lang = shared.preferences.lang();
        match objection.get() {
            Some(None) => shared.say(Label::ReadyToPlay),
            Some(Some(refusal)) if refusal != Refusal::NothingFromRack => say_refusal::<Rummy>(&refusal, lang),
            _ => {
                let names = bench.place.names();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                words::prompt(&bench.view.read(), &names, lang)
            }
        }
    };
    let is_wrong = move || matches!(*objection.read(), Some(Some(_)));
    view! { <p class="prompt" id="prompt" role="status" class:wrong=is_wrong>{sentence}</p> }
}
