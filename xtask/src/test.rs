//! `cargo xtask test`: every check and every test, and the counts at the end.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::run::{cargo, command, root};
use crate::setup::{self, WASM};
use crate::tidy;

/// Sets up, checks, tests and counts.
pub(crate) fn run() -> Result<()> {
    setup::tests()?;
    cargo(&["fmt", "--all", "--check"])?;
    tidy::run()?;
    let everything_else = ["--workspace", "--exclude", "web"];
    let strict = ["--", "--deny", "warnings"];
    cargo(&[&["clippy", "--quiet", "--all-targets"], &everything_else[..], &strict].concat())?;
    // The web client is for the browser only.
    cargo(&[&["clippy", "--quiet", "--package", "web", "--target", WASM][..], &strict].concat())?;
    let doc = [&["doc", "--quiet", "--no-deps"], &everything_else[..]].concat();
    command("cargo", &doc, &[("RUSTDOCFLAGS", "--deny warnings")])?;
    let counts = tests()?;
    println!("{} passed, {} failed", counts.passed, counts.failed);
    if counts.failed > 0 {
        bail!("{} tests failed", counts.failed);
    }
    Ok(())
}

#[derive(Default)]
struct Counts {
    passed: u64,
    failed: u64,
}

/// Runs all tests, doctests included, and adds up what each test program reports.
fn tests() -> Result<Counts> {
    eprintln!("$ cargo test --workspace --exclude web --no-fail-fast");
    let mut child = Command::new("cargo")
        .args(["test", "--workspace", "--exclude", "web", "--no-fail-fast"])
        .current_dir(root())
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo could not be started")?;
    let mut counts = Counts::default();
    let output = child.stdout.take().context("cargo has no output")?;
    for line in BufReader::new(output).lines() {
        let line = line?;
        writeln!(std::io::stdout(), "{line}")?;
        if let Some(result) = line.strip_prefix("test result: ") {
            counts.passed += count(result, "passed");
            counts.failed += count(result, "failed");
        }
    }
    // A program that died before it could count still fails the run.
    if !child.wait()?.success() && counts.failed == 0 {
        bail!("cargo test failed");
    }
    Ok(counts)
}

/// The number before a word, as in `ok. 12 passed; 0 failed`.
fn count(result: &str, word: &str) -> u64 {
    let before = result.split(word).next().unwrap_or_default();
    before.split_whitespace().last().and_then(|number| number.parse().ok()).unwrap_or(0)
}
