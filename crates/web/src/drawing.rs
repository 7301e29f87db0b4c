//! Cards, tokens and portraits, put together from the shapes in `assets/cards.svg` and `assets/portraits.svg`.
//!
//! Those files are in the page before anything is drawn (`assets/start.js`), so a drawing is a few references by name.
//! What few people see comes when it is first wanted ([`load`]).
//! A face is written as markup, which keeps the program small. One drawing serves every size.
//!
//! Deliberately absent: what each game prints on its cards (`games/<game>/card.rs`).

use leptos::prelude::*;

use crate::script;

/// Puts a file of drawings into the page, unless it is there already. What refers to them is drawn when they come.
pub(crate) fn load(file: &str) {
    // Without them everything can be read all the same.
    let _ = script::call("loadDrawings", &[file]);
}

/// The text of a file that comes when it is first wanted; nothing if it does not.
pub(crate) async fn load_text(file: &str) -> Option<String> {
    script::call_later("loadText", &[file]).await?.as_string()
}

/// A colour with its shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    Red,
    Yellow,
    Blue,
    Green,
    Black,
}

impl Ink {
    /// The four colours of a deck that has no black.
    pub(crate) const BRIGHT: [Self; 4] = [Self::Red, Self::Yellow, Self::Blue, Self::Green];

    /// The name of the colour in styles and of its shape among the drawings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Black => "black",
        }
    }

    /// The colour of figures, dark enough to be read on paper.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Red => "#c4322b",
            Self::Yellow => "#a86f00",
            Self::Blue => "#1f5fae",
            Self::Green => "#1f7a46",
            Self::Black => "#262b36",
        }
    }

    /// The colour of shapes.
    pub(crate) fn fill(self) -> &'static str {
        match self {
            Self::Red => "#d2413a",
            Self::Yellow => "#e3a413",
            Self::Blue => "#2f74c4",
            Self::Green => "#2d8f57",
            Self::Black => "#3a4150",
        }
    }
}

/// How figures are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Figures {
    /// Their height.
    pub(crate) height: f64,
    pub(crate) colour: &'static str,
    /// How thick their line is, in eighteenths of the height.
    pub(crate) weight: f64,
}

/// Figures and letters, centred on a point.
pub(crate) fn figures(text: &str, x: f64, y: f64, look: Figures) -> String {
    let Figures { height, colour, weight } = look;
    let scale = height / 18.0;
    let advance = |character: char| if character == '1' { 10.0 } else { 14.2 };
    let width: f64 = text.chars().map(advance).sum::<f64>() - 2.2;
    let mut at = 0.0;
    let mut drawn = String::new();
    for character in text.chars() {
        let left = if character == '1' { at - 1.6 } else { at };
        drawn += &format!("<use href=\"#glyph-{}\" x=\"{left:.1}\"/>", glyph(character));
        at += advance(character);
    }
    format!(
        "<g transform=\"translate({:.2} {:.2}) scale({scale:.3})\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"{weight}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{drawn}</g>",
        x - width * scale / 2.0,
        y - height / 2.0,
    )
}

/// What the drawing of a character is called.
fn glyph(character: char) -> String {
    match character {
        '#' => "hash".into(),
        '+' => "plus".into(),
        _ => character.into(),
    }
}

/// One of the drawings in a square box, centred on a point.
pub(crate) fn shape(name: &str, x: f64, y: f64, size: f64, colour: &str) -> String {
    let (left, top) = (x - size / 2.0, y - size / 2.0);
    format!(
        "<use href=\"#{name}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{size}\" height=\"{size}\" color=\"{colour}\"/>"
    )
}

/// The shape of a colour.
pub(crate) fn ink_shape(ink: Ink, x: f64, y: f64, size: f64) -> String {
    shape(ink.name(), x, y, size, ink.fill())
}

/// One of the drawings in a box of any form.
pub(crate) fn part(name: &str, x: f64, y: f64, width: f64, height: f64) -> String {
    format!("<use href=\"#{name}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
}

/// The same twice: as it is, and upside down in the opposite corner of a card.
pub(crate) fn both_ways(markup: &str) -> String {
    format!("{markup}<g transform=\"rotate(180 50 73)\">{markup}</g>")
}

/// A thin frame inside the edge of a card.
pub(crate) fn frame(colour: &str) -> String {
    format!(
        "<rect x=\"7\" y=\"7\" width=\"86\" height=\"132\" rx=\"6\" fill=\"none\" stroke=\"{colour}\" \
         stroke-opacity=\".38\" stroke-width=\"1.5\"/>"
    )
}

/// A card face up with this on its paper, 100 by 146.
pub(crate) fn card(markup: &str) -> AnyView {
    let paper = "<rect class=\"card-paper\" x=\".75\" y=\".75\" width=\"98.5\" height=\"144.5\" rx=\"9\"/>";
    picture("card", "0 0 100 146", &format!("{paper}{markup}"))
}

/// A card face down.
pub(crate) fn back() -> AnyView {
    picture("card", "0 0 100 146", &part("back", 0.0, 0.0, 100.0, 146.0))
}

/// A token of brass.
pub(crate) fn token() -> AnyView {
    picture("token", "0 0 40 40", &part("token", 0.0, 0.0, 40.0, 40.0))
}

/// A portrait by the name of its animal.
pub(crate) fn portrait(animal: &str) -> AnyView {
    picture("portrait", "0 0 64 64", &part(&format!("portrait-{animal}"), 0.0, 0.0, 64.0, 64.0))
}

/// A drawing that nobody needs to be told of: what it means is said beside it.
pub(crate) fn picture(class: &'static str, view_box: &'static str, markup: &str) -> AnyView {
    let markup = markup.to_owned();
    view! { <svg class=class viewBox=view_box aria-hidden="true" inner_html=markup></svg> }.into_any()
}
