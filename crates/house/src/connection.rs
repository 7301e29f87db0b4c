//! One client: who it is, what it watches, where its asks go.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use wire::house::{Answer, Ask, Refused, ToClient, ToServer};
use words::Lang;

use crate::house::{House, HouseError};
use crate::lobby::text;
use crate::outbox::Outbox;
use crate::table::Mail;

/// The longest id of an ask.
const ID_MOST: usize = 64;
/// The most tables one connection may watch.
const WATCHED_MOST: usize = 32;

/// Who is at the other end of a connection.
#[derive(Debug)]
pub struct Guest {
    /// The number of the connection.
    pub connection: u64,
    /// The id of the player.
    pub player: String,
    /// Whether it is a program that plays over the network.
    pub is_program: bool,
    /// The language to answer in.
    pub lang: Lang,
    /// What waits to be sent to it.
    pub outbox: Outbox,
    name: Mutex<String>,
}

impl Guest {
    /// The name shown.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on he is called otherwise.
    pub fn rename(&self, name: &str) {
        *self.name.lock().unwrap_or_else(PoisonError::into_inner) = name.into();
    }

    pub(crate) fn answer(&self, answer: Answer) {
        self.outbox.answer(text(&ToClient::Answer(answer)));
    }

    pub(crate) fn refuse(&self, refused: Refused) {
        self.outbox.answer(text(&ToClient::Refused(refused)));
    }
}

/// One client's line to the house. When it is dropped the client is gone.
#[derive(Debug)]
pub struct Connection {
    house: House,
    guest: Arc<Guest>,
    watched: BTreeSet<String>,
    follows_lobby: bool,
    /// The tables that are to be shown afresh.
    stale: BTreeSet<String>,
    lobby_is_stale: bool,
}

impl Connection {
    pub(crate) fn new(house: House, connection: u64, player: &str, name: &str, is_program: bool, lang: Lang) -> Self {
        let name = Mutex::new(name.into());
        let guest = Guest { connection, player: player.into(), is_program, lang, outbox: Outbox::default(), name };
        let (watched, stale) = (BTreeSet::new(), BTreeSet::new());
        Self { house, guest: Arc::new(guest), watched, follows_lobby: false, stale, lobby_is_stale: false }
    }

    /// Who is at the other end.
    #[must_use]
    pub fn guest(&self) -> &Arc<Guest> {
        &self.guest
    }

    /// Takes what the client sent; whatever it is, it is answered.
    pub async fn receive(&mut self, message: &str) {
        let asked: ToServer = match serde_json::from_str(message) {
            Ok(asked) => asked,
            Err(error) => {
                let message = words::house::bad_message(&error.to_string(), self.guest.lang);
                return self.refuse("", "bad-message", message);
            }
        };
        let ToServer { id, table, ask } = asked;
        if id.is_empty() || id.len() > ID_MOST {
            return self.refuse("", "bad-id", words::house::bad_id(ID_MOST, self.guest.lang));
        }
        match (ask, table) {
            (Ask::Ping, _) => self.guest.answer(Answer { id, seq: None, result: None }),
            (Ask::Lobby, _) => {
                self.guest.answer(Answer { id, seq: None, result: None });
                self.follows_lobby = true;
                self.house.lobby().follow(&self.guest);
            }
            (Ask::LeaveLobby, _) => {
                self.follows_lobby = false;
                self.house.lobby().leave(self.guest.connection);
                self.guest.answer(Answer { id, seq: None, result: None });
            }
            (ask, Some(table)) => self.at_table(id, table, ask).await,
            (_, None) => self.refuse(&id, "no-table", words::house::no_table_named(self.guest.lang)),
        }
    }

    async fn at_table(&mut self, id: String, table: String, ask: Ask) {
        let mail = match ask {
            Ask::Watch { after, recent } => {
                if self.watched.len() >= WATCHED_MOST && !self.watched.contains(&table) {
                    let message = words::house::watching_too_many(WATCHED_MOST, self.guest.lang);
                    return self.refuse(&id, "too-many-tables", message);
                }
                Mail::Watch { guest: self.guest.clone(), id: id.clone(), after, recent }
            }
            Ask::Unwatch => {
                self.watched.remove(&table);
                self.stale.remove(&table);
                Mail::Unwatch { connection: self.guest.connection, answer: Some((self.guest.clone(), id.clone())) }
            }
            ask => Mail::Ask { guest: self.guest.clone(), id: id.clone(), ask },
        };
        let is_watch = matches!(mail, Mail::Watch { .. });
        match self.house.send(&table, mail).await {
            Ok(()) if is_watch => {
                self.watched.insert(table);
            }
            Ok(()) => {}
            Err(error) => self.refuse_for(&id, &error),
        }
    }

    /// The client has lost some news: everything it follows is to be shown afresh, one after the other.
    pub fn resync(&mut self) {
        self.stale = self.watched.clone();
        self.lobby_is_stale = self.follows_lobby;
    }

    /// Shows the next thing that is to be shown afresh. It is asked whenever all that waited is sent, so that many
    /// views together never fill the outbox they are to clear up.
    pub async fn refresh(&mut self) {
        if std::mem::take(&mut self.lobby_is_stale) {
            return self.house.lobby().follow(&self.guest);
        }
        while let Some(table) = self.stale.pop_first() {
            // A table that is gone has nothing to show.
            if self.house.send(&table, Mail::Resync { connection: self.guest.connection }).await.is_ok() {
                return;
            }
        }
    }

    /// Refuses something that is no matter of a table: a message too long, too many at a time.
    pub fn refuse(&self, id: &str, code: &str, message: String) {
        self.guest.refuse(Refused { id: id.into(), code: code.into(), rule: None, message });
    }

    fn refuse_for(&self, id: &str, error: &HouseError) {
        let (code, message) = match error {
            HouseError::NoSuchTable => ("no-such-table", words::house::no_such_table(self.guest.lang)),
            HouseError::Busy => ("busy", words::house::busy(self.guest.lang)),
            HouseError::Parked(_) | HouseError::Journal(_) => ("table-parked", words::house::parked(self.guest.lang)),
        };
        self.refuse(id, code, message);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.guest.outbox.close();
        self.house.lobby().leave(self.guest.connection);
        for table in &self.watched {
            self.house.tell_gone(table, self.guest.connection);
        }
    }
}
