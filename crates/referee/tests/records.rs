//! Records of every game: they hold, and whatever is altered is found out at its line.

use engine::{Game, GameId, SeatCount, with_game};
use referee::records::{read_aloud, record_random, trace, verify};
use testkit::Dice;
use wire::{Player, PlayerKind, Value, json, read_record, write_record};
use words::Lang;

/// The record of a random match of each game, with the fewest players.
fn record(id: GameId, run: u64) -> String {
    let mut dice = Dice::new(run);
    with_game!(id, G => {
        let seats = SeatCount::new(*G::SEATS.start()).expect("a number of players");
        let player = |seat| Player { name: format!("Véra {seat}"), kind: PlayerKind::Human };
        let players = (0..seats.get()).map(player).collect();
        let record = record_random::<G>(&Default::default(), seats, players, "2026-11-15".into(), &mut |bound| dice.below(bound));
        write_record(&record)
    })
}

#[test]
fn records_hold_and_read_back() {
    for id in GameId::ALL {
        for run in 0..5 {
            let text = record(id, run);
            let verified = verify(&text, Lang::English).unwrap_or_else(|broken| panic!("{}: {broken:?}", id.slug()));
            assert!(verified.moves > 0);
            assert_eq!(read_record(&text).map(|record| write_record(&record)).as_deref(), Ok(text.as_str()));
            let positions = trace(&text, Lang::English).expect("a record that holds");
            let count = |field: &str| text.lines().filter(|line| line.starts_with(field)).count();
            assert_eq!(positions.lines().count(), count("{\"seat\"") + count("{\"round\""), "{}", id.slug());
        }
    }
}

#[test]
fn records_read_aloud() {
    let aloud = read_aloud(&record(GameId::QuaranteSix, 1), Lang::French).expect("a record that holds");
    assert!(aloud.starts_with("Quarante-Six · 2026-11-15\n  0  Véra 0 (joueur)\n"), "{aloud}");
    assert!(aloud.contains("\nManche 2\n") && aloud.contains("\nGagne la partie"), "{aloud}");
}

#[test]
fn an_altered_line_is_found_where_it_is() {
    for id in GameId::ALL {
        let text = record(id, 7);
        let lines: Vec<&str> = text.lines().collect();
        let mut dice = Dice::new(8);
        for _ in 0..40 {
            let at = dice.below(lines.len());
            let mut line: Value = serde_json::from_str(lines[at]).expect("JSON");
            alter(&mut line, &mut dice);
            let mut altered: Vec<String> = lines.iter().map(|line| (*line).to_string()).collect();
            altered[at] = line.to_string();
            let broken = verify(&(altered.join("\n") + "\n"), Lang::English).expect_err("it was altered");
            assert_eq!(broken.line, at + 1, "{} {line}", id.slug());
        }
    }
}

/// Changes one field of a line.
fn alter(line: &mut Value, dice: &mut Dice) {
    let fields: Vec<String> = line.as_object().expect("an object").keys().cloned().collect();
    let field = &fields[dice.below(fields.len())];
    line[field] = match &line[field] {
        Value::String(text) => format!("{text}0").into(),
        Value::Number(number) => (number.as_u64().unwrap_or(0) + 1).into(),
        _ => json!("other"),
    };
}

#[test]
fn a_record_cut_in_the_middle_is_found_out() {
    for id in GameId::ALL {
        let text = record(id, 3);
        for part in 1..10 {
            let bytes = &text.as_bytes()[..text.len() * part / 10];
            let cut = String::from_utf8_lossy(bytes);
            let broken = verify(&cut, Lang::French).expect_err("it was cut");
            let lines = cut.lines().count();
            assert!(broken.line == lines || broken.line == lines + 1, "{broken:?} of {lines} lines");
        }
    }
    assert_eq!(verify("", Lang::English).expect_err("nothing").line, 1);
}

/// A forger who seals their lines again is found out by the replay.
#[test]
fn a_forged_record_is_found_out_by_the_replay() {
    for id in GameId::ALL {
        let record = read_record(&record(id, 4)).expect("a record");
        let seed_line =
            record.lines.iter().position(|line| matches!(line, wire::RecordLine::Seed { .. })).expect("a seed");

        let mut other_seed = record.clone();
        if let wire::RecordLine::Seed { seed, .. } = &mut other_seed.lines[seed_line] {
            seed.0[0] ^= 1;
        }
        let broken = verify(&write_record(&other_seed), Lang::English).expect_err("forged");
        assert_eq!(broken.line, seed_line + 2, "{broken:?}");

        let mut surplus = record.clone();
        surplus.header.commitments.push("00".repeat(32));
        assert_eq!(verify(&write_record(&surplus), Lang::English).expect_err("forged").line, 1);

        let mut other_result = record.clone();
        if let Some(wire::RecordLine::Result { scores, .. }) = other_result.lines.last_mut() {
            scores[0] += 1;
        }
        let broken = verify(&write_record(&other_result), Lang::English).expect_err("forged");
        assert_eq!(broken.line, record.lines.len() + 1);

        let mut lost_move = record.clone();
        lost_move.lines.remove(0);
        verify(&write_record(&lost_move), Lang::English).expect_err("a move is missing");
    }
}
