//! A house that does not keep its word about a deal is found out, whenever it changes its mind.

use client::{Added, DealCheck, News, OwnEntropy, Proof, verify_round};
use engine::{GameId, Seed};
use referee::records::verify;
use serde_json::{Value, json};
use wire::house::{Ask, DealFault, Happening, Published, Stage};
use wire::{RecordLine, commitment, deal_seed, write_seed};
use words::Lang;

use crate::salon::{Salon, exchange, seat, seats_for, settings};

const SEED: Seed = Seed([7; 32]);

fn published() -> Published {
    Published {
        round: 1,
        commitment: commitment(&SEED),
        entropy: Some(vec![Some("00ff".into()), None]),
        seed: Some(write_seed(&SEED)),
    }
}

#[test]
fn a_round_that_fits_gives_the_seed_that_dealt_it() {
    let added = Added { seat: seat(0), entropy: "00FF".into() };
    let seed = deal_seed(&SEED, &vec![Some(vec![0, 255]), None]);
    assert_eq!(verify_round(&published(), &commitment(&SEED), Some(&added)), Ok(Some(seed)));
    let secret = Published { seed: None, ..published() };
    assert_eq!(verify_round(&secret, &commitment(&SEED), Some(&added)), Ok(None), "not revealed yet");
}

#[test]
fn every_way_a_round_can_be_forged_has_its_name() {
    let promised = commitment(&SEED);
    let fault = |published: &Published, added: Option<&Added>| verify_round(published, &promised, added).err();
    let other = Seed([8; 32]);
    let changed = Published { commitment: commitment(&other), seed: Some(write_seed(&other)), ..published() };
    assert_eq!(fault(&changed, None), Some(DealFault::CommitmentChanged));
    let reseeded = Published { seed: Some(write_seed(&other)), ..published() };
    assert_eq!(fault(&reseeded, None), Some(DealFault::SeedMismatch));
    assert_eq!(fault(&Published { seed: Some("7".into()), ..published() }, None), Some(DealFault::BadSeed));
    let garbled = Published { entropy: Some(vec![Some("xyz".into()), None]), ..published() };
    assert_eq!(fault(&garbled, None), Some(DealFault::BadEntropy));
    for (number, entropy) in [(0, "00fe"), (1, "00ff"), (5, "00ff")] {
        let added = Added { seat: seat(number), entropy: entropy.into() };
        assert_eq!(fault(&published(), Some(&added)), Some(DealFault::OwnEntropyMissing));
    }
}

#[test]
fn every_fault_is_said_in_both_languages() {
    for fault in DealFault::ALL {
        let [french, english] = [Lang::French, Lang::English].map(|lang| words::house::say_deal_fault(&fault, lang));
        assert!(!french.is_empty() && !english.is_empty() && french != english, "{}", fault.code());
    }
}

/// Plays two rounds with everything that Anne reads forged, and returns what she found out.
fn deceived(game: GameId, forge: impl Fn(&mut Value)) -> Vec<(u16, DealCheck)> {
    let mut salon = Salon::new(settings(game, seats_for(game)), 21);
    salon.ask(0, Ask::Begin { fill: None });
    let mut checks = Vec::new();
    for _ in 0..2_000 {
        let now = salon.now;
        let anne = &mut salon.people[0];
        for text in anne.client.take_outgoing() {
            salon.solo.receive(anne.line, &text, now);
        }
        for text in salon.solo.take_outgoing(anne.line) {
            let mut message: Value = serde_json::from_str(&text).expect("JSON");
            forge(&mut message);
            for news in anne.client.receive(&message.to_string(), now) {
                if let News::Deal { round, check, .. } = news {
                    checks.push((round, check));
                }
            }
        }
        // All others read what the house says; go_on would let Anne read it too.
        for person in &mut salon.people[1..] {
            let news = exchange(&mut salon.solo, person.line, &mut person.client, now);
            person.news.extend(news);
        }
        let rounds = &salon.watched(1).table().rounds;
        if rounds.iter().filter(|round| round.seed.is_some()).count() >= 2 {
            break;
        }
        play_on(&mut salon);
    }
    checks
}

/// One more step, by whoever is to make it; nothing is read.
fn play_on(salon: &mut Salon) {
    for person in 0..2 {
        if let Some(round) = salon.wanted_round(person) {
            salon.ready(person, round);
            return;
        }
        let table = salon.watched(person).table();
        if table.clock.seat == table.seat {
            salon.step(person);
            return;
        }
    }
    salon.tick();
}

/// Changes each happening of a message, and what it publishes of rounds.
fn forge_rounds(message: &mut Value, forge: impl Fn(&mut Value)) {
    if let Some(happenings) = message.pointer_mut("/happened/happenings").and_then(Value::as_array_mut) {
        happenings.iter_mut().for_each(&forge);
    }
}

const PROVEN: DealCheck = Ok(Proof { promised: true, own_entropy: OwnEntropy::Present, cards: true });

#[test]
fn an_honest_house_is_found_honest() {
    assert_eq!(deceived(GameId::NainJaune, |_| {}), [(1, PROVEN), (2, PROVEN)]);
}

#[test]
fn another_seed_than_promised_is_found_out() {
    let checks = deceived(GameId::NainJaune, |message| {
        forge_rounds(message, |happening| {
            if happening["revealed"]["round"] == 2 {
                happening["revealed"]["seed"] = json!(write_seed(&SEED));
            }
        });
    });
    assert_eq!(checks, [(1, PROVEN), (2, Err(DealFault::SeedMismatch))]);
}

#[test]
fn a_deal_from_another_seed_than_the_one_shown_is_found_out_in_every_game() {
    for game in GameId::ALL {
        // The house commits to one seed and reveals it, but deals from another.
        let checks = deceived(game, |message| {
            forge_rounds(message, |happening| {
                if happening["committed"]["round"] == 1 {
                    happening["committed"]["commitment"] = json!(commitment(&SEED));
                }
                if happening["revealed"]["round"] == 1 {
                    happening["revealed"]["seed"] = json!(write_seed(&SEED));
                }
            });
        });
        assert_eq!(checks.first(), Some(&(1, Err(DealFault::OtherCards))), "{}", game.slug());
    }
}

#[test]
fn entropy_that_was_left_out_is_found_out_at_the_deal() {
    let checks = deceived(GameId::NainJaune, |message| {
        forge_rounds(message, |happening| {
            if happening["dealt"]["round"] == 1 {
                happening["dealt"]["entropy"][0] = Value::Null;
            }
        });
    });
    assert_eq!(checks, [(1, Err(DealFault::OwnEntropyMissing)), (2, PROVEN)]);
}

#[test]
fn a_commitment_or_entropy_that_is_changed_in_a_later_view_is_found_out() {
    for (place, value, fault) in [
        ("commitment", json!(commitment(&SEED)), DealFault::CommitmentChanged),
        ("entropy", json!([null, null, null, null]), DealFault::EntropyChanged),
    ] {
        let mut salon = Salon::begun(settings(GameId::NainJaune, 4), 2);
        while salon.watched(2).table().clock.seat.is_none() {
            salon.go_on();
        }
        salon.reconnect(2);
        let person = &mut salon.people[2];
        let _ = person.client.take_outgoing();
        let ask = json!({ "id": "x", "table": salon.table, "ask": { "watch": {} } });
        salon.solo.receive(person.line, &ask.to_string(), salon.now);
        let mut checks = Vec::new();
        for text in salon.solo.take_outgoing(person.line) {
            let mut message: Value = serde_json::from_str(&text).expect("JSON");
            if let Some(round) = message.pointer_mut("/table/rounds/0") {
                round[place] = value.clone();
            }
            for _ in 0..2 {
                checks.extend(person.client.receive(&message.to_string(), salon.now));
            }
        }
        let check = News::Deal { table: salon.table.clone(), round: 1, check: Err(fault) };
        assert_eq!(checks.iter().filter(|news| **news == check).count(), 1, "{place}: it is told once");
    }
}

#[test]
fn who_comes_late_is_told_only_of_contradictions() {
    let mut salon = Salon::begun(settings(GameId::NainJaune, 4), 2);
    while salon.watched(0).table().rounds.len() < 3 {
        salon.go_on();
    }
    salon.enter("Denis");
    let about = |news: &&News| matches!(news, News::Deal { .. });
    assert_eq!(salon.people[3].news.iter().filter(about).count(), 0);
    while salon.watched(0).table().rounds.len() < 5 && salon.go_on() {}
    let check = Ok(Proof { promised: true, own_entropy: OwnEntropy::NotKnown, cards: true });
    let told = salon.people[3].news.iter().filter(about).collect::<Vec<_>>();
    assert_eq!(told.first(), Some(&&News::Deal { table: salon.table.clone(), round: 3, check }));
}

#[test]
fn a_record_of_other_deals_than_those_seen_is_refused() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 13);
    salon.play_to_the_end();
    let record = |salon: &Salon| salon.solo.room(&salon.table).and_then(|room| room.record("2026-11-16"));
    let mine = record(&salon).expect("it is over");
    assert_eq!(salon.watched(0).compare_deals(&mine), Ok(()));

    // Another match, whole in itself, is not the one that was seen.
    let mut other = Salon::begun(settings(GameId::Onze, 3), 14);
    other.play_to_the_end();
    let other = record(&other).expect("it is over");
    assert_eq!(salon.watched(0).compare_deals(&other), Err((1, DealFault::SeedMismatch)));

    let mut altered = mine.clone();
    for line in &mut altered.lines {
        if let RecordLine::Seed { entropy, .. } = line {
            *entropy = Vec::new();
        }
    }
    let refused = verify(&wire::write_record(&altered), Lang::English);
    assert!(refused.is_err(), "what the players added belongs to it: {refused:?}");
}

#[test]
fn a_deal_the_house_did_not_commit_to_is_not_followed() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 13);
    let seq = salon.watched(2).table().seq + 1;
    let dealt = Happening::Dealt { round: 2, entropy: vec![None; 3], events: Vec::new() };
    let message = json!({ "happened": {
        "table": salon.table, "seq": seq, "happenings": [dealt], "clock": {},
    } });
    let news = salon.people[2].client.receive(&message.to_string(), 0);
    assert_eq!(news, [News::Missed { table: salon.table.clone() }]);
    assert_eq!(salon.watched(2).table().seq, seq - 1);
}

#[test]
fn a_deal_without_ones_own_bytes_is_said_at_once_and_its_proof_is_not_complete() {
    let mut salon = Salon::begun(settings(GameId::NainJaune, 4), 3);
    salon.ready(1, 1);
    salon.exchange();
    while salon.stage() != Stage::Playing {
        assert!(salon.tick(), "patience ends");
        salon.exchange();
    }
    let missing = News::OwnEntropyMissing { table: salon.table.clone(), round: 1 };
    let told = |salon: &Salon| [0, 1, 2].map(|it| salon.people[it].news.iter().filter(|it| **it == missing).count());
    assert_eq!(told(&salon), [1, 0, 0], "Anne has added nothing, Blaise has, Cléo does not play");
    while salon.watched(0).table().rounds.len() < 2 && salon.go_on() {}
    let proof = |person: usize| {
        let check = salon.people[person].news.iter().find_map(|news| match news {
            News::Deal { round: 1, check: Ok(proof), .. } => Some(*proof),
            _ => None,
        });
        check.expect("nothing else is wrong with it")
    };
    assert_eq!(proof(0), Proof { promised: true, own_entropy: OwnEntropy::Missing, cards: true });
    assert_eq!([0, 1, 2].map(|person| proof(person).is_complete()), [false, true, true]);
    assert_eq!(told(&salon), [1, 0, 0], "it is said once");
}

#[test]
fn bytes_sent_on_a_connection_that_was_lost_are_looked_for_all_the_same() {
    let mut salon = Salon::begun(settings(GameId::NainJaune, 4), 3);
    salon.ready(0, 1);
    salon.exchange();
    // The house deals while Anne is away: it has forgotten what she added.
    salon.solo.disconnect(salon.people[0].line, salon.now);
    salon.people[0].client.disconnected();
    salon.ready(1, 1);
    let now = salon.now;
    let blaise = &mut salon.people[1];
    let _ = exchange(&mut salon.solo, blaise.line, &mut blaise.client, now);
    while salon.stage() != Stage::Playing {
        assert!(salon.tick(), "nobody is waited for");
    }
    salon.reconnect(0);
    salon.exchange();
    let missing = News::OwnEntropyMissing { table: salon.table.clone(), round: 1 };
    assert!(salon.people[0].news.contains(&missing));
}
