//! The pictures on the tiles of the first screen: one drawn for each game.

use engine::GameId;
use leptos::prelude::*;

/// The picture of a game.
pub(crate) fn picture(game: GameId) -> AnyView {
    view! {
        <svg class=format!("picture picture-{}", game.slug()) viewBox="0 0 220 132" preserveAspectRatio="xMidYMid slice"
            aria-hidden="true">
            <rect width="220" height="132" class="ground"/>
            {match game {
                GameId::Rummy => rummy(),
                _ => ().into_any(),
            }}
        </svg>
    }
    .into_any()
}

/// A suite above, a brelan below it, and a tile on its way.
fn rummy() -> AnyView {
    let tile = |x: i32, y: i32, turn: i32, rank: &'static str, ink: &'static str| {
        view! {
            <g class=format!("card ink-{ink}") transform=format!("translate({x} {y}) rotate({turn})")>
                <rect class="tile-shade" x="-16" y="-19" width="32" height="43" rx="5"/>
                <rect class="paper" x="-16" y="-22" width="32" height="43" rx="5"/>
                <text y="1" text-anchor="middle" font-size="21" class="value">{rank}</text>
                <use href=format!("#{ink}") x="-5.5" y="6" width="11" height="11"/>
            </g>
        }
    };
    view! {
        {tile(40, 40, -4, "7", "red")}
        {tile(75, 37, -4, "8", "red")}
        {tile(110, 35, -4, "9", "red")}
        {tile(158, 44, 16, "10", "red")}
        {tile(84, 97, 5, "Q", "black")}
        {tile(119, 100, 5, "Q", "blue")}
        {tile(154, 103, 5, "Q", "yellow")}
    }
    .into_any()
}
