//! Running other programs from the project's root.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The project's root.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Runs a program, its output going where ours goes.
pub(crate) fn command(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    // Standard output is for results: `cargo xtask bench … --json` prints one object and nothing else.
    eprintln!("$ {program} {}", arguments.join(" "));
    let status = Command::new(program)
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(root())
        .status()
        .with_context(|| format!("{program} could not be started"))?;
    if !status.success() {
        bail!("{program} {} failed", arguments.join(" "));
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
pub(crate) fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).current_dir(root()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
