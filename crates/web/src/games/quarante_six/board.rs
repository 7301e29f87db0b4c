//! The board of 12 × 4 squares with what lies on them.
//!
//! Where it is higher than wide the style sheet turns it by a quarter, 4 × 12; numbers stay upright.

use client::gesture::Gestures;
use engine::Member;
use engine::games::quarante_six::{BoardSide, Card, Public, QuaranteSix, Square, SquareIndex};
use leptos::prelude::*;
use words::quarante_six::say_square;
use words::screen::Label;

use super::super::lanes::lanes;
use super::card;
use crate::desk::Desk;
use crate::drawing::back;
use crate::parts::board::spot_attributes;
use crate::parts::halo::halo;
use crate::parts::list::keyed;
use crate::reactive::{Memo, memo};

/// How many squares a row of the board has.
const COLUMNS: usize = 12;

/// The board as it is printed, in the colour of its side.
pub(super) fn board(desk: Desk<QuaranteSix>) -> AnyView {
    let shared = desk.place.shared;
    let side = memo(move || desk.view.read().public.rules.board);
    let ground = move || match side.get() {
        BoardSide::Blue => "blue",
        BoardSide::Red => "red",
        BoardSide::Random => "random",
    };
    let name = move || match side.get() {
        BoardSide::Blue => shared.say(Label::BoardBlue),
        BoardSide::Red => shared.say(Label::BoardRed),
        BoardSide::Random => shared.say(Label::BoardRandom),
    };
    let printed = memo(move || desk.view.read().public.board.grid.squares().to_vec());
    let columns = memo(move || {
        let (printed, lit) = (printed.read(), desk.lit.read());
        let is_lit = |column| {
            let mut squares = printed.iter().skip(column).step_by(COLUMNS);
            squares.any(|square| *square != Square::Pile && lit.contains(square))
        };
        lanes(&(0..COLUMNS).map(is_lit).collect::<Vec<_>>(), "--length", "--narrow").join(" ")
    });
    let within_reach = memo(move || match desk.lifted.read().is_empty() {
        true => desk.offer.read().within_reach(),
        false => Vec::new(),
    });
    let each = move || printed.get().into_iter().enumerate().collect::<Vec<_>>();
    view! {
        <div class="qs-board" data-side=ground role="group" aria-label=name style=("--columns", move || columns.get())>
            {keyed(
                each,
                |(index, square)| format!("{index} {}", QuaranteSix::write_spot(*square)),
                move |(index, square)| view! {
                    <div class="qs-place" style=("--column", (index % COLUMNS + 1).to_string())
                        style=("--row", (index / COLUMNS + 1).to_string())>
                        {match square {
                            Square::Pile => pile(desk),
                            _ => place_for_card(desk, index, square, within_reach),
                        }}
                    </div>
                },
            )}
        </div>
    }
    .into_any()
}

/// A square that takes a card: what is printed there, or what lies on it.
fn place_for_card(desk: Desk<QuaranteSix>, index: usize, square: Square, within_reach: Memo<Vec<Square>>) -> AnyView {
    let shared = desk.place.shared;
    let lies_there = memo(move || lying(&desk.view.read().public, index, square));
    let drawn = move || {
        let card = lies_there.get();
        let number = square.number();
        // The joker is drawn with the number it stands for.
        let jester = (card == Some(Card::JOKER) || number.is_none()).then(card::jester);
        let number = number.map(if card.is_some() { card::lying } else { card::printed });
        view! { <i data-travel=card.map(QuaranteSix::write_card)>{jester}{number}</i> }.into_any()
    };
    view! {
        <button type="button" class="qs-square" {..spot_attributes(desk, square)}
            data-taken=move || lies_there.read().is_some().then_some("")
            data-near=move || within_reach.read().contains(&square).then_some("")
            data-joker=(square == Square::Joker).then_some("")
            aria-label=move || say_square(square, lies_there.get(), shared.preferences.lang())>
            {move || drawn()}
        </button>
        {halo(desk.place, QuaranteSix::write_spot(square))}
    }
    .into_any()
}

/// The pile on its square: pointing at it draws.
fn pile(desk: Desk<QuaranteSix>) -> AnyView {
    let shared = desk.place.shared;
    let size = memo(move || desk.view.read().public.board.pile_size);
    view! {
        <button type="button" class="qs-pile" data-place="pile" {..spot_attributes(desk, Square::Pile)}
            aria-label=move || format!("{} ({})", shared.say(Label::Pile), size.get())>
            {move || (size.get() > 0).then(back)}
            <b>{move || size.get()}</b>
        </button>
    }
    .into_any()
}

/// The card that lies on a square.
fn lying(public: &Public, index: usize, square: Square) -> Option<Card> {
    let is_taken = SquareIndex::from_index(index).is_some_and(|index| public.board.taken.has(index));
    match square {
        _ if !is_taken => None,
        _ if public.board.joker == Some(square) => Some(Card::JOKER),
        Square::Number(card) => Some(card),
        Square::Joker | Square::Pile => None,
    }
}
