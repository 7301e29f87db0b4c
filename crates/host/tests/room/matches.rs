//! Whole matches, of every game and by every number of players: they end, and their records hold.

use engine::GameId;
use host::seats_of;
use wire::house::BotLevel;
use words::Lang;

use crate::hall::{ANNE, BLAISE, Hall, settings};

#[test]
fn a_match_of_every_game_by_every_number_ends_with_a_record_that_holds() {
    for game in GameId::ALL {
        for seats in seats_of(game) {
            let bots: Vec<(usize, BotLevel)> = (2..seats).map(|seat| (seat, BotLevel::Casual)).collect();
            let mut hall = Hall::seeded(settings(game, seats as u8), &bots, seats as u64);
            hall.join(&BLAISE);
            hall.do_it(&ANNE, wire::house::Ask::Begin { fill: None });
            assert_eq!(hall.room.record("2026-11-16"), None, "before the end there is no record");
            hall.play_to_the_end(&[ANNE, BLAISE]);

            let record = hall.room.record("2026-11-16").expect("the match is over");
            let text = wire::write_record(&record);
            assert_eq!(hall.replayed().record("2026-11-16"), Some(record.clone()), "{} by {seats}", game.slug());
            let verified = referee::records::verify(&text, Lang::English).expect("the record holds");
            assert!(verified.moves > 0);
            let added = |line: &wire::RecordLine| matches!(line, wire::RecordLine::Seed { entropy, .. } if entropy.iter().flatten().count() == 2);
            let rounds = record.header.commitments.len();
            assert_eq!(
                record.lines.iter().filter(|line| added(line)).count(),
                rounds,
                "both players added to every deal"
            );
            let sequence: Vec<u64> = hall.messages.keys().copied().collect();
            assert_eq!(sequence, (2..=hall.room.seq()).collect::<Vec<_>>(), "gap-free for everybody");
        }
    }
}

#[test]
fn a_record_with_another_contribution_to_a_deal_does_not_hold() {
    let mut hall = Hall::begun(settings(GameId::Dos, 2));
    hall.play_to_the_end(&[ANNE, BLAISE]);
    let mut record = hall.room.record("2026-11-16").expect("the match is over");
    for line in &mut record.lines {
        if let wire::RecordLine::Seed { entropy, .. } = line {
            entropy[0] = Some(vec![1, 2, 3]);
        }
    }
    assert!(referee::records::verify(&wire::write_record(&record), Lang::English).is_err());
}
