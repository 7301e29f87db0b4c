//! How a journal reaches its servers, and why it could not be opened.
//!
//! Deliberately absent: where settings come from.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectOptions};

use super::layout::{Layout, MAX_PARTITIONS, MAX_REPLICAS};
use crate::Record;

/// How long a client may be without an answer to a ping, three times over, before it takes another server. A server
/// that hangs keeps its connections open, so it is only found out this way.
const PING_INTERVAL: Duration = Duration::from_secs(1);
/// How long a new connection may take before the next server is tried.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);
/// What headers and the protocol may add to a record's body.
const MAX_ENVELOPE: usize = 4 * 1024;

/// Where a journal is kept, and how it is laid out there. All nodes of a house use the same.
#[derive(Clone, Debug)]
pub struct JetStreamSettings {
    /// The servers, e.g. `nats://10.0.0.1:4222`; one that is reached tells of the others.
    pub servers: Vec<String>,
    /// How connections are encrypted; `None` leaves it to the servers.
    pub tls: Option<Tls>,
    /// As whom the journal logs in.
    pub login: Login,
    /// What the names of all streams and subjects begin with: lower-case letters, digits, `-` and `_`.
    pub prefix: String,
    /// Over how many streams the subjects are spread, 1 to 64. It can never be changed.
    pub partitions: u16,
    /// On how many servers each stream is kept, 1 to 5: 3 in a cluster.
    pub replicas: usize,
    /// How long something is tried before it fails. A new leader is elected within five to ten seconds.
    pub timeout: Duration,
}

impl Default for JetStreamSettings {
    /// One server on this machine, which asks for nothing.
    fn default() -> Self {
        Self {
            servers: vec!["nats://127.0.0.1:4222".into()],
            tls: None,
            login: Login::None,
            prefix: "tapis".into(),
            partitions: 1,
            replicas: 1,
            timeout: Duration::from_secs(30),
        }
    }
}

/// How connections are encrypted.
#[derive(Clone, Debug, Default)]
pub struct Tls {
    /// The certificates (PEM) by which servers are known; without it those that the system trusts.
    pub authorities: Option<PathBuf>,
    /// What the journal shows of itself.
    pub certificate: Option<ClientCertificate>,
}

/// A certificate and its key, both as PEM files.
#[derive(Clone, Debug)]
pub struct ClientCertificate {
    /// The certificate.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// As whom a journal logs in.
#[derive(Clone, Default)]
pub enum Login {
    /// As nobody.
    #[default]
    None,
    /// With a credentials file of NATS.
    Credentials(PathBuf),
    /// With a token.
    Token(String),
    /// With a user's name and password.
    User {
        /// The name.
        name: String,
        /// The password.
        password: String,
    },
}

/// It shows no secrets.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Credentials(path) => f.debug_tuple("Credentials").field(path).finish(),
            Self::Token(_) => f.write_str("Token"),
            Self::User { name, .. } => f.debug_struct("User").field("name", name).finish_non_exhaustive(),
        }
    }
}

/// Why a journal on JetStream could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum JetStreamError {
    /// The prefix cannot begin a name.
    #[error("the prefix “{0}” is not 1 to 32 lower-case letters, digits, - and _")]
    Prefix(String),
    /// So many partitions cannot be.
    #[error("{0} partitions: there are 1 to {MAX_PARTITIONS}")]
    Partitions(u16),
    /// So many replicas cannot be.
    #[error("{0} replicas: there are 1 to {MAX_REPLICAS}")]
    Replicas(usize),
    /// The credentials file cannot be used.
    #[error("the credentials file {}: {error}", path.display())]
    Credentials {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// No server lets the journal in.
    #[error("none of {servers} can be reached: {error}")]
    Unreachable {
        /// The servers.
        servers: String,
        /// What the last of them said.
        error: async_nats::ConnectError,
    },
    /// The server is too old.
    #[error("the server has version {0}: 2.9 or newer is needed")]
    TooOld(String),
    /// The server takes only smaller messages.
    #[error("the server takes messages of {allowed} bytes: set its max_payload to {needed} or more")]
    SmallMessages {
        /// What it takes.
        allowed: usize,
        /// What it has to take.
        needed: usize,
    },
    /// A stream is there, but not as the settings want it.
    #[error("the stream {stream} is another than the settings ask for: {}", differences.join(", "))]
    OtherStream {
        /// Its name.
        stream: String,
        /// What is different.
        differences: Vec<String>,
    },
    /// A stream can neither be found nor made.
    #[error("the stream {stream} cannot be had: {error}")]
    NoStream {
        /// Its name.
        stream: String,
        /// What the servers said last.
        error: String,
    },
    /// The streams cannot be read.
    #[error(transparent)]
    Failed(#[from] crate::JournalError),
}

impl JetStreamSettings {
    /// How the journal is laid out, if it can be.
    pub(super) fn layout(&self) -> Result<Layout, JetStreamError> {
        let fits = |letter: u8| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
        if !(1..=32).contains(&self.prefix.len()) || !self.prefix.bytes().all(fits) {
            return Err(JetStreamError::Prefix(self.prefix.clone()));
        }
        if !(1..=MAX_PARTITIONS).contains(&self.partitions) {
            return Err(JetStreamError::Partitions(self.partitions));
        }
        if !(1..=MAX_REPLICAS).contains(&self.replicas) {
            return Err(JetStreamError::Replicas(self.replicas));
        }
        Ok(Layout { prefix: self.prefix.clone(), partitions: self.partitions, replicas: self.replicas })
    }

    /// A connection to one of the servers, which moves to another by itself when that one fails.
    ///
    /// # Errors
    /// If none lets the journal in, or the one that does cannot hold a journal.
    pub async fn connect(&self) -> Result<Client, JetStreamError> {
        let options = self.options().await?;
        let client = options.connect(&self.servers).await.map_err(|error| {
            let servers = self.servers.join(", ");
            JetStreamError::Unreachable { servers, error }
        })?;
        if !client.is_server_compatible(2, 9, 0) {
            return Err(JetStreamError::TooOld(client.server_info().version));
        }
        let (allowed, needed) = (client.max_payload(), Record::MAX_LENGTH + MAX_ENVELOPE);
        if allowed < needed {
            return Err(JetStreamError::SmallMessages { allowed, needed });
        }
        Ok(client)
    }

    async fn options(&self) -> Result<ConnectOptions, JetStreamError> {
        let mut options = ConnectOptions::new()
            .name(format!("{} journal", self.prefix))
            .ping_interval(PING_INTERVAL)
            .connection_timeout(CONNECTION_TIMEOUT);
        if let Some(tls) = &self.tls {
            options = options.require_tls(true);
            if let Some(authorities) = &tls.authorities {
                options = options.add_root_certificates(authorities.clone());
            }
            if let Some(ClientCertificate { certificate, key }) = &tls.certificate {
                options = options.add_client_certificate(certificate.clone(), key.clone());
            }
        }
        match &self.login {
            Login::None => Ok(options),
            Login::Token(token) => Ok(options.token(token.clone())),
            Login::User { name, password } => Ok(options.user_and_password(name.clone(), password.clone())),
            Login::Credentials(path) => {
                let failed = |error| JetStreamError::Credentials { path: path.clone(), error };
                options.credentials_file(path).await.map_err(failed)
            }
        }
    }
}
