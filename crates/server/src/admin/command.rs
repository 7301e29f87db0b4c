//! The commands of a keeper, as they are typed behind `tapis admin`, sent over the socket and made of a form.
//!
//! Deliberately absent: what they do.

use clap::{Parser, Subcommand};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::safety::Prefix;

/// What a keeper can do. A player is named by their id, or by the name that is their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// List who is connected, with their networks shortened.
    Who,
    /// List the tables that are not finished.
    Tables,
    /// Put a table away, also while people play at it.
    CloseTable {
        /// The id of the table.
        table: String,
    },
    /// Show what was last said at a table.
    Chat {
        /// The id of the table.
        table: String,
    },
    /// Delete what a player said at a table.
    DeleteChat {
        /// The id of the table.
        table: String,
        /// The player who said it.
        player: String,
        /// When it was said, as `chat` shows it; without it, all they said.
        #[arg(long)]
        said: Option<u64>,
    },
    /// End all sessions of a player and free their seats; they may log in again.
    Remove {
        /// The player.
        player: String,
    },
    /// Delete the account of a player, and all the house keeps of them; what they played stays, without their name.
    DeletePlayer {
        /// The player.
        player: String,
    },
    /// Remove a player, and let them in no more.
    Ban {
        /// The player.
        player: String,
        /// For how many days; without it, for ever.
        #[arg(long)]
        days: Option<u32>,
        /// Why; the audit log keeps it.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Let nobody in from a network.
    BanNetwork {
        /// An address, or a network as 203.0.113.0/24 or 2001:db8::/48.
        network: Prefix,
        /// For how many days; without it, for ever.
        #[arg(long)]
        days: Option<u32>,
        /// Why; the audit log keeps it.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Lift the ban of a player or of a network.
    Unban {
        /// The player, or the network as it was banned.
        target: String,
    },
    /// List who may not come in.
    Bans,
    /// Give a player a new password, which is shown once, and end their sessions.
    ResetPassword {
        /// The player.
        player: String,
    },
    /// Tell everybody who is connected something.
    Announce {
        /// What.
        text: String,
    },
    /// Let no new guests in and open no new tables; matches under way go on.
    Drain,
    /// Write nothing: nobody plays, what there is can be read.
    ReadOnly,
    /// End `drain` or `read-only`.
    Open,
    /// List the reports of players that were not dealt with.
    Reports,
    /// Say that a report was dealt with.
    CloseReport {
        /// Its number.
        report: u64,
    },
    /// Say who may keep the house from its page, `/keeper`.
    Keeper {
        #[command(subcommand)]
        #[allow(missing_docs, reason = "it would be shown as the help of every subcommand")]
        command: KeeperCommand,
    },
    /// End all sessions of everybody.
    EndSessions,
    /// List what keepers did last, newest first.
    Audit {
        /// How many acts at most.
        #[arg(long, default_value_t = 100)]
        most: u32,
    },
}

/// Who may keep the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "kebab-case")]
pub enum KeeperCommand {
    /// Let a player who has a name of their own keep the house.
    Add {
        /// The player.
        player: String,
    },
    /// Let them keep it no more.
    Remove {
        /// The player.
        player: String,
    },
    /// List who may.
    List,
}

/// The words of a command, without the name of the program before them.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_help_subcommand = true)]
struct Words {
    #[command(subcommand)]
    command: Command,
}

impl Command {
    /// Reads a command from its words, as they would be typed.
    ///
    /// # Errors
    /// If they are no command; the refusal says why.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, Refusal> {
        let words = Words::try_parse_from(words);
        words.map(|words| words.command).map_err(|error| Refusal::BadCommand { why: error.kind().to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_they_are_typed() {
        let read = |line: &str| Command::from_words(line.split(' ')).ok();
        assert_eq!(read("who"), Some(Command::Who));
        let add = KeeperCommand::Add { player: "Anna".into() };
        assert_eq!(read("keeper add Anna"), Some(Command::Keeper { command: add }));
        let ban = Command::Ban { player: "Anna".into(), days: Some(3), reason: String::new() };
        assert_eq!(read("ban --days=3 -- Anna"), Some(ban));
        for wrong in ["", "ban", "ban-network nonsense", "close-report many", "--help", "dance"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn commands_travel_as_json() {
        for line in ["who", "keeper list", "ban-network 203.0.113.7/24 --reason spam", "delete-chat t p --said 5"] {
            let command = Command::from_words(line.split(' ')).expect("a command");
            let text = serde_json::to_string(&command).expect("JSON");
            assert_eq!(serde_json::from_str::<Command>(&text).ok(), Some(command), "{text}");
        }
    }
}
