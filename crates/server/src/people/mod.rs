//! People: who comes in, under which name, and how the house knows them again.
//!
//! One comes in as a guest, without a question, and can take a name of one's own for ever with a password.
//! A session is what one device holds; its token proves it, and it can be revoked from any other device.
//! All of it is in the journal; what is asked is read from the ledger, which is never behind.
//! Deliberately absent: HTTP, ratings.

pub(crate) mod entry;
mod name;
mod password;
mod token;

use std::sync::Arc;

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use journal::{AppendError, Journal, JournalError, Position, Record};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use words::server::GUEST_NAMES;

use self::entry::{KeyEntry, NameEntry, Opened, PlayerEntry, key_subject, name_subject, player_subject, read, write};
use self::password::Passwords;
use crate::clock::WallClock;
use crate::entropy::Entropy;
use crate::ledger::{Ledger, PlayerRow, SessionRow};
use crate::refusal::Refusal;

pub use name::{MAX_NAME_LENGTH, Name, NameFault};
pub use password::PASSWORD_LENGTHS;
pub use token::Key;

/// How often an append is tried again when another writer was first.
const TRIES: usize = 16;
/// The most characters kept of what a device calls itself.
const MAX_DEVICE_LENGTH: usize = 120;
/// How many revocations a listener may lag behind.
const REVOCATIONS_KEPT: usize = 256;

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

/// Sessions that are valid no more: whatever is still open for them is to be closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revoked {
    /// Whose they were.
    pub player: String,
    /// Which.
    pub which: Which,
}

/// Which sessions of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// One.
    One(String),
    /// All but one.
    AllBut(String),
}

impl Revoked {
    /// Whether this is the end of somebody's session.
    #[must_use]
    pub fn ends(&self, who: &Who) -> bool {
        let is_session = match &self.which {
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
    key: Key,
    passwords: Passwords,
    revocations: broadcast::Sender<Revoked>,
}

impl People {
    /// The people in this journal; the key that seals their tokens is drawn when the journal has none.
    ///
    /// # Errors
    /// If the journal fails, or there is no entropy.
    pub async fn open(
        journal: Arc<dyn Journal>,
        ledger: Ledger,
        clock: WallClock,
        entropy: Entropy,
        hashing_threads: usize,
    ) -> Result<Self, JournalError> {
        let key = key_of_the_house(&*journal, &entropy).await?;
        let (revocations, _) = broadcast::channel(REVOCATIONS_KEPT);
        let passwords = Passwords::new(hashing_threads);
        Ok(Self { journal, ledger, clock, entropy, key, passwords, revocations })
    }

    /// The token of a session.
    #[must_use]
    pub fn token(&self, who: &Who) -> String {
        self.key.token(&who.session)
    }

    /// Hears of every revocation from now on.
    #[must_use]
    pub fn revocations(&self) -> broadcast::Receiver<Revoked> {
        self.revocations.subscribe()
    }

    /// The session a token names, without a look whether it was revoked.
    ///
    /// # Errors
    /// If the token is not of this house.
    pub fn session<'a>(&self, token: &'a str) -> Result<&'a str, Refusal> {
        self.key.session(token).ok_or(Refusal::BadToken)
    }

    /// Who has this session.
    ///
    /// # Errors
    /// If it was revoked.
    pub async fn who(&self, session: &str) -> Result<Who, Refusal> {
        let player = self.ledger.player_of_session(session).await?.ok_or(Refusal::BadToken)?;
        Ok(Who { player, session: session.into() })
    }

    /// Lets somebody in for the first time, under the name they ask for or one of ours.
    ///
    /// # Errors
    /// If the name cannot be one or is somebody's own.
    pub async fn join(&self, typed: Option<&str>, kind: PlayerKind, device: &str) -> Result<Who, Refusal> {
        let name = match typed {
            Some(typed) => self.guest_name(typed, None).await?,
            None => self.friendly_name().await?,
        };
        for _ in 0..TRIES {
            let (player, session) = (self.fresh_id::<10>()?, self.opened(device)?);
            let entry =
                PlayerEntry::Joined { name: name.clone(), kind, session: session.clone(), at: self.clock.now() };
            let subject = player_subject(&player).ok_or(Refusal::Failed)?;
            match self.journal.append(&subject, Position::START, write(&entry)).await {
                Ok(_) => return self.known(&player, session.id).await,
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
    pub async fn login(&self, typed: &str, password: String, device: &str) -> Result<Who, Refusal> {
        let player = match Name::new(typed) {
            Ok(name) => self.holder(&name).await?,
            Err(_) => None,
        };
        let hash = player.as_ref().and_then(|player| player.password.clone());
        let is_right = self.passwords.is_right(password, hash.clone()).await?;
        let Some(player) = player.filter(|_| is_right) else { return Err(Refusal::WrongLogin) };
        let (session, at) = (self.opened(device)?, self.clock.now());
        self.amend(&player.id, |now| {
            // The password may have been changed while this one was checked.
            let is_still_right = now.password == hash;
            let entry = PlayerEntry::SessionOpened { session: session.clone(), at };
            if is_still_right { Ok(entry) } else { Err(Refusal::WrongLogin) }
        })
        .await?;
        self.known(&player.id, session.id).await
    }

    /// The sessions of a player, newest first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn sessions(&self, who: &Who) -> Result<Vec<SessionRow>, Refusal> {
        Ok(self.ledger.sessions(&who.player.id).await?)
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
        self.announce_revoked(who, Which::One(session.into()));
        Ok(())
    }

    /// Revokes all of a player's sessions but the one they ask with.
    ///
    /// # Errors
    /// If the journal fails.
    pub async fn revoke_others(&self, who: &Who) -> Result<(), Refusal> {
        let at = self.clock.now();
        self.amend(&who.player.id, |_| Ok(PlayerEntry::OthersRevoked { kept: who.session.clone(), at })).await?;
        self.announce_revoked(who, Which::AllBut(who.session.clone()));
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
        self.announce_revoked(who, Which::AllBut(who.session.clone()));
        Ok(())
    }

    fn announce_revoked(&self, who: &Who, which: Which) {
        // There may be no receiver.
        let _ = self.revocations.send(Revoked { player: who.player.id.clone(), which });
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
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::Busy)
    }

    /// Takes a name for a player. Of all who take one name at a time, the journal lets one win.
    async fn take_name(&self, who: &Who, typed: &str, password: Option<String>) -> Result<(), Refusal> {
        let name = Name::new(typed).map_err(Refusal::BadName)?;
        let subject = name_subject(&name.folded());
        for _ in 0..TRIES {
            let row = self.ledger.name(subject.name()).await?;
            let holder = row.as_ref().and_then(|row| row.player.as_deref());
            if holder.is_some_and(|holder| holder != who.player.id) {
                return Err(Refusal::NameTaken);
            }
            let entry = NameEntry::Taken {
                player: who.player.id.clone(),
                name: name.as_str().into(),
                password: password.clone(),
                at: self.clock.now(),
            };
            let after = Position(row.map_or(0, |row| row.position));
            match self.journal.append(&subject, after, write(&entry)).await {
                Ok(_) => return Ok(()),
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::Busy)
    }

    /// The player whose own name this is.
    async fn holder(&self, name: &Name) -> Result<Option<PlayerRow>, Refusal> {
        let row = self.ledger.name(name_subject(&name.folded()).name()).await?;
        match row.and_then(|row| row.player) {
            Some(player) => Ok(self.ledger.player(&player).await?),
            None => Ok(None),
        }
    }

    /// A name a guest may have: guests share names, but nobody poses as somebody who has their own.
    async fn guest_name(&self, typed: &str, player: Option<&str>) -> Result<String, Refusal> {
        let name = Name::new(typed).map_err(Refusal::BadName)?;
        match self.holder(&name).await? {
            Some(holder) if Some(holder.id.as_str()) != player => Err(Refusal::NameTaken),
            _ => Ok(name.as_str().into()),
        }
    }

    /// One of the house's names for guests; with a number if somebody has made it their own.
    async fn friendly_name(&self) -> Result<String, Refusal> {
        let mut number = [0; 2];
        self.fill(&mut number)?;
        let drawn = GUEST_NAMES[usize::from(number[0]) % GUEST_NAMES.len()];
        match self.guest_name(drawn, None).await {
            Err(Refusal::NameTaken) => Ok(format!("{drawn} {}", number[1])),
            name => name,
        }
    }

    /// A session on a device, with what the device calls itself cut to a line.
    fn opened(&self, device: &str) -> Result<Opened, Refusal> {
        let device = device.chars().filter(|letter| !letter.is_control()).take(MAX_DEVICE_LENGTH).collect();
        Ok(Opened { id: self.fresh_id::<20>()?, device })
    }

    /// An id nobody can guess, of so many bytes.
    fn fresh_id<const BYTES: usize>(&self) -> Result<String, Refusal> {
        let mut bytes = [0; BYTES];
        self.fill(&mut bytes)?;
        Ok(BASE32_NOPAD.encode(&bytes).to_ascii_lowercase())
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), Refusal> {
        self.entropy.fill(bytes).map_err(|error| {
            tracing::error!(%error, "nothing could be drawn");
            Refusal::Failed
        })
    }
}

/// The key in the journal; drawn, if there is none. Of two who draw at a time the journal lets one win.
async fn key_of_the_house(journal: &dyn Journal, entropy: &Entropy) -> Result<Key, JournalError> {
    let subject = key_subject();
    let mut bytes = [0; Key::LENGTH];
    entropy.fill(&mut bytes).map_err(failed)?;
    let entry = KeyEntry::Drawn { key: HEXLOWER.encode(&bytes) };
    let record = Record { is_news: false, ..write(&entry) };
    match journal.append(&subject, Position::START, record).await {
        Ok(_) | Err(AppendError::Conflict { .. }) => {}
        Err(error) => return Err(failed(error)),
    }
    let stored = journal.read(&subject, Position::START).await?;
    let last = stored.last().ok_or_else(|| failed("the key of the house is missing"))?;
    let KeyEntry::Drawn { key } = read(&last.record.body).map_err(failed)?;
    let key = HEXLOWER.decode(key.as_bytes()).map_err(failed)?;
    let key = key.try_into().map_err(|_| failed(format!("the key of the house has not {} bytes", Key::LENGTH)))?;
    Ok(Key::new(key))
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> JournalError {
    JournalError(error.into())
}
