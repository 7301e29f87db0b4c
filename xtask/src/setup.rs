//! What the checks need beyond a Rust toolchain: installed when it can be, named when it cannot.

use anyhow::{Result, bail};

use crate::run::{cargo, command, output, root};

/// The target the browser runs.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Sees to the components and targets the tests need.
pub(crate) fn tests() -> Result<()> {
    for (tool, component) in [("rustfmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        if output(tool, &["--version"]).is_none() && command("rustup", &["component", "add", component], &[]).is_err() {
            bail!("{tool} is missing: install it with `rustup component add {component}`");
        }
    }
    // The bot in Python is played with, not only looked at.
    if output("python3", &["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).is_none() {
        bail!("python3 is missing or too old: install Python 3.11 or newer, e.g. with `apt install python3`");
    }
    if !has_wasm() && command("rustup", &["target", "add", WASM], &[]).is_err() {
        bail!("the target {WASM} is missing: install it with `rustup target add {WASM}`");
    }
    Ok(())
}

/// Whether the standard library for the browser's target is there.
fn has_wasm() -> bool {
    let Some(folder) = output("rustc", &["--print", "target-libdir", "--target", WASM]) else { return false };
    let files = std::fs::read_dir(folder.trim()).into_iter().flatten().flatten();
    files.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
}

/// Runs the fuzzer on the referee.
pub(crate) fn fuzz(seconds: u64) -> Result<()> {
    if output("cargo", &["+nightly", "--version"]).is_none() {
        bail!("fuzzing needs a nightly toolchain: install it with `rustup toolchain install nightly`");
    }
    if output("cargo", &["fuzz", "--version"]).is_none() {
        cargo(&["install", "--locked", "cargo-fuzz"])?;
    }
    // What the fuzzer finds goes into the first folder; the second is kept with the project.
    let (found, seeds) = ("fuzz/corpus/referee", "fuzz/seeds");
    std::fs::create_dir_all(root().join(found))?;
    let time = format!("-max_total_time={seconds}");
    cargo(&["+nightly", "fuzz", "run", "referee", found, seeds, "--", &time, "-max_len=4096"])
}
