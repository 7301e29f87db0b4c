//! The five games, each the same six files, read in this order:
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | the rules in short, by number, and what the other crates may see |
//! | `rules.rs` | options, cards and what they are worth, scoring |
//! | `state.rs` | the game's own part of the truth: board, turn, hidden cards; the first table, the invariants |
//! | `moves.rs` | moves and refusals, `permit`, `resolve`, `moves`, `fallback` |
//! | `events.rs` | events, `deal`, and what they do to what nobody sees |
//! | `view.rs` | what is shown of an event, what it does to a hand and to what everybody knows, `turn`, `imagine` |
//!
//! These functions have the same names in every game; `implement_game!` below makes them a [`Game`](crate::Game).

/// Implements [`Game`](crate::Game) for a game by the functions of its own six files.
/// They have the same names in all five, so the implementation is written once, here, and with it what an event
/// changes: what nobody sees, the hand of its author, what everybody knows.
macro_rules! implement_game {
    ($Game:ident, seats: $seats:expr, hand: $Hand:ty, playing: $Playing:ty) => {
        /// The whole truth of a table.
        pub type State = $crate::State<$Game>;
        /// What everybody knows.
        pub type Public = $crate::Public<$Game>;
        /// Where in the round we are.
        pub type Phase = $crate::Phase<$Game>;

        impl $crate::Game for $Game {
            const ID: $crate::GameId = $crate::GameId::$Game;
            const SEATS: std::ops::RangeInclusive<usize> = $seats;

            type Rules = Rules;
            type Board = Board;
            type Playing = $Playing;
            type Hand = $Hand;
            type Hidden = Hidden;
            type Move = Move;
            type Event = Event;
            type Shown = Shown;
            type Refusal = Refusal;

            fn table(rules: &Rules, seats: $crate::SeatCount) -> State {
                state::table(rules, seats)
            }

            fn deal(state: &State, chance: &mut $crate::Chance) -> $crate::Events<Self> {
                events::deal(state, chance)
            }

            fn permit(public: &Public, hand: &$Hand, seat: $crate::Seat, mv: &Move) -> Result<(), Refusal> {
                moves::permit(public, hand, seat, mv)
            }

            fn resolve(state: &State, seat: $crate::Seat, mv: &Move, events: &mut $crate::Events<Self>) {
                moves::resolve(state, seat, mv, events);
            }

            fn apply(state: &mut State, event: &Event) -> Result<(), $crate::EventMismatch> {
                match event {
                    Event::Dealt(deal) => return events::start_round(state, deal),
                    Event::RoundEnded(ending) => state.hands = ending.hands,
                    _ => state.hidden.follow(event)?,
                }
                if let $crate::Viewer::Seat(seat) = view::author(event) {
                    state.hands[seat].follow(&state.public, event)?;
                }
                state.public.follow(event)
            }

            fn check(state: &State) -> Result<(), String> {
                state::check(state)
            }

            fn author(event: &Event) -> $crate::Viewer {
                view::author(event)
            }

            fn reveals(event: &Event) -> bool {
                view::reveals(event)
            }

            fn show(seats: $crate::SeatCount, event: &Event, viewer: $crate::Viewer) -> Shown {
                view::show(seats, event, viewer)
            }

            fn follow(view: &mut $crate::View<Self>, shown: &Shown) -> Result<(), $crate::EventMismatch> {
                if let ($crate::Viewer::Seat(me), Some(hand)) = (view.viewer, &mut view.hand) {
                    match shown {
                        Shown::Dealt(deal) => {
                            *hand = deal.hand.ok_or($crate::EventMismatch("the deal shows no hand"))?;
                        }
                        Shown::RoundEnded(ending) => *hand = ending.hands[me],
                        _ if view::author(shown).sees(me) => hand.follow(&view.public, shown)?,
                        _ => {}
                    }
                }
                match shown {
                    Shown::Dealt(deal) => view.public.start_round(deal),
                    _ => view.public.follow(shown),
                }
            }

            fn imagine(view: &$crate::View<Self>, chance: &mut $crate::Chance) -> State {
                view::imagine(view, chance)
            }

            fn turn(public: &Public) -> $crate::Turn {
                view::turn(public)
            }

            fn moves(public: &Public, hand: &$Hand, seat: $crate::Seat, moves: &mut Vec<Move>) -> $crate::Coverage {
                moves::moves(public, hand, seat, moves)
            }

            fn fallback(public: &Public, hand: &$Hand) -> Move {
                moves::fallback(public, hand)
            }
        }

        impl std::fmt::Display for Refusal {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                use $crate::Refuse;
                write!(f, "{} ({})", self.code(), self.rule())
            }
        }

        impl std::error::Error for Refusal {}
    };
}

pub mod dos;
pub mod nain_jaune;
pub mod onze;
pub mod quarante_six;
pub mod rummy;

pub use dos::Dos;
pub use nain_jaune::NainJaune;
pub use onze::Onze;
pub use quarante_six::QuaranteSix;
pub use rummy::Rummy;

/// Runs the same code for the game with a given id: the one place that lists the five games.
///
/// ```
/// use engine::{Game, GameId};
/// let slug = engine::with_game!(GameId::QuaranteSix, G => G::ID.slug());
/// assert_eq!(slug, "quarante-six");
/// ```
#[macro_export]
macro_rules! with_game {
    ($id:expr, $G:ident => $body:expr) => {
        match $id {
            $crate::GameId::Onze => {
                type $G = $crate::games::Onze;
                $body
            }
            $crate::GameId::NainJaune => {
                type $G = $crate::games::NainJaune;
                $body
            }
            $crate::GameId::Dos => {
                type $G = $crate::games::Dos;
                $body
            }
            $crate::GameId::Rummy => {
                type $G = $crate::games::Rummy;
                $body
            }
            $crate::GameId::QuaranteSix => {
                type $G = $crate::games::QuaranteSix;
                $body
            }
        }
    };
}
