//! The last moves, as sentences.

use leptos::prelude::*;
use words::screen::Label;

use crate::desk::Place;

/// So many lines are kept.
const KEPT: usize = 60;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    number: u64,
    text: String,
}

/// Adds a line.
pub(crate) fn add(log: RwSignal<Vec<Line>>, text: String) {
    log.update(|lines| {
        let number = lines.last().map_or(0, |last| last.number + 1);
        lines.push(Line { number, text });
        if lines.len() > KEPT {
            lines.remove(0);
        }
    });
}

/// The log, newest first; beside the table where there is room, folded on a phone.
#[component]
pub(crate) fn Log(place: Place) -> impl IntoView {
    let shared = place.shared;
    let newest_first = move || place.log.get().into_iter().rev().collect::<Vec<_>>();
    let last = move || place.log.with(|lines| lines.last().map(|line| line.text.clone()));
    view! {
        <aside class="log">
            <details open=is_wide()>
                <summary>{move || shared.say(Label::Log)}</summary>
                <ol id="log" tabindex="0">
                    <For each=newest_first key=|line| line.number children=|line| view! { <li>{line.text}</li> }/>
                </ol>
            </details>
            <p class="unseen" aria-live="polite">{last}</p>
        </aside>
    }
}

fn is_wide() -> bool {
    window().match_media("(min-width: 900px)").ok().flatten().is_some_and(|wide| wide.matches())
}
