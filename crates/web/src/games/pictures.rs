//! The pictures on the tiles of the first screen: one drawn for each game.

use engine::GameId;
use leptos::prelude::*;

use super::nain_jaune::drawings::dwarf;

/// The picture of a game.
pub(crate) fn picture(game: GameId) -> AnyView {
    let drawing = match game {
        GameId::Onze => onze().into_any(),
        GameId::NainJaune => nain_jaune().into_any(),
        GameId::Dos => dos().into_any(),
        GameId::QuaranteSix => quarante_six().into_any(),
        GameId::Rummy => rummy().into_any(),
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

/// A fan of cards, the wild one in the middle and on top.
fn dos() -> impl IntoView {
    let cards = [(-2, "9", "red"), (2, "10", "green"), (-1, "4", "blue"), (1, "7", "yellow"), (0, "DOS", "black")];
    let card = |(place, value, ink): (i32, &'static str, &'static str)| {
        let size = if value.len() > 2 { 15 } else { 22 };
        // What is seen of a card that lies under its neighbour: its outer side.
        let corner = if place > 0 { 118 } else { 93 };
        let angle = 11 * place;
        let middle = 110 + 5 * place;
        view! {
            <g transform=format!("rotate({angle} 110 196)") class=format!("ink-{ink}")>
                <rect class="paper" x="86" y="28" width="48" height="71" rx="6"/>
                <rect class="frame" x="90" y="32" width="40" height="63" rx="4"/>
                <use href=format!("#{ink}") x=corner y="35" width="9" height="9"/>
                <text x=middle y="65" dy=".36em" text-anchor="middle" font-size=size class="value">{value}</text>
            </g>
        }
    };
    cards.map(card).collect_view()
}

/// Onze: four rows around their elevens, and two bridges.
fn onze() -> impl IntoView {
    // Which values lie in each row, and after which rows a bridge leads on; one card is a joker.
    let rows: [(&str, &[i32]); 4] =
        [("red", &[10, 11, 12, 13]), ("blue", &[8, 9, 10, 11, 13]), ("yellow", &[8, 11, 12]), ("green", &[9, 10, 11])];
    let (joker, bridges) = (("yellow", 12), [(13, 0), (8, 1)]);
    let x = |value: i32| 112 + (value - 11) * 25;
    let y = |row: i32| 7 + row * 31;
    let cards = rows.into_iter().zip(0..).flat_map(|((colour, values), row)| {
        values.iter().map(move |&value| {
            let is_joker = (colour, value) == joker;
            let shape = if is_joker { "#joker".to_owned() } else { format!("#{colour}") };
            view! {
                <g class=format!("ink-{}", if is_joker { "black" } else { colour })
                    transform=format!("translate({} {})", x(value), y(row))>
                    <rect width="22" height="26" rx="3" class="mini"/>
                    {(!is_joker).then(|| view! { <text x="11" y="13" text-anchor="middle" class="mini-value">{value}</text> })}
                    <use href=shape x=if is_joker { "5" } else { "7.5" } y=if is_joker { "7" } else { "16" }
                        width=if is_joker { "12" } else { "7" } height=if is_joker { "12" } else { "7" }/>
                </g>
            }
        })
    });
    let bridges = bridges.map(|(value, row)| {
        view! { <rect x=x(value) + 8 y=y(row) + 22 width="6" height="13" rx="3" class="mini-bridge"/> }
    });
    let tracks = (0..4).map(|row| view! { <rect x="-20" y=y(row) - 1 width="260" height="28" class="mini-track"/> });
    view! { {tracks.collect_view()}{cards.collect_view()}{bridges.into_iter().collect_view()} }
}

/// The dwarf among the four other squares, with tokens.
fn nain_jaune() -> impl IntoView {
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
}

/// A board with a chain of cards that touch, the crown and the pile.
fn quarante_six() -> impl IntoView {
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
    (0..48).map(square).collect_view()
}

/// A suite above, a brelan below it, and a tile on its way.
fn rummy() -> impl IntoView {
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
}
