//! A house for one test: on a thread of its own, at a port of its own, with a real file in a folder of its own.

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::config::Durability;
use server::{App, Config, WallClock};
use tempfile::TempDir;
use tokio::sync::oneshot;

use crate::tab::Tab;

/// A house that is open. It closes when it is dropped.
pub(crate) struct House {
    pub(crate) app: Arc<App>,
    pub(crate) address: SocketAddr,
    folder: Arc<TempDir>,
    thread: Option<JoinHandle<()>>,
    client: reqwest::Client,
    clock: Option<TestClock>,
}

/// A clock that moves only when a test says so.
struct TestClock {
    /// Milliseconds since 1970.
    now: Arc<AtomicU64>,
    moves: Sender<Move>,
}

/// How far the clock is to be moved, and who waits until it is.
type Move = (Duration, oneshot::Sender<()>);

/// Somebody who has come in: a player and their token.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) player: String,
}

/// Settings for tests: bots answer at once, and nobody asks too often.
pub(crate) fn config() -> Config {
    let often = NonZeroU32::new(10_000_000).expect("not zero");
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        durability: Durability::Normal,
        address_requests: often,
        session_requests: often,
        new_guests: often,
        messages: often,
        network_messages: often,
        records: often,
        network_records: often,
        tables_per_network: often,
        connections_per_address: often,
        bot_pace_ms: 0,
        thinkers: NonZeroUsize::new(2).expect("not zero"),
        closing_seconds: 2,
        ..Config::default()
    }
}

impl House {
    /// Opens a house with a file of its own.
    pub(crate) async fn open(config: Config) -> Self {
        Self::open_in(Arc::new(TempDir::new().expect("a folder")), config, None).await
    }

    /// Opens a house whose time stands still until it is moved.
    pub(crate) async fn open_at_rest(config: Config) -> Self {
        let now = Arc::new(AtomicU64::new(1_800_000_000_000));
        Self::open_in(Arc::new(TempDir::new().expect("a folder")), config, Some(now)).await
    }

    async fn open_in(folder: Arc<TempDir>, mut config: Config, now: Option<Arc<AtomicU64>>) -> Self {
        config.data = folder.path().join("tapis.db").into();
        let (tell, told) = channel();
        let (moves, moved) = channel();
        let clock = now.map(|now| TestClock { now, moves });
        let now = clock.as_ref().map(|clock| Arc::clone(&clock.now));
        let thread = std::thread::spawn(move || {
            let mut runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = runtime.enable_all().start_paused(now.is_some()).build().expect("a runtime");
            runtime.block_on(async {
                let wall_clock = match now {
                    Some(now) => {
                        tokio::spawn(move_time(Arc::clone(&now), moved));
                        WallClock::new(move || now.load(Ordering::Relaxed))
                    }
                    None => WallClock::system(),
                };
                let listener = server::listen(config.listen).await.expect("a free port");
                let address = listener.local_addr().expect("an address");
                let app = App::open(config, wall_clock, Vec::new()).await.expect("the house opens");
                tell.send((Arc::clone(&app), address)).expect("the test waits");
                server::serve(app, listener).await;
            });
        });
        let opened = tokio::task::spawn_blocking(move || told.recv()).await.expect("it does not panic");
        let (app, address) = opened.expect("the house opens");
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self { app, address, folder, thread: Some(thread), client, clock }
    }

    /// The same so many seconds later, and then time stands still.
    pub(crate) async fn reopen_later(mut self, seconds: u64) -> Self {
        let now = Arc::new(AtomicU64::new(self.app.clock.now() + seconds * 1_000));
        let (moves, _) = channel();
        self.clock = Some(TestClock { now, moves });
        self.reopen().await
    }

    /// Closes the house and opens it again with the same file, at another port.
    pub(crate) async fn reopen(mut self) -> Self {
        let (folder, config) = (Arc::clone(&self.folder), self.app.config.clone());
        self.app.closing.cancel();
        // Nobody moves the old house's time any more, so that it does not wait for it when it closes.
        let now = self.clock.take().map(|clock| clock.now);
        let thread = self.thread.take().expect("it is open");
        tokio::task::spawn_blocking(|| thread.join()).await.expect("it is waited for").expect("the house closes");
        // The file is free when nobody holds anything of the old house.
        drop(self);
        Self::open_in(folder, config, now).await
    }

    /// Moves the clock, in small steps: these clients say all the while that they are still there.
    pub(crate) async fn advance(&self, seconds: u64, tabs: &mut [&mut Tab]) {
        let clock = self.clock.as_ref().expect("a house at rest");
        for _ in 0..seconds {
            let (done, moved) = oneshot::channel();
            clock.moves.send((Duration::from_secs(1), done)).expect("the house is open");
            moved.await.expect("the house is open");
            for tab in tabs.iter_mut() {
                tab.granted(json!("ping")).await;
            }
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Asks for a page.
    pub(crate) async fn get(&self, path: &str) -> (StatusCode, String) {
        let response = self.client.get(self.url(path)).send().await.expect("an answer");
        (response.status(), response.text().await.expect("text"))
    }

    /// Asks for a page that is JSON.
    pub(crate) async fn get_json(&self, path: &str) -> Value {
        let (status, text) = self.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    /// The same for somebody who has a session.
    pub(crate) async fn get_json_as(&self, visitor: &Visitor, path: &str) -> Value {
        let (status, answer) = self.ask(Method::GET, path, &visitor.token, json!({})).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    /// Asks for something to be done; what was answered, whatever it is.
    pub(crate) async fn ask(&self, method: Method, path: &str, token: &str, body: Value) -> (StatusCode, Value) {
        let request = self.client.request(method, self.url(path)).header("accept-language", "en").bearer_auth(token);
        let response = request.json(&body).send().await.expect("an answer");
        let status = response.status();
        (status, serde_json::from_slice(&response.bytes().await.expect("bytes")).unwrap_or(Value::Null))
    }

    /// Asks for something that is granted.
    pub(crate) async fn post(&self, path: &str, token: &str, body: Value) -> Value {
        let (status, answer) = self.ask(Method::POST, path, token, body).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    /// Comes in as a person.
    pub(crate) async fn person(&self, name: &str) -> Visitor {
        self.visitor(name, "human").await
    }

    /// Comes in as a person or as a program.
    pub(crate) async fn visitor(&self, name: &str, kind: &str) -> Visitor {
        let opened = self.post("/api/session", "", json!({ "name": name, "kind": kind })).await;
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        Visitor { address: self.address, token: text(&opened["token"]), player: text(&opened["player"]["id"]) }
    }

    /// Opens a table; gives its id.
    pub(crate) async fn table(&self, host: &Visitor, settings: Value, bots: &[(u8, &str)]) -> String {
        let bots: Vec<Value> = bots.iter().map(|(seat, level)| json!({ "seat": seat, "level": level })).collect();
        let found = self.post("/api/tables", &host.token, json!({ "settings": settings, "bots": bots })).await;
        found["table"].as_str().expect("an id").to_owned()
    }

    /// Opens a table for those who are invited; gives its address as it stands in its link, the id and the key.
    pub(crate) async fn invitation(&self, host: &Visitor, mut settings: Value) -> String {
        settings["visibility"] = json!("invited");
        let found = self.post("/api/tables", &host.token, json!({ "settings": settings })).await;
        let link = found["link"].as_str().expect("a link");
        link.rsplit_once('/').expect("an address").1.to_owned()
    }

    /// Asks for a page as somebody.
    pub(crate) async fn get_as(&self, path: &str, token: &str) -> (StatusCode, String) {
        let response = self.client.get(self.url(path)).bearer_auth(token).send().await.expect("an answer");
        (response.status(), response.text().await.expect("text"))
    }
}

/// Moves the time of a house when it is told to, until nobody can tell it any more.
async fn move_time(now: Arc<AtomicU64>, moves: Receiver<Move>) {
    let moves = Arc::new(Mutex::new(moves));
    loop {
        let next = Arc::clone(&moves);
        // While something blocks, time does not go on by itself.
        let next = tokio::task::spawn_blocking(move || next.lock().expect("nobody panics").recv().ok()).await;
        let Ok(Some((by, done))) = next else { return };
        now.fetch_add(by.as_millis() as u64, Ordering::Relaxed);
        tokio::time::advance(by).await;
        // The test may have ended.
        let _ = done.send(());
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.app.closing.cancel();
    }
}

impl Visitor {
    /// Opens a WebSocket and waits for the welcome.
    pub(crate) async fn connect(&self) -> Tab {
        Tab::connect(self).await
    }

    /// Opens a WebSocket and watches a table.
    pub(crate) async fn watch(&self, table: &str) -> Tab {
        let mut tab = self.connect().await;
        tab.watch(table).await;
        tab
    }
}
