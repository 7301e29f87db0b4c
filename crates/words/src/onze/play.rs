//! Onze at the table: what happened, and what one may do.

use engine::View;
use engine::games::Onze;
use engine::games::onze::{Card, Colour, Move, Phase, Played, Public, Shown, Spot};

use super::{colour_word, name, name_spot, row_name};
use crate::listener::Unit;
use crate::{Article, Caption, Lang, Listener};

/// What happened.
pub(super) fn say_shown(shown: &Shown, before: &View<Onze>, to: &Listener<'_>) -> Option<String> {
    let lang = to.lang;
    let lays = |seat| to.does(seat, ["posez", "pose"], ["lay", "lays"]);
    let said = match *shown {
        Shown::Dealt(_) => to.round_dealt(before, shown, &[]),
        Shown::Laid { seat, spot, from } => {
            format!("{} {}{}.", lays(seat), name(Card::Number(spot), Article::The, lang), over(from, lang))
        }
        Shown::JokerLaid { seat, spot, from } => {
            let (lays, spot, over) = (lays(seat), name_spot(spot, lang), over(from, lang));
            lang.of(
                format!("{lays} un joker à la place du {spot}{over}."),
                format!("{lays} a joker for the {spot}{over}."),
            )
        }
        Shown::Swapped { seat, spot } => {
            let swaps = to.does(seat, ["échangez", "échange"], ["swap", "swaps"]);
            let card = name(Card::Number(spot), Article::The, lang);
            lang.of(format!("{swaps} {card} contre le joker."), format!("{swaps} {card} for the joker."))
        }
        Shown::JokerDiscarded { seat } => {
            let discards = to.does(seat, ["vous défaussez", "se défausse"], ["discard", "discards"]);
            lang.of(format!("{discards} d'un joker."), format!("{discards} a joker."))
        }
        Shown::BonusTaken { seat } => {
            let takes = to.then_does(seat, ["prenez", "prend"], ["take", "takes"]);
            lang.of(
                format!("Demi-rangée complète : {takes} une carte Bonus."),
                format!("Half a row is full: {takes} a Bonus card."),
            )
        }
        Shown::Drew { seat, card } => to.draws(seat, card.map(|card| name_drawn(card, lang))),
        Shown::Passed { seat } => to.passes(seat),
        Shown::RoundEnded(ref ending) => {
            let seat = before.public.seat;
            let end = if ending.hands[seat].is_empty() { to.is_out_of_cards(seat) } else { to.all_passed() };
            to.round_ended(&end, &ending.outcome, ending.hands.seats().seats().collect(), Unit::Points)
        }
        Shown::TurnPassed { .. } => return None,
    };
    Some(said)
}

/// Numbers there are once, jokers several times.
fn name_drawn(card: Card, lang: Lang) -> String {
    name(card, if card == Card::Joker { Article::A } else { Article::The }, lang)
}

/// The Liaison a card was laid over, if one was used.
pub(super) fn over(from: Option<Colour>, lang: Lang) -> String {
    let Some(row) = from.map(|from| row_name(from, lang)) else { return String::new() };
    lang.of(format!(" par une Liaison depuis la rangée {row}"), format!(" over a Liaison from the {row} row"))
}

/// What happened, in a few characters.
pub(super) fn say_caption(shown: &Shown, lang: Lang) -> Option<Caption> {
    let mark = |spot: Spot| format!("{} {}", spot.value(), colour_word(spot.colour()).shape());
    Some(match *shown {
        Shown::Laid { seat, spot, .. } => Caption::new(seat, mark(spot)),
        Shown::JokerLaid { seat, spot, .. } => Caption::new(seat, format!("joker {}", mark(spot))),
        Shown::Swapped { seat, spot } => Caption::new(seat, format!("{} ↔ joker", mark(spot))),
        Shown::JokerDiscarded { seat } => Caption::new(seat, lang.of("défausse un joker", "discards a joker")),
        Shown::BonusTaken { seat } => Caption::new(seat, "+1 bonus"),
        Shown::Drew { seat, .. } => Caption::draws(seat, lang),
        Shown::Passed { seat } => Caption::passes(seat, lang),
        Shown::Dealt(_) | Shown::TurnPassed { .. } | Shown::RoundEnded(_) => return None,
    })
}

/// A move by its name.
pub(super) fn say_move(mv: &Move, lang: Lang) -> String {
    match *mv {
        Move::Lay { spot, from } => {
            let (card, over) = (name(Card::Number(spot), Article::The, lang), over(from, lang));
            lang.of(format!("poser {card}{over}"), format!("lay {card}{over}"))
        }
        Move::LayJoker { spot, from } => {
            let (spot, over) = (name_spot(spot, lang), over(from, lang));
            lang.of(format!("poser un joker à la place du {spot}{over}"), format!("lay a joker for the {spot}{over}"))
        }
        Move::Swap(spot) => {
            let card = name(Card::Number(spot), Article::The, lang);
            lang.of(format!("échanger {card} contre le joker"), format!("swap {card} for the joker"))
        }
        Move::DiscardJoker => lang.of("défausser un joker", "discard a joker").into(),
        Move::Draw => lang.of("piocher", "draw").into(),
        Move::End => lang.of("finir le tour", "end the turn").into(),
        Move::Pass => lang.of("passer", "pass").into(),
    }
}

/// What the player may do: what is left of the four cards, and what is still owed.
pub(super) fn say_task(public: &Public, moves: &[Move], lang: Lang) -> String {
    let played = if let Phase::Playing(played) = public.phase { played } else { Played::default() };
    let has = |mv| moves.contains(&mv);
    let ways_out = [Move::Draw, Move::End, Move::Pass];
    let may_use = moves.iter().any(|mv| !ways_out.contains(mv));
    let left = usize::from(Played::MAX.saturating_sub(played.used));
    let cards = lang.count(left, lang.of(["carte", "cartes"], ["card", "cards"]));
    match (may_use, played.is_nothing()) {
        (true, true) if has(Move::Draw) => {
            lang.of(format!("posez jusqu'à {cards}, ou piochez"), format!("lay up to {cards}, or draw"))
        }
        (true, true) if has(Move::Pass) => {
            lang.of(format!("posez jusqu'à {cards}, ou passez"), format!("lay up to {cards}, or pass"))
        }
        (false, true) if has(Move::Draw) => lang.of("rien à poser, piochez", "nothing to lay, so draw").into(),
        (false, true) => lang.of("rien à poser, passez", "nothing to lay, so pass").into(),
        (true, _) if has(Move::End) => {
            let more = lang.count(left, lang.of(["carte", "cartes"], ["more card", "more cards"]));
            lang.of(format!("encore {more} au plus, ou finissez"), format!("up to {more}, or end"))
        }
        (true, _) if played.swaps > 0 => lang.of(
            format!("après l'échange, posez une carte ({left} au plus)"),
            format!("after the swap, lay a card ({left} at most)"),
        ),
        (true, _) => lang.of("pioche vide, il faut poser une carte", "the pile is empty, you must lay a card").into(),
        (false, _) => lang.of("finissez votre tour", "end it").into(),
    }
}
