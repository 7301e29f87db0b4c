//! One client: who it is, what it watches, where its asks go.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use host::{ConnectionId, Message, Person, Refusal, WatchRequest};
use wire::house::{Ask, HouseRefusal, PlayerId, TableId, ToServer, Unread};
use words::Lang;

use crate::hosts::house::House;
use crate::hosts::outbox::Outbox;
use crate::hosts::table::Mail;

/// The most tables one connection may watch.
const MAX_WATCHED: usize = 32;

/// Who is at the other end of a connection.
#[derive(Debug)]
pub struct Guest {
    /// The number of the connection.
    pub connection: ConnectionId,
    /// The id of the player.
    pub player: PlayerId,
    /// Whether it is a program that plays over the network.
    pub is_program: bool,
    /// The language to answer in.
    pub lang: Lang,
    /// What waits to be sent to it.
    pub outbox: Outbox,
    name: Mutex<Arc<str>>,
}

impl Guest {
    pub(crate) fn new(connection: ConnectionId, player: PlayerId, name: &str, is_program: bool, lang: Lang) -> Self {
        Self { connection, player, is_program, lang, outbox: Outbox::default(), name: Mutex::new(name.into()) }
    }

    /// Who asks, as they are called now.
    pub(crate) fn person(&self) -> Person {
        let name = self.name.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Person { player: self.player.clone(), name, is_program: self.is_program, lang: self.lang }
    }

    /// From now on they are called otherwise.
    pub fn rename(&self, name: &str) {
        *self.name.lock().unwrap_or_else(PoisonError::into_inner) = name.into();
    }

    pub(crate) fn send(&self, message: &Message) {
        let text = message.to_text(self.lang);
        match message {
            Message::Answer { .. } | Message::Refused { .. } => self.outbox.answer(text),
            Message::Update(_) => self.outbox.tell(text),
        }
    }

    /// Says that an ask which is no matter of a table is done.
    fn acknowledge(&self, id: String) {
        self.send(&Message::Answer { id, seq: None, result: None });
    }
}

/// One client's line to the house. When it is dropped the client is gone.
#[derive(Debug)]
pub struct Connection {
    house: House,
    guest: Arc<Guest>,
    watched: BTreeSet<TableId>,
    follows_lobby: bool,
    /// The tables that are to be shown afresh.
    stale: BTreeSet<TableId>,
    lobby_is_stale: bool,
}

impl Connection {
    pub(crate) fn new(house: House, guest: Arc<Guest>) -> Self {
        let (watched, stale) = (BTreeSet::new(), BTreeSet::new());
        Self { house, guest, watched, follows_lobby: false, stale, lobby_is_stale: false }
    }

    /// Who is at the other end.
    #[must_use]
    pub fn guest(&self) -> &Arc<Guest> {
        &self.guest
    }

    /// Takes what the client sent; whatever it is, it is answered.
    pub async fn receive(&mut self, message: &str) {
        let ToServer { id, table, ask } = match ToServer::read(message) {
            Ok(asked) => asked,
            Err(Unread { id, refusal }) => return self.refuse(id, refusal),
        };
        match (ask, table) {
            (Ask::Ping, _) => self.guest.acknowledge(id),
            (Ask::Lobby, _) => {
                self.guest.acknowledge(id);
                self.follows_lobby = true;
                self.house.lobby().follow(&self.guest);
            }
            (Ask::LeaveLobby, _) => {
                self.follows_lobby = false;
                self.house.lobby().leave(self.guest.connection);
                self.guest.acknowledge(id);
            }
            (ask, Some(table)) => self.at_table(id, table.into(), ask).await,
            (_, None) => self.refuse(id, HouseRefusal::NoTable),
        }
    }

    async fn at_table(&mut self, id: String, table: TableId, ask: Ask) {
        let mail = match ask {
            Ask::Watch { after, recent } => {
                if self.watched.len() >= MAX_WATCHED && !self.watched.contains(&table) {
                    return self.refuse(id, HouseRefusal::TooManyTables { most: MAX_WATCHED });
                }
                Mail::Watch { guest: self.guest.clone(), watch: WatchRequest { id: id.clone(), after, recent } }
            }
            Ask::Unwatch => {
                self.watched.remove(&table);
                self.stale.remove(&table);
                Mail::Unwatch { connection: self.guest.connection, id: Some(id.clone()) }
            }
            ask => Mail::Ask { guest: self.guest.clone(), id: id.clone(), ask },
        };
        let is_watch = matches!(mail, Mail::Watch { .. });
        match self.house.send(&table, mail).await {
            Ok(()) if is_watch => {
                self.watched.insert(table);
            }
            Ok(()) => {}
            Err(error) => self.refuse(id, error.refusal()),
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
    pub fn refuse(&self, id: String, refusal: HouseRefusal) {
        self.guest.send(&Message::Refused { id, refusal: Refusal::House(refusal) });
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.guest.outbox.close();
        self.house.forget_connection(self.guest.connection);
        self.house.lobby().leave(self.guest.connection);
        for table in &self.watched {
            self.house.tell_gone(table, self.guest.connection);
        }
    }
}
