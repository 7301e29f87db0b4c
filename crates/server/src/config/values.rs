//! The forms a setting can have beyond a number: one of a few words, an origin, a header, a file.
//!
//! Each is checked wherever it comes from, and says what is wrong with it.
//! Deliberately absent: which settings there are.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Declares a setting that is one of a few words.
macro_rules! choice {
    ($(#[doc = $doc:expr])* $name:ident { $($(#[doc = $variant_doc:expr])* $variant:ident = $word:literal,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[doc = $variant_doc])* $variant,)*
        }

        impl FromStr for $name {
            type Err = String;

            fn from_str(word: &str) -> Result<Self, String> {
                match word {
                    $($word => Ok(Self::$variant),)*
                    _ => Err(format!("it is one of {}", [$($word),*].join(", "))),
                }
            }
        }
    };
}

choice! {
    /// Whether cookies travel over HTTPS alone.
    SecureCookies {
        /// When the public URL is HTTPS.
        Auto = "auto",
        /// Always.
        Always = "always",
        /// Never.
        Never = "never",
    }
}

choice! {
    /// What is safe when something is acknowledged.
    Durability {
        /// It survives a power cut.
        Full = "full",
        /// It survives a crash of the program.
        Normal = "normal",
    }
}

choice! {
    /// How the log is written.
    LogFormat {
        /// For people.
        Human = "human",
        /// For programs, one object per line.
        Json = "json",
    }
}

/// Declares a setting that is a text of a certain form, checked wherever it comes from.
macro_rules! text {
    ($(#[doc = $doc:expr])* $name:ident, $check:expr) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The text; empty if there is none.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let check: fn(&str) -> Result<String, String> = $check;
                if text.is_empty() { Ok(Self::default()) } else { check(text).map(Self) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }

        impl Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text! {
    /// The origin people reach the house under, without a slash at its end.
    PublicUrl, origin
}

text! {
    /// Origins, separated by commas.
    Origins, |text| Ok(text.split(',').map(origin).collect::<Result<Vec<_>, _>>()?.join(","))
}

text! {
    /// The addresses of servers, separated by commas.
    ClusterServers, servers
}

impl ClusterServers {
    /// Each of them.
    pub fn each(&self) -> impl Iterator<Item = &str> {
        self.0.split(',').filter(|server| !server.is_empty())
    }

    /// Whether there is none: the house is alone.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The addresses of servers, the scheme written out: one that was named for the first holds for those after it.
fn servers(text: &str) -> Result<String, String> {
    let mut scheme = "nats";
    let mut servers = Vec::new();
    for server in text.split(',').map(str::trim) {
        let address = match server.split_once("://") {
            Some((named @ ("nats" | "tls"), address)) => {
                scheme = named;
                address
            }
            Some(_) => return Err("an address of a server begins with nats:// or tls://".into()),
            None => server,
        };
        if address.is_empty() || address.contains(|letter: char| letter.is_whitespace() || letter == '/') {
            return Err("it is nats://a:4222,nats://b:4222".into());
        }
        servers.push(format!("{scheme}://{address}"));
    }
    Ok(servers.join(","))
}

text! {
    /// What names of streams begin with; empty: tapis.
    StreamPrefix, word
}

impl StreamPrefix {
    /// The prefix.
    #[must_use]
    pub fn or_default(&self) -> &str {
        if self.0.is_empty() { "tapis" } else { &self.0 }
    }
}

text! {
    /// What a node is called; empty if a name is drawn.
    NodeName, word
}

/// A word that can stand in the name of a stream.
fn word(text: &str) -> Result<String, String> {
    let fits = |letter: u8| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    let is_word = text.len() <= 32 && text.bytes().all(fits);
    if is_word { Ok(text.into()) } else { Err("it is 1 to 32 lower-case letters, digits, - and _".into()) }
}

text! {
    /// A file; empty if there is none.
    OptionalFile, |text| Ok(text.into())
}

impl Origins {
    /// Each of them.
    pub fn each(&self) -> impl Iterator<Item = &str> {
        self.0.split(',').filter(|origin| !origin.is_empty())
    }
}

text! {
    /// The name of a header, in lower case.
    ProxyHeader, |text| axum::http::HeaderName::from_str(text).map(|name| name.to_string()).map_err(|_| format!("`{text}` is no header"))
}

text! {
    /// A number that everything random in a house under test comes from.
    TestSeed, |text| text.parse::<u64>().map(|seed| seed.to_string()).map_err(|_| format!("`{text}` is no number"))
}

impl TestSeed {
    /// The number, if there is one.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.0.parse().ok()
    }
}

/// The origin of a URL, as browsers write it: scheme and host, the port if it is not the usual one.
fn origin(url: &str) -> Result<String, String> {
    let wrong = || format!("`{url}` is no origin; one looks like https://jeux.example.org");
    let uri: axum::http::Uri = url.trim().parse().map_err(|_| wrong())?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(wrong()) };
    if !matches!(scheme, "http" | "https") || uri.path().len() > 1 || uri.query().is_some() {
        return Err(wrong());
    }
    let usual = if scheme == "https" { 443 } else { 80 };
    let port = uri.port_u16().filter(|port| *port != usual).map(|port| format!(":{port}")).unwrap_or_default();
    Ok(format!("{scheme}://{}{port}", authority.host().to_ascii_lowercase()))
}

/// The file that holds everything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DataFile(PathBuf);

impl DataFile {
    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Makes its folder if it is missing, for its owner alone. The program's own data folder is closed to others even
    /// if it was there before; any other may hold more than the data, and is left as it is.
    ///
    /// # Errors
    /// If the folder cannot be made, which is named.
    pub fn prepare_folder(&self) -> Result<(), (PathBuf, std::io::Error)> {
        let Some(folder) = self.0.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
        let failed = |error| (folder.to_path_buf(), error);
        journal::create_private_folder(folder).map_err(failed)?;
        if *self == Self::default() {
            journal::make_folder_private(folder).map_err(failed)?;
        } else if journal::is_open_to_others(folder).map_err(failed)? {
            tracing::debug!(folder = %folder.display(), "others may look into the folder of the data, not into its files");
        }
        Ok(())
    }
}

impl Default for DataFile {
    /// In the data folder of the user; where there is none, in the folder the program runs in.
    fn default() -> Self {
        let folder = directories::ProjectDirs::from("", "", "tapis").map(|folders| folders.data_dir().to_path_buf());
        Self(folder.unwrap_or_default().join("tapis.db"))
    }
}

impl From<PathBuf> for DataFile {
    fn from(path: PathBuf) -> Self {
        Self(path)
    }
}

impl FromStr for DataFile {
    type Err = String;

    fn from_str(path: &str) -> Result<Self, String> {
        if path.is_empty() { Err("a file has a name".into()) } else { Ok(Self(path.into())) }
    }
}
