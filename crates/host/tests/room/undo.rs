//! Undo: the own last step of an unfinished turn, if nothing hidden came to light; and no trace of it is left.

use engine::GameId;
use wire::RecordLine;
use wire::house::{Ask, BotLevel, Entry, Settings, Stage, TableView};
use words::Lang;

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Hall, settings, with_options};

/// What everybody sees, whatever number it has.
fn sights(hall: &Hall) -> Vec<TableView> {
    hall.views().into_iter().map(|view| TableView { seq: 0, ..view }).collect()
}

/// Plays until a player has made a step that could be taken back; everybody's sight before it, and who made it.
fn undoable(hall: &mut Hall) -> (Vec<TableView>, Asker) {
    for _ in 0..5_000 {
        if let Some(player) = hall.mover(&[ANNE, BLAISE]).copied() {
            let before = sights(hall);
            let moves = hall.legal(&player);
            let step = moves[hall.dice.below(moves.len())].clone();
            hall.submit(&player, &step);
            if hall.room.clock(hall.now).undo.is_some() {
                return (before, player);
            }
        } else {
            hall.play_on(&[ANNE, BLAISE]);
        }
        assert_ne!(hall.room.stage(), Stage::Over, "no step could be taken back");
    }
    panic!("no step could be taken back");
}

const GAMES: [GameId; 4] = [GameId::Onze, GameId::NainJaune, GameId::Dos, GameId::QuaranteSix];

#[test]
fn after_an_undo_everybody_sees_what_he_saw_before_the_step() {
    for game in GAMES {
        let mut hall = Hall::begun(settings(game, 3));
        for _ in 0..5 {
            let (before, player) = undoable(&mut hall);
            assert_ne!(sights(&hall), before);
            let other = if player.player == ANNE.player { BLAISE } else { ANNE };
            assert_eq!(hall.refused(&other, Ask::Undo), "nothing-to-undo", "it is another's step");
            assert_eq!(hall.refused(&CHLOE, Ask::Undo), "not-seated");
            hall.do_it(&player, Ask::Undo);
            assert_eq!(sights(&hall), before, "{}", game.slug());
            let sent = hall.messages.last_key_value().expect("a message").1.clone();
            for (message, view) in sent.iter().zip(&before) {
                let message: serde_json::Value = serde_json::from_str(message).expect("JSON");
                let told = &message["happened"]["happenings"][0]["undone"]["view"];
                assert_eq!(Some(told), view.view.as_ref(), "and is told so");
            }
            hall.play_on(&[ANNE, BLAISE]);
        }
    }
}

#[test]
fn a_record_has_no_trace_of_what_was_taken_back_and_the_log_builds_the_same_room() {
    for game in GAMES {
        let mut hall = Hall::seeded(settings(game, 3), &[(2, BotLevel::Casual)], 5);
        hall.join(&BLAISE);
        hall.do_it(&ANNE, Ask::Begin { fill: None });
        let mut undone = 0;
        for _ in 0..50_000 {
            if hall.room.stage() == Stage::Over {
                break;
            }
            hall.play_on(&[ANNE, BLAISE]);
            let undoer = hall.room.clock(hall.now).undo;
            for player in [ANNE, BLAISE] {
                let own = hall.room.seat_of(&player.id());
                if undoer.is_some() && own == undoer && hall.dice.below(4) == 0 {
                    hall.do_it(&player, Ask::Undo);
                    undone += 1;
                }
            }
        }
        let record = hall.room.record("2026-11-16").expect("the match is over");
        let steps = hall.log.iter().flatten().filter(|entry| matches!(entry, Entry::Stepped { .. })).count();
        let lines = record.lines.iter().filter(|line| matches!(line, RecordLine::Move { .. })).count();
        assert!(undone > 0, "{}", game.slug());
        assert_eq!(lines, steps - undone, "{}", game.slug());
        referee::records::verify(&wire::write_record(&record), Lang::English).expect("the record holds");
        assert_eq!(hall.replayed().record("2026-11-16"), Some(record));
    }
}

#[test]
fn several_steps_of_a_turn_are_taken_back_one_after_the_other() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
    for _ in 0..500 {
        let (first, player) = undoable(&mut hall);
        let second = sights(&hall);
        let moves = hall.legal(&player);
        let Some(lay) = moves.iter().find(|step| step.parse::<u8>().is_ok()) else {
            hall.do_it(&player, Ask::Undo);
            hall.submit(&player, "draw");
            continue;
        };
        hall.submit(&player, lay);
        if hall.room.clock(hall.now).undo.is_some() {
            hall.do_it(&player, Ask::Undo);
            assert_eq!(sights(&hall), second);
            hall.do_it(&player, Ask::Undo);
            assert_eq!(sights(&hall), first);
            assert_eq!(hall.refused(&player, Ask::Undo), "nothing-to-undo");
            return;
        }
    }
    panic!("nobody ever lays two cards");
}

#[test]
fn what_was_drawn_or_ended_stays() {
    for game in GAMES.into_iter().chain([GameId::Rummy]) {
        let mut hall = Hall::begun(settings(game, 3));
        let mut tried = 0;
        for _ in 0..400 {
            if hall.room.stage() == Stage::Over {
                break;
            }
            let mover = hall.mover(&[ANNE, BLAISE]).copied();
            hall.play_on(&[ANNE, BLAISE]);
            let (Some(player), Some(Entry::Stepped { step, .. })) = (mover, hall.log.last().and_then(|it| it.get(1)))
            else {
                continue;
            };
            let step = step.clone();
            let has_turn = hall.mover(&[player]).is_some();
            if hall.room.stage() == Stage::Playing && (step == "draw" || !has_turn) {
                assert_eq!(hall.refused(&player, Ask::Undo), "nothing-to-undo", "{} {step}", game.slug());
                tried += 1;
            }
        }
        assert!(tried > 10, "{}: {tried}", game.slug());
    }
}

#[test]
fn where_the_table_does_not_allow_it_nothing_is_taken_back() {
    let mut hall = Hall::begun(Settings { undo: false, ..settings(GameId::QuaranteSix, 2) });
    hall.deal();
    for _ in 0..50 {
        hall.play_on(&[ANNE, BLAISE]);
        assert_eq!(hall.room.clock(hall.now).undo, None);
        if hall.room.stage() == Stage::Playing {
            assert_eq!(hall.refused(&ANNE, Ask::Undo), "undo-off");
        }
    }
}

#[test]
fn a_step_made_before_the_hosts_clock_ran_out_leaves_the_record_all_the_same() {
    let options = serde_json::json!({ "minutes": 1 });
    let mut hall = Hall::begun(with_options(GameId::NainJaune, 3, options));
    let (_, player) = undoable(&mut hall);
    let entries = hall.room.decide_last_round(hall.now).expect("a round is under way");
    hall.write(entries);
    hall.do_it(&player, Ask::Undo);
    hall.play_to_the_end(&[ANNE, BLAISE]);
    let record = hall.room.record("2026-11-16").expect("the match is over");
    referee::records::verify(&wire::write_record(&record), Lang::English).expect("the record holds");
    assert_eq!(hall.replayed().record("2026-11-16"), Some(record));
}

#[test]
fn when_somebody_takes_a_seat_over_steps_from_before_stay() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 3));
    let (_, player) = undoable(&mut hall);
    hall.join(&CHLOE);
    assert_eq!(hall.refused(&player, Ask::Undo), "nothing-to-undo");
}

#[test]
fn a_repeated_undo_takes_one_step_back() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
    let (before, player) = undoable(&mut hall);
    assert!(hall.ask_as(&player, "u", &Ask::Undo).is_ok());
    let seq = hall.room.seq();
    assert_eq!(hall.ask_as(&player, "u", &Ask::Undo), Ok(crate::hall::Came::Repeated(seq)));
    assert_eq!(sights(&hall), before);
}
