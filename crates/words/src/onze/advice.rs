//! Onze for whoever wonders what to do: where a card can go, and why it cannot be used.

use engine::games::Onze;
use engine::games::onze::{Card, Move, Public, Refusal, Spot, SpotSet};

use super::{colour_word, name, name_spot};
use crate::grammar::{Gender, Joint, again, list};
use crate::{Article, Lang, Words};

/// Where a lifted card can go.
pub(super) fn say_places(lifted: &[Card], moves: &[Move], public: &Public, lang: Lang) -> String {
    let Some(card) = lifted.first() else { return String::new() };
    let the_card = name(*card, Article::The, lang);
    let lay = again("le poser", "lay it", lang);
    match *moves {
        [Move::Lay { spot, from: None }] => format!("{the_card} {}. {lay}", beside(spot, public, lang)),
        [Move::Swap(_)] => {
            let takes = lang.of("prend la place du joker", "takes the joker's place");
            format!("{the_card} {takes}. {lay}")
        }
        [Move::DiscardJoker] => {
            let only = lang.of("ne peut qu'être défaussé", "can only be discarded");
            format!("{the_card} {only}. {}", again("le défausser", "discard it", lang))
        }
        _ if *card == Card::Joker => say_joker(&the_card, moves, &lay, lang),
        _ => {
            let rows = moves.iter().filter_map(|mv| if let Move::Lay { from, .. } = mv { *from } else { None });
            let the_row = |colour| {
                let word = colour_word(colour).say(Gender::Masculine, lang);
                lang.of(format!("le {word}"), word.into())
            };
            let rows: Vec<String> = rows.map(the_row).collect();
            let rows = list(&rows, Joint::Or, lang);
            let way = lang.of(
                format!("{the_card} : par une Liaison depuis {rows}."),
                format!("{the_card}: over a Liaison from {rows}."),
            );
            if moves.len() == 1 { format!("{way} {lay}") } else { way }
        }
    }
}

/// Where a joker can go: on one spot, which is named, or on many.
fn say_joker(joker: &str, moves: &[Move], lay: &str, lang: Lang) -> String {
    let spot = |mv: &Move| if let Move::LayJoker { spot, .. } = mv { Some(*spot) } else { None };
    let spots: SpotSet = moves.iter().filter_map(spot).collect();
    let places = match spots.first() {
        Some(spot) if spots.len() == 1 => {
            let spot = name_spot(spot, lang);
            lang.of(format!("{joker} va à la place du {spot}"), format!("{joker} goes in place of the {spot}"))
        }
        _ => {
            let count = spots.len();
            lang.of(format!("{joker} va sur {count} places"), format!("{joker} goes on {count} spots"))
        }
    };
    if moves.contains(&Move::DiscardJoker) {
        return places + lang.of(", ou se défausse.", ", or is discarded.");
    }
    if moves.len() == 1 { format!("{places}. {lay}") } else { places + "." }
}

/// Next to what a card of a connected spot goes: « va entre le 11 et le 13 ».
fn beside(spot: Spot, public: &Public, lang: Lang) -> String {
    match neighbours(spot, |near| public.taken.has(near))[..] {
        [low, high] => lang.of(format!("va entre le {low} et le {high}"), format!("goes between {low} and {high}")),
        [near] => lang.of(format!("va à côté du {near}"), format!("goes next to the {near}")),
        _ => lang.of("va à sa place", "goes on its spot").into(),
    }
}

/// The values next to a spot in its row, of those that are wanted.
fn neighbours(spot: Spot, is_wanted: impl Fn(Spot) -> bool) -> Vec<usize> {
    let near = [spot.value().checked_sub(1), spot.value().checked_add(1)].into_iter().flatten();
    let near = near.filter_map(|value| Spot::new(spot.colour(), value));
    near.filter(|near| is_wanted(*near)).map(Spot::value).collect()
}

/// Why a card cannot be used: one that touches nothing is told what it waits for.
pub(super) fn say_why_not(refusal: &Refusal, lang: Lang) -> String {
    let Refusal::NotConnected { spot } = *refusal else { return Onze::say(refusal, lang) };
    let card = name(Card::Number(spot), Article::The, lang);
    let near =
        neighbours(spot, |_| true).into_iter().map(|value| lang.of(format!("le {value}"), format!("the {value}")));
    let near = list(&near.collect::<Vec<_>>(), Joint::Or, lang);
    lang.of(
        format!("{card} ne touche rien encore : il lui faut {near}."),
        format!("{card} touches nothing yet: it needs {near}."),
    )
}
