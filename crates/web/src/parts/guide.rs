//! What a lesson or a puzzle says, in the place of the prompt, with its buttons.

use leptos::prelude::*;
use words::screen::Label;

use crate::guide::{LEAVE, Way};
use crate::parts::list::CollectAny;
use crate::place::Place;
use crate::reactive::memo;

/// The strip of a guide, if there is one at this table.
#[component]
pub(crate) fn GuideStrip(place: Place) -> impl IntoView {
    let shared = place.shared;
    place.guide.map(|guide| {
        let cue = memo(move || place.cue().unwrap_or_default());
        let ways = memo(move || cue.read().ways.clone());
        view! {
            <section class="guide" id="guide" data-last=move || cue.read().is_last.then_some("")
                hidden=move || cue.read().text.is_empty() aria-label=shared.label(Label::Guide)>
                <span class="guide-note">{move || cue.get().note}</span>
                <p class="guide-text" id="guide-text" role="status">{move || cue.get().text}</p>
                {move || ways.get().into_iter().map(|way| button(place, way, "guide-way")).collect_any()}
                <button type="button" class="guide-leave" id=LEAVE aria-label=shared.label(Label::LeaveTable)
                    title=shared.label(Label::LeaveTable) on:click=move |_| guide.press.run(LEAVE)>"×"</button>
            </section>
        }
    })
}

/// The same buttons where a match would have its ways on.
#[component]
pub(crate) fn GuideWays(place: Place) -> impl IntoView {
    let ways = memo(move || place.cue().filter(|cue| cue.is_last).map(|cue| (cue.text, cue.ways)));
    move || {
        ways.get().map(|(text, ways)| {
            view! {
                <div class="ways">
                    <p class="ways-note">{text}</p>
                    {ways.into_iter().map(|way| button(place, way, "")).collect_any()}
                </div>
            }
        })
    }
}

fn button(place: Place, way: Way, class: &'static str) -> AnyView {
    let class = if way.is_main { format!("{class} primary") } else { class.to_owned() };
    let press = move |_| {
        if let Some(guide) = place.guide {
            guide.press.run(way.id);
        }
    };
    view! { <button type="button" class=class data-way=way.id data-walk="" on:click=press>{place.shared.label(way.label)}</button> }
        .into_any()
}
