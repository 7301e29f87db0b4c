//! The binary as people use it: real processes, real streams, real files.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const GAMES: [&str; 5] = ["onze", "nain-jaune", "dos", "rummy", "quarante-six"];

/// Runs `tapis` with these arguments and this input.
fn tapis(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tapis"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the binary ends");
    // A program that ends early closes the pipe; what matters is what it said.
    let _ = writer.join();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn referee_answers_line_by_line_and_survives_bad_ones() {
    let input = b"{\"op\":\"new\",\"game\":\"onze\",\"players\":3}\nnonsense\n\xff\xfe\n\n{\"op\":\"new\",\"game\":\"dos\",\"players\":2}";
    let output = tapis(&["referee", "--lang", "en"], input);
    assert!(output.status.success());
    let answers: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let oks: Vec<bool> = answers.iter().map(|answer| answer["ok"].as_bool().expect("ok")).collect();
    assert_eq!(oks, [true, false, false, false, true], "one answer for each line");
    assert_eq!(answers[1]["error"]["code"], "bad-json");
    assert_eq!(answers[0]["seed"].as_str().map(str::len), Some(64));
    assert_ne!(answers[0]["seed"], answers[4]["seed"], "seeds are drawn afresh");
}

#[test]
fn it_says_what_it_can_do() {
    let output = tapis(&["--help"], b"");
    assert!(output.status.success());
    for command in
        ["serve", "backup", "restore", "referee", "rules", "verify", "review", "hint", "record", "arena", "simulate"]
    {
        assert!(text(&output.stdout).contains(command), "{command}");
    }
}

#[test]
fn rules_are_printed_in_both_languages() {
    for game in GAMES {
        let french = text(&tapis(&["rules", game], b"").stdout);
        let english = text(&tapis(&["rules", game, "--lang", "en"], b"").stdout);
        assert!(french.contains("**R1.**") && french.contains("## Distribution"), "{game}");
        assert!(english.contains("**R1.**") && english.contains("## Deal"), "{game}");
    }
    let unknown = tapis(&["rules", "uno"], b"");
    assert!(!unknown.status.success());
    assert!(text(&unknown.stderr).contains("nain-jaune"), "it names the games there are");
}

#[test]
fn records_are_made_shown_verified_and_found_out() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for game in GAMES {
        let seed = "5e".repeat(32);
        let made = tapis(&["record", "random", game, "--players", "3", "--seed", &seed], b"");
        assert!(made.status.success(), "{}", text(&made.stderr));
        let path = folder.join(format!("{game}.jsonl"));
        std::fs::write(&path, &made.stdout).expect("a file");
        let path = path.to_str().expect("a path");
        let verified = tapis(&["verify", path, "--lang", "en"], b"");
        assert!(verified.status.success(), "{}", text(&verified.stderr));
        assert!(text(&tapis(&["record", "show", path], b"").stdout).contains("Manche 1"));
        let positions = text(&tapis(&["record", "positions", path], b"").stdout);
        assert!(positions.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));

        let altered = text(&made.stdout).replacen("\"seat\":0", "\"seat\":1", 1);
        let line =
            1 + altered.lines().zip(text(&made.stdout).lines()).position(|(new, old)| new != old).expect("altered");
        let found = tapis(&["verify", "-", "--lang", "en"], altered.as_bytes());
        assert_eq!(found.status.code(), Some(1));
        assert!(text(&found.stderr).starts_with(&format!("Line {line}: ")), "{}", text(&found.stderr));
    }
}

/// A record of a short match, in a file of its own.
fn record(name: &str) -> (String, String) {
    let seed = "5e".repeat(32);
    let options = "{\"rounds\":1}";
    let made =
        tapis(&["record", "random", "quarante-six", "--players", "2", "--options", options, "--seed", &seed], b"");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, &made.stdout).expect("a file");
    (path.to_str().expect("a path").into(), text(&made.stdout))
}

#[test]
fn reviews_are_told_and_written() {
    let (path, record) = record("reviewed.jsonl");
    let review = |arguments: &[&str]| {
        let output = tapis(&[&["review", &path, "--millis", "2"], arguments].concat(), b"");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(review(&["--lang", "en"]).starts_with("No person played this match"), "bots alone played it");
    let all = review(&["--all", "--lang", "en"]);
    assert!(all.starts_with("Quarante-Six\n\nRound 1\n") && all.contains("\nRobot 1: "), "{all}");
    let one = review(&["--seat", "1"]);
    assert!(one.contains("\nRobot 1\u{a0}: ") && !one.contains("\nRobot 0\u{a0}: "), "{one}");
    let json: Value = serde_json::from_str(&review(&["--all", "--json"])).expect("JSON");
    assert_eq!(json["players"].as_array().map(Vec::len), Some(2));
    assert_eq!(review(&["--all", "--json"]), review(&["--all", "--json"]), "the same record, the same review");

    let altered = record.replacen("\"seat\":0", "\"seat\":1", 1);
    let line = 1 + altered.lines().zip(record.lines()).position(|(new, old)| new != old).expect("altered");
    let found = tapis(&["review", "-", "--lang", "en"], altered.as_bytes());
    assert_eq!(found.status.code(), Some(1));
    assert!(text(&found.stderr).starts_with(&format!("Line {line}: ")), "{}", text(&found.stderr));
}

#[test]
fn hints_come_with_a_reason() {
    let position = br#"{"game":"quarante-six","players":2,"seat":0,"laid":["21"],"joker":null,
        "hands":[["11","12","24"],["1"]],"pile":["2","3"]}"#;
    let hint =
        |arguments: &[&str], position: &[u8]| tapis(&[&["hint", "-", "--lang", "en"], arguments].concat(), position);
    let told = text(&hint(&["--millis", "1000"], position).stdout);
    assert!(told.starts_with("11\nWith “lay the 11” you finish ") && told.contains("worlds"), "{told}");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("position.json");
    std::fs::write(&path, position).expect("a file");
    let french = text(&tapis(&["hint", path.to_str().expect("a path"), "--seat", "0", "--millis", "1000"], b"").stdout);
    assert!(french.starts_with("11\nAvec «\u{a0}poser le 11\u{a0}», on finit en moyenne "), "{french}");
    let complaint = |arguments: &[&str], position: &[u8]| {
        let output = hint(arguments, position);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
        text(&output.stderr)
    };
    assert!(complaint(&["--seat", "1"], position).contains("not seat 1's turn"));
    assert!(complaint(&["--seat", "2"], position).contains("no seat 2"));
    assert!(complaint(&[], b"nonsense").contains("not JSON"));
    assert!(complaint(&[], b"{\"game\":\"uno\"}").contains("uno"));
}

#[test]
fn bad_arguments_say_what_is_wrong() {
    let complaint = |arguments: &[&str]| {
        let output = tapis(arguments, b"");
        assert!(!output.status.success(), "{arguments:?}");
        text(&output.stderr)
    };
    assert!(complaint(&["record", "random", "dos", "--players", "9", "--lang", "en"]).contains("2 to 4 players"));
    assert!(complaint(&["record", "random", "dos", "--seed", "12", "--lang", "en"]).contains("64 hexadecimal digits"));
    assert!(complaint(&["record", "random", "dos", "--options", "{\"tagret\":1}", "--lang", "en"]).contains("tagret"));
    assert!(complaint(&["review", "-", "--millis", "60001"]).contains("60001"));
    assert!(complaint(&["review", "-", "--all", "--seat", "1"]).contains("--seat"));
    assert!(complaint(&["review", "/no/such/file"]).contains("/no/such/file"));
    assert!(complaint(&["hint", "/no/such/file"]).contains("/no/such/file"));
    assert!(complaint(&["verify", "/no/such/file"]).contains("/no/such/file"));
    assert!(complaint(&["verify", "-"]).contains("Ligne 1"));
}

/// The one JSON object a command prints.
fn object(arguments: &[&str]) -> Value {
    let output = tapis(arguments, b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "there is no terminal to show progress on");
    assert_eq!(text(&output.stdout).lines().count(), 1);
    serde_json::from_str(&text(&output.stdout)).expect("JSON")
}

#[test]
fn the_arena_is_repeatable_and_does_not_depend_on_threads() {
    let arena =
        ["arena", "quarante-six", "--players", "2", "--bots", "expert@1,casual,novice", "--deals", "10", "--json"];
    let with = |more: &[&str]| object(&[&arena, more].concat());
    let one = with(&["--threads", "1"]);
    assert_eq!(one, with(&["--threads", "5"]));
    assert_eq!(one["duels"].as_array().map(Vec::len), Some(3));
    assert_eq!(one["duels"][0]["one"], serde_json::json!({ "level": "expert", "millis": 1 }));
    assert_ne!(one["duels"], with(&["--seed", "another"])["duels"]);
    let digits = "5e".repeat(32);
    assert_eq!(with(&["--seed", &digits])["seed"], digits.as_str());
}

#[test]
fn the_arena_says_who_is_better() {
    let arena = ["arena", "quarante-six", "--bots", "casual,novice", "--until-clear", "--deals", "5000"];
    let said = |lang| text(&tapis(&[&arena[..], &["--lang", lang]].concat(), b"").stdout);
    assert!(said("fr").contains("casual est meilleur que novice"), "{}", said("fr"));
    assert!(said("en").contains("casual is better than novice"), "{}", said("en"));
}

#[test]
fn a_simulation_prints_a_table_or_json_and_writes_a_page() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("simulation.html");
    let path = path.to_str().expect("a path");
    for game in GAMES {
        let simulate = ["simulate", game, "--rounds", "20", "--bots", "novice", "--html", path];
        let output = tapis(&[&simulate[..], &["--lang", "en"]].concat(), b"");
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("lead of the first to play"));
        let page = std::fs::read_to_string(path).expect("a page");
        assert!(page.contains("<svg") && page.contains("tapis simulate"));
        let json = object(&[&simulate[..], &["--json", "--threads", "3"]].concat());
        assert_eq!(json, object(&[&simulate[..], &["--json", "--threads", "1"]].concat()));
        assert!(json["figures"]["moves"]["distribution"].as_array().is_some_and(|values| !values.is_empty()));
    }
    let compare = ["simulate", "onze", "--rounds", "10", "--bots", "casual", "--compare", "{\"variant\":\"debutant\"}"];
    assert!(object(&[&compare[..], &["--json"]].concat())["compared"]["differences"]["moves"]["mean"].is_number());
    let matches = ["simulate", "dos", "--players", "2", "--bots", "novice,novice", "--matches", "2", "--json"];
    assert_eq!(object(&matches)["unit"], "match");
}

#[test]
fn the_arena_and_simulations_refuse_what_makes_no_sense() {
    let refused = |arguments: &[&str], words: &str| {
        let output = tapis(&[arguments, &["--lang", "en"]].concat(), b"");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(text(&output.stderr).lines().count(), 1, "one short line");
        assert_eq!(text(&output.stdout), "");
    };
    for command in ["arena", "simulate"] {
        refused(&[command, "dos", "--players", "9"], "2 to 4 players");
        refused(&[command, "dos", "--bots", "grandmaster,novice"], "novice, casual, skilled, expert");
        refused(&[command, "dos", "--bots", "expert@soon,novice"], "“expert@soon” is not a level");
        refused(&[command, "dos", "--options", "{\"tagret\":1}"], "tagret");
        refused(&[command, "dos", "--options", "{"], "--options is not JSON");
    }
    refused(&["arena", "dos", "--bots", "expert"], "two bots at least");
    refused(&["arena", "dos", "--deals", "0"], "--deals must be at least 1");
    refused(&["simulate", "dos", "--rounds", "0"], "--rounds must be at least 1");
    refused(&["simulate", "dos", "--matches", "0"], "--matches must be at least 1");
    refused(&["simulate", "dos", "--bots", "novice,casual"], "one for each of the 4 seats, not 2");
    refused(&["simulate", "dos", "--compare", "nonsense"], "--compare is not JSON");
    refused(&["simulate", "onze", "--compare", "{\"rounds\":0}"], "rounds");
    refused(&["simulate", "onze", "--rounds", "1", "--html", "/no/such/folder/page.html"], "/no/such/folder");
    for clap in [
        &["arena", "uno"][..],
        &["arena", "dos", "--threads", "0"],
        &["simulate", "dos", "--rounds", "1", "--matches", "1"],
    ] {
        assert_eq!(tapis(clap, b"").status.code(), Some(2), "{clap:?}");
    }
}

/// What the form of a new table says of an option: the figures of `simulate`, kept where the sentences are made.
#[test]
fn the_effects_of_options_are_what_simulate_finds() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../words/data/effects.json");
    let kept = std::fs::read_to_string(&file).expect("the file of effects");
    let mut effects: Value = serde_json::from_str(&kept).expect("JSON");
    for effect in effects.as_array_mut().expect("a list") {
        let command: Vec<String> = serde_json::from_value(effect["command"].clone()).expect("a command");
        let found = tapis(&command.iter().map(String::as_str).collect::<Vec<_>>(), b"");
        assert!(found.status.success(), "{command:?}: {}", text(&found.stderr));
        let found: Value = serde_json::from_slice(&found.stdout).expect("JSON");
        let (usual, changed) = (&found["figures"], &found["compared"]["differences"]);
        let number = |figures: &Value, name: &str| figures.pointer(name).and_then(Value::as_f64).expect("a number");
        // Rounded, so that a person can read the file; five digits are more than anybody is told.
        let rounded = |number: f64| (number * 1e5).round() / 1e5;
        let figure = |name: &str| {
            [
                number(usual, &format!("{name}/mean")),
                number(changed, &format!("{name}/mean")),
                number(changed, &format!("{name}/half_width")),
            ]
        };
        let [winner, all] = ["/winner_score", "/score"].map(figure);
        // How far the winner is from the mean of all; the errors add up at the worst.
        let margin = [winner[0] - all[0], winner[1] - all[1], winner[2] + all[2]];
        let measured = [("turns", figure("/turns")), ("first_wins", figure("/places/0/wins")), ("margin", margin)];
        for (name, figures) in measured {
            effect[name] = figures.map(rounded).to_vec().into();
        }
    }
    // One effect a line.
    let lines: Vec<String> = effects.as_array().into_iter().flatten().map(|effect| format!("  {effect}")).collect();
    let made = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("TAPIS_BLESS").is_some() {
        std::fs::write(&file, &made).expect("the file can be written");
    } else {
        assert_eq!(made, kept, "the figures are others now: `cargo xtask bless` keeps them");
    }
}
