//! What a name may be, when two names are the same, and when they look the same.
//!
//! Deliberately absent: who has which name.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

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
        // One space is as good as several, or as a wider one.
        let name: String = typed.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect();
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

    /// What is left when letters that look alike do not count either: equal for names that are mistaken for one
    /// another on a screen, after the confusable characters of Unicode (TR39).
    #[must_use]
    pub fn skeleton(&self) -> String {
        skeleton_of(&self.0)
    }
}

/// What a name looks like, whether or not it can be one: a log may hold names that could be.
pub(crate) fn skeleton_of(name: &str) -> String {
    let letters: String = name.nfkd().filter(|letter| !is_combining_mark(*letter) && !letter.is_whitespace()).collect();
    // Letters look alike in one case and not in the other (В and B, but not в and b): first as it is written, then
    // without case.
    let as_written = fold(&skeleton(&letters).collect::<String>());
    let without_case = fold(&skeleton(&as_written).collect::<String>());
    // A large i looks like a small l, so that without case all three are one.
    without_case.replace('i', "l")
}

/// What counts of a name, whether or not it can be one.
pub(crate) fn fold(name: &str) -> String {
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

/// Control characters, separators of lines, marks of direction, and characters of no width, no ink or no meaning.
fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_composed() {
        let typed = Name::new("  Zoe\u{301} \u{2003}du\n Lac ").map(|name| name.as_str().to_owned());
        assert_eq!(typed, Ok("Zoé du Lac".into()));
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
        for hidden in
            ['\0', '\u{7f}', '\u{200b}', '\u{202e}', '\u{2066}', '\u{2800}', '\u{3164}', '\u{feff}', '\u{e0041}']
        {
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

    #[test]
    fn names_that_are_mistaken_for_one_another_have_one_skeleton() {
        let skeleton = |typed: &str| Name::new(typed).map(|name| name.skeleton()).expect("a name");
        for (one, other) in [
            ("Anna", "\u{410}nn\u{430}"),
            ("BOB", "\u{412}\u{41e}\u{412}"),
            ("Bob", "B0b"),
            ("Ilona", "llona"),
            ("Ilona", "1lona"),
            ("ilona", "Ilona"),
            ("Max", "rnax"),
            ("MAX", "max"),
            ("Élodie", "e lodie"),
            ("Élodie", "\u{395}l\u{43e}d\u{456}\u{435}"),
            ("paypal", "p\u{251}ypal"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        let different = ["Anna", "Anne", "Hanna", "Zoé", "Max", "Marc", "Élodie", "Mélodie", "Robot 7", "Robot 8"];
        let skeletons: std::collections::BTreeSet<String> = different.iter().map(|name| skeleton(name)).collect();
        assert_eq!(skeletons.len(), different.len());
    }
}
