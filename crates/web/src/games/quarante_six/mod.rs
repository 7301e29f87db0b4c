//! Quarante-Six: the printed board with the pile on its own square, and what is said about its cards.

mod board;
mod card;

use client::gesture::Gestures;
use engine::games::quarante_six::{Card, Hand, Move, Phase, Playing, Public, QuaranteSix, Shown, Square};
use engine::{Seat, View};
use leptos::prelude::*;
use words::Lang;
use words::quarante_six::say_misplaced;
use words::screen::{Label, points};

use super::{Action, Drawn, Handled, Look, Parts, face_up};
use crate::desk::Desk;
use crate::parts::board::hand_table;
use crate::parts::seats::Facts;
use crate::place::Place;
use crate::reactive::Memo;

impl Drawn for QuaranteSix {
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts {
        hand_table(Desk::new(place, view))
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let total = public.outcome().map_or(public.sheet.totals[seat], |outcome| outcome.totals[seat]);
        Facts { cards: public.hand_sizes[seat], score: points(total, lang), ..Facts::default() }
    }

    fn draw_hand(public: &Public, hand: &Hand, lang: Lang) -> Vec<(Card, AnyView)> {
        face_up::<Self>(public, hand, lang)
    }

    fn laid(shown: &Shown, _before: &View<Self>) -> Option<(Seat, Vec<String>)> {
        match shown {
            Shown::Laid { seat, card } | Shown::Swapped { seat, card } => {
                Some((*seat, vec![Self::write_spot(Square::Number(*card))]))
            }
            Shown::JokerLaid { seat, square } => Some((*seat, vec![Self::write_spot(*square)])),
            _ => None,
        }
    }
}

impl Handled for QuaranteSix {
    fn face(card: Card, public: &Public, _lang: Lang) -> AnyView {
        card::face(card, &public.board.grid)
    }

    fn board(desk: Desk<Self>) -> AnyView {
        board::board(desk)
    }

    fn actions(desk: Desk<Self>) -> Vec<Action> {
        let is_last_card = desk.view.read().public.phase == Phase::Playing(Playing::LastCard);
        let end = if is_last_card { Label::KeepCard } else { Label::EndTurn };
        vec![
            Action::step(desk, ("draw", Label::Draw, "d"), &Move::Draw, Look::Plain),
            Action::lay(desk),
            Action::step(desk, ("end", end, "e"), &Move::End, Look::Plain),
        ]
    }

    fn tag(view: &View<Self>, card: Card, lang: Lang) -> Option<String> {
        let last = view.hand.as_ref().and_then(|hand: &Hand| hand.last_card);
        (last == Some(card)).then(|| Label::LastCard.say(lang))
    }

    fn misplaced(cards: &[Card], _spot: Square, lang: Lang) -> (String, Option<&'static str>) {
        match cards {
            [card] => (say_misplaced(*card, lang), Some("R13")),
            _ => (Label::NotThere.say(lang), None),
        }
    }
}
