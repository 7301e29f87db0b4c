//! DOS: the bots keep to what they know and to the rules, and see what lies in plain sight.

use bots::{Budget, Knowledge, Level, Seated, Skill, asked, choose, speak, think};
use engine::games::Dos;
use engine::games::dos::{Face, Move, State};
use engine::{Chance, Game, Seat, SeatCount, Seed, Shuffle, Table, Turn, View, Viewer};
use testkit::{Dice, Scene, Specimen};
use wire::{Value, json, write_step};

/// A table with someone on every seat who follows what is shown.
struct Company {
    table: Table<Dos>,
    seated: Vec<Seated<Dos>>,
}

impl Company {
    fn at(table: Table<Dos>) -> Self {
        let seats = table.state.public.sheet.seats();
        let seated = seats.seats().filter_map(|seat| Seated::new(View::of(&table.state, Viewer::Seat(seat)))).collect();
        Self { table, seated }
    }

    fn submit(&mut self, seat: Seat, mv: Move) {
        let seated = &mut self.seated;
        self.table.submit(seat, &[mv], &mut |before, event| show(seated, before, event)).unwrap();
    }

    /// Who acts next: whoever has something to say, else the seat whose turn it is.
    fn next(&self, level: Level, chance: &mut Chance) -> Option<(Seat, Option<Move>)> {
        let Turn::Seat { seat, also } = self.table.turn() else { return None };
        let mut speakers = asked::<Dos>(&self.table.state.public, seat, also);
        let spoken = speakers.find_map(|one| Some((one, Some(speak(level, &self.seated[one.index()], chance)?))));
        Some(spoken.unwrap_or((seat, None)))
    }
}

fn show(seated: &mut [Seated<Dos>], before: &State, event: &<Dos as Game>::Event) {
    for bot in seated {
        let shown = Dos::show(before.public.sheet.seats(), event, bot.view().viewer);
        bot.follow(&shown).unwrap();
    }
}

fn chance(seed: u8) -> Chance {
    Chance::new(&Seed([seed; 32]), Shuffle { round: 0, reshuffle: 1 })
}

fn tables() -> impl Iterator<Item = (<Dos as Game>::Rules, SeatCount)> {
    let presets = Dos::presets().into_iter().map(|(_, rules)| rules);
    presets.flat_map(|rules| (2..=4).filter_map(SeatCount::new).map(move |seats| (rules, seats)))
}

#[test]
fn a_seat_is_seldom_supposed_to_hold_what_it_left_unmatched() {
    // Seat 1 drew, matched nothing and put a card: a 9 it would have matched.
    let position = json!({
        "game": "dos", "players": 2, "seat": 1, "centre": ["G9", "Y9"], "pile": ["B3", "B4", "B5", "R3", "R4", "Y3"],
        "hands": [["R6", "R7"], ["G1", "Y1", "B1", "G8", "Y8", "B8"]], "turn": { "drew": true },
    });
    let mut company = Company::at(Scene::<Dos>::at(position).table().clone());
    let mut chance = chance(2);
    let nines = |company: &Company, chance: &mut Chance| {
        let bot = &company.seated[0];
        let holds_nine =
            |state: State| state.hands[Seat::new(1).unwrap()].cards.iter().any(|card| card.face() == Face::Number(9));
        (0..400).filter(|_| holds_nine(Dos::suppose(bot.view(), bot.notes(), chance))).count()
    };
    let before = nines(&company, &mut chance);
    let put = company.seated[1].view().hand.unwrap().cards.iter().next().unwrap();
    company.submit(Seat::new(1).unwrap(), Move::Put(put));
    let after = nines(&company, &mut chance);
    assert!(after * 3 < before, "{after} of 400 after, {before} before");
}

#[test]
fn every_move_is_legal_wherever_play_may_lead() {
    let mut dice = Dice::new(7);
    let mut chance = chance(3);
    let mut moves = Vec::new();
    for (rules, seats) in tables() {
        let mut table: Table<Dos> = Table::new(&rules, seats);
        table.deal(dice.seed(), &mut |_, _| {});
        for _ in 0..600 {
            let Turn::Seat { seat, also } = table.turn() else { break };
            let state = &table.state;
            let notes = <Dos as Skill>::Notes::default();
            let seen = Knowledge { public: &state.public, hand: &state.hands[seat], seat, notes: &notes };
            moves.clear();
            Dos::options(seen, &mut moves);
            assert!(!moves.is_empty());
            let unequal: std::collections::BTreeSet<&Move> = moves.iter().collect();
            assert_eq!(unequal.len(), moves.len(), "the same option twice");
            moves.extend([
                Dos::casual(seen, &mut chance),
                Dos::skilled(seen, &mut chance),
                Dos::quick(seen, &mut chance),
            ]);
            for mv in &moves {
                assert!(Dos::decide(state, seat, mv).is_ok(), "{mv:?} in {state:?}");
            }
            // Random play goes on, so that strange hands and long rows come up.
            let mover = dice.seat(seat, also);
            moves.clear();
            Dos::moves(&state.public, &state.hands[mover], mover, &mut moves);
            let mv = moves[dice.below(moves.len())];
            table.submit(mover, &[mv], &mut |_, _| {}).unwrap();
        }
    }
}

/// Two players, seat 0 to move with this row and these hands, and what else is given.
fn company(centre: &[&str], hands: Value, fields: Value) -> Company {
    let mut position = json!({
        "game": "dos", "players": 2, "seat": 0, "centre": centre, "hands": hands,
        "pile": ["B10", "B9", "B8", "Y10", "Y5", "G3", "R8", "R1"],
    });
    for (field, value) in fields.as_object().unwrap() {
        position[field] = value.clone();
    }
    Company::at(Scene::<Dos>::at(position).table().clone())
}

/// What the skilled and the expert play there.
fn best(company: &Company) -> [String; 2] {
    let bot = &company.seated[0];
    let skilled = Dos::skilled(bot.seen(), &mut chance(4));
    let expert = think(bot, &[], &mut Budget::millis(10), &mut chance(4)).mv;
    [skilled, expert].map(|mv| write_step::<Dos>(&company.table.state.public, Seat::default(), &mv))
}

#[test]
fn goes_out_with_two_cards_on_one() {
    let company = company(&["B5", "G7"], json!([["R3", "Y4"], ["R9", "R9", "R10"]]), json!({}));
    assert_eq!(best(&company), ["R3+Y4>1", "R3+Y4>1"]);
}

#[test]
fn keeps_the_cards_that_take_it_out() {
    let out = company(&["B10", "Y3"], json!([["R4", "R6", "Y3"], ["R9", "R9", "R10"]]), json!({}));
    for mv in best(&out) {
        assert!(["R4+R6>0", "Y3>1"].contains(&mv.as_str()), "{mv}");
    }
    let out = company(&["B6", "Y10"], json!([["R4", "R6", "G6"], ["R9", "R9", "R10"]]), json!({}));
    for mv in best(&out) {
        assert!(["R6>0", "G6>0", "R4+R6>1", "R4+G6>1"].contains(&mv.as_str()), "{mv}");
    }
}

#[test]
fn goes_out_by_a_colour_bonus() {
    // Two red cards on a red one: the third card may follow.
    let matching = company(&["B5", "R7"], json!([["R3", "R4", "G5"], ["R9", "R9", "R10"]]), json!({}));
    for mv in best(&matching) {
        assert!(["R3+R4>1", "G5>0"].contains(&mv.as_str()), "{mv}");
    }
    let bonus = json!({ "turn": { "phase": "bonus", "bonuses": 1 } });
    let placing = company(&["B5", "B7"], json!([["G10"], ["R9", "R9", "R10"]]), bonus);
    assert_eq!(best(&placing), ["add G10", "add G10"]);
}

#[test]
fn gets_rid_of_a_dear_joker_before_another_goes_out() {
    let hands = json!([["G4", "R#", "Y9", "B10", "Y8"], ["R9"]]);
    for level in [Level::Skilled, Level::Expert] {
        let mut company = company(&["B4", "Y7"], hands.clone(), json!({}));
        let seat = Seat::default();
        while company.table.state.public.seat == seat {
            let mv = choose(level, &company.seated[0], &mut Budget::millis(10), &mut chance(5));
            company.submit(seat, mv);
        }
        let left = company.table.state.hands[seat].cards;
        assert!(left.iter().all(|card| card.face() != Face::Any), "{level:?} keeps {left:?}");
    }
}

#[test]
fn calls_when_it_owes_and_catches_who_forgot() {
    let owing =
        |seats: Value| company(&["B5", "G7"], json!([["R3", "R1"], ["R9", "R9"]]), json!({ "owes_call": seats }));
    let says = |company: &Company| company.next(Level::Casual, &mut chance(6)).unwrap();
    let (one, other) = (Seat::default(), Seat::new(1).unwrap());
    // The one who owes is asked first.
    assert_eq!(says(&owing(json!([0]))), (one, Some(Move::Call)));
    assert_eq!(says(&owing(json!([1]))), (other, Some(Move::Call)));
    let forgotten = owing(json!([1]));
    assert_eq!(speak(Level::Casual, &forgotten.seated[0], &mut chance(6)), Some(Move::Catch(other)));
    assert_eq!(best(&owing(json!([0]))), ["dos", "dos"]);
    assert_eq!(says(&owing(json!([]))), (one, None));
}
