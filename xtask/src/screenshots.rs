//! `cargo xtask screenshots`: pictures of the screens; which ones is listed in `crates/browser/src/screens.rs`.

use anyhow::Result;

use crate::run::{build_tapis, cargo, target};
use crate::setup;

/// Builds the program and pictures its screens.
pub(crate) fn run() -> Result<()> {
    setup::browser()?;
    let (program, folder) = (build_tapis("dev")?, target().join("screenshots"));
    let (program, folder) = (program.to_string_lossy(), folder.to_string_lossy());
    cargo(&["run", "--quiet", "--package", "browser", "--", &program, "picture", &folder])
}
