//! Running other programs from the project's root.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The project's root.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// A program to be run from the project's root.
///
/// What cargo tells a program that it runs is about that program. Build scripts ask for it too, so that a cargo of ours
/// with these variables built many packages again, and one without them yet again.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    for (variable, _) in std::env::vars_os() {
        let is_about_us = ["CARGO_MANIFEST_", "CARGO_PKG_"].iter().any(|it| variable.to_string_lossy().starts_with(it));
        if is_about_us {
            command.env_remove(variable);
        }
    }
    command.current_dir(root());
    command
}

/// Runs a program, its output going where ours goes.
pub(crate) fn command(name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    // Standard output is for results: `cargo xtask bench … --json` prints one object and nothing else.
    eprintln!("$ {name} {}", arguments.join(" "));
    let status = program(name)
        .args(arguments)
        .envs(environment.iter().copied())
        .status()
        .with_context(|| format!("{name} could not be started"))?;
    if !status.success() {
        bail!("{name} {} failed", arguments.join(" "));
    }
    Ok(())
}

/// Runs cargo.
pub(crate) fn cargo(arguments: &[&str]) -> Result<()> {
    command("cargo", arguments, &[])
}

/// Where cargo puts what it makes.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

/// Builds the program, `tapis`, as a profile has it, and gives where it is.
pub(crate) fn build_tapis(profile: &str) -> Result<PathBuf> {
    cargo(&["build", "--quiet", "--profile", profile, "--package", "tapis"])?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target().join(folder).join(format!("tapis{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the program, `tapis`, as a profile has it, and lets a program of `harness` run it, which is given these numbers.
pub(crate) fn harness(name: &str, profile: &str, numbers: [u64; 3]) -> Result<()> {
    let program = build_tapis(profile)?;
    let program = program.to_string_lossy();
    let mut arguments = vec!["run", "--quiet", "--profile", profile, "--package", "harness", "--no-default-features"];
    arguments.extend(["--bin", name, "--", &program]);
    let numbers = numbers.map(|number| number.to_string());
    arguments.extend(numbers.iter().map(String::as_str));
    cargo(&arguments)
}

/// Runs a program and returns what it printed; `None` when it could not be started or failed.
pub(crate) fn output(name: &str, arguments: &[&str]) -> Option<String> {
    let output = program(name).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
