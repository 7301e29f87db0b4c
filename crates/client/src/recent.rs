//! What happened before the house showed a table, told as if one had been there.

use engine::{Game, View};
use serde_json::Value;
use wire::house::{Happening, Recent, SeatView, Settings};
use wire::{Codec, read_options, read_shown, read_view};

use crate::game_view::viewer;

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
    /// Its events, if it is a deal or a step.
    pub shown: Vec<G::Shown>,
}

/// All that happened, as far as this program can follow it.
pub(crate) fn past_of<G: Codec>(recent: &Recent, settings: &Settings) -> Vec<PastHappening<G>> {
    let mut past = Vec::new();
    let Some(mut view) = first_view::<G>(recent, settings) else { return past };
    let mut seats = recent.seats.clone();
    for (seq, happening) in recent.happened.iter().flat_map(|it| it.happenings.iter().map(|one| (it.seq, one))) {
        let (seats_before, before) = (seats.clone(), view.clone());
        let Some(shown) = follow::<G>(&mut view, &mut seats, happening) else { break };
        past.push(PastHappening { seq, seats: seats_before, before, happening: happening.clone(), shown });
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

/// Brings the table up to date with a happening, and gives its events; `None` if it does not fit.
fn follow<G: Codec>(view: &mut View<G>, seats: &mut [SeatView], happening: &Happening) -> Option<Vec<G::Shown>> {
    let mut all = Vec::new();
    match happening {
        Happening::Dealt { events, .. } | Happening::Stepped { events, .. } => {
            let count = view.public.sheet.seats();
            for event in events {
                let shown = read_shown::<G>(event.clone(), count).ok()?;
                G::follow(view, &shown).ok()?;
                all.push(shown);
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
    Some(all)
}
