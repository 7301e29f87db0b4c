//! What the expert would do, in the place of the prompt: the move, why, and the way to play it; figures behind a fold.

use client::Advice;
use engine::View;
use leptos::prelude::*;
use words::Lang;
use words::hint::Weighed;
use words::screen::Label;

use super::icons::{Icon, icon};
use crate::games::Drawn;
use crate::parts::list::CollectAny;
use crate::place::{Hint, Place};
use crate::reactive::Memo;

/// So many candidates are shown.
const MAX_CANDIDATES: usize = 4;

/// The hint, from the asking until something happens.
#[component]
pub(crate) fn HintStrip(
    place: Place,
    /// Says a step of the game in words, and why it is good.
    say: Callback<String, (String, String)>,
) -> impl IntoView {
    let shared = place.shared;
    let drawn = move || match place.hint.get() {
        Hint::None => ().into_any(),
        Hint::Asked => view! { <p class="hint-text">{shared.say(Label::Thinking)}</p> }.into_any(),
        Hint::Given(advice) => given(place, say, &advice),
    };
    let is_open = move || *place.hint.read() != Hint::None;
    view! {
        <section class="hint" id="hint" hidden=move || !is_open() aria-live="polite" aria-label=shared.label(Label::Hint)>
            {icon(Icon::Hint)}
            {move || drawn()}
            <button type="button" class="hint-close" id="close-hint" aria-label=shared.label(Label::Close)
                on:click=move |_| place.hint.set(Hint::None)>"×"</button>
        </section>
    }
}

/// Says a step of a game as the hint does, and what speaks for it.
pub(crate) fn say_step<G: Drawn>(place: Place, view: Memo<View<G>>) -> Callback<String, (String, String)> {
    Callback::new(move |step: String| {
        let names = untrack(|| place.names());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (view, lang) = (view.read_untracked(), place.shared.preferences.lang());
        let merit = words::say_merit::<G>(&step, &view, &names, lang).unwrap_or_default();
        (words::say_step::<G>(&step, &view, &names, lang).unwrap_or(step), merit)
    })
}

fn given(place: Place, say: Callback<String, (String, String)>, advice: &Advice) -> AnyView {
    let shared = place.shared;
    let (said, merit) = say.run(advice.step.clone());
    let step = advice.step.clone();
    view! {
        <p class="hint-text"><b class="advised">{words::capital(&said)}</b>" "<span class="why">{merit}</span></p>
        {figures(place, say, advice)}
        <button type="button" class="hint-play" id="play-hint" data-walk="" on:click=move |_| {
            if place.step(&step) {
                place.hint.set(Hint::None);
            }
        }>{shared.say(Label::PlayHint)}</button>
    }
    .into_any()
}

/// How far ahead each candidate would end, for those who want to know.
fn figures(place: Place, say: Callback<String, (String, String)>, advice: &Advice) -> AnyView {
    let shared = place.shared;
    let lang = shared.preferences.lang();
    let weighed: Vec<&Weighed> = advice.candidates.iter().filter(|candidate| candidate.worlds > 0).collect();
    let lines = weighed.into_iter().take(MAX_CANDIDATES);
    let lines = lines.map(|candidate| bar(say.run(candidate.mv.clone()).0, candidate, advice.share(candidate), lang));
    view! {
        <details class="hint-figures">
            <summary>{shared.say(Label::Figures)}</summary>
            <div class="hint-sheet">
                <p>{advice.why.clone()}</p>
                <table class="candidates">
                    <caption>{shared.say(Label::ExpectedLead)}</caption>
                    <tbody>{lines.collect_any()}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}

fn bar(name: String, candidate: &Weighed, share: f64, lang: Lang) -> impl IntoView + use<> {
    view! {
        <tr>
            <th scope="row">{name}</th>
            <td>
                <svg class="lead-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect width="100" height="8" class="bar-ground"/>
                    <rect width={format!("{:.1}", 100.0 * share)} height="8" class="bar-length"/>
                </svg>
                <span>{lang.signed(candidate.lead, 1)}</span>
            </td>
        </tr>
    }
}
