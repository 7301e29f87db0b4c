//! What the checks need beyond a Rust toolchain: installed when it can be, named when it cannot.

use std::path::Path;

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
    // The examples in Python are run, not only looked at.
    if output("python3", &["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).is_none() {
        bail!("python3 is missing or too old: install Python 3.11 or newer, e.g. with `apt install python3`");
    }
    if !has_wasm() && command("rustup", &["target", "add", WASM], &[]).is_err() {
        bail!("the target {WASM} is missing: install it with `rustup target add {WASM}`");
    }
    hosting()?;
    nats()?;
    browser()
}

/// What installs programs on a system, and what they are called there.
struct Installer {
    program: &'static str,
    install: &'static [&'static str],
    /// A browser and its driver.
    browser: &'static [&'static str],
    /// What the examples of `docs/HOSTING.md` are tried with.
    hosting: &'static [&'static str],
}

const INSTALLERS: [Installer; 6] = [
    Installer {
        program: "apt-get",
        install: &["install", "--yes"],
        browser: &["chromium", "chromium-driver"],
        hosting: &["caddy", "nginx", "openssl", "systemd"],
    },
    Installer {
        program: "dnf",
        install: &["install", "--assumeyes"],
        browser: &["chromium", "chromedriver"],
        hosting: &["caddy", "nginx", "openssl", "systemd"],
    },
    Installer {
        program: "pacman",
        install: &["--sync", "--noconfirm"],
        // Here the driver comes with the browser.
        browser: &["chromium"],
        hosting: &["caddy", "nginx", "openssl", "systemd"],
    },
    Installer {
        program: "zypper",
        install: &["--non-interactive", "install"],
        browser: &["chromium", "chromedriver"],
        hosting: &["caddy", "nginx", "openssl", "systemd"],
    },
    Installer {
        program: "apk",
        install: &["add"],
        browser: &["chromium", "chromium-chromedriver"],
        hosting: &["caddy", "nginx", "openssl"],
    },
    Installer {
        program: "brew",
        install: &["install"],
        browser: &["--cask", "google-chrome", "chromedriver"],
        hosting: &[],
    },
];

/// The servers that a journal of several nodes is tried with; everywhere they are called alike.
const NATS: &str = "nats-server";

/// What a browser that the driver finds can be called.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Where it is on a Mac, which starts it by no name.
const BROWSER_ON_MAC: &str = "/Applications/Google Chrome.app";

/// Sees to a browser and its driver, which tests of the screens need.
pub(crate) fn browser() -> Result<()> {
    let names = "a browser, and the chromedriver of the same version";
    see_to(names, has_browser, |installer| installer.browser)
}

/// Sees to what the examples of hosting are tried with, which is done on Linux alone.
fn hosting() -> Result<()> {
    let names = "one of caddy, nginx, openssl and systemd-analyze";
    if cfg!(target_os = "linux") { see_to(names, has_hosting, |installer| installer.hosting) } else { Ok(()) }
}

/// Sees to the servers of NATS.
fn nats() -> Result<()> {
    see_to(NATS, || output(NATS, &["--version"]).is_some(), |_| &[NATS])
}

/// Installs what is missing, or says what is and how to install it.
fn see_to(names: &str, is_there: fn() -> bool, packages: fn(&Installer) -> &'static [&'static str]) -> Result<()> {
    if is_there() {
        return Ok(());
    }
    let installer = INSTALLERS.iter().find(|installer| output(installer.program, &["--version"]).is_some());
    let Some(installer) = installer else { bail!("missing: {names}") };
    let (program, arguments) = (installer.program, [installer.install, packages(installer)].concat());
    if program == "apt-get" {
        // A fresh machine has no list of packages; if it cannot be had, the installation says so.
        let _ = as_root(program, &["update"]);
    }
    let installed = if program == "brew" { command(program, &arguments, &[]) } else { as_root(program, &arguments) };
    if installed.is_err() || !is_there() {
        bail!("missing: {names}; install it, e.g. with `{program} {}`", arguments.join(" "));
    }
    Ok(())
}

fn has_hosting() -> bool {
    let programs = [("caddy", "version"), ("nginx", "-v"), ("openssl", "version"), ("systemd-analyze", "--version")];
    programs.into_iter().all(|(program, version)| output(program, &[version]).is_some())
}

fn has_browser() -> bool {
    let is_there = |program: &str| output(program, &["--version"]).is_some();
    is_there("chromedriver") && (Path::new(BROWSER_ON_MAC).exists() || BROWSERS.into_iter().any(is_there))
}

/// Runs a program as the one who may install things, if that needs no password.
fn as_root(program: &str, arguments: &[&str]) -> Result<()> {
    if output("id", &["-u"]).is_some_and(|id| id.trim() == "0") {
        return command(program, arguments, &[]);
    }
    command("sudo", &[&["--non-interactive", program], arguments].concat(), &[])
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
