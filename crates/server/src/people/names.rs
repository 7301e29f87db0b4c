//! Whose name is whose: names are looked for, taken and given up.
//!
//! A name is somebody's own if nobody else has it or one that looks the same. Guests share names with each other, but
//! with nobody who has their own.
//! Deliberately absent: what a name may be ([`super::name`]).

use journal::{AppendError, Position};
use words::server::GUEST_NAMES;

use super::entry::{Displaced, NameEntry, name_subject, write};
use super::{Cause, Name, People, TRIES, Which, Who};
use crate::ledger::PlayerRow;
use crate::refusal::Refusal;

/// The most guests who are given another name when somebody makes theirs their own; it bounds the record.
const MAX_DISPLACED: u32 = 1_000;

impl People {
    /// Takes a name for a player, who gives up the one they had; guests who are called so get another.
    pub(super) async fn take_name(&self, who: &Who, typed: &str, password: Option<String>) -> Result<(), Refusal> {
        let name = Name::new(typed).map_err(Refusal::BadName)?;
        // Names that look alike share a subject, so that of two who take them at once one is refused, wherever they are.
        let subject = name_subject(&name.skeleton());
        let _taking = self.taking_name.lock().await;
        // They may have been deleted meanwhile; nobody would ever give the name back.
        self.ledger.player(&who.player.id).await?.ok_or(Refusal::BadToken)?;
        for _ in 0..TRIES {
            if self.holder(&name).await?.is_some_and(|holder| holder.id != who.player.id) {
                return Err(Refusal::NameTaken);
            }
            let displaced = self.displaced(&name, &who.player.id).await?;
            let entry = NameEntry::Taken {
                player: who.player.id.clone(),
                name: name.as_str().into(),
                password: password.clone(),
                at: self.clock.now(),
                displaced: displaced.clone(),
            };
            let after = Position(self.ledger.position_of_name(subject.name()).await?);
            match self.journal.append(&subject, after, write(&entry)).await {
                Ok(_) => {
                    for Displaced { player, .. } in displaced {
                        self.disconnect(&player, Which::All, Cause::Renamed);
                    }
                    return Ok(());
                }
                Err(AppendError::Conflict { at }) => self.ledger.reach(at).await,
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::Busy)
    }

    /// The player whose own name this is, or one that looks the same.
    pub(super) async fn holder(&self, name: &Name) -> Result<Option<PlayerRow>, Refusal> {
        Ok(self.ledger.holder_of_name(&name.folded(), &name.skeleton()).await?)
    }

    /// The player whose own name this is, if it can be a name.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn holder_of(&self, typed: &str) -> Result<Option<PlayerRow>, Refusal> {
        match Name::new(typed) {
            Ok(name) => self.holder(&name).await,
            Err(_) => Ok(None),
        }
    }

    /// A name a guest may have: guests share names, but nobody poses as somebody who has their own.
    pub(super) async fn guest_name(&self, typed: &str, player: Option<&str>) -> Result<String, Refusal> {
        let name = Name::new(typed).map_err(Refusal::BadName)?;
        match self.holder(&name).await? {
            Some(holder) if Some(holder.id.as_str()) != player => Err(Refusal::NameTaken),
            _ => Ok(name.as_str().into()),
        }
    }

    /// One of the house's names for guests; with a number if somebody has made it their own.
    pub(super) async fn friendly_name(&self) -> Result<String, Refusal> {
        let mut number = [0; 2];
        self.fill(&mut number)?;
        let drawn = GUEST_NAMES[usize::from(number[0]) % GUEST_NAMES.len()];
        match self.guest_name(drawn, None).await {
            Err(Refusal::NameTaken) => Ok(format!("{drawn} {}", number[1])),
            name => name,
        }
    }

    /// The guests who are called like this, and what they will be called.
    async fn displaced(&self, name: &Name, taker: &str) -> Result<Vec<Displaced>, Refusal> {
        let guests = self.ledger.guests_called(&name.folded(), &name.skeleton(), MAX_DISPLACED).await?;
        let mut displaced = Vec::with_capacity(guests.len());
        for player in guests.into_iter().filter(|guest| guest != taker) {
            let mut other = self.friendly_name().await?;
            // The name that is being taken may be one of the house's own.
            if Name::new(&other).is_ok_and(|other| other.skeleton() == name.skeleton()) {
                let mut number = [0; 1];
                self.fill(&mut number)?;
                other = format!("{other} {}", number[0]);
            }
            displaced.push(Displaced { player, name: other });
        }
        Ok(displaced)
    }
}
