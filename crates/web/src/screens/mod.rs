//! The screens, one file each.

pub(crate) mod account;
pub(crate) mod evening;
pub(crate) mod figures;
pub(crate) mod gathering;
mod guided;
pub(crate) mod history;
pub(crate) mod home;
pub(crate) mod lesson;
pub(crate) mod local;
pub(crate) mod nowhere;
pub(crate) mod privacy;
pub(crate) mod puzzle;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod table;
