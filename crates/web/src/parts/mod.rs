//! What screens are put together from.

pub(crate) mod board;
pub(crate) mod card;
pub(crate) mod dialog;
pub(crate) mod hand;
pub(crate) mod invitation;
pub(crate) mod log;
pub(crate) mod name;
pub(crate) mod notices;
pub(crate) mod prompt;
pub(crate) mod seats;
pub(crate) mod settings;
pub(crate) mod sheet;
pub(crate) mod symbols;
pub(crate) mod table_form;
pub(crate) mod tables;
