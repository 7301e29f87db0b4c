//! What a place shows for a while only: what was said and announced, and what was laid since one's last turn.
//!
//! Deliberately absent: where it is drawn, and who decides that it is shown (`follow.rs`).

use std::time::Duration;

use engine::Seat;
use leptos::prelude::*;
use words::Caption;

use super::Place;
use crate::reactive::RwSignal;

/// How long a bubble with what somebody says stays.
const SPEECH_STAYS: Duration = Duration::from_secs(5);
/// How long the ribbon shows it, where there is no room for bubbles.
const SPOKEN_STAYS: Duration = Duration::from_secs(3);
/// How long an announcement in large letters stays.
const ANNOUNCEMENT_STAYS: Duration = Duration::from_secs(3);

/// What a seat has said; its number tells it from what is said next.
#[derive(Clone, Debug)]
pub(super) struct Speech {
    number: u64,
    seat: usize,
    said: String,
}

/// Keeps something in a signal for a while, unless something else takes its place.
fn show_for<T: Clone + PartialEq + Send + Sync + 'static>(signal: RwSignal<Option<T>>, shown: T, stays: Duration) {
    signal.set(Some(shown.clone()));
    let end = move || {
        signal.update(|now| {
            if now.as_ref() == Some(&shown) {
                *now = None;
            }
        });
    };
    set_timeout(end, stays);
}

impl Place {
    /// Who has just laid something on a place of the board.
    pub(crate) fn laid_by(self, name: &str) -> Option<usize> {
        self.laid.read().iter().rev().find(|(place, _)| place == name).map(|(_, seat)| *seat)
    }

    /// A seat makes a step: one's own ends what was new until then, another's new turn their last one.
    pub(crate) fn begin_step(self, seat: usize) {
        let is_own = untrack(|| self.own_seat()).is_some_and(|own| own.index() == seat);
        let is_new_turn = self.last_actor.get_value() != Some(seat);
        self.last_actor.set_value(Some(seat));
        if is_own || is_new_turn {
            self.laid.update(|laid| laid.retain(|(_, by)| !is_own && *by != seat));
        }
    }

    /// Notes where a seat laid something; where one did so oneself one knows.
    pub(crate) fn note_laid(self, seat: usize, places: Vec<String>) {
        if untrack(|| self.own_seat()).is_none_or(|own| own.index() != seat) {
            self.laid.update(|laid| laid.extend(places.into_iter().map(|place| (place, seat))));
        }
    }

    /// Forgets what was laid: another round begins, or the table is shown afresh.
    pub(crate) fn forget_laid(self) {
        self.laid.set(Vec::new());
    }

    /// What a seat has just said in the chat.
    pub(crate) fn speech(self, seat: usize) -> Option<String> {
        self.speech.read().iter().find(|one| one.seat == seat).map(|one| one.said.clone())
    }

    /// Shows for a while what a seat says.
    pub(crate) fn hear_speech(self, seat: usize, said: String) {
        self.speak(seat, said.clone());
        let number = self.speech.read_untracked().iter().map(|one| one.number + 1).max().unwrap_or(0);
        self.speech.update(|speech| {
            speech.retain(|one| one.seat != seat);
            speech.push(Speech { number, seat, said });
        });
        set_timeout(move || self.speech.update(|speech| speech.retain(|one| one.number != number)), SPEECH_STAYS);
    }

    /// Shows in the ribbon for a moment what a seat says.
    pub(crate) fn speak(self, seat: usize, text: String) {
        if let Some(seat) = Seat::new(seat) {
            show_for(self.spoken, Caption { seat, text }, SPOKEN_STAYS);
        }
    }

    /// Says something in large letters for a moment.
    pub(crate) fn announce(self, said: String) {
        show_for(self.announced, said, ANNOUNCEMENT_STAYS);
    }
}
