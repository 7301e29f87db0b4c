//! Every refusal of a table is a sentence in both languages, and every one is reached.

use std::collections::BTreeSet;

use engine::GameId;
use wire::house::{Ask, BotLevel, Settings, SettingsFault, Speech, TableRefusal};
use words::{Lang, house::say_table_refusal};

use crate::conduct::owing;
use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Hall, START, seat, settings};

/// Every refusal there is: the match makes whoever adds one add it here.
fn all() -> Vec<TableRefusal> {
    use TableRefusal::*;
    let all = vec![
        NotSeated,
        AlreadySeated,
        SeatTaken,
        SeenHand,
        TableFull,
        NoSuchSeat { seats: 4 },
        NotHost,
        MatchBegun,
        MatchNotBegun,
        MatchNotOver,
        MatchOver,
        SeatsFree,
        NoRound,
        WrongRound { next: 3 },
        BadEntropy,
        AlreadyReady,
        UndoOff,
        NothingToUndo,
        HintsOff,
        NoHint,
        Silenced,
        TooMuchTalk { wait_ms: 1 },
        BadSpeech { most: 300 },
        NoSuchPlayer,
        StepTooLong,
        RatedAlone,
        SeatsLocked,
        BotSeat,
        SentAway,
        RatedMatch,
        NotHoldingUp { wait_ms: None },
        CalledTooSoon { wait_ms: 1 },
        BadSettings(SettingsFault::OwnClock),
        EveningTable,
        IdReused,
    ];
    for refusal in &all {
        match refusal {
            NotSeated | AlreadySeated | SeatTaken | SeenHand | TableFull | NoSuchSeat { .. } | NotHost => {}
            MatchBegun | MatchNotBegun | MatchNotOver | MatchOver | SeatsFree | NoRound | WrongRound { .. } => {}
            BadEntropy | AlreadyReady | UndoOff | NothingToUndo | HintsOff | NoHint | Silenced => {}
            TooMuchTalk { .. } | EveningTable | IdReused => {}
            SeatsLocked | BotSeat | SentAway | RatedMatch | NotHoldingUp { .. } | CalledTooSoon { .. } => {}
            BadSpeech { .. } | NoSuchPlayer | StepTooLong | RatedAlone | BadSettings(_) => {}
        }
    }
    all
}

#[test]
fn every_refusal_is_a_sentence_of_its_own_in_both_languages() {
    let mut sentences = BTreeSet::new();
    let mut codes = BTreeSet::new();
    for refusal in all() {
        for lang in [Lang::French, Lang::English] {
            let sentence = say_table_refusal(&refusal, lang);
            assert!(sentence.ends_with('.') && sentence.len() > 10, "{refusal:?}: {sentence}");
            assert!(sentences.insert(sentence), "{refusal:?} says what another says");
        }
        assert!(codes.insert(refusal.code()), "{refusal:?} has the code of another");
    }
}

#[test]
fn every_refusal_is_reached() {
    let mut reached = BTreeSet::new();
    let submit = |step: &str| Ask::Submit { step: step.into() };
    let say = |text: &str| Ask::Say { speech: Speech::Text(text.into()) };
    let ready = |round, entropy: &str| Ask::Ready { round, entropy: Some(entropy.into()) };

    let mut hall = Hall::new(settings(GameId::QuaranteSix, 3), &[]);
    let mut gathering = vec![
        (CHLOE, Ask::Stand),
        (ANNE, Ask::Sit { seat: None }),
        (BLAISE, Ask::Sit { seat: Some(seat(0)) }),
        (BLAISE, Ask::Sit { seat: Some(seat(7)) }),
        (BLAISE, Ask::Begin { fill: None }),
        (ANNE, Ask::Begin { fill: None }),
        (ANNE, Ask::Legal),
        (ANNE, Ask::Rematch),
        (ANNE, Ask::FreeSeat { seat: seat(1) }),
        (ANNE, say("")),
    ];
    for (asker, ask) in gathering.drain(..) {
        reached.insert(hall.refused(&asker, ask));
    }
    hall.join(&BLAISE);
    hall.do_it(&ANNE, Ask::Mute { player: BLAISE.player.into(), silent: true });
    reached.insert(hall.refused(&BLAISE, say("hm")));
    (0..6).for_each(|_| drop(hall.do_it(&ANNE, say("hm"))));
    reached.insert(hall.refused(&ANNE, say("hm")));
    hall.do_it(&ANNE, Ask::Begin { fill: Some(BotLevel::Novice) });
    for ask in [submit("draw"), ready(2, "aa"), ready(1, "a"), Ask::Begin { fill: None }] {
        reached.insert(hall.refused(&ANNE, ask));
    }
    hall.do_it(&BLAISE, ready(1, "aa"));
    reached.insert(hall.refused(&BLAISE, ready(1, "bb")));
    hall.deal();
    let other = if hall.room.clock(hall.now).seat == Some(seat(0)) { BLAISE } else { ANNE };
    for ask in [Ask::Hint, Ask::Undo, submit(&"1".repeat(1_001))] {
        reached.insert(hall.refused(&other, ask));
    }
    hall.do_it(&BLAISE, Ask::Stand);
    reached.insert(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(2)) }));
    hall.play_to_the_end(&[ANNE]);
    reached.insert(hall.refused(&ANNE, Ask::Stand));

    let strict = Settings { rated: true, hints: false, undo: false, ..settings(GameId::QuaranteSix, 2) };
    let mut hall = Hall::new(strict.clone(), &[]);
    reached.insert(hall.refused(&ANNE, Ask::Begin { fill: Some(BotLevel::Novice) }));
    hall.join(&BLAISE);
    reached.insert(hall.refused(&CHLOE, Ask::Sit { seat: None }));
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    hall.deal();
    for ask in [Ask::Hint, Ask::Undo, Ask::Replace { seat: seat(1) }] {
        reached.insert(hall.refused(&ANNE, ask));
    }
    let guarded = Settings { takeover: None, ..settings(GameId::QuaranteSix, 2) };
    let mut guarded = Hall::new(guarded, &[(1, BotLevel::Novice)]);
    reached.insert(guarded.refused(&BLAISE, Ask::Sit { seat: None }));
    guarded.do_it(&ANNE, Ask::Lock { locked: true });
    reached.insert(guarded.refused(&CHLOE, Ask::Sit { seat: None }));
    guarded.room.arrive(&BLAISE.id());
    guarded.do_it(&ANNE, Ask::Remove { player: BLAISE.id() });
    reached.insert(guarded.refused(&BLAISE, say("hm")));
    guarded.do_it(&ANNE, Ask::Begin { fill: None });
    guarded.deal();
    reached.insert(guarded.refused(&ANNE, Ask::Replace { seat: seat(1) }));
    let (mut owing, catch) = owing(settings(GameId::Dos, 2));
    reached.insert(owing.refused_step(&CHLOE, &catch));
    let bad = host::open(Settings { undo: true, ..strict }, &[], &ANNE.person(), START);
    reached.insert(bad.expect_err("no undo in a rated match").code().into());

    reached.insert(crate::evening::refused(&Ask::Stand));
    hall.ask_as(&ANNE, "twice", &say("oh")).expect("she may speak");
    reached.insert(hall.ask_as(&ANNE, "twice", &say("ah")).expect_err("the id was used").code().into());

    let every: BTreeSet<String> = all().iter().map(|refusal| refusal.code().to_string()).collect();
    assert_eq!(reached, every);
}

#[test]
fn settings_that_make_no_sense_are_refused_with_every_reason() {
    let bad = |settings: Settings, asker: &Asker| match host::open(settings, &[], &asker.person(), START) {
        Err(refusal @ TableRefusal::BadSettings(_)) => say_table_refusal(&refusal, asker.lang),
        other => panic!("{other:?}"),
    };
    let cases = [
        settings(GameId::Dos, 1),
        settings(GameId::Dos, 9),
        settings(GameId::NainJaune, 2),
        settings(GameId::Onze, 255),
        settings(GameId::Onze, 0),
        crate::hall::with_options(GameId::Onze, 2, serde_json::json!({ "no_such": 1 })),
        crate::hall::with_options(GameId::Rummy, 2, serde_json::json!({ "turn_seconds": -1, "rounds": "many" })),
        Settings { rated: true, ..settings(GameId::Dos, 2) },
    ];
    for case in cases {
        let (french, english) = (bad(case.clone(), &ANNE), bad(case, &BLAISE));
        assert!(!french.is_empty() && !english.is_empty() && french != english, "{french} / {english}");
    }
}
