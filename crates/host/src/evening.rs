//! A table of a duplicate evening: one player among bots of the house, who plays one of its deals.
//!
//! Its rounds are dealt from the evening's seed alone, and its bots throw the evening's dice, so that every table gets
//! the same deal and only what the player does makes a difference.
//! Deliberately absent: who plays when, and the ranking (crates `server` and `referee`).

use engine::games::nain_jaune::NainJaune;
use engine::{GameId, Seat, Seed};
use serde_json::{Map, Value};
use wire::house::{BotLevel, Entry, EveningDeal, Settings, TableRefusal, Visibility};
use wire::{EveningHeader, commitment, evening_dice, read_options, write_seed};

use crate::decide::{Dice, seat_all};
use crate::effect::Person;
use crate::room::Room;

/// The settings of every table of an evening: one round, no clock, neither hints nor undo, and nobody else finds it.
#[must_use]
pub fn evening_settings(game: GameId, mut options: Map<String, Value>, seats: u8) -> Settings {
    options.remove("minutes");
    match game {
        // It has no number of rounds: whoever scores at all has reached this.
        GameId::Dos => options.insert("target".into(), 1.into()),
        _ => options.insert("rounds".into(), 1.into()),
    };
    let visibility = Visibility::Invited;
    Settings { options, visibility, hints: false, undo: false, takeover: Some(false), ..Settings::new(game, seats) }
}

/// The entries that open a table of an evening and begin its match: the asker on one seat, bots on all others.
///
/// # Errors
/// If the settings do not fit together, or there is no such seat.
pub fn open_evening(
    settings: Settings,
    deal: EveningDeal,
    own: Seat,
    level: BotLevel,
    asker: &Person,
    now: u64,
) -> Result<Vec<Entry>, TableRefusal> {
    let bots: Vec<(Seat, BotLevel)> = (0..usize::from(settings.seats))
        .filter_map(Seat::new)
        .filter(|seat| *seat != own)
        .map(|it| (it, level))
        .collect();
    let mut entries = seat_all(settings, own, &bots, asker, now)?;
    let seed = write_seed(&deal.round(1));
    if let Some(Entry::Opened { evening, .. }) = entries.first_mut() {
        *evening = Some(deal);
    }
    entries.extend([Entry::Began { at: now }, Entry::Committed { round: 1, seed }]);
    Ok(entries)
}

/// What every seat has before a deal of an evening: in Nain Jaune its tokens, elsewhere nothing.
#[must_use]
pub fn evening_start(settings: &Settings) -> i64 {
    let options = Some(Value::Object(settings.options.clone()));
    match settings.game {
        GameId::NainJaune => read_options::<NainJaune>(settings.seats.into(), options)
            .map_or(0, |(seats, rules)| rules.share(seats).into()),
        _ => 0,
    }
}

impl Room {
    /// The deal of an evening that is played here, if it is one.
    #[must_use]
    pub fn evening(&self) -> Option<&EveningDeal> {
        self.evening.as_ref()
    }

    /// What would spoil the deals of an evening is refused at its tables.
    pub(crate) fn not_at_evening(&self) -> Result<(), TableRefusal> {
        if self.evening.is_some() { Err(TableRefusal::EveningTable) } else { Ok(()) }
    }

    /// The house's seed for a round: a fresh one, or that of the evening.
    pub(crate) fn house_seed(&self, round: u16, dice: Dice<'_>) -> Seed {
        self.evening.as_ref().map_or_else(dice, |evening| evening.round(round))
    }

    /// The dice of a bot: fresh ones, or those of the evening, the same wherever play went the same way.
    pub(crate) fn bot_dice(&self, seat: Option<Seat>, dice: Dice<'_>) -> Seed {
        match (&self.evening, self.rounds.last()) {
            (Some(_), Some(round)) => evening_dice(&round.seed, self.lines.steps(), seat),
            _ => dice(),
        }
    }

    /// What the record says of the evening.
    pub(crate) fn evening_header(&self) -> Option<EveningHeader> {
        let EveningDeal { place, seed } = self.evening.as_ref()?;
        let (evening, deal, commitment) = (place.evening.clone(), place.deal, commitment(seed));
        Some(EveningHeader { evening, deal, commitment, seed: *seed })
    }
}
