//! What is worth telling of a round beside moves and scores: how it ended, and what is counted on the way.

use bots::Skill;
use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy, dos, nain_jaune, onze, quarante_six, rummy};
use engine::{Seat, SeatCount, State};
use serde::{Deserialize, Serialize};

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum End {
    /// Somebody got rid of the last card.
    WentOut,
    /// The pile was used up.
    PileUsedUp,
    /// Everybody passed.
    AllPassed,
}

/// Something that is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mark {
    /// A card was drawn, for whatever reason.
    Drew,
    /// A seat passed.
    Passed,
    /// The joker was laid, or one of them.
    JokerLaid,
    /// A joker was swapped for the card it stood for.
    Swapped,
    /// A Liaison was laid (Onze).
    Linked,
    /// A Bonus card was taken (Onze).
    BonusTaken,
    /// A square of the board was cleared of its tokens (Nain Jaune).
    StakeTaken,
    /// Nobody could go on, and a new run was opened (Nain Jaune).
    Restarted,
    /// A match of colours earned a bonus (DOS).
    ColourBonus,
    /// A forgotten call was caught (DOS).
    Caught,
    /// The talon became a new pile (DOS).
    Reshuffled,
    /// A seat made its opening (Rummy).
    Opened,
}

/// A game whose rounds can be told about.
pub trait Chronicle: Skill {
    /// How its rounds can end.
    const ENDS: &'static [End];
    /// What is counted in it.
    const MARKS: &'static [Mark];

    /// How a finished round ended.
    fn end(state: &State<Self>) -> End;

    /// Notes what an event adds to the counts; `before` is the state it fell into.
    fn mark(before: &State<Self>, event: &Self::Event, note: &mut dyn FnMut(Mark));

    /// The next in the order of play.
    fn next_seat(seats: SeatCount, seat: Seat) -> Seat {
        seats.left_of(seat)
    }
}

impl Chronicle for Onze {
    const ENDS: &'static [End] = &[End::WentOut, End::AllPassed];
    const MARKS: &'static [Mark] =
        &[Mark::Drew, Mark::Passed, Mark::JokerLaid, Mark::Swapped, Mark::Linked, Mark::BonusTaken];

    fn end(state: &onze::State) -> End {
        went_out_or(state.hands.values().iter().any(onze::Hand::is_empty), End::AllPassed)
    }

    fn mark(_before: &onze::State, event: &onze::Event, note: &mut dyn FnMut(Mark)) {
        match event {
            onze::Event::Drew { .. } => note(Mark::Drew),
            onze::Event::Passed { .. } => note(Mark::Passed),
            onze::Event::Laid { from: Some(_), .. } => note(Mark::Linked),
            onze::Event::JokerLaid { from, .. } => {
                note(Mark::JokerLaid);
                from.iter().for_each(|_| note(Mark::Linked));
            }
            onze::Event::Swapped { .. } => note(Mark::Swapped),
            onze::Event::BonusTaken { .. } => note(Mark::BonusTaken),
            _ => {}
        }
    }
}

impl Chronicle for NainJaune {
    const ENDS: &'static [End] = &[End::WentOut];
    const MARKS: &'static [Mark] = &[Mark::StakeTaken, Mark::Restarted];

    fn end(_state: &nain_jaune::State) -> End {
        End::WentOut
    }

    fn mark(_before: &nain_jaune::State, event: &nain_jaune::Event, note: &mut dyn FnMut(Mark)) {
        match event {
            nain_jaune::Event::TookStake { .. } => note(Mark::StakeTaken),
            nain_jaune::Event::Restarted { .. } => note(Mark::Restarted),
            _ => {}
        }
    }

    fn next_seat(seats: SeatCount, seat: Seat) -> Seat {
        seats.right_of(seat)
    }
}

impl Chronicle for Dos {
    const ENDS: &'static [End] = &[End::WentOut];
    const MARKS: &'static [Mark] = &[Mark::Drew, Mark::ColourBonus, Mark::Caught, Mark::Reshuffled];

    fn end(_state: &dos::State) -> End {
        End::WentOut
    }

    fn mark(_before: &dos::State, event: &dos::Event, note: &mut dyn FnMut(Mark)) {
        match event {
            dos::Event::Drew { .. } => note(Mark::Drew),
            dos::Event::Matched { bonus: Some(_), .. } => note(Mark::ColourBonus),
            dos::Event::Caught { .. } => note(Mark::Caught),
            dos::Event::Reshuffled(_) => note(Mark::Reshuffled),
            _ => {}
        }
    }
}

impl Chronicle for Rummy {
    const ENDS: &'static [End] = &[End::WentOut, End::AllPassed];
    const MARKS: &'static [Mark] = &[Mark::Drew, Mark::Passed, Mark::Opened];

    fn end(state: &rummy::State) -> End {
        went_out_or(state.hands.values().iter().any(|rack| rack.tiles.is_empty()), End::AllPassed)
    }

    fn mark(before: &rummy::State, event: &rummy::Event, note: &mut dyn FnMut(Mark)) {
        match event {
            rummy::Event::Drew { .. } => note(Mark::Drew),
            rummy::Event::Passed { .. } => note(Mark::Passed),
            rummy::Event::Played { seat, .. } if !before.public.board.opened[*seat] => note(Mark::Opened),
            _ => {}
        }
    }
}

impl Chronicle for QuaranteSix {
    const ENDS: &'static [End] = &[End::WentOut, End::PileUsedUp];
    const MARKS: &'static [Mark] = &[Mark::Drew, Mark::JokerLaid, Mark::Swapped];

    fn end(state: &quarante_six::State) -> End {
        went_out_or(state.hands.values().iter().any(|hand| hand.cards.is_empty()), End::PileUsedUp)
    }

    fn mark(_before: &quarante_six::State, event: &quarante_six::Event, note: &mut dyn FnMut(Mark)) {
        match event {
            quarante_six::Event::Drew { .. } => note(Mark::Drew),
            quarante_six::Event::JokerLaid { .. } => note(Mark::JokerLaid),
            quarante_six::Event::Swapped { .. } => note(Mark::Swapped),
            _ => {}
        }
    }
}

/// Somebody went out if a hand is empty; else the round ended the other way.
fn went_out_or(is_a_hand_empty: bool, other: End) -> End {
    if is_a_hand_empty { End::WentOut } else { other }
}
