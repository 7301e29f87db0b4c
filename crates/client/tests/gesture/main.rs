//! What a person holds and points at becomes a step: offers against the engine's moves, and Rummy's draft.

mod dos;
mod offers;
mod rummy;
