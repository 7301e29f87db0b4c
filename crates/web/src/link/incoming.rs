//! What comes in: followed by the client and told to the screens, in order and at a readable pace.
//!
//! Deliberately absent: what the messages mean (crate `client`), and what is drawn of it.

use std::rc::Rc;
use std::time::Duration;

use client::News;
use leptos::prelude::*;

use super::connection::{Carrier, ConnectionState};
use super::{Link, Listener, now};
use crate::device;
use crate::http::Player;

/// What a message that tells of a bot's move contains.
const BOT_MOVES: &str = "\"by\":\"bot\"";
/// When so much waits to be shown, it is shown at once.
const MAX_WAITING: usize = 40;

impl Link {
    /// Takes a text from the house.
    pub(super) fn receive(self, text: String) {
        let _ = self.inner.try_update_value(|inner| {
            inner.last_heard = now();
            inner.waiting.push_back((text, now()));
        });
        self.show_waiting();
    }

    /// Shows what was heard, in order. Bots that move one after another are shown at the pace of whoever looks on; what
    /// comes behind them waits as well.
    fn show_waiting(self) {
        let pace = untrack(|| self.preferences.pace()).milliseconds();
        loop {
            let next = self.inner.try_update_value(|inner| {
                let (text, _) = inner.waiting.front()?;
                let is_move = text.contains(BOT_MOVES);
                let since = now().saturating_sub(inner.last_move);
                if is_move && since < pace && inner.waiting.len() < MAX_WAITING && !device::is_hidden() {
                    let is_first = !std::mem::replace(&mut inner.is_pausing, true);
                    return Some(Err((is_first, pace - since)));
                }
                if is_move {
                    inner.last_move = now();
                }
                inner.waiting.pop_front().map(Ok)
            });
            match next.flatten() {
                Some(Ok((text, heard))) => self.show(&text, heard),
                Some(Err((true, wait))) => {
                    let go_on = move || {
                        let _ = self.inner.try_update_value(|inner| inner.is_pausing = false);
                        self.show_waiting();
                    };
                    set_timeout(go_on, Duration::from_millis(wait));
                    return;
                }
                Some(Err((false, _))) | None => return,
            }
        }
    }

    fn show(self, text: &str, heard: u64) {
        let news = self.inner.try_update_value(|inner| {
            inner.tapes.iter_mut().for_each(|tape| tape.keep(text));
            inner.client.receive(text, heard)
        });
        // Whoever listens may ask something at once, so nothing is held while they do.
        let listeners: Vec<Listener> =
            self.inner.read_value().listeners.iter().map(|(_, listener)| Rc::clone(listener)).collect();
        if matches!(self.inner.read_value().carrier, Carrier::Local(_)) {
            self.note_welcome();
        }
        for one in news.iter().flatten() {
            if let News::Outage { over } = one {
                self.state.set(if *over { ConnectionState::Open } else { ConnectionState::Stuck });
            }
            for listener in &listeners {
                listener(one);
            }
        }
        self.heard.update(|heard| *heard += 1);
        self.send();
    }

    /// A house in this page says itself who one is there.
    fn note_welcome(self) {
        let welcome = self.look_now(|client| client.welcome().cloned());
        let player = welcome.map(|welcome| Player { id: welcome.player, name: welcome.name, claimed: welcome.claimed });
        if self.player.get_untracked() != player {
            self.player.set(player);
        }
    }
}
