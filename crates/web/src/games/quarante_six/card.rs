//! The cards of Quarante-Six: the number and, below it, its place on the board as a small map.

use engine::games::quarante_six::{Card, Grid, Square};
use leptos::prelude::*;

use crate::drawing::{Figures, card, figures, frame, part, picture};

/// The blue of the print.
const BLUE: &str = "#1d4a86";
/// The colour of what is printed on the board itself.
const PRINTED: &str = "#eaf1fc";

/// A card face up, with its place on this board.
pub(crate) fn face(held: Card, board: &Grid) -> AnyView {
    if held == Card::JOKER {
        return joker();
    }
    let number = held.index().to_string();
    let look = |height, weight| Figures { height, colour: BLUE, weight };
    let markup = [
        frame(BLUE),
        figures(&number, if number.len() > 1 { 20.0 } else { 15.0 }, 20.0, look(21.0, 3.1)),
        figures(&number, 52.0, 72.0, look(44.0, 2.6)),
        map(held, board),
    ];
    card(&markup.concat())
}

/// The board, small: the card's own square is told apart by size as well.
fn map(held: Card, board: &Grid) -> String {
    let square = |(index, square): (usize, &Square)| {
        let (x, y) = (16.0 + 5.9 * (index % 12) as f64, 112.0 + 5.9 * (index / 12) as f64);
        let is_own = matches!(square, Square::Number(card) if *card == held);
        let (x, y, size) = if is_own { (x - 0.8, y - 0.8, 6.1) } else { (x, y, 4.5) };
        let colour = match square {
            _ if is_own => "#e8992a",
            Square::Pile => "#8f2f3b",
            _ => "#1d4a8633",
        };
        format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{size}\" height=\"{size}\" rx=\"1\" fill=\"{colour}\"/>")
    };
    board.squares().iter().enumerate().map(square).collect()
}

/// The joker: it stands for any number.
fn joker() -> AnyView {
    let markup =
        [frame("#d99a00"), part("jester-blue", 10.0, 36.0, 86.0, 69.0), part("jester-blue", 3.0, 8.0, 26.0, 21.0)];
    card(&markup.concat())
}

/// The number of a square as it is printed on the board.
pub(super) fn printed(number: Card) -> AnyView {
    square_number(number, Figures { height: 19.0, colour: PRINTED, weight: 2.4 })
}

/// A card that lies on its square: the number alone.
pub(super) fn lying(number: Card) -> AnyView {
    square_number(number, Figures { height: 25.0, colour: BLUE, weight: 2.9 })
}

/// The joker, as it lies on a square or is printed on its own.
pub(super) fn jester() -> AnyView {
    picture("qs-jester", "0 0 100 80", &part("jester-blue", 0.0, 0.0, 100.0, 80.0))
}

fn square_number(number: Card, look: Figures) -> AnyView {
    picture("qs-number", "0 0 54 40", &figures(&number.index().to_string(), 27.0, 20.0, look))
}
