//! Quarante-Six: the board of 4 × 12 squares with what lies on them, and the pile on its own square.

mod card;

use engine::games::quarante_six::{BoardSide, Card, Hand, Move, Phase, Public, QuaranteSix, Shown, Square, SquareIndex};
use engine::{Game, Member, Seat, View};
use gesture::Gestures;
use leptos::prelude::*;
use words::Lang;
use words::quarante_six::{say_misplaced, say_square};
use words::screen::{Label, points};

use super::{Action, Drawn, Handled, Look, Parts, face_up};
use crate::desk::{Desk, Place};
use crate::memo::memo;
use crate::parts::board::{hand_table, spot_attributes};
use crate::drawing::back;
use crate::parts::seats::Facts;

impl Drawn for QuaranteSix {
    fn draw(place: Place, view: Memo<View<Self>>) -> Parts {
        hand_table(Desk::new(place, view))
    }

    fn facts(public: &Public, seat: Seat, lang: Lang) -> Facts {
        let total = Self::outcome(public).map_or(public.sheet.totals[seat], |outcome| outcome.totals[seat]);
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
        card::face(card, &public.board)
    }

    fn board(desk: Desk<Self>) -> AnyView {
        let shared = desk.place.shared;
        let side = memo(move || desk.view.read().public.rules.board);
        let ground = move || match side.get() {
            BoardSide::Blue => "squares blue",
            BoardSide::Red => "squares red",
            BoardSide::Random => "squares random",
        };
        let name = move || match side.get() {
            BoardSide::Blue => shared.say(Label::BoardBlue),
            BoardSide::Red => shared.say(Label::BoardRed),
            BoardSide::Random => shared.say(Label::BoardRandom),
        };
        let printed = memo(move || desk.view.read().public.board.squares().to_vec());
        let within_reach = memo(move || match desk.lifted.read().is_empty() {
            true => desk.offer.read().within_reach(),
            false => Vec::new(),
        });
        let each = move || printed.get().into_iter().enumerate().collect::<Vec<_>>();
        view! {
            <div class=ground role="group" aria-label=name>
                <For each=each key=|(index, square)| (*index, Self::write_spot(*square))
                    children=move |(index, square)| match square {
                        Square::Pile => pile(desk),
                        _ => place_for_card(desk, index, square, within_reach),
                    }/>
            </div>
        }
        .into_any()
    }

    fn actions(desk: Desk<Self>) -> Vec<Action> {
        let is_last_card = desk.view.read().public.phase == Phase::LastCard;
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

/// A square that takes a card: what is printed there, or what lies on it.
fn place_for_card(desk: Desk<QuaranteSix>, index: usize, square: Square, within_reach: Memo<Vec<Square>>) -> AnyView {
    let shared = desk.place.shared;
    let lies_there = memo(move || lying(&desk.view.read().public, index, square));
    let printed = match square {
        Square::Number(card) => view! { <span class="printed">{card.index()}</span> }.into_any(),
        Square::Joker | Square::Pile => {
            view! { <svg class="crown" viewBox="0 0 12 12" aria-hidden="true"><use href="#joker"/></svg> }.into_any()
        }
    };
    view! {
        <button type="button" class="square" {..spot_attributes(desk, square)}
            class:taken=move || lies_there.read().is_some()
            class:near=move || within_reach.read().contains(&square)
            aria-label=move || say_square(square, lies_there.get(), shared.preferences.lang())>
            {printed}
            {move || lies_there.get().map(|card| {
                view! { <span class="lying" data-travel=QuaranteSix::write_card(card)>{card::face(card, &desk.view.read_untracked().public.board)}</span> }
            })}
            // The joker hides the number it stands for.
            {move || (lies_there.get() == Some(Card::JOKER)).then(|| square.number()).flatten().map(|card| {
                view! { <span class="stands-for" aria-hidden="true">{card.index()}</span> }
            })}
        </button>
    }
    .into_any()
}

/// The pile on its square: pointing at it draws.
fn pile(desk: Desk<QuaranteSix>) -> AnyView {
    let shared = desk.place.shared;
    let size = memo(move || desk.view.read().public.pile_size);
    view! {
        <button type="button" class="square stock" data-place="pile" {..spot_attributes(desk, Square::Pile)}
            aria-label=move || format!("{} ({})", shared.say(Label::Pile), size.get())>
            {move || (size.get() > 0).then(back)}
            <span class="pile-count">{size}</span>
        </button>
    }
    .into_any()
}

/// The card that lies on a square.
fn lying(public: &Public, index: usize, square: Square) -> Option<Card> {
    let is_taken = SquareIndex::from_index(index).is_some_and(|index| public.taken.has(index));
    match square {
        _ if !is_taken => None,
        _ if public.joker == Some(square) => Some(Card::JOKER),
        Square::Number(card) => Some(card),
        Square::Joker | Square::Pile => None,
    }
}
