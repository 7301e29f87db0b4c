//! The first screen: what shall we play tonight?

use client::form::Company;
use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{Ask, Summary};
use words::screen::{Label, tagline};
use words::{game_name, lobby};

use crate::app::{Head, shared};
use crate::games::picture;
use crate::memo::memo;
use crate::opening;
use crate::parts::name::NameLine;
use crate::parts::table_form::TableDialog;
use crate::parts::tables::{OpenTables, OwnTables, own_tables};
use crate::route::Route;

/// The table that is being set up, if one is.
type Setup = RwSignal<Option<(GameId, Company)>>;

/// Five games, what was left, and open tables.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let shared = shared();
    shared.link.ask_house(Ask::Lobby);
    on_cleanup(move || shared.link.ask_house(Ask::LeaveLobby));
    let setup: Setup = RwSignal::new(None);
    let own = own_tables();
    view! {
        <Head/>
        <main class="page home">
            <header class="welcome">
                <h1>{shared.label(Label::WhatTonight)}</h1>
                <p class="lead">{shared.label(Label::OneClick)}</p>
                <NameLine/>
            </header>
            <section class="tiles">{GameId::ALL.map(|game| view! { <Tile game=game setup=setup/> })}</section>
            <div class="table-lists">
                <OwnTables tables=own/>
                <OpenTables/>
            </div>
        </main>
        <ResumeBar own=own/>
        {move || setup.get().map(|(game, company)| view! {
            <TableDialog game=game company=company close=Callback::new(move |()| setup.set(None))/>
        })}
    }
}

#[component]
fn Tile(game: GameId, setup: Setup) -> impl IntoView {
    let shared = shared();
    let slug = game.slug();
    let form = opening::kept_form(game, Company::Bots);
    let (seats, level) = (form.settings.seats, form.level);
    let form = StoredValue::new(form);
    // One click opens one table, however nervous the finger.
    let is_opening = RwSignal::new(false);
    let play = move |_| {
        if is_opening.get_untracked() {
            return;
        }
        is_opening.set(true);
        spawn_local(async move {
            if let Err(refusal) = opening::open(shared, &form.get_value(), Company::Bots).await {
                let _ = is_opening.try_set(false);
                shared.notices.tell(refusal.message);
            }
        });
    };
    let options = move || format!("{} · {}", game_name(game), shared.say(Label::Options));
    view! {
        <article class="tile" data-game=slug>
            {picture(game)}
            <div class="tile-text">
                <h2>{game_name(game)}</h2>
                <p>{move || tagline(game, shared.preferences.lang())}</p>
                <small class="tile-company">{move || lobby::company(seats, level, shared.preferences.lang())}</small>
                <div class="tile-buttons">
                    <button class="primary" id=format!("play-{slug}") on:click=play
                        aria-label=move || format!("{} {}", shared.say(Label::Play), game_name(game))>
                        {shared.label(Label::Play)}
                    </button>
                    <button class="options" id=format!("options-{slug}") title=options aria-label=options
                        on:click=move |_| setup.set(Some((game, Company::Bots)))>
                        <svg viewBox="0 0 20 20" aria-hidden="true">
                            <path d="M2 6h16M2 14h16" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>
                            <circle cx="7" cy="6" r="3"/><circle cx="13" cy="14" r="3"/>
                        </svg>
                    </button>
                    <button class="invite" id=format!("invite-{slug}")
                        aria-label=move || format!("{} {}", shared.say(Label::Invite), game_name(game))
                        on:click=move |_| setup.set(Some((game, Company::Friends)))>
                        {shared.label(Label::Invite)}
                    </button>
                </div>
            </div>
        </article>
    }
}

/// On a phone the lists are far below: the newest of one's own tables is always in reach.
#[component]
fn ResumeBar(own: Memo<Vec<Summary>>) -> impl IntoView {
    let shared = shared();
    let newest = memo(move || {
        let newest = own.read().iter().max_by_key(|one| one.opened).cloned()?;
        Some((newest.table, newest.settings.game, newest.stage, newest.round))
    });
    move || {
        let (table, game, stage, round) = newest.get()?;
        let standing = move || lobby::standing(stage, round, shared.preferences.lang());
        Some(view! {
            <div class="resume-bar">
                <span><strong>{game_name(game)}</strong>" · "{standing}</span>
                <button class="primary" id="resume-newest" on:click=move |_| shared.router.go(Route::Table(table.clone()))>
                    {shared.label(Label::Resume)}
                </button>
            </div>
        })
    }
}
