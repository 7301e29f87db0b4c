//! One's rack: tiles in the order their owner likes, and the buttons around it.

use gesture::rummy::Spot;
use leptos::prelude::*;
use words::screen::Label;

use super::deeds::tools;
use super::sets::{gap, tile};
use super::workbench::Workbench;
use crate::memo::memo;

/// The rack at the bottom of the table.
pub(super) fn rack(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let pieces = memo(move || bench.draft.read().now().rack.clone());
    let len = move || pieces.read().len();
    let crowd = move || match len() {
        0..=14 => "few",
        15..=24 => "many",
        _ => "full",
    };
    view! {
        <div class="rack-place" class:dragging=move || bench.is_dragging.get()>
            {tools(bench)}
            <div class="rack" data-hand="" data-crowd=crowd role="group" aria-label=shared.label(Label::YourRack)
                data-spot=move || Spot::Rack { at: len() }.write() on:click=move |event| bench.click(&event)>
                <For each=move || pieces.get() key=|piece| piece.key() children=move |piece| {
                    let at = move || pieces.read().iter().position(|other| *other == piece).unwrap_or(0);
                    view! {
                        <span class="cell">{gap(bench, move || Spot::Rack { at: at() })}{tile(bench, piece)}</span>
                    }
                }/>
                <span class="cell end">{gap(bench, move || Spot::Rack { at: len() })}</span>
            </div>
        </div>
    }
    .into_any()
}
