//! Places at the table: one seat, how many there are, a set of them, a value for each.
//!
//! Deliberately absent: players. Who sits on a seat is no matter of the rules.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::{Member, Set};

/// A place at the table, numbered clockwise from 0: the left neighbour of seat *s* is *s* + 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// The most seats any game has.
    pub const MAX: usize = 8;

    /// Seat number `number`, if any game has that many.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        (number < Self::MAX).then_some(Self(number as u8))
    }

    /// The seat's number, for indexing.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many seats a table has: 2 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeatCount(u8);

impl SeatCount {
    /// A table of `count` seats, if any game can be played by that many.
    #[must_use]
    pub fn new(count: usize) -> Option<Self> {
        (2..=Seat::MAX).contains(&count).then_some(Self(count as u8))
    }

    /// The number of seats.
    #[must_use]
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    /// All seats, in order.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..self.0).map(Seat)
    }

    /// All seats clockwise, beginning with `first`.
    pub fn clockwise_from(self, first: Seat) -> impl Iterator<Item = Seat> {
        (0..self.0).map(move |step| Seat((first.0 + step) % self.0))
    }

    /// The left neighbour: next clockwise.
    #[must_use]
    pub fn left_of(self, seat: Seat) -> Seat {
        if seat.0 + 1 >= self.0 { Seat(0) } else { Seat(seat.0 + 1) }
    }

    /// The right neighbour: next counter-clockwise.
    #[must_use]
    pub fn right_of(self, seat: Seat) -> Seat {
        if seat.0 == 0 { Seat(self.0 - 1) } else { Seat(seat.0 - 1) }
    }

    /// The seat with this number, if the table has it.
    #[must_use]
    pub fn seat(self, number: usize) -> Option<Seat> {
        (number < self.get()).then_some(Seat(number as u8))
    }
}

/// A set of seats.
pub type SeatSet = Set<Seat>;

impl Member for Seat {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn from_index(index: usize) -> Option<Self> {
        Self::new(index)
    }
}

/// One value for each seat of a table, without a heap.
#[derive(Clone, Copy)]
pub struct PerSeat<T> {
    seats: SeatCount,
    values: [T; Seat::MAX],
}

impl<T: Copy + Default> PerSeat<T> {
    /// The default value for every seat.
    #[must_use]
    pub fn new(seats: SeatCount) -> Self {
        Self { seats, values: [T::default(); Seat::MAX] }
    }

    /// The value `make` gives each seat.
    pub fn from_fn(seats: SeatCount, mut make: impl FnMut(Seat) -> T) -> Self {
        let mut all = Self::new(seats);
        for seat in seats.seats() {
            all[seat] = make(seat);
        }
        all
    }
}

impl<T> PerSeat<T> {
    /// How many seats there are.
    #[must_use]
    pub fn seats(&self) -> SeatCount {
        self.seats
    }

    /// The values in the order of the seats.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values[..self.seats.get()]
    }

    /// Each seat with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.seats.seats().zip(&self.values)
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.values[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat.index()]
    }
}

impl<T: PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
    }
}

impl<T: Eq> Eq for PerSeat<T> {}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.values()).finish()
    }
}
