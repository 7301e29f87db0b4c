//! Onze on a board: rows, ways over a Liaison, what each seat has before it.

use engine::Seat;
use engine::games::onze::{Card, Colour, Phase, Played, Public, Spot, Variant};

use super::play::over;
use super::{colour_word, name, name_spot, row_name};
use crate::grammar::{Gender, capital};
use crate::lang::set_type;
use crate::{Article, Lang};

/// The name of a row: « Rangée rouge », “Red row”.
#[must_use]
pub fn name_row(colour: Colour, lang: Lang) -> String {
    let row = row_name(colour, lang);
    capital(&lang.of(format!("rangée {row}"), format!("{row} row")))
}

/// The letter that stands for a row beside its shape.
#[must_use]
pub fn row_letter(colour: Colour, lang: Lang) -> String {
    capital(colour_word(colour).say(Gender::Masculine, lang)).chars().take(1).collect()
}

/// A spot that is reached over a Liaison: « 9 bleu par une Liaison depuis la rangée jaune ».
#[must_use]
pub fn name_over(spot: Spot, from: Colour, lang: Lang) -> String {
    set_type(&format!("{}{}", name_spot(spot, lang), over(Some(from), lang)), lang)
}

/// A joker on the table, by what it stands for: « joker à la place du 9 bleu ».
#[must_use]
pub fn name_joker(spot: Spot, lang: Lang) -> String {
    let (joker, spot) = (name(Card::Joker, Article::Bare, lang), name_spot(spot, lang));
    lang.of(format!("{joker} à la place du {spot}"), format!("{joker} for the {spot}"))
}

/// What a way over a Liaison costs.
#[must_use]
pub fn liaison_used(lang: Lang) -> &'static str {
    lang.of("−1 liaison", "−1 liaison")
}

/// What a seat has before it: the Liaison cards left, and the Bonus cards taken, if any; in the beginners' game nothing.
#[must_use]
pub fn seat_notes(public: &Public, seat: Seat, lang: Lang) -> Vec<String> {
    if public.rules.variant == Variant::Beginners {
        return Vec::new();
    }
    let (liaisons, bonuses) = (usize::from(public.board.liaisons[seat]), public.board.bonuses[seat]);
    let liaisons = Some(lang.count(liaisons, ["liaison", "liaisons"]));
    let bonuses = (bonuses > 0).then(|| format!("{bonuses} bonus"));
    [liaisons, bonuses].into_iter().flatten().map(|note| set_type(&note, lang)).collect()
}

/// How many of the four cards of a turn are used; nothing while no turn is under way.
#[must_use]
pub fn cards_used(public: &Public, lang: Lang) -> Option<String> {
    let Phase::Playing(Played { used, .. }) = public.phase else { return None };
    let most = Played::MAX;
    let said = match (lang, used) {
        (Lang::French, 0 | 1) => format!("{used} carte utilisée sur {most}"),
        (Lang::French, _) => format!("{used} cartes utilisées sur {most}"),
        (Lang::English, _) => format!("{used} of {most} cards used"),
    };
    Some(set_type(&said, lang))
}

#[cfg(test)]
mod tests {
    use engine::games::Onze;
    use engine::games::onze::Rules;
    use engine::{Game, SeatCount};

    use super::*;

    #[test]
    fn rows_have_a_name_and_a_letter() {
        let letters = |lang| Colour::ALL.map(|colour| row_letter(colour, lang)).concat();
        assert_eq!([letters(Lang::French), letters(Lang::English)], ["RJBV", "RYBG"]);
        assert_eq!(
            Lang::ALL.map(|lang| name_row(Colour::Green, lang)),
            ["Rangée verte".to_owned(), "Green row".to_owned()]
        );
    }

    #[test]
    fn spots_are_named_by_what_is_done_there() {
        let spot = Spot::new(Colour::Blue, 9).expect("1 to 21");
        let over = Lang::ALL.map(|lang| name_over(spot, Colour::Yellow, lang));
        assert_eq!(over[0], "9 bleu par une Liaison depuis la rangée jaune");
        assert_eq!(over[1], "blue 9 over a Liaison from the yellow row");
        let joker = Lang::ALL.map(|lang| name_joker(spot, lang));
        assert_eq!(joker, ["joker à la place du 9 bleu".to_owned(), "joker for the blue 9".to_owned()]);
    }

    #[test]
    fn beginners_have_nothing_before_them() {
        let notes = |variant| {
            let seats = SeatCount::new(2).expect("two seats");
            let state = Onze::table(&Rules { variant, ..Rules::default() }, seats);
            seat_notes(&state.public, Seat::default(), Lang::English)
        };
        assert_eq!(notes(Variant::Booklet), ["0 liaisons"]);
        assert!(notes(Variant::Beginners).is_empty());
    }
}
