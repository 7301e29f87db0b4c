//! The last seconds of one's own turn, in large figures over the table. Until then the ring around the portrait tells.

use std::time::Duration;

use leptos::prelude::*;
use words::screen::Label;

use super::workbench::Workbench;
use crate::link::now;
use crate::reactive::{RwSignal, memo};

/// From here on one is warned.
const LAST_SECONDS: u64 = 10;

/// The seconds left, once they are few.
pub(super) fn last_seconds(bench: Workbench) -> AnyView {
    let shared = bench.place.shared;
    let tick = RwSignal::new(0_u32);
    let ticking = set_interval_with_handle(move || tick.update(|tick| *tick += 1), Duration::from_millis(500));
    on_cleanup(move || {
        if let Ok(ticking) = ticking {
            ticking.clear();
        }
    });
    let is_own = memo(move || bench.draft.read().is_own_turn());
    let seconds = memo(move || {
        tick.track();
        let left = bench.place.look(|watched| watched.time_left(now())).flatten().map(|left| left.div_ceil(1000));
        left.filter(|left| *left <= LAST_SECONDS && is_own.get())
    });
    let is_last = memo(move || seconds.get().is_some());
    let drawn = move || seconds.get().map(|left| view! { <b class="rummy-seconds" aria-hidden="true">{left}</b> });
    view! {
        {move || drawn()}
        <p class="unseen" role="alert">{move || is_last.get().then(|| shared.say(Label::LastSeconds))}</p>
    }
    .into_any()
}
