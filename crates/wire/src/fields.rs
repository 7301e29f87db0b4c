//! Reading JSON objects field by field, noting every fault and going on.
//!
//! Each reader takes its field out; [`Fields::finish`] then complains about what is left.

use std::ops::RangeInclusive;

use engine::{PerSeat, Seat, SeatCount};
use serde_json::{Map, Value};

use crate::fault::{Fault, Faults, Kind};

/// An object that is being read.
#[derive(Debug)]
pub struct Fields<'faults> {
    map: Map<String, Value>,
    path: String,
    /// Where what is wrong is noted.
    pub faults: &'faults Faults,
}

impl<'faults> Fields<'faults> {
    /// Begins to read an object; `path` is its name in faults, empty for the outermost.
    #[must_use]
    pub fn new(value: Value, path: &str, faults: &'faults Faults) -> Self {
        let map = match value {
            Value::Object(map) => map,
            _ => {
                faults.note(Fault::WrongKind { field: path.into(), wanted: Kind::Object });
                Map::new()
            }
        };
        Self { map, path: path.into(), faults }
    }

    /// The full name of a field, for faults.
    #[must_use]
    pub fn name(&self, field: &str) -> String {
        if self.path.is_empty() { field.into() } else { format!("{}.{field}", self.path) }
    }

    /// Takes a field out, if it is there and not `null`.
    pub fn take(&mut self, field: &str) -> Option<Value> {
        self.map.shift_remove(field).filter(|value| !value.is_null())
    }

    /// Takes a field out that has no default.
    pub fn need(&mut self, field: &str) -> Option<Value> {
        self.expect(field);
        self.take(field)
    }

    /// Notes the fault if a field that has no default is absent.
    pub(crate) fn expect(&self, field: &str) {
        if self.map.get(field).is_none_or(Value::is_null) {
            self.faults.note(Fault::Missing { field: self.name(field) });
        }
    }

    /// An object inside; absent reads like an empty one.
    pub fn object(&mut self, field: &str) -> Self {
        let value = self.take(field).unwrap_or_else(|| Value::Object(Map::new()));
        Self::new(value, &self.name(field), self.faults)
    }

    /// A whole number in a range; `None` when absent or wrong.
    pub fn number(&mut self, field: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let value = self.take(field)?;
        read_number(&value, &self.name(field), range, self.faults)
    }

    /// `true` or `false`; absent is `false`.
    pub fn boolean(&mut self, field: &str) -> bool {
        match self.take(field) {
            None => false,
            Some(Value::Bool(value)) => value,
            Some(_) => {
                self.faults.note(Fault::WrongKind { field: self.name(field), wanted: Kind::Boolean });
                false
            }
        }
    }

    /// One of some words; `None` when absent or unknown.
    pub fn word<T: Copy>(&mut self, field: &str, words: &[(&'static str, T)]) -> Option<T> {
        let value = self.take(field)?;
        let Some(text) = value.as_str() else {
            self.faults.note(Fault::WrongKind { field: self.name(field), wanted: Kind::Text });
            return None;
        };
        let known = words.iter().find(|(word, _)| *word == text);
        if known.is_none() {
            let known = words.iter().map(|(word, _)| *word).collect();
            self.faults.note(Fault::UnknownWord { field: self.name(field), word: text.into(), known });
        }
        known.map(|(_, meaning)| *meaning)
    }

    /// A whole number in a range that has no default.
    pub fn need_number(&mut self, field: &str, range: RangeInclusive<i64>) -> Option<i64> {
        self.expect(field);
        self.number(field, range)
    }

    /// One of some words that has no default.
    pub fn need_word<T: Copy>(&mut self, field: &str, words: &[(&'static str, T)]) -> Option<T> {
        self.expect(field);
        self.word(field, words)
    }

    /// A seat of the table; `None` when absent or wrong.
    pub fn seat(&mut self, field: &str, seats: SeatCount) -> Option<Seat> {
        let number = self.number(field, 0..=seats.get() as i64 - 1)?;
        seats.seat(number as usize)
    }

    /// A seat of the table that has no default.
    pub fn need_seat(&mut self, field: &str, seats: SeatCount) -> Option<Seat> {
        self.expect(field);
        self.seat(field, seats)
    }

    /// A list of seats, in order; absent is empty.
    pub fn seat_list(&mut self, field: &str, seats: SeatCount) -> Vec<Seat> {
        let range = 0..=seats.get() as i64 - 1;
        let name = self.name(field);
        let faults = self.faults;
        let numbers = self.list(field).into_iter();
        numbers
            .filter_map(|value| read_number(&value, &name, range.clone(), faults))
            .filter_map(|number| seats.seat(number as usize))
            .collect()
    }

    /// A list of seats, each at most once; absent is empty.
    pub fn distinct_seats(&mut self, field: &str, seats: SeatCount) -> Vec<Seat> {
        let list = self.seat_list(field, seats);
        let twice = |(index, seat): (usize, &Seat)| list[..index].contains(seat).then_some(*seat);
        if let Some(seat) = list.iter().enumerate().find_map(twice) {
            self.faults.note(Fault::SpotTwice { field: self.name(field), spot: seat.to_string() });
        }
        list
    }

    /// A list; absent is empty.
    pub fn list(&mut self, field: &str) -> Vec<Value> {
        match self.take(field) {
            None => Vec::new(),
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.faults.note(Fault::WrongKind { field: self.name(field), wanted: Kind::List });
                Vec::new()
            }
        }
    }

    /// A list with one entry per seat that has no default; see [`per_seat`](Self::per_seat).
    pub fn need_per_seat<T: Copy + Default>(
        &mut self,
        field: &str,
        seats: SeatCount,
        read: impl FnMut(Value, &str) -> Option<T>,
    ) -> PerSeat<T> {
        self.expect(field);
        self.per_seat(field, seats, read)
    }

    /// A list with one entry per seat, each read by `read`; absent is the default for each.
    /// An entry that `read` cannot make sense of counts as the default; `read` notes the fault.
    pub fn per_seat<T: Copy + Default>(
        &mut self,
        field: &str,
        seats: SeatCount,
        mut read: impl FnMut(Value, &str) -> Option<T>,
    ) -> PerSeat<T> {
        if self.map.get(field).is_none_or(Value::is_null) {
            self.take(field);
            return PerSeat::new(seats);
        }
        let list = self.list(field);
        let name = self.name(field);
        if list.len() != seats.get() {
            self.faults.note(Fault::WrongLength { field: name, have: list.len(), need: seats.get() });
            return PerSeat::new(seats);
        }
        let mut list = list.into_iter();
        PerSeat::from_fn(seats, |seat| {
            let value = list.next().unwrap_or(Value::Null);
            read(value, &format!("{name}[{seat}]")).unwrap_or_default()
        })
    }

    /// A number for each seat; absent is the default for each.
    pub fn numbers_per_seat<T: Copy + Default>(
        &mut self,
        field: &str,
        seats: SeatCount,
        range: RangeInclusive<i64>,
        make: impl Fn(i64) -> T,
    ) -> PerSeat<T> {
        let faults = self.faults;
        self.per_seat(field, seats, |value, name| read_number(&value, name, range.clone(), faults).map(&make))
    }

    /// A list of cards, each read by `read`; absent is empty.
    pub fn cards<C>(&mut self, field: &str, read: impl Fn(&str) -> Option<C>) -> Vec<C> {
        let name = self.name(field);
        let list = Value::Array(self.list(field));
        read_cards(list, &name, self.faults, read)
    }

    /// A card, read by `read`; `None` when absent or wrong.
    pub fn card<C>(&mut self, field: &str, read: impl Fn(&str) -> Option<C>) -> Option<C> {
        let value = self.take(field)?;
        read_card(&value, &self.name(field), self.faults, read)
    }

    /// A card that has no default.
    pub fn need_card<C>(&mut self, field: &str, read: impl Fn(&str) -> Option<C>) -> Option<C> {
        self.expect(field);
        self.card(field, read)
    }

    /// Complains about every field that nobody took; `fault` says how.
    pub fn finish(self, fault: impl Fn(String) -> Fault) {
        for field in self.map.keys() {
            self.faults.note(fault(self.name(field)));
        }
    }
}

/// The word that has this meaning; the list holds every meaning.
pub(crate) fn word_for<T: PartialEq>(words: &[(&'static str, T)], meaning: T) -> &'static str {
    words.iter().find(|(_, other)| *other == meaning).map_or("", |(word, _)| word)
}

/// A whole number in a range.
pub(crate) fn read_number(value: &Value, field: &str, range: RangeInclusive<i64>, faults: &Faults) -> Option<i64> {
    let Some(number) = value.as_i64() else {
        faults.note(Fault::WrongKind { field: field.into(), wanted: Kind::Number });
        return None;
    };
    if range.contains(&number) {
        return Some(number);
    }
    faults.note(Fault::OutOfRange { field: field.into(), value: number, low: *range.start(), high: *range.end() });
    None
}

/// A list of cards. A bare number reads like its digits.
pub fn read_cards<C>(value: Value, field: &str, faults: &Faults, read: impl Fn(&str) -> Option<C>) -> Vec<C> {
    let Value::Array(list) = value else {
        faults.note(Fault::WrongKind { field: field.into(), wanted: Kind::List });
        return Vec::new();
    };
    list.iter().filter_map(|value| read_card(value, field, faults, &read)).collect()
}

/// One card. A bare number reads like its digits.
pub fn read_card<C>(value: &Value, field: &str, faults: &Faults, read: impl Fn(&str) -> Option<C>) -> Option<C> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => {
            faults.note(Fault::WrongKind { field: field.into(), wanted: Kind::Text });
            return None;
        }
    };
    let card = read(&text);
    if card.is_none() {
        faults.note(Fault::UnknownCard { field: field.into(), card: text });
    }
    card
}
