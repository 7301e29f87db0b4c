//! The last moves in one line, newest first; pressed, it opens the log. On a phone it also shows for a moment what
//! somebody says.

use leptos::prelude::*;
use words::Caption;
use words::screen::Label;

use crate::parts::list::CollectAny;
use crate::place::Place;
use crate::reactive::memo;

/// So many turns are shown where there is room.
const MAX_TURNS: usize = 3;

/// The ribbon.
#[component]
pub(crate) fn Ribbon(place: Place) -> impl IntoView {
    let shared = place.shared;
    let turns = memo(move || {
        let mut turns = super::log::turns(&place.log.read(), shared.preferences.lang());
        turns.truncate(MAX_TURNS);
        turns
    });
    let turn = move |Caption { seat, text }: Caption| {
        let is_own = place.own_seat() == Some(seat);
        let seat = seat.index();
        let name = place.seat_names().get(seat).map(|name| name.short.clone()).unwrap_or_default();
        let colon = shared.preferences.lang().of("\u{a0}: ", ": ");
        let name = if is_own { words::capital(&shared.say(Label::You)) } else { name };
        view! {
            <span class="last-move" style=("--player", place.around.colour(seat))>
                {place.around.portrait(seat)}
                <span>{name}<span aria-hidden="true">{colon}</span>{text}</span>
            </span>
        }
    };
    view! {
        <button type="button" class="ribbon" id="open-log" title=shared.label(Label::Log)
            on:click=move |_| place.log_open.set(true)>
            {move || place.spoken.get().map(|caption| view! { <span class="ribbon-said" aria-hidden="true">{turn(caption)}</span> })}
            {move || turns.get().into_iter().map(turn).collect_any()}
            {move || turns.read().is_empty().then(|| shared.say(Label::Log))}
        </button>
    }
}
