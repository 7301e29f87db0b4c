//! Onze: four rows that grow out of their elevens, the Liaisons between them, the pile and the place for jokers.

mod card;
mod rails;
mod side;

use client::gesture::Gestures;
use client::gesture::onze::Spot as Target;
use engine::games::onze::{Card, Hand, Move, Onze, Public, Shown};
use engine::{Seat, View};
use leptos::prelude::*;
use words::Lang;
use words::onze::seat_notes;
use words::screen::{Label, points};

use super::{Action, Drawn, Handled, Look, Parts, face_up};
use crate::desk::Desk;
use crate::parts::board::hand_table;
use crate::parts::seats::Facts;
use crate::place::Place;
use crate::reactive::Memo;

impl Drawn for Onze {
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts {
        hand_table(Desk::new(place, view))
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let total = public.outcome().map_or(public.sheet.totals[seat], |outcome| outcome.totals[seat]);
        let score = points(total, lang);
        Facts { cards: public.hand_sizes[seat], score, details: seat_notes(public, seat, lang), ..Facts::default() }
    }

    fn draw_hand(public: &Public, hand: &Hand, lang: Lang) -> Vec<(Card, AnyView)> {
        face_up::<Self>(public, hand, lang)
    }

    fn laid(shown: &Shown, _before: &View<Self>) -> Option<(Seat, Vec<String>)> {
        match shown {
            Shown::Laid { seat, spot, .. } | Shown::JokerLaid { seat, spot, .. } | Shown::Swapped { seat, spot } => {
                Some((*seat, vec![Self::write_spot(Target::Table(*spot))]))
            }
            _ => None,
        }
    }
}

impl Handled for Onze {
    fn face(card: Card, _public: &Public, lang: Lang) -> AnyView {
        card::face(card, lang)
    }

    fn board(desk: Desk<Self>) -> AnyView {
        view! { <div class="onze-board">{rails::rails(desk)}{side::side(desk)}</div> }.into_any()
    }

    fn actions(desk: Desk<Self>) -> Vec<Action> {
        let has_pile = desk.view.read().public.board.pile_size > 0;
        let rest = if has_pile { ("draw", Label::Draw, "d") } else { ("pass", Label::Pass, "p") };
        let mv = if has_pile { Move::Draw } else { Move::Pass };
        vec![
            Action::step(desk, rest, &mv, Look::Plain),
            Action::lay(desk),
            Action::step(desk, ("end", Label::EndTurn, "e"), &Move::End, Look::Plain),
        ]
    }
}
