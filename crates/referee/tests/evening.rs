//! The ranking of an evening: what was cards, what was play, and when nothing can be said yet. Records of its deals.

use engine::{GameId, SeatCount, Seed, with_game};
use referee::evening::{DealPlayed, DealsPlayed, ranking};
use referee::records::{record_random, verify};
use testkit::Dice;
use wire::house::EveningLine;
use wire::{
    EveningHeader, Player, PlayerKind, RecordLine, commitment, evening_dice, evening_seed, read_record, write_record,
};
use words::Lang;

/// A player with the points of all seats in each deal, and the seat they had.
fn player(name: &str, deals: &[(u8, &[i64])]) -> DealsPlayed {
    let deal = |(deal, (seat, points)): (u16, &(u8, &[i64]))| DealPlayed {
        deal,
        table: format!("{name}-{deal}").into(),
        seat: *seat,
        points: points.to_vec(),
    };
    DealsPlayed { player: name.into(), name: name.into(), deals: (1..).zip(deals).map(deal).collect() }
}

fn places(lines: &[EveningLine]) -> Vec<(&str, Option<u16>)> {
    lines.iter().map(|line| (&*line.name, line.place)).collect()
}

#[test]
fn points_are_cards_and_play() {
    let anne = player("anne", &[(0, &[10, 0]), (0, &[-4, 9]), (0, &[7, 1])]);
    let blaise = player("blaise", &[(0, &[4, 3]), (0, &[-8, 9]), (0, &[7, 0])]);
    let lines = ranking(3, &[blaise, anne]);
    assert_eq!(places(&lines), [("anne", Some(1)), ("blaise", Some(2))]);
    let [anne, blaise] = &lines[..] else { panic!("two players") };
    assert_eq!((anne.points, anne.cards, anne.play), (13, Some(8.0), Some(5.0)));
    assert_eq!((blaise.points, blaise.cards, blaise.play), (3, Some(8.0), Some(-5.0)));
    let deals: Vec<_> = anne.deals.iter().map(|it| (it.deal, it.points, it.cards, it.play)).collect();
    let expected = [(1, 10, Some(7.0), Some(3.0)), (2, -4, Some(-6.0), Some(2.0)), (3, 7, Some(7.0), Some(0.0))];
    assert_eq!(deals, expected);
    // Plays of 3, 2 and 0 spread by √(7/3), and three of them are added up.
    let error = anne.error.expect("an error");
    assert!((error - 7f64.sqrt()).abs() < 1e-12, "{error}");
    assert_eq!(anne.error, blaise.error);
}

#[test]
fn who_plays_the_same_shares_a_place() {
    let of = |name: &str, points: i64| player(name, &[(0, &[points, 0]), (0, &[1, 0])]);
    let lines = ranking(2, &[of("anne", 3), of("blaise", 9), of("chloé", 3), of("denis", 2)]);
    let expected = [("blaise", Some(1)), ("anne", Some(2)), ("chloé", Some(2)), ("denis", Some(4))];
    assert_eq!(places(&lines), expected);
}

#[test]
fn one_table_cannot_tell() {
    assert!(ranking(3, &[]).is_empty());
    let lines = ranking(1, &[player("anne", &[(0, &[10, 0])])]);
    let line = &lines[0];
    assert_eq!((line.place, line.points, line.cards, line.play, line.error), (None, 10, None, None, None));
    // Blaise has begun later: one of Anne's deals can be compared, the other not yet.
    let lines = ranking(2, &[player("blaise", &[(0, &[2, 0])]), player("anne", &[(0, &[10, 0]), (0, &[5, 0])])]);
    let [anne, blaise] = &lines[..] else { panic!("two players") };
    assert_eq!((&*anne.name, anne.place, anne.play), ("anne", None, None));
    assert_eq!((anne.deals[0].play, anne.deals[1].play), (Some(4.0), None));
    assert_eq!((blaise.place, blaise.play, blaise.error), (None, Some(-4.0), None), "one deal is no sample");
    let none = ranking(1, &[player("anne", &[])]);
    assert_eq!((none[0].points, none[0].play), (0, None));
}

#[test]
fn who_has_not_played_all_deals_has_no_place_but_is_compared() {
    let lines = ranking(
        2,
        &[
            player("chloé", &[(0, &[30, 0])]),
            player("anne", &[(0, &[6, 0]), (0, &[1, 0])]),
            player("blaise", &[(0, &[3, 0]), (0, &[1, 0])]),
        ],
    );
    assert_eq!(places(&lines), [("anne", Some(1)), ("blaise", Some(2)), ("chloé", None)]);
    assert_eq!(lines[0].deals[0].cards, Some(13.0), "the hand of all three");
}

#[test]
fn where_seats_are_exchanged_whoever_held_the_hand_counts() {
    let anne = player("anne", &[(0, &[10, 1]), (1, &[2, 5])]);
    let blaise = player("blaise", &[(1, &[8, 3]), (0, &[4, 1])]);
    let lines = ranking(2, &[anne, blaise]);
    let by = |name: &str| lines.iter().find(|line| &*line.name == name).expect("a line");
    assert_eq!((by("anne").cards, by("anne").play), (Some(9.0 + 3.0), Some(1.0 + 2.0)));
    assert_eq!((by("blaise").cards, by("blaise").play), (Some(2.0 + 3.0), Some(1.0 + 1.0)));
}

/// The record of a random match that says it is the second deal of an evening; whether it is decides `seed`.
fn record(seed: impl Fn(&Seed, u16) -> Seed) -> String {
    let evening = Seed([7; 32]);
    let mut dice = Dice::new(3);
    with_game!(GameId::Onze, G => {
        let seats = SeatCount::new(2).expect("a number of players");
        let players = ["Anne", "Max"].map(|name| Player { name: name.into(), kind: PlayerKind::Human }).to_vec();
        let mut drawn = (1..).flat_map(|round| seed(&evening, round).0).map(usize::from);
        let mut is_seed = 0;
        // The 32 numbers below 256 before each round are its seed.
        let mut draw = |bound: usize| {
            if bound == 256 && is_seed < 32 {
                is_seed += 1;
                return drawn.next().unwrap_or_default();
            }
            dice.below(bound)
        };
        let mut record = record_random::<G>(&Default::default(), seats, players, "2026-11-15".into(), &mut draw);
        let header = EveningHeader { evening: "k3v9".into(), deal: 2, commitment: commitment(&evening), seed: evening };
        record.header.evening = Some(header);
        write_record(&record)
    })
}

#[test]
fn a_record_of_an_evening_holds_if_its_deal_is_the_evenings() {
    let text = record(|evening, round| evening_seed(evening, 2, round));
    assert_eq!(read_record(&text).map(|record| write_record(&record)).as_deref(), Ok(text.as_str()));
    let verified = verify(&text, Lang::English).unwrap_or_else(|broken| panic!("{broken:?}"));
    let evening = verified.evening.expect("an evening");
    assert_eq!((&*evening.evening, evening.deal), ("k3v9", 2));
    let said = words::replay::evening_deal(&evening, Lang::English);
    assert!(said.contains(&evening.commitment) && said.contains("nobody added anything"), "{said}");
}

#[test]
fn what_only_says_that_it_is_a_deal_of_an_evening_is_found_out() {
    let other = record(|evening, round| evening_seed(evening, 3, round));
    let broken = verify(&other, Lang::English).expect_err("another deal");
    assert!(broken.message.contains("not deal 2"), "{broken:?}");
    let mut record = read_record(&record(|evening, round| evening_seed(evening, 2, round))).expect("a record");
    if let Some(evening) = &mut record.header.evening {
        evening.commitment = commitment(&Seed([8; 32]));
    }
    let broken = verify(&write_record(&record), Lang::English).expect_err("another commitment");
    assert_eq!(broken.line, 1);
    // Nobody adds anything to such a deal, so what was added is a forgery.
    record.header.evening = None;
    assert!(record.lines.iter().any(|line| matches!(line, RecordLine::Seed { entropy, .. } if entropy.is_empty())));
}

#[test]
fn dice_of_bots_depend_on_the_deal_the_seat_and_how_far_it_is() {
    let seat = engine::Seat::new(1);
    let dice = evening_dice(&Seed([1; 32]), 4, seat);
    assert_eq!(dice, evening_dice(&Seed([1; 32]), 4, seat));
    for other in [
        evening_dice(&Seed([2; 32]), 4, seat),
        evening_dice(&Seed([1; 32]), 5, seat),
        evening_dice(&Seed([1; 32]), 4, None),
        evening_dice(&Seed([1; 32]), 4, engine::Seat::new(2)),
    ] {
        assert_ne!(dice, other);
    }
}
