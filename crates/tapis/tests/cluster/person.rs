//! Somebody with the headless client: plays whatever is legal, and goes to the next node when theirs does not answer.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use client::{Client, News, Watched};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use wire::house::{AnswerResult, Ask, PlayerId, Stage, TableId};

/// After so long without a word a node is asked whether it is there; after as long again it is left.
const SILENCE: Duration = Duration::from_secs(2);
/// The pause before the next node is tried.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause before something is asked again that could not be written.
const ASK_AGAIN: Duration = Duration::from_millis(200);
/// No request takes longer.
const MAX_REQUEST: Duration = Duration::from_secs(60);

/// What all people of a match have done.
#[derive(Clone, Default)]
pub(crate) struct Progress(Arc<Shared>);

#[derive(Default)]
struct Shared {
    moves: AtomicU64,
    has_outage: AtomicBool,
    is_over: AtomicBool,
    is_held: AtomicBool,
    changed: Notify,
    /// Where each player stands, to tell what a match waits for.
    standing: Mutex<BTreeMap<PlayerId, String>>,
}

impl Progress {
    /// How many moves were acknowledged.
    pub(crate) fn moves(&self) -> u64 {
        self.0.moves.load(Ordering::Relaxed)
    }

    /// Lets nobody move, so that the match is still under way when something has gone wrong; or lets them again.
    pub(crate) fn hold(&self, is_held: bool) {
        self.0.is_held.store(is_held, Ordering::Relaxed);
    }

    fn is_held(&self) -> bool {
        self.0.is_held.load(Ordering::Relaxed)
    }

    /// Whether somebody has seen the end of the match.
    pub(crate) fn is_over(&self) -> bool {
        self.0.is_over.load(Ordering::Relaxed)
    }

    /// Where each player stands.
    pub(crate) fn standing(&self) -> String {
        self.0.standing.lock().expect("nobody panics").values().map(|it| format!("\n{it}")).collect()
    }

    /// Waits until so many were, or the match is over.
    pub(crate) async fn reach(&self, moves: u64) {
        self.wait(|| self.moves() >= moves || self.0.is_over.load(Ordering::Relaxed)).await;
    }

    /// Waits until somebody was told that nothing can be written.
    pub(crate) async fn told_of_outage(&self) {
        self.wait(|| self.0.has_outage.load(Ordering::Relaxed)).await;
    }

    async fn wait(&self, is_reached: impl Fn() -> bool) {
        loop {
            let changed = self.0.changed.notified();
            if is_reached() {
                return;
            }
            // A change between the look and the wait is seen at the next look.
            let _ = timeout(PAUSE, changed).await;
        }
    }
}

/// What somebody does at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Host,
    Guest,
}

/// What somebody was told of a match.
pub(crate) struct Played {
    pub(crate) player: PlayerId,
    /// The ids of the asks that were acknowledged as written.
    pub(crate) acknowledged: Vec<String>,
}

/// Somebody with a session.
pub(crate) struct Person {
    pub(crate) id: PlayerId,
    token: String,
    /// The addresses they know, and which they use.
    nodes: Vec<String>,
    at: usize,
    progress: Progress,
    http: reqwest::Client,
}

impl Person {
    /// Comes in at one of the nodes.
    pub(crate) async fn come_in(nodes: &[String], at: usize, progress: Progress) -> Self {
        let (id, token, nodes) = (PlayerId::from("nobody"), String::new(), nodes.to_vec());
        let mut person = Self { id, token, nodes, at, progress, http: reqwest::Client::new() };
        let opened = person.post("/api/session", &json!({})).await;
        let word = |value: &Value| value.as_str().unwrap_or_else(|| panic!("nobody comes in: {opened}")).to_owned();
        person.token = word(&opened["token"]);
        person.id = PlayerId::from(word(&opened["player"]["id"]));
        person
    }

    pub(crate) fn go_to(&mut self, node: usize) {
        self.at = node;
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        self.request(self.http.post(self.url(path)).json(body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.request(self.http.get(self.url(path))).await
    }

    pub(crate) async fn delete(&self, path: &str, body: &Value) -> Value {
        self.request(self.http.delete(self.url(path)).json(body)).await
    }

    /// Waits until their node knows what they are called.
    pub(crate) async fn until_called(&self, name: &str) {
        while self.get("/api/session").await["player"]["name"] != name {
            sleep(PAUSE).await;
        }
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.nodes[self.at % self.nodes.len()])
    }

    async fn request(&self, request: reqwest::RequestBuilder) -> Value {
        let request = if self.token.is_empty() { request } else { request.bearer_auth(&self.token) };
        let answer = request.timeout(MAX_REQUEST).send().await.expect("the node answers");
        let text = answer.text().await.expect("an answer");
        // What is done without a word is answered with none.
        if text.is_empty() { Value::Null } else { serde_json::from_str(&text).expect("JSON") }
    }

    /// Plays at a table until its match is over.
    pub(crate) async fn play(mut self, table: TableId, role: Role) -> Played {
        let begun = Instant::now();
        let mut line = PlayerAtTable {
            client: Client::new(u64::from_str_radix(&hex(&self.id), 16).unwrap_or(7)),
            table,
            role,
            acknowledged: Vec::new(),
            asked_at: None,
            ready: None,
            is_over: false,
        };
        line.client.watch(&line.table);
        while !line.is_over {
            self.visit(&mut line, begun).await;
            line.client.disconnected();
            // The other nodes are those the house has told of; theirs may come back.
            for node in line.client.nodes() {
                if !self.nodes.contains(node) {
                    self.nodes.push(node.clone());
                }
            }
            self.at += 1;
            sleep(PAUSE).await;
        }
        self.progress.0.is_over.store(true, Ordering::Relaxed);
        Played { player: self.id, acknowledged: line.acknowledged }
    }

    /// One connection, from the first message to the last.
    async fn visit(&self, line: &mut PlayerAtTable, begun: Instant) {
        let url = self.url("/api/ws").replacen("http", "ws", 1);
        let mut request = url.into_client_request().expect("an address");
        request.headers_mut().insert("Authorization", format!("Bearer {}", self.token).parse().expect("a token"));
        let Ok(Ok((mut socket, _))) = timeout(SILENCE, connect_async(request)).await else { return };
        (line.asked_at, line.ready) = (None, None);
        line.client.connected();
        let mut is_pinged = false;
        while !line.is_over {
            for text in line.client.take_outgoing() {
                if socket.send(Message::text(text)).await.is_err() {
                    return;
                }
            }
            let is_held = self.progress.is_held();
            match timeout(if is_held { PAUSE } else { SILENCE }, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    is_pinged = false;
                    let now = u64::try_from(begun.elapsed().as_millis()).expect("not for ever");
                    let news = line.client.receive(text.as_str(), now);
                    let mut is_stuck = false;
                    for one in news {
                        is_stuck |= one == News::Outage { over: false };
                        self.on_news(line, one).await;
                    }
                    if is_stuck {
                        // Another node may be better off.
                        return;
                    }
                    self.act(line);
                    self.stand(line);
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return,
                Ok(Some(Ok(_))) => is_pinged = false,
                Err(_) if is_held => self.act(line),
                Err(_) if is_pinged => return,
                Err(_) => {
                    is_pinged = true;
                    if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                        return;
                    }
                    // What was refused for a while may be asked again.
                    line.asked_at = None;
                    self.act(line);
                }
            }
        }
        let _ = socket.close(None).await;
    }

    fn act(&self, line: &mut PlayerAtTable) {
        if !self.progress.is_held() {
            line.act();
        }
    }

    fn stand(&self, line: &PlayerAtTable) {
        let view = line.client.table(&line.table).map(Watched::table);
        let view = view.map(|view| (view.seq, view.stage, view.seat, view.clock.clone()));
        let unanswered: Vec<_> = line.client.unanswered().map(|asked| &asked.ask).collect();
        let standing = format!("at {}: {view:?}, asked {unanswered:?} at {:?}", self.at, line.asked_at);
        self.progress.0.standing.lock().expect("nobody panics").insert(self.id.clone(), standing);
    }

    async fn on_news(&self, line: &mut PlayerAtTable, news: News) {
        match news {
            News::Answered { ask, answer } => {
                if answer.seq.is_some() {
                    line.acknowledged.push(answer.id.clone());
                }
                if matches!(ask.ask, Ask::Submit { .. }) {
                    self.progress.0.moves.fetch_add(1, Ordering::Relaxed);
                    self.progress.0.changed.notify_waiters();
                }
                if let Some(AnswerResult::Legal(legal)) = answer.result {
                    // Drawing again and again makes no match end.
                    let step = legal.moves.iter().find(|step| **step != "draw").or(legal.moves.first());
                    if let Some(step) = step {
                        line.client.ask_table(&line.table, Ask::Submit { step: step.clone() });
                    }
                }
            }
            News::Refused { refused, .. } if refused.code == "not-written" => {
                sleep(ASK_AGAIN).await;
                line.asked_at = None;
            }
            News::Lost { refused, .. } => {
                assert_eq!(refused.code, "not-written", "nobody is shut out: {refused:?}");
                sleep(ASK_AGAIN).await;
                line.client.watch(&line.table);
            }
            News::Outage { over: false } => {
                self.progress.0.has_outage.store(true, Ordering::Relaxed);
                self.progress.0.changed.notify_waiters();
            }
            News::Outage { over: true } => line.asked_at = None,
            _ => {}
        }
    }
}

/// A number from an id, so that no two clients call their asks alike.
fn hex(id: &PlayerId) -> String {
    id.bytes().rev().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// One player at one table.
struct PlayerAtTable {
    client: Client,
    table: TableId,
    role: Role,
    acknowledged: Vec<String>,
    /// At which place of the table something was last asked.
    asked_at: Option<u64>,
    /// The round they have said to be ready for.
    ready: Option<u16>,
    is_over: bool,
}

impl PlayerAtTable {
    /// Asks for what comes next, unless something is still unanswered.
    fn act(&mut self) {
        if self.client.unanswered().next().is_some() {
            return;
        }
        let Some(watched) = self.client.table(&self.table) else { return };
        let view = watched.table();
        let (seq, seat) = (view.seq, view.seat);
        let is_wanted = self.asked_at != Some(seq);
        let ask = match view.stage {
            Stage::Over | Stage::Closed => {
                self.is_over = true;
                return;
            }
            Stage::Gathering if seat.is_none() => Some(Ask::Sit { seat: None }),
            Stage::Gathering => {
                let all_sit = view.seats.iter().all(|seat| seat.sitter.is_some());
                (all_sit && self.role == Role::Host).then_some(Ask::Begin { fill: None })
            }
            Stage::Between => {
                let round = view.rounds.last().filter(|round| round.entropy.is_none()).map(|round| round.round);
                let round = round.filter(|round| self.ready != Some(*round));
                self.ready = round.or(self.ready);
                round.map(|round| Ask::Ready { round, entropy: None })
            }
            Stage::Playing => {
                let is_turn = seat.is_some() && view.clock.seat == seat;
                let may_call = seat.is_some_and(|seat| view.clock.also.contains(&seat));
                (is_turn || may_call).then_some(Ask::Legal)
            }
        };
        if let Some(ask) = ask.filter(|_| is_wanted) {
            // A move changes the table; whatever else is asked once at a place of it.
            self.asked_at = Some(seq);
            self.client.ask_table(&self.table, ask);
        }
    }
}
