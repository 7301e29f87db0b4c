//! A table as it is watched: what the house showed, kept up to date by what happens.
//!
//! What happens is followed as a whole or not at all. What cannot be known from it (who goes on where somebody left,
//! who is host then) is not guessed: the client asks for a fresh view.

use crate::deals::{Added, DealCheck, Deals};
use crate::game_view::{self, Followed, GameView, Misfit, ShownEvents, read, undealt, viewer, written};
use crate::recent::{PastHappening, past_of};
use engine::{Game, Seat, Turn, View};
use serde_json::Value;
use wire::house::{
    CHAT_KEPT, ChatLine, Clock, DealFault, Happening, PlayerId, Published, Recent, SeatView, Sitter, Stage, TableView,
    is_deleted,
};
use wire::{Codec, Record};

/// A table as it is watched.
#[derive(Debug)]
pub struct Watched {
    /// What the house showed; its `view` is kept apart.
    table: TableView,
    /// The game, if this program can read it.
    game: Option<Box<dyn Followed>>,
    /// The game as the house wrote it, where this program cannot read it.
    unread: Option<Value>,
    /// What had happened before the house showed it, if that was asked for.
    recent: Option<Recent>,
    /// The events of what happened last, one list for each deal or step.
    last_shown: Vec<ShownEvents>,
    /// When the clock was received, by the caller's own clock.
    clock_at: u64,
    deals: Deals,
}

/// What was found out about the deals of some rounds.
pub(crate) type DealChecks = Vec<(u16, DealCheck)>;

impl Watched {
    /// The table as the house shows it now; what was known of its deals is held against it.
    pub(crate) fn new(mut table: TableView, before: Option<Self>, now: u64) -> (Self, DealChecks) {
        let unread = table.view.take();
        let recent = table.recent.take();
        let viewer = viewer(table.seat, table.settings.seats);
        let game = viewer.and_then(|viewer| match &unread {
            Some(view) => read(table.settings.game, view.clone(), viewer),
            None => undealt(&table.settings, viewer),
        });
        let mut deals = before.map(|before| before.deals).unwrap_or_default();
        let publish = |published: &Published| Some((published.round, deals.publish(published, adder(&table), None)?));
        let checks = table.rounds.iter().filter_map(publish).collect();
        let game = game.ok();
        let unread = unread.filter(|_| game.is_none());
        (Self { table, game, unread, recent, last_shown: Vec::new(), clock_at: now, deals }, checks)
    }

    /// Brings the table up to date with what happened next; nothing has changed if it does not fit.
    pub(crate) fn follow(
        &mut self,
        seq: u64,
        happenings: &[Happening],
        clock: Clock,
        now: u64,
    ) -> Result<DealChecks, Misfit> {
        let mut game = self.game.as_deref().map(Followed::copy);
        let mut dealt = None;
        let mut last_shown = Vec::new();
        for happening in happenings {
            match happening {
                Happening::Dealt { round, events, .. } => {
                    if !self.awaits(*round) {
                        return Err(Misfit::NoCommitment);
                    }
                    let game = game.as_mut().ok_or(Misfit::NoGame)?;
                    let before = game.copy();
                    let shown = game.follow(events)?;
                    dealt = Some((before, shown.clone()));
                    last_shown.push(shown);
                }
                Happening::Stepped { events, .. } => {
                    last_shown.push(game.as_mut().ok_or(Misfit::NoGame)?.follow(events)?);
                }
                Happening::LastRound => game.as_mut().ok_or(Misfit::NoGame)?.call_last_round(),
                Happening::Undone { view, .. } => {
                    let viewer = viewer(self.table.seat, self.table.settings.seats)?;
                    game = Some(read(self.table.settings.game, view.clone(), viewer)?);
                }
                Happening::Sat { seat, .. } | Happening::Left { seat } | Happening::Replaced { seat, .. } => {
                    self.table.seats.get(seat.index()).ok_or(Misfit::NoSuchSeat)?;
                }
                _ => {}
            }
        }
        self.game = game;
        self.last_shown = last_shown;
        self.table.seq = seq;
        self.table.clock = clock;
        self.clock_at = now;
        let mut checks = Vec::new();
        for happening in happenings {
            if let Some(published) = self.note(happening) {
                let shown = dealt.take_if(|_| matches!(happening, Happening::Dealt { .. }));
                checks.extend(
                    self.deals.publish(&published, adder(&self.table), shown).map(|check| (published.round, check)),
                );
            }
        }
        Ok(checks)
    }

    /// Notes what happened around the game; returns what is now published of a round, if that has changed.
    fn note(&mut self, happening: &Happening) -> Option<Published> {
        match happening {
            Happening::Sat { seat, sitter } => self.put(*seat, Some(sitter.clone())),
            Happening::Left { seat } => self.put(*seat, None),
            Happening::Replaced { seat, sitter, .. } => self.put(*seat, Some(sitter.clone())),
            Happening::Locked { locked } => self.table.locked = *locked,
            Happening::Began => self.table.stage = Stage::Between,
            Happening::Committed { round, commitment } => {
                self.table.stage = Stage::Between;
                let (round, commitment) = (*round, commitment.clone());
                self.table.rounds.push(Published { round, commitment, entropy: None, seed: None });
                return self.table.rounds.last().cloned();
            }
            Happening::Dealt { round, entropy, .. } => {
                self.table.stage = Stage::Playing;
                let published = self.published(*round)?;
                published.entropy = Some(entropy.clone());
                return Some(published.clone());
            }
            Happening::Voided { round } => {
                // The view goes on when the round is dealt anew; what was shown of it does not fit, and is asked for.
                self.table.stage = Stage::Between;
                self.table.rounds.retain(|published| published.round != *round);
            }
            Happening::Revealed { round, seed } => {
                self.table.stage = Stage::Between;
                let published = self.published(*round)?;
                published.seed = Some(seed.clone());
                return Some(published.clone());
            }
            Happening::Ended { places, .. } => {
                self.table.stage = Stage::Over;
                self.table.places = Some(places.clone());
            }
            Happening::Said(line) => self.hear(line),
            Happening::ChatDeleted { player, said } => self.table.chat.retain(|line| !is_deleted(line, player, *said)),
            Happening::Rematched { table } => self.table.rematch = Some(table.clone()),
            Happening::Closed => self.table.stage = Stage::Closed,
            Happening::Stepped { .. }
            | Happening::Undone { .. }
            | Happening::LastRound
            | Happening::Muted { .. }
            | Happening::Removed { .. } => {}
        }
        None
    }

    fn put(&mut self, seat: Seat, sitter: Option<Sitter>) {
        if let Some(place) = self.table.seats.get_mut(seat.index()) {
            *place = SeatView { sitter };
        }
        if self.table.seat == Some(seat) {
            self.deals.forget_sent();
        }
    }

    fn published(&mut self, round: u16) -> Option<&mut Published> {
        self.table.rounds.iter_mut().rev().find(|published| published.round == round)
    }

    fn hear(&mut self, line: &ChatLine) {
        self.table.chat.push(line.clone());
        if self.table.chat.len() > CHAT_KEPT {
            self.table.chat.remove(0);
        }
    }

    /// The connection was lost: the house forgets who was ready.
    pub(crate) fn forget_ready(&mut self) {
        self.deals.forget_noted();
    }

    /// One says that one is ready.
    pub(crate) fn ready_sent(&mut self, round: u16, entropy: Option<&str>) {
        if let (Some(seat), Some(entropy)) = (self.table.seat, entropy) {
            self.deals.send(round, Added { seat, entropy: entropy.into() });
        }
    }

    /// The house has taken note that one is ready.
    pub(crate) fn ready_noted(&mut self, round: u16, entropy: Option<&str>) {
        if let Some(entropy) = entropy {
            self.deals.note(round, entropy);
        }
    }

    /// The rounds that were dealt without what one adds, each of them once.
    pub(crate) fn take_lacking(&mut self) -> Vec<u16> {
        self.deals.take_lacking()
    }

    /// Whether the player sits elsewhere than the table was shown from.
    pub(crate) fn is_seen_from_elsewhere(&self, player: &PlayerId) -> bool {
        let sits = |place: &SeatView| place.sitter.as_ref().is_some_and(|it| it.seating.player() == Some(player));
        let seat = self.table.seats.iter().position(sits);
        seat != self.table.seat.map(Seat::index)
    }

    /// Whether the host sits at the table: else another one may be it by now.
    pub(crate) fn is_host_seated(&self) -> bool {
        let players = self.table.seats.iter().filter_map(|place| place.sitter.as_ref()?.seating.player());
        players.into_iter().any(|player| *player == self.table.host)
    }

    /// Whether the round is committed to and not dealt yet.
    pub(crate) fn awaits(&self, round: u16) -> bool {
        let last = self.table.rounds.last();
        self.table.stage == Stage::Between && last.is_some_and(|last| last.round == round && last.entropy.is_none())
    }

    /// What is known of the table around the game. Its `view` is absent here: see [`game`](Self::game).
    #[must_use]
    pub fn table(&self) -> &TableView {
        &self.table
    }

    /// All that is known of the table, as the house itself would show it now.
    #[must_use]
    pub fn as_shown(&self) -> TableView {
        let dealt = self.game.as_ref().filter(|game| game.round() > 0);
        TableView { view: dealt.map(|game| written(&**game)).or_else(|| self.unread.clone()), ..self.table.clone() }
    }

    /// The game as it is seen from here; absent where this program cannot read what a newer house shows.
    #[must_use]
    pub fn game(&self) -> Option<&dyn GameView> {
        self.game.as_deref().map(|game| game as &dyn GameView)
    }

    /// The events of what happened last ([`News::Happened`](crate::News::Happened)), one list for each deal or step, in
    /// order: whoever tells them need not read them again.
    #[must_use]
    pub fn last_shown(&self) -> &[ShownEvents] {
        &self.last_shown
    }

    /// The view of a game that the caller knows the name of, for screens drawn per game.
    #[must_use]
    pub fn view_of<G: Game>(&self) -> Option<&View<G>> {
        game_view::view_of(self.game.as_deref()?)
    }

    /// What had happened lately when the house last showed the table whole, happening by happening, so that it can be
    /// told as if one had been there. Empty where that was not asked for ([`Ask::Watch`](wire::house::Ask::Watch) with
    /// `recent`); what happens from then on is not added.
    #[must_use]
    pub fn recent_of<G: Codec>(&self) -> Vec<PastHappening<G>> {
        self.recent.as_ref().map(|recent| past_of(recent, &self.table.settings)).unwrap_or_default()
    }

    /// Whether one may make a move now, in turn or out of it.
    #[must_use]
    pub fn may_act(&self) -> bool {
        let Some(own) = self.table.seat else { return false };
        match self.game.as_ref().map(|game| game.turn()) {
            Some(Turn::Seat { seat, also }) => self.table.stage == Stage::Playing && (seat == own || also.has(own)),
            _ => false,
        }
    }

    /// Milliseconds left for the turn at a moment of the caller's own clock; absent: no limit, or the table is paused.
    #[must_use]
    pub fn time_left(&self, now: u64) -> Option<u64> {
        Some(self.table.clock.left_ms?.saturating_sub(now.saturating_sub(self.clock_at)))
    }

    /// Whether the rounds of the record of the match were dealt as the house had published; whether the record holds in
    /// itself is another question (`referee::records::verify`).
    ///
    /// # Errors
    /// The first round that was dealt otherwise.
    pub fn compare_deals(&self, record: &Record) -> Result<(), (u16, DealFault)> {
        self.deals.compare(record)
    }
}

/// The seat from which one adds to deals: nobody adds anything to those of an evening.
fn adder(table: &TableView) -> Option<Seat> {
    table.seat.filter(|_| table.evening.is_none())
}
