//! The ids of players and tables, which are passed on, compared and looked up, never taken apart; and seats, as
//! numbers.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use engine::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest id, in bytes.
const MAX_ID_LENGTH: usize = 64;

/// Whether a text can be the id of a player or a table.
fn is_id(text: &str) -> bool {
    let is_odd = |letter: char| letter.is_whitespace() || letter.is_control();
    (1..=MAX_ID_LENGTH).contains(&text.len()) && !text.contains(is_odd)
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $field:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as a text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.into())
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id.into())
            }
        }

        impl From<&$name> for $name {
            fn from(id: &$name) -> Self {
                id.clone()
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                &*self.0 == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                &*self.0 == *other
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&*self.0, f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let id = Cow::<'de, str>::deserialize(deserializer)?;
                if is_id(&id) {
                    return Ok(Self(id.into()));
                }
                let why = concat!("`", $field, "`: an id is 1 to 64 bytes without spaces and control characters");
                Err(serde::de::Error::custom(why))
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                String::json_schema(generator)
            }
        }
    };
}

id! {
    /// The id of a player. A clone shares the text.
    PlayerId, "player"
}

id! {
    /// The id of a table. A clone shares the text.
    TableId, "table"
}

id! {
    /// The key of a table that is for those who are invited: part of its link, and never of its id. A clone shares the
    /// text.
    TableKey, "key"
}

/// Letters and digits that are not taken for one another.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Eighty bits: nobody guesses the id of a table, or its key.
const TABLE_ID_LENGTH: usize = 16;

/// As many letters as there are bytes.
fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

impl TableId {
    /// The id that the first half of these bytes makes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(letters(&bytes[..TABLE_ID_LENGTH]).into())
    }

    /// Whether a table can have this id.
    #[must_use]
    pub fn is_valid(id: &str) -> bool {
        id.len() == TABLE_ID_LENGTH && id.bytes().all(|letter| ALPHABET.contains(&letter))
    }
}

impl TableKey {
    /// The key that the second half of these bytes makes: it tells nothing of the id, nor the id of it.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(letters(&bytes[TABLE_ID_LENGTH..]).into())
    }
}

/// A seat, or seats, as numbers.
pub(crate) mod seat_number {
    use super::{Deserialize, Deserializer, Seat, Serialize, Serializer};

    /// What is written as one or several numbers.
    pub(crate) trait Numbered: Sized {
        type Number: Serialize + for<'de> Deserialize<'de>;
        fn number(&self) -> Self::Number;
        fn from_number(number: Self::Number) -> Option<Self>;
    }

    impl Numbered for Seat {
        type Number = u8;

        fn number(&self) -> u8 {
            self.index() as u8
        }

        fn from_number(number: u8) -> Option<Self> {
            Self::new(number.into())
        }
    }

    impl Numbered for Option<Seat> {
        type Number = Option<u8>;

        fn number(&self) -> Option<u8> {
            self.as_ref().map(Seat::number)
        }

        fn from_number(number: Option<u8>) -> Option<Self> {
            number.map_or(Some(None), |number| Seat::from_number(number).map(Some))
        }
    }

    impl Numbered for Vec<Seat> {
        type Number = Vec<u8>;

        fn number(&self) -> Vec<u8> {
            self.iter().map(Seat::number).collect()
        }

        fn from_number(numbers: Vec<u8>) -> Option<Self> {
            numbers.into_iter().map(Seat::from_number).collect()
        }
    }

    pub(crate) fn serialize<N: Numbered, S: Serializer>(seat: &N, serializer: S) -> Result<S::Ok, S::Error> {
        seat.number().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, N: Numbered, D: Deserializer<'de>>(deserializer: D) -> Result<N, D::Error> {
        let number = N::Number::deserialize(deserializer)?;
        N::from_number(number).ok_or_else(|| {
            let most = Seat::MAX - 1;
            serde::de::Error::custom(format_args!("`seat`: a seat is a number from 0 to {most}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::{Ask, ToServer};

    #[test]
    fn ids_and_seats_that_cannot_be_are_refused_by_name() {
        for (text, field) in [
            (r#"{"id":"1","table":"","ask":"stand"}"#, "`table`"),
            (r#"{"id":"1","table":"a b","ask":"stand"}"#, "`table`"),
            (r#"{"id":"1","ask":{"mute":{"player":"\u0000","silent":true}}}"#, "`player`"),
            (r#"{"id":"1","ask":{"sit":{"seat":8}}}"#, "`seat`"),
            (r#"{"id":"1","ask":{"free_seat":{"seat":255}}}"#, "`seat`"),
        ] {
            let why = serde_json::from_str::<ToServer>(text).expect_err(text).to_string();
            assert!(why.contains(field), "{text}: {why}");
        }
        let read = |text: &str| serde_json::from_str::<Ask>(text).expect("an ask");
        for text in [r#"{"sit":{}}"#, r#"{"sit":{"seat":null}}"#] {
            assert_eq!(read(text), Ask::Sit { seat: None });
        }
        assert_eq!(read(r#"{"sit":{"seat":7}}"#), Ask::Sit { seat: Seat::new(7) });
    }
}
