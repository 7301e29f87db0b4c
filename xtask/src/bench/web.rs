//! `cargo xtask bench web`: what the first visit loads, and how long people wait. With `--size` only the bytes of the
//! program are counted, which needs no browser; more than [`MAX_PROGRAM`] fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

use super::printed;
use crate::run::{build_tapis, cargo, program};
use crate::setup;

/// What the module of the page and its script may take together, compressed as the house sends them.
const MAX_PROGRAM: u64 = 600_000;

/// What a first visit loads, as far as it is not the program.
const BESIDE: [&str; 6] = ["index.html", "start.js", "style.css", "cards.svg", "portraits.svg", "pictures.svg"];

/// A file of the client.
struct File {
    name: String,
    plain: u64,
    compressed: u64,
}

/// Counts the bytes of what a first visit loads, and of what comes when it is first used.
pub(super) fn size(json: bool) -> Result<()> {
    let files = built_files(&build_client()?)?;
    let sum = |files: &[&File]| files.iter().map(|file| file.compressed).sum::<u64>();
    let named = |names: &[&str]| files.iter().filter(|it| names.contains(&&*it.name)).collect::<Vec<_>>();
    let program = named(&["app_bg.wasm", "app.js"]);
    let beside = named(&BESIDE);
    let worker = named(&["house_bg.wasm", "house.js", "local.js"]);
    if program.len() != 2 {
        bail!("The client was not built: the program is missing among its {} files.", files.len());
    }
    let parts = [("the program", &program), ("beside it", &beside), ("the worker, when it is first used", &worker)];
    if json {
        let list = |files: &[&File]| {
            let write = |file: &&File| json!({ "file": file.name, "plain": file.plain, "sent": file.compressed });
            files.iter().map(write).collect::<Vec<_>>()
        };
        println!(
            "{}",
            json!({
                "bench": "web-size", "most": MAX_PROGRAM, "program": sum(&program), "files": list(&program),
                "beside": list(&beside), "worker": list(&worker),
            })
        );
    } else {
        println!("{:>9}  {:>9}  bytes", "sent", "plain");
        for (name, files) in parts {
            for file in files {
                println!("{:>9}  {:>9}  {}", file.compressed, file.plain, file.name);
            }
            println!("{:>9}  {:>9}  {name}\n", sum(files), files.iter().map(|file| file.plain).sum::<u64>());
        }
    }
    if sum(&program) > MAX_PROGRAM {
        bail!("The program takes {} bytes to load, and may take {MAX_PROGRAM}.", sum(&program));
    }
    Ok(())
}

/// Builds the client as it is released, and gives the folder its build script has written to.
fn build_client() -> Result<PathBuf> {
    let arguments = ["build", "--release", "--package", "web-dist", "--message-format", "json"];
    let output = program("cargo").args(arguments).stderr(Stdio::inherit()).output();
    let output = output.context("cargo could not be started")?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let folder = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).find_map(|message| {
        let is_ours = message["reason"] == "build-script-executed"
            && message["package_id"].as_str().is_some_and(|package| package.contains("/web-dist#"));
        message["out_dir"].as_str().filter(|_| is_ours).map(PathBuf::from)
    });
    folder.filter(|_| output.status.success()).context("the client could not be built")
}

/// The files that the build script has listed: each is there plain and compressed, by its number.
fn built_files(folder: &Path) -> Result<Vec<File>> {
    let list = fs::read_to_string(folder.join("files.rs")).context("the list of the client's files")?;
    let paths = list.lines().filter_map(|line| line.split_once("path: \"")?.1.split('"').next());
    let read = |(number, path): (usize, &str)| {
        let length = |name: String| fs::metadata(folder.join("files").join(name)).map(|file| file.len());
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        Ok(File { name, plain: length(number.to_string())?, compressed: length(format!("{number}.br"))? })
    };
    paths.enumerate().map(read).collect()
}

/// Measures and prints.
pub(super) fn run(json: bool) -> Result<()> {
    setup::browser()?;
    let program = build_tapis("release")?;
    cargo(&["build", "--quiet", "--package", "harness", "--bin", "browser"])?;
    let figures =
        printed("target/debug/browser", &[&program.to_string_lossy(), "measure"]).context("browser failed")?;
    let loaded = figures["loaded"].as_array().cloned().unwrap_or_default();
    let sum = |field: &str| loaded.iter().filter_map(|one| one[field].as_u64()).sum::<u64>();
    let fields = ["first_screen", "hand", "lifts", "hand_offline", "frames"];
    let waits = fields.map(|field| Waits::of(&figures[field]));
    if json {
        let waits: Map<String, Value> =
            fields.into_iter().zip(&waits).map(|(field, waits)| (field.to_owned(), waits.write())).collect();
        println!("{}", json!({ "bench": "web", "loaded": loaded, "sent": sum("sent"), "milliseconds": waits }));
        return Ok(());
    }
    println!("What the first visit loads, in KiB:");
    for one in &loaded {
        println!(
            "{:>9.1} of {:>7.1}  {}",
            kib(&one["sent"]),
            kib(&one["whole"]),
            one["path"].as_str().unwrap_or_default()
        );
    }
    println!("{:>9.1} of {:>7.1}  in all\n", kib(&sum("sent").into()), kib(&sum("whole").into()));
    println!("{:<56}{:>9}{:>9}{:>9}", "milliseconds", "half", "95 %", "worst");
    let names = [
        "from a first visit to a screen one can play from",
        "from pressing play to the own hand",
        "from pressing a card to seeing it, experts thinking",
        "without a house: opening and pressing play to the hand",
        "without a house: a frame, experts thinking",
    ];
    for (name, waits) in names.into_iter().zip(&waits) {
        println!("{name:<56}{:>9.1}{:>9.1}{:>9.1}", waits.half, waits.most, waits.worst);
    }
    Ok(())
}

/// How long something took: in half of all cases, in 95 of 100, and at worst, or less.
struct Waits {
    half: f64,
    most: f64,
    worst: f64,
}

impl Waits {
    fn of(milliseconds: &Value) -> Self {
        let mut sorted: Vec<f64> = milliseconds.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (share * sorted.len() as f64).ceil() as usize;
            sorted.get(index.saturating_sub(1)).copied().unwrap_or_default()
        };
        Self { half: at(0.5), most: at(0.95), worst: at(1.0) }
    }

    fn write(&self) -> Value {
        json!({ "p50": self.half, "p95": self.most, "worst": self.worst })
    }
}

fn kib(bytes: &Value) -> f64 {
    bytes.as_f64().unwrap_or_default() / 1024.0
}
