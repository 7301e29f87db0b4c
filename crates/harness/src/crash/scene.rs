//! What all people of a run share: where the house is, what they were told, what went wrong, when to stop.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::crash::CrashError;
use crate::crash::claims::{Claim, Claims};

/// How long somebody who could not reach the house waits before they try again.
pub(crate) const RETRY: Duration = Duration::from_millis(15);
/// No request takes longer than this.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// What all people of a run share.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) address: SocketAddr,
    pub(crate) claims: Claims,
    /// Cancelled when everybody is to stop.
    pub(crate) stop: CancellationToken,
    http: reqwest::Client,
    moves: AtomicU64,
    repeats: AtomicU64,
    /// Something was granted, or went wrong.
    changed: Notify,
    broken: Mutex<Option<CrashError>>,
}

impl Scene {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            claims: Claims::default(),
            stop: CancellationToken::new(),
            http: reqwest::Client::new(),
            moves: AtomicU64::new(0),
            repeats: AtomicU64::new(0),
            changed: Notify::new(),
            broken: Mutex::new(None),
        }
    }

    pub(crate) fn claim(&self, claim: Claim) {
        self.claims.add(claim);
    }

    /// A move was acknowledged.
    pub(crate) fn moved(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_one();
    }

    pub(crate) fn moves(&self) -> u64 {
        self.moves.load(Ordering::Relaxed)
    }

    /// An ask that had been granted was repeated, and got its first answer again.
    pub(crate) fn repeated(&self) {
        self.repeats.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn repeats(&self) -> u64 {
        self.repeats.load(Ordering::Relaxed)
    }

    /// The house has not kept its word; the first breach counts.
    pub(crate) fn break_off(&self, error: CrashError) {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.changed.notify_one();
    }

    pub(crate) fn check(&self) -> Result<(), CrashError> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Waits until so many moves have been acknowledged in all, or something went wrong.
    pub(crate) async fn moves_reach(&self, moves: u64) -> Result<(), CrashError> {
        while self.moves() < moves {
            self.changed.notified().await;
            self.check()?;
        }
        self.check()
    }

    /// Asks the house over HTTP until it answers; `None` when the run stops.
    pub(crate) async fn request(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> Result<Option<String>, CrashError> {
        loop {
            let mut request = self.http.request(method.clone(), format!("http://{}{path}", self.address));
            request = request.timeout(REQUEST_TIMEOUT);
            if !token.is_empty() {
                request = request.bearer_auth(token);
            }
            if let Some(body) = body {
                request = request.json(body);
            }
            let answered = async {
                let answer = request.send().await?;
                Ok::<_, reqwest::Error>((answer.status(), answer.text().await?))
            };
            let answered = tokio::select! {
                () = self.stop.cancelled() => return Ok(None),
                answered = answered => answered,
            };
            match answered {
                Ok((status, text)) if status.is_success() => return Ok(Some(text)),
                Ok((status, text)) => {
                    return Err(CrashError::house(format!("{method} {path} is answered with {status}: {text}")));
                }
                // The server is down, and will be started again.
                Err(_) => tokio::time::sleep(RETRY).await,
            }
        }
    }
}
