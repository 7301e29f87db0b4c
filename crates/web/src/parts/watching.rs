//! Who only looks on: that it is so, and the seats that can be taken over from bots; and a table that waits.

use engine::Seat;
use leptos::prelude::*;
use wire::house::{Ask, Seating, Stage};
use words::screen::Label;

use crate::parts::list::{Show, keyed};
use crate::place::Place;
use crate::reactive::memo;

/// What a spectator is told in the place of a hand; players see it only while the table is paused.
#[component]
pub(crate) fn Watching(place: Place) -> impl IntoView {
    let shared = place.shared;
    let is_watching = memo(move || place.own_seat().is_none());
    let is_paused = memo(move || place.presence(|presence| presence.paused) == Some(true));
    let seats = memo(move || if is_watching.get() { open_seats(place) } else { Vec::new() });
    let take = move |(seat, name): (Seat, String)| {
        view! {
            <button type="button" data-walk="" data-take=seat.to_string() on:click=move |_| place.ask(Ask::Sit { seat: Some(seat) })>
                <span class="seat-name">{name}</span>" · "{shared.label(Label::TakeSeat)}
            </button>
        }
    };
    view! {
        <Show when=move || is_watching.get() || is_paused.get()>
            <div class="watching" id="watching" role="status">
                {move || is_paused.get().then(|| view! { <p>{shared.say(Label::Paused)}</p> })}
                {move || is_watching.get().then(|| view! { <p>{shared.say(Label::Watching)}</p> })}
                <div class="take-seats">{keyed(move || seats.get(), |(seat, name)| format!("{seat} {name}"), take)}</div>
            </div>
        </Show>
    }
}

/// The seats a spectator may take over, with the names of the bots there.
fn open_seats(place: Place) -> Vec<(Seat, String)> {
    let seats = place.look(|watched| {
        let table = watched.table();
        if table.settings.rated
            || place.shared.link.is_local()
            || !matches!(table.stage, Stage::Playing | Stage::Between)
        {
            return Vec::new();
        }
        let bots = (0..).map(Seat::new).zip(&table.seats).filter_map(|(number, seat)| {
            let sitter = seat.sitter.as_ref()?;
            matches!(sitter.seating, Seating::Bot { .. }).then(|| Some((number?, sitter.name.clone())))?
        });
        bots.collect()
    });
    seats.unwrap_or_default()
}
