//! The map: every arrow between our crates is drawn in ARCHITECTURE.md, and every arrow drawn there exists.
//!
//! A line of the drawing is a crate, `→`, and what it depends on directly; `layer n` or `beside` before the crate opens
//! a layer. Arrows point to lower layers only. Dependencies of tests are free.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{files_with_ending, name, read};
use crate::run::{output, root};

/// Where the map is drawn.
const DRAWING: &str = "ARCHITECTURE.md";

/// The layer of what only tests, benchmarks and developers use: it may depend on anything, and on each other.
const BESIDE: usize = usize::MAX;

/// Crates of others that a crate of ours must never reach, directly or not.
const UNREACHABLE: [(&str, &[&str]); 8] = [
    ("engine", &["serde", "serde_json", "tokio", "rand"]),
    ("solver", &["serde", "tokio", "rand"]),
    ("bots", &["serde", "tokio", "rand", "rayon"]),
    ("wire", &["tokio", "rand"]),
    ("client", &["tokio", "rand", "getrandom", "leptos"]),
    ("journal", &["serde", "tokio-tungstenite"]),
    ("sim", &["tokio", "rand"]),
    ("tapis", &["leptos", "thirtyfour"]),
];

/// What a module must not use of its own crate and of others.
const MODULES: [(&str, &[&str]); 4] = [
    ("crates/client/src/gesture", &["words::", "host::", "referee::"]),
    ("crates/referee/src/advice", &["protocol::"]),
    ("crates/referee/src/records.rs", &["protocol::", "advice::"]),
    (
        "crates/server/src/hosts",
        &["axum::", "hyper::", "rusqlite::", "getrandom::", "people::", "ledger::", "routes::"],
    ),
];

/// A crate as it is drawn.
struct Drawn {
    layer: usize,
    dependencies: BTreeSet<String>,
}

/// Compares the drawing with the manifests, and looks for what must not be reached.
pub(super) fn arrows(faults: &mut Vec<String>) {
    let drawn = read_drawing(&read(&root().join(DRAWING)), faults);
    let manifests = read_manifests();
    for package in drawn.keys().filter(|package| !manifests.contains_key(*package)) {
        faults.push(format!("{DRAWING} draws {package}, which is not there"));
    }
    for (package, dependencies) in &manifests {
        let Some(Drawn { layer, dependencies: arrows }) = drawn.get(package) else {
            faults.push(format!("{DRAWING} does not draw {package}"));
            continue;
        };
        for dependency in dependencies.difference(arrows) {
            faults.push(format!("{package} depends on {dependency}, an arrow that {DRAWING} does not draw"));
        }
        for dependency in arrows.difference(dependencies) {
            faults.push(format!("{DRAWING} draws {package} → {dependency}, which does not exist"));
        }
        let is_up = |arrow: &&String| *layer < BESIDE && drawn.get(*arrow).is_some_and(|drawn| drawn.layer >= *layer);
        for dependency in arrows.iter().filter(is_up) {
            faults.push(format!("{DRAWING} draws {package} → {dependency}, which does not point down"));
        }
    }
    unreachable(faults);
    modules(faults);
}

/// The crates of the drawing: the block of text whose lines open layers.
fn read_drawing(text: &str, faults: &mut Vec<String>) -> BTreeMap<String, Drawn> {
    let mut drawn = BTreeMap::new();
    let Some(block) = text.split("```").find(|block| block.contains("\nlayer 0")) else {
        faults.push(format!("{DRAWING} has no drawing of the layers"));
        return drawn;
    };
    let mut layer = 0;
    for line in block.lines() {
        let Some((left, right)) = line.split_once('→') else { continue };
        let left: Vec<&str> = left.split_whitespace().collect();
        match left[..] {
            ["layer", number, _] => layer = number.parse().unwrap_or(layer),
            ["beside", _] => layer = BESIDE,
            _ => {}
        }
        let Some(package) = left.last() else { continue };
        let dependencies = right.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect();
        drawn.insert((*package).to_owned(), Drawn { layer, dependencies });
    }
    drawn
}

/// Our crates, each with those of ours that it depends on outside of tests.
fn read_manifests() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = output("cargo", &["metadata", "--no-deps", "--format-version", "1"]).unwrap_or_default();
    let metadata: Value = serde_json::from_str(&metadata).unwrap_or_default();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name_of = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let packages = list(&metadata["packages"]);
    let ours: BTreeSet<String> = packages.iter().map(name_of).collect();
    let dependencies = |package: &Value| {
        let used = list(&package["dependencies"]).into_iter().filter(|dependency| dependency["kind"] != "dev");
        used.map(|dependency| name_of(&dependency)).filter(|dependency| ours.contains(dependency)).collect()
    };
    packages.iter().map(|package| (name_of(package), dependencies(package))).collect()
}

fn unreachable(faults: &mut Vec<String>) {
    for (package, forbidden) in UNREACHABLE {
        let tree = output("cargo", &["tree", "--package", package, "--edges", "normal", "--prefix", "none"]);
        let Some(tree) = tree else {
            faults.push(format!("cargo tree does not know the crate {package}"));
            continue;
        };
        let reached: BTreeSet<&str> = tree.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
        for dependency in forbidden.iter().filter(|dependency| reached.contains(**dependency)) {
            faults.push(format!("{package} must not know {dependency}"));
        }
    }
}

fn modules(faults: &mut Vec<String>) {
    for (module, forbidden) in MODULES {
        let path = root().join(module);
        let files = if path.is_dir() { files_with_ending(&path, "rs") } else { vec![path] };
        for path in &files {
            let text = read(path);
            if text.is_empty() {
                faults.push(format!("{module} is not there"));
            }
            for used in forbidden.iter().filter(|used| uses(&text, used)) {
                faults.push(format!("{} must not use {used}", name(path)));
            }
        }
    }
}

/// Whether a path of code begins with this, or goes through it.
fn uses(text: &str, path: &str) -> bool {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let is_start = |before: &str| !before.ends_with(|character: char| character.is_alphanumeric() || character == '_');
    code.into_iter().any(|line| line.match_indices(path).any(|(at, _)| is_start(&line[..at])))
}
