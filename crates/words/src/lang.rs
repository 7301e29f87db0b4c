//! The two languages of the house.

/// A language people are spoken to in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// French, the language of the booklets.
    #[default]
    French,
    /// English.
    English,
}

impl Lang {
    /// Both.
    pub const ALL: [Self; 2] = [Self::French, Self::English];

    /// The language with this code: `fr` or `en`.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// Its code: `fr` or `en`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.of("fr", "en")
    }

    /// A number with its noun, singular or plural: in French 0 is singular.
    #[must_use]
    pub fn count(self, number: usize, [one, many]: [&str; 2]) -> String {
        let is_one = number == 1 || number == 0 && self == Self::French;
        format!("{number} {}", if is_one { one } else { many })
    }

    /// The one of two texts that is in this language.
    #[must_use]
    pub fn of<T>(self, french: T, english: T) -> T {
        match self {
            Self::French => french,
            Self::English => english,
        }
    }
}

/// French as the French set it: no line breaks before double punctuation and inside quotes.
/// Sentences are written with plain spaces and pass through here on their way out.
pub(crate) fn set_type(text: &str, lang: Lang) -> String {
    match lang {
        Lang::English => text.into(),
        Lang::French => [(" :", "\u{a0}:"), (" ;", "\u{202f};"), (" !", "\u{202f}!"), (" ?", "\u{202f}?")]
            .iter()
            .chain(&[("« ", "«\u{a0}"), (" »", "\u{a0}»")])
            .fold(text.into(), |text: String, (plain, set)| text.replace(plain, set)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_singular_in_french_alone() {
        let said = |lang: Lang, number| lang.count(number, ["a", "b"]);
        assert_eq!([0, 1, 2].map(|number| said(Lang::French, number)), ["0 a", "1 a", "2 b"]);
        assert_eq!([0, 1, 2].map(|number| said(Lang::English, number)), ["0 b", "1 a", "2 b"]);
    }

    #[test]
    fn french_punctuation_keeps_to_its_word() {
        assert_eq!(set_type("« DOS ! » : non", Lang::French), "«\u{a0}DOS\u{202f}!\u{a0}»\u{a0}: non");
        assert_eq!(set_type("a : b", Lang::English), "a : b");
    }
}
