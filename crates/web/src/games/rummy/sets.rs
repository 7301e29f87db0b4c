//! The table: groups of tiles that can be rearranged, the pile, how far the opening has come.

use engine::games::Rummy;
use gesture::rummy::{Draft, Piece, Spot};
use leptos::prelude::*;
use words::screen::Label;
use words::{Article, Words, name_joker, say_opening, say_set_fault};

use super::clock::Countdown;
use super::tile::{back, face};
use super::workbench::Workbench;
use crate::memo::memo;

/// The middle of the table.
pub(super) fn board(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let numbers = memo(move || bench.draft.read().now().groups.iter().map(|group| group.number).collect::<Vec<_>>());
    let crowd =
        memo(move || match bench.draft.read().now().groups.iter().map(|group| group.pieces.len()).sum::<usize>() {
            0..=30 => "few",
            31..=60 => "many",
            _ => "full",
        });
    view! {
        <section class="board rummy-board" class:dragging=move || bench.is_dragging.get()
            on:click=move |event| bench.click(&event)>
            <div class="rummy-side">
                {pile(bench)}
                <Countdown bench=bench/>
                {opening(bench)}
            </div>
            <div class="sets" data-scroll="" data-spot=Spot::New.write() data-crowd=move || crowd.get() role="group"
                aria-label=shared.label(Label::TheTable)>
                <For each=move || numbers.get() key=|number| *number children=move |number| set(bench, number)/>
                <Show when=move || bench.draft.read().is_own_turn()>
                    <button type="button" class="new-set" data-spot=Spot::New.write()
                        class:lit=move || bench.is_carrying() data-walk=move || bench.is_carrying().then_some("")
                        tabindex=move || if bench.is_carrying() { "0" } else { "-1" }>
                        <span aria-hidden="true">"+"</span>{shared.label(Label::NewSet)}
                    </button>
                </Show>
            </div>
        </section>
    }
    .into_any()
}

/// The pile: pointed at, it gives a tile.
fn pile(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let size = move || bench.view.read().public.pile_size;
    let is_lit = move || size() > 0 && bench.draft.read().is_own_turn() && !bench.draft.read().is_changed();
    view! {
        <button type="button" class="stock" data-place="pile" data-spot=Spot::Pile.write() class:lit=is_lit
            data-walk=move || is_lit().then_some("") tabindex=move || if is_lit() { "0" } else { "-1" }
            aria-label=move || format!("{} ({})", shared.say(Label::Pile), size())>
            {back()}<span class="badge">{size}</span>
        </button>
    }
    .into_any()
}

/// The points of the opening so far, in words and as a bar.
fn opening(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let opening = memo(move || bench.draft.read().opening());
    let drawn = move || {
        let opening = opening.get()?;
        let share = f64::from(opening.have.min(opening.need)) / f64::from(opening.need.max(1));
        Some(view! {
            <p class="opening" id="opening" class:enough={opening.have >= opening.need}>
                {say_opening(opening.have, opening.need, shared.preferences.lang())}
                <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="whole" width="100" height="6" rx="3"/>
                    <rect class="done" width=100.0 * share height="6" rx="3"/>
                </svg>
            </p>
        })
    };
    view! { <div class="opening-place">{drawn}</div> }.into_any()
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
        Some(view! { <p class="fault"><span class="fault-sign" aria-hidden="true">"!"</span>{why}</p> })
    };
    view! {
        <div class="set" data-set=number.to_string() class:broken=move || fault.get().is_some() role="group"
            data-spot=move || Spot::Set { number, at: len() }.write()>
            <div class="line">
                <For each=move || pieces.get() key=|piece| piece.key() children=move |piece| {
                    let at = move || pieces.read().iter().position(|other| *other == piece).unwrap_or(0);
                    view! {
                        <span class="cell">
                            {gap(bench, move || Spot::Set { number, at: at() })}
                            {tile(bench, piece)}
                        </span>
                    }
                }/>
                <span class="cell end">{gap(bench, move || Spot::Set { number, at: len() })}</span>
            </div>
            {why}
        </div>
    }
    .into_any()
}

/// A tile that can be lifted, on the table or on the rack.
pub(super) fn tile(bench: Workbench, piece: Piece) -> AnyView {
    let shared = bench.place.shared;
    let stand = memo(move || {
        let draft = bench.draft.read();
        draft.now().home(piece).and_then(|number| draft.stand(number, piece))
    });
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
        <button type="button" class="piece" data-walk="" data-piece=is_player.then(|| piece.key()) data-free=""
            data-travel=wire::rummy::write_tile(piece.tile) data-count=count
            class:lifted=move || is_lifted.get() class:own=move || is_laid.get()
            aria-pressed=move || is_lifted.get().to_string() aria-label=name>
            {move || face(piece.tile, stand.get(), shared.preferences.lang())}
        </button>
    }
    .into_any()
}

/// The gap before a tile, or at the end: what is lifted can be put there.
pub(super) fn gap(bench: Workbench, spot: impl Fn() -> Spot + Send + Sync + Copy + 'static) -> AnyView {
    let shared = bench.place.shared;
    let is_open = move || bench.is_carrying();
    view! {
        <button type="button" class="gap" data-spot=move || spot().write() class:open=is_open
            data-walk=move || is_open().then_some("") tabindex=move || if is_open() { "0" } else { "-1" }
            aria-hidden=move || (!is_open()).to_string() aria-label=shared.label(Label::PutHere)></button>
    }
    .into_any()
}
