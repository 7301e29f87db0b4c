//! The cards of DOS: a field of colour, its shape in paper, the number in it.

use engine::games::dos::{Card, Colour, Face};
use leptos::prelude::*;

use crate::drawing::{Figures, Ink, both_ways, card, figures, ink_shape, shape};

/// The paper of a field.
const PAPER: &str = "#fffaf0";

/// A card face up.
pub(crate) fn face(held: Card) -> AnyView {
    let (Some(ink), Some(value)) = (held.colour().map(ink), value(held)) else { return wild() };
    let is_long = value.len() > 1;
    let (shape_size, lower, height) = match ink {
        Ink::Green => (92.0, 9.0, 28.0),
        Ink::Yellow => (92.0, 4.0, 29.0),
        Ink::Blue => (82.0, 0.0, 36.0),
        Ink::Red | Ink::Black => (92.0, 0.0, 36.0),
    };
    let height = if is_long { height - 4.0 } else { height };
    let raised = if ink == Ink::Green { 4.0 } else { 0.0 };
    let (corner, width) = if is_long { (23.0, 28) } else { (19.5, 21) };
    let look = |height, weight| Figures { height, colour: ink.text(), weight };
    let corner = [
        format!("<rect x=\"9\" y=\"9\" width=\"{width}\" height=\"38\" rx=\"6\" fill=\"{PAPER}\"/>"),
        figures(&value, corner, 22.0, look(18.0, 3.2)),
        ink_shape(ink, corner, 39.0, 11.0),
    ];
    let markup = [
        format!("<rect x=\"7\" y=\"7\" width=\"86\" height=\"132\" rx=\"7\" fill=\"{}\"/>", ink.fill()),
        shape(ink.name(), 50.0, 73.0 - raised, shape_size, PAPER),
        figures(&value, 50.0, 73.0 + lower, look(height, 2.9)),
        both_ways(&corner.concat()),
    ];
    card(&markup.concat())
}

/// The card DOS: a two of any colour.
fn wild() -> AnyView {
    let quarter =
        |x: u32, y: u32, corner: &str, ink: Ink| format!("<path d=\"M{x} {y}{corner}\" fill=\"{}\"/>", ink.fill());
    let look = |height, weight| Figures { height, colour: Ink::Black.text(), weight };
    let inks = [Ink::Red, Ink::Blue, Ink::Green, Ink::Yellow];
    let row: String = (0..4).map(|place| ink_shape(inks[place], 13.5 + 4.0 * place as f64, 36.0, 4.2)).collect();
    let corner = [
        format!("<rect x=\"9\" y=\"9\" width=\"21\" height=\"34\" rx=\"6\" fill=\"{PAPER}\"/>"),
        figures("2", 19.5, 21.0, look(18.0, 3.1)),
        row,
    ];
    let markup = [
        quarter(7, 14, "q0-7 7-7h36v66H7z", Ink::Red),
        quarter(50, 7, "h36q7 0 7 7v59H50z", Ink::Blue),
        quarter(7, 73, "h43v66H14q-7 0-7-7z", Ink::Green),
        quarter(50, 73, "h43v59q0 7-7 7H50z", Ink::Yellow),
        both_ways(&corner.concat()),
        format!("<rect x=\"3\" y=\"52\" width=\"94\" height=\"42\" rx=\"9\" fill=\"{PAPER}\"/>"),
        "<rect x=\"7\" y=\"56\" width=\"86\" height=\"34\" rx=\"6\" fill=\"none\" stroke=\"#262b36\" \
         stroke-opacity=\".35\" stroke-width=\"1.3\"/>"
            .into(),
        figures("DOS", 50.0, 73.0, look(24.0, 3.3)),
    ];
    card(&markup.concat())
}

/// The number or the sign of a card; the card DOS has neither.
fn value(held: Card) -> Option<String> {
    match held.face() {
        Face::Number(number) => Some(number.to_string()),
        Face::Any => Some("#".into()),
        Face::Dos => None,
    }
}

fn ink(colour: Colour) -> Ink {
    match colour {
        Colour::Red => Ink::Red,
        Colour::Yellow => Ink::Yellow,
        Colour::Blue => Ink::Blue,
        Colour::Green => Ink::Green,
    }
}
