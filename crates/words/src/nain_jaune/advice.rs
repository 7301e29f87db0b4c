//! Nain Jaune for whoever wonders what to do: where a card can go.

use engine::games::nain_jaune::{Card, Move, Public};

use super::{gender, the};
use crate::Lang;
use crate::grammar::{again, pronoun};

/// Where a lifted card can go: there is but the run.
pub(super) fn say_places(lifted: &[Card], _moves: &[Move], public: &Public, lang: Lang) -> String {
    let Some(card) = lifted.first() else { return String::new() };
    let does = match public.need {
        Some(_) => lang.of("continue la suite", "goes on with the run"),
        None => lang.of("ouvre une suite", "opens a run"),
    };
    let lay = again(&format!("{} poser", pronoun(gender(card.rank()))), "lay it", lang);
    format!("{} {does}. {lay}", the(*card, lang))
}
