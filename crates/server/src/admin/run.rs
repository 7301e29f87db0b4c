//! What the commands of a keeper do: one function a command. Whatever changes something is written to the journal
//! first, with who acted and when.

use data_encoding::BASE32_NOPAD;
use host::HouseAct;
use wire::house::ToClient;
use words::Lang;

use super::entry::append_act;
use super::reply::{AuditLine, Banned, KeeperLine, OpenReport, OpenTable, PlayerHere, SaidLine, rows};
use super::{Act, Actor, BanTarget, Command, KeeperCommand, Mode, Reply};
use crate::app::App;
use crate::ledger::PlayerRow;
use crate::people::Who;
use crate::privacy::{delete_player, free_seats};
use crate::refusal::Refusal;
use crate::safety::Prefix;

/// The longest announcement, in characters.
const MAX_ANNOUNCEMENT: usize = 500;
/// The most acts that are listed at a time.
const MAX_AUDIT: u32 = 10_000;

/// Carries out a command of a keeper.
///
/// # Errors
/// If there is no such table, player, ban or report, or the journal fails; nothing was done then.
pub async fn run(app: &App, by: &Actor, command: Command) -> Result<Reply, Refusal> {
    let keeping = Keeping { app, by };
    match command {
        Command::Who => Ok(rows(app.sockets.connected().into_iter().map(PlayerHere::from))),
        Command::Tables => Ok(rows(app.ledger.all_open_tables().await?.into_iter().map(OpenTable::from))),
        Command::CloseTable { table } => keeping.close_table(table).await,
        Command::Chat { table } => keeping.chat(&table).await,
        Command::DeleteChat { table, player, said } => keeping.delete_chat(table, player, said).await,
        Command::Remove { player } => keeping.remove(&player).await,
        Command::DeletePlayer { player } => keeping.delete_player(&player).await,
        Command::Ban { player, days, reason } => keeping.ban_player(&player, days, reason).await,
        Command::BanNetwork { network, days, reason } => keeping.ban_network(network, days, reason).await,
        Command::Unban { target } => keeping.unban(&target).await,
        Command::Bans => Ok(rows(app.ledger.bans().await?.into_iter().map(Banned::from))),
        Command::ResetPassword { player } => keeping.reset_password(&player).await,
        Command::Announce { text } => keeping.announce(text).await,
        Command::Drain => keeping.set_mode(Mode::Draining).await,
        Command::ReadOnly => keeping.set_mode(Mode::ReadOnly).await,
        Command::Open => keeping.set_mode(Mode::Open).await,
        Command::Reports => Ok(rows(app.ledger.open_reports().await?.into_iter().map(OpenReport::from))),
        Command::CloseReport { report } => keeping.close_report(report).await,
        Command::Keeper { command } => keeping.keeper(command).await,
        Command::EndSessions => keeping.end_sessions().await,
        Command::Audit { most } => {
            Ok(rows(app.ledger.acts(most.min(MAX_AUDIT)).await?.into_iter().map(AuditLine::from)))
        }
    }
}

/// One keeper at work.
struct Keeping<'a> {
    app: &'a App,
    by: &'a Actor,
}

impl Keeping<'_> {
    /// Writes an act down.
    async fn note(&self, act: Act) -> Result<(), Refusal> {
        append_act(&*self.app.journal, self.by.clone(), act, self.app.clock.now()).await.map_err(Refusal::from)
    }

    /// A player by id, or by the name that is their own.
    async fn player(&self, named: &str) -> Result<PlayerRow, Refusal> {
        if let Some(player) = self.app.ledger.player(named).await? {
            return Ok(player);
        }
        self.app.people.holder_of(named).await?.ok_or(Refusal::NoSuchPlayer)
    }

    async fn close_table(&self, table: String) -> Result<Reply, Refusal> {
        self.app.house.look(&table, |_| ()).await?;
        self.note(Act::TableClosed { table: table.clone() }).await?;
        self.app.house.act_on(&table, HouseAct::Close).await?;
        Ok(Reply::Done)
    }

    async fn chat(&self, table: &str) -> Result<Reply, Refusal> {
        let lines = self.app.house.look(table, host::Room::chat).await?;
        Ok(rows(lines.into_iter().map(SaidLine::from)))
    }

    async fn delete_chat(&self, table: String, player: String, said: Option<u64>) -> Result<Reply, Refusal> {
        let player = self.player(&player).await?.id;
        self.app.house.look(&table, |_| ()).await?;
        self.note(Act::ChatDeleted { table: table.clone(), player: player.clone(), said }).await?;
        self.app.house.act_on(&table, HouseAct::DeleteChat { player: player.into(), said }).await?;
        Ok(Reply::Done)
    }

    async fn remove(&self, named: &str) -> Result<Reply, Refusal> {
        let player = self.player(named).await?;
        self.note(Act::PlayerRemoved { player: player.id.clone() }).await?;
        self.put_out(player).await?;
        Ok(Reply::Done)
    }

    /// Ends a player's sessions and frees their seats.
    async fn put_out(&self, player: PlayerRow) -> Result<(), Refusal> {
        self.app.people.revoke_all(&player.id).await?;
        let person = Who { player, session: String::new() }.person(Lang::default());
        Ok(free_seats(self.app, person).await?)
    }

    async fn delete_player(&self, named: &str) -> Result<Reply, Refusal> {
        let player = self.player(named).await?;
        self.note(Act::PlayerDeleted { player: player.id.clone() }).await?;
        delete_player(self.app, &player.id).await?;
        Ok(Reply::Done)
    }

    async fn ban_player(&self, named: &str, days: Option<u32>, reason: String) -> Result<Reply, Refusal> {
        let player = self.player(named).await?;
        self.ban(BanTarget::Player(player.id.clone()), days, reason).await?;
        self.put_out(player).await?;
        Ok(Reply::Done)
    }

    async fn ban_network(&self, network: Prefix, days: Option<u32>, reason: String) -> Result<Reply, Refusal> {
        self.ban(BanTarget::Network(network.to_string()), days, reason).await?;
        self.app.sockets.end_network(network);
        Ok(Reply::Done)
    }

    async fn ban(&self, target: BanTarget, days: Option<u32>, reason: String) -> Result<(), Refusal> {
        let until = days.map(|days| self.app.clock.now() + u64::from(days) * 24 * 60 * 60 * 1_000);
        self.note(Act::Banned { target, until, reason }).await?;
        self.app.bans.set(self.app.ledger.bans().await?);
        Ok(())
    }

    async fn unban(&self, named: &str) -> Result<Reply, Refusal> {
        let target = match named.parse::<Prefix>() {
            Ok(network) => BanTarget::Network(network.to_string()),
            Err(_) => BanTarget::Player(self.player(named).await?.id),
        };
        if !self.app.ledger.bans().await?.iter().any(|ban| ban.target == target) {
            return Err(Refusal::NoSuchBan);
        }
        self.note(Act::BanLifted { target }).await?;
        self.app.bans.set(self.app.ledger.bans().await?);
        Ok(Reply::Done)
    }

    async fn reset_password(&self, named: &str) -> Result<Reply, Refusal> {
        let player = self.player(named).await?;
        if !player.is_claimed() {
            return Err(Refusal::NotClaimed);
        }
        let mut secret = [0; 10];
        self.app.people.fill(&mut secret)?;
        let password = BASE32_NOPAD.encode(&secret).to_ascii_lowercase();
        self.note(Act::PasswordReset { player: player.id.clone() }).await?;
        self.app.people.reset_password(&player.id, password.clone()).await?;
        Ok(Reply::Password(password))
    }

    async fn announce(&self, text: String) -> Result<Reply, Refusal> {
        let text = text.trim().to_owned();
        if text.is_empty() || text.chars().count() > MAX_ANNOUNCEMENT {
            return Err(Refusal::BadCommand { why: format!("1–{MAX_ANNOUNCEMENT}") });
        }
        self.note(Act::Announced { text: text.clone() }).await?;
        // Several nodes hear of it in the news.
        if self.app.storage.cluster().is_none() {
            self.app.house.tell_everybody(&ToClient::Announced { text, at: self.app.clock.now() });
        }
        Ok(Reply::Done)
    }

    async fn set_mode(&self, mode: Mode) -> Result<Reply, Refusal> {
        self.note(Act::ModeSet { mode }).await?;
        self.app.set_mode(mode);
        Ok(Reply::Mode(mode))
    }

    async fn close_report(&self, report: u64) -> Result<Reply, Refusal> {
        if !self.app.ledger.open_reports().await?.iter().any(|open| open.number == report) {
            return Err(Refusal::NoSuchReport);
        }
        self.note(Act::ReportClosed { report }).await?;
        Ok(Reply::Done)
    }

    async fn keeper(&self, command: KeeperCommand) -> Result<Reply, Refusal> {
        match command {
            KeeperCommand::Add { player } => {
                let player = self.player(&player).await?;
                // A guest could not come back with a password.
                if !player.is_claimed() {
                    return Err(Refusal::NotClaimed);
                }
                self.note(Act::KeeperAdded { player: player.id }).await?;
                Ok(Reply::Done)
            }
            KeeperCommand::Remove { player } => {
                let player = self.player(&player).await?.id;
                self.note(Act::KeeperRemoved { player }).await?;
                Ok(Reply::Done)
            }
            KeeperCommand::List => {
                let mut keepers = Vec::new();
                for player in self.app.ledger.keepers().await? {
                    keepers.extend(self.app.ledger.player(&player).await?);
                }
                Ok(rows(keepers.into_iter().map(KeeperLine::from)))
            }
        }
    }

    async fn end_sessions(&self) -> Result<Reply, Refusal> {
        self.note(Act::SessionsEnded).await?;
        if self.app.storage.cluster().is_none() {
            self.app.sockets.end_all();
        }
        Ok(Reply::Done)
    }
}
