//! A match from its record.

use std::str::FromStr;

use engine::{EventMismatch, Seat, State, Turn, View, Viewer, with_game};
use referee::Refereed;
use referee::records::{Broken, read as read_record};
use referee::replay::{Replay, ReplayEvent};
use serde_json::Value;
use wire::house::{By, Clock, Happening, SeatView, Seating, Settings, Sitter, Stage, TableId, TableView};
use wire::{Header, Player, PlayerKind, Record, RecordLine, read_step, write_view};
use words::Lang;

use super::{Eyes, Film, Overview, ReplayMoment, ReplayPlayer};
use crate::tally::Tally;

/// The id of a player that a record only names.
const NOBODY: &str = "nobody";

/// Reads a record, and plays it through the engine.
pub(super) fn read(text: &str, table: &TableId, lang: Lang) -> Result<Box<dyn Film>, Broken> {
    let record = read_record(text, lang)?;
    with_game!(record.header.game, G => Ok(Box::new(OfRecord::<G>::new(record, table, lang)?)))
}

/// How a moment came about.
#[derive(Debug)]
enum Action {
    Dealt,
    Stepped { seat: Seat, text: String, by: By },
}

/// A moment, as what has happened since the one before it.
#[derive(Debug)]
struct Frame<G: Refereed> {
    action: Action,
    /// Whether the last round was called before it.
    is_last_round_called: bool,
    events: Vec<G::Event>,
}

/// A match of a game from its record. The truth is kept once a round; in between it is made from the events.
#[derive(Debug)]
struct OfRecord<G: Refereed> {
    header: Header,
    table: TableId,
    frames: Vec<Frame<G>>,
    /// The first frame of each round, and the truth before its deal.
    rounds: Vec<(usize, State<G>)>,
    overview: Overview,
}

impl<G: Refereed> OfRecord<G> {
    fn new(record: Record, table: &TableId, lang: Lang) -> Result<Self, Broken> {
        let header = record.header.clone();
        let mut replay = Replay::<G>::new(record, lang)?;
        let mut frames: Vec<Frame<G>> = Vec::new();
        let mut rounds = Vec::new();
        let mut moments: Vec<ReplayMoment> = Vec::new();
        let mut tally = Tally::default();
        let mut undealt = replay.table().state.clone();
        let (mut events, mut is_last_round_called, mut step_line) = (Vec::new(), false, 0);
        let mut follow = |event: ReplayEvent<'_, G>| match event {
            ReplayEvent::Event { event, .. } => events.push(event.clone()),
            ReplayEvent::Step { line, .. } => step_line = line,
            ReplayEvent::Dealt { table } => {
                rounds.push((frames.len(), undealt.clone()));
                moments.push(ReplayMoment::after(moments.last(), &table.state.public, None));
                let events = std::mem::take(&mut events);
                frames.push(Frame { action: Action::Dealt, is_last_round_called: false, events });
            }
            ReplayEvent::Held { table, line: RecordLine::Move { seat, text, .. } } => {
                let public = &table.state.public;
                moments.push(ReplayMoment::after(moments.last(), public, Some(step_line)));
                tally.note::<G>(public);
                if public.outcome().is_some() {
                    undealt = table.state.clone();
                }
                let seat = public.sheet.seats().seat(*seat).unwrap_or_default();
                let action = Action::Stepped { seat, text: text.clone(), by: chosen_by::<G>(text) };
                let is_last_round_called = std::mem::take(&mut is_last_round_called);
                frames.push(Frame { action, is_last_round_called, events: std::mem::take(&mut events) });
            }
            ReplayEvent::Held { line: RecordLine::LastRound { .. }, .. } => is_last_round_called = true,
            ReplayEvent::Held { .. } => {}
        };
        while replay.advance(&mut follow)? {}
        let players = header.players.iter();
        let players = players.map(|it| ReplayPlayer { name: it.name.clone(), is_bot: it.kind == PlayerKind::Bot });
        let seats = (0..header.players.len()).map(|seat| Eyes::Seat(seat as u8));
        let overview = Overview {
            game: G::ID.slug().into(),
            players: players.collect(),
            date: header.date.clone(),
            moments,
            rounds: tally.rounds().to_vec(),
            // There is a record only of a match that is over: nothing is left to be hidden.
            eyes: seats.chain([Eyes::All]).collect(),
        };
        Ok(Self { header, table: table.clone(), frames, rounds, overview })
    }

    /// The truth before a frame of its round.
    fn truth_before(&self, at: usize) -> State<G> {
        let round = self.rounds.partition_point(|(first, _)| *first <= at);
        let (first, undealt) = &self.rounds[round - 1];
        let mut state = undealt.clone();
        for frame in &self.frames[*first..at] {
            play(&mut state, frame);
        }
        state
    }

    fn truth(&self, at: usize) -> State<G> {
        let mut state = self.truth_before(at);
        play(&mut state, &self.frames[at]);
        state
    }

    fn show(&self, state: &State<G>, viewer: Viewer) -> TableView {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let (mut clock, mut places) = (Clock::default(), None);
        match G::turn(&state.public) {
            Turn::Seat { seat, also } => clock = Clock { seat: Some(seat), also: also.iter().collect(), ..clock },
            Turn::Over(standings) => places = Some(standings.values().to_vec()),
            Turn::Dealer(_) => {}
        }
        let is_dealt = state.public.sheet.round > 0;
        TableView {
            table: self.table.clone(),
            seq: 0,
            settings: settings_of(&self.header),
            host: NOBODY.into(),
            stage: Stage::Playing,
            seats: self.header.players.iter().map(sitter_of).collect(),
            seat,
            view: is_dealt.then(|| write_view::<G>(&View::of(state, viewer))),
            rounds: Vec::new(),
            chat: Vec::new(),
            clock,
            places,
            rematch: None,
            key: None,
            locked: false,
            evening: None,
            legal: None,
            recent: None,
        }
    }
}

impl<G: Refereed> Film for OfRecord<G> {
    fn overview(&self) -> &Overview {
        &self.overview
    }

    fn table(&self, at: usize, viewer: Viewer) -> TableView {
        self.show(&self.truth(at), viewer)
    }

    fn table_before(&self, at: usize, viewer: Viewer) -> TableView {
        self.show(&self.truth_before(at), viewer)
    }

    fn happened(&self, at: usize, viewer: Viewer) -> Vec<Happening> {
        let frame = &self.frames[at];
        let seats = self.rounds[0].1.public.sheet.seats();
        let write =
            |event: &G::Event| Value::from_str(&G::write_shown(&G::show(seats, event, viewer))).unwrap_or_default();
        let events = frame.events.iter().map(write).collect();
        let called = frame.is_last_round_called.then_some(Happening::LastRound);
        let happening = match &frame.action {
            Action::Dealt => Happening::Dealt { round: self.overview.moments[at].round, entropy: Vec::new(), events },
            Action::Stepped { seat, text, by } => {
                Happening::Stepped { seat: *seat, step: text.clone(), by: *by, events }
            }
        };
        called.into_iter().chain([happening]).collect()
    }

    fn commitment(&self, at: usize) -> Option<(u16, String)> {
        let round = self.overview.moments[at].round;
        let commitment = self.header.commitments.get(usize::from(round).checked_sub(1)?)?.clone();
        matches!(self.frames[at].action, Action::Dealt).then_some((round, commitment))
    }

    fn hands(&self, at: usize) -> Option<Vec<Value>> {
        let state = self.truth(at);
        let view = |seat| write_view::<G>(&View::of(&state, Viewer::Seat(seat)));
        Some(state.public.sheet.seats().seats().map(view).collect())
    }
}

/// Makes a frame true.
fn play<G: Refereed>(state: &mut State<G>, frame: &Frame<G>) {
    state.public.sheet.last_round |= frame.is_last_round_called;
    for event in &frame.events {
        if let Err(EventMismatch(why)) = G::apply(state, event) {
            // Not bad input but a bug: the same events were brought about by the rules a moment ago.
            panic!("{} brought about {event:?}, which does not fit: {why}", G::ID.slug());
        }
    }
}

/// A record does not say who chose a step, but what only the clock plays nobody chose.
fn chosen_by<G: Refereed>(text: &str) -> By {
    let is_chosen = read_step::<G>(text).is_ok_and(|step| step.moves.iter().all(G::is_chosen));
    if is_chosen { By::Player } else { By::Clock }
}

fn settings_of(header: &Header) -> Settings {
    let seats = header.players.len() as u8;
    Settings { options: header.options.clone(), hints: false, undo: false, ..Settings::new(header.game, seats) }
}

/// Who sat there. A record names players, but does not say who they are elsewhere, or how well a bot plays.
fn sitter_of(player: &Player) -> SeatView {
    let player_id = NOBODY.into();
    let seating = match player.kind {
        PlayerKind::Human => Seating::Human { player: player_id },
        PlayerKind::Bot => Seating::Program { player: player_id },
    };
    SeatView { sitter: Some(Sitter { name: player.name.clone(), claimed: false, seating }) }
}
