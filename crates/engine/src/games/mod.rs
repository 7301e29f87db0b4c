//! The five games, each the same six files, read in this order:
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | the rules in short, by number, and the [`Game`](crate::Game) impl as one-line delegations |
//! | `rules.rs` | options, cards and what they are worth, scoring |
//! | `state.rs` | the truth, what everybody knows, the phase, the invariants |
//! | `moves.rs` | moves and refusals, `decide`, `moves`, `fallback` |
//! | `events.rs` | events, `deal`, `apply` |
//! | `view.rs` | what is shown of an event, `follow`, `turn`, `imagine` |

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
