//! The connection to the house: a WebSocket that comes back by itself, with the headless client behind it.
//!
//! Deliberately absent: what the messages mean (crate `client`), and what is drawn of it.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use client::{Client, News};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, WebSocket};
use wire::house::{Ask, TableId, TableKey};

use crate::device;
use crate::http::{self, Player};
use crate::preferences::Preferences;
use crate::reactive::RwSignal;

/// The house is asked whether it is there after so long.
const PING: Duration = Duration::from_secs(10);
/// A line on which nothing was heard for so long is given up.
const SILENCE_MS: u64 = 25_000;
/// What a message that tells of a bot's move contains.
const BOT_MOVES: &str = "\"by\":\"bot\"";
/// When so much waits to be shown, it is shown at once.
const MAX_WAITING: usize = 40;
/// The longest wait between two attempts to connect.
const PATIENCE_MS: u64 = 4_000;

/// How the line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineState {
    /// Not connected yet.
    Connecting,
    /// Connected.
    Open,
    /// Lost; the client tries to come back.
    Lost,
}

/// The line to the house, and what is known from it.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    inner: StoredValue<Inner, LocalStorage>,
    /// Changes whenever the client has learnt something.
    heard: RwSignal<u64>,
    state: RwSignal<LineState>,
    player: RwSignal<Option<Player>>,
    preferences: Preferences,
}

type Listener = Rc<dyn Fn(&News)>;

struct Inner {
    client: Client,
    socket: Option<WebSocket>,
    /// What the socket calls; kept as long as it may.
    callbacks: Vec<Closure<dyn FnMut(MessageEvent)>>,
    listeners: Vec<(u64, Listener)>,
    listened: u64,
    last_heard: u64,
    attempts: u32,
    /// What was heard and not shown yet, with when it was heard.
    waiting: VecDeque<(String, u64)>,
    /// When the last move of a bot was shown.
    last_move: u64,
    /// Whether somebody will look at what waits.
    is_pausing: bool,
}

impl Link {
    /// Connects, and keeps connecting.
    pub(crate) fn open(preferences: Preferences) -> Self {
        // Ids need only differ. They are told to the house, so they come from another generator than what is added to
        // deals, of which they must tell nothing.
        let prefix = (js_sys::Math::random() * 2f64.powi(53)) as u64;
        let inner = Inner {
            client: Client::new(prefix),
            socket: None,
            callbacks: Vec::new(),
            listeners: Vec::new(),
            listened: 0,
            last_heard: 0,
            attempts: 0,
            waiting: VecDeque::new(),
            last_move: 0,
            is_pausing: false,
        };
        let link = Self {
            inner: StoredValue::new_local(inner),
            heard: RwSignal::new(0),
            state: RwSignal::new(LineState::Connecting),
            player: RwSignal::new(None),
            preferences,
        };
        link.connect();
        let _ = set_interval_with_handle(move || link.look_after(), PING);
        let _ = window_event_listener(ev::online, move |_| link.connect());
        // The house speaks on a line in one language.
        Effect::watch(move || preferences.lang(), move |_, _, _| link.renew(), false);
        link
    }

    /// How the line is.
    pub(crate) fn state(self) -> LineState {
        self.state.get()
    }

    /// Who one is here, once the house has said so.
    pub(crate) fn player(self) -> Option<Player> {
        self.player.get()
    }

    /// The house knows one under another name now.
    pub(crate) fn set_player(self, player: Player) {
        self.player.set(Some(player));
        // The house greets a connection by name, so it is made anew.
        self.renew();
    }

    /// Asks something at a table.
    pub(crate) fn ask(self, table: &TableId, ask: Ask) -> String {
        let id = self.inner.try_update_value(|inner| inner.client.ask_table(table, ask)).unwrap_or_default();
        self.send();
        // What was asked is known at once, what is answered later.
        self.heard.update(|heard| *heard += 1);
        id
    }

    /// One has come with the link of a table that is for those who are invited.
    pub(crate) fn hold_key(self, table: &TableId, key: TableKey) {
        self.inner.update_value(|inner| inner.client.hold_key(table, key));
    }

    /// The key of a table's link, if one has it.
    pub(crate) fn key_now(self, table: &str) -> Option<TableKey> {
        self.look_now(|client| client.key(table).cloned())
    }

    /// Asks something of the house.
    pub(crate) fn ask_house(self, ask: Ask) {
        self.inner.update_value(|inner| {
            inner.client.ask_house(ask);
        });
        self.send();
    }

    /// Looks at what the client knows; whoever does so in a drawing is drawn again when it has learnt something.
    pub(crate) fn look<T>(self, look: impl FnOnce(&Client) -> T) -> T {
        self.heard.track();
        look(&self.inner.read_value().client)
    }

    /// The same, once.
    pub(crate) fn look_now<T>(self, look: impl FnOnce(&Client) -> T) -> T {
        look(&self.inner.read_value().client)
    }

    /// Hears what the client learns until the screen that listens is left.
    pub(crate) fn listen(self, listener: impl Fn(&News) + 'static) {
        let number = self.inner.try_update_value(|inner| {
            inner.listened += 1;
            inner.listeners.push((inner.listened, Rc::new(listener)));
            inner.listened
        });
        on_cleanup(move || {
            // The line may be gone with the page.
            let _ = self.inner.try_update_value(|inner| inner.listeners.retain(|(one, _)| Some(*one) != number));
        });
    }

    fn connect(self) {
        let is_busy = self.inner.read_value().socket.is_some();
        if is_busy {
            return;
        }
        spawn_local(async move {
            match http::come_in(self.preferences.lang_now()).await {
                Ok(player) => {
                    self.player.set(Some(player));
                    self.open_socket();
                }
                Err(_) => self.lost(),
            }
        });
    }

    fn open_socket(self) {
        if self.inner.read_value().socket.is_some() {
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
            inner.socket = Some(socket);
            inner.last_heard = now();
            inner.callbacks = vec![opened, heard, closed];
        });
    }

    fn opened(self) {
        self.inner.update_value(|inner| {
            inner.attempts = 0;
            inner.client.connected();
        });
        self.state.set(LineState::Open);
        self.send();
    }

    fn lost(self) {
        let attempts = self.inner.try_update_value(|inner| {
            // What was not shown yet is asked for again.
            inner.waiting.clear();
            inner.client.disconnected();
            inner.socket = None;
            inner.attempts += 1;
            inner.attempts
        });
        let Some(attempts) = attempts else { return };
        if self.state.get_untracked() == LineState::Open || attempts > 1 {
            self.state.set(LineState::Lost);
        }
        let wait = (125_u64 << attempts.min(6)).min(PATIENCE_MS);
        set_timeout(move || self.connect(), Duration::from_millis(wait));
    }

    /// Makes another line in place of this one, without a word about it: nothing is lost.
    fn renew(self) {
        // Where there is none, one is on its way already.
        let Some(socket) = self.inner.try_update_value(|inner| inner.socket.take()).flatten() else { return };
        socket.set_onopen(None);
        socket.set_onmessage(None);
        socket.set_onclose(None);
        let _ = socket.close();
        self.inner.update_value(|inner| {
            inner.waiting.clear();
            inner.client.disconnected();
        });
        self.state.set(LineState::Connecting);
        self.connect();
    }

    /// Closes the line, and so makes another.
    fn drop_line(self) {
        if let Some(socket) = &self.inner.read_value().socket {
            let _ = socket.close();
        }
    }

    /// A line can die without a word: whoever hears nothing asks, and whoever still hears nothing tries another.
    fn look_after(self) {
        let Some((is_open, silence)) =
            self.inner.try_with_value(|inner| (inner.socket.is_some(), now().saturating_sub(inner.last_heard)))
        else {
            return;
        };
        if is_open && silence > SILENCE_MS {
            self.drop_line();
            // Closing a dead line takes the browser long: it is not waited for.
            self.inner.update_value(|inner| {
                if let Some(socket) = inner.socket.take() {
                    socket.set_onclose(None);
                }
            });
            self.lost();
        } else if is_open {
            self.ask_house(Ask::Ping);
        }
    }

    fn send(self) {
        self.inner.update_value(|inner| {
            let Some(socket) = &inner.socket else { return };
            if socket.ready_state() != WebSocket::OPEN {
                return;
            }
            for text in inner.client.take_outgoing() {
                // What cannot be sent is sent again on the next line.
                let _ = socket.send_with_str(&text);
            }
        });
    }

    fn receive(self, text: String) {
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
        let news = self.inner.try_update_value(|inner| inner.client.receive(text, heard));
        // Whoever listens may ask something at once, so nothing is held while they do.
        let listeners: Vec<Listener> =
            self.inner.read_value().listeners.iter().map(|(_, listener)| Rc::clone(listener)).collect();
        for one in news.iter().flatten() {
            for listener in &listeners {
                listener(one);
            }
        }
        self.heard.update(|heard| *heard += 1);
        self.send();
    }
}

/// The browser's clock in milliseconds.
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}
