//! Quarante-Six at the table: what happened, and what one may do.

use engine::View;
use engine::games::QuaranteSix;
use engine::games::quarante_six::{Hand, Move, Phase, Playing, Public, Shown};

use super::{square_name, the};
use crate::listener::Unit;
use crate::{Caption, Lang, Listener};

/// What happened.
pub(super) fn say_shown(shown: &Shown, before: &View<QuaranteSix>, to: &Listener<'_>) -> Option<String> {
    let lang = to.lang;
    let lays = |seat| to.does(seat, ["posez", "pose"], ["lay", "lays"]);
    let said = match *shown {
        Shown::Dealt(ref deal) => {
            let deals = to.then_does(
                deal.dealer,
                ["distribuez et retournez", "distribue et retourne"],
                ["deal and turn up", "deals and turns up"],
            );
            to.round_dealt(before, shown, &[format!("{deals} {}", the(deal.turned, lang))])
        }
        Shown::Laid { seat, card } => format!("{} {}.", lays(seat), the(card, lang)),
        Shown::JokerLaid { seat, square } => {
            let (lays, square) = (lays(seat), square_name(square, lang));
            lang.of(format!("{lays} le joker sur {square}."), format!("{lays} the joker on {square}."))
        }
        Shown::Swapped { seat, card } => {
            let swaps = to.does(seat, ["échangez", "échange"], ["swap", "swaps"]);
            let card = the(card, lang);
            lang.of(format!("{swaps} {card} contre le joker."), format!("{swaps} {card} for the joker."))
        }
        Shown::Drew { seat, card } if before.public.board.pile_size == 1 => {
            let draws = to.does(seat, ["piochez", "pioche"], ["draw", "draws"]);
            let card = card.map(|card| format!(", {}", the(card, lang))).unwrap_or_default();
            lang.of(format!("{draws} la dernière carte{card}."), format!("{draws} the last card{card}."))
        }
        Shown::Drew { seat, card } => to.draws(seat, card.map(|card| the(card, lang))),
        Shown::RoundEnded(ref ending) => {
            let seat = before.public.seat;
            let used_up = lang.of("La pioche est épuisée.", "The pile is used up.");
            let end = if ending.hands[seat].cards.is_empty() { to.is_out_of_cards(seat) } else { used_up.into() };
            to.round_ended(&end, &ending.outcome, ending.hands.seats().seats().collect(), Unit::Points)
        }
        Shown::TurnPassed { .. } => return None,
    };
    Some(said)
}

/// What happened, in a few characters.
pub(super) fn say_caption(shown: &Shown, lang: Lang) -> Option<Caption> {
    Some(match *shown {
        Shown::Laid { seat, card } => Caption::new(seat, card.index().to_string()),
        Shown::JokerLaid { seat, square } => {
            let number = square.number().map(|card| format!(" {}", card.index())).unwrap_or_default();
            Caption::new(seat, format!("joker{number}"))
        }
        Shown::Swapped { seat, card } => Caption::new(seat, format!("{} ↔ joker", card.index())),
        Shown::Drew { seat, .. } => Caption::draws(seat, lang),
        Shown::Dealt(_) | Shown::TurnPassed { .. } | Shown::RoundEnded(_) => return None,
    })
}

/// A move by its name.
pub(super) fn say_move(mv: &Move, public: &Public, lang: Lang) -> String {
    match *mv {
        Move::Lay(card) => {
            let card = the(card, lang);
            lang.of(format!("poser {card}"), format!("lay {card}"))
        }
        Move::LayJoker(square) => {
            let square = square_name(square, lang);
            lang.of(format!("poser le joker sur {square}"), format!("lay the joker on {square}"))
        }
        Move::Swap(card) => {
            let card = the(card, lang);
            lang.of(format!("échanger {card} contre le joker"), format!("swap {card} for the joker"))
        }
        Move::Draw => lang.of("piocher", "draw").into(),
        Move::End if public.phase == Phase::Playing(Playing::LastCard) => {
            lang.of("garder la dernière carte", "keep the last card").into()
        }
        Move::End => lang.of("finir le tour", "end the turn").into(),
    }
}

/// What the player may do.
pub(super) fn say_task(public: &Public, hand: &Hand, moves: &[Move], lang: Lang) -> String {
    let may_lay = moves.iter().any(|mv| !matches!(mv, Move::Draw | Move::End));
    if let Some(card) = hand.last_card.map(|card| the(card, lang)) {
        return if may_lay {
            lang.of(
                format!("posez la dernière carte, {card}, ou gardez-la"),
                format!("lay the last card, {card}, or keep it"),
            )
        } else {
            lang.of(format!("gardez la dernière carte, {card}"), format!("keep the last card, {card}"))
        };
    }
    let has_laid = matches!(public.phase, Phase::Playing(Playing::Laying { laid }) if laid > 0);
    let task = match (may_lay, has_laid) {
        (true, false) => lang.of("posez des cartes, ou piochez", "lay cards, or draw"),
        (true, true) => lang.of("posez encore, ou finissez", "lay more, or end"),
        (false, false) => lang.of("rien à poser, piochez", "nothing to lay, so draw"),
        (false, true) => lang.of("finissez votre tour", "end it"),
    };
    task.into()
}

/// Whom the table waits for, and for what.
pub(super) fn say_wait(public: &Public, to: &Listener<'_>) -> String {
    if public.phase == Phase::Playing(Playing::LastCard) {
        let last = ["décidez de la dernière carte", "décide de la dernière carte"];
        return to.just_does(public.seat, last, ["decide about the last card", "is deciding about the last card"]);
    }
    to.is_playing(public.seat)
}
