//! The pictures on the tiles of the first screen: one drawn for each game.

use engine::GameId;
use leptos::prelude::*;

/// The picture of a game.
pub(crate) fn picture(game: GameId) -> AnyView {
    let drawn = match game {
        GameId::Dos => dos(),
        _ => ().into_any(),
    };
    view! {
        <svg class=format!("picture picture-{}", game.slug()) viewBox="0 0 220 132" preserveAspectRatio="xMidYMid slice"
            aria-hidden="true">
            <rect width="220" height="132" class="ground"/>
            {drawn}
        </svg>
    }
    .into_any()
}

/// A fan of cards, the wild one in the middle and on top.
fn dos() -> AnyView {
    let cards = [(-2, "9", "red"), (2, "10", "green"), (-1, "4", "blue"), (1, "7", "yellow"), (0, "DOS", "black")];
    let card = |(place, value, ink): (i32, &'static str, &'static str)| {
        let size = if value.len() > 2 { 15 } else { 24 };
        // What is seen of a card that lies under its neighbour: its outer side.
        let corner = if place > 0 { 118 } else { 93 };
        let angle = 13 * place;
        let middle = 110 + 4 * place;
        view! {
            <g transform=format!("rotate({angle} 110 196)") class=format!("ink-{ink}")>
                <rect class="paper" x="86" y="28" width="48" height="71" rx="6"/>
                <rect class="frame" x="90" y="32" width="40" height="63" rx="4"/>
                <use href=format!("#{ink}") x=corner y="35" width="9" height="9"/>
                <text x=middle y="65" dy=".36em" text-anchor="middle" font-size=size class="value">{value}</text>
            </g>
        }
    };
    cards.map(card).collect_view().into_any()
}
