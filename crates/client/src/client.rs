//! The client: asks and their answers, the tables that are watched, the lobby.

use wire::house::{
    Ask, Clock, Happening, Presence, Refused, Summary, TableId, TableKey, TableView, ToClient, ToServer, Welcome,
};

use crate::few::Few;
use crate::lenient::{self, Read};
use crate::news::News;
use crate::watched::{DealChecks, Watched};

/// A connection to a house, whatever carries it: the texts of [`take_outgoing`](Self::take_outgoing) are sent,
/// the texts that arrive are given to [`receive`](Self::receive), and whenever a connection is made
/// [`connected`](Self::connected) is called.
#[derive(Debug)]
pub struct Client {
    /// What the ids of asks begin with.
    prefix: u64,
    /// How many asks were made.
    asked: u64,
    is_connected: bool,
    outgoing: Vec<String>,
    /// In the order they were asked.
    unanswered: Vec<Sent>,
    welcome: Option<Welcome>,
    /// The tables of the list; `None` while it is not followed.
    lobby: Option<Few<TableId, Summary>>,
    subscriptions: Few<TableId, Subscription>,
    /// The keys of tables one has the link of.
    keys: Few<TableId, TableKey>,
}

/// An ask that is not answered yet.
#[derive(Debug)]
struct Sent {
    message: ToServer,
    origin: Origin,
}

/// Whose idea an ask was: what the client asks by itself is no news when it is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Caller,
    Client,
}

/// A table that is to be watched.
#[derive(Debug, Default)]
struct Subscription {
    watched: Option<Watched>,
    presence: Option<Presence>,
    /// The id of the ask to watch it that is under way, and what it asks for.
    request: Option<(String, Wanted)>,
    /// Whether it is to be shown with what happened lately.
    wants_recent: bool,
    /// Whether nothing was heard of it on this connection: the house may then be further back than it was,
    /// if it was put back to an earlier day.
    is_unheard: bool,
    /// The round one has said to be ready for, and what one added.
    ready: Option<(u16, Option<String>)>,
}

/// What is asked for by watching again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// What was missed.
    Missed,
    /// The whole table.
    Whole,
}

impl Client {
    /// A client that is not connected yet. The ids of its asks begin with `prefix`: draw it at random, so that
    /// no other client of the same player ever uses the same ids.
    #[must_use]
    pub fn new(prefix: u64) -> Self {
        Self {
            prefix,
            asked: 0,
            is_connected: false,
            outgoing: Vec::new(),
            unanswered: Vec::new(),
            welcome: None,
            lobby: None,
            subscriptions: Few::default(),
            keys: Few::default(),
        }
    }

    /// A connection was made, the first or another: everything watched or followed is asked for again, from where it
    /// was left, and every ask that was not answered is sent again with its old id.
    pub fn connected(&mut self) {
        self.is_connected = true;
        self.outgoing.clear();
        self.unanswered.retain(|sent| !is_standing(&sent.message.ask) && sent.origin == Origin::Caller);
        let tables: Vec<TableId> = self.subscriptions.keys().cloned().collect();
        for table in &tables {
            if let Some(subscription) = self.subscriptions.get_mut(table) {
                subscription.request = None;
                subscription.is_unheard = true;
                if let Some(watched) = &mut subscription.watched {
                    watched.forget_ready();
                }
            }
            self.request(table, Wanted::Missed);
        }
        if self.lobby.is_some() {
            self.send(None, Ask::Lobby, Origin::Client);
        }
        self.outgoing.extend(self.unanswered.iter().filter(|sent| sent.origin == Origin::Caller).map(Sent::text));
        for table in tables {
            self.say_ready_again(&table);
        }
    }

    /// The connection is lost: what is asked from now on waits for the next.
    pub fn disconnected(&mut self) {
        self.is_connected = false;
        self.outgoing.clear();
    }

    /// The texts to send, in order.
    #[must_use]
    pub fn take_outgoing(&mut self) -> Vec<String> {
        std::mem::take(&mut self.outgoing)
    }

    /// Asks something at a table, and returns the id of the ask. To watch a table, or no longer, is remembered:
    /// it is asked again on every connection, with what happened lately if that was asked for.
    pub fn ask_table(&mut self, table: &TableId, ask: Ask) -> String {
        match &ask {
            Ask::Watch { recent, .. } => {
                self.subscription(table).wants_recent = *recent;
                return self.watch(table);
            }
            Ask::Unwatch => {
                self.subscriptions.remove(table);
            }
            _ => {}
        }
        self.send(Some(table), ask, Origin::Caller)
    }

    /// One has the link of a table that is for those who are invited: its key is shown whenever the table is to be
    /// watched.
    pub fn hold_key(&mut self, table: &TableId, key: TableKey) {
        self.keys.insert(table.clone(), key);
    }

    /// The key of a table's link, if one has it.
    #[must_use]
    pub fn key(&self, table: &str) -> Option<&TableKey> {
        self.keys.get(&table.into())
    }

    /// Asks something of the house, and returns the id of the ask. To follow the lobby, or no longer, is remembered.
    pub fn ask_house(&mut self, ask: Ask) -> String {
        match &ask {
            Ask::Lobby => self.lobby = Some(self.lobby.take().unwrap_or_default()),
            Ask::LeaveLobby => self.lobby = None,
            _ => {}
        }
        self.send(None, ask, Origin::Caller)
    }

    /// Watches a table from now on, from one's seat or as a spectator, and returns the id of the ask. What happened
    /// before is not asked for: [`ask_table`](Self::ask_table) can do that.
    pub fn watch(&mut self, table: &TableId) -> String {
        self.subscription(table);
        self.request(table, Wanted::Missed)
    }

    /// What is known of a table that is to be watched.
    fn subscription(&mut self, table: &TableId) -> &mut Subscription {
        self.subscriptions.get_or_insert_with(table.clone(), Subscription::default)
    }

    /// Takes a message of the house, received at a moment of the caller's clock in milliseconds.
    pub fn receive(&mut self, text: &str, now: u64) -> Vec<News> {
        let message = match lenient::read(text) {
            Read::Message(message) => message,
            Read::Unfit { table, seq } => return self.cannot_follow(&table, seq),
            Read::Unknown => return vec![News::Unknown],
        };
        match message {
            ToClient::Welcome(welcome) => self.on_welcome(welcome),
            ToClient::Answer(answer) => {
                let Some(sent) = self.answered(&answer.id) else { return Vec::new() };
                self.take_note(&sent.message);
                let is_news = sent.origin == Origin::Caller;
                is_news.then(|| News::Answered { ask: Box::new(sent.message), answer }).into_iter().collect()
            }
            ToClient::Refused(refused) => self.on_refused(refused),
            ToClient::Table(view) => self.on_table(*view, now),
            ToClient::Happened { table, seq, happenings, clock, .. } => {
                self.on_happened(table, seq, happenings, clock, now)
            }
            ToClient::Presence(presence) => self.on_presence(presence),
            // It is for programs: people give each other the link.
            ToClient::Invited(_) => vec![News::Unknown],
            ToClient::Lobby { tables } => self.change_lobby(|lobby| {
                *lobby = Few::default();
                tables.into_iter().for_each(|it| lobby.insert(it.table.clone(), it));
            }),
            ToClient::LobbyChanged(summary) => self.change_lobby(|lobby| {
                lobby.insert(summary.table.clone(), *summary);
            }),
            ToClient::Announced { text, at } => vec![News::Announced { text, at }],
            ToClient::LobbyLost { table } => self.change_lobby(|lobby| {
                lobby.remove(&table);
            }),
            ToClient::Nodes { nodes } => {
                if let Some(welcome) = &mut self.welcome {
                    welcome.nodes = nodes;
                }
                vec![News::Nodes]
            }
            ToClient::Outage { over } => {
                if over {
                    self.watch_again();
                }
                vec![News::Outage { over }]
            }
        }
    }

    /// Who one is here, once the house has said so.
    #[must_use]
    pub fn welcome(&self) -> Option<&Welcome> {
        self.welcome.as_ref()
    }

    /// Where the other nodes of the house are found: one of them goes on when this one does not answer.
    #[must_use]
    pub fn nodes(&self) -> &[String] {
        self.welcome.as_ref().map(|welcome| welcome.nodes.as_slice()).unwrap_or_default()
    }

    /// A table that is watched, once the house has shown it.
    #[must_use]
    pub fn table(&self, table: &TableId) -> Option<&Watched> {
        self.subscriptions.get(table)?.watched.as_ref()
    }

    /// Who is at a table that is watched, as last heard.
    #[must_use]
    pub fn presence(&self, table: &TableId) -> Option<&Presence> {
        self.subscriptions.get(table)?.presence.as_ref()
    }

    /// The tables of the list, if it is followed.
    pub fn lobby(&self) -> impl Iterator<Item = &Summary> {
        self.lobby.iter().flat_map(Few::values)
    }

    /// The asks that are not answered yet, in order.
    pub fn unanswered(&self) -> impl Iterator<Item = &ToServer> {
        self.unanswered.iter().map(|sent| &sent.message)
    }

    /// Watches again what could not be watched, or what something may have been missed of.
    fn watch_again(&mut self) {
        let tables: Vec<TableId> = self.subscriptions.keys().cloned().collect();
        for table in tables {
            if let Some(subscription) = self.subscriptions.get_mut(&table) {
                subscription.request = None;
            }
            self.request(&table, Wanted::Missed);
        }
    }

    fn send(&mut self, table: Option<&TableId>, ask: Ask, origin: Origin) -> String {
        self.asked += 1;
        let id = format!("{:016x}-{}", self.prefix, self.asked);
        // Who watches has been let in.
        let key = table.filter(|_| matches!(ask, Ask::Watch { .. })).and_then(|table| self.keys.get(table)).cloned();
        let watched = table.and_then(|table| self.subscriptions.get_mut(table)?.watched.as_mut());
        if let (Some(watched), Ask::Ready { round, entropy }) = (watched, &ask) {
            watched.ready_sent(*round, entropy.as_deref());
        }
        let message = ToServer { id: id.clone(), table: table.cloned(), key, ask };
        let sent = Sent { message, origin };
        if self.is_connected {
            self.outgoing.push(sent.text());
        }
        self.unanswered.push(sent);
        id
    }

    /// Asks to watch a table from where it was left, or afresh; once is enough.
    fn request(&mut self, table: &TableId, wanted: Wanted) -> String {
        let Some(subscription) = self.subscriptions.get(table) else { return String::new() };
        match &subscription.request {
            Some((id, under_way)) if *under_way == Wanted::Whole || wanted == Wanted::Missed => return id.clone(),
            _ => {}
        }
        let last = subscription.watched.as_ref().map(|watched| watched.table().seq);
        let after = last.filter(|_| wanted == Wanted::Missed);
        let recent = subscription.wants_recent;
        let id = self.send(Some(table), Ask::Watch { after, recent, views: false }, Origin::Client);
        if let Some(subscription) = self.subscriptions.get_mut(table) {
            subscription.request = Some((id.clone(), wanted));
        }
        id
    }

    /// The house forgets who was ready when a connection is lost.
    fn say_ready_again(&mut self, table: &TableId) {
        let Some(subscription) = self.subscriptions.get(table) else { return };
        let Some((round, entropy)) = subscription.ready.clone() else { return };
        if subscription.watched.as_ref().is_some_and(|watched| watched.awaits(round)) {
            self.send(Some(table), Ask::Ready { round, entropy }, Origin::Client);
        }
    }

    /// The ask with this id, which is answered now. A second answer finds none.
    fn answered(&mut self, id: &str) -> Option<Sent> {
        let index = self.unanswered.iter().position(|sent| sent.message.id == id)?;
        let sent = self.unanswered.remove(index);
        if let Some(subscription) = sent.message.table.as_ref().and_then(|table| self.subscriptions.get_mut(table)) {
            subscription.request.take_if(|(request, _)| request == id);
        }
        Some(sent)
    }

    /// What follows for the client from an ask that was done.
    fn take_note(&mut self, message: &ToServer) {
        let subscription = message.table.as_ref().and_then(|table| self.subscriptions.get_mut(table));
        if let (Some(subscription), Ask::Ready { round, entropy }) = (subscription, &message.ask) {
            subscription.ready = Some((*round, entropy.clone()));
            if let Some(watched) = &mut subscription.watched {
                watched.ready_noted(*round, entropy.as_deref());
            }
        }
    }

    fn on_refused(&mut self, refused: Refused) -> Vec<News> {
        let Some(sent) = self.answered(&refused.id) else {
            // An ask that the house could not read has no id; anything else was answered before.
            let is_unread = refused.id.is_empty();
            return is_unread.then_some(News::Refused { ask: None, refused }).into_iter().collect();
        };
        match (&sent.message.table, &sent.message.ask) {
            // A table that is only busy can be watched again later.
            (Some(table), Ask::Watch { .. }) if refused.code != "busy" => {
                self.subscriptions.remove(table);
                vec![News::Lost { table: table.clone(), refused }]
            }
            (_, ask) if sent.origin == Origin::Client && !is_standing(ask) => Vec::new(),
            _ => vec![News::Refused { ask: Some(Box::new(sent.message)), refused }],
        }
    }

    fn on_welcome(&mut self, welcome: Welcome) -> Vec<News> {
        self.welcome = Some(welcome);
        let tables: Vec<TableId> = self.subscriptions.keys().cloned().collect();
        for table in tables {
            self.look_closer(&table, &[]);
        }
        vec![News::Welcomed]
    }

    fn on_table(&mut self, view: TableView, now: u64) -> Vec<News> {
        let Some(subscription) = self.subscriptions.get_mut(&view.table) else { return Vec::new() };
        let is_unheard = std::mem::take(&mut subscription.is_unheard);
        if subscription.watched.as_ref().is_some_and(|watched| view.seq < watched.table().seq) && !is_unheard {
            return Vec::new();
        }
        let table = view.table.clone();
        if let Some(key) = &view.key {
            self.keys.insert(table.clone(), key.clone());
        }
        if let Some(rematch) = &view.rematch {
            self.pass_key(&table, &rematch.clone());
        }
        let Some(subscription) = self.subscriptions.get_mut(&table) else { return Vec::new() };
        let (mut watched, checks) = Watched::new(view, subscription.watched.take(), now);
        let lacking = watched.take_lacking();
        subscription.watched = Some(watched);
        subscription.request = None;
        let mut news = vec![News::Shown { table: table.clone() }];
        news.extend(tell(&table, checks, lacking));
        news
    }

    fn on_happened(
        &mut self,
        table: TableId,
        seq: u64,
        happenings: Vec<Happening>,
        clock: Clock,
        now: u64,
    ) -> Vec<News> {
        let Some(subscription) = self.subscriptions.get_mut(&table) else { return Vec::new() };
        let Some(watched) = &mut subscription.watched else { return Vec::new() };
        if seq != watched.table().seq + 1 {
            return self.cannot_follow(&table, Some(seq));
        }
        subscription.is_unheard = false;
        match watched.follow(seq, &happenings, clock, now) {
            Ok(checks) => {
                let lacking = watched.take_lacking();
                self.look_closer(&table, &happenings);
                for happening in &happenings {
                    if let Happening::Rematched { table: rematch } = happening {
                        self.pass_key(&table, rematch);
                    }
                }
                let checks = tell(&table, checks, lacking);
                let mut news = vec![News::Happened { table, happenings }];
                news.extend(checks);
                news
            }
            Err(_) => self.cannot_follow(&table, Some(seq)),
        }
    }

    /// A match and its rematch have the same key.
    fn pass_key(&mut self, table: &TableId, rematch: &TableId) {
        if let Some(key) = self.keys.get(table).cloned() {
            self.keys.insert(rematch.clone(), key);
        }
    }

    /// Something that is not next or does not fit: what is known already is left, what is missing is asked for.
    fn cannot_follow(&mut self, table: &TableId, seq: Option<u64>) -> Vec<News> {
        let Some(subscription) = self.subscriptions.get(table) else { return Vec::new() };
        let Some(watched) = &subscription.watched else { return Vec::new() };
        let next = watched.table().seq + 1;
        let wanted = match seq {
            Some(seq) if seq < next => return Vec::new(),
            Some(seq) if seq > next => Wanted::Missed,
            // To be told the same again would not help.
            _ => Wanted::Whole,
        };
        self.request(table, wanted);
        vec![News::Missed { table: table.clone() }]
    }

    /// Asks for the whole table where what happened leaves something open.
    fn look_closer(&mut self, table: &TableId, happenings: &[Happening]) {
        let Some(watched) = self.table(table) else { return };
        let player = self.welcome.as_ref().map(|welcome| &welcome.player);
        let is_leaving = |happening: &Happening| match happening {
            Happening::Left { .. } | Happening::Replaced { .. } => true,
            // Whoever is sent away may not be shown the table any more.
            Happening::Removed { player: removed } => player == Some(removed),
            _ => false,
        };
        let has_left = happenings.iter().any(is_leaving);
        let has_sat = happenings.iter().any(|happening| matches!(happening, Happening::Sat { .. }));
        let is_elsewhere = player.is_some_and(|player| watched.is_seen_from_elsewhere(player));
        if has_left || is_elsewhere || has_sat && !watched.is_host_seated() {
            self.request(table, Wanted::Whole);
        }
    }

    fn on_presence(&mut self, presence: Presence) -> Vec<News> {
        let table = presence.table.clone();
        let Some(subscription) = self.subscriptions.get_mut(&table) else { return Vec::new() };
        subscription.presence = Some(presence);
        vec![News::Presence { table }]
    }

    fn change_lobby(&mut self, change: impl FnOnce(&mut Few<TableId, Summary>)) -> Vec<News> {
        let Some(lobby) = &mut self.lobby else { return Vec::new() };
        change(lobby);
        vec![News::Lobby]
    }
}

impl Sent {
    fn text(&self) -> String {
        self.message.to_text()
    }
}

/// Whether an ask is remembered as a wish, and made anew on every connection.
fn is_standing(ask: &Ask) -> bool {
    matches!(ask, Ask::Watch { .. } | Ask::Unwatch | Ask::Lobby | Ask::LeaveLobby)
}

/// What was found out about deals, as news.
fn tell(table: &TableId, checks: DealChecks, lacking: Vec<u16>) -> impl Iterator<Item = News> + use<> {
    let (table, of) = (table.clone(), table.clone());
    let lacking = lacking.into_iter().map(move |round| News::OwnEntropyMissing { table: of.clone(), round });
    lacking.chain(checks.into_iter().map(move |(round, check)| News::Deal { table: table.clone(), round, check }))
}
