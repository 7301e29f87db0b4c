//! Onze for whoever wonders what to do: where a card can go, why it cannot be used, what a move is good for.

use engine::View;
use engine::games::Onze;
use engine::games::onze::{Card, Hand, Move, Public, Refusal, Shown, Spot, SpotSet};

use super::{colour_word, name, name_spot};
use crate::grammar::{Gender, Joint, again, list};
use crate::merit::{Choice, ends_round, foresee, opens, sheds};
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
    match neighbours(spot, |near| public.board.taken.has(near))[..] {
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

/// What a move is good for.
pub(super) fn say_merit(mv: &Move, view: &View<Onze>, lang: Lang) -> String {
    let (public, hand) = (&view.public, view.hand.unwrap_or_default());
    let joker = lang.of("se défait d'un joker (11 points)", "sheds a joker (11 points)");
    let shown = foresee(mv, view);
    match *mv {
        Move::Pass => Choice::of(view, is_lay).say(lang),
        _ if shown.iter().any(|shown| matches!(shown, Shown::RoundEnded(_))) => ends_round(lang),
        Move::Lay { spot, from } => {
            let bonus = Shown::BonusTaken { seat: public.seat };
            let what = match neighbours(spot, |near| public.board.taken.has(near))[..] {
                _ if shown.contains(&bonus) => {
                    lang.of("complète une demi-rangée pour un Bonus", "fills half a row for a Bonus").into()
                }
                [low, high] => lang.of(
                    format!("comble le trou entre {low} et {high}"),
                    format!("fills the gap between {low} and {high}"),
                ),
                _ => sheds(i32::try_from(spot.value()).unwrap_or_default(), lang),
            };
            let price = from.map_or("", |_| lang.of(" au prix d'une Liaison", " at the price of a Liaison"));
            let kept =
                if hand.jokers > 0 { lang.of(" ; le joker reste en main", "; the joker stays in hand") } else { "" };
            format!("{what}{price}{}{kept}.", opened(public, &hand, spot, lang))
        }
        Move::LayJoker { spot, .. } => format!("{joker}{}.", opened(public, &hand, spot, lang)),
        Move::Swap(spot) => {
            let sheds = sheds(i32::try_from(spot.value()).unwrap_or_default(), lang);
            lang.of(format!("{sheds} et reprend le joker."), format!("{sheds} and takes the joker back."))
        }
        Move::DiscardJoker => format!("{joker}{}.", opens(&[], 0, ["", ""], lang)),
        Move::Draw => Choice::of(view, is_lay).say(lang),
        Move::End => Choice::of(view, is_lay).say_end(lang),
    }
}

fn is_lay(mv: &Move) -> bool {
    matches!(mv, Move::Lay { .. } | Move::LayJoker { .. } | Move::Swap(_))
}

/// What a card on a spot opens: to the own hand beside it, to others also over a Liaison.
fn opened(public: &Public, hand: &Hand, spot: Spot, lang: Lang) -> String {
    let seats = public.sheet.seats().seats();
    let others_link = seats.filter(|seat| *seat != public.seat).any(|seat| public.liaisons_of(seat) > 0);
    let reach = |taken: SpotSet| match others_link {
        true => taken.connected().or(taken.across(&public.board.rows).minus(taken)),
        false => taken.connected(),
    };
    let (before, after) = (public.board.taken, public.board.taken.with(spot));
    let own = after.connected().minus(before.connected()).and(hand.numbers);
    let others = reach(after).minus(reach(before)).minus(hand.numbers);
    let own: Vec<String> = own.iter().map(|spot| name_spot(spot, lang)).collect();
    opens(&own, others.len(), lang.of(["place", "places"], ["spot", "spots"]), lang)
}
