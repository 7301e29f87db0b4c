//! That a call of DOS is noticed, and nothing else is taken for one, over random play.

use client::gesture::dos::has_called;
use engine::games::Dos;
use engine::games::dos::Event;
use engine::{Chance, Game, SeatCount, Turn};
use testkit::Dice;

/// Rounds played with each number of seats.
const ROUNDS: u64 = 30;

#[test]
fn a_call_is_noticed_and_nothing_else_is() {
    let mut calls = 0;
    for seats in 2..=4 {
        for run in 0..ROUNDS {
            calls += play_round(SeatCount::new(seats).expect("so many may play"), run);
        }
    }
    assert!(calls > 0, "nobody ever called");
}

/// Plays a round at random; how often somebody called.
fn play_round(seats: SeatCount, run: u64) -> usize {
    let mut dice = Dice::new(run);
    let mut state = Dos::table(&Default::default(), seats);
    let seed = dice.seed();
    let (mut calls, mut is_dealt) = (0, false);
    loop {
        let before = state.public.clone();
        let events = match Dos::turn(&state.public) {
            Turn::Over(_) => return calls,
            Turn::Dealer(shuffle) if shuffle.reshuffle == 0 && is_dealt => return calls,
            Turn::Dealer(shuffle) => {
                is_dealt = true;
                Dos::deal(&state, &mut Chance::new(&seed, shuffle))
            }
            Turn::Seat { seat, also } => {
                let seat = dice.seat(seat, also);
                let mut moves = Vec::new();
                Dos::moves(&state.public, &state.hands[seat], seat, &mut moves);
                Dos::decide(&state, seat, &moves[dice.below(moves.len())]).expect("a listed move is legal")
            }
        };
        for event in &events {
            Dos::apply(&mut state, event).expect("an event of the rules fits");
        }
        let is_call = events.iter().any(|event| matches!(event, Event::Called { .. }));
        assert_eq!(has_called(&before, &state.public), is_call, "{events:?}");
        calls += usize::from(is_call);
    }
}
