//! Quarante-Six for whoever wonders what to do: where a card can go, why it cannot be used, what a move is good for.

use engine::games::QuaranteSix;
use engine::games::quarante_six::{Card, CardSet, Move, Public, Refusal, Shown, Square, SquareIndex, SquareSet};
use engine::{Member, View};

use super::{square_name, the};
use crate::grammar::{Joint, again, list};
use crate::merit::{Choice, ends_round, foresee, opens, sheds};
use crate::{Lang, Words};

/// So many cards that a square touches are named.
const MAX_NAMED: usize = 2;

/// Where a lifted card can go.
pub(super) fn say_places(lifted: &[Card], moves: &[Move], public: &Public, lang: Lang) -> String {
    let Some(card) = lifted.first() else { return String::new() };
    let the_card = the(*card, lang);
    let lay = again("le poser", "lay it", lang);
    match *moves {
        [Move::Lay(card)] => {
            let touched: Vec<String> = around(public, card)
                .filter(|square| public.board.taken.has(*square))
                .map(|square| the(lying(public, square), lang))
                .take(MAX_NAMED)
                .collect();
            let touches = lang.of("touche", "touches");
            format!("{the_card} {touches} {}. {lay}", list(&touched, Joint::And, lang))
        }
        [Move::Swap(_)] => {
            let takes = lang.of("prend la place du joker", "takes the joker's place");
            format!("{the_card} {takes}. {lay}")
        }
        [Move::LayJoker(square)] => {
            let goes = lang.of("ne va que sur", "goes only on");
            format!("{the_card} {goes} {}. {lay}", square_name(square, lang))
        }
        _ if public.rules.joker_must_touch => lang.of(
            format!("{the_card} va sur toute case libre qui touche une carte."),
            format!("{the_card} goes on any free square that touches a card."),
        ),
        _ => lang.of(
            format!("{the_card} va sur n'importe quelle case libre."),
            format!("{the_card} goes on any free square."),
        ),
    }
}

/// The squares that touch a card's own, those beside it first.
fn around(public: &Public, card: Card) -> impl Iterator<Item = SquareIndex> + use<> {
    let own = public.board.grid.place(card);
    let away = |square: SquareIndex| square.index().abs_diff(own.index());
    let mut near: Vec<SquareIndex> = Vec::new();
    for square in SquareSet::EMPTY.with(own).surroundings().iter() {
        near.insert(near.partition_point(|known| away(*known) <= away(square)), square);
    }
    near.into_iter()
}

/// What lies on a square that is taken.
fn lying(public: &Public, square: SquareIndex) -> Card {
    let printed = public.board.grid.square(square);
    printed.number().filter(|_| public.board.joker != Some(printed)).unwrap_or(Card::JOKER)
}

/// Why a card cannot be used: one that touches nothing is told what it waits for.
pub(super) fn say_why_not(refusal: &Refusal, public: &Public, lang: Lang) -> String {
    let Refusal::NotTouching { square: Square::Number(card) } = *refusal else {
        return QuaranteSix::say(refusal, lang);
    };
    let near = around(public, card).filter_map(|square| public.board.grid.square(square).number());
    let near: Vec<String> = near.take(MAX_NAMED).map(|near| the(near, lang)).collect();
    let (card, near) = (the(card, lang), list(&near, Joint::Or, lang));
    lang.of(
        format!("{card} ne touche rien encore : il lui faut une carte voisine, comme {near}."),
        format!("{card} touches nothing yet: it needs a card around it, like {near}."),
    )
}

/// What a move is good for.
pub(super) fn say_merit(mv: &Move, view: &View<QuaranteSix>, lang: Lang) -> String {
    let (public, hand) = (&view.public, view.hand.unwrap_or_default());
    let lay = |card: Card, square: Square| {
        if foresee(mv, view).iter().any(|shown| matches!(shown, Shown::RoundEnded(_))) {
            let last = sheds(card.cost(), lang);
            let end = lang.of(format!("{last} à la fin de la manche."), format!("{last} at the end of the round."));
            // The last card of the pile ends the round too, whatever else is held (R21).
            return if hand.cards.len() == 1 { ends_round(lang) } else { end };
        }
        let what = match card {
            Card::JOKER => lang.of("se défait du joker (100 points)", "sheds the joker (100 points)").into(),
            card => sheds(card.cost(), lang),
        };
        format!("{what}{}.", opened(public, hand.cards, square, lang))
    };
    match *mv {
        Move::Lay(card) => lay(card, Square::Number(card)),
        Move::LayJoker(square) => lay(Card::JOKER, square),
        Move::Swap(_) => lang
            .of("reprend le joker, à poser où il vous arrange.", "takes the joker back, to lay where it suits you.")
            .into(),
        Move::Draw => Choice::of(view, is_lay).say(lang),
        Move::End => Choice::of(view, is_lay).say_end(lang),
    }
}

fn is_lay(mv: &Move) -> bool {
    !matches!(mv, Move::Draw | Move::End)
}

/// What a card on a square opens.
fn opened(public: &Public, hand: CardSet, square: Square, lang: Lang) -> String {
    let taken = public.board.grid.find(square).map_or(public.board.taken, |square| public.board.taken.with(square));
    let squares = taken.surroundings().minus(public.board.taken.surroundings());
    let numbers: CardSet = squares.iter().filter_map(|square| public.board.grid.square(square).number()).collect();
    let own: Vec<String> = numbers.and(hand).iter().map(|card| card.index().to_string()).collect();
    opens(&own, numbers.minus(hand).len(), lang.of(["case", "cases"], ["square", "squares"]), lang)
}
