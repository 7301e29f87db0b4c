//! The `Game` trait: what the five games have in common, and all that the other crates know of them.
//!
//! A *move* is a wish of a seat and can be refused; an *event* is a fact and cannot;
//! a *shown* is an event as one viewer saw it.
//! What everybody knows is one plain struct, [`Public`], held by the truth and by every
//! view alike; a [`View`] is that plus the viewer's own hand. Legality is decided from these two
//! alone: whatever a seat may do, it can know it may do, so browser, bot and server share `permit`
//! and `moves`, and nobody can peek.
//!
//! Deliberately absent: getters for one game's furniture, optional methods, text and bytes.

use std::error::Error;
use std::fmt::{self, Debug};
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::sheet::Standings;
use crate::{Chance, Public, Seat, SeatCount, SeatSet, Shuffle, State, View, Viewer};

/// One of the five games. The same few files describe each: see [`crate::games`].
pub trait Game: Sized + Copy + Eq + Debug + Send + Sync + 'static {
    /// Which game this is.
    const ID: GameId;
    /// How many may play.
    const SEATS: RangeInclusive<usize>;

    /// The options of a table; the default is the booklet's game.
    type Rules: Clone + Eq + Debug + Default + Send + Sync;
    /// What lies open, beyond what all games have in [`Public`].
    type Board: Clone + Eq + Debug + Send + Sync;
    /// How far the turn under way is, if that is a matter of phases.
    type Playing: Clone + Eq + Debug + Send + Sync;
    /// What one seat alone knows.
    type Hand: Copy + Eq + Debug + Default + Send + Sync;
    /// What nobody sees: the pile, and cards that are not in the game.
    type Hidden: Clone + Eq + Debug + Send + Sync;
    /// What a seat asks for.
    type Move: Clone + Ord + Debug + Send + Sync;
    /// What happened, the whole truth.
    type Event: Clone + Eq + Debug + Send + Sync;
    /// What happened, as one viewer saw it.
    type Shown: Clone + Eq + Debug + Send + Sync;
    /// Which rule said no, with the numbers.
    type Refusal: Refuse;

    /// A table with nobody's cards dealt yet: the first [`turn`](Self::turn) is the dealer's.
    ///
    /// # Panics
    /// If `seats` is not in [`SEATS`](Self::SEATS).
    fn table(rules: &Self::Rules, seats: SeatCount) -> State<Self>;

    /// What the dealer does, asked for when [`turn`](Self::turn) says [`Turn::Dealer`] and only then
    /// (else nothing): the only method that sees chance. The events hold all that was drawn,
    /// so replay needs no generator.
    fn deal(state: &State<Self>, chance: &mut Chance) -> Events<Self>;

    /// Whether `seat`, holding `hand`, may make a move: the one place where legality is decided.
    /// [`decide`](Self::decide) and [`moves`](Self::moves) answer by it; a seat that is not of this table may do nothing.
    ///
    /// # Errors
    /// The rule that says no.
    fn permit(public: &Public<Self>, hand: &Self::Hand, seat: Seat, mv: &Self::Move) -> Result<(), Self::Refusal>;

    /// What a move that [`permit`](Self::permit) allows brings about, put into `events` (a reused buffer, empty).
    /// Of any other move nothing is promised: who cannot know that it is legal asks [`decide`](Self::decide).
    fn resolve(state: &State<Self>, seat: Seat, mv: &Self::Move, events: &mut Events<Self>);

    /// What a move brings about, or which rule refuses it. Changes nothing.
    ///
    /// # Errors
    /// The rule that says no.
    fn decide(state: &State<Self>, seat: Seat, mv: &Self::Move) -> Result<Events<Self>, Self::Refusal> {
        Self::permit(&state.public, &state.hands[seat], seat, mv)?;
        let mut events = Events::<Self>::new();
        Self::resolve(state, seat, mv, &mut events);
        Ok(events)
    }

    /// Makes an event true. It is not judged again: only what cannot be done at all is refused.
    ///
    /// # Errors
    /// If the event does not fit the state: the log it came from is of another game.
    /// The state may then be half changed, and is of no more use.
    fn apply(state: &mut State<Self>, event: &Self::Event) -> Result<(), EventMismatch>;

    /// All invariants of a state, recomputed from scratch, conservation of cards first. For tests.
    ///
    /// # Errors
    /// The first that is broken.
    fn check(state: &State<Self>) -> Result<(), String>;

    /// Whose doing an event was: that viewer sees all there is to see of it.
    fn author(event: &Self::Event) -> Viewer;

    /// Whether chance was used, or a card that lay face down came to be known to somebody: what happened with such
    /// an event cannot be taken back. A card that its holder lays tells no more than the holder wished to.
    fn reveals(event: &Self::Event) -> bool;

    /// An event at a table of so many seats as one viewer sees it. Everyone sees every event, if only as
    /// "something happened".
    fn show(seats: SeatCount, event: &Self::Event, viewer: Viewer) -> Self::Shown;

    /// Brings a view up to date with what was shown.
    ///
    /// # Errors
    /// If it does not fit the view: something was missed.
    fn follow(view: &mut View<Self>, shown: &Self::Shown) -> Result<(), EventMismatch>;

    /// A truth drawn at random among those that look like this to the viewer.
    fn imagine(view: &View<Self>, chance: &mut Chance) -> State<Self>;

    /// Who may act now.
    fn turn(public: &Public<Self>) -> Turn;

    /// The moves `seat`, holding `hand`, may make now, appended to `moves` (a reused buffer).
    fn moves(public: &Public<Self>, hand: &Self::Hand, seat: Seat, moves: &mut Vec<Self::Move>) -> Coverage;

    /// What is played for the seat whose turn it is when its time is up; always accepted.
    fn fallback(public: &Public<Self>, hand: &Self::Hand) -> Self::Move;
}

/// Who may act now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The dealer, with this shuffle; nobody else.
    Dealer(Shuffle),
    /// A seat whose turn it is, and those that may act out of turn.
    Seat {
        /// Whose turn it is.
        seat: Seat,
        /// Who else may make a move now.
        also: SeatSet,
    },
    /// Nobody: the match is over.
    Over(Standings),
}

/// Whether a list of moves is the whole of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// Every legal move is listed.
    Complete,
    /// There are too many to list; these are some.
    Sample,
}

/// What a move or a deal brings about, in order; short, so it seldom needs the heap.
pub type Events<G> = SmallVec<[<G as Game>::Event; 6]>;

/// A rule that said no. The sentence for people is made from it elsewhere (crate `words`).
pub trait Refuse: Error + Clone + Eq + Send + Sync + 'static {
    /// The stable name of the refusal.
    fn code(&self) -> RefusalCode;
    /// The number of the rule, as in the game's rulebook: `R14`.
    fn rule(&self) -> &'static str;
}

/// The stable name of a refusal: lower case with dashes, part of the public interface.
pub type RefusalCode = &'static str;

/// An event that cannot have happened here: the log does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventMismatch(
    /// What the event wanted that was not there.
    pub &'static str,
);

impl fmt::Display for EventMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the event does not fit: {}", self.0)
    }
}

impl Error for EventMismatch {}

/// The five games by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GameId {
    /// Onze: four rows grow out of four elevens.
    Onze,
    /// Nain Jaune: ascending runs and a board with tokens.
    NainJaune,
    /// DOS: match the numbers of the centre row.
    Dos,
    /// Rummy: sets of tiles, rearranged at will.
    Rummy,
    /// Quarante-Six: a board of 46 squares to grow over.
    QuaranteSix,
}

impl GameId {
    /// All of them, in the order of the house.
    pub const ALL: [Self; 5] = [Self::Onze, Self::NainJaune, Self::Dos, Self::Rummy, Self::QuaranteSix];

    /// The name used in positions, records, commands and file names.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::Onze => "onze",
            Self::NainJaune => "nain-jaune",
            Self::Dos => "dos",
            Self::Rummy => "rummy",
            Self::QuaranteSix => "quarante-six",
        }
    }

    /// The game with this slug.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.slug() == slug)
    }
}
