//! From what a person holds and points at to a step: which cards can be lifted, which spots light up for them, and what
//! laying them there would be. The same for mouse, touch, keys and terminal.
//!
//! Everything here rests on the engine's list of moves; nothing here decides what is legal. Where a person tries what
//! is not on the list, [`Gestures::wish`] is the step they meant, so that the rules can say why not; for a card that
//! nothing can be done with, [`Gestures::why_not`] asks them.
//!
//! Deliberately absent: drawing, words, sockets. Rummy, whose step is the whole table, has a [`rummy::Draft`] instead
//! of an offer.

pub mod dos;
pub mod nain_jaune;
mod offer;
pub mod onze;
mod quarante_six;
pub mod rummy;
mod sort;

pub use offer::{Gesture, Gestures, Offer};
pub use sort::{sort_few, sort_few_by_key};
