//! The screens, one file each.

pub(crate) mod gathering;
pub(crate) mod history;
pub(crate) mod home;
pub(crate) mod nowhere;
pub(crate) mod rules;
pub(crate) mod table;
