//! One client: who it is, what it watches, where its asks go.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use host::{AskRequest, ConnectionId, Message, Person, Refusal, WatchRequest};
use tokio::time::Instant;
use wire::house::{Ask, HouseRefusal, PlayerId, TableId, TableKey, ToServer, Unread};
use words::Lang;

use crate::hosts::error::HouseError;
use crate::hosts::house::House;
use crate::hosts::outbox::{Note, Outbox};
use crate::hosts::remote::{REWATCH, TableLocation};
use crate::hosts::table::Mail;
use crate::hosts::turn::Turn;
use crate::hosts::visitors::Far;
use crate::safety::{RecordLimit, millis};

/// The most tables one connection may watch.
const MAX_WATCHED: usize = 32;

/// Where a client's messages go.
pub trait Sink: Send + Sync + fmt::Debug {
    /// Something waits in the outbox of the client; it is called at the end of a turn of the loop. `frames` is room to
    /// write it in, which all clients share.
    fn flush(&self, outbox: &Outbox, frames: &mut Vec<u8>);
}

/// Who is at the other end of a connection.
#[derive(Debug)]
pub struct Guest {
    /// The number of the connection.
    pub connection: ConnectionId,
    /// The id of the player.
    pub player: PlayerId,
    /// Whether it is a program that plays over the network.
    pub is_program: bool,
    /// Whether their name is their own for ever.
    pub is_claimed: bool,
    /// The language to answer in.
    pub lang: Lang,
    /// What waits to be sent to it.
    pub outbox: Outbox,
    pub(crate) sink: Arc<dyn Sink>,
    pub(crate) turn: Arc<Turn>,
    /// How many records may be written for them; `None`: any number, or another node counts them.
    pub(crate) records: Option<RecordLimit>,
    /// What they are called, since they connected.
    pub(crate) name: Arc<str>,
    /// The way to them, if they are connected to another node.
    pub(crate) far: Option<Far>,
}

impl Guest {
    /// Who asks.
    pub(crate) fn person(&self) -> Person {
        let (player, name) = (self.player.clone(), self.name.clone());
        Person { player, name, is_program: self.is_program, is_claimed: self.is_claimed, lang: self.lang }
    }

    /// A record is written because they asked for something.
    pub(crate) fn on_record(&self) {
        if let Some(far) = &self.far {
            far.on_record();
        }
        if let Some(records) = &self.records {
            records.charge(Instant::now());
        }
    }

    /// Sends a message, about a table or about none.
    pub(crate) fn send(self: &Arc<Self>, table: Option<&TableId>, message: &Message) {
        if let Some(far) = &self.far {
            return far.send(table, message, self.lang);
        }
        if matches!(message, Message::Answer { id, .. } if id == REWATCH) {
            return;
        }
        let text = message.to_text(self.lang);
        let note = match message {
            Message::Answer { .. } | Message::Refused { .. } => self.outbox.answer(text),
            Message::Update(_) => self.outbox.tell(text),
        };
        self.flush_if(note);
    }

    /// Adds an answer that another node has given.
    pub(crate) fn pass_answer(self: &Arc<Self>, text: Arc<str>) {
        self.flush_if(self.outbox.answer(text));
    }

    /// A table they watch is run here no more: who is connected comes back by themselves.
    pub(crate) fn lose(self: &Arc<Self>, table: &TableId) {
        match &self.far {
            Some(far) => far.lose(table),
            None => self.close(),
        }
    }

    /// Adds news of the lobby.
    pub(crate) fn tell(self: &Arc<Self>, text: Arc<str>) {
        self.flush_if(self.outbox.tell(text));
    }

    /// Ends the connection; its client comes back by itself.
    pub(crate) fn close(self: &Arc<Self>) {
        self.flush_if(self.outbox.close());
    }

    fn flush_if(self: &Arc<Self>, note: Note) {
        if note == Note::Wanted {
            self.turn.flush(Arc::clone(self));
        }
    }

    /// Says that an ask which is no matter of a table is done.
    fn acknowledge(self: &Arc<Self>, id: String) {
        self.send(None, &Message::Answer { id, seq: None, result: None });
    }
}

/// What a table is sent when somebody asks it something.
pub(crate) fn mail_of(guest: &Arc<Guest>, id: String, key: Option<TableKey>, ask: Ask) -> Mail {
    match ask {
        Ask::Watch { after, recent, views } => {
            Mail::Watch { guest: Arc::clone(guest), watch: WatchRequest { id, after, recent, views, key } }
        }
        Ask::Unwatch => Mail::Unwatch { connection: guest.connection, id: Some(id) },
        ask => Mail::Ask { guest: Arc::clone(guest), asked: AskRequest { id, ask, key } },
    }
}

/// Something that is asked of a table and has to wait.
struct Waiting {
    id: String,
    table: TableId,
    is_watch: bool,
    is_hint: bool,
    mail: Mail,
}

/// Whether everything that was to be shown afresh has been.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refreshed {
    /// There is nothing more to be shown afresh.
    All,
    /// Something was, and more may follow.
    Some,
}

/// One client's line to the house. When it is dropped the client is gone.
#[derive(Debug)]
pub struct Connection {
    house: House,
    guest: Arc<Guest>,
    watched: BTreeMap<TableId, TableLocation>,
    /// Tables that are not watched and were asked for hints: they are told as well when the client is gone.
    advising: VecDeque<TableLocation>,
    follows_lobby: bool,
    /// The tables that are to be shown afresh.
    stale: BTreeSet<TableId>,
    lobby_is_stale: bool,
}

impl Connection {
    pub(crate) fn new(house: House, guest: Arc<Guest>) -> Self {
        let (watched, advising, stale) = (BTreeMap::new(), VecDeque::new(), BTreeSet::new());
        Self { house, guest, watched, advising, follows_lobby: false, stale, lobby_is_stale: false }
    }

    /// Who is at the other end.
    #[must_use]
    pub fn guest(&self) -> &Arc<Guest> {
        &self.guest
    }

    /// Tells the client to which tables it is asked.
    pub fn tell_invitations(&self) {
        for text in self.house.invitations().of(&self.guest.player) {
            self.guest.tell(text);
        }
    }

    /// Takes what the client sent; whatever it is, it is answered.
    pub async fn receive(&mut self, message: &str) {
        match ToServer::read(message) {
            Ok(asked) => self.ask(asked).await,
            Err(Unread { id, refusal }) => self.refuse(id, refusal),
        }
    }

    /// Asks something for the client.
    pub async fn ask(&mut self, asked: ToServer) {
        if let Some(waiting) = self.ask_now(asked) {
            // Boxed, because it is rare, and every connection would keep room for it.
            Box::pin(self.ask_later(waiting)).await;
        }
    }

    /// Asks something, and gives it back if it has to wait: to watch a table, or for a table to be found.
    fn ask_now(&mut self, ToServer { id, table, key, ask }: ToServer) -> Option<Waiting> {
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
            (ask, Some(table)) => match self.refusal_of(&ask) {
                Some(refusal) => self.refuse(id, refusal),
                None => return self.ask_table(id, table, key, ask),
            },
            (_, None) => self.refuse(id, HouseRefusal::NoTable),
        }
        None
    }

    /// Why something is not asked of any table now.
    fn refusal_of(&self, ask: &Ask) -> Option<HouseRefusal> {
        if matches!(ask, Ask::Invite { .. })
            && let Err(wait_ms) = self.house.invitations().may_ask(&self.guest.player, self.house.now())
        {
            return Some(HouseRefusal::TooFast { wait_ms });
        }
        if matches!(ask, Ask::Watch { .. } | Ask::Unwatch) {
            return None;
        }
        if self.house.is_cut_off() {
            // Who waits for the servers of the log to come back would not know for how long.
            return Some(HouseRefusal::NotWritten);
        }
        // Whatever else it is, it may be written down, if only as refused.
        let wait = self.guest.records.as_ref()?.check(Instant::now()).err()?;
        Some(HouseRefusal::TooFast { wait_ms: millis(wait) })
    }

    fn ask_table(&mut self, id: String, table: TableId, key: Option<TableKey>, ask: Ask) -> Option<Waiting> {
        let (is_watch, is_hint, is_unwatch) = (matches!(ask, Ask::Watch { .. }), ask == Ask::Hint, ask == Ask::Unwatch);
        let mut mail = mail_of(&self.guest, id.clone(), key, ask);
        if !is_watch && let Some(known) = self.watched.get(&table) {
            let received = known.receive(&self.house, mail);
            if is_unwatch {
                self.watched.remove(&table);
                self.stale.remove(&table);
            }
            match received {
                Ok(()) => return None,
                // It went to sleep in between: it is woken again.
                Err(again) => mail = again,
            }
        }
        Some(Waiting { id, table, is_watch, is_hint, mail })
    }

    async fn ask_later(&mut self, Waiting { id, table, is_watch, is_hint, mut mail }: Waiting) {
        if is_watch {
            if !self.house.knows_its_tables().await {
                // It can be watched later, or at another node.
                return self.refuse(id, HouseRefusal::Busy);
            }
            match self.watched.get(&table) {
                Some(known) => match known.receive(&self.house, mail) {
                    Ok(()) => return,
                    Err(again) => mail = again,
                },
                None if self.watched.len() >= MAX_WATCHED => {
                    return self.refuse(id, HouseRefusal::TooManyTables { most: MAX_WATCHED });
                }
                None => {}
            }
        }
        match self.house.send(&table, mail).await {
            Ok(awake) if is_watch => {
                self.watched.insert(table, awake);
            }
            Ok(awake) if is_hint && !self.advising.iter().any(|table| table.is(&awake)) => {
                self.advising.push_back(awake);
                if self.advising.len() > MAX_WATCHED {
                    self.advising.pop_front();
                }
            }
            Ok(_) => {}
            // It is there, and can be watched later.
            Err(HouseError::NotWritten) if is_watch => self.refuse(id, HouseRefusal::Busy),
            Err(error) => self.refuse(id, error.refusal()),
        }
    }

    /// The client has lost some news: everything it follows is to be shown afresh, one after the other.
    pub fn resync(&mut self) {
        self.stale = self.watched.keys().cloned().collect();
        self.lobby_is_stale = self.follows_lobby;
    }

    /// Shows the next thing that is to be shown afresh. It is asked whenever all that waited is sent, so that many
    /// views together never fill the outbox they are to clear up.
    pub async fn refresh(&mut self) -> Refreshed {
        if std::mem::take(&mut self.lobby_is_stale) {
            self.house.lobby().follow(&self.guest);
            return Refreshed::Some;
        }
        while let Some(table) = self.stale.pop_first() {
            // A table that is gone has nothing to show.
            let resync = Mail::Resync { connection: self.guest.connection };
            if Box::pin(self.house.send(&table, resync)).await.is_ok() {
                return Refreshed::Some;
            }
        }
        Refreshed::All
    }

    /// Refuses something that is no matter of a table: a message too long, too many at a time.
    pub fn refuse(&self, id: String, refusal: HouseRefusal) {
        self.guest.send(None, &Message::Refused { id, refusal: Refusal::House(refusal) });
    }

    /// Waits until all that was asked of tables of other nodes is answered; not for long.
    pub async fn settle(&self) {
        self.house.settle(self.guest.connection).await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // There is nobody to flush it for.
        self.guest.outbox.close();
        self.house.forget_guest(self.guest.connection);
        self.house.lobby().leave(self.guest.connection);
        let connection = self.guest.connection;
        let gone = || Mail::Unwatch { connection, id: None };
        for (id, table) in &self.watched {
            if table.receive(&self.house, gone()).is_err() {
                // It sleeps, or has come from another node meanwhile.
                self.house.send_if_known(id, gone());
            }
        }
        for table in &self.advising {
            // A table that sleeps need not know.
            let _ = table.receive(&self.house, gone());
        }
        self.house.forget_line(connection);
    }
}
