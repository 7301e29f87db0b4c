//! The connection to a house: made, made again when it is lost, and given up when nothing is heard any more.
//!
//! Deliberately absent: what is sent and heard on it.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, WebSocket};
use wire::house::Ask;

use super::{Link, LocalHouse, now};
use crate::http;
use crate::preferences::keep;

/// The house is asked whether it is there after so long.
pub(super) const PING: Duration = Duration::from_secs(10);
/// A connection on which nothing was heard for so long is given up.
const SILENCE_MS: u64 = 25_000;
/// The longest wait between two attempts to connect.
const MAX_WAIT_MS: u64 = 4_000;

/// How the connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionState {
    /// Not connected yet.
    Connecting,
    /// Connected.
    Open,
    /// Connected, but the house can write nothing down for the moment, and refuses what it would have to.
    Stuck,
    /// Lost; the client tries to come back.
    Lost,
}

/// What carries the texts.
pub(super) enum Carrier {
    /// A WebSocket to the house the page comes from; none while the connection is lost.
    Socket(Option<WebSocket>),
    /// A house in this page.
    Local(Rc<dyn LocalHouse>),
}

impl Carrier {
    pub(super) fn socket(&self) -> Option<&WebSocket> {
        match self {
            Self::Socket(socket) => socket.as_ref(),
            Self::Local(_) => None,
        }
    }
}

impl Link {
    /// Connects, unless it is connected already.
    pub(super) fn connect(self) {
        match &self.inner.read_value().carrier {
            Carrier::Socket(Some(_)) => return,
            Carrier::Socket(None) => {}
            Carrier::Local(house) => {
                let house = Rc::clone(house);
                return self.connect_local(&*house);
            }
        }
        spawn_local(async move {
            match http::come_in(self.preferences.lang_now()).await {
                Ok(player) => {
                    keep("name", &player.name);
                    self.player.set(Some(player));
                    self.open_socket();
                }
                Err(_) => self.lost(),
            }
        });
    }

    fn connect_local(self, house: &dyn LocalHouse) {
        // The texts come when everything else is done, so that nothing is held while one is shown.
        let hear = move |text: String| spawn_local(async move { self.receive(text) });
        house.connect(self.preferences.lang_now(), Rc::new(hear));
        spawn_local(async move { self.opened() });
    }

    fn open_socket(self) {
        if self.inner.read_value().carrier.socket().is_some() {
            return;
        }
        let location = window().location();
        let scheme = if location.protocol().is_ok_and(|scheme| scheme == "https:") { "wss" } else { "ws" };
        let host = location.host().unwrap_or_default();
        let lang = self.preferences.lang_now().code();
        let Ok(socket) = WebSocket::new(&format!("{scheme}://{host}/api/ws?lang={lang}")) else { return self.lost() };
        let opened = Closure::new(move |_: MessageEvent| self.opened());
        let heard = Closure::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                self.receive(text);
            }
        });
        let closed = Closure::new(move |_: MessageEvent| self.lost());
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        self.inner.update_value(|inner| {
            inner.carrier = Carrier::Socket(Some(socket));
            inner.last_heard = now();
            inner.callbacks = vec![opened, heard, closed];
        });
    }

    fn opened(self) {
        let opened = self.inner.try_update_value(|inner| {
            inner.attempts = 0;
            inner.client.connected();
        });
        if opened.is_none() {
            return;
        }
        self.state.set(ConnectionState::Open);
        self.send();
    }

    fn lost(self) {
        let attempts = self.inner.try_update_value(|inner| {
            // What was not shown yet is asked for again.
            inner.waiting.clear();
            inner.client.disconnected();
            inner.carrier = Carrier::Socket(None);
            inner.attempts += 1;
            inner.attempts
        });
        let Some(attempts) = attempts else { return };
        if matches!(self.state.get_untracked(), ConnectionState::Open | ConnectionState::Stuck) || attempts > 1 {
            self.state.set(ConnectionState::Lost);
        }
        let wait = (125_u64 << attempts.min(6)).min(MAX_WAIT_MS);
        set_timeout(move || self.connect(), Duration::from_millis(wait));
    }

    /// Makes another connection in place of this one, of which nobody is told: nothing is lost.
    pub(super) fn renew(self) {
        let left = self.inner.try_update_value(|inner| match &mut inner.carrier {
            Carrier::Socket(socket) => socket.take().map(|socket| Carrier::Socket(Some(socket))),
            Carrier::Local(house) => Some(Carrier::Local(Rc::clone(house))),
        });
        match left.flatten() {
            Some(Carrier::Socket(Some(socket))) => {
                socket.set_onopen(None);
                socket.set_onmessage(None);
                socket.set_onclose(None);
                let _ = socket.close();
            }
            Some(Carrier::Local(house)) => house.disconnect(),
            // One is on its way already.
            _ => return,
        }
        self.inner.update_value(|inner| {
            inner.waiting.clear();
            inner.client.disconnected();
        });
        self.state.set(ConnectionState::Connecting);
        self.connect();
    }

    /// A connection can be lost without being closed: after some silence the house is asked whether it is there, and
    /// after more another connection is made.
    pub(super) fn keep_alive(self) {
        let Some((is_open, silence)) = self
            .inner
            .try_with_value(|inner| (inner.carrier.socket().is_some(), now().saturating_sub(inner.last_heard)))
        else {
            return;
        };
        if is_open && silence > SILENCE_MS {
            if let Some(socket) = self.inner.read_value().carrier.socket() {
                let _ = socket.close();
                // Closing a dead connection takes the browser long: it is not waited for.
                socket.set_onclose(None);
            }
            self.lost();
        } else if is_open {
            self.ask_house(Ask::Ping);
        }
    }

    /// Sends what the client has to say.
    pub(super) fn send(self) {
        let local = self.inner.try_update_value(|inner| match &inner.carrier {
            Carrier::Socket(socket) => {
                let open = socket.as_ref().filter(|socket| socket.ready_state() == WebSocket::OPEN)?;
                for text in inner.client.take_outgoing() {
                    // What cannot be sent is sent again on the next connection.
                    let _ = open.send_with_str(&text);
                }
                None
            }
            Carrier::Local(house) => Some((Rc::clone(house), inner.client.take_outgoing())),
        });
        if let Some((house, texts)) = local.flatten() {
            texts.iter().for_each(|text| house.receive(text));
        }
    }
}
