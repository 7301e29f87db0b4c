//! A match from what was shown of it while it is played: whoever looks back sees what they were shown, and no more.

use engine::{Game, Seat, View, Viewer, with_game};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::house::{Ask, By, Clock, Happening, TableId, TableView};
use wire::{Codec, write_view};

use super::{Eyes, Film, Overview, ReplayMoment, ReplayPlayer};
use crate::client::Client;
use crate::news::News;
use crate::recent::PastHappening;
use crate::tally::Tally;
use crate::watched::Watched;

/// So many messages of a table are kept.
const MAX_TEXTS: usize = 4_000;

/// The messages of a table, as they came.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tape {
    table: TableId,
    texts: Vec<String>,
}

impl Tape {
    /// An empty tape of a table.
    #[must_use]
    pub fn new(table: &TableId) -> Self {
        Self { table: table.clone(), texts: Vec::new() }
    }

    /// Keeps a message, if it is about the table. Where there are too many, those before one that shows the table
    /// whole are forgotten.
    pub fn keep(&mut self, text: &str) {
        let is_whole = text.starts_with(r#"{"table":"#);
        if !(is_whole || text.starts_with(r#"{"happened":"#)) || !text.contains(&*self.table) {
            return;
        }
        self.texts.push(text.to_owned());
        if self.texts.len() > MAX_TEXTS {
            let half = self.texts.len() / 2;
            let whole = self.texts[half..].iter().position(|text| text.starts_with(r#"{"table":"#));
            self.texts.drain(..whole.map_or(0, |index| half + index));
        }
    }

    /// Which table.
    #[must_use]
    pub fn table(&self) -> &TableId {
        &self.table
    }

    /// Whether nothing was kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// What was shown at a moment, and what had happened.
#[derive(Debug)]
struct Shot {
    before: TableView,
    table: TableView,
    happened: Vec<Happening>,
}

/// A match from a tape.
#[derive(Debug)]
pub(super) struct OfTape {
    shots: Vec<Shot>,
    overview: Overview,
}

/// Follows a tape as a client did.
pub(super) fn read(tape: &Tape) -> Option<OfTape> {
    let mut client = Client::new(0);
    client.connected();
    client.ask_table(&tape.table, Ask::Watch { after: None, recent: true, views: false });
    let mut film = Filming::default();
    for text in &tape.texts {
        for news in client.receive(text, 0) {
            let Some(watched) = client.table(&tape.table) else { continue };
            match news {
                News::Shown { .. } => with_game!(watched.table().settings.game, G => film.note_shown::<G>(watched)),
                News::Happened { happenings, .. } => {
                    with_game!(watched.table().settings.game, G => film.note_happened::<G>(watched, happenings));
                }
                _ => {}
            }
        }
    }
    film.finish()
}

/// A film that is being made.
#[derive(Debug, Default)]
struct Filming {
    shots: Vec<Shot>,
    moments: Vec<ReplayMoment>,
    tally: Tally,
    last: Option<TableView>,
}

impl Filming {
    /// The table was shown whole, with what had happened lately.
    fn note_shown<G: Codec>(&mut self, watched: &Watched) {
        let known = self.last.as_ref().map_or(0, |last| last.seq);
        let now = watched.as_shown();
        let past = watched.recent_of::<G>();
        let mut views = past.iter().skip(1).map(|past| past.before.clone());
        for PastHappening { seq, seats, before, happening, .. } in &past {
            let after = views.next().or_else(|| watched.view_of::<G>().cloned());
            let Some(after) = after.filter(|_| *seq > known && is_of_game(happening)) else { continue };
            let table = |view: &View<G>| TableView { seats: seats.clone(), ..seen_by(&now, view) };
            self.add::<G>(table(before), table(&after), vec![happening.clone()], &after);
        }
        // Somebody who sits down by now sees more than what had happened showed them.
        if let Some(view) = watched.view_of::<G>().filter(|view| view.public.sheet.round > 0) {
            let is_known = self.last.as_ref().is_some_and(|last| last.view == now.view);
            if !is_known {
                self.add::<G>(now.clone(), now.clone(), Vec::new(), view);
            }
        }
        self.last = Some(now);
    }

    fn note_happened<G: Codec>(&mut self, watched: &Watched, happenings: Vec<Happening>) {
        let now = watched.as_shown();
        let of_game: Vec<Happening> = happenings.into_iter().filter(is_of_game).collect();
        if let (false, Some(view)) = (of_game.is_empty(), watched.view_of::<G>()) {
            let before = self.last.clone().unwrap_or_else(|| now.clone());
            self.add::<G>(before, now.clone(), of_game, view);
        }
        self.last = Some(now);
    }

    fn add<G: Game>(&mut self, before: TableView, table: TableView, happened: Vec<Happening>, view: &View<G>) {
        let is_undone = happened.iter().any(|happening| matches!(happening, Happening::Undone { .. }));
        // What was taken back is the same moment again.
        let same = self.shots.iter().rposition(|shot| shot.table.view == table.view);
        let moment = match same.filter(|_| is_undone) {
            Some(same) => self.moments[same],
            None => ReplayMoment::after(self.moments.last(), &view.public, None),
        };
        self.tally.note::<G>(&view.public);
        self.moments.push(moment);
        self.last = Some(table.clone());
        self.shots.push(Shot { before, table, happened });
    }

    fn finish(self) -> Option<OfTape> {
        let last = self.last?;
        self.shots.first()?;
        let sitters = last.seats.iter().map(|seat| seat.sitter.as_ref());
        let player = |sitter: Option<&wire::house::Sitter>| ReplayPlayer {
            name: sitter.map(|sitter| sitter.name.clone()).unwrap_or_default(),
            is_bot: sitter.is_some_and(|sitter| sitter.seating.player().is_none()),
        };
        let own = last.seat.map_or(Eyes::Watching, |seat| Eyes::Seat(seat.index() as u8));
        let overview = Overview {
            game: last.settings.game.slug().into(),
            players: sitters.map(player).collect(),
            date: String::new(),
            moments: self.moments,
            rounds: self.tally.rounds().to_vec(),
            eyes: vec![own],
        };
        Some(OfTape { shots: self.shots, overview })
    }
}

/// Whether a happening changes the game.
fn is_of_game(happening: &Happening) -> bool {
    matches!(
        happening,
        Happening::Dealt { .. } | Happening::Stepped { .. } | Happening::Undone { .. } | Happening::LastRound
    )
}

/// A table as whoever had this view saw it.
fn seen_by<G: Codec>(table: &TableView, view: &View<G>) -> TableView {
    let seat: Option<Seat> = match view.viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    };
    let clock = match G::turn(&view.public) {
        engine::Turn::Seat { seat, also } => {
            Clock { seat: Some(seat), also: also.iter().collect(), ..Clock::default() }
        }
        _ => Clock::default(),
    };
    let is_dealt = view.public.sheet.round > 0;
    TableView { seat, clock, view: is_dealt.then(|| write_view::<G>(view)), ..table.clone() }
}

impl Film for OfTape {
    fn overview(&self) -> &Overview {
        &self.overview
    }

    fn table(&self, at: usize, _: Viewer) -> TableView {
        as_replayed(&self.shots[at].table)
    }

    fn table_before(&self, at: usize, _: Viewer) -> TableView {
        as_replayed(&self.shots[at].before)
    }

    fn happened(&self, at: usize, _: Viewer) -> Vec<Happening> {
        // What a bot did is shown as anybody's: the replay has its own pace.
        let mut happened = self.shots[at].happened.clone();
        for happening in &mut happened {
            if let Happening::Stepped { by, .. } = happening
                && *by == By::Bot
            {
                *by = By::Player;
            }
        }
        happened
    }

    fn commitment(&self, at: usize) -> Option<(u16, String)> {
        let is_dealt = self.shots[at].happened.iter().any(|it| matches!(it, Happening::Dealt { .. }));
        let round = self.overview.moments[at].round;
        let promised = self.shots[at].table.rounds.iter().find(|published| published.round == round)?;
        is_dealt.then(|| (round, promised.commitment.clone()))
    }

    fn hands(&self, _: usize) -> Option<Vec<Value>> {
        None
    }
}

/// A table as a replay shows it: nothing can be asked of it, and what is said there now is not part of it.
fn as_replayed(table: &TableView) -> TableView {
    let clock = Clock { left_ms: None, undo: None, ..table.clock.clone() };
    let mut table = TableView { clock, stage: wire::house::Stage::Playing, ..table.clone() };
    (table.rounds, table.chat, table.recent, table.rematch, table.key) = (Vec::new(), Vec::new(), None, None, None);
    (table.settings.hints, table.settings.undo) = (false, false);
    table
}
