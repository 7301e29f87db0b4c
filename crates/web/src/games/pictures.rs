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

/// A fan of cards, the wild one in the middle.
fn dos() -> AnyView {
    let cards = [("9", "#red"), ("4", "#blue"), ("DOS", "#black"), ("7", "#yellow"), ("10", "#green")];
    let card = |(index, (value, shape)): (usize, (&'static str, &'static str))| {
        let angle = 15 * (i32::try_from(index).unwrap_or_default() - 2);
        let ink = shape.trim_start_matches('#');
        let size = if value.len() > 2 { 13 } else { 24 };
        view! {
            <g transform=format!("rotate({angle} 110 168)") class=format!("ink-{ink}")>
                <rect class="paper" x="87" y="26" width="46" height="68" rx="6"/>
                <rect class="frame" x="91" y="30" width="38" height="60" rx="4"/>
                <use href=shape x="94" y="33" width="8" height="8"/>
                <text x="110" y="60" dy=".36em" text-anchor="middle" font-size=size class="value">{value}</text>
            </g>
        }
    };
    cards.into_iter().enumerate().map(card).collect_view().into_any()
}
