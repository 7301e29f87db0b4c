//! What is asked from a place at a table: a step, a hint, a step taken back, the next round.
//!
//! Deliberately absent: what the asks come to, which the house says.

use leptos::prelude::*;
use wire::house::Ask;
use words::house::say_turn;
use words::screen::Label;
use words::{Lang, Listener};

use super::{Hint, Place};
use crate::device;
use crate::parts::notices::Notice;
use crate::sound::{self, Sound};

/// What the rules call a step of somebody whose turn it is not.
const NOT_YOUR_TURN: &str = "not-your-turn";

impl Place {
    /// Asks something at the table.
    pub(crate) fn ask(self, ask: Ask) {
        self.shared.link.ask(&self.table.read_value(), ask);
    }

    /// Makes a step, if the rules allow it; else says why not, and nothing is asked.
    pub(crate) fn step(self, step: &str) -> bool {
        let lang = self.shared.preferences.lang_now();
        if self.playback.is_some() {
            self.shared.notices.tell(Label::ReplayOnly.say(lang));
            return false;
        }
        // While the connection is lost one step can wait; whether another would be legal after it, only the house can
        // say.
        if untrack(|| !self.is_connected() && self.is_step_waiting()) {
            self.shared.notices.tell(Label::StepWaits.say(lang));
            return false;
        }
        let judged = self.look_now(|watched| watched.game().map(|game| (game.game(), game.judge(step)))).flatten();
        match judged {
            Some((_, Ok(step))) => {
                self.shared.notices.clear();
                self.ask(Ask::Submit { step });
                if !untrack(|| self.is_connected()) {
                    self.shared.notices.tell(Label::StepWaits.say(lang));
                }
                true
            }
            Some((game, Err(refused))) => {
                let rule = refused.rule.as_deref().map(|rule| (game, rule.to_owned()));
                // The rules know seats; at a table they have names.
                let named = (refused.code == NOT_YOUR_TURN).then(|| untrack(|| self.say_turn(lang))).flatten();
                self.refuse(Notice { text: named.unwrap_or_else(|| refused.say(lang)), rule });
                false
            }
            None => false,
        }
    }

    /// Whether a step was made that the house has not answered.
    pub(crate) fn is_step_waiting(self) -> bool {
        let is_step = |ask: &wire::house::ToServer| {
            matches!(ask.ask, Ask::Submit { .. }) && ask.table.as_ref() == Some(&self.table.read_value())
        };
        self.shared.link.look(|client| client.unanswered().any(is_step))
    }

    /// Whether hints may be asked for now.
    pub(crate) fn may_ask_hint(self) -> bool {
        self.is_connected()
            && self.look(|watched| watched.table().settings.hints && watched.may_act()) == Some(true)
            && *self.hint.read() != Hint::Asked
    }

    /// Asks what the expert would do.
    pub(crate) fn ask_hint(self) {
        if untrack(|| self.may_ask_hint()) {
            self.hint.set(Hint::Asked);
            self.ask(Ask::Hint);
        }
    }

    /// Whether one could take one's last step back.
    pub(crate) fn may_undo(self) -> bool {
        let may = self.look(|watched| {
            let table = watched.table();
            table.seat.is_some() && table.clock.undo == table.seat
        });
        self.is_connected() && may == Some(true)
    }

    /// Takes one's last step back.
    pub(crate) fn undo(self) {
        if untrack(|| self.may_undo()) {
            self.ask(Ask::Undo);
        }
    }

    /// Says that one is ready for a round, and adds to its deal what nobody could know.
    pub(crate) fn be_ready(self, round: u16) {
        let entropy = device::entropy().filter(|_| untrack(|| self.evening()).is_none());
        self.ask(Ask::Ready { round, entropy: entropy.map(|bytes| wire::write_entropy(&bytes)) });
    }

    /// Says why something is not done.
    pub(crate) fn refuse(self, notice: Notice) {
        sound::play(Sound::Refusal, self.shared.preferences);
        self.shared.notices.show(notice);
    }

    /// Whose turn it is, in a sentence.
    fn say_turn(self, lang: Lang) -> Option<String> {
        let seat = self.turn()?;
        let names = self.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Some(say_turn(seat, &Listener::new(&names, self.viewer(), lang)))
    }
}
