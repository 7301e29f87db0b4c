//! The pictures on the tiles of the first screen: one drawn for each game.

use engine::GameId;
use leptos::prelude::*;

use super::nain_jaune::drawings::dwarf;

/// The picture of a game.
pub(crate) fn picture(game: GameId) -> AnyView {
    let drawing = match game {
        GameId::NainJaune => nain_jaune(),
        GameId::QuaranteSix => quarante_six(),
        GameId::Onze | GameId::Dos | GameId::Rummy => ().into_any(),
    };
    view! {
        <svg class=format!("picture picture-{}", game.slug()) viewBox="0 0 220 132" preserveAspectRatio="xMidYMid slice"
            aria-hidden="true">
            <rect width="220" height="132" class="ground"/>
            {drawing}
        </svg>
    }
    .into_any()
}

/// The dwarf among the four other squares, with tokens.
fn nain_jaune() -> AnyView {
    let square = |x: u8, y: u8, suit: &'static str, colour: &'static str| {
        view! {
            <g class=colour>
                <rect class="sheet" x=x y=y width="46" height="46" rx="6"/>
                <use href=suit x={x + 11} y={y + 11} width="24" height="24"/>
            </g>
        }
    };
    let token = |(x, y): (u8, u8)| {
        view! { <g class="token"><circle cx=x cy=y r="7"/><circle class="ring" cx=x cy=y r="4.4"/></g> }
    };
    view! {
        {square(26, 14, "#diamond", "ink-red")}
        {square(148, 14, "#club", "ink-black")}
        {square(26, 72, "#spade", "ink-black")}
        {square(148, 72, "#heart", "ink-red")}
        <rect class="middle" x="80" y="18" width="60" height="96" rx="8"/>
        <g transform="translate(60 16)">{dwarf()}</g>
        {[(92, 106), (108, 112), (125, 107), (66, 52), (152, 108), (190, 56)].map(token).collect_view()}
    }
    .into_any()
}

/// A board with a chain of cards that touch, the crown and the pile.
fn quarante_six() -> AnyView {
    const LAID: [usize; 9] = [8, 9, 20, 21, 31, 32, 33, 43, 42];
    let square = |index: usize| {
        let (x, y) = (10.5 + 16.8 * (index % 12) as f64, 14.0 + 26.8 * (index / 12) as f64);
        let class = match index {
            18 => "pile",
            25 => "crown",
            _ if LAID.contains(&index) => "sheet",
            _ => "empty",
        };
        let on_it = match index {
            25 => view! { <use href="#joker" x={x + 2.0} y={y + 6.5} width="11" height="11"/> }.into_any(),
            _ if LAID.contains(&index) => {
                let number = index + 1 - usize::from(index > 18) - usize::from(index > 25);
                view! { <text x={x + 7.4} y={y + 16.0} text-anchor="middle" font-size="9.5">{number}</text> }.into_any()
            }
            _ => ().into_any(),
        };
        view! { <rect class=class x=x y=y width="14.8" height="23.6" rx="2"/>{on_it} }
    };
    (0..48).map(square).collect_view().into_any()
}
