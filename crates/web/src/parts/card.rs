//! The drawing of a card: a big value in the middle, value and shape in two corners, a thin frame.
//!
//! One drawing for every size: it scales with the element it is in.

use leptos::prelude::*;

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
    /// The name of the colour in styles and of its shape among the symbols.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Black => "black",
        }
    }
}

/// A card face up: `shape` is one of the symbols.
pub(crate) fn face(value: &str, shape: &'static str, ink: Ink) -> AnyView {
    let value = value.to_owned();
    let size = match value.chars().count() {
        0..=2 => 40,
        3 => 25,
        _ => 16,
    };
    let corner = if value.chars().count() > 2 { 12 } else { 17 };
    let shape = format!("#{shape}");
    let corner_of = move |value: String, shape: String| {
        view! {
            <text x="17" y="22" text-anchor="middle" font-size=corner class="value">{value}</text>
            <use href=shape x="11" y="28" width="12" height="12"/>
        }
    };
    view! {
        <svg class=format!("card ink-{}", ink.name()) viewBox="0 0 84 124" aria-hidden="true">
            <rect class="paper" x=".5" y=".5" width="83" height="123" rx="9"/>
            <rect class="frame" x="7" y="7" width="70" height="110" rx="6"/>
            {corner_of(value.clone(), shape.clone())}
            <g transform="rotate(180 42 62)">{corner_of(value.clone(), shape)}</g>
            <text x="42" y="62" dy=".35em" text-anchor="middle" font-size=size class="value">{value}</text>
        </svg>
    }
    .into_any()
}

/// A joker face up.
pub(crate) fn joker() -> AnyView {
    let corner = || {
        view! {
            <text x="17" y="22" text-anchor="middle" font-size="17" class="value">"J"</text>
            <use href="#joker" x="11" y="28" width="12" height="12"/>
        }
    };
    view! {
        <svg class="card ink-black" viewBox="0 0 84 124" aria-hidden="true">
            <rect class="paper" x=".5" y=".5" width="83" height="123" rx="9"/>
            <rect class="frame" x="7" y="7" width="70" height="110" rx="6"/>
            {corner()}
            <g transform="rotate(180 42 62)">{corner()}</g>
            <use href="#joker" x="24" y="44" width="36" height="36"/>
        </svg>
    }
    .into_any()
}

/// A card face down.
pub(crate) fn back() -> AnyView {
    view! {
        <svg class="card back" viewBox="0 0 84 124" aria-hidden="true">
            <rect class="cover" x=".5" y=".5" width="83" height="123" rx="9"/>
            <rect class="cover-frame" x="7" y="7" width="70" height="110" rx="6"/>
            <path class="cover-weave" d="M7 42 42 7 77 42 42 77Z M7 82 42 47 77 82 42 117Z"/>
        </svg>
    }
    .into_any()
}
