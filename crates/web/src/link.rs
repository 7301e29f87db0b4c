//! The connection to a house, with the headless client behind it. The house the page comes from is spoken to through a
//! WebSocket that comes back by itself; a house in the page itself ([`LocalHouse`]) takes and gives the same texts.
//!
//! Deliberately absent: what the messages mean (crate `client`), and what is drawn of it.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use client::replay::Tape;
use client::{Client, News};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, WebSocket};
use wire::house::{Ask, TableId, TableKey};
use words::Lang;

use crate::device;
use crate::http::{self, Player};
use crate::preferences::{Preferences, keep};
use crate::reactive::RwSignal;
use crate::route::Route;

/// The house is asked whether it is there after so long.
const PING: Duration = Duration::from_secs(10);
/// A line on which nothing was heard for so long is given up.
const SILENCE_MS: u64 = 25_000;
/// What a message that tells of a bot's move contains.
const BOT_MOVES: &str = "\"by\":\"bot\"";
/// When so much waits to be shown, it is shown at once.
const MAX_WAITING: usize = 40;
/// Of so many tables it is kept what was shown.
const MAX_TAPES: usize = 3;
/// The longest wait between two attempts to connect.
const PATIENCE_MS: u64 = 4_000;

/// How the line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineState {
    /// Not connected yet.
    Connecting,
    /// Connected.
    Open,
    /// Connected, but the house can write nothing down for the moment, and refuses what it would have to.
    Stuck,
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

/// A house in this page, or in a worker of it. It takes the texts of one client ([`wire::house::ToServer`]) and gives
/// texts ([`wire::house::ToClient`]) to it: a `welcome` first, then answers and what happens.
pub(crate) trait LocalHouse {
    /// The client has come and is spoken to in this language; it may come again after it was gone. What is for it is
    /// given to `hear`, at any time and in order.
    fn connect(&self, lang: Lang, hear: Hear);

    /// The client is gone.
    fn disconnect(&self) {}

    /// Takes what the client sends; whatever it is, it is to be answered.
    fn receive(&self, text: &str);

    /// The screen of another table of this house.
    fn route(&self, table: &str) -> Route;
}

/// Takes the texts for a client; they reach it after the call, so a house may give them while it takes one.
pub(crate) type Hear = Rc<dyn Fn(String)>;

/// What carries the texts.
enum Carrier {
    /// A WebSocket to the house the page comes from; none while the line is lost.
    Socket(Option<WebSocket>),
    /// A house in this page.
    Local(Rc<dyn LocalHouse>),
}

impl Carrier {
    fn socket(&self) -> Option<&WebSocket> {
        match self {
            Self::Socket(socket) => socket.as_ref(),
            Self::Local(_) => None,
        }
    }
}

type Listener = Rc<dyn Fn(&News)>;

struct Inner {
    client: Client,
    carrier: Carrier,
    /// What the socket calls; kept as long as it may.
    callbacks: Vec<Closure<dyn FnMut(MessageEvent)>>,
    listeners: Vec<(u64, Listener)>,
    listened: u64,
    /// What was shown of the tables that were watched last.
    tapes: Vec<Tape>,
    last_heard: u64,
    attempts: u32,
    /// What was heard and not shown yet, with when it was heard.
    waiting: VecDeque<(String, u64)>,
    /// When the last move of a bot was shown.
    last_move: u64,
    /// Whether somebody will look at what waits.
    is_pausing: bool,
}

impl Inner {
    /// What is shown of a table of the house is kept from the time it is watched, for whoever looks back.
    fn keep_tape(&mut self, table: &TableId, ask: &Ask) {
        let is_new = self.tapes.iter().all(|tape| tape.table() != table);
        if matches!((ask, &self.carrier), (Ask::Watch { .. }, Carrier::Socket(_))) && is_new {
            if self.tapes.len() == MAX_TAPES {
                self.tapes.remove(0);
            }
            self.tapes.push(Tape::new(table));
        }
    }
}

impl Link {
    /// Connects to the house the page comes from, and keeps connecting.
    pub(crate) fn open(preferences: Preferences) -> Self {
        let link = Self::new(Carrier::Socket(None), preferences);
        link.connect();
        let _ = set_interval_with_handle(move || link.look_after(), PING);
        let _ = window_event_listener(ev::online, move |_| link.connect());
        link
    }

    /// Connects to a house in this page until the screen that does so is left.
    pub(crate) fn open_local(house: Rc<dyn LocalHouse>, preferences: Preferences) -> Self {
        let link = Self::new(Carrier::Local(Rc::clone(&house)), preferences);
        link.connect();
        let house = StoredValue::new_local(house);
        on_cleanup(move || {
            let _ = house.try_with_value(|house| house.disconnect());
        });
        link
    }

    fn new(carrier: Carrier, preferences: Preferences) -> Self {
        // Ids need only differ. They are told to the house, so they come from another generator than what is added to
        // deals, of which they must tell nothing.
        let prefix = (js_sys::Math::random() * 2f64.powi(53)) as u64;
        let inner = Inner {
            client: Client::new(prefix),
            carrier,
            callbacks: Vec::new(),
            listeners: Vec::new(),
            listened: 0,
            tapes: Vec::new(),
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
        keep("name", &player.name);
        self.player.set(Some(player));
        // The house greets a connection by name, so it is made anew.
        self.renew();
    }

    /// Whether the house is in this page: then there is nobody else, and nothing to be had from the house over HTTP.
    pub(crate) fn is_local(self) -> bool {
        matches!(self.inner.read_value().carrier, Carrier::Local(_))
    }

    /// The screen of a table of this house.
    pub(crate) fn route(self, table: &str) -> Route {
        match &self.inner.read_value().carrier {
            Carrier::Socket(_) => Route::Table(table.into()),
            Carrier::Local(house) => house.route(table),
        }
    }

    /// Asks something at a table.
    pub(crate) fn ask(self, table: &TableId, ask: Ask) -> String {
        let asked = self.inner.try_update_value(|inner| {
            inner.keep_tape(table, &ask);
            inner.client.ask_table(table, ask)
        });
        let id = asked.unwrap_or_default();
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

    /// What was shown here of a table of the house, if it was anything.
    pub(crate) fn tape(self, table: &TableId) -> Option<Tape> {
        let inner = self.inner.read_value();
        inner.tapes.iter().find(|tape| tape.table() == table && !tape.is_empty()).cloned()
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
        self.state.set(LineState::Open);
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
        if matches!(self.state.get_untracked(), LineState::Open | LineState::Stuck) || attempts > 1 {
            self.state.set(LineState::Lost);
        }
        let wait = (125_u64 << attempts.min(6)).min(PATIENCE_MS);
        set_timeout(move || self.connect(), Duration::from_millis(wait));
    }

    /// Makes another line in place of this one, without a word about it: nothing is lost.
    fn renew(self) {
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
        self.state.set(LineState::Connecting);
        self.connect();
    }

    /// Closes the line, and so makes another.
    fn drop_line(self) {
        if let Some(socket) = self.inner.read_value().carrier.socket() {
            let _ = socket.close();
        }
    }

    /// A line can die without a word: whoever hears nothing asks, and whoever still hears nothing tries another.
    fn look_after(self) {
        let Some((is_open, silence)) = self
            .inner
            .try_with_value(|inner| (inner.carrier.socket().is_some(), now().saturating_sub(inner.last_heard)))
        else {
            return;
        };
        if is_open && silence > SILENCE_MS {
            self.drop_line();
            // Closing a dead line takes the browser long: it is not waited for.
            self.inner.update_value(|inner| {
                if let Some(socket) = inner.carrier.socket() {
                    socket.set_onclose(None);
                }
            });
            self.lost();
        } else if is_open {
            self.ask_house(Ask::Ping);
        }
    }

    fn send(self) {
        let local = self.inner.try_update_value(|inner| match &inner.carrier {
            Carrier::Socket(socket) => {
                let open = socket.as_ref().filter(|socket| socket.ready_state() == WebSocket::OPEN)?;
                for text in inner.client.take_outgoing() {
                    // What cannot be sent is sent again on the next line.
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

    /// A house in this page says itself who one is there.
    fn note_welcome(self) {
        let welcome = self.look_now(|client| client.welcome().cloned());
        let player = welcome.map(|welcome| Player { id: welcome.player, name: welcome.name, claimed: welcome.claimed });
        if self.player.get_untracked() != player {
            self.player.set(player);
        }
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
                self.state.set(if *over { LineState::Open } else { LineState::Stuck });
            }
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
