//! What can be wrong with a position, in data: the sentence for people is made elsewhere.

use std::cell::RefCell;

/// What a value should have been.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `{…}`
    Object,
    /// `[…]`
    List,
    /// A whole number.
    Number,
    /// `"…"`
    Text,
    /// `true` or `false`.
    Boolean,
}

/// One thing that is wrong with a position, its options or its seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There is no such game.
    UnknownGame {
        /// What was asked for.
        game: String,
    },
    /// The game cannot be played by so many.
    Players {
        /// How many were asked for.
        have: i64,
        /// The fewest.
        low: usize,
        /// The most.
        high: usize,
    },
    /// A seed is 64 hexadecimal digits.
    Seed {
        /// What was given.
        text: String,
    },
    /// A field without a default is absent.
    Missing {
        /// Its name.
        field: String,
    },
    /// A field that positions of this game do not have.
    UnknownField {
        /// Its name.
        field: String,
    },
    /// An option that this game does not have.
    UnknownOption {
        /// Its name.
        option: String,
    },
    /// A value of the wrong kind.
    WrongKind {
        /// Where.
        field: String,
        /// What it should have been.
        wanted: Kind,
    },
    /// A word that means nothing here.
    UnknownWord {
        /// Where.
        field: String,
        /// The word.
        word: String,
        /// The words that do.
        known: Vec<&'static str>,
    },
    /// A card that this game does not have.
    UnknownCard {
        /// Where.
        field: String,
        /// What was written.
        card: String,
    },
    /// A card named more often than the material has it.
    TooMany {
        /// The card.
        card: String,
        /// How often it is named.
        named: usize,
        /// How often it exists.
        exist: usize,
    },
    /// A list of the wrong length.
    WrongLength {
        /// Where.
        field: String,
        /// How many entries it has.
        have: usize,
        /// How many it should have.
        need: usize,
    },
    /// A number out of range.
    OutOfRange {
        /// Where.
        field: String,
        /// The number.
        value: i64,
        /// The lowest allowed.
        low: i64,
        /// The highest allowed.
        high: i64,
    },
    /// Two things in one place.
    SpotTwice {
        /// Where.
        field: String,
        /// The place.
        spot: String,
    },
    /// The squares are not each number once with the joker's and the pile's in their places.
    NotABoard,
    /// A link that does not join two spots of the same value in two rows.
    NotALink {
        /// The link as written.
        link: String,
    },
    /// The rows are not each colour once.
    NotRows,
    /// A set on the table that is no set.
    NotASet {
        /// The set as written.
        set: String,
    },
    /// A call owed for a hand that is not two.
    CallOfHand {
        /// Whose.
        seat: usize,
        /// How many cards are in that hand.
        cards: usize,
    },
    /// The round is not over, so there is no next one to deal.
    RoundNotOver,
    /// The match is over, so there is no next round to deal.
    MatchOver,
}

/// All that was found wrong while reading.
#[derive(Debug, Default)]
pub struct Faults(RefCell<Vec<Fault>>);

impl Faults {
    /// Notes one more.
    pub fn note(&self, fault: Fault) {
        self.0.borrow_mut().push(fault);
    }

    /// Whether nothing was wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// The value, if nothing was wrong.
    ///
    /// # Errors
    /// All that was noted, or that there was no value.
    pub fn judge<T>(self, value: Option<T>) -> Result<T, Vec<Fault>> {
        let faults = self.0.into_inner();
        match value {
            Some(value) if faults.is_empty() => Ok(value),
            _ => Err(faults),
        }
    }
}
