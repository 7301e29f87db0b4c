//! One test per numbered rule, named after it; the booklets' own examples are among them.
//! A position, a move, and what the rules say: see `testkit::Scene`.

mod dos;
mod nain_jaune;
mod onze;
mod quarante_six;
mod rummy;
