//! `tapis admin`: what a keeper can do, sent to the house that has the data open.

use std::process::ExitCode;

use clap::Args;
use server::admin::{Command, Mode, Reply, Row, ask_socket};
use server::config::DataFile;
use words::{Lang, keeper as say};

use crate::commands::{complain, print};
use crate::serve::lang_of_the_terminal;

/// Keep the house that is open: who is here, tables, bans, reports, announcements; over a local socket beside its data.
#[derive(Debug, Args)]
pub(crate) struct AdminArgs {
    /// The data of the house [default: tapis.db in the data folder of the user].
    #[arg(long, env = "TAPIS_DATA", value_name = "FILE")]
    data: Option<DataFile>,
    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

impl AdminArgs {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let lang = lang_of_the_terminal();
        let data = self.data.unwrap_or_default();
        let answer = match ask_socket(data.path(), self.command, lang) {
            Ok(answer) => answer,
            Err(error) => {
                return Ok(complain(&say::no_house(&data.path().display().to_string(), &error.to_string(), lang)));
            }
        };
        match answer {
            Err(reason) => Ok(complain(&reason.message)),
            Ok(reply) if self.json => print(&(serde_json::to_string(&reply)? + "\n")),
            Ok(reply) => print(&text(&reply, lang)),
        }
    }
}

fn text(reply: &Reply, lang: Lang) -> String {
    match reply {
        Reply::Done => format!("{}\n", say::done(lang)),
        Reply::Mode(mode) => format!("{}\n", say::mode(say_mode(*mode), lang)),
        Reply::Password(password) => format!("{} {password}\n", say::new_password(lang)),
        Reply::Rows(rows) if rows.is_empty() => format!("{}\n", say::nothing(lang)),
        Reply::Rows(rows) => columns(rows),
    }
}

fn say_mode(mode: Mode) -> say::Mode {
    match mode {
        Mode::Open => say::Mode::Open,
        Mode::Draining => say::Mode::Draining,
        Mode::ReadOnly => say::Mode::ReadOnly,
    }
}

/// Rows below their names, each column as wide as it has to be.
fn columns(rows: &[Row]) -> String {
    let names: Vec<&String> = rows.iter().flat_map(Row::keys).fold(Vec::new(), |mut names, name| {
        if !names.contains(&name) {
            names.push(name);
        }
        names
    });
    let cell = |row: &Row, name: &str| match row.get(name) {
        None => String::new(),
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    let head: Vec<String> = names.iter().map(|name| (*name).clone()).collect();
    let lines = rows.iter().map(|row| names.iter().map(|name| cell(row, name)).collect());
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(lines).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..names.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let padded = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text += padded.collect::<Vec<String>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
