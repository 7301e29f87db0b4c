//! What screens are put together from.

pub(crate) mod board;
pub(crate) mod celebration;
pub(crate) mod chat;
pub(crate) mod dialog;
pub(crate) mod dock;
pub(crate) mod field;
pub(crate) mod halo;
pub(crate) mod hand;
pub(crate) mod hint;
pub(crate) mod icons;
pub(crate) mod invitation;
pub(crate) mod log;
pub(crate) mod name;
pub(crate) mod notices;
pub(crate) mod proofs;
pub(crate) mod ribbon;
pub(crate) mod rulebook;
pub(crate) mod seats;
pub(crate) mod settings;
pub(crate) mod sheet;
pub(crate) mod standings;
pub(crate) mod table_form;
pub(crate) mod tables;
pub(crate) mod tools;
pub(crate) mod watching;
pub(crate) mod welcome;
