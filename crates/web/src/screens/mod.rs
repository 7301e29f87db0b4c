//! The screens, one file each.

pub(crate) mod account;
pub(crate) mod gathering;
pub(crate) mod history;
pub(crate) mod home;
pub(crate) mod nowhere;
pub(crate) mod privacy;
pub(crate) mod rules;
pub(crate) mod table;
