//! The drawing of a tile: a large rank, the shape of its colour under it; the jester is the joker.

use client::gesture::rummy::Stand;
use engine::games::rummy::{Colour, Tile};
use leptos::prelude::*;
use words::Lang;
use words::rummy::tile_mark;

use crate::drawing::{Figures, Ink, figures, ink_shape, part, picture};

/// The four colours of the tiles.
const INKS: [Ink; 4] = [Ink::Red, Ink::Yellow, Ink::Blue, Ink::Black];

/// A tile face up; a joker shows what it stands for.
pub(super) fn face(tile: Tile, stand: Option<Stand>, lang: Lang) -> AnyView {
    let markup = match tile.colour().map(ink_of) {
        Some(ink) => {
            let look = Figures { height: 34.0, colour: ink.text(), weight: 3.0 };
            format!("{}{}", figures(&tile_mark(tile, lang), 30.0, 29.0, look), ink_shape(ink, 30.0, 63.0, 18.0))
        }
        None => format!("{}{}", part("jester", 3.0, 8.0, 54.0, 43.0), stands_for(stand, lang)),
    };
    picture("rummy-tile", "0 0 60 80", &markup)
}

/// A tile face down.
pub(super) fn back() -> AnyView {
    let mark = "<path d=\"M30 20 46 40 30 60 14 40ZM30 28 40 40 30 52 20 40Z\" fill=\"none\" stroke=\"#fff6e0\" \
                stroke-opacity=\".6\" stroke-width=\"2\"/>";
    picture("rummy-tile rummy-back", "0 0 60 80", mark)
}

/// What a joker stands for; one that is free stands for every colour.
fn stands_for(stand: Option<Stand>, lang: Lang) -> String {
    let Some(stand) = stand else {
        return (0..4).map(|place| ink_shape(INKS[place], 15.0 + 10.0 * place as f64, 65.0, 8.0)).collect();
    };
    let rank = Tile::new(Colour::Black, stand.rank).map(|tile| tile_mark(tile, lang)).unwrap_or_default();
    match stand.colour.map(ink_of) {
        Some(ink) => {
            let look = Figures { height: 16.0, colour: ink.text(), weight: 2.9 };
            format!("{}{}", figures(&rank, 23.0, 64.0, look), ink_shape(ink, 42.0, 64.0, 11.0))
        }
        None => figures(&rank, 30.0, 64.0, Figures { height: 16.0, colour: Ink::Black.text(), weight: 2.9 }),
    }
}

fn ink_of(colour: Colour) -> Ink {
    match colour {
        Colour::Black => Ink::Black,
        Colour::Red => Ink::Red,
        Colour::Blue => Ink::Blue,
        Colour::Yellow => Ink::Yellow,
    }
}
