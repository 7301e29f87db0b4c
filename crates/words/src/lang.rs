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
