//! The first screen: what shall we play tonight?

use engine::{GameId, with_game};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{Ask, BotLevel, Settings, Stage, Summary, Visibility};
use words::game_name;
use words::screen::{Label, tagline};

use crate::app::{Head, shared};
use crate::door::{self, Bot};
use crate::games::picture;
use crate::route::Route;

/// Five games, what was left, and open tables.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let shared = shared();
    shared.link.ask_house(Ask::Lobby);
    on_cleanup(move || shared.link.ask_house(Ask::LeaveLobby));
    view! {
        <Head/>
        <main class="page home">
            <h1>{move || shared.say(Label::WhatTonight)}</h1>
            <p class="lead">{move || shared.say(Label::OneClick)}</p>
            <section class="tiles">{GameId::ALL.map(|game| view! { <Tile game=game/> })}</section>
            <OpenTables/>
        </main>
    }
}

#[component]
fn Tile(game: GameId) -> impl IntoView {
    let shared = shared();
    let slug = game.slug();
    view! {
        <article class="tile">
            {picture(game)}
            <div class="tile-text">
                <h2>{game_name(game)}</h2>
                <p>{move || tagline(game, shared.preferences.lang())}</p>
                <div class="tile-buttons">
                    <button class="primary" id=format!("play-{slug}") on:click=move |_| open(game, Company::Bots)>
                        {move || shared.say(Label::Play)}
                    </button>
                    <button id=format!("invite-{slug}") on:click=move |_| open(game, Company::Friends)>
                        {move || shared.say(Label::Invite)}
                    </button>
                </div>
            </div>
        </article>
    }
}

/// With whom one wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Company {
    Bots,
    Friends,
}

/// Opens a table and goes there.
fn open(game: GameId, company: Company) {
    let shared = shared();
    let least: usize = with_game!(game, G => *<G as engine::Game>::SEATS.start());
    let seats = u8::try_from(least.max(3)).unwrap_or(3);
    let settings = Settings {
        game,
        options: Default::default(),
        seats,
        visibility: if company == Company::Bots { Visibility::Invited } else { Visibility::Public },
        turn_seconds: None,
        rated: false,
        hints: true,
        undo: true,
        begins_when_full: false,
    };
    let bots: Vec<Bot> = match company {
        Company::Bots => (1..seats).map(|seat| Bot { seat, level: BotLevel::Skilled }).collect(),
        Company::Friends => Vec::new(),
    };
    spawn_local(async move {
        match door::open_table(&settings, &bots, shared.preferences.lang_now()).await {
            Ok(found) => {
                if company == Company::Bots {
                    shared.link.ask(&found.table, Ask::Begin { fill: None });
                }
                shared.router.go(Route::Table(found.table));
            }
            Err(refusal) => shared.notices.tell(refusal.message),
        }
    });
}

#[component]
fn OpenTables() -> impl IntoView {
    let shared = shared();
    let waiting = move || {
        let is_open = |summary: &&Summary| summary.stage == Stage::Gathering;
        shared.link.look(|client| client.lobby().filter(is_open).cloned().collect::<Vec<_>>())
    };
    let line = move |summary: Summary| {
        let table = summary.table.clone();
        let names: Vec<String> =
            summary.seats.iter().filter_map(|seat| Some(seat.sitter.as_ref()?.name.clone())).collect();
        view! {
            <li>
                <strong>{game_name(summary.settings.game)}</strong>
                <span>{names.join(", ")}</span>
                <button on:click=move |_| shared.router.go(Route::Table(table.clone()))>
                    {move || shared.say(Label::Join)}
                </button>
            </li>
        }
    };
    view! {
        <section class="open-tables">
            <h2>{move || shared.say(Label::OpenTables)}</h2>
            <ul>{move || waiting().into_iter().map(line).collect_view()}</ul>
            {move || waiting().is_empty().then(|| view! { <p>{shared.say(Label::NoOpenTables)}</p> })}
        </section>
    }
}
