//! `cargo xtask test`: every check and every test, and the counts at the end.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::run::{cargo, command, program};
use crate::setup::{self, WASM};
use crate::tidy;

/// What the tests of the host are selected with; the web client is for the browser only, and the journal on servers is
/// not built unless it is asked for.
const EVERYTHING_ELSE: [&str; 5] = ["--workspace", "--exclude", "web", "--features", "journal/jetstream"];

/// Which tests are run: all of them once, after every other check, unless told otherwise.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Only test programs of this name, e.g. `browser`, and no other check.
    #[arg(long)]
    only: Option<String>,
    /// How often they are run, to find tests that fail sometimes.
    #[arg(long, default_value_t = 1, requires = "only")]
    repeat: u32,
    /// How many busy loops run beside them.
    #[arg(long, default_value_t = 0, requires = "only")]
    busy: u32,
}

/// Sets up, checks, tests and counts.
pub(crate) fn run(test: &Test) -> Result<()> {
    setup::tests()?;
    if let Some(name) = &test.only {
        return repeat(name, test.repeat, test.busy);
    }
    cargo(&["fmt", "--all", "--check"])?;
    tidy::run()?;
    let strict = ["--", "--deny", "warnings"];
    cargo(&[&["clippy", "--quiet", "--all-targets"], &EVERYTHING_ELSE[..], &strict].concat())?;
    cargo(&[&["clippy", "--quiet", "--package", "web", "--target", WASM][..], &strict].concat())?;
    let doc = [&["doc", "--quiet", "--no-deps"], &EVERYTHING_ELSE[..]].concat();
    command("cargo", &doc, &[("RUSTDOCFLAGS", "--deny warnings")])?;
    let counts = tests(&[])?;
    println!("{} passed, {} failed", counts.passed, counts.failed);
    if counts.failed > 0 {
        bail!("{} tests failed", counts.failed);
    }
    Ok(())
}

/// Runs test programs again and again beside busy loops, and tells of each run how it ended.
fn repeat(name: &str, times: u32, busy: u32) -> Result<()> {
    let selected = [&["test"], &EVERYTHING_ELSE[..], &["--test", name, "--no-run"]].concat();
    cargo(&selected)?;
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let failed_runs = run_times(name, times);
        is_over.store(true, Ordering::Relaxed);
        match failed_runs? {
            0 => Ok(()),
            failed => bail!("{failed} of {times} runs failed"),
        }
    })
}

/// Runs test programs so many times; how many runs failed.
fn run_times(name: &str, times: u32) -> Result<u32> {
    let mut failed_runs = 0;
    for number in 1..=times {
        let start = Instant::now();
        let Counts { passed, failed } = tests(&["--test", name])?;
        println!("run {number} of {times}: {passed} passed, {failed} failed, {} s", start.elapsed().as_secs());
        failed_runs += u32::from(failed > 0);
    }
    Ok(failed_runs)
}

#[derive(Default)]
struct Counts {
    passed: u64,
    failed: u64,
}

/// Runs all tests, doctests included, or those that are selected, and adds up what each test program reports.
fn tests(selected: &[&str]) -> Result<Counts> {
    let arguments = [&["test", "--no-fail-fast"], &EVERYTHING_ELSE[..], selected].concat();
    eprintln!("$ cargo {}", arguments.join(" "));
    let mut child =
        program("cargo").args(arguments).stdout(Stdio::piped()).spawn().context("cargo could not be started")?;
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
