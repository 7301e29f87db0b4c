//! The thirteen ranks of Nain Jaune and Rummy, ace to king, as they are printed and as they are called.
//!
//! Deliberately absent: how ranks are written in the notation, which is the same in every language; that is in `wire`.

use crate::Lang;
use crate::grammar::Gender;

/// What is printed on a card or tile of this rank, 1 to 13: A, 2 to 10, then V D R in French and J Q K in English.
#[must_use]
pub fn rank_mark(rank: impl Into<usize>, lang: Lang) -> String {
    match rank.into() {
        1 => "A".into(),
        11 => lang.of("V", "J").into(),
        12 => lang.of("D", "Q").into(),
        13 => lang.of("R", "K").into(),
        number => number.to_string(),
    }
}

/// The name of a rank: `roi`, `king`, `7`.
pub(crate) fn rank_name(rank: impl Into<usize>, lang: Lang) -> String {
    match rank.into() {
        1 => lang.of("as", "ace").into(),
        11 => lang.of("valet", "jack").into(),
        12 => lang.of("dame", "queen").into(),
        13 => lang.of("roi", "king").into(),
        number => number.to_string(),
    }
}

/// The gender of a rank's name in French.
pub(crate) fn gender(rank: impl Into<usize>) -> Gender {
    if rank.into() == 12 { Gender::Feminine } else { Gender::Masculine }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_bear_the_letters_of_their_language() {
        let marks = |lang| (1_u8..=13).map(|rank| rank_mark(rank, lang)).collect::<Vec<_>>().concat();
        assert_eq!(marks(Lang::French), "A2345678910VDR");
        assert_eq!(marks(Lang::English), "A2345678910JQK");
    }
}
