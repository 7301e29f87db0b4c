//! What is offered to a person agrees with the engine's list of moves, over random play of every game that is played by
//! lifting cards.
//!
//! Deliberately absent: what single games mean by a gesture; that is tested beside them.

use std::fmt::Debug;

use client::gesture::{Gesture, Gestures, Offer};
use engine::games::{Dos, NainJaune, Onze, QuaranteSix};
use engine::{Chance, Refuse, Seat, SeatCount, State, Turn, View, Viewer};
use testkit::{Dice, Specimen};

/// Rounds played with each preset and number of seats.
const ROUNDS: u64 = 3;

/// Plays rounds at random and looks at every offer on the way.
fn try_game<G: Gestures + Specimen>()
where
    G::Card: Debug,
{
    let mut offers = 0;
    for (preset, rules) in G::presets() {
        for seats in G::SEATS {
            let Some(seats) = SeatCount::new(seats) else { continue };
            for run in 0..ROUNDS {
                offers += try_round::<G>(&rules, seats, run, preset);
            }
        }
    }
    assert!(offers > 0, "nothing was ever offered");
}

fn try_round<G: Gestures + Specimen>(rules: &G::Rules, seats: SeatCount, run: u64, preset: &str) -> usize
where
    G::Card: Debug,
{
    let mut dice = Dice::new(run);
    let mut state = G::table(rules, seats);
    let seed = dice.seed();
    let mut offers = 0;
    loop {
        let events = match G::turn(&state.public) {
            Turn::Over(_) => return offers,
            Turn::Dealer(shuffle) if shuffle.reshuffle == 0 && offers > 0 => return offers,
            Turn::Dealer(shuffle) => G::deal(&state, &mut Chance::new(&seed, shuffle)),
            Turn::Seat { seat, also } => {
                for other in seats.seats() {
                    try_reasons::<G>(&state, other, seat);
                }
                for seat in also.with(seat).iter() {
                    try_offer::<G>(&state, seat, preset);
                    offers += 1;
                }
                let seat = dice.seat(seat, also);
                let mut moves = Vec::new();
                G::moves(&state.public, &state.hands[seat], seat, &mut moves);
                G::decide(&state, seat, &moves[dice.below(moves.len())]).expect("a listed move is legal")
            }
        };
        for event in &events {
            G::apply(&mut state, event).expect("an event of the rules fits");
        }
    }
}

/// Every move is there to be made, and nothing is lit that is none.
fn try_offer<G: Gestures + Specimen>(state: &State<G>, seat: Seat, preset: &str)
where
    G::Card: Debug,
{
    let view = View::<G>::of(state, Viewer::Seat(seat));
    let held = G::held(&state.hands[seat]);
    let offer = Offer::of(&view);
    let mut listed = Vec::new();
    view.moves(&mut listed);
    for mv in &listed {
        let written = format!("{} ({preset})", G::write_move(mv));
        assert!(offer.has(mv), "{written} is not offered");
        let (cards, spot) = match G::gesture(mv) {
            Gesture::Lay { cards, spot } => (cards.to_vec(), spot),
            Gesture::Point(spot) => (Vec::new(), spot),
            Gesture::Say => continue,
        };
        let mut left = held.clone();
        for card in &cards {
            let place = left.iter().position(|other| other == card);
            left.remove(place.unwrap_or_else(|| panic!("{written} lifts {card:?}, which is not held")));
            assert!(offer.may_lift(&[*card]), "{card:?} of {written} cannot be lifted");
        }
        assert!(cards.is_empty() || offer.may_lift(&cards), "what {written} needs cannot be lifted together");
        assert!(offer.spots(&cards).contains(&spot), "{spot:?} is not lit for {written}");
        assert_eq!(offer.moves_at(&cards, spot), [mv], "{spot:?} means something else than {written}");
        assert_eq!(G::read_spot(&G::write_spot(spot)), Some(spot), "{spot:?} is not read as it is written");
        assert!(G::wish(&cards, spot).is_some(), "nothing can be meant by {written}");
    }
    for card in &held {
        for spot in offer.spots(&[*card]) {
            let meant = offer.moves_at(&[*card], spot);
            assert!(!meant.is_empty() && meant.iter().all(|mv| listed.contains(mv)), "{spot:?} is lit for {card:?}");
        }
    }
}

/// A card either can be used, or the rules say why not; whose turn it is not is told so.
fn try_reasons<G: Gestures + Specimen>(state: &State<G>, seat: Seat, turn: Seat)
where
    G::Card: Debug,
{
    let view = View::<G>::of(state, Viewer::Seat(seat));
    let offer = Offer::of(&view);
    for card in view.hand.as_ref().map(G::held).unwrap_or_default() {
        let refusal = G::why_not(&view, card);
        assert_eq!(refusal.is_none(), offer.may_lift(&[card]), "{card:?}");
        let is_too_early = refusal.is_some_and(|refusal| refusal.code() == "not-your-turn");
        assert_eq!(is_too_early, seat != turn, "{card:?}");
        assert_eq!(offer.moves_using(&[card]).is_empty(), !offer.may_lift(&[card]), "{card:?}");
        if let Some(mv) = offer.only_move(&[card]) {
            assert_eq!(offer.moves_using(&[card]), [mv], "{card:?} has one move");
            assert_eq!(offer.spots(&[card]).len(), 1, "{card:?} has one spot");
        }
    }
}

#[test]
fn dos() {
    try_game::<Dos>();
}

#[test]
fn onze() {
    try_game::<Onze>();
}

#[test]
fn nain_jaune() {
    try_game::<NainJaune>();
}

#[test]
fn quarante_six() {
    try_game::<QuaranteSix>();
}
