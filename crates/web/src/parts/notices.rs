//! Short notices: why something was refused, with the way to the rule; what the house says.

use std::time::Duration;

use engine::GameId;
use leptos::prelude::*;
use words::screen::Label;

use crate::app::shared;
use crate::reactive::RwSignal;

/// How long a notice stays.
const STAY: Duration = Duration::from_secs(6);

/// A notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// The rule it speaks of.
    pub(crate) rule: Option<(GameId, String)>,
}

/// The notice that is shown: the last one counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notices {
    /// How many there were: each has its own number, so that the end of one is not the end of the next.
    count: StoredValue<u64>,
    shown: RwSignal<Option<(u64, Notice)>>,
    /// The rules that are open, at a rule.
    pub(crate) rulebook: RwSignal<Option<(GameId, Option<String>)>>,
}

impl Notices {
    pub(crate) fn new() -> Self {
        Self { count: StoredValue::new(0), shown: RwSignal::new(None), rulebook: RwSignal::new(None) }
    }

    /// Shows a notice for a while.
    pub(crate) fn show(self, notice: Notice) {
        let number = self.count.get_value() + 1;
        self.count.set_value(number);
        self.shown.set(Some((number, notice)));
        set_timeout(
            move || {
                let is_last = self.shown.read_untracked().as_ref().is_some_and(|(last, _)| *last == number);
                if is_last {
                    self.clear();
                }
            },
            STAY,
        );
    }

    /// Shows a notice about no rule.
    pub(crate) fn tell(self, text: String) {
        self.show(Notice { text, rule: None });
    }

    /// What was said no longer matters.
    pub(crate) fn clear(self) {
        self.shown.set(None);
    }
}

/// Where notices are read.
#[component]
pub(crate) fn NoticeList() -> impl IntoView {
    let shared = shared();
    let notices = shared.notices;
    let drawn = move || {
        let (_, notice) = notices.shown.get()?;
        let rule = notice.rule.map(|(game, rule)| {
            let text = format!("{} {rule}", shared.say(Label::SeeRule));
            view! {
                <button class="notice-rule" id="see-rule"
                    on:click=move |_| notices.rulebook.set(Some((game, Some(rule.clone()))))>{text}</button>
            }
        });
        Some(view! {
            <div class="notice">
                <p>{notice.text}</p>
                {rule}
                <button class="close" aria-label=shared.label(Label::Close) on:click=move |_| notices.clear()>"×"</button>
            </div>
        })
    };
    view! { <div class="notices" role="status" aria-live="assertive">{move || drawn()}</div> }
}
