//! How the servers of a cluster are named on the command line, for commands other than `serve`.
//!
//! Deliberately absent: what is asked of them.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use journal::{ClientCertificate, JetStreamSettings, Login, Tls};

/// The servers of a cluster: `nats://a:4222,b:4222`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Servers(pub(crate) Vec<String>);

/// What the addresses of servers begin with.
const SCHEMES: [&str; 2] = ["nats://", "tls://"];

impl Servers {
    /// Whether a text names servers rather than a file.
    pub(crate) fn is_named_by(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }
}

impl FromStr for Servers {
    type Err = String;

    /// The scheme need not be repeated.
    fn from_str(text: &str) -> Result<Self, String> {
        let Some(scheme) = SCHEMES.iter().find(|scheme| text.starts_with(**scheme)) else {
            return Err("servers are written nats://host:4222,host:4222".into());
        };
        let named = |part: &str| if Self::is_named_by(part) { part.to_owned() } else { format!("{scheme}{part}") };
        Ok(Self(text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(named).collect()))
    }
}

/// How the servers are spoken to, and how the log is laid out there; the same for all nodes of a house.
#[derive(Clone, Debug, Args)]
pub(crate) struct ClusterArgs {
    /// What the names of all streams begin with.
    #[arg(long, env = "TAPIS_CLUSTER_PREFIX", value_name = "NAME", default_value = "tapis")]
    cluster_prefix: String,
    /// Over how many streams the log is spread, 1 to 64. It can never be changed.
    #[arg(long, env = "TAPIS_CLUSTER_PARTITIONS", value_name = "N", default_value_t = 1)]
    cluster_partitions: u16,
    /// On how many servers each stream is kept; 0: on 3 if so many are named, else on 1 [default: 0].
    #[arg(long, env = "TAPIS_CLUSTER_REPLICAS", value_name = "N", default_value_t = 0, hide_default_value = true)]
    cluster_replicas: usize,
    /// Log in with a credentials file of NATS; a name and a password, or a token, can stand in the address of a server.
    #[arg(long, env = "TAPIS_CLUSTER_CREDENTIALS", value_name = "FILE")]
    cluster_credentials: Option<PathBuf>,
    /// Encrypt, and know the servers by the certificates in this file (PEM).
    #[arg(long, env = "TAPIS_CLUSTER_CA", value_name = "FILE")]
    cluster_ca: Option<PathBuf>,
    /// Encrypt, and show this certificate (PEM).
    #[arg(long, env = "TAPIS_CLUSTER_CERTIFICATE", value_name = "FILE", requires = "cluster_key")]
    cluster_certificate: Option<PathBuf>,
    /// The key of the certificate (PEM).
    #[arg(long, env = "TAPIS_CLUSTER_KEY", value_name = "FILE")]
    cluster_key: Option<PathBuf>,
}

impl ClusterArgs {
    /// The settings of a journal on these servers.
    pub(crate) fn settings(&self, servers: &Servers) -> JetStreamSettings {
        let usual = if servers.0.len() >= 3 { 3 } else { 1 };
        JetStreamSettings {
            servers: servers.0.clone(),
            tls: self.tls(servers),
            login: self.login(),
            prefix: self.cluster_prefix.clone(),
            partitions: self.cluster_partitions,
            replicas: if self.cluster_replicas == 0 { usual } else { self.cluster_replicas },
            ..JetStreamSettings::default()
        }
    }

    fn tls(&self, servers: &Servers) -> Option<Tls> {
        let certificate = self.cluster_certificate.clone().zip(self.cluster_key.clone());
        let certificate = certificate.map(|(certificate, key)| ClientCertificate { certificate, key });
        let is_wanted = servers.0.iter().any(|server| server.starts_with("tls://"));
        let is_named = self.cluster_ca.is_some() || certificate.is_some();
        (is_wanted || is_named).then(|| Tls { authorities: self.cluster_ca.clone(), certificate })
    }

    fn login(&self) -> Login {
        self.cluster_credentials.clone().map_or(Login::None, Login::Credentials)
    }
}
