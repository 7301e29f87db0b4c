//! What happened, as sentences: kept in both languages, shown in a drawer, and in short for the ribbon.

use leptos::prelude::*;
use words::screen::Label;
use words::{Caption, Lang, join_captions};

use super::dialog::Dialog;
use crate::parts::list::{Show, keyed};
use crate::place::Place;
use crate::reactive::RwSignal;

/// So many lines are kept.
const KEPT: usize = 80;

/// A line of the log, in both languages: who changes the language reads what happened before as well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogLine {
    number: u64,
    french: Said,
    english: Said,
}

/// What a line says: the sentence, and in short whose move it was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Said {
    pub(crate) sentence: Option<String>,
    pub(crate) caption: Option<Caption>,
}

impl Said {
    /// A sentence about nobody's move.
    pub(crate) fn sentence(sentence: Option<String>) -> Self {
        Self { sentence, caption: None }
    }
}

impl LogLine {
    fn said(&self, lang: Lang) -> &Said {
        lang.of(&self.french, &self.english)
    }
}

/// Adds a line, if there is anything to say.
pub(crate) fn add(log: RwSignal<Vec<LogLine>>, say: impl Fn(Lang) -> Said) {
    let (french, english) = (say(Lang::French), say(Lang::English));
    if french == Said::default() {
        return;
    }
    log.update(|lines| {
        let number = lines.last().map_or(0, |last| last.number + 1);
        lines.push(LogLine { number, french, english });
        if lines.len() > KEPT {
            lines.remove(0);
        }
    });
}

/// The last turns, newest first: whose, and what was done, in short.
pub(crate) fn turns(lines: &[LogLine], lang: Lang) -> Vec<Caption> {
    let captions: Vec<Caption> = lines.iter().filter_map(|line| line.said(lang).caption.clone()).collect();
    join_captions(&captions)
}

/// The log, newest first, in a drawer; the newest line is heard in any case.
#[component]
pub(crate) fn Log(place: Place) -> impl IntoView {
    let shared = place.shared;
    let lang = move || shared.preferences.lang();
    let newest_first = move || {
        let lines = place.log.get().into_iter().rev();
        lines.filter(|line| line.french.sentence.is_some()).collect::<Vec<_>>()
    };
    let last = move || place.log.read().iter().rev().find_map(|line| line.said(lang()).sentence.clone());
    let title = Signal::derive(shared.label(Label::Log));
    view! {
        <p class="unseen" id="last-told" aria-live="polite">{move || last()}</p>
        <Show when=move || place.log_open.get()>
            <Dialog title=title class="log" close=Callback::new(move |()| place.log_open.set(false))>
                <ol id="log" class="log-lines">
                    {keyed(
                        newest_first,
                        |line| line.number.to_string(),
                        move |line| view! { <li>{move || line.said(lang()).sentence.clone()}</li> },
                    )}
                </ol>
            </Dialog>
        </Show>
    }
}
