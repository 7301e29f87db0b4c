//! What the expert would do: the move in words, why, and what else it thought about, with how far ahead each would end.

use client::Advice;
use engine::View;
use leptos::prelude::*;
use words::Lang;
use words::hint::Weighed;
use words::screen::Label;

use crate::desk::{Hint, Place};
use crate::games::Drawn;

/// So many candidates are shown.
const CANDIDATES_MOST: usize = 4;

/// The hint, from the asking until something happens.
#[component]
pub(crate) fn HintPanel(
    place: Place,
    /// Says a step of the game in words.
    say: Callback<String, String>,
) -> impl IntoView {
    let shared = place.shared;
    let drawn = move || match place.hint.get() {
        Hint::None => None,
        Hint::Asked => Some(view! { <p class="thinking">{shared.say(Label::Thinking)}</p> }.into_any()),
        Hint::Given(advice) => Some(given(place, say, advice)),
    };
    let is_open = move || *place.hint.read() != Hint::None;
    view! {
        <section class="hint" id="hint" class:open=is_open aria-live="polite" aria-label=shared.label(Label::Hint)>
            <Show when=is_open>
                <header>
                    <h2>{shared.label(Label::Hint)}</h2>
                    <button type="button" class="icon" id="close-hint" aria-label=shared.label(Label::Close)
                        on:click=move |_| place.hint.set(Hint::None)>"×"</button>
                </header>
            </Show>
            {drawn}
        </section>
    }
}

/// Says a step of a game as the hint does.
pub(crate) fn say_step<G: Drawn>(place: Place, view: Memo<View<G>>) -> Callback<String, String> {
    Callback::new(move |step: String| {
        let names = untrack(|| place.names());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        words::say_step::<G>(&step, &view.read_untracked(), &names, place.shared.preferences.lang()).unwrap_or(step)
    })
}

fn given(place: Place, say: Callback<String, String>, advice: Advice) -> AnyView {
    let shared = place.shared;
    let lang = shared.preferences.lang();
    let weighed: Vec<&Weighed> = advice.candidates.iter().filter(|candidate| candidate.worlds > 0).collect();
    // There is nothing to compare with one alone.
    let bars = (weighed.len() > 1).then(|| {
        let lines = weighed
            .into_iter()
            .take(CANDIDATES_MOST)
            .map(|candidate| bar(say.run(candidate.mv.clone()), candidate, advice.share(candidate), lang));
        view! {
            <table class="candidates">
                <caption>{shared.say(Label::ExpectedLead)}</caption>
                <tbody>{lines.collect_view()}</tbody>
            </table>
        }
    });
    let step = advice.step.clone();
    view! {
        <p class="advised">{words::capital(&say.run(advice.step))}</p>
        <p class="why">{advice.why}</p>
        <button type="button" class="primary" id="play-hint" data-walk="" on:click=move |_| {
            if place.step(&step) {
                place.hint.set(Hint::None);
            }
        }>{shared.say(Label::PlayHint)}</button>
        {bars}
    }
    .into_any()
}

fn bar(name: String, candidate: &Weighed, share: f64, lang: Lang) -> impl IntoView + use<> {
    view! {
        <tr>
            <th scope="row">{name}</th>
            <td>
                <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect width="100" height="8" class="bar-ground"/>
                    <rect width={format!("{:.1}", 100.0 * share)} height="8" class="bar-length"/>
                </svg>
                <span>{lang.signed(candidate.lead, 1)}</span>
            </td>
        </tr>
    }
}
