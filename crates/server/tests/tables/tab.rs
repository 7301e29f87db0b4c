//! One WebSocket, as a tab of a browser would hold it, and what it knows of the table it watches.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::house_at_port_zero::Visitor;
use crate::schema::{check_to_client, check_to_server};

/// Nothing takes that long; a test that waits longer waits for ever.
const HANGS: Duration = Duration::from_secs(90);

/// Numbers the asks of a whole test run, so that no two have the same id.
static ASKED: AtomicU64 = AtomicU64::new(1);

/// A WebSocket.
pub(crate) struct Tab {
    pub(crate) socket: WebSocketStream<TcpStream>,
    pub(crate) visitor: Visitor,
    pub(crate) welcome: Value,
    /// The table that is watched.
    pub(crate) table: Followed,
    /// The public tables, while the list is followed.
    pub(crate) lobby: BTreeMap<String, Value>,
}

/// What a client knows of a table from its messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed {
    pub(crate) id: String,
    /// The key of its link, if this client has it.
    pub(crate) key: Option<String>,
    pub(crate) seq: u64,
    pub(crate) seat: Option<u64>,
    pub(crate) stage: String,
    pub(crate) host: String,
    pub(crate) sitters: Vec<Value>,
    /// The round that is committed to and not dealt yet.
    pub(crate) next_round: Option<u64>,
    pub(crate) clock: Value,
    pub(crate) presence: Value,
    pub(crate) places: Value,
    pub(crate) rematch: Value,
    /// The last view, if one was sent.
    pub(crate) view: Value,
    /// What happened, by sequence number.
    pub(crate) log: BTreeMap<u64, Value>,
    /// How often everything was shown.
    pub(crate) views: u32,
    /// Whether there may be a gap, because a fresh view is on its way.
    pub(crate) may_lag: bool,
}

pub(crate) fn request(visitor: &Visitor) -> Request {
    let mut request = format!("ws://{}/api/ws?lang=en", visitor.address).into_client_request().expect("a request");
    let bearer = format!("Bearer {}", visitor.token).parse().expect("a header");
    request.headers_mut().insert("authorization", bearer);
    request
}

/// A fresh id for an ask.
pub(crate) fn fresh_id() -> String {
    format!("ask-{}", ASKED.fetch_add(1, Ordering::Relaxed))
}

impl Tab {
    pub(crate) async fn connect(visitor: &Visitor) -> Self {
        Self::connect_with(visitor, request(visitor)).await.expect("a WebSocket")
    }

    /// Connects with a request of one's own.
    pub(crate) async fn connect_with(visitor: &Visitor, request: Request) -> Result<Self, Error> {
        let stream = TcpStream::connect(visitor.address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        let (table, lobby) = (Followed::default(), BTreeMap::new());
        let mut tab = Self { socket, visitor: visitor.clone(), welcome: Value::Null, table, lobby };
        let message = tab.next().await;
        assert_eq!(message["welcome"]["player"], *visitor.player, "{message}");
        tab.welcome = message["welcome"].clone();
        Ok(tab)
    }

    /// Sends a message as it is.
    pub(crate) async fn send_raw(&mut self, message: Message) -> Result<(), Error> {
        self.socket.send(message).await
    }

    /// Sends an ask, and gives its id.
    pub(crate) async fn send(&mut self, ask: Value) -> String {
        let id = fresh_id();
        self.send_as(&id, ask).await;
        id
    }

    /// Sends an ask about the table that is watched, with this id.
    pub(crate) async fn send_as(&mut self, id: &str, ask: Value) {
        let table = self.table.id.clone();
        self.send_about(&table, id, ask).await;
    }

    /// Sends an ask about a table, or about the house.
    pub(crate) async fn send_about(&mut self, table: &str, id: &str, ask: Value) {
        let mut message = json!({ "id": id, "ask": ask });
        if !table.is_empty() {
            message["table"] = table.into();
        }
        if let Some(key) = self.table.key.as_ref().filter(|_| table == self.table.id) {
            message["key"] = key.as_str().into();
        }
        check_to_server(&message);
        self.send_raw(Message::text(message.to_string())).await.expect("the socket is open");
    }

    /// Asks and waits for the answer: what was answered, or what was refused.
    pub(crate) async fn ask(&mut self, ask: Value) -> Result<Value, Value> {
        let id = self.send(ask).await;
        self.answer_to(&id).await
    }

    /// The same with this id.
    pub(crate) async fn ask_as(&mut self, id: &str, ask: Value) -> Result<Value, Value> {
        self.send_as(id, ask).await;
        self.answer_to(id).await
    }

    /// Asks for something that is granted.
    pub(crate) async fn granted(&mut self, ask: Value) -> Value {
        let asked = ask.to_string();
        self.ask(ask).await.unwrap_or_else(|refused| panic!("{asked}: {refused}"))
    }

    /// Asks for something that is refused; the code.
    pub(crate) async fn refused(&mut self, ask: Value) -> String {
        let asked = ask.to_string();
        let refused = self.ask(ask).await.expect_err(&asked);
        assert!(!refused["message"].as_str().expect("a sentence").is_empty());
        refused["code"].as_str().expect("a code").to_owned()
    }

    pub(crate) async fn answer_to(&mut self, id: &str) -> Result<Value, Value> {
        loop {
            let message = self.next().await;
            if message["answer"]["id"] == id {
                return Ok(message["answer"].clone());
            }
            if message["refused"]["id"] == id {
                return Err(message["refused"].clone());
            }
        }
    }

    /// Watches a table and waits for the view. The table is named by its id, or as in its link, with the key.
    pub(crate) async fn watch(&mut self, table: &str) {
        let (id, key) = match table.split_once("?key=") {
            Some((id, key)) => (id.into(), Some(key.into())),
            None => (table.into(), None),
        };
        self.table = Followed { id, key, ..Followed::default() };
        self.granted(json!({ "watch": {} })).await;
        self.until(|table| table.views > 0).await;
    }

    /// Reads on until the table is as wanted.
    pub(crate) async fn until(&mut self, mut is_wanted: impl FnMut(&Followed) -> bool) {
        while !is_wanted(&self.table) {
            self.next().await;
        }
    }

    /// Reads on until something has happened, and gives it.
    pub(crate) async fn happening(&mut self, name: &str) -> Value {
        loop {
            let message = self.next().await;
            let happenings = message["happened"]["happenings"].as_array().into_iter().flatten();
            if let Some(found) = happenings.filter_map(|happening| happening.get(name)).next() {
                return found.clone();
            }
        }
    }

    /// The next message; it fits the schema and the sequence.
    pub(crate) async fn next(&mut self) -> Value {
        match self.next_or_close().await {
            Ok(message) => message,
            Err(close) => panic!("the house has hung up: {close:?}; {:?}", self.table),
        }
    }

    /// The next message, or how it ended.
    pub(crate) async fn next_or_close(&mut self) -> Result<Value, Option<CloseFrame>> {
        loop {
            let next = tokio::time::timeout(HANGS, self.socket.next()).await;
            match next.unwrap_or_else(|_| panic!("nothing comes any more: {:?}", self.table)) {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    check_to_client(&message);
                    self.take(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// Reads on until the house hangs up; the code, or 0 if it has none.
    pub(crate) async fn closed(&mut self) -> u16 {
        loop {
            if let Err(frame) = self.next_or_close().await {
                return frame.map_or(0, |frame| frame.code.into());
            }
        }
    }

    fn take(&mut self, message: &Value) {
        if let Some(view) = message.get("table").filter(|view| view["table"] == *self.table.id) {
            self.table.look(view);
        } else if let Some(happened) = message.get("happened").filter(|it| it["table"] == *self.table.id) {
            self.table.follow(happened, &self.visitor.player);
        } else if let Some(presence) = message.get("presence").filter(|it| it["table"] == *self.table.id) {
            self.table.presence = presence.clone();
        } else if let Some(lobby) = message.get("lobby") {
            let tables = lobby["tables"].as_array().expect("a list").iter();
            self.lobby = tables.map(|summary| (text(&summary["table"]), summary.clone())).collect();
        } else if let Some(summary) = message.get("lobby_changed") {
            self.lobby.insert(text(&summary["table"]), summary.clone());
        } else if let Some(lost) = message.get("lobby_lost") {
            self.lobby.remove(lost["table"].as_str().expect("text"));
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

impl Followed {
    /// Whether it is this client's turn.
    pub(crate) fn is_my_turn(&self) -> bool {
        self.stage == "playing" && self.seat.is_some() && self.clock["seat"].as_u64() == self.seat
    }

    /// How often somebody has made a step, as far as this client has seen.
    pub(crate) fn steps(&self) -> usize {
        self.all("stepped").count()
    }

    /// Everything of one kind that happened, with its sequence number.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (u64, &'a Value)> {
        self.log.iter().flat_map(move |(seq, happened)| {
            let happenings = happened["happenings"].as_array().into_iter().flatten();
            happenings.filter_map(move |happening| Some((*seq, happening.get(name)?)))
        })
    }

    fn look(&mut self, view: &Value) {
        let seq = view["seq"].as_u64().expect("a number");
        assert!(seq >= self.seq, "a fresh view is not older than what was known: {seq} after {}", self.seq);
        self.seq = seq;
        self.seat = view["seat"].as_u64();
        self.stage = text(&view["stage"]);
        self.host = text(&view["host"]);
        self.sitters = view["seats"].as_array().expect("seats").iter().map(|seat| seat["sitter"].clone()).collect();
        let open = view["rounds"].as_array().and_then(|rounds| rounds.last()).filter(|it| it.get("entropy").is_none());
        self.next_round = open.and_then(|round| round["round"].as_u64());
        self.clock = view["clock"].clone();
        self.places = view["places"].clone();
        self.rematch = view["rematch"].clone();
        self.view = view.clone();
        self.views += 1;
    }

    fn follow(&mut self, happened: &Value, me: &str) {
        let seq = happened["seq"].as_u64().expect("a number");
        if self.may_lag && seq > self.seq + 1 {
            return;
        }
        assert_eq!(seq, self.seq + 1, "no gap and no repeat");
        self.seq = seq;
        self.clock = happened["clock"].clone();
        for happening in happened["happenings"].as_array().expect("a list") {
            let (name, what) = match happening {
                Value::String(name) => (name, &Value::Null),
                Value::Object(fields) => fields.iter().next().expect("one field"),
                _ => panic!("{happening}"),
            };
            match name.as_str() {
                "sat" => {
                    let seat = what["seat"].as_u64().expect("a seat");
                    self.sitters[seat as usize] = what["sitter"].clone();
                    if what["sitter"]["player"] == me {
                        self.seat = Some(seat);
                    }
                }
                "left" => {
                    let seat = what["seat"].as_u64().expect("a seat");
                    self.sitters[seat as usize] = Value::Null;
                    if self.seat == Some(seat) {
                        self.seat = None;
                    }
                }
                "began" => self.stage = "between".into(),
                "committed" => {
                    self.stage = "between".into();
                    self.next_round = what["round"].as_u64();
                }
                "dealt" => {
                    self.stage = "playing".into();
                    self.next_round = None;
                }
                "revealed" => self.stage = "between".into(),
                "ended" => {
                    self.stage = "over".into();
                    self.places = what["places"].clone();
                }
                "closed" => self.stage = "closed".into(),
                "rematched" => self.rematch = what["table"].clone(),
                _ => {}
            }
        }
        self.log.insert(seq, happened.clone());
    }
}
