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

    /// A number as it is printed: with so many decimals, thousands set apart, and a real minus sign.
    #[must_use]
    pub fn number(self, value: f64, decimals: usize) -> String {
        if !value.is_finite() {
            return "∞".into();
        }
        let plain = format!("{:.decimals$}", value.abs());
        let is_zero = plain.chars().all(|character| matches!(character, '0' | '.'));
        let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
        let mut printed = String::from(if value < 0.0 && !is_zero { "−" } else { "" });
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                printed.push(self.of('\u{202f}', ','));
            }
            printed.push(digit);
        }
        if !fraction.is_empty() {
            printed.push(self.of(',', '.'));
            printed.push_str(fraction);
        }
        printed
    }

    /// The same with its sign always shown.
    #[must_use]
    pub fn signed(self, value: f64, decimals: usize) -> String {
        let printed = self.number(value, decimals);
        let is_zero = !printed.contains(|character: char| matches!(character, '1'..='9' | '∞'));
        if is_zero || printed.starts_with('−') { printed } else { format!("+{printed}") }
    }

    /// A share of 1 in per cent.
    #[must_use]
    pub fn percent(self, share: f64, decimals: usize) -> String {
        self.number(share * 100.0, decimals) + self.of("\u{a0}%", "%")
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
    fn numbers_are_printed_as_each_language_does() {
        assert_eq!(Lang::French.number(-1_234_567.891, 2), "−1\u{202f}234\u{202f}567,89");
        assert_eq!(Lang::English.number(-1_234_567.891, 2), "−1,234,567.89");
        assert_eq!(Lang::English.number(999.0, 0), "999");
        assert_eq!(Lang::French.number(-0.001, 2), "0,00", "nothing is not less than nothing");
        assert_eq!(Lang::French.signed(0.5, 1), "+0,5");
        assert_eq!(Lang::French.signed(0.0, 1), "0,0");
        assert_eq!(Lang::English.signed(-0.5, 1), "−0.5");
        assert_eq!(Lang::English.number(f64::INFINITY, 1), "∞");
        assert_eq!(Lang::French.percent(0.256, 1), "25,6\u{a0}%");
    }

    #[test]
    fn french_punctuation_keeps_to_its_word() {
        assert_eq!(set_type("« DOS ! » : non", Lang::French), "«\u{a0}DOS\u{202f}!\u{a0}»\u{a0}: non");
        assert_eq!(set_type("a : b", Lang::English), "a : b");
    }
}
