//! One's hand: a fan of overlapping cards, all of them in sight; two rows where the screen is narrow.
//!
//! One press chooses a card, a second one lays it where it fits at one place only; with "one tap plays" the first does.

use leptos::prelude::*;
use words::Article;
use words::screen::Label;

use crate::desk::{Desk, Held, key_of};
use crate::games::Handled;
use crate::parts::list::keyed;
use crate::reactive::memo;

/// Above so many cards a hand has two rows on a screen that stands.
const MAX_ROW: usize = 9;

/// The hand at the bottom of the table.
pub(crate) fn hand<G: Handled>(desk: Desk<G>) -> AnyView {
    let shared = desk.place.shared;
    let held = memo(move || desk.held());
    let count = memo(move || held.read().len());
    let half = memo(move || if count.get() > MAX_ROW { count.get().div_ceil(2) } else { count.get() });
    // How many have room to be pressed by a finger, and how many may give way.
    let idle = memo(move || count_idle(desk, &held.read()));
    let row = move |is_first: bool| {
        let held = held.get();
        let half = half.get().min(held.len());
        if is_first { held[..half].to_vec() } else { held[half..].to_vec() }
    };
    let cards = move |is_first: bool| {
        view! {
            <div class="hand-row" style=("--row-idle", move || count_idle(desk, &row(is_first)).to_string())
                style=("--row-ready", move || (row(is_first).len() - count_idle(desk, &row(is_first))).max(1).to_string())>
                {keyed(move || row(is_first), |held| key_of::<G>(*held), move |held| card(desk, held))}
            </div>
        }
    };
    view! {
        <div class="hand" data-hand="" data-crowd=move || crowd(count.get()) role="group"
            style=("--idle", move || idle.get().to_string())
            style=("--ready", move || (count.get() - idle.get()).max(1).to_string())
            aria-label=shared.label(Label::YourHand)>{cards(true)}{cards(false)}</div>
    }
    .into_any()
}

fn count_idle<G: Handled>(desk: Desk<G>, held: &[Held<G::Card>]) -> usize {
    held.iter().filter(|one| desk.is_idle(**one)).count()
}

fn crowd(count: usize) -> &'static str {
    match count {
        0..=MAX_ROW => "few",
        10..=14 => "many",
        _ => "crowd",
    }
}

/// A card of the hand.
fn card<G: Handled>(desk: Desk<G>, held: Held<G::Card>) -> AnyView {
    let shared = desk.place.shared;
    let lang = move || shared.preferences.lang();
    let tag = memo(move || G::tag(&desk.view.read(), held.card, lang()));
    let label = move || {
        let name = G::name_card(&held.card, Article::Bare, lang());
        [Some(name), tag.get()].into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    // How far from the middle of the fan it is, from -1 to 1.
    let aside = move || {
        let all = desk.held();
        let index = all.iter().position(|one| *one == held).unwrap_or(0);
        if all.len() < 2 { 0.0 } else { index as f64 / (all.len() - 1) as f64 * 2.0 - 1.0 }
    };
    let is_idle = memo(move || desk.is_idle(held));
    let is_playable = memo(move || !desk.offer.read().is_empty() && !desk.is_idle(held));
    view! {
        <button type="button" class="held" data-walk="" data-piece={key_of::<G>(held)}
            data-travel=G::write_card(held.card)
            style=("--aside", move || format!("{:.3}", aside()))
            class:lifted=move || desk.is_lifted(held) class:dim=move || is_idle.get()
            class:playable=move || is_playable.get() class:advised=move || desk.is_hinted_card(held)
            class:wanted=move || desk.is_wanted_card(held)
            data-only=move || (desk.is_lifted(held) && desk.only_move().is_some()).then_some("")
            aria-pressed=move || desk.is_lifted(held).to_string()
            aria-label=label
            on:click=move |_| desk.press(held)>
            {move || G::face(held.card, &desk.view.read_untracked().public, lang())}
            {move || tag.get().map(|tag| view! { <span class="tag">{tag}</span> })}
        </button>
    }
    .into_any()
}
