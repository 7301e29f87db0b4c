//! One's rack: tiles in the order their owner likes, all of them in sight, and the tools above it.

use client::gesture::rummy::Spot;
use leptos::prelude::*;
use words::screen::Label;

use super::deeds::tools;
use super::sets::{gap, tile};
use super::workbench::Workbench;

use crate::parts::list::keyed;
use crate::reactive::memo;

/// Above so many tiles a rack has one row more.
const MAX_ROWS: usize = 28;

/// The rack at the bottom of the table.
pub(super) fn rack(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let pieces = memo(move || bench.draft.read().now().rack.clone());
    let len = move || pieces.read().len();
    let crowd = move || if len() > MAX_ROWS { "full" } else { "few" };
    view! {
        <div class="rack" data-hand="" data-crowd=crowd data-dragging=move || bench.is_dragging.get().then_some("")
            style=("--tiles", move || len().to_string()) role="group" aria-label=shared.label(Label::YourRack)>
            {tools(bench)}
            <div class="rack-shelf" data-spot=move || Spot::Rack { at: len() }.write()
                on:click=move |event| bench.click(&event)>
                <div class="rack-tiles">
                    {keyed(move || pieces.get(), |piece| piece.key(), move |piece| {
                        let at = move || pieces.read().iter().position(|other| *other == piece).unwrap_or(0);
                        view! {
                            <span class="rummy-cell">{gap(bench, move || Spot::Rack { at: at() })}{tile(bench, piece)}</span>
                        }
                    })}
                    <span class="rummy-cell rummy-end">{gap(bench, move || Spot::Rack { at: len() })}</span>
                </div>
            </div>
        </div>
    }
    .into_any()
}
