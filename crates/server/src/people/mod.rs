//! People: who comes in, under which name, and how the house knows them again.
//!
//! One comes in as a guest, without a question, and can take a name of one's own for ever with a password.
//! A session is what one device holds; its token proves it, it can be revoked from any other device, and it expires
//! when it is not used.
//! All of it is in the journal; what is asked is read from the ledger, which is never behind what this node has written.
//! Deliberately absent: HTTP, ratings.

pub(crate) mod entry;
mod name;
mod names;
mod password;
mod token;

use std::sync::Arc;

use data_encoding::BASE32_NOPAD;
use host::Person;
use journal::{AppendError, Journal, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, broadcast};
use words::Lang;

use self::entry::{Opened, PlayerEntry, player_subject, write};
use self::password::Passwords;
use crate::admin::{CurrentMode, Mode};
use crate::clock::WallClock;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::ledger::{Ledger, PlayerRow, SessionRow};
use crate::refusal::Refusal;

pub use name::{MAX_NAME_LENGTH, Name, NameFault};
pub(crate) use name::{fold, skeleton_of};
pub use password::PASSWORD_LENGTHS;
pub use token::Token;

/// How often an append is tried again when another writer was first.
const TRIES: usize = 16;
/// The most characters kept of what a device calls itself.
const MAX_DEVICE_LENGTH: usize = 120;
/// How many disconnections a listener may lag behind.
const DISCONNECTIONS_KEPT: usize = 256;
/// A session's use is noted again after so many milliseconds: a day.
const USE_NOTED_AFTER: u64 = 24 * 60 * 60 * 1_000;

/// Whether a player is a person or a program that plays over the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person.
    #[default]
    Human,
    /// A program; it is shown as one.
    Program,
}

impl PlayerKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Program => "program",
        }
    }

    pub(crate) fn from_word(word: &str) -> Self {
        if word == Self::Program.word() { Self::Program } else { Self::Human }
    }
}

/// Who asks: a player, and the session they ask with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// The player.
    pub player: PlayerRow,
    /// The id of the session.
    pub session: String,
}

impl Who {
    /// Who this is at a table.
    #[must_use]
    pub fn person(&self, lang: Lang) -> Person {
        let PlayerRow { id, name, kind, .. } = &self.player;
        let is_program = *kind == PlayerKind::Program;
        Person {
            player: id.as_str().into(),
            name: name.as_str().into(),
            is_program,
            is_claimed: self.player.is_claimed(),
            lang,
        }
    }
}

/// Somebody who has just come in: who they are, and what proves it from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entered {
    /// Who.
    pub who: Who,
    /// The token, which is told once and not kept.
    pub token: Token,
}

/// Connections of a player that are to be closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disconnection {
    /// Whose they are.
    pub player: String,
    /// Those of which sessions.
    pub which: Which,
    /// Why.
    pub cause: Cause,
}

/// Why connections are closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Their sessions are valid no more.
    Revoked,
    /// The player has another name: they come back under it.
    Renamed,
}

/// Which sessions of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// One.
    One(String),
    /// All but one.
    AllBut(String),
    /// All.
    All,
}

impl Disconnection {
    /// Whether somebody's connection is one of them.
    #[must_use]
    pub fn ends(&self, who: &Who) -> bool {
        let is_session = match &self.which {
            Which::All => true,
            Which::One(session) => *session == who.session,
            Which::AllBut(session) => *session != who.session,
        };
        self.player == who.player.id && is_session
    }
}

/// The people of the house.
#[derive(Debug)]
pub struct People {
    journal: Arc<dyn Journal>,
    ledger: Ledger,
    clock: WallClock,
    entropy: Entropy,
    mode: Arc<CurrentMode>,
    passwords: Passwords,
    /// For how many milliseconds a session lasts that is not used.
    session_lasts: u64,
    /// Held from the look whether a name is free to the record that takes it, so that who is deleted meanwhile takes
    /// none.
    taking_name: Mutex<()>,
    disconnections: broadcast::Sender<Disconnection>,
}

impl People {
    /// The people in this journal.
    pub(crate) fn new(
        journal: Arc<dyn Journal>,
        ledger: Ledger,
        clock: WallClock,
        entropy: Entropy,
        mode: Arc<CurrentMode>,
        config: &Config,
    ) -> Self {
        let (disconnections, _) = broadcast::channel(DISCONNECTIONS_KEPT);
        let passwords = Passwords::new(config.hashing_threads);
        let session_lasts = u64::from(config.session_days.get()) * 24 * 60 * 60 * 1_000;
        let taking_name = Mutex::default();
        Self { journal, ledger, clock, entropy, mode, passwords, session_lasts, taking_name, disconnections }
    }

    /// Hears from now on whose connections are to be closed.
    #[must_use]
    pub fn disconnections(&self) -> broadcast::Receiver<Disconnection> {
        self.disconnections.subscribe()
    }

    /// Who has this session; that it is used is noted now and then.
    ///
    /// # Errors
    /// If there is none, it was revoked or has expired.
    pub async fn who(&self, session: &str) -> Result<Who, Refusal> {
        let mut found = self.ledger.player_of_session(session).await?;
        if found.is_none() && self.ledger.catch_up().await {
            // It may just have been opened at another node.
            found = self.ledger.player_of_session(session).await?;
        }
        let (player, used) = found.ok_or(Refusal::BadToken)?;
        let now = self.clock.now();
        if self.is_expired(used) {
            return Err(Refusal::BadToken);
        }
        if now.saturating_sub(used) >= USE_NOTED_AFTER && self.mode.get() != Mode::ReadOnly {
            let entry = PlayerEntry::SessionUsed { session: session.into(), at: now };
            // It is noted with the next request otherwise.
            if let Err(refusal) = self.amend(&player.id, |_| Ok(entry.clone())).await {
                tracing::warn!(code = refusal.code(), "the use of a session could not be noted");
            }
        }
        Ok(Who { player, session: session.into() })
    }

    /// When a session that was last used then expires, in milliseconds since 1970.
    #[must_use]
    pub fn expiry(&self, used: u64) -> u64 {
        used.saturating_add(self.session_lasts)
    }

    fn is_expired(&self, used: u64) -> bool {
        self.clock.now() >= self.expiry(used)
    }

    /// Lets somebody in for the first time, under the name they ask for or one of ours.
    ///
    /// # Errors
    /// If the name cannot be one or is somebody's own.
    pub async fn join(&self, typed: Option<&str>, kind: PlayerKind, device: &str) -> Result<Entered, Refusal> {
        let name = match typed {
            Some(typed) => self.guest_name(typed, None).await?,
            None => self.friendly_name().await?,
        };
        for _ in 0..TRIES {
            let (player, (token, session)) = (self.fresh_id::<10>()?, self.opened(device)?);
            let entry =
                PlayerEntry::Joined { name: name.clone(), kind, session: session.clone(), at: self.clock.now() };
            let subject = player_subject(&player).ok_or(Refusal::Failed)?;
            match self.journal.append(&subject, Position::START, write(&entry)).await {
                Ok(_) => return Ok(Entered { who: self.known(&player, session.id).await?, token }),
                // Somebody has the same id: draw another.
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::Busy)
    }

    /// Gives a player another name.
    ///
    /// # Errors
    /// If the name cannot be one or is somebody else's own.
    pub async fn rename(&self, who: &Who, typed: &str) -> Result<Who, Refusal> {
        if who.player.is_claimed() {
            self.take_name(who, typed, None).await?;
        } else {
            let name = self.guest_name(typed, Some(&who.player.id)).await?;
            let at = self.clock.now();
            self.amend(&who.player.id, |_| Ok(PlayerEntry::Renamed { name: name.clone(), at })).await?;
        }
        self.known(&who.player.id, who.session.clone()).await
    }

    /// Makes a guest's name their own for ever.
    ///
    /// # Errors
    /// If the name or the password cannot be one, somebody else has the name, or the player has one already.
    pub async fn claim(&self, who: &Who, typed: &str, password: String) -> Result<Who, Refusal> {
        if who.player.is_claimed() {
            return Err(Refusal::AlreadyClaimed);
        }
        // Whoever cannot have the name need not wait for the hash.
        self.guest_name(typed, Some(&who.player.id)).await?;
        let password = self.passwords.hash(password).await?;
        self.take_name(who, typed, Some(password)).await?;
        self.known(&who.player.id, who.session.clone()).await
    }

    /// Opens a session for the player who has this name and this password.
    ///
    /// # Errors
    /// If they do not go together.
    pub async fn login(&self, typed: &str, password: String, device: &str) -> Result<Entered, Refusal> {
        let player = self.holder_of(typed).await?;
        let hash = player.as_ref().and_then(|player| player.password.clone());
        let is_right = self.passwords.is_right(password, hash.clone()).await?;
        let Some(player) = player.filter(|_| is_right) else { return Err(Refusal::WrongLogin) };
        let ((token, session), at) = (self.opened(device)?, self.clock.now());
        self.amend(&player.id, |now| {
            // The password may have been changed while this one was checked.
            let is_still_right = now.password == hash;
            let entry = PlayerEntry::SessionOpened { session: session.clone(), at };
            if is_still_right { Ok(entry) } else { Err(Refusal::WrongLogin) }
        })
        .await?;
        Ok(Entered { who: self.known(&player.id, session.id).await?, token })
    }

    /// The sessions of a player that are valid, newest first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn sessions(&self, who: &Who) -> Result<Vec<SessionRow>, Refusal> {
        let mut sessions = self.ledger.sessions(&who.player.id).await?;
        sessions.retain(|session| !self.is_expired(session.used));
        Ok(sessions)
    }

    /// Revokes one of a player's sessions, their own included.
    ///
    /// # Errors
    /// If they have no such session.
    pub async fn revoke(&self, who: &Who, session: &str) -> Result<(), Refusal> {
        if !self.sessions(who).await?.iter().any(|row| row.id == session) {
            return Err(Refusal::NoSuchSession);
        }
        let at = self.clock.now();
        self.amend(&who.player.id, |_| Ok(PlayerEntry::SessionRevoked { session: session.into(), at })).await?;
        self.disconnect(&who.player.id, Which::One(session.into()), Cause::Revoked);
        Ok(())
    }

    /// Revokes all of a player's sessions but the one they ask with.
    ///
    /// # Errors
    /// If the journal fails.
    pub async fn revoke_others(&self, who: &Who) -> Result<(), Refusal> {
        let at = self.clock.now();
        self.amend(&who.player.id, |_| Ok(PlayerEntry::OthersRevoked { kept: who.session.clone(), at })).await?;
        self.disconnect(&who.player.id, Which::AllBut(who.session.clone()), Cause::Revoked);
        Ok(())
    }

    /// Revokes all sessions of a player.
    ///
    /// # Errors
    /// If the journal fails.
    pub async fn revoke_all(&self, player: &str) -> Result<(), Refusal> {
        let at = self.clock.now();
        self.amend(player, |_| Ok(PlayerEntry::AllRevoked { at })).await?;
        self.disconnect(player, Which::All, Cause::Revoked);
        Ok(())
    }

    /// Gives a player a password whatever they had, and revokes all their sessions.
    ///
    /// # Errors
    /// If they have no name of their own, or it cannot be a password.
    pub async fn reset_password(&self, player: &str, password: String) -> Result<(), Refusal> {
        let password = self.passwords.hash(password).await?;
        let at = self.clock.now();
        self.amend(player, |now| {
            let entry = PlayerEntry::PasswordChanged { password: password.clone(), kept: String::new(), at };
            if now.is_claimed() { Ok(entry) } else { Err(Refusal::NotClaimed) }
        })
        .await?;
        self.disconnect(player, Which::All, Cause::Revoked);
        Ok(())
    }

    /// Gives a player another password, and revokes all their other sessions.
    ///
    /// # Errors
    /// If they have no name of their own, the old password is wrong, or the new one cannot be one.
    pub async fn change_password(&self, who: &Who, old: String, new: String) -> Result<(), Refusal> {
        let Some(hash) = who.player.password.clone() else { return Err(Refusal::NotClaimed) };
        if !self.passwords.is_right(old, Some(hash.clone())).await? {
            return Err(Refusal::WrongLogin);
        }
        let password = self.passwords.hash(new).await?;
        let at = self.clock.now();
        self.amend(&who.player.id, |now| {
            let entry = PlayerEntry::PasswordChanged { password: password.clone(), kept: who.session.clone(), at };
            if now.password.as_ref() == Some(&hash) { Ok(entry) } else { Err(Refusal::WrongLogin) }
        })
        .await?;
        self.disconnect(&who.player.id, Which::AllBut(who.session.clone()), Cause::Revoked);
        Ok(())
    }

    /// Checks that who wants their account deleted is really its owner: who has a password has to know it.
    ///
    /// # Errors
    /// If they do not.
    pub(crate) async fn check_owner(&self, who: &Who, password: Option<String>) -> Result<(), Refusal> {
        let Some(hash) = who.player.password.clone() else { return Ok(()) };
        let is_right = self.passwords.is_right(password.unwrap_or_default(), Some(hash)).await?;
        if is_right { Ok(()) } else { Err(Refusal::WrongLogin) }
    }

    /// Makes a player nobody: their sessions end and their name is free. What the log holds of them has to be erased
    /// yet, see [`crate::privacy`].
    ///
    /// # Errors
    /// If there is no such player.
    pub(crate) async fn delete(&self, player: &str) -> Result<(), Refusal> {
        // So that nobody takes a name for them while they go.
        let _taking = self.taking_name.lock().await;
        let at = self.clock.now();
        self.amend(player, |_| Ok(PlayerEntry::Deleted { at })).await?;
        self.disconnect(player, Which::All, Cause::Revoked);
        Ok(())
    }

    /// Closes connections of a player. Where several nodes share a log each hears of it in the news.
    fn disconnect(&self, player: &str, which: Which, cause: Cause) {
        if !self.ledger.is_shared() {
            self.disconnect_here(player, which, cause);
        }
    }

    /// Closes connections of a player to this node.
    pub(crate) fn disconnect_here(&self, player: &str, which: Which, cause: Cause) {
        // There may be no receiver.
        let _ = self.disconnections.send(Disconnection { player: player.into(), which, cause });
    }

    /// A player as they are now, with a session that was just theirs.
    async fn known(&self, player: &str, session: String) -> Result<Who, Refusal> {
        let player = self.ledger.player(player).await?.ok_or(Refusal::NoSuchPlayer)?;
        Ok(Who { player, session })
    }

    /// Appends to a player's subject what is decided from how they are now; again, if another writer was first.
    async fn amend<D>(&self, player: &str, decide: D) -> Result<(), Refusal>
    where
        D: Fn(&PlayerRow) -> Result<PlayerEntry, Refusal> + Sync,
    {
        let subject = player_subject(player).ok_or(Refusal::NoSuchPlayer)?;
        for _ in 0..TRIES {
            let now = self.ledger.player(player).await?.ok_or(Refusal::NoSuchPlayer)?;
            let entry = decide(&now)?;
            match self.journal.append(&subject, Position(now.position), write(&entry)).await {
                Ok(_) => return Ok(()),
                Err(AppendError::Conflict { at }) => self.ledger.reach(at).await,
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::Busy)
    }

    /// A session on a device and its token, with what the device calls itself cut to a line.
    fn opened(&self, device: &str) -> Result<(Token, Opened), Refusal> {
        let mut secret = [0; Token::LENGTH];
        self.fill(&mut secret)?;
        let token = Token::new(secret);
        let device = device.chars().filter(|letter| !letter.is_control()).take(MAX_DEVICE_LENGTH).collect();
        let id = token.session();
        Ok((token, Opened { id, device }))
    }

    /// An id nobody can guess, of so many bytes.
    fn fresh_id<const BYTES: usize>(&self) -> Result<String, Refusal> {
        let mut bytes = [0; BYTES];
        self.fill(&mut bytes)?;
        Ok(BASE32_NOPAD.encode(&bytes).to_ascii_lowercase())
    }

    /// Fills a buffer with bytes nobody can guess.
    pub(crate) fn fill(&self, bytes: &mut [u8]) -> Result<(), Refusal> {
        self.entropy.fill(bytes).map_err(|error| {
            tracing::error!(%error, "nothing could be drawn");
            Refusal::Failed
        })
    }
}
