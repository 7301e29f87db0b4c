//! The score sheet: between rounds and at the end.

use engine::View;
use leptos::prelude::*;
use words::screen::Label;

use super::dialog::Dialog;
use crate::desk::Place;
use crate::games::Drawn;

/// The sheet, as long as the round is over and the next is not dealt.
#[component]
pub(crate) fn Sheet<G: Drawn>(place: Place, view: Memo<View<G>>) -> impl IntoView {
    let shared = place.shared;
    let outcome = Memo::new(move |_| view.with(|view| G::outcome(&view.public).cloned()));
    let is_put_away = RwSignal::new(false);
    Effect::new(move |_| {
        if outcome.get().is_none() {
            is_put_away.set(false);
        }
    });
    let lines = move || {
        let outcome = outcome.get()?;
        let lines =
            place.names().into_iter().zip(outcome.totals.values().to_vec()).zip(outcome.round_scores.values().to_vec());
        let line =
            |((name, total), round)| view! { <tr><th scope="row">{name}</th><td>{round}</td><td>{total}</td></tr> };
        Some(lines.map(line).collect_view())
    };
    let next = move || {
        let round = place.next_round()?;
        Some(view! {
            <button class="primary" id="next-round" on:click=move |_| {
                place.be_ready(round);
                is_put_away.set(true);
            }>{move || shared.say(Label::NextRound)}</button>
        })
    };
    view! {
        <Show when=move || outcome.get().is_some() && !is_put_away.get()>
            <Dialog title=Signal::derive(move || shared.say(Label::Scores)) class="sheet"
                close=Callback::new(move |()| is_put_away.set(true))>
                <table><tbody>{lines}</tbody></table>
                {next}
            </Dialog>
        </Show>
    }
}
