//! The `Game` trait: what the five games have in common, and all that the other crates know of them.
//!
//! A *move* is a wish of a seat and can be refused; an *event* is a fact and cannot;
//! a *shown* is an event as one viewer saw it.
//! What everybody knows is one plain struct, [`Game::Public`], held by the truth and by every
//! view alike; a [`View`] is that plus the viewer's own hand. Legality is decided from these two
//! alone: whatever a seat may do, it can know it may do, so browser, bot and server share `moves`,
//! and nobody can peek.
//!
//! Deliberately absent: getters for one game's furniture, optional methods, text and bytes.

use std::error::Error;
use std::fmt::{self, Debug};
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::sheet::{Outcome, Sheet, Standings};
use crate::{Chance, Seat, SeatCount, SeatSet, Shuffle};

/// One of the five games. The same few files describe each: see [`crate::games`].
pub trait Game: Sized + Copy + Eq + Debug + Send + Sync + 'static {
    /// Which game this is.
    const ID: GameId;
    /// How many may play.
    const SEATS: RangeInclusive<usize>;

    /// The options of a table; the default is the booklet's game.
    type Rules: Clone + Eq + Debug + Default + Send + Sync;
    /// The whole truth. Only the table and tests hold one; bots hold those they [`imagine`](Self::imagine).
    type State: Clone + Eq + Debug + Send + Sync;
    /// What everybody at or around the table knows.
    type Public: Clone + Eq + Debug + Send + Sync;
    /// What one seat alone knows.
    type Hand: Clone + Eq + Debug + Send + Sync;
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
    fn table(rules: &Self::Rules, seats: SeatCount) -> Self::State;

    /// What the dealer does, asked for when [`turn`](Self::turn) says [`Turn::Dealer`] and only then
    /// (else nothing): the only method that sees chance. The events hold all that was drawn,
    /// so replay needs no generator.
    fn deal(state: &Self::State, chance: &mut Chance) -> Events<Self>;

    /// What a move brings about, or which rule refuses it. Changes nothing.
    ///
    /// # Errors
    /// The rule that says no.
    fn decide(state: &Self::State, seat: Seat, mv: &Self::Move) -> Result<Events<Self>, Self::Refusal>;

    /// Makes an event true. It is not judged again: only what cannot be done at all is refused.
    ///
    /// # Errors
    /// If the event does not fit the state: the log it came from is of another game.
    /// The state may then be half changed, and is of no more use.
    fn apply(state: &mut Self::State, event: &Self::Event) -> Result<(), EventMismatch>;

    /// All invariants of a state, recomputed from scratch, conservation of cards first. For tests.
    ///
    /// # Errors
    /// The first that is broken.
    fn check(state: &Self::State) -> Result<(), String>;

    /// What everybody knows.
    fn public(state: &Self::State) -> &Self::Public;

    /// What one seat alone knows.
    fn hand(state: &Self::State, seat: Seat) -> &Self::Hand;

    /// Whose doing an event was: that viewer sees all there is to see of it.
    fn author(event: &Self::Event) -> Viewer;

    /// Whether chance was used, or a card that lay face down came to be known to somebody: what happened with such
    /// an event cannot be taken back. A card that its holder lays tells no more than the holder wished to.
    fn reveals(event: &Self::Event) -> bool;

    /// An event as one viewer sees it. Everyone sees every event, if only as "something happened".
    fn show(before: &Self::State, event: &Self::Event, viewer: Viewer) -> Self::Shown;

    /// Brings a view up to date with what was shown.
    ///
    /// # Errors
    /// If it does not fit the view: something was missed.
    fn follow(view: &mut View<Self>, shown: &Self::Shown) -> Result<(), EventMismatch>;

    /// A truth drawn at random among those that look like this to the viewer.
    fn imagine(view: &View<Self>, chance: &mut Chance) -> Self::State;

    /// Who may act now.
    fn turn(public: &Self::Public) -> Turn;

    /// The moves `seat`, holding `hand`, may make now, appended to `moves` (a reused buffer).
    fn moves(public: &Self::Public, hand: &Self::Hand, seat: Seat, moves: &mut Vec<Self::Move>) -> Coverage;

    /// What is played for the seat whose turn it is when its time is up; always accepted.
    fn fallback(public: &Self::Public, hand: &Self::Hand) -> Self::Move;

    /// The options of the table.
    fn rules(public: &Self::Public) -> &Self::Rules;

    /// Whose turn it is, or was when the round ended.
    fn seat(public: &Self::Public) -> Seat;

    /// The score sheet, the same in all games.
    fn sheet(public: &Self::Public) -> &Sheet;

    /// The score sheet, for the host who calls the last round.
    fn sheet_mut(public: &mut Self::Public) -> &mut Sheet;

    /// How the round ended, if it has.
    fn outcome(public: &Self::Public) -> Option<&Outcome>;

    /// What was left in a seat's hand when the round ended, if it has: it is shown to all for the count.
    fn left(public: &Self::Public, seat: Seat) -> Option<&Self::Hand>;

    /// What everybody knows, for the host who calls the last round.
    fn public_mut(state: &mut Self::State) -> &mut Self::Public;
}

/// What one viewer knows: built up from what everybody knows and the viewer's own hand,
/// never a state with things deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View<G: Game> {
    /// Who looks.
    pub viewer: Viewer,
    /// What everybody knows.
    pub public: G::Public,
    /// The viewer's own hand; a spectator has none.
    pub hand: Option<G::Hand>,
}

impl<G: Game> View<G> {
    /// What `viewer` knows of `state`.
    #[must_use]
    pub fn of(state: &G::State, viewer: Viewer) -> Self {
        let hand = match viewer {
            Viewer::Seat(seat) => Some(G::hand(state, seat).clone()),
            Viewer::Spectator => None,
        };
        Self { viewer, public: G::public(state).clone(), hand }
    }

    /// The moves the viewer may make now.
    pub fn moves(&self, moves: &mut Vec<G::Move>) -> Coverage {
        match (self.viewer, &self.hand) {
            (Viewer::Seat(seat), Some(hand)) => G::moves(&self.public, hand, seat, moves),
            _ => Coverage::Complete,
        }
    }
}

/// Who looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Someone who plays on this seat, and sees its hand.
    Seat(Seat),
    /// Someone who only watches.
    Spectator,
}

impl Viewer {
    /// Whether the viewer sees what `seat` holds.
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
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
