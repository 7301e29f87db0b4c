//! Where the log goes and what it looks like: standard error, for people or for programs.
//!
//! What is logged never holds a token, a password, the query of an address, a whole address of a client or the whole id
//! of a table.
//! Deliberately absent: files; whoever runs the house keeps its log.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

use crate::config::{Config, LogFormat};

/// The beginning of a table's id, by which its keeper finds it in the list: the whole id lets whoever reads the log into
/// a private table.
pub(crate) fn shortened(table: &str) -> String {
    let told: String = table.chars().take(4).collect();
    if told.len() < table.len() { told + "…" } else { told }
}

/// Starts the log of this process; a second start changes nothing.
///
/// # Errors
/// If the filter of the settings cannot be read.
pub fn start(config: &Config) -> Result<(), ParseError> {
    let filter = EnvFilter::builder().parse(&config.log)?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Colours are for people who look on, not for a file.
    let log = log.with_ansi(std::io::stderr().is_terminal());
    let _ = match config.log_format {
        LogFormat::Human => log.try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    };
    Ok(())
}
