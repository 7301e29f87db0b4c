//! The table: groups of tiles that can be rearranged, the pile, how far the opening has come.

use client::gesture::rummy::{Draft, Spot, TileCopy};
use engine::games::Rummy;
use leptos::prelude::*;
use wire::rummy::write_tile;
use words::screen::Label;
use words::{Article, Words, name_joker, say_opening, say_set_fault};

use super::clock::last_seconds;
use super::fit::keep_fitting;
use super::tile::{back, face};
use super::workbench::Workbench;
use crate::parts::halo::ring;
use crate::parts::list::keyed;
use crate::reactive::memo;

/// The middle of the table.
pub(super) fn board(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let numbers = memo(move || bench.draft.read().now().groups.iter().map(|group| group.number).collect::<Vec<_>>());
    let is_own_turn = memo(move || bench.draft.read().is_own_turn());
    let sets = NodeRef::new();
    keep_fitting(bench, sets);
    view! {
        <section class="board" data-dragging=move || bench.is_dragging.get().then_some("")
            on:click=move |event| bench.click(&event)>
            <div class="sets" node_ref=sets data-spot=Spot::New.write() role="group" aria-label=shared.label(Label::TheTable)>
                {keyed(move || numbers.get(), u32::to_string, move |number| set(bench, number))}
                <div class="rummy-rest">
                    // Its place is kept while others play: nothing moves when one's turn comes.
                    <button type="button" class="new-set" data-spot=Spot::New.write() disabled=move || !is_own_turn.get()
                        class:lit=move || bench.is_carrying() data-walk=move || bench.is_carrying().then_some("")
                        tabindex=move || if bench.is_carrying() { "0" } else { "-1" } title=shared.label(Label::NewSet)>
                        <span><span aria-hidden="true">"+ "</span>{shared.label(Label::NewSetHere)}</span>
                        {opening(bench)}
                    </button>
                    {pile(bench)}
                </div>
            </div>
            {last_seconds(bench)}
        </section>
    }
    .into_any()
}

/// The pile: pointed at, it gives a tile.
fn pile(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let size = move || bench.view.read().public.board.pile_size;
    let is_lit = move || size() > 0 && bench.draft.read().is_own_turn() && !bench.draft.read().is_changed();
    view! {
        <button type="button" class="rummy-pile" data-place="pile" data-spot=Spot::Pile.write() class:lit=is_lit
            data-walk=move || is_lit().then_some("") tabindex=move || if is_lit() { "0" } else { "-1" }
            aria-label=move || format!("{} ({})", shared.say(Label::Pile), size())>
            {back()}<span class="badge">{move || size()}</span>
        </button>
    }
    .into_any()
}

/// The points of the opening so far, in words for whoever listens, and as a bar.
fn opening(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let opening = memo(move || bench.draft.read().opening());
    let drawn = move || {
        let opening = opening.get()?;
        let said = say_opening(opening.have, opening.need, shared.preferences.lang());
        let share = f64::from(opening.have) / f64::from(opening.need.max(1));
        let title = said.clone();
        Some(view! {
            <span class="rummy-opening" id="opening" title=title style=("--share", format!("{:.3}", share.min(1.0)))>
                <span class="unseen">{said}</span>
                <b aria-hidden="true">{format!("{} / {}", opening.have, opening.need)}</b>
            </span>
        })
    };
    drawn.into_any()
}

/// A group of tiles.
fn set(bench: Workbench, number: u32) -> AnyView {
    let shared = bench.place.shared;
    let pieces = memo(move || {
        let pieces = |draft: &Draft| draft.now().group(number).map(|group| group.pieces.clone());
        pieces(&bench.draft.read()).unwrap_or_default()
    });
    let fault = memo(move || bench.draft.read().fault(number));
    let len = move || pieces.read().len();
    let why = move || {
        let fault = fault.get()?;
        let why = say_set_fault(fault, shared.preferences.lang());
        let title = why.clone();
        Some(view! { <p class="set-fault" title=title><span class="unseen">{why}</span></p> })
    };
    view! {
        <div class="set" data-set=number.to_string() class:broken=move || fault.get().is_some() role="group"
            data-spot=move || Spot::Set { number, at: len() }.write()>
            <div class="set-line">
                {keyed(move || pieces.get(), |piece| piece.key(), move |piece| {
                    let at = move || pieces.read().iter().position(|other| *other == piece).unwrap_or(0);
                    view! {
                        <span class="rummy-cell">
                            {gap(bench, move || Spot::Set { number, at: at() })}
                            {tile(bench, piece)}
                        </span>
                    }
                })}
                <span class="rummy-cell rummy-end">{gap(bench, move || Spot::Set { number, at: len() })}</span>
            </div>
            {move || why()}
        </div>
    }
    .into_any()
}

/// A tile that can be lifted, on the table or on the rack.
pub(super) fn tile(bench: Workbench, piece: TileCopy) -> AnyView {
    let shared = bench.place.shared;
    // A tile that is put elsewhere is drawn anew there.
    let is_on_table = bench.draft.read_untracked().now().home(piece).is_some();
    let stand = memo(move || {
        let draft = bench.draft.read();
        draft.now().home(piece).and_then(|number| draft.stand(number, piece))
    });
    // Of two equal tiles only the new one has a halo.
    let laid_by = memo(move || bench.place.laid_by(&bench.draft.read().lay_as(piece)?.key()));
    let is_laid = memo(move || bench.draft.read().is_laid(piece));
    let name = move || {
        let lang = shared.preferences.lang();
        let name = match stand.get() {
            Some(stand) => name_joker(stand.rank, stand.colour, lang),
            None => Rummy::name_card(&piece.tile, Article::Bare, lang),
        };
        if is_laid.get() { format!("{name}, {}", shared.say(Label::LaidThisTurn)) } else { name }
    };
    let is_lifted = memo(move || bench.is_lifted(piece));
    let count = move || {
        let count = bench.lifted.read().len();
        (is_lifted.get() && count > 1).then(|| count.to_string())
    };
    let is_player = bench.is_player();
    view! {
        <button type="button" class="rummy-piece" data-walk="" data-piece=is_player.then(|| piece.key()) data-free=""
            data-travel=write_tile(piece.tile) data-count=count
            class:lifted=move || is_lifted.get() class:wanted=move || bench.is_wanted(piece) data-laid=move || is_laid.get().then_some("")
            aria-pressed=move || is_lifted.get().to_string() aria-label=name>
            {move || face(piece.tile, stand.get(), shared.preferences.lang())}
            {is_on_table.then(|| ring(bench.place, laid_by))}
        </button>
    }
    .into_any()
}

/// The gap before a tile, or at the end: what is lifted can be put there.
pub(super) fn gap(bench: Workbench, spot: impl Fn() -> Spot + Send + Sync + Copy + 'static) -> AnyView {
    let shared = bench.place.shared;
    let is_open = move || bench.is_carrying();
    view! {
        <button type="button" class="rummy-gap" data-spot=move || spot().write() data-open=move || is_open().then_some("")
            data-walk=move || is_open().then_some("") tabindex=move || if is_open() { "0" } else { "-1" }
            aria-hidden=move || (!is_open()).to_string() aria-label=shared.label(Label::PutHere)></button>
    }
    .into_any()
}
