//! A bot knows what its seat can know: whatever is hidden, the same view gets the same answer.

use std::time::Duration;

use bots::Level;
use engine::{GameId, SeatCount, Seed, State, Table, Turn, View, Viewer, with_game};
use referee::Refereed;
use referee::protocol::Referee;
use testkit::{Dice, Specimen};
use wire::{json, write_position};
use words::Lang;

/// What a bot says to a position; its clock stands still, so that it always thinks to the end.
fn best<G: Refereed>(state: &State<G>, seed: &Seed, seat: usize, level: Level) -> String {
    let position = write_position::<G>(state, seed);
    let request = json!({ "op": "best", "position": position, "seat": seat, "bot": level.slug(), "millis": 1 });
    Referee::new(Lang::English, || Seed([5; 32]), || Duration::ZERO).answer(&request.to_string())
}

/// Compares the answers of every seat and level in a position with those in another truth that looks the same.
fn compare<G: Refereed>(table: &Table<G>, dice: &mut Dice) {
    for seat in table.state.public.sheet.seats().seats() {
        let view = View::of(&table.state, Viewer::Seat(seat));
        let other = G::imagine(&view, dice.chance());
        for level in Level::ALL {
            let answers = [(&table.state, table.seed), (&other, dice.seed())]
                .map(|(state, seed)| best::<G>(state, &seed, seat.index(), level));
            assert_eq!(answers[0], answers[1], "{} on seat {seat} of {:?}", level.slug(), table.state);
        }
    }
}

fn obey<G: Refereed + Specimen>(dice: &mut Dice) {
    for (_, rules) in G::presets() {
        for count in G::SEATS {
            let seats = SeatCount::new(count).expect("a number of players");
            let mut table: Table<G> = Table::new(&rules, seats);
            let mut compared = 0;
            while compared < 3 {
                match table.turn() {
                    Turn::Dealer(_) => drop(table.deal(dice.seed(), &mut |_, _| {})),
                    Turn::Seat { seat, also } => {
                        if dice.below(12) == 0 {
                            compare(&table, dice);
                            compared += 1;
                        }
                        let seat = dice.seat(seat, also);
                        let mut moves = Vec::new();
                        G::moves(&table.state.public, &table.state.hands[seat], seat, &mut moves);
                        let mv = moves[dice.below(moves.len())].clone();
                        table.submit(seat, &[mv], &mut |_, _| {}).expect("a listed move is legal");
                    }
                    Turn::Over(_) => table = Table::new(&rules, seats),
                }
            }
        }
    }
}

#[test]
fn what_is_hidden_changes_no_answer() {
    for id in GameId::ALL {
        let mut dice = Dice::new(23);
        with_game!(id, G => obey::<G>(&mut dice));
    }
}
