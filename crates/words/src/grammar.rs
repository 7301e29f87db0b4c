//! The little grammar that sentences share: articles, colours that agree, lists, amounts.
//!
//! Deliberately absent: elision before a name. Nobody can tell from the letters whether a name takes it
//! (« d'Hélène », « de Hans »), so sentences about people are worded to need none.

use crate::Lang;

/// The article in front of the name of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Article {
    /// None: « 7 rouge », “red 7”.
    Bare,
    /// « le 7 rouge », “the red 7”.
    The,
    /// « un 7 rouge », “a red 7”: one of several, or one that was not there before.
    A,
}

/// The gender of a French noun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gender {
    Masculine,
    Feminine,
}

/// A noun with its article.
pub(crate) fn with_article(article: Article, gender: Gender, noun: &str, lang: Lang) -> String {
    match (article, lang) {
        (Article::Bare, _) => noun.into(),
        (Article::The, Lang::French) if noun.starts_with('a') => format!("l'{noun}"),
        (Article::The, Lang::French) => format!("{} {noun}", by_gender(gender, "le", "la")),
        (Article::A, Lang::French) => format!("{} {noun}", by_gender(gender, "un", "une")),
        (Article::The, Lang::English) => format!("the {noun}"),
        (Article::A, Lang::English) => {
            // An ace, an 8, an 11, an 18: as they are spoken.
            let first = noun.split(' ').next().unwrap_or_default();
            let is_vowel = first.starts_with(['a', 'e', 'i', 'o', 'u']) || matches!(first, "8" | "11" | "18");
            format!("{} {noun}", if is_vowel { "an" } else { "a" })
        }
    }
}

fn by_gender(gender: Gender, masculine: &'static str, feminine: &'static str) -> &'static str {
    match gender {
        Gender::Masculine => masculine,
        Gender::Feminine => feminine,
    }
}

/// A colour that cards have, as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColourWord {
    Red,
    Yellow,
    Blue,
    Green,
    Black,
}

impl ColourWord {
    /// The word, as it goes with a noun of this gender; the plural takes an `s` in French.
    pub(crate) fn say(self, gender: Gender, lang: Lang) -> &'static str {
        match self {
            Self::Red => lang.of("rouge", "red"),
            Self::Yellow => lang.of("jaune", "yellow"),
            Self::Blue => lang.of(by_gender(gender, "bleu", "bleue"), "blue"),
            Self::Green => lang.of(by_gender(gender, "vert", "verte"), "green"),
            Self::Black => lang.of(by_gender(gender, "noir", "noire"), "black"),
        }
    }

    /// The shape that stands for the colour, as it is drawn on the cards.
    pub(crate) fn shape(self) -> char {
        match self {
            Self::Red => '◆',
            Self::Yellow => '★',
            Self::Blue => '●',
            Self::Green => '▲',
            Self::Black => '■',
        }
    }
}

/// A noun and its colour, in the order of the language: « dame noire », “black queen”.
pub(crate) fn coloured(noun: &str, gender: Gender, colour: ColourWord, lang: Lang) -> String {
    let colour = colour.say(gender, lang);
    lang.of(format!("{noun} {colour}"), format!("{colour} {noun}"))
}

/// Which word joins the last of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Joint {
    And,
    Or,
}

/// « a, b et c », “a, b and c”.
pub(crate) fn list(items: &[String], joint: Joint, lang: Lang) -> String {
    let joint = match joint {
        Joint::And => lang.of("et", "and"),
        Joint::Or => lang.of("ou", "or"),
    };
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {joint} {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// Choosing what is chosen once more does this: « Encore une fois pour le poser. »
pub(crate) fn again(french: &str, english: &str, lang: Lang) -> String {
    lang.of(format!("Encore une fois pour {french}."), format!("Choose again to {english}."))
}

/// The French object pronoun: « le poser », « la poser ».
pub(crate) fn pronoun(gender: Gender) -> &'static str {
    by_gender(gender, "le", "la")
}

/// Points or tokens, which may be fewer than none: « −12 points ».
pub(crate) fn amount(value: i32, unit: [&str; 2], lang: Lang) -> String {
    let sign = if value < 0 { "−" } else { "" };
    format!("{sign}{}", lang.count(value.unsigned_abs() as usize, unit))
}

/// A text that begins with a capital, as a sentence or a title does.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(upper).into_iter().chain(letters).collect()
}

/// The capital of a letter, as far as French and English have one. The standard library knows those of all languages,
/// from tables that everybody who opens the table in a browser would download.
fn upper(letter: char) -> char {
    match letter {
        'à'..='ö' | 'ø'..='þ' => shifted(letter, -32),
        'œ' => 'Œ',
        _ => letter.to_ascii_uppercase(),
    }
}

/// The small letter of a capital, as far as French and English have one.
pub(crate) fn lower(letter: char) -> char {
    match letter {
        'À'..='Ö' | 'Ø'..='Þ' => shifted(letter, 32),
        'Œ' => 'œ',
        _ => letter.to_ascii_lowercase(),
    }
}

fn shifted(letter: char, by: i32) -> char {
    (letter as u32).checked_add_signed(by).and_then(char::from_u32).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_are_those_of_unicode_in_our_two_languages() {
        for letter in "abcxyzàâäæçéèêëîïôöœùûüñ '9—".chars() {
            let capital = upper(letter);
            assert!(capital.to_string() == letter.to_uppercase().to_string(), "{letter}");
            assert_eq!(lower(capital), letter);
        }
        assert_eq!(capital("écureuil"), "Écureuil");
        assert_eq!(capital(""), "");
    }

    #[test]
    fn articles_go_with_their_nouns() {
        let said = |article, gender, noun| Lang::ALL.map(|lang| with_article(article, gender, noun, lang));
        assert_eq!(said(Article::The, Gender::Masculine, "as"), ["l'as", "the as"]);
        assert_eq!(said(Article::The, Gender::Feminine, "dame"), ["la dame", "the dame"]);
        assert_eq!(said(Article::A, Gender::Feminine, "8 of hearts"), ["une 8 of hearts", "an 8 of hearts"]);
        assert_eq!(said(Article::A, Gender::Masculine, "18"), ["un 18", "an 18"]);
        assert_eq!(said(Article::A, Gender::Masculine, "red 8"), ["un red 8", "a red 8"]);
        assert_eq!(said(Article::Bare, Gender::Masculine, "8"), ["8", "8"]);
    }

    #[test]
    fn lists_end_with_a_word() {
        let list =
            |items: &[&str]| list(&items.iter().map(ToString::to_string).collect::<Vec<_>>(), Joint::And, Lang::French);
        assert_eq!([list(&[]), list(&["a"]), list(&["a", "b"])], ["", "a", "a et b"]);
        assert_eq!(list(&["a", "b", "c"]), "a, b et c");
    }

    #[test]
    fn amounts_have_a_real_minus_sign() {
        let points = ["point", "points"];
        assert_eq!(
            [0, 1, -1, -12].map(|value| amount(value, points, Lang::French)),
            ["0 point", "1 point", "−1 point", "−12 points"]
        );
        assert_eq!(amount(0, points, Lang::English), "0 points");
    }
}
