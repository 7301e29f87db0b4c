//! The cards of Onze: a large number on the shape of its colour; the jester is the joker.

use engine::games::onze::{Card, Colour, Spot};
use leptos::prelude::*;
use words::Lang;
use words::onze::row_letter;

use crate::drawing::{Figures, Ink, card, figures, frame, ink_shape, part, picture};

/// A card face up; the letter of its colour is that of the language.
pub(crate) fn face(held: Card, lang: Lang) -> AnyView {
    let Card::Number(spot) = held else { return joker() };
    let ink = ink(spot.colour());
    let number = spot.value().to_string();
    let is_long = number.len() > 1;
    let look = |height, weight| Figures { height, colour: ink.text(), weight };
    let middle = if ink == Ink::Green { 86.0 } else { 80.0 };
    let markup = [
        frame(ink.fill()),
        format!("<g opacity=\".17\">{}</g>", ink_shape(ink, 56.0, 80.0, 74.0)),
        figures(&number, 56.0, middle, look(40.0, 2.7)),
        figures(&number, if is_long { 17.0 } else { 14.0 }, 20.0, look(20.0, 3.1)),
        ink_shape(ink, 15.0, 42.0, 16.0),
        figures(&row_letter(spot.colour(), lang).to_string(), 15.0, 59.5, look(10.0, 2.8)),
        ink_shape(ink, 86.0, 130.0, 11.0),
    ];
    card(&markup.concat())
}

/// The joker: it stands for any card of the four colours.
fn joker() -> AnyView {
    let row = (0..4).map(|place| ink_shape(Ink::BRIGHT[place], 34.0 + 11.0 * place as f64, 124.0, 8.0));
    let corner = [(-3.5, -3.5), (4.0, -3.5), (-3.5, 4.0), (4.0, 4.0)];
    let corner = (0..4).map(|place| ink_shape(Ink::BRIGHT[place], 15.0 + corner[place].0, 42.0 + corner[place].1, 8.0));
    let markup = [
        frame("#d99a00"),
        part("jester", 10.0, 34.0, 86.0, 69.0),
        part("jester", 3.0, 8.0, 25.0, 20.0),
        corner.collect(),
        row.collect(),
    ];
    card(&markup.concat())
}

/// A card that lies in its row: the number first.
pub(super) fn lying(spot: Spot) -> AnyView {
    let ink = ink(spot.colour());
    let number =
        figures(&spot.value().to_string(), 22.0, 23.0, Figures { height: 25.0, colour: ink.text(), weight: 2.9 });
    picture("lying", "0 0 44 60", &format!("{number}{}", ink_shape(ink, 22.0, 47.0, 13.0)))
}

/// A joker that lies in a row, with what it stands for.
pub(super) fn lying_joker(spot: Spot) -> AnyView {
    let ink = ink(spot.colour());
    let number =
        figures(&spot.value().to_string(), 15.0, 46.0, Figures { height: 17.0, colour: ink.text(), weight: 2.8 });
    let markup = [part("jester", 4.0, 2.0, 36.0, 29.0), number, ink_shape(ink, 34.0, 46.0, 10.0)];
    picture("lying", "0 0 44 60", &markup.concat())
}

/// The ink of a colour.
pub(super) fn ink(colour: Colour) -> Ink {
    match colour {
        Colour::Red => Ink::Red,
        Colour::Yellow => Ink::Yellow,
        Colour::Blue => Ink::Blue,
        Colour::Green => Ink::Green,
    }
}
