//! `tapis serve`, and the copies of its data: `tapis backup`, `tapis restore`.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use journal::{CopyError, Existing, Health};
use server::config::DataFile;
use server::{Config, Page, RestoreError, Settings, WallClock};
use words::{Lang, server as say};

use crate::commands::print;

/// Open the house: serve games to whoever comes with a browser or a program.
///
/// Every setting can be a flag, a variable of the environment, or a line of a TOML file under the flag's name
/// (`listen = "0.0.0.0:4646"`, `lan = true`); flags win over variables, variables over the file.
#[derive(Debug, Default, Args)]
pub(crate) struct ServeArgs {
    /// A TOML file with settings.
    #[arg(long, env = "TAPIS_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print all settings as such a file, and end.
    #[arg(long)]
    print_config: bool,
    #[command(flatten)]
    settings: Settings,
}

impl ServeArgs {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let config = Config::resolve(self.settings, self.config.as_deref())?;
        if self.print_config {
            return print(&config.to_toml());
        }
        server::logs::start(&config).context("log")?;
        let greet = config.clone();
        let pages = web_dist::FILES.iter().map(|file| {
            let web_dist::File { path, kind, plain, brotli } = *file;
            Page { path, kind, plain, brotli }
        });
        server::run(config, WallClock::system(), pages.collect(), move |listening| {
            // The house is open whether or not somebody reads this.
            let _ = print(&greeting(&greet, listening, lang_of_the_terminal()));
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What is printed when the house is open: where, and for the home network a code to scan.
fn greeting(config: &Config, listening: SocketAddr, lang: Lang) -> String {
    let mut greeting = say::open(&config.url(listening), lang) + "\n";
    if !config.lan {
        return greeting;
    }
    let Some(url) = config.lan_url(listening) else { return greeting + &say::no_network(lang) + "\n\n" };
    greeting += &(say::open_to_network(&url, lang) + "\n\n");
    // On a terminal the code is dark on light, whatever its colours are; a file has no colours.
    let (before, after) = if std::io::stdout().is_terminal() { ("\x1b[30;107m", "\x1b[0m") } else { ("", "") };
    for line in server::terminal_code(&url).unwrap_or_default().lines() {
        greeting.extend([before, line, after, "\n"]);
    }
    greeting + "\n"
}

/// Copy the data of the house to a file, while it is open or not.
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The copy.
    file: PathBuf,
    #[command(flatten)]
    data: DataArgs,
}

/// Put a copy in the place of the data, while the house is closed: all sessions end, and rounds under way are dealt
/// anew.
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// The copy.
    file: PathBuf,
    #[command(flatten)]
    data: DataArgs,
}

/// Where the data is, and whether what exists may go.
#[derive(Debug, Args)]
struct DataArgs {
    /// The data of the house [default: tapis.db in the data folder of the user].
    #[arg(long, env = "TAPIS_DATA", value_name = "FILE")]
    data: Option<DataFile>,
    /// Overwrite what is there.
    #[arg(long)]
    force: bool,
}

impl DataArgs {
    fn existing(&self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }

    fn data(&self) -> DataFile {
        self.data.clone().unwrap_or_default()
    }
}

impl BackupArgs {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let copied = journal::backup(self.data.data().path(), &self.file, self.data.existing());
        print_copied(copied, &self.file)
    }
}

impl RestoreArgs {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let data = self.data.data();
        match server::restore(&self.file, &data, self.data.existing(), &WallClock::system()) {
            Err(RestoreError::Copy(error)) => print_copied(Err(error), data.path()),
            Err(error) => Err(error.into()),
            Ok(health) => print_copied(Ok(health), data.path()),
        }
    }
}

fn print_copied(copied: Result<Health, CopyError>, path: &std::path::Path) -> anyhow::Result<ExitCode> {
    let lang = lang_of_the_terminal();
    match copied {
        Ok(health) => print(&(say::copied(&path.display().to_string(), health.records, lang) + "\n")),
        Err(CopyError::Exists { path }) => Err(anyhow::Error::msg(say::exists(&path.display().to_string(), lang))),
        Err(error) => Err(error.into()),
    }
}

/// The language the terminal is set to: English if it says so, otherwise French.
pub(crate) fn lang_of_the_terminal() -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|set| !set.is_empty()));
    set.and_then(|set| Lang::from_code(set.get(..2)?)).unwrap_or_default()
}
