//! The clock of a turn: a ring that runs down and the seconds in it; the last ten are told apart by size and sign, too.

use std::time::Duration;

use leptos::prelude::*;
use words::screen::Label;

use super::workbench::Workbench;
use crate::link::now;
use crate::memo::memo;

/// From here on one is warned.
const LAST_SECONDS: u64 = 10;
/// The length of the ring.
const RING: f64 = 2.0 * std::f64::consts::PI * 19.0;

/// The seconds left for whoever is to move, where turns have a limit.
#[component]
pub(super) fn Countdown(bench: Workbench) -> impl IntoView {
    let shared = bench.place.shared;
    let tick = RwSignal::new(0_u32);
    let ticking = set_interval_with_handle(move || tick.update(|tick| *tick += 1), Duration::from_millis(500));
    on_cleanup(move || {
        if let Ok(ticking) = ticking {
            ticking.clear();
        }
    });
    let seconds = memo(move || {
        tick.track();
        bench.place.look(|watched| watched.time_left(now())).flatten().map(|left| left.div_ceil(1000))
    });
    let whole = memo(move || u64::from(bench.view.read().public.rules.turn_seconds));
    let is_last = memo(move || seconds.get().is_some_and(|seconds| seconds <= LAST_SECONDS));
    let gone = move || {
        let share = seconds.get().unwrap_or(0) as f64 / whole.get().max(1) as f64;
        RING * (1.0 - share.min(1.0))
    };
    let size = move || if seconds.get().is_some_and(|seconds| seconds > 99) { 13 } else { 16 };
    let is_own = memo(move || bench.draft.read().is_own_turn());
    view! {
        <Show when=move || { whole.get() > 0 }>
            <div class="countdown" id="countdown" role="timer" class:last=move || is_last.get()
                class:own=move || is_own.get()
                aria-label=move || format!("{} {} s", shared.say(Label::TimeLeft), seconds.get().unwrap_or(0))>
                <svg viewBox="0 0 44 44" aria-hidden="true">
                    <circle class="whole" cx="22" cy="22" r="19"/>
                    <circle class="left" cx="22" cy="22" r="19" transform="rotate(-90 22 22)"
                        stroke-dasharray=RING stroke-dashoffset=gone/>
                    <text x="22" y="28" text-anchor="middle" font-size=size>
                        {move || seconds.get().map_or_else(|| "–".to_owned(), |seconds| seconds.to_string())}
                    </text>
                </svg>
                <span class="warning" aria-hidden="true">{move || is_last.get().then_some("!")}</span>
            </div>
            <p class="unseen" role="alert">
                {move || (is_last.get() && is_own.get()).then(|| shared.say(Label::LastSeconds))}
            </p>
        </Show>
    }
}
