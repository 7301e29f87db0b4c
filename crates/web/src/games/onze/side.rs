//! Beside the rows: the pile, how much of a turn is used, and where jokers are discarded.

use client::gesture::onze::Spot as Target;
use engine::games::onze::{Onze, Phase, Played};
use leptos::prelude::*;
use words::onze::cards_used;
use words::screen::Label;

use crate::desk::Desk;
use crate::drawing::{back, part, picture};
use crate::parts::board::spot_attributes;
use crate::parts::list::CollectAny;
use crate::reactive::memo;

/// The shelf with all three.
pub(super) fn side(desk: Desk<Onze>) -> AnyView {
    view! { <div class="onze-side">{pile(desk)}{used(desk)}{discard(desk)}</div> }.into_any()
}

fn pile(desk: Desk<Onze>) -> AnyView {
    let shared = desk.place.shared;
    let size = memo(move || desk.view.read().public.board.pile_size);
    view! {
        <button type="button" class="onze-pile" data-place="pile" data-size=move || size.get().min(3).to_string()
            {..spot_attributes(desk, Target::Pile)}
            aria-label=move || format!("{} ({})", shared.say(Label::Pile), size.get())>
            {back()}<b>{move || size.get()}</b>
        </button>
    }
    .into_any()
}

/// Where jokers are discarded; beginners have none.
fn discard(desk: Desk<Onze>) -> AnyView {
    let shared = desk.place.shared;
    let has_jokers = memo(move || desk.view.read().public.rules.jokers() > 0);
    let out = memo(move || desk.view.read().public.board.jokers_out);
    let place = move || {
        view! {
            <button type="button" class="onze-discard" {..spot_attributes(desk, Target::Discard)}
                aria-label=move || format!("{} ({})", shared.say(Label::DiscardJoker), out.get())>
                {picture("onze-jester", "0 0 86 69", &part("jester", 0.0, 0.0, 86.0, 69.0))}
                <small aria-hidden="true">{shared.label(Label::Discard)}</small>
                {move || (out.get() > 0).then(|| view! { <b>{out.get()}</b> })}
            </button>
        }
        .into_any()
    };
    (move || has_jokers.get().then(place)).into_any()
}

/// How many of the turn's four cards are used.
fn used(desk: Desk<Onze>) -> AnyView {
    let lang = move || desk.place.shared.preferences.lang();
    let count = memo(move || if let Phase::Playing(played) = desk.view.read().public.phase { played.used } else { 0 });
    let pips = (0..Played::MAX).map(|pip| view! { <i data-spent=move || (pip < count.get()).then_some("")></i> });
    view! {
        <p class="onze-used" id="used" data-used=move || count.get().to_string() role="img"
            aria-label=move || cards_used(&desk.view.read().public, lang())>{pips.collect_any()}</p>
    }
    .into_any()
}
