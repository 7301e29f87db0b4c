//! What happens at a table, told: in the log, in the ribbon, by motion, and by what is marked on the board.
//!
//! Deliberately absent: the sentences (crate `words`), and what is drawn of it.

use client::{News, PastHappening, ShownEvents};
use engine::View;
use leptos::prelude::*;
use wire::house::{By, Happening, Here};
use words::Listener;
use words::house::{say_happening, say_presence};

use crate::games::Drawn;
use crate::motion::{self, Cause};
use crate::parts::log::{self, Said};
use crate::place::{Hint, Place};
use crate::sound::{self, Sound};
use crate::walk;

/// Tells what happens, in the log and by motion; what happened lately is told first.
pub(crate) fn follow<G: Drawn>(place: Place) {
    let known: StoredValue<Option<View<G>>> = StoredValue::new(None);
    let here = StoredValue::new(untrack(|| place.here()));
    let note = move || {
        known.set_value(place.look_now(|watched| watched.view_of::<G>().cloned()).flatten());
        place.told.set_value(place.look_now(|watched| watched.table().seq).unwrap_or(0));
    };
    tell_past::<G>(place);
    note();
    place.shared.link.listen(move |news| match news {
        News::Happened { table, happenings } if *table == place.table() => {
            let (before, focus) = (motion::note(), walk::note_focus());
            let mut cause = Cause::Other;
            let shown = place.look_now(|watched| watched.last_shown().to_vec()).unwrap_or_default();
            let mut shown = shown.iter();
            for happening in happenings {
                let has_events = matches!(happening, Happening::Dealt { .. } | Happening::Stepped { .. });
                let events = if has_events { shown.next().map(ShownEvents::of::<G>) } else { None };
                match happening {
                    Happening::Stepped { seat, .. } => cause = Cause::Step(format!("seat-{seat}")),
                    Happening::Dealt { .. } if cause == Cause::Other => cause = Cause::Deal,
                    _ => {}
                }
                tell_around(place, happening);
                let _ = known.try_update_value(|known| {
                    if let Some(view) = known {
                        announce_timeout::<G>(place, view, happening, events.unwrap_or_default());
                        tell::<G>(place, view, happening, events.unwrap_or_default());
                    }
                });
            }
            let moved = |happening: &Happening| {
                matches!(happening, Happening::Stepped { .. } | Happening::Dealt { .. } | Happening::Undone { .. })
            };
            if happenings.iter().any(moved) {
                place.hint.set(Hint::None);
                sound::play(Sound::Card, place.shared.preferences);
                motion::play(before, cause);
                walk::keep_focus(focus);
            }
            note();
        }
        News::Shown { table } if *table == place.table() => {
            place.hint.set(Hint::None);
            walk::keep_focus(walk::note_focus());
            tell_past::<G>(place);
            note();
        }
        News::Presence { table } if *table == place.table() => {
            let now = untrack(|| place.here());
            tell_presence(place, &here.get_value(), &now);
            here.set_value(now);
        }
        _ => {}
    });
}

/// Tells what happened before the house showed the table, as far as it was not told: after a reload or a return, and to
/// whoever comes to look on.
fn tell_past<G: Drawn>(place: Place) {
    let past = place.look_now(client::Watched::recent_of::<G>).unwrap_or_default();
    let told = place.told.get_value();
    place.forget_laid();
    for PastHappening { seq, mut before, happening, shown, .. } in past {
        if seq > told {
            tell_around(place, &happening);
            tell::<G>(place, &mut before, &happening, &shown);
        }
    }
}

/// Says in large letters what came of a turn whose time was up.
fn announce_timeout<G: Drawn>(place: Place, before: &View<G>, happening: &Happening, events: &[G::Shown]) {
    let Happening::Stepped { by: By::Clock, .. } = happening else { return };
    let names = untrack(|| place.names());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(said) = words::say_timeout::<G>(before, events, &names, place.shared.preferences.lang_now()) {
        place.announce(said);
    }
}

/// Writes into the log who comes and goes, and what else happens around the game.
fn tell_around(place: Place, happening: &Happening) {
    let names = untrack(|| place.names());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let viewer = untrack(|| place.viewer());
    log::add(place.log, |lang| Said::sentence(say_happening(happening, &Listener::new(&names, viewer, lang))));
}

/// Writes into the log who went away or came back.
fn tell_presence(place: Place, before: &[Here], now: &[Here]) {
    let names = untrack(|| place.names());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let viewer = untrack(|| place.viewer());
    for (index, (before, now)) in before.iter().zip(now).enumerate() {
        let Some(seat) = engine::Seat::new(index) else { return };
        log::add(place.log, |lang| {
            Said::sentence(say_presence(seat, *before, *now, &Listener::new(&names, viewer, lang)))
        });
    }
}

/// Writes into the log what a happening comes to; the view is brought up to date event by event.
fn tell<G: Drawn>(place: Place, view: &mut View<G>, happening: &Happening, events: &[G::Shown]) {
    let names = untrack(|| place.names());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match happening {
        Happening::Stepped { seat, .. } => place.begin_step(seat.index()),
        Happening::Dealt { .. } => place.forget_laid(),
        _ => return,
    }
    for shown in events {
        log::add(place.log, |lang| Said {
            sentence: words::tell::<G>(view, shown, &names, lang),
            caption: words::say_caption::<G>(view, shown, lang),
        });
        if let Some((seat, places)) = G::laid(shown, view) {
            place.note_laid(seat.index(), places);
        }
        if G::follow(view, shown).is_err() {
            return;
        }
    }
}
