//! The first screen: what shall we play tonight?

use client::form::{Company, TableForm};
use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::Ask;
use words::lesson::say_streak;
use words::screen::{Label, tagline};
use words::{game_name, lobby, welcome};

use super::lesson::Progress;
use super::puzzle::{diary, today};
use crate::app::{Head, screen_link, shared};
use crate::games::picture;
use crate::link::ConnectionState;
use crate::opening;
use crate::parts::icons::{Icon, icon};
use crate::parts::list::{CollectAny, Show};
use crate::parts::name::NameLine;
use crate::parts::table_form::TableDialog;
use crate::parts::tables::{LocalTables, OpenTables, OwnTables};
use crate::parts::welcome::welcomed;
use crate::preferences::kept;
use crate::reactive::RwSignal;
use crate::route::Route;

/// The table that is being set up, if one is.
type Setup = RwSignal<Option<(GameId, Company)>>;

/// What was left, five games, and open tables.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let shared = shared();
    shared.link.ask_house(Ask::Lobby);
    on_cleanup(move || shared.link.ask_house(Ask::LeaveLobby));
    let setup: Setup = RwSignal::new(None);
    view! {
        <Head><NameLine/></Head>
        <main class="page home">
            <header class="home-welcome">
                <h1>{shared.label(Label::WhatTonight)}</h1>
                <p>{shared.label(Label::OneClick)}</p>
            </header>
            <OwnTables/>
            <LocalTables/>
            <section class="home-tiles" aria-label=shared.label(Label::FiveGames)>
                {GameId::ALL.map(|game| view! { <Tile game=game setup=setup/> }).collect_any()}
            </section>
            <Puzzles/>
            <Show when=move || shared.link.state() != ConnectionState::Lost><OpenTables/></Show>
            <footer class="home-foot">
                {screen_link("open-evening", Route::Evening(None), Label::DuplicateEvening)}
                {screen_link("open-privacy", Route::Privacy, Label::Privacy)}
            </footer>
        </main>
        {move || setup.get().map(|(game, company)| view! {
            <TableDialog game=game company=company close=Callback::new(move |()| setup.set(None))/>
        })}
    }
}

/// The puzzles of the day.
#[component]
fn Puzzles() -> impl IntoView {
    let shared = shared();
    let link = move |game: GameId| {
        let route = Route::Puzzle(game, None);
        let path = route.path();
        let diary = diary(game);
        let streak = diary.streak(today());
        let mark = match diary.tried(today()) {
            Some(_) if streak > 0 => "★ ",
            Some(_) => "· ",
            None => "",
        };
        let go = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            shared.router.go(route.clone());
        };
        view! {
            <a class="home-puzzle" id=format!("puzzle-{}", game.slug()) href=path on:click=go>
                {mark}{game_name(game)}
                {(streak > 1).then(|| view! { <small>{move || say_streak(streak, shared.preferences.lang())}</small> })}
            </a>
        }
    };
    view! {
        <nav class="home-puzzles" aria-label=shared.label(Label::PuzzleOfDay)>
            <b>{shared.label(Label::PuzzleOfDay)}</b>
            {GameId::ALL.map(link).collect_any()}
        </nav>
    }
}

/// How a click opens a table against bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    /// As it was set up the last time.
    AsKept,
    /// As beginners play it.
    Beginners,
}

#[component]
fn Tile(game: GameId, setup: Setup) -> impl IntoView {
    let shared = shared();
    let lang = move || shared.preferences.lang();
    let slug = game.slug();
    let form = opening::kept_form(game, Company::Bots);
    let (seats, level) = (form.settings.seats, form.level);
    // One click opens one table, however nervous the finger.
    let is_opening = RwSignal::new(false);
    let play = move |start: Start| {
        if is_opening.get_untracked() {
            return;
        }
        is_opening.set(true);
        spawn_local(async move {
            let opened = match start {
                Start::AsKept => opening::open(shared, &opening::kept_form(game, Company::Bots), Company::Bots).await,
                Start::Beginners => opening::open_once(shared, &TableForm::beginners(), Company::Bots).await,
            };
            if let Err(refusal) = opened {
                is_opening.set(false);
                shared.notices.tell(refusal.message);
            }
        });
    };
    // Whoever has left a lesson may go on with it; whoever has been at a table of the game need not be taught.
    let progress = Progress::of(game);
    let is_offered = progress == Progress::Begun || progress == Progress::New && kept(&welcomed(game)).is_none();
    let learn_label = if progress == Progress::Begun { Label::GoOnLearning } else { Label::LearnInMinutes };
    let named = move |label: Label| move || format!("{} · {}", shared.say(label), game_name(game));
    view! {
        <article class="home-tile" data-game=slug>
            {picture(game)}
            {is_offered.then(|| view! {
                <button type="button" class="home-beginners" id=format!("learn-{slug}") aria-label=move || {
                        format!("{} {} · {}", shared.say(Label::FirstTime), shared.say(learn_label), game_name(game))
                    }
                    on:click=move |_| shared.router.go(Route::Learn(game))>
                    <small>{shared.label(Label::FirstTime)}</small>" "<span>{shared.label(learn_label)}</span>
                </button>
            })}
            {(game == GameId::Onze && !is_offered).then(|| view! {
                <button type="button" class="home-beginners" id="play-beginners" on:click=move |_| play(Start::Beginners)>
                    <small>{shared.label(Label::FirstTime)}</small>" "<span>{shared.label(Label::BeginnersVersion)}</span>
                </button>
            })}
            <div class="home-tile-text">
                <h2>{game_name(game)}</h2>
                <p>{move || tagline(game, lang())}</p>
                <small>{move || welcome(game, lang()).facts}</small>
            </div>
            <div class="home-tile-buttons">
                <button class="primary" id=format!("play-{slug}") on:click=move |_| play(Start::AsKept)
                    title=move || lobby::company(seats, level, lang()) aria-label=named(Label::Play)>
                    {shared.label(Label::Play)}
                </button>
                <button id=format!("invite-{slug}") title=named(Label::Invite) aria-label=named(Label::Invite)
                    disabled=move || shared.link.state() == ConnectionState::Lost
                    on:click=move |_| setup.set(Some((game, Company::Friends)))>
                    {icon(Icon::Guest)}<span>{shared.label(Label::Invite)}</span>
                </button>
                <button id=format!("options-{slug}") title=named(Label::Options) aria-label=named(Label::Options)
                    on:click=move |_| setup.set(Some((game, Company::Bots)))>
                    {icon(Icon::Options)}
                </button>
            </div>
        </article>
    }
}
