//! A place at a table, whatever is played: what is known of the table there, and of who looks.
//!
//! What is asked from there is in `place/asks.rs`, what is shown for a while in `place/passing.rs`.
//!
//! Deliberately absent: drawing, and what is lifted and pointed at ([`Desk`](crate::desk::Desk)).

mod asks;
mod passing;

use client::{Advice, DealCheck, Watched};
use engine::{Seat, Turn, Viewer};
use leptos::prelude::*;
use wire::house::{EveningPlace, Here, Seating, Stage, TableId, TableKey};
use words::privacy::shown_name;
use words::screen::Label;
use words::{Caption, SeatName};

use self::passing::Speech;
use crate::app::Shared;
use crate::guide::{Cue, Guide};
use crate::link::ConnectionState;
use crate::parts::log::LogLine;
use crate::parts::seats::Around;
use crate::playback::Playback;
use crate::reactive::RwSignal;

/// Looks at a table, once the house has shown it; a drawing that does so is drawn again when it changes.
pub(crate) fn look_at<T>(shared: Shared, table: StoredValue<TableId>, look: impl FnOnce(&Watched) -> T) -> Option<T> {
    shared.link.look(|client| client.table(&table.read_value()).map(look))
}

/// The seat one sits on.
pub(crate) fn own_seat(watched: &Watched) -> Option<Seat> {
    watched.table().seat
}

/// A place at a table, or around it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) shared: Shared,
    table: StoredValue<TableId>,
    /// What guides whoever sits here, if something does.
    pub(crate) guide: Option<Guide>,
    /// The replay, if this is one: nothing can be done there but to look.
    pub(crate) playback: Option<Playback>,
    /// Who sits where, as seen from here.
    pub(crate) around: Around,
    /// What happened, oldest first.
    pub(crate) log: RwSignal<Vec<LogLine>>,
    /// Whether the log is open.
    pub(crate) log_open: RwSignal<bool>,
    /// Whether the menu is open.
    pub(crate) menu_open: RwSignal<bool>,
    /// What was laid since one's last turn: the name of the place on the board, and who laid it.
    laid: RwSignal<Vec<(String, usize)>>,
    /// Who made the last step.
    last_actor: StoredValue<Option<usize>>,
    /// The number of the last thing that was told.
    pub(crate) told: StoredValue<u64>,
    /// What seats have just said in the chat.
    speech: RwSignal<Vec<Speech>>,
    /// What somebody has just said; where there is no room for bubbles the ribbon shows it.
    pub(crate) spoken: RwSignal<Option<Caption>>,
    /// What is said in large letters for a moment.
    pub(crate) announced: RwSignal<Option<String>>,
    /// What the expert would do.
    pub(crate) hint: RwSignal<Hint>,
    /// Whether the score sheet is open.
    pub(crate) sheet_open: RwSignal<bool>,
    /// Whether the chat is open.
    pub(crate) chat_open: RwSignal<bool>,
    /// How many lines of the chat were not read.
    pub(crate) unread: RwSignal<usize>,
    /// What was found out about the deals, by round.
    pub(crate) checks: RwSignal<Vec<(u16, DealCheck)>>,
}

/// A hint.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Hint {
    /// Nobody has asked.
    #[default]
    None,
    /// It was asked for.
    Asked,
    /// It was given, and nothing has happened since.
    Given(Advice),
}

impl Place {
    /// A place at a table.
    pub(crate) fn new(shared: Shared, table: &str) -> Self {
        let table = StoredValue::new(TableId::from(table));
        Self {
            shared,
            table,
            guide: use_context(),
            playback: None,
            around: Around::new(shared, table),
            log: RwSignal::new(Vec::new()),
            log_open: RwSignal::new(false),
            menu_open: RwSignal::new(false),
            laid: RwSignal::new(Vec::new()),
            last_actor: StoredValue::new(None),
            told: StoredValue::new(0),
            speech: RwSignal::new(Vec::new()),
            spoken: RwSignal::new(None),
            announced: RwSignal::new(None),
            hint: RwSignal::new(Hint::None),
            sheet_open: RwSignal::new(false),
            chat_open: RwSignal::new(false),
            unread: RwSignal::new(0),
            checks: RwSignal::new(Vec::new()),
        }
    }

    /// A place at a table that is looked at again.
    pub(crate) fn replayed(shared: Shared, table: &str, playback: Playback) -> Self {
        Self { playback: Some(playback), log: playback.log, ..Self::new(shared, table) }
    }

    /// The table's id.
    pub(crate) fn table(self) -> TableId {
        self.table.get_value()
    }

    /// Looks at the table, once the house has shown it; a drawing that does so is drawn again when it changes.
    pub(crate) fn look<T>(self, look: impl FnOnce(&Watched) -> T) -> Option<T> {
        look_at(self.shared, self.table, look)
    }

    /// The same, once.
    pub(crate) fn look_now<T>(self, look: impl FnOnce(&Watched) -> T) -> Option<T> {
        self.shared.link.look_now(|client| client.table(&self.table.read_value()).map(look))
    }

    /// The seat one sits on.
    pub(crate) fn own_seat(self) -> Option<Seat> {
        self.look(own_seat).flatten()
    }

    /// How the seats are shown: portraits and short names.
    pub(crate) fn seat_names(self) -> Vec<SeatName> {
        self.around.names.get()
    }

    /// What the seats are called, in order.
    pub(crate) fn names(self) -> Vec<String> {
        let lang = self.shared.preferences.lang();
        let name = |seat: &wire::house::SeatView| seat.sitter.as_ref().map(|sitter| shown_name(&sitter.name, lang));
        let names = self.look(|watched| watched.table().seats.iter().map(name).collect::<Vec<_>>());
        let free = self.shared.say(Label::FreeSeat);
        names.unwrap_or_default().into_iter().map(|name| name.unwrap_or_else(|| free.clone())).collect()
    }

    /// Who looks from here.
    pub(crate) fn viewer(self) -> Viewer {
        self.own_seat().map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Whether all other seats are bots of the house.
    pub(crate) fn is_alone(self) -> bool {
        self.own_seat().is_some()
            && self.look(|watched| {
                let is_bot = |seat: &wire::house::SeatView| {
                    seat.sitter.as_ref().is_some_and(|sitter| matches!(sitter.seating, Seating::Bot { .. }))
                };
                let seats = &watched.table().seats;
                seats.iter().filter(|seat| is_bot(seat)).count() + 1 == seats.len()
            }) == Some(true)
    }

    /// For each seat, whether its player is there.
    pub(crate) fn here(self) -> Vec<Here> {
        self.presence(|presence| presence.seats.clone()).unwrap_or_default()
    }

    /// Looks at who is at the table.
    pub(crate) fn presence<T>(self, look: impl FnOnce(&wire::house::Presence) -> T) -> Option<T> {
        self.shared.link.look(|client| client.presence(&self.table.read_value()).map(look))
    }

    /// Whether there is a connection to the house.
    pub(crate) fn is_connected(self) -> bool {
        self.shared.link.state() == ConnectionState::Open
    }

    /// What the guide says now: what belongs to a later moment of the table waits for it.
    pub(crate) fn cue(self) -> Option<Cue> {
        let cue = self.guide?.cue.get();
        self.look(|watched| watched.table().seq >= cue.seq)?.then_some(cue)
    }

    /// The steps that the guide means.
    pub(crate) fn wanted(self) -> Vec<String> {
        self.cue().map(|cue| cue.wanted).unwrap_or_default()
    }

    /// The key of the table's link, where only those who are invited find it.
    pub(crate) fn key_now(self) -> Option<TableKey> {
        self.shared.link.key_now(&self.table())
    }

    /// Where the match stands.
    pub(crate) fn stage(self) -> Option<Stage> {
        self.look(|watched| watched.table().stage)
    }

    /// The round that waits to be dealt, if one sits here.
    pub(crate) fn next_round(self) -> Option<u16> {
        self.own_seat()?;
        self.look(|watched| {
            let table = watched.table();
            let last = table.rounds.last().filter(|last| last.entropy.is_none());
            last.filter(|_| table.stage == Stage::Between).map(|last| last.round)
        })
        .flatten()
    }

    /// The deal of an evening that is played here. Nobody adds anything to it.
    pub(crate) fn evening(self) -> Option<EveningPlace> {
        self.look(|watched| watched.table().evening.clone()).flatten()
    }

    /// The seat whose turn it is.
    pub(crate) fn turn(self) -> Option<Seat> {
        match self.look(|watched| watched.game().map(client::GameView::turn)).flatten()? {
            Turn::Seat { seat, .. } => Some(seat),
            Turn::Dealer(_) | Turn::Over(_) => None,
        }
    }
}
