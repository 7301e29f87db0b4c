//! `cargo xtask tidy`: what the compiler cannot check.

mod dependencies;
mod map;
mod styles;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::run::root;

/// The longest a source file may be.
const MAX_LINES: usize = 600;

/// The games by slug and module.
const GAMES: [(&str, &str); 5] = [
    ("onze", "onze"),
    ("nain-jaune", "nain_jaune"),
    ("dos", "dos"),
    ("rummy", "rummy"),
    ("quarante-six", "quarante_six"),
];

/// The files of a game, the same for all.
const SIX: [&str; 6] = ["mod.rs", "rules.rs", "state.rs", "moves.rs", "events.rs", "view.rs"];

/// Checks everything and lists what is not as it should be.
pub(crate) fn run() -> Result<()> {
    let mut faults = Vec::new();
    let sources = files_with_ending(&root(), "rs");
    for path in &sources {
        headers_and_size(path, &mut faults);
    }
    map::arrows(&mut faults);
    dependencies::check(&mut faults);
    rulebooks(&mut faults);
    error_codes(&sources, &mut faults);
    labels(&sources, &mut faults);
    faults.extend(styles::shared_classes(&root().join("crates/web/style")));
    for path in files_with_ending(&root(), "md") {
        links(&path, &mut faults);
    }
    if faults.is_empty() {
        println!("tidy: {} source files, 5 games, all in order", sources.len());
        return Ok(());
    }
    for fault in &faults {
        eprintln!("tidy: {fault}");
    }
    bail!("{} things are not tidy", faults.len());
}

/// Every file of the project with this ending, in order.
fn files_with_ending(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            found.extend(files_with_ending(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// A path as people name it.
fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn headers_and_size(path: &Path, faults: &mut Vec<String>) {
    let text = read(path);
    if !text.starts_with("//!") {
        faults.push(format!("{} does not open with `//!`", name(path)));
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with("//")).count();
    if lines > MAX_LINES && !name(path).contains("/tests/") {
        faults.push(format!("{} has {lines} lines of code; {MAX_LINES} are enough", name(path)));
    }
    for forbidden in [concat!("#[ig", "nore"), concat!("#[should_", "panic")] {
        if text.contains(forbidden) {
            faults.push(format!("{} has {forbidden}]: a test runs, and says what it expects", name(path)));
        }
    }
}

/// The numbers of all texts like `before7after`.
fn numbers(text: &str, before: &str, after: char) -> BTreeSet<u32> {
    let pieces = text.split(before).skip(1);
    let number = |piece: &str| -> Option<u32> {
        let (digits, rest) = piece.split_at(piece.find(|character: char| !character.is_ascii_digit())?);
        rest.starts_with(after).then(|| digits.parse().ok())?
    };
    pieces.filter_map(number).collect()
}

/// A rule has one number in both rulebooks, in the code and in a test.
fn rulebooks(faults: &mut Vec<String>) {
    for (slug, module) in GAMES {
        let book = |lang: &str| numbers(&read(&root().join(format!("docs/RULES/{slug}.{lang}.md"))), "**R", '.');
        let (french, english) = (book("fr"), book("en"));
        if french.is_empty() || french != english || !french.iter().copied().eq(1..=french.len() as u32) {
            faults.push(format!("{slug}: the French and the English rulebook are not R1 to Rn alike"));
        }
        let folder = root().join(format!("crates/engine/src/games/{module}"));
        for file in SIX.iter().filter(|file| !folder.join(file).exists()) {
            faults.push(format!("{slug}: {file} is missing"));
        }
        for path in files_with_ending(&folder, "rs") {
            let text = read(&path);
            let cited: BTreeSet<u32> =
                ['"', ')', ':', ',', ' ', '.', '–'].iter().flat_map(|after| cited(&text, *after)).collect();
            for rule in cited.difference(&french) {
                faults.push(format!("{} cites R{rule}, which is in no rulebook", name(&path)));
            }
        }
        let rulebook = root().join("crates/engine/tests/rulebook");
        let mut tested = numbers(&read(&rulebook.join(format!("{module}.rs"))), "fn r", '_');
        for path in files_with_ending(&rulebook.join(module), "rs") {
            tested.extend(numbers(&read(&path), "fn r", '_'));
        }
        for rule in french.difference(&tested) {
            faults.push(format!("{slug}: no test is named after R{rule}"));
        }
    }
}

/// The rules cited in code and comments, as `R7` after a mark that cannot be part of a card.
fn cited(text: &str, after: char) -> BTreeSet<u32> {
    ["(R", "\"R", " R", "–R"].iter().flat_map(|before| numbers(text, before, after)).collect()
}

/// Where codes are made, by the name of the file, and where they are listed.
const CODES: [(&str, &str); 4] = [
    ("moves.rs", "docs/NOTATION.md"),
    ("protocol.rs", "docs/NOTATION.md"),
    ("refusal.rs", "docs/HTTP.md"),
    ("refused.rs", "docs/PROTOCOL.md"),
];

/// Every code a refusal, the referee or the house can answer with is listed for those who program against it.
fn error_codes(sources: &[PathBuf], faults: &mut Vec<String>) {
    for (file, list) in CODES {
        let listed = read(&root().join(list));
        let mut codes: BTreeMap<String, String> = BTreeMap::new();
        for path in sources.iter().filter(|path| path.ends_with(file)) {
            // What an attribute names is no code.
            let lines =
                read(path).lines().filter(|line| !line.trim_start().starts_with("#[")).collect::<Vec<_>>().join("\n");
            for code in lines.split('"').skip(1).step_by(2).filter(|text| is_code(text)) {
                codes.insert(code.into(), name(path));
            }
        }
        for (code, path) in codes.iter().filter(|(code, _)| !listed.contains(&format!("`{code}`"))) {
            faults.push(format!("{path} answers `{code}`, which {list} does not list"));
        }
    }
}

/// What screens are labelled with. That each label has both languages is the compiler's affair.
const LABELS: &str = "crates/words/src/screen.rs";

/// Every label is on some screen.
fn labels(sources: &[PathBuf], faults: &mut Vec<String>) {
    let list = read(&root().join(LABELS));
    let screens = sources.iter().filter(|path| name(path) != LABELS).map(|path| read(path));
    let screens: String = screens.collect::<Vec<_>>().join("\n");
    let used = words_after(&screens, "Label::");
    let labels = list.lines().filter_map(|line| line.trim().split_once(": \"")).map(|(label, _)| label);
    for label in labels.filter(|label| !used.contains(label)) {
        faults.push(format!("{LABELS} has the label {label}, which no screen uses"));
    }
}

/// The words that follow a text.
fn words_after<'a>(text: &'a str, before: &str) -> BTreeSet<&'a str> {
    let word = |rest: &'a str| rest.split(|character: char| !character.is_alphanumeric()).next();
    text.split(before).skip(1).filter_map(word).collect()
}

fn is_code(text: &str) -> bool {
    text.contains('-') && text.chars().all(|character| character.is_ascii_lowercase() || character == '-')
}

/// Links in Markdown lead somewhere.
fn links(path: &Path, faults: &mut Vec<String>) {
    let text = read(path);
    for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let file = target.split('#').next().unwrap_or_default();
        let outside = file.is_empty() || file.contains("://");
        if !outside && !path.parent().is_some_and(|folder| folder.join(file).exists()) {
            faults.push(format!("{} links to {file}, which is not there", name(path)));
        }
    }
}
