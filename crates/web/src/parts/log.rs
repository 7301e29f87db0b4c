//! The last moves, as sentences.

use leptos::prelude::*;
use words::Lang;
use words::screen::Label;

use crate::desk::Place;

/// So many lines are kept.
const KEPT: usize = 60;

/// A line of the log, in both languages: who changes the language reads what happened before as well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    number: u64,
    french: String,
    english: String,
}

impl Line {
    fn say(&self, lang: Lang) -> String {
        lang.of(&self.french, &self.english).clone()
    }
}

/// Adds a line, if there is anything to say.
pub(crate) fn add(log: RwSignal<Vec<Line>>, say: impl Fn(Lang) -> Option<String>) {
    let (Some(french), Some(english)) = (say(Lang::French), say(Lang::English)) else { return };
    log.update(|lines| {
        let number = lines.last().map_or(0, |last| last.number + 1);
        lines.push(Line { number, french, english });
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
    let lang = move || shared.preferences.lang();
    let last = move || place.log.read().last().map(|line| line.say(lang()));
    view! {
        <aside class="log">
            <details open=is_wide()>
                <summary>{shared.label(Label::Log)}</summary>
                <ol id="log" tabindex="0">
                    <For each=newest_first key=|line| line.number children=move |line| view! { <li>{move || line.say(lang())}</li> }/>
                </ol>
            </details>
            <p class="unseen" aria-live="polite">{last}</p>
        </aside>
    }
}

fn is_wide() -> bool {
    window().match_media("(min-width: 900px)").ok().flatten().is_some_and(|wide| wide.matches())
}
