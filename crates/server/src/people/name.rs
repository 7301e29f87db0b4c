//! What a name may be, and when two names are the same.
//!
//! Deliberately absent: who has which name.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most characters of a name.
pub const MAX_NAME_LENGTH: usize = 24;

/// What is wrong with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameFault {
    /// It has no characters.
    Empty,
    /// It has too many.
    TooLong {
        /// The most there may be.
        most: usize,
    },
    /// It has characters that are not seen, or that turn the direction of writing.
    Unprintable,
}

/// A name that can be shown: composed, trimmed, of printable characters and not too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

impl Name {
    /// The name as it was typed, if it can be one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(typed: &str) -> Result<Self, NameFault> {
        // Composing a huge text is work for nothing: no name has more than a few marks on each letter.
        if typed.chars().count() > MAX_NAME_LENGTH * 8 {
            return Err(NameFault::TooLong { most: MAX_NAME_LENGTH });
        }
        let name: String = typed.trim().nfc().collect();
        if name.chars().any(is_unprintable) {
            return Err(NameFault::Unprintable);
        }
        if name.chars().count() > MAX_NAME_LENGTH {
            return Err(NameFault::TooLong { most: MAX_NAME_LENGTH });
        }
        // A name of marks alone folds to nothing, and nobody could tell it from another.
        if fold(&name).is_empty() { Err(NameFault::Empty) } else { Ok(Self(name)) }
    }

    /// The name as it is shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is left when case, accents, width and spaces do not count: equal for names nobody can tell apart
    /// when they are called across a room.
    #[must_use]
    pub fn folded(&self) -> String {
        fold(&self.0)
    }
}

fn fold(name: &str) -> String {
    let letters = name.nfkd().filter(|letter| !is_combining_mark(*letter) && !letter.is_whitespace());
    // Upper case first, so that `ß` and `ss`, or the two small sigmas, are one; lower case is then the common form.
    let upper: String = letters.flat_map(char::to_uppercase).collect();
    let lower: String = upper.to_lowercase();
    lower
        .nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .map(|letter| if letter == 'ς' { 'σ' } else { letter })
        .collect()
}

/// Control characters, separators of lines, marks of direction, and characters of no width or no meaning.
fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_composed() {
        let typed = Name::new("  Zoe\u{301} ").map(|name| name.as_str().to_owned());
        assert_eq!(typed, Ok("Zoé".into()));
    }

    #[test]
    fn a_name_has_1_to_24_characters() {
        assert_eq!(Name::new(" \t "), Err(NameFault::Empty));
        assert_eq!(Name::new("\u{301}"), Err(NameFault::Empty), "an accent alone is no name");
        assert!(Name::new(&"é".repeat(24)).is_ok());
        for long in ["é".repeat(25), "x".repeat(100_000)] {
            assert_eq!(Name::new(&long), Err(NameFault::TooLong { most: 24 }));
        }
    }

    #[test]
    fn what_cannot_be_seen_is_no_part_of_a_name() {
        for hidden in ['\0', '\n', '\u{7f}', '\u{200b}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{e0041}'] {
            assert_eq!(Name::new(&format!("a{hidden}b")), Err(NameFault::Unprintable), "{:?}", hidden);
        }
    }

    #[test]
    fn case_accents_width_and_spaces_do_not_make_another_name() {
        let folded = |typed: &str| Name::new(typed).map(|name| name.folded());
        for (one, other) in [
            ("Élodie", "elodie"),
            ("ÉLODIE", "E\u{301}lodie"),
            ("Straße", "STRASSE"),
            ("Ａｎｎａ", "anna"),
            ("Jean Luc", "JeanLuc"),
            ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
            ("İrem", "irem"),
        ] {
            assert_eq!(folded(one), folded(other));
        }
        assert_ne!(folded("Anna"), folded("Anne"));
    }
}
