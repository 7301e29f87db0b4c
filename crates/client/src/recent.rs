//! What happened before the house showed a table, told as if one had been there.

use engine::{Game, View};
use serde_json::Value;
use wire::house::{Happening, Recent, SeatView, Settings};
use wire::{Codec, read_options, read_shown, read_view};

use crate::seen::viewer;

/// One thing that happened, and how the table was before it.
#[derive(Clone, Debug)]
pub struct PastHappening<G: Game> {
    /// The sequence number; what was decided together has one number.
    pub seq: u64,
    /// Who sat where.
    pub seats: Vec<SeatView>,
    /// The game before it. Its viewer may be a spectator where one sits by now: who took a seat is told what
    /// spectators saw.
    pub before: View<G>,
    /// What happened.
    pub happening: Happening,
}

/// All that happened, as far as this program can follow it.
pub(crate) fn past_of<G: Codec>(recent: &Recent, settings: &Settings) -> Vec<PastHappening<G>> {
    let mut past = Vec::new();
    let Some(mut view) = first_view::<G>(recent, settings) else { return past };
    let mut seats = recent.seats.clone();
    for (seq, happening) in recent.happened.iter().flat_map(|it| it.happenings.iter().map(|one| (it.seq, one))) {
        past.push(PastHappening { seq, seats: seats.clone(), before: view.clone(), happening: happening.clone() });
        if follow::<G>(&mut view, &mut seats, happening).is_none() {
            break;
        }
    }
    past
}

/// The game before the first of it.
fn first_view<G: Codec>(recent: &Recent, settings: &Settings) -> Option<View<G>> {
    if settings.game != G::ID {
        return None;
    }
    let viewer = viewer(recent.seat, settings.seats).ok()?;
    if let Some(view) = &recent.view {
        return read_view::<G>(view.clone(), viewer).ok();
    }
    let options = Value::Object(settings.options.clone());
    let (seats, rules) = read_options::<G>(i64::from(settings.seats), Some(options)).ok()?;
    Some(View::of(&G::table(&rules, seats), viewer))
}

/// Brings the table up to date with a happening; `None` if it does not fit.
fn follow<G: Codec>(view: &mut View<G>, seats: &mut [SeatView], happening: &Happening) -> Option<()> {
    match happening {
        Happening::Dealt { events, .. } | Happening::Stepped { events, .. } => {
            let count = view.public.sheet.seats();
            for event in events {
                G::follow(view, &read_shown::<G>(event.clone(), count).ok()?).ok()?;
            }
        }
        Happening::Undone { view: now, .. } => *view = read_view::<G>(now.clone(), view.viewer).ok()?,
        Happening::LastRound => view.public.sheet.last_round = true,
        Happening::Sat { seat, sitter } => {
            *seats.get_mut(seat.index())? = SeatView { sitter: Some(sitter.clone()) };
        }
        Happening::Left { seat } => *seats.get_mut(seat.index())? = SeatView { sitter: None },
        _ => {}
    }
    Some(())
}
