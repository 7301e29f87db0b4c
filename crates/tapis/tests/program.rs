//! The examples in plain Python: `bot.py`, a player, at a real house; `verify.py`, a verifier, on records of all games.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use engine::{GameId, SeatCount, Seed, with_game};
use harness::Launcher;
use referee::Refereed;
use referee::records::record_random;
use testkit::{Dice, Specimen};
use wire::{Player, PlayerKind, Record, RecordLine, deal_seed, write_record, write_seed};
use words::Lang;

const GAMES: [&str; 5] = ["onze", "nain-jaune", "dos", "rummy", "quarante-six"];

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn launcher(folder: &tempfile::TempDir) -> Launcher {
    Launcher::new(env!("CARGO_BIN_EXE_tapis").as_ref(), folder.path()).expect("a port")
}

/// A bot that has opened a table, and the rest of what it will say.
struct Bot {
    child: Child,
    output: BufReader<ChildStdout>,
    table: String,
}

impl Bot {
    fn start(launcher: &Launcher, game: &str) -> Self {
        let url = format!("http://{}", launcher.address());
        let mut child = Command::new("python3")
            .arg(example("bot.py"))
            .args([&url, game])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("python3 is installed");
        let mut output = BufReader::new(child.stdout.take().expect("standard output"));
        let mut line = String::new();
        output.read_line(&mut line).expect("text");
        let table = line.trim().strip_prefix("table ").unwrap_or_default().to_owned();
        Self { child, output, table }
    }

    /// What it said to its end on both streams, when it ended well.
    fn end(mut self) -> (String, String) {
        let (mut said, mut grumbled) = (String::new(), String::new());
        self.output.read_to_string(&mut said).expect("text");
        self.child.stderr.take().expect("standard error").read_to_string(&mut grumbled).expect("text");
        let status = self.child.wait().expect("an end");
        assert!(status.success(), "{said}{grumbled}");
        (said, grumbled)
    }
}

/// The record of a finished match, which holds, and what its rounds were dealt from.
async fn deals(launcher: &Launcher, table: &str) -> BTreeSet<String> {
    // The key of its link stands behind its id.
    let (id, key) = table.split_once('?').unwrap_or((table, ""));
    let url = format!("http://{}/api/tables/{id}/record?{key}", launcher.address());
    let text = reqwest::get(url).await.expect("an answer").text().await.expect("text");
    referee::records::verify(&text, Lang::English).expect("the record holds");
    let said = python_verifies(&text).expect("the verifier in Python finds nothing wrong");
    let record = wire::read_record(&text).expect("a record");
    let seeds = record.lines.iter().filter_map(|line| match line {
        RecordLine::Seed { round, seed, entropy } => {
            Some(format!("round {round} checked: dealt from {}", write_seed(&deal_seed(seed, entropy))))
        }
        _ => None,
    });
    let seeds: BTreeSet<String> = seeds.collect();
    assert!(seeds.iter().all(|seed| said.contains(seed)), "{said}: {seeds:?}");
    seeds
}

/// What the verifier in Python says of a record; `Err` if it finds something wrong.
fn python_verifies(record: &str) -> Result<String, String> {
    let mut child = Command::new("python3")
        .arg(example("verify.py"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 is installed");
    child.stdin.take().expect("standard input").write_all(record.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("an end");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// A match of random moves, with as many players and with what options the dice say.
fn some_record<G: Refereed + Specimen>(dice: &mut Dice) -> Record {
    let presets = G::presets();
    let (_, rules) = &presets[dice.below(presets.len())];
    let counts: Vec<usize> = G::SEATS.collect();
    let seats = SeatCount::new(counts[dice.below(counts.len())]).expect("a number of players");
    let player = |seat: engine::Seat| Player { name: format!("Zoé « {seat} »"), kind: PlayerKind::Bot };
    let players = seats.seats().map(player).collect();
    record_random::<G>(rules, seats, players, "2026-11-18".into(), &mut |bound| dice.below(bound))
}

#[test]
fn the_verifier_in_python_holds_what_holds_and_finds_what_was_forged() {
    let other = Seed([7; 32]);
    for game in GameId::ALL {
        let mut dice = Dice::new(31);
        for _ in 0..3 {
            let record = with_game!(game, G => some_record::<G>(&mut dice));
            let text = write_record(&record);
            let said = python_verifies(&text).unwrap_or_else(|why| panic!("{}: {why}{text}", game.slug()));
            assert!(said.ends_with("the deals hold\n"), "{said}");

            // What was altered without a new seal, or is gone.
            let lines: Vec<&str> = text.lines().collect();
            let without =
                |gone: usize| lines.iter().enumerate().filter(move |(at, _)| *at != gone).map(|(_, line)| *line);
            for gone in [1, lines.len() / 2, lines.len() - 1] {
                assert!(python_verifies(&without(gone).collect::<Vec<_>>().join("\n")).is_err(), "{}", game.slug());
            }
            let altered = text.replacen("\"ms\":", "\"ms\":1", 1);
            assert!(python_verifies(&altered).expect_err("it was altered").starts_with("line 2: "));

            // What was sealed anew: another seed than was committed to, other seeds throughout, something added later.
            let mut another_seed = record.clone();
            each_seed(&mut another_seed, |seed, _| *seed = other);
            let why = python_verifies(&write_record(&another_seed)).expect_err("another seed");
            assert!(why.contains("committed itself to another seed"), "{why}");
            let mut another_deal = another_seed.clone();
            another_deal.header.commitments.iter_mut().for_each(|it| *it = wire::commitment(&other));
            let mut added = record.clone();
            each_seed(&mut added, |_, entropy| *entropy = vec![Some(vec![1]); record.header.players.len()]);
            for forged in [another_deal, added] {
                let why = python_verifies(&write_record(&forged)).expect_err("other cards were dealt");
                assert!(why.contains("does not hold") || why.contains("cannot be read"), "{}: {why}", game.slug());
            }
        }
    }
}

/// Changes what every round of a record was dealt from.
fn each_seed(record: &mut Record, change: impl Fn(&mut Seed, &mut wire::Entropy)) {
    for line in &mut record.lines {
        if let RecordLine::Seed { seed, entropy, .. } = line {
            change(seed, entropy);
        }
    }
}

#[tokio::test]
async fn the_bot_in_python_plays_a_match_of_every_game_and_checks_every_deal() {
    let folder = tempfile::tempdir().expect("a folder");
    let launcher = launcher(&folder);
    let _server = launcher.open().expect("a house");
    for game in GAMES {
        let bot = Bot::start(&launcher, game);
        let table = bot.table.clone();
        let (said, _) = bot.end();
        let mut lines: BTreeSet<String> = said.lines().map(String::from).collect();
        let deals = deals(&launcher, &table).await;
        assert!(!deals.is_empty());
        assert!(deals.iter().all(|deal| lines.remove(deal)), "{game}: {deals:?}\n{said}");
        let last: Vec<String> = lines.into_iter().collect();
        assert!(last.len() == 1 && last[0].starts_with("place "), "{game}: {last:?}");
    }
}

#[tokio::test]
async fn the_bot_in_python_comes_back_to_a_house_that_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let launcher = launcher(&folder);
    let server = launcher.open().expect("a house");
    let bot = Bot::start(&launcher, "onze");
    server.kill().expect("it was up");
    let _server = launcher.open().expect("it opens again");
    let table = bot.table.clone();
    let (said, grumbled) = bot.end();
    assert!(said.contains("place "), "{said}");
    assert!(grumbled.contains("coming back"), "{grumbled}");
    assert!(!deals(&launcher, &table).await.is_empty());
}

#[test]
fn the_bot_in_python_notices_a_forged_deal() {
    // Each deal is told in two parts: what was said before, and what is shown after.
    let seed = "00".repeat(32);
    let commitment = wire::commitment(&Seed::default());
    let check = |after: &str| {
        let program = format!(
            "import importlib.util, sys
spec = importlib.util.spec_from_file_location('bot', sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
bot = object.__new__(module.Bot)
bot.deals, bot.seat, bot.added = {{}}, 1, {{1: 'ab'}}
bot.check({{'round': 1, 'commitment': '{commitment}'}})
bot.check({{'round': 1, {after}}})"
        );
        Command::new("python3").arg("-c").arg(program).arg(example("bot.py")).stderr(Stdio::piped()).output()
    };
    let forged = "11".repeat(32);
    let attempts = [
        (format!("'seed': '{seed}'"), ""),
        ("'entropy': [None, 'ab']".into(), ""),
        (format!("'seed': '{forged}'"), "another seed"),
        ("'commitment': 'abcd'".into(), "changed the commitment"),
        ("'entropy': [None, 'cd']".into(), "not what we added"),
    ];
    for (after, complaint) in attempts {
        let output = check(&after).expect("python3 is installed");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.success(), complaint.is_empty(), "{after}: {said}");
        assert!(said.contains(complaint), "{after}: {said}");
    }
}
