//! The drawing of a tile: ivory with a thick lower edge, a big rank, the shape of its colour under it.

use engine::games::rummy::{Colour, Tile};
use gesture::rummy::Stand;
use leptos::prelude::*;
use wire::rummy::write_tile;

use crate::parts::card::Ink;

/// A tile face up; a joker shows what it stands for as a small tag.
pub(super) fn face(tile: Tile, stand: Memo<Option<Stand>>) -> AnyView {
    let ink = tile.colour().map_or(Ink::Green, ink_of);
    let middle = if tile.is_joker() {
        let tag = move || stand.get().map(draw_tag);
        let top = move || if stand.get().is_some() { 8 } else { 16 };
        view! { <use href="#joker" x="10" y=top width="28" height="28"/><g>{tag}</g> }.into_any()
    } else {
        let rank = rank_of(tile);
        let size = if rank.len() > 1 { 27 } else { 31 };
        view! {
            <text x="24" y="32" text-anchor="middle" font-size=size class="value">{rank}</text>
            <use href=format!("#{}", ink.name()) x="16" y="39" width="16" height="16"/>
        }
        .into_any()
    };
    view! {
        <svg class=format!("card tile-face ink-{}", ink.name()) viewBox="0 0 48 64" aria-hidden="true">
            <rect class="edge" x=".5" y="4.5" width="47" height="59" rx="7"/>
            <rect class="paper" x=".5" y=".5" width="47" height="59" rx="7"/>
            {middle}
        </svg>
    }
    .into_any()
}

/// A tile face down.
pub(super) fn back() -> AnyView {
    view! {
        <svg class="card tile-face" viewBox="0 0 48 64" aria-hidden="true">
            <rect class="edge" x=".5" y="4.5" width="47" height="59" rx="7"/>
            <rect class="paper" x=".5" y=".5" width="47" height="59" rx="7"/>
            <rect class="blank" x="7" y="7" width="34" height="46" rx="4"/>
        </svg>
    }
    .into_any()
}

/// What a joker stands for.
fn draw_tag(stand: Stand) -> AnyView {
    let rank = Tile::new(Colour::Black, stand.rank).map(rank_of).unwrap_or_default();
    let ink = stand.colour.map(ink_of);
    let (class, x) = match ink {
        Some(ink) => (format!("tag ink-{}", ink.name()), 17),
        None => ("tag ink-black".to_owned(), 24),
    };
    let shape = ink.map(|ink| {
        view! { <use href=format!("#{}", ink.name()) x="27" y="42.5" width="11" height="11"/> }
    });
    view! {
        <g class=class>
            <rect x="6" y="39" width="36" height="18" rx="5"/>
            <text x=x y="53" text-anchor="middle" font-size="15" class="value">{rank}</text>
            {shape}
        </g>
    }
    .into_any()
}

fn rank_of(tile: Tile) -> String {
    write_tile(tile).chars().skip(1).collect()
}

fn ink_of(colour: Colour) -> Ink {
    match colour {
        Colour::Black => Ink::Black,
        Colour::Red => Ink::Red,
        Colour::Blue => Ink::Blue,
        Colour::Yellow => Ink::Yellow,
    }
}
