//! `examples/bot.py`, a player in plain Python, at a real house.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use harness::Launcher;
use wire::{RecordLine, deal_seed, write_seed};
use words::Lang;

const GAMES: [&str; 5] = ["onze", "nain-jaune", "dos", "rummy", "quarante-six"];

fn script() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py")
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
            .arg(script())
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
    let url = format!("http://{}/api/tables/{table}/record", launcher.address());
    let text = reqwest::get(url).await.expect("an answer").text().await.expect("text");
    referee::records::verify(&text, Lang::English).expect("the record holds");
    let record = wire::read_record(&text).expect("a record");
    let seeds = record.lines.iter().filter_map(|line| match line {
        RecordLine::Seed { round, seed, entropy } => {
            Some(format!("round {round} checked: dealt from {}", write_seed(&deal_seed(seed, entropy))))
        }
        _ => None,
    });
    seeds.collect()
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
    let commitment = wire::commitment(&engine::Seed::default());
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
        Command::new("python3").arg("-c").arg(program).arg(script()).stderr(Stdio::piped()).output()
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
