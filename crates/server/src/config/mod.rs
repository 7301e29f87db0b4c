//! The settings of the house: from flags, then the environment, then a file, then defaults.
//!
//! A setting has one name in three spellings: `--login-attempts`, `TAPIS_LOGIN_ATTEMPTS`, and `login-attempts` in
//! the file. The list below is the only one: the flags, the file and the documentation come from it.
//! Deliberately absent: the command line around the flags.

mod values;

use std::net::{Ipv4Addr, SocketAddr};
use std::num::{NonZeroU16, NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::invite::lan_address;

pub use values::{
    ClusterServers, DataFile, Durability, LogFormat, NodeName, OptionalFile, Origins, ProxyHeader, PublicUrl,
    SecureCookies, StreamPrefix, TestSeed,
};

/// Writes [`Config`], where every setting has a value, and [`Settings`], where each may be absent, from one list.
macro_rules! settings {
    ($($(#[doc = $doc:expr])* $name:ident ($variable:literal $(, $($arg:tt)+)?) : $type:ty = $default:expr;)*) => {
        /// The settings of the house, each with its value.
        #[derive(Clone, PartialEq, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub struct Config {
            $($(#[doc = $doc])* pub $name: $type,)*
        }

        /// The settings of the house as one source gives them; what is absent is left to the next.
        #[derive(Clone, PartialEq, Debug, Default, Deserialize, clap::Args)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct Settings {
            $(
                $(#[doc = $doc])*
                #[arg(
                    long, env = $variable, hide_env_values = true, value_name = value_name::<$type>() $(, $($arg)+)?
                )]
                pub $name: Option<$type>,
            )*
        }

        impl Default for Config {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Settings {
            /// What is absent here is taken from there.
            fn or(self, there: Self) -> Self {
                Self { $($name: self.$name.or(there.$name),)* }
            }

            /// What is absent is the default.
            fn or_default(self) -> Config {
                let default = Config::default();
                Config { $($name: self.$name.unwrap_or(default.$name),)* }
            }
        }
    };
}

settings! {
    /// Where to listen [default: 127.0.0.1:4646; 0.0.0.0:4646 lets other machines in].
    listen ("TAPIS_LISTEN"): SocketAddr = SocketAddr::from(([127, 0, 0, 1], 4646));
    /// Let the home network in: listen at all addresses of this machine, print the one for telephones with a QR code,
    /// and invite with it [default: false].
    lan ("TAPIS_LAN", num_args = 0..=1, default_missing_value = "true"): bool = false;
    /// The file that holds everything [default: tapis.db in the data folder of the user].
    data ("TAPIS_DATA"): DataFile = DataFile::default();
    /// The servers of NATS that keep the log of a house with several nodes, separated by commas:
    /// `nats://a:4222,nats://b:4222,nats://c:4222`. The file of `--data` then holds this node's own tables, which are
    /// made from the log [default: none, the house is alone].
    cluster ("TAPIS_CLUSTER"): ClusterServers = ClusterServers::default();
    /// What the names of the streams begin with; a house has its own [default: tapis].
    cluster_prefix ("TAPIS_CLUSTER_PREFIX"): StreamPrefix = StreamPrefix::default();
    /// Over how many streams the log is spread, 1 to 64; it can never be changed [default: 1].
    cluster_partitions ("TAPIS_CLUSTER_PARTITIONS"): NonZeroU16 = NonZeroU16::MIN;
    /// On how many servers each stream is kept; 0: on 3 if so many are named, else on 1 [default: 0].
    cluster_replicas ("TAPIS_CLUSTER_REPLICAS"): u8 = 0;
    /// The credentials file of NATS this node logs in with; a name and a password can stand in the address of a server
    /// [default: none].
    cluster_credentials ("TAPIS_CLUSTER_CREDENTIALS"): OptionalFile = OptionalFile::default();
    /// The certificates (PEM) by which the servers of the log are known; `tls://` addresses without it are checked
    /// against those the system trusts [default: none].
    cluster_ca ("TAPIS_CLUSTER_CA"): OptionalFile = OptionalFile::default();
    /// The certificate (PEM) this node shows to the servers of the log [default: none].
    cluster_certificate ("TAPIS_CLUSTER_CERTIFICATE"): OptionalFile = OptionalFile::default();
    /// Its private key (PEM) [default: none].
    cluster_key ("TAPIS_CLUSTER_KEY"): OptionalFile = OptionalFile::default();
    /// What this node is called; each has another name, and keeps it when it is started again [default: drawn].
    node ("TAPIS_NODE"): NodeName = NodeName::default();
    /// Where clients reach this very node, e.g. `https://a.jeux.example.org`: those of the other nodes are told, and go
    /// there if theirs does not answer [default: where it listens, unless there is a public URL].
    advertise ("TAPIS_ADVERTISE"): PublicUrl = PublicUrl::default();
    /// The address people type, if it is not the one above, e.g. `https://jeux.example.org`. Pages of other addresses
    /// are then refused.
    public_url ("TAPIS_PUBLIC_URL"): PublicUrl = PublicUrl::default();
    /// Other sites whose pages may use this house, separated by commas: `https://a.example,https://b.example`.
    allowed_origins ("TAPIS_ALLOWED_ORIGINS"): Origins = Origins::default();
    /// Whether cookies travel over HTTPS alone: always, never, or auto, which is when the public URL is HTTPS
    /// [default: auto].
    secure_cookies ("TAPIS_SECURE_COOKIES"): SecureCookies = SecureCookies::Auto;
    /// The header in which a proxy in front of the house names the address it speaks for, e.g. x-forwarded-for; its
    /// last address counts. Only for a house that is reached through its proxy alone [default: none].
    proxy_header ("TAPIS_PROXY_HEADER"): ProxyHeader = ProxyHeader::default();
    /// What is safe when a move is acknowledged: full survives a power cut, normal a crash of the program
    /// [default: full].
    durability ("TAPIS_DURABILITY"): Durability = Durability::Full;
    /// How the log is written: human or json [default: human].
    log_format ("TAPIS_LOG_FORMAT"): LogFormat = LogFormat::Human;
    /// What is logged, as a filter: warn, info, debug, or server=debug,warn [default: info].
    log ("TAPIS_LOG"): String = "info".into();
    /// The most bytes of a request's body [default: 65536].
    body_bytes ("TAPIS_BODY_BYTES"): NonZeroUsize = at_least_one(64 * 1024);
    /// The most connections at a time [default: 10000].
    connections ("TAPIS_CONNECTIONS"): NonZeroUsize = at_least_one(10_000);
    /// The most connections at a time from one network, an address of IPv4 or a /48 of IPv6 [default: 200].
    connections_per_address ("TAPIS_CONNECTIONS_PER_ADDRESS"): NonZeroU32 = some(200);
    /// Seconds a client has to send the head of a request [default: 10].
    header_seconds ("TAPIS_HEADER_SECONDS"): NonZeroU32 = some(10);
    /// Seconds a request may take, its body included [default: 30].
    request_seconds ("TAPIS_REQUEST_SECONDS"): NonZeroU32 = some(30);
    /// Requests a minute from one address; a quarter of them may come at once [default: 1200].
    address_requests ("TAPIS_ADDRESS_REQUESTS"): NonZeroU32 = some(1200);
    /// Requests a minute from one session; a quarter of them may come at once [default: 600].
    session_requests ("TAPIS_SESSION_REQUESTS"): NonZeroU32 = some(600);
    /// New guests a minute from one address; a quarter of them may come at once [default: 60].
    new_guests ("TAPIS_NEW_GUESTS"): NonZeroU32 = some(60);
    /// Attempts a minute at a password from one address, claims and logins; a quarter of them may come at once
    /// [default: 20].
    login_attempts ("TAPIS_LOGIN_ATTEMPTS"): NonZeroU32 = some(20);
    /// Attempts a minute at the password of one name, from everywhere but where somebody has logged in with it before; a
    /// quarter of them may come at once [default: 12].
    account_attempts ("TAPIS_ACCOUNT_ATTEMPTS"): NonZeroU32 = some(12);
    /// Passwords hashed at a time [default: 2].
    hashing_threads ("TAPIS_HASHING_THREADS"): NonZeroUsize = at_least_one(2);
    /// Days after which a session that was not used expires [default: 90].
    session_days ("TAPIS_SESSION_DAYS"): NonZeroU32 = some(90);
    /// Days after which what was said at a table is erased; 0 keeps it for ever [default: 365].
    chat_days ("TAPIS_CHAT_DAYS"): u32 = 365;
    /// Days after which the house forgets what a device called itself when it opened a session; 0 keeps it for ever
    /// [default: 365].
    device_days ("TAPIS_DEVICE_DAYS"): u32 = 365;
    /// The most bytes of a message on a WebSocket [default: 16384].
    message_bytes ("TAPIS_MESSAGE_BYTES"): NonZeroUsize = at_least_one(16 * 1024);
    /// Messages a minute of one player, on all their WebSockets; a quarter of them may come at once [default: 1200].
    messages ("TAPIS_MESSAGES"): NonZeroU32 = some(1200);
    /// Messages a minute from one network, of all its players; a quarter of them may come at once [default: 6000].
    network_messages ("TAPIS_NETWORK_MESSAGES"): NonZeroU32 = some(6000);
    /// Records a minute that one player has written to the logs of tables, by moves, words and whatever else changes
    /// them or is refused there; new names, evenings and matches sent from a device count as well; a quarter of them may
    /// come at once [default: 600].
    records ("TAPIS_RECORDS"): NonZeroU32 = some(600);
    /// Records a minute that all players of one network have written; a quarter of them may come at once
    /// [default: 3000].
    network_records ("TAPIS_NETWORK_RECORDS"): NonZeroU32 = some(3000);
    /// Seconds a client may take to accept what is written to its WebSocket [default: 20].
    slow_reader_seconds ("TAPIS_SLOW_READER_SECONDS"): NonZeroU32 = some(20);
    /// The most unfinished tables a player may have opened [default: 20].
    tables_per_player ("TAPIS_TABLES_PER_PLAYER"): NonZeroU32 = some(20);
    /// The most unfinished tables that may have been opened from one network [default: 100].
    tables_per_network ("TAPIS_TABLES_PER_NETWORK"): NonZeroU32 = some(100);
    /// The most records the log of a table may have; talk and refusals get three quarters of them [default: 20000].
    table_records ("TAPIS_TABLE_RECORDS"): NonZeroU32 = some(20_000);
    /// Days after which an unfinished table that nobody came back to is put away [default: 30].
    table_days ("TAPIS_TABLE_DAYS"): NonZeroU32 = some(30);
    /// Bots that think at a time; one less than the machine has cores is a good number [default: 1].
    thinkers ("TAPIS_THINKERS"): NonZeroUsize = at_least_one(1);
    /// Milliseconds a bot of the house takes at least for a move, so that people can follow [default: 450].
    bot_pace_ms ("TAPIS_BOT_PACE_MS"): u32 = 450;
    /// Seconds a table waits for a player who lost the connection before a bot stands in [default: 30].
    absence_seconds ("TAPIS_ABSENCE_SECONDS"): u32 = 30;
    /// Seconds a table waits between two rounds for players who have not said that they are ready [default: 20].
    between_seconds ("TAPIS_BETWEEN_SECONDS"): u32 = 20;
    /// Seconds after which a table nobody looks at is put to sleep, a twentieth of them once its match is over; it wakes
    /// when somebody comes [default: 600].
    idle_table_seconds ("TAPIS_IDLE_TABLE_SECONDS"): NonZeroU32 = some(600);
    /// Seconds open connections get to end when the house closes [default: 5].
    closing_seconds ("TAPIS_CLOSING_SECONDS"): u32 = 5;
    /// For tests only: a number that everything random comes from. Every deal, id and key can then be foretold
    /// [default: none].
    seed ("TAPIS_SEED"): TestSeed = TestSeed::default();
}

impl Config {
    /// The settings of the flags (or of the environment, where clap has read it), then of the file, then the defaults.
    ///
    /// # Errors
    /// If the file cannot be read, has a key nobody knows or a value that does not fit.
    pub fn resolve(flags: Settings, file: Option<&Path>) -> Result<Self, ConfigError> {
        let from_file = file.map(read_file).transpose()?.unwrap_or_default();
        Ok(flags.or(from_file).or_default())
    }

    /// The settings as a file that says the same.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_else(|error| unreachable!("settings are plain data: {error}"))
    }

    /// Where the house listens: for the home network at all addresses, unless another one than this machine's own was
    /// chosen.
    #[must_use]
    pub fn listen_address(&self) -> SocketAddr {
        let is_opened = self.lan && self.listen.ip().is_loopback();
        if is_opened { (Ipv4Addr::UNSPECIFIED, self.listen.port()).into() } else { self.listen }
    }

    /// The address people type.
    #[must_use]
    pub fn url(&self, listening: SocketAddr) -> String {
        if !self.public_url.as_str().is_empty() {
            return format!("{}/", self.public_url);
        }
        let is_anywhere = self.lan && listening.ip().is_unspecified();
        let address = if is_anywhere { (Ipv4Addr::LOCALHOST, listening.port()).into() } else { listening };
        format!("http://{address}/")
    }

    /// The address telephones on the home network type, if the house lets them in and there is a network.
    #[must_use]
    pub fn lan_url(&self, listening: SocketAddr) -> Option<String> {
        let is_reached = self.lan && listening.ip().is_unspecified();
        is_reached.then(|| Some(format!("http://{}:{}/", lan_address()?, listening.port()))).flatten()
    }

    /// Whether cookies travel over HTTPS alone.
    #[must_use]
    pub fn has_secure_cookies(&self) -> bool {
        match self.secure_cookies {
            SecureCookies::Always => true,
            SecureCookies::Never => false,
            SecureCookies::Auto => self.public_url.as_str().starts_with("https://"),
        }
    }
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("the settings in {} cannot be read: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A key or a value is wrong.
    #[error("the settings in {}: {error}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// Which, and why.
        error: toml::de::Error,
    },
}

fn read_file(path: &Path) -> Result<Settings, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(|error| ConfigError::Unreadable { path: path.into(), error })?;
    toml::from_str(&text).map_err(|error| ConfigError::Wrong { path: path.into(), error })
}

const fn some(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

const fn at_least_one(number: usize) -> NonZeroUsize {
    match NonZeroUsize::new(number) {
        Some(number) => number,
        None => NonZeroUsize::MIN,
    }
}

/// What the help calls a value: its type in plain words.
fn value_name<T: 'static>() -> &'static str {
    let name = std::any::type_name::<T>();
    let last = name.rsplit("::").next().unwrap_or(name);
    match last {
        "SocketAddr" => "ADDRESS:PORT",
        "DataFile" | "OptionalFile" => "FILE",
        "PublicUrl" => "URL",
        "Origins" | "ClusterServers" => "URLS",
        "NodeName" | "StreamPrefix" => "NAME",
        "ProxyHeader" => "HEADER",
        "SecureCookies" | "Durability" | "LogFormat" | "bool" => "CHOICE",
        "String" => "FILTER",
        _ => "NUMBER",
    }
}
