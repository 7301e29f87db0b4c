//! What all people of a run share: where the house is, what they were told, what went wrong, when to stop.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
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

/// Whether people play in one house that is killed, or in one of several nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One house: whatever it answers is final.
    House,
    /// Several nodes: who is refused because something is out of order goes to the next.
    Nodes,
}

impl Kind {
    /// How long somebody waits before they try again.
    pub(crate) fn retry(self) -> Duration {
        match self {
            Self::House => RETRY,
            Self::Nodes => Duration::from_millis(100),
        }
    }

    /// How long somebody waits for a word before they take the house for gone: one that hangs says nothing.
    pub(crate) fn silence(self) -> Duration {
        match self {
            Self::House => Duration::from_secs(3600),
            Self::Nodes => Duration::from_secs(3),
        }
    }

    /// How long somebody thinks before they ask. Many nodes share one machine here, which they are not to use up.
    pub(crate) fn thought(self) -> Duration {
        match self {
            Self::House => Duration::ZERO,
            Self::Nodes => Duration::from_millis(20),
        }
    }
}

/// What all people of a run share.
#[derive(Debug)]
pub(crate) struct Scene {
    /// Where the nodes are.
    addresses: Vec<SocketAddr>,
    pub(crate) kind: Kind,
    /// The last party that is quick.
    quick: u16,
    /// Who comes in next goes to the next node.
    arrivals: AtomicUsize,
    pub(crate) claims: Claims,
    /// Cancelled when everybody is to stop.
    pub(crate) stop: CancellationToken,
    http: reqwest::Client,
    moves: AtomicU64,
    /// How many moves the people of each quick party have made.
    parties: Mutex<BTreeMap<u16, u64>>,
    repeats: AtomicU64,
    /// Something was granted, or went wrong.
    changed: Notify,
    broken: Mutex<Option<CrashError>>,
}

impl Scene {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self::of(vec![address], Kind::House, u16::MAX)
    }

    /// Several nodes. Parties with numbers beyond `quick` have clocks, and let them run out.
    pub(crate) fn of(addresses: Vec<SocketAddr>, kind: Kind, quick: u16) -> Self {
        Self {
            addresses,
            kind,
            quick,
            arrivals: AtomicUsize::new(0),
            claims: Claims::default(),
            stop: CancellationToken::new(),
            http: reqwest::Client::new(),
            moves: AtomicU64::new(0),
            parties: Mutex::default(),
            repeats: AtomicU64::new(0),
            changed: Notify::new(),
            broken: Mutex::new(None),
        }
    }

    pub(crate) fn claim(&self, claim: Claim) {
        self.claims.add(claim);
    }

    /// Where somebody who comes in goes first.
    pub(crate) fn arrive(&self) -> usize {
        self.arrivals.fetch_add(1, Ordering::Relaxed)
    }

    /// The address of a node, counted round and round.
    pub(crate) fn address(&self, node: usize) -> SocketAddr {
        self.addresses[node % self.addresses.len()]
    }

    /// Whether the people of a party let their clock run out now and then; nobody waits for them.
    pub(crate) fn is_slow(&self, party: u16) -> bool {
        party > self.quick
    }

    /// A move of a party was acknowledged.
    pub(crate) fn moved(&self, party: u16) {
        if !self.is_slow(party) {
            *self.lock_parties().entry(party).or_default() += 1;
        }
        self.moves.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_one();
    }

    pub(crate) fn moves(&self) -> u64 {
        self.moves.load(Ordering::Relaxed)
    }

    /// How many moves the people of each party have made.
    pub(crate) fn moves_of_parties(&self) -> BTreeMap<u16, u64> {
        self.lock_parties().clone()
    }

    /// Waits until the people of every party have made a move more than then, or something went wrong.
    pub(crate) async fn all_move_on(&self, then: &BTreeMap<u16, u64>) -> Result<(), CrashError> {
        loop {
            let waiting = self.waiting(then);
            self.check()?;
            if waiting.is_empty() {
                return Ok(());
            }
            self.changed.notified().await;
        }
    }

    /// The parties that have made no move since then.
    pub(crate) fn waiting(&self, then: &BTreeMap<u16, u64>) -> Vec<u16> {
        let now = self.lock_parties();
        then.iter()
            .filter(|(party, moves)| now.get(party).is_none_or(|now| now <= moves))
            .map(|(party, _)| *party)
            .collect()
    }

    fn lock_parties(&self) -> std::sync::MutexGuard<'_, BTreeMap<u16, u64>> {
        self.parties.lock().unwrap_or_else(PoisonError::into_inner)
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
        let timeout = match self.kind {
            Kind::House => REQUEST_TIMEOUT,
            Kind::Nodes => self.kind.silence(),
        };
        for node in self.arrive().. {
            let mut request = self.http.request(method.clone(), format!("http://{}{path}", self.address(node)));
            request = request.timeout(timeout);
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
                // A node may be out of order, or not know yet what another knows.
                Ok(_) if self.kind == Kind::Nodes => tokio::time::sleep(self.kind.retry()).await,
                Ok((status, text)) => {
                    return Err(CrashError::house(format!("{method} {path} is answered with {status}: {text}")));
                }
                // The server is down, and will be started again.
                Err(_) => tokio::time::sleep(self.kind.retry()).await,
            }
        }
        unreachable!("there is always a next node")
    }
}
