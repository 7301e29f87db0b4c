//! The cards of a game as a position, a view or an event names or counts them.
//!
//! Deliberately absent: what a card is; each game reads its own.

use engine::{PerSeat, Seat, SeatCount};
use serde_json::Value;

use crate::fault::{Fault, Faults, Kind};
use crate::fields::{Fields, read_cards, read_number};

/// How cards that lie face down are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardsAs {
    /// One by one, for those who may know them.
    Cards,
    /// As a count.
    Count,
}

/// Cards that lie face down, as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaceDown<C> {
    /// The cards; none where there is but a count.
    pub cards: Vec<C>,
    /// How many they are.
    pub size: usize,
}

/// Something of each seat's cards; the default where they could not be read.
pub(crate) fn of_hands<C, T: Copy + Default>(
    seats: SeatCount,
    hands: &[FaceDown<C>],
    make: impl Fn(&FaceDown<C>) -> T,
) -> PerSeat<T> {
    PerSeat::from_fn(seats, |seat| hands.get(seat.index()).map(&make).unwrap_or_default())
}

/// How many cards each seat holds.
pub(crate) fn hand_sizes<C>(seats: SeatCount, hands: &[FaceDown<C>]) -> PerSeat<u8> {
    of_hands(seats, hands, |hand| hand.size as u8)
}

impl Fields<'_> {
    /// A list with the cards of each seat, of which there are `most` in the game; it has no default.
    /// If it is no such list, there are no hands.
    pub fn need_hands<C>(
        &mut self,
        field: &str,
        seats: SeatCount,
        most: usize,
        written: impl Fn(Seat) -> CardsAs,
        read: impl Fn(&str) -> Option<C>,
    ) -> Vec<FaceDown<C>> {
        let (name, faults) = (self.name(field), self.faults);
        let list = match self.need(field) {
            None => return Vec::new(),
            Some(Value::Array(list)) => list,
            Some(_) => {
                faults.note(Fault::WrongKind { field: name, wanted: Kind::List });
                return Vec::new();
            }
        };
        if list.len() != seats.get() {
            faults.note(Fault::WrongLength { field: name, have: list.len(), need: seats.get() });
            return Vec::new();
        }
        let read_hand = |(seat, hand): (Seat, Value)| {
            read_face_down(hand, &format!("{name}[{seat}]"), faults, most, written(seat), &read)
        };
        seats.seats().zip(list).map(read_hand).collect()
    }

    /// The pile, which holds at most `most` cards; absent is empty.
    pub fn pile<C>(&mut self, most: usize, written: CardsAs, read: impl Fn(&str) -> Option<C>) -> FaceDown<C> {
        let (name, faults) = (self.name("pile"), self.faults);
        let pile = self.take("pile").map(|pile| read_face_down(pile, &name, faults, most, written, read));
        pile.unwrap_or(FaceDown { cards: Vec::new(), size: 0 })
    }
}

/// Cards that lie face down, at most `most` of them.
fn read_face_down<C>(
    value: Value,
    field: &str,
    faults: &Faults,
    most: usize,
    written: CardsAs,
    read: impl Fn(&str) -> Option<C>,
) -> FaceDown<C> {
    match written {
        CardsAs::Cards => {
            let cards = read_cards(value, field, faults, read);
            FaceDown { size: cards.len(), cards }
        }
        CardsAs::Count => {
            let size = read_number(&value, field, 0..=most as i64, faults).unwrap_or(0) as usize;
            FaceDown { cards: Vec::new(), size }
        }
    }
}

/// Counts how often each card is named, in all fields together, and how many lie face down unnamed.
#[derive(Debug)]
pub struct Material<F> {
    /// How many cards there are.
    all: usize,
    /// A card as it is written, and how often it exists.
    describe: F,
    /// Each card that is named, in the order of names, how often it is and how often it exists. A list, because maps make
    /// programs larger, and this is read by everybody who opens the table in a browser.
    named: Vec<(String, usize, usize)>,
    /// How many lie face down unnamed.
    unnamed: usize,
}

impl<F> Material<F> {
    /// Nothing is named yet of so many cards; `describe` tells how each is written, and how often it exists.
    #[must_use]
    pub fn new(all: usize, describe: F) -> Self {
        Self { all, describe, named: Vec::new(), unnamed: 0 }
    }

    /// Counts cards that are named.
    pub fn claim<'a, C: 'a>(&mut self, cards: impl IntoIterator<Item = &'a C>)
    where
        F: Fn(&C) -> (String, usize),
    {
        for card in cards {
            let (name, exist) = (self.describe)(card);
            match self.named.binary_search_by(|(known, ..)| known.cmp(&name)) {
                Ok(at) => self.named[at].1 += 1,
                Err(at) => self.named.insert(at, (name, 1, exist)),
            }
        }
    }

    /// Counts cards that lie face down.
    pub fn claim_face_down<'a, C: 'a>(&mut self, cards: impl IntoIterator<Item = &'a FaceDown<C>>)
    where
        F: Fn(&C) -> (String, usize),
    {
        for face_down in cards {
            self.claim(&face_down.cards);
            self.unnamed += face_down.size - face_down.cards.len();
        }
    }

    /// Notes every card that is named too often, and in `field` if more lie face down than there can be.
    pub fn finish(self, field: &str, faults: &Faults) {
        let named: usize = self.named.iter().map(|(_, named, _)| named).sum();
        if self.unnamed > 0 && self.unnamed + named > self.all {
            let (value, high) = (self.unnamed as i64, self.all.saturating_sub(named) as i64);
            faults.note(Fault::OutOfRange { field: field.into(), value, low: 0, high });
        }
        for (card, named, exist) in self.named {
            if named > exist {
                faults.note(Fault::TooMany { card, named, exist });
            }
        }
    }
}
