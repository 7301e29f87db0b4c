//! The game as one viewer sees it, for those who do not care which: legal moves, whose turn, what would be refused.
//!
//! One implementation serves all five games: it is the engine's own [`View`], read and brought up to date.
//! Legality is a function of what the seat knows, so nothing here asks the house.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

use engine::{
    Chance, Coverage, EventMismatch, Game, GameId, Seat, SeatCount, Seed, Shuffle, State, Table, Turn, View, Viewer,
    with_game,
};
use referee::Refereed;
use referee::judge::{Chooser, StepRefused, judge};
use serde_json::Value;
use wire::house::{Legal, Settings, TableRefusal};
use wire::{Fault, read_options, read_shown, read_view, write_step, write_view};

/// A stream that no deal uses: rounds are counted from 1.
const NO_DEAL: Shuffle = Shuffle { round: 0, reshuffle: 0 };

/// Why something that was shown cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Misfit {
    #[error("it cannot be read: {0:?}")]
    Unreadable(Vec<Fault>),
    #[error(transparent)]
    Mismatch(#[from] EventMismatch),
    #[error("there is no such seat")]
    NoSuchSeat,
    #[error("the house has not committed itself to this deal")]
    NoCommitment,
    #[error("nothing is known of the game")]
    NoGame,
}

impl From<Vec<Fault>> for Misfit {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Unreadable(faults)
    }
}

/// The game as one viewer sees it: the [`View`] of each game is one.
///
/// It does not ask for [`Debug`], with which all that a view is made of would be carried to be printed.
pub trait GameView: Any + Send {
    /// Which game it is.
    fn game(&self) -> GameId;
    /// Who looks.
    fn viewer(&self) -> Viewer;
    /// The round under way or just over; 0 before the first.
    fn round(&self) -> u16;
    /// Who may act now.
    fn turn(&self) -> Turn;
    /// A step in canonical notation, if the rules allow it; else why not, as the house would refuse it.
    ///
    /// # Errors
    /// If it is no step, or a rule refuses it, or it is not for the viewer to make steps.
    fn judge(&self, step: &str) -> Result<String, StepRefused>;
}

impl Debug for dyn GameView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in round {}", self.game().slug(), self.round())
    }
}

/// The moves the viewer may make now; a spectator has none.
#[must_use]
pub fn legal_moves(game: &dyn GameView) -> Legal {
    with_game!(game.game(), G => view_of::<G>(game).map_or(Legal { moves: Vec::new(), complete: true }, legal))
}

/// The view as JSON, as the referee writes it. Like the list of moves it is no method, so that programs which do not
/// want it do not carry it.
pub(crate) fn written(game: &dyn GameView) -> Value {
    with_game!(game.game(), G => view_of::<G>(game).map_or(Value::Null, write_view::<G>))
}

/// The view of a game that the caller knows the name of.
pub(crate) fn view_of<G: Game>(game: &dyn GameView) -> Option<&View<G>> {
    (game as &dyn Any).downcast_ref()
}

fn legal<G: Refereed>(view: &View<G>) -> Legal {
    let Some((seat, hand)) = own(view) else { return Legal { moves: Vec::new(), complete: true } };
    let mut moves = Vec::new();
    let coverage = G::list(&view.public, hand, seat, &mut moves);
    let mut moves: Vec<String> = moves.iter().map(|mv| write_step::<G>(&view.public, seat, mv)).collect();
    moves.sort_unstable();
    Legal { moves, complete: coverage == Coverage::Complete }
}

/// What the client alone does with it.
pub(crate) trait Followed: GameView {
    /// A copy.
    fn copy(&self) -> Box<dyn Followed>;
    /// Brings it up to date with events as JSON, and gives them as they were read; half of them may have been followed
    /// when one does not fit.
    fn follow(&mut self, events: &[Value]) -> Result<ShownEvents, Misfit>;
    /// The host has called the last round.
    fn call_last_round(&mut self);
    /// Whether the next round, dealt from this seed, is what was shown.
    fn deals(&self, seed: Seed, shown: &ShownEvents) -> bool;
}

impl Debug for dyn Followed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self as &dyn GameView).fmt(f)
    }
}

/// The events of a deal or a step as they were shown, read once. A clone shares them.
#[derive(Clone, Debug)]
pub struct ShownEvents(Arc<dyn Any + Send + Sync>);

impl ShownEvents {
    /// The events, for those who know which game it is; none if it is another.
    #[must_use]
    pub fn of<G: Game>(&self) -> &[G::Shown] {
        self.0.downcast_ref::<Vec<G::Shown>>().map_or(&[], Vec::as_slice)
    }
}

/// The game of a table before its first deal.
pub(crate) fn undealt(settings: &Settings, viewer: Viewer) -> Result<Box<dyn Followed>, Misfit> {
    with_game!(settings.game, G => {
        let options = Value::Object(settings.options.clone());
        let (seats, rules) = read_options::<G>(i64::from(settings.seats), Some(options))?;
        Ok(Box::new(View::<G>::of(&<G as Game>::table(&rules, seats), viewer)))
    })
}

/// The game as the house showed it.
pub(crate) fn read(game: GameId, view: Value, viewer: Viewer) -> Result<Box<dyn Followed>, Misfit> {
    with_game!(game, G => Ok(Box::new(read_view::<G>(view, viewer)?)))
}

/// Who looks from this seat, or from none.
pub(crate) fn viewer(seat: Option<Seat>, seats: u8) -> Result<Viewer, Misfit> {
    match seat {
        None => Ok(Viewer::Spectator),
        Some(seat) if seat.index() < usize::from(seats) => Ok(Viewer::Seat(seat)),
        Some(_) => Err(Misfit::NoSuchSeat),
    }
}

fn seats<G: Game>(view: &View<G>) -> SeatCount {
    view.public.sheet.seats()
}

/// A truth that looks like this: what is legal in one is legal in all.
fn imagined<G: Game>(view: &View<G>) -> State<G> {
    match view.public.sheet.round {
        0 => G::table(&view.public.rules, seats(view)),
        _ => G::imagine(view, &mut Chance::new(&Seed::default(), NO_DEAL)),
    }
}

/// Why the table does not want a step now.
fn unwanted(refusal: TableRefusal) -> StepRefused {
    StepRefused::new(refusal.code(), None, move |lang| words::house::say_table_refusal(&refusal, lang))
}

/// The viewer's seat and hand.
fn own<G: Game>(view: &View<G>) -> Option<(Seat, &G::Hand)> {
    match (view.viewer, &view.hand) {
        (Viewer::Seat(seat), Some(hand)) => Some((seat, hand)),
        _ => None,
    }
}

impl<G: Refereed> GameView for View<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn round(&self) -> u16 {
        self.public.sheet.round
    }

    fn turn(&self) -> Turn {
        G::turn(&self.public)
    }

    fn judge(&self, step: &str) -> Result<String, StepRefused> {
        let (seat, _) = own(self).ok_or_else(|| unwanted(TableRefusal::NotSeated))?;
        match G::turn(&self.public) {
            Turn::Seat { .. } => {}
            Turn::Dealer(_) => return Err(unwanted(TableRefusal::NoRound)),
            Turn::Over(_) => return Err(unwanted(TableRefusal::MatchOver)),
        }
        let table: Table<G> = Table { seed: Seed::default(), state: imagined(self) };
        judge(&table, seat, step, Chooser::Player).map(|(step, _)| step)
    }
}

impl<G: Refereed> Followed for View<G> {
    fn copy(&self) -> Box<dyn Followed> {
        Box::new(self.clone())
    }

    fn follow(&mut self, events: &[Value]) -> Result<ShownEvents, Misfit> {
        let mut all = Vec::with_capacity(events.len());
        for event in events {
            let shown = read_shown::<G>(event.clone(), seats(self))?;
            G::follow(self, &shown)?;
            all.push(shown);
        }
        Ok(ShownEvents(Arc::new(all)))
    }

    fn call_last_round(&mut self) {
        self.public.sheet.last_round = true;
    }

    fn deals(&self, seed: Seed, shown: &ShownEvents) -> bool {
        let mut table: Table<G> = Table { seed, state: imagined(self) };
        let mut dealt = Vec::new();
        table.deal(seed, &mut |before, event| dealt.push(G::show(before.public.sheet.seats(), event, self.viewer)));
        shown.of::<G>() == dealt
    }
}
