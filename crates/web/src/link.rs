//! The link to a house: what screens ask of it, look at and hear, with the headless client behind it.
//!
//! The house the page comes from is spoken to through a WebSocket that comes back by itself (`link/connection.rs`); a
//! house in the page itself ([`LocalHouse`]) takes and gives the same texts. What comes in is shown at a readable pace
//! (`link/incoming.rs`).
//!
//! Deliberately absent: what the messages mean (crate `client`), and what is drawn of it.

mod connection;
mod incoming;
mod local_house;

use std::collections::VecDeque;
use std::rc::Rc;

use client::replay::Tape;
use client::{Client, News};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use web_sys::MessageEvent;
use wire::house::{Ask, TableId, TableKey};

pub(crate) use self::connection::ConnectionState;
use self::connection::{Carrier, PING};
pub(crate) use self::local_house::{Hear, LocalHouse};
use crate::http::Player;
use crate::preferences::{Preferences, keep};
use crate::reactive::RwSignal;
use crate::route::Route;

/// Of so many tables it is kept what was shown.
const MAX_TAPES: usize = 3;

/// The connection to a house, and what is known from it.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    inner: StoredValue<Inner, LocalStorage>,
    /// Changes whenever the client has learnt something.
    heard: RwSignal<u64>,
    state: RwSignal<ConnectionState>,
    player: RwSignal<Option<Player>>,
    preferences: Preferences,
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
        let _ = set_interval_with_handle(move || link.keep_alive(), PING);
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
            state: RwSignal::new(ConnectionState::Connecting),
            player: RwSignal::new(None),
            preferences,
        };
        // The house speaks on a connection in one language.
        Effect::watch(move || preferences.lang(), move |_, _, _| link.renew(), false);
        link
    }

    /// How the connection is.
    pub(crate) fn state(self) -> ConnectionState {
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
            // The link may be gone with the page.
            let _ = self.inner.try_update_value(|inner| inner.listeners.retain(|(one, _)| Some(*one) != number));
        });
    }
}

/// The browser's clock in milliseconds.
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}
