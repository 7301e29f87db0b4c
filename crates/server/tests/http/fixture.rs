//! A house for one test: its own port, its own file, and an easy way to ask it things.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::Value;
use server::{App, Config, Page, WallClock};
use tempfile::TempDir;
use tokio::task::JoinHandle;

/// A house that is open.
pub(crate) struct House {
    pub(crate) app: Arc<App>,
    pub(crate) address: SocketAddr,
    /// What time it is, in milliseconds since 1970.
    pub(crate) clock: Arc<AtomicU64>,
    folder: Arc<TempDir>,
    serving: JoinHandle<()>,
    client: reqwest::Client,
}

/// What the house answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    /// The code of a refusal; empty if it is none.
    pub(crate) fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }

    /// A field of text.
    pub(crate) fn text(&self, field: &str) -> String {
        let found = field.split('.').fold(&self.body, |value, name| &value[name]);
        found.as_str().unwrap_or_else(|| panic!("no text {field} in {}", self.body)).to_owned()
    }
}

/// Settings that let tests ask as often as they like.
pub(crate) fn config() -> Config {
    let often = NonZeroU32::new(100_000).expect("not zero");
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        address_requests: often,
        session_requests: often,
        new_guests: often,
        login_attempts: often,
        account_attempts: often,
        records: often,
        network_records: often,
        ..Config::default()
    }
}

impl House {
    /// Opens a house with a file of its own.
    pub(crate) async fn open(config: Config) -> Self {
        Self::open_with(config, Vec::new()).await
    }

    /// The same with files for browsers.
    pub(crate) async fn open_with(config: Config, pages: Vec<Page>) -> Self {
        let clock = Arc::new(AtomicU64::new(1_800_000_000_000));
        Self::open_in(Arc::new(TempDir::new().expect("a folder")), config, pages, clock).await
    }

    async fn open_in(folder: Arc<TempDir>, mut config: Config, pages: Vec<Page>, clock: Arc<AtomicU64>) -> Self {
        let data: PathBuf = folder.path().join("deep").join("tapis.db");
        config.data = data.into();
        let listener = server::listen(config.listen).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let now = Arc::clone(&clock);
        let wall_clock = WallClock::new(move || now.load(Ordering::Relaxed));
        let app = App::open(config, wall_clock, pages).await.expect("the house opens");
        let serving = tokio::spawn(server::serve(Arc::clone(&app), listener));
        let client = reqwest::Client::builder().user_agent("test device").no_proxy().build().expect("a client");
        Self { app, address, clock, folder, serving, client }
    }

    /// Closes the house and opens it again with the same file.
    pub(crate) async fn reopen(self) -> Self {
        let (folder, config, pages) = (Arc::clone(&self.folder), self.app.config.clone(), self.app.pages.clone());
        let clock = Arc::clone(&self.clock);
        self.close().await;
        Self::open_in(folder, config, pages, clock).await
    }

    /// So many days go by.
    pub(crate) fn wait_days(&self, days: u64) {
        self.clock.fetch_add(days * 24 * 60 * 60 * 1_000, Ordering::Relaxed);
    }

    /// The file that holds everything.
    pub(crate) fn data(&self) -> PathBuf {
        self.app.config.data.path().to_owned()
    }

    /// Closes the house; it ends when everybody has gone and everything is written.
    pub(crate) async fn close(self) {
        self.app.closing.cancel();
        self.serving.await.expect("the house closes");
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Asks something, with a token or without one.
    pub(crate) async fn ask(&self, method: Method, path: &str, token: &str, body: Option<Value>) -> Answer {
        let mut request = self.client.request(method, self.url(path));
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        self.send(request).await
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Answer {
        self.ask(Method::GET, path, token, None).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, token, Some(body)).await
    }

    /// A request to be changed before it is sent.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, self.url(path))
    }

    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await.expect("a body");
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Answer { status, headers, body }
    }

    /// Comes in as a guest.
    pub(crate) async fn guest(&self) -> Answer {
        let answer = self.post("/api/session", "", serde_json::json!({})).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        answer
    }

    /// Comes in as a guest and takes a name; gives the token.
    pub(crate) async fn named(&self, name: &str) -> String {
        let token = self.guest().await.text("token");
        let claimed =
            self.post("/api/claim", &token, serde_json::json!({"name": name, "password": "a password"})).await;
        assert_eq!(claimed.status, StatusCode::OK, "{claimed:?}");
        token
    }
}
