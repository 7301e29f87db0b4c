//! Nain Jaune's bots: what they imagine fits what they know, and they see the obvious.

use bots::{Budget, Level, Seated, Skill, choose};
use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, CardSet, Event, MAX_SEATS, Move, Rank, Rules, Shown, Suit};
use engine::{Chance, Game, Seat, SeatCount, Seed, Shuffle, State, Table, Turn, View, Viewer};
use testkit::{Scene, Specimen};
use wire::{Codec, Value, json};

fn chance(seed: u8) -> Chance {
    Chance::new(&Seed([seed; 32]), Shuffle { round: 0, reshuffle: 0 })
}

/// A table of bots that are shown everything that happens, and what nobody but the test knows: who said "sans" to what.
struct Hall {
    table: Table<NainJaune>,
    seated: Vec<Seated<NainJaune>>,
    denied: [CardSet; MAX_SEATS],
}

impl Hall {
    fn new(rules: &Rules, players: usize) -> Self {
        let seats = SeatCount::new(players).unwrap();
        let table: Table<NainJaune> = Table::new(rules, seats);
        let seated = seats.seats().filter_map(|seat| Seated::new(View::of(&table.state, Viewer::Seat(seat)))).collect();
        Self { table, seated, denied: [CardSet::EMPTY; MAX_SEATS] }
    }

    fn deal(&mut self, seed: u8) {
        let Self { table, seated, denied } = self;
        *denied = [CardSet::EMPTY; MAX_SEATS];
        table.deal(Seed([seed; 32]), &mut |before, event| show(seated, before, event));
    }

    fn submit(&mut self, seat: Seat, mv: Move) {
        let Self { table, seated, denied } = self;
        let observe = &mut |before: &_, event: &_| {
            show(seated, before, event);
            if let (Event::SaidSans { seat }, Some(need)) = (event, before.public.board.need) {
                denied[seat.index()] = denied[seat.index()].or(CardSet::of_rank(need));
            }
        };
        table.submit(seat, &[mv], observe).unwrap();
    }
}

fn show(seated: &mut [Seated<NainJaune>], before: &State<NainJaune>, event: &Event) {
    for bot in seated {
        bot.follow(&NainJaune::show(before.public.sheet.seats(), event, bot.view().viewer)).unwrap();
    }
}

#[test]
fn what_a_bot_supposes_looks_like_what_it_sees_and_honours_every_sans() {
    let mut chance = chance(1);
    for (name, rules) in NainJaune::presets() {
        for players in [3, 4, 6, 8] {
            let mut hall = Hall::new(&rules, players);
            let mut seed = 0;
            loop {
                match hall.table.turn() {
                    Turn::Over(_) => break,
                    Turn::Dealer(_) => {
                        seed += 1;
                        hall.deal(seed);
                    }
                    Turn::Seat { seat, .. } => {
                        for bot in &hall.seated {
                            let supposed = NainJaune::suppose(bot.view(), bot.notes(), &mut chance);
                            assert_eq!(NainJaune::check(&supposed), Ok(()), "{name}");
                            assert_eq!(View::of(&supposed, bot.view().viewer), *bot.view(), "{name}");
                            assert!(
                                supposed.hidden.out.and(CardSet::BOARD).is_empty(),
                                "{name}: a board card is set aside"
                            );
                            for (other, hand) in supposed.hands.iter().filter(|_| !rules.may_hold_back) {
                                assert!(
                                    hand.cards.and(hall.denied[other.index()]).is_empty(),
                                    "{name}: {other:?} said sans"
                                );
                            }
                        }
                        let level = [Level::Novice, Level::Casual, Level::Skilled][usize::from(seed) % 3];
                        let mv = choose(level, &hall.seated[seat.index()], &mut Budget::millis(1), &mut chance);
                        hall.submit(seat, mv);
                    }
                }
            }
        }
    }
}

/// Thirteen diamonds are left but the ace: one in the own hand, two each in the others', seven set aside.
/// Seat 1 has no two, and neither the seven nor the ten can be set aside.
#[test]
fn all_deals_that_fit_are_about_equally_likely() {
    let run = |suit: &str| {
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].map(|rank| format!("{rank}{suit}"))
    };
    let mut laid = [run("S"), run("H"), run("C")].concat();
    laid.push("AD".into());
    let hands = json!([["9D"], ["4D", "7D"], ["2D", "10D"]]);
    let bot = seated(hands, json!(2), json!({ "laid": laid, "asked": [1], "last": 0 }));
    let unseen: Vec<Card> = Card::all().filter(|card| card.suit() == Suit::Diamonds).collect();
    let unseen: Vec<Card> = unseen.into_iter().filter(|card| ![1, 9].contains(&card.rank().number())).collect();

    // How many of the deals that fit have each card in each place: the two seats, and aside.
    let mut fitting = vec![[0u32; 3]; unseen.len()];
    let mut total = 0;
    for code in 0..3usize.pow(unseen.len() as u32) {
        let place = |index: usize| code / 3usize.pow(index as u32) % 3;
        let count = |wanted: usize| (0..unseen.len()).filter(|index| place(*index) == wanted).count();
        let allowed = |index: usize| !matches!((unseen[index].rank().number(), place(index)), (2, 0) | (7 | 10, 2));
        if count(0) == 2 && count(1) == 2 && (0..unseen.len()).all(allowed) {
            total += 1;
            (0..unseen.len()).for_each(|index| fitting[index][place(index)] += 1);
        }
    }

    let mut chance = chance(2);
    let tries = 20_000;
    let mut found = vec![[0u32; 3]; unseen.len()];
    for _ in 0..tries {
        let state = NainJaune::suppose(bot.view(), bot.notes(), &mut chance);
        let places =
            [state.hands[Seat::new(1).unwrap()].cards, state.hands[Seat::new(2).unwrap()].cards, state.hidden.out];
        for (card, found) in unseen.iter().zip(&mut found) {
            (0..3).filter(|place| places[*place].has(*card)).for_each(|place| found[place] += 1);
        }
    }
    for ((card, fitting), found) in unseen.iter().zip(fitting).zip(found) {
        for (fitting, found) in fitting.into_iter().zip(found) {
            let [expected, found] =
                [(fitting, total), (found, tries)].map(|(part, all)| f64::from(part) / f64::from(all));
            assert!((expected - found).abs() < 0.015, "{card:?}: {found} instead of {expected}");
            assert!(expected > 0.0 || found == 0.0, "{card:?}: {found} instead of never");
        }
    }
}

/// Seat 1 lays a seven that is not the Yellow Dwarf: it will hardly hold that one.
#[test]
fn who_lays_another_card_of_the_value_will_hardly_hold_the_board_card() {
    let run = |suit: &str, count: usize| {
        let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
        ranks.into_iter().take(count).map(|rank| format!("{rank}{suit}")).collect::<Vec<_>>()
    };
    let laid = [run("H", 13), run("C", 13), run("S", 6)].concat();
    let hands = json!([["9D"], ["7S", "AD", "2D", "3D", "4D", "5D"], ["6D", "7D", "8D", "10D", "JD", "QD"]]);
    let mut bot = seated(hands, json!(7), json!({ "seat": 1, "laid": laid, "last": 1 }));
    let (seat, seven) = (Seat::new(1).unwrap(), Card::new(Rank::new(7).unwrap(), Suit::Spades));
    bot.follow(&Shown::Laid { seat, card: seven }).unwrap();
    let mut chance = chance(4);
    let tries = 1000;
    let dwarf = |_| NainJaune::suppose(bot.view(), bot.notes(), &mut chance).hands[seat].cards.has(Card::BOARD[0]);
    let held = (0..tries).map(dwarf).filter(|held| *held).count();
    // Five of eleven if nothing were inferred.
    assert!((1..tries / 6).contains(&held), "in {held} of {tries}");
}

/// What seat 0 of three knows in a position where it is asked for `need`.
fn seated(hands: Value, need: Value, changes: Value) -> Seated<NainJaune> {
    let mut position = json!({
        "game": "nain-jaune", "players": 3, "seat": 0, "scores": [21, 21, 21],
        "hands": hands, "tokens": [15, 15, 15], "stakes": { "7D": 6, "10D": 3, "JC": 3, "QS": 3, "KH": 3 },
        "dealer": 1, "need": need, "asked": [], "last": null,
    });
    for (field, value) in changes.as_object().unwrap() {
        position[field] = value.clone();
    }
    let scene: Scene<NainJaune> = Scene::at(position);
    Seated::new(View::of(&scene.table().state, Viewer::Seat(Seat::default()))).unwrap()
}

/// What skilled and expert play, in the notation.
#[track_caller]
fn plays(bot: &Seated<NainJaune>, levels: &[Level], expected: &str) {
    for level in levels {
        let mv = choose(*level, bot, &mut Budget::millis(20), &mut chance(3));
        assert_eq!(NainJaune::write_move(&mv), expected, "{level:?}");
    }
}

const ATTENTIVE: &[Level] = &[Level::Casual, Level::Skilled, Level::Expert];
const GOOD: &[Level] = &[Level::Skilled, Level::Expert];

#[test]
fn the_board_card_of_a_value_goes_first() {
    let hands = json!([["7S", "7D", "2C"], ["4H", "9C", "JS"], ["5H", "9S", "JD"]]);
    plays(&seated(hands, json!(7), json!({})), ATTENTIVE, "7D");
}

#[test]
fn who_lacks_the_value_says_sans() {
    let hands = json!([["7S", "2C"], ["4H", "9C", "JS"], ["5H", "9S", "JD"]]);
    plays(&seated(hands, json!(8), json!({})), ATTENTIVE, "sans");
}

#[test]
fn a_hand_that_can_be_laid_in_one_go_is() {
    // Up to the king first, as one opens again after it; the longest row of its own would lose the lead.
    let hands = json!([["2C", "3C", "4S", "QD", "KC"], ["AH", "5C", "JS"], ["5H", "AS", "JD"]]);
    plays(&seated(hands, Value::Null, json!({})), GOOD, "QD");
    let hands = json!([["JC", "QD", "KC", "KS"], ["AH", "5C", "JS"], ["5H", "AS", "JD"]]);
    plays(&seated(hands, Value::Null, json!({})), GOOD, "JC");
}

#[test]
fn a_rich_square_is_opened_with_when_the_end_is_near() {
    let hands = json!([["2C", "4S", "7D", "9H"], ["AH"], ["5H"]]);
    plays(
        &seated(hands, Value::Null, json!({ "stakes": { "7D": 20, "10D": 3, "JC": 3, "QS": 3, "KH": 3 } })),
        GOOD,
        "7D",
    );
}

#[test]
fn who_may_hold_back_and_is_asked_last_opens_as_it_likes() {
    let hands = json!([["5S", "QD", "KC"], ["AH", "9C", "JS"], ["6H", "AS", "JD"]]);
    let changes = json!({ "options": { "may_hold_back": true }, "asked": [1, 2], "last": 1 });
    plays(&seated(hands, json!(5), changes), GOOD, "sans");
}
