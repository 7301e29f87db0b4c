//! The crates of others: under which licences they come, from where, and which of them twice.
//!
//! It reads the lock file and the manifests that cargo has fetched, so it needs no network once the project was built.
//! Deliberately absent: known vulnerabilities, whose list has to be fetched; `cargo audit` knows it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::run::output;

/// The licences that what we distribute may come under. All but one ask for no more than their own text; the MPL asks
/// for the sources of the files it covers, which we leave as they are.
const LICENCES: [&str; 12] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Zlib",
];

/// The only place that crates come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Crates that are built in two versions, since those who use them do not agree yet. A line goes when they do.
const TWICE: [&str; 23] = [
    "base64",
    "bit-set",
    "bit-vec",
    "block-buffer",
    "const-oid",
    "convert_case",
    "cpufeatures",
    "crypto-common",
    "digest",
    "getrandom",
    "gloo-net",
    "gloo-utils",
    "hashbrown",
    "r-efi",
    "rand",
    "rand_chacha",
    "rand_core",
    "serde_qs",
    "sha2",
    "syn",
    "thiserror",
    "thiserror-impl",
    "windows-sys",
];

/// Looks at every crate of the lock file, for all platforms.
pub(super) fn check(faults: &mut Vec<String>) {
    let metadata = output("cargo", &["metadata", "--locked", "--format-version", "1"]).unwrap_or_default();
    let metadata: Value = serde_json::from_str(&metadata).unwrap_or_default();
    match metadata["packages"].as_array() {
        Some(packages) => judge(packages, faults),
        None => faults.push("cargo metadata tells no packages: is Cargo.lock up to date?".into()),
    }
}

fn judge(packages: &[Value], faults: &mut Vec<String>) {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        let text = |field: &str| package[field].as_str().unwrap_or_default();
        let (name, version, licence) = (text("name"), text("version"), text("license"));
        versions.entry(name).or_default().insert(version);
        if !is_allowed(licence) {
            faults.push(format!("{name} {version} comes under “{licence}”, which is not among the licences we allow"));
        }
        // A crate of our own has no source.
        if package["source"].as_str().is_some_and(|source| source != REGISTRY) {
            faults.push(format!("{name} {version} comes from {}", text("source")));
        }
    }
    for (name, versions) in versions.iter().filter(|(name, versions)| versions.len() > 1 && !TWICE.contains(name)) {
        let versions: Vec<&str> = versions.iter().copied().collect();
        faults.push(format!("{name} is built in several versions: {}", versions.join(", ")));
    }
    for name in TWICE.iter().filter(|name| versions.get(**name).is_none_or(|versions| versions.len() < 2)) {
        faults.push(format!("{name} is no longer built twice: take it from the list"));
    }
}

/// Whether what an SPDX expression allows includes a way that we allow. A slash is an old `OR`; `AND` binds more
/// closely than `OR`, and `WITH` belongs to the licence before it.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest) == Some(true) && rest.is_empty()
}

/// Whether one of several ways is allowed; `None` if this is no expression.
fn any_of(rest: &mut &[&str]) -> Option<bool> {
    let mut is_allowed = all_of(rest)?;
    while next_is(rest, "OR") {
        is_allowed |= all_of(rest)?;
    }
    Some(is_allowed)
}

fn all_of(rest: &mut &[&str]) -> Option<bool> {
    let mut is_allowed = one(rest)?;
    while next_is(rest, "AND") {
        is_allowed &= one(rest)?;
    }
    Some(is_allowed)
}

fn one(rest: &mut &[&str]) -> Option<bool> {
    if next_is(rest, "(") {
        let is_allowed = any_of(rest)?;
        return next_is(rest, ")").then_some(is_allowed);
    }
    let (licence, after) = rest.split_first()?;
    *rest = after;
    if !next_is(rest, "WITH") {
        return Some(LICENCES.contains(licence));
    }
    let (exception, after) = rest.split_first()?;
    *rest = after;
    Some(LICENCES.contains(&format!("{licence} WITH {exception}").as_str()))
}

/// Takes the next word if it is this one.
fn next_is(rest: &mut &[&str], word: &str) -> bool {
    match rest.split_first() {
        Some((next, after)) if *next == word => {
            *rest = after;
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_expression_is_allowed_if_one_of_its_ways_is() {
        for allowed in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0-only",
            "MIT OR GPL-3.0-only AND MIT",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in [
            "",
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "(MIT OR Apache-2.0) AND AGPL-3.0-only",
            "MIT WITH Classpath-exception-2.0",
            "MIT)",
            "(MIT",
            "MIT OR",
        ] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    #[test]
    fn a_licence_a_source_or_a_second_version_that_is_not_allowed_is_told() {
        let package = |name: &str, version: &str, licence: &str, source: &str| json!({ "name": name, "version": version, "license": licence, "source": source });
        let twice =
            TWICE.iter().flat_map(|name| ["1.0.0", "2.0.0"].map(|version| package(name, version, "MIT", REGISTRY)));
        let mut packages: Vec<Value> = twice.collect();
        let faults = |packages: &[Value]| {
            let mut faults = Vec::new();
            judge(packages, &mut faults);
            faults
        };
        assert_eq!(faults(&packages), Vec::<String>::new());
        packages.push(package("fork", "0.1.0", "MIT", "git+https://example.org/fork"));
        packages.push(package("viral", "0.1.0", "AGPL-3.0-only", REGISTRY));
        packages.extend(["1.0.0", "1.1.0"].map(|version| package("pair", version, "MIT", REGISTRY)));
        packages.retain(|package| package["name"] != TWICE[0] || package["version"] != "2.0.0");
        let told = faults(&packages);
        for (fault, name) in told.iter().zip(["fork", "viral", "pair", TWICE[0]]) {
            assert!(fault.starts_with(name), "{told:?}");
        }
        assert_eq!(told.len(), 4, "{told:?}");
    }
}
