//! Rummy while a turn is prepared: why a group is no set yet, how far an opening has come, what a joker stands for.

use engine::games::rummy::{Colour, SetFault, Tile};

use super::{fault_name, name};
use crate::grammar::{capital, with_article};
use crate::lang::set_type;
use crate::rank::{gender, rank_name};
use crate::{Article, Lang};

/// Why a group of tiles is no set, short enough to stand under it.
#[must_use]
pub fn say_set_fault(fault: SetFault, lang: Lang) -> String {
    set_type(&format!("{}.", capital(fault_name(fault, lang))), lang)
}

/// How far an opening has come: what its sets are worth, of what they must be worth.
#[must_use]
pub fn say_opening(have: u32, need: u32, lang: Lang) -> String {
    let rest = match need.saturating_sub(have) {
        0 => lang.of("c'est assez", "enough").into(),
        lacking => lang.of(format!("encore {lacking}"), format!("{lacking} to go")),
    };
    let worth = format!("{have}\u{a0}/\u{a0}{need}");
    set_type(&lang.of(format!("Ouverture : {worth}, {rest}"), format!("Opening: {worth}, {rest}")), lang)
}

/// A joker with what it stands for, as far as that is certain: « joker pour le 7 noir », “joker for a 7”.
#[must_use]
pub fn name_joker(rank: u8, colour: Option<Colour>, lang: Lang) -> String {
    let stands_for = match colour.and_then(|colour| Tile::new(colour, rank)) {
        Some(tile) => name(tile, Article::The, lang),
        None => with_article(Article::A, gender(rank), &rank_name(rank, lang), lang),
    };
    lang.of(format!("joker pour {stands_for}"), format!("joker for {stands_for}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_told_in_both_languages() {
        assert_eq!(say_set_fault(SetFault::ColourTwice, Lang::French), "Une couleur y est deux fois.");
        assert_eq!(say_opening(18, 30, Lang::French), "Ouverture\u{a0}: 18\u{a0}/\u{a0}30, encore 12");
        assert_eq!(say_opening(33, 30, Lang::English), "Opening: 33\u{a0}/\u{a0}30, enough");
        assert_eq!(name_joker(12, Some(Colour::Black), Lang::French), "joker pour la dame noire");
        assert_eq!(name_joker(12, None, Lang::French), "joker pour une dame");
        assert_eq!(name_joker(1, None, Lang::English), "joker for an ace");
    }
}
