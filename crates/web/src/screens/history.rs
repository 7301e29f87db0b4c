//! The matches one has played.

use engine::GameId;
use js_sys::{Date, Object, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wire::house::{PlayerId, Stage};
use words::privacy::shown_name;
use words::screen::Label;
use words::{Lang, game_name, lobby};

use crate::app::{Head, go_to, screen_link, shared};
use crate::games::picture;
use crate::http::{self, Finished, Rating};
use crate::local;
use crate::parts::list::{CollectAny, keyed};
use crate::parts::name::face;
use crate::parts::share::{Outcome, share};
use crate::reactive::{Memo, RwSignal, effect, memo};
use crate::route::Route;
use crate::screens::replay::RecordInput;

/// How far the list is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Progress {
    Loading,
    /// The older matches begin there, if there are any.
    Loaded(Option<u64>),
    Refused(String),
}

/// The list, newest first, and one's ratings.
#[component]
pub(crate) fn History() -> impl IntoView {
    let shared = shared();
    let matches = RwSignal::new(Vec::<Finished>::new());
    let ratings = RwSignal::new(Vec::<Rating>::new());
    let progress = RwSignal::new(Progress::Loading);
    let player = memo(move || shared.link.player().map(|player| player.id));
    let waiting = RwSignal::new(0_usize);
    effect(move || {
        shared.arrivals.track();
        spawn_local(async move {
            let tables = local::tables().await;
            waiting.set(tables.iter().filter(|one| one.summary.stage == Stage::Over && !one.sent).count());
        });
    });
    let load = move |player: PlayerId, before: Option<u64>| {
        progress.set(Progress::Loading);
        spawn_local(async move {
            match http::matches(&player, before, shared.preferences.lang_now()).await {
                Ok(page) => {
                    // The list may have been asked for twice.
                    let _ = matches.try_update(|matches| {
                        let new = page.matches.into_iter().filter(|one| matches.iter().all(|it| it.table != one.table));
                        let new = new.collect::<Vec<_>>();
                        matches.extend(new);
                    });
                    progress.set(Progress::Loaded(page.next));
                }
                Err(refusal) => {
                    progress.set(Progress::Refused(refusal.message));
                }
            }
        });
    };
    effect(move || {
        let Some(player) = player.get() else { return };
        shared.arrivals.track();
        matches.set(Vec::new());
        load(player.clone(), None);
        spawn_local(async move {
            // Whoever has no rating is shown none.
            let found = http::ratings(&player, shared.preferences.lang_now()).await.unwrap_or_default();
            ratings.set(found);
        });
    });
    let foot = move || match progress.get() {
        Progress::Loading => view! { <p>{shared.say(Label::Loading)}</p> }.into_any(),
        Progress::Refused(why) => view! { <p role="alert">{why}</p> }.into_any(),
        Progress::Loaded(None) if matches.read().is_empty() => view! {
            <p id="nothing-played">{shared.say(Label::NothingPlayed)}</p>
            <button class="primary" on:click=move |_| shared.router.go(Route::Home)>{shared.say(Label::Home)}</button>
        }
        .into_any(),
        Progress::Loaded(None) => ().into_any(),
        Progress::Loaded(before) => view! {
            <button id="older" on:click=move |_| if let Some(player) = player.get_untracked() { load(player, before) }>
                {shared.say(Label::Older)}
            </button>
        }
        .into_any(),
    };
    view! {
        <Head/>
        <main class="page history">
            <header class="history-head">
                <h1>{shared.label(Label::History)}</h1>
                {screen_link("open-figures", Route::Figures(None, None), Label::Figures)}
            </header>
            <Ratings ratings=ratings/>
            {move || (waiting.get() > 0).then(|| view! {
                <p class="history-waiting" id="not-sent-yet">{shared.say(Label::NotSentYet)}" "{waiting.get()}</p>
            })}
            <ol class="matches">
                {keyed(
                    move || matches.get(),
                    |one| one.table.clone(),
                    move |one| view! { <Match finished=one own=player/> },
                )}
            </ol>
            <div class="history-foot">{move || foot()}<RecordInput/></div>
        </main>
    }
}

#[component]
fn Ratings(ratings: RwSignal<Vec<Rating>>) -> impl IntoView {
    let shared = shared();
    let chip = move |rating: Rating| {
        let game = GameId::from_slug(&rating.game).map_or(rating.game.clone(), |game| game_name(game).into());
        let number = move || lobby::score(rating.rating, shared.preferences.lang());
        view! { <li>{game}" "<strong>{number}</strong></li> }
    };
    view! {
        <section class="ratings" hidden=move || ratings.read().is_empty()>
            <h2>{shared.label(Label::YourRatings)}</h2>
            <ul>{move || ratings.get().into_iter().map(chip).collect_any()}</ul>
        </section>
    }
}

#[component]
fn Match(finished: Finished, own: Memo<Option<PlayerId>>) -> impl IntoView {
    let shared = shared();
    let lang = move || shared.preferences.lang();
    let game = GameId::from_slug(&finished.game);
    let count = finished.places.len();
    let own = own.get_untracked();
    let is_own = |ranked: &http::Ranked| {
        let player = ranked.sitter.as_ref().and_then(|sitter| sitter.seating.player());
        player.is_some() && player == own.as_ref()
    };
    let rank = finished.places.iter().find(|ranked| is_own(ranked)).map(|ranked| ranked.place);
    let mut places = finished.places.clone();
    client::gesture::sort_few_by_key(&mut places, |ranked| ranked.place);
    let line = |ranked: http::Ranked| {
        let own = is_own(&ranked);
        // Bots have no figures, nor has whoever is gone or has only shared a device.
        let player = ranked.sitter.as_ref().filter(|sitter| !finished.offline && !sitter.name.is_empty());
        let player = player.and_then(|sitter| sitter.seating.player().cloned());
        let page = player.map(|player| Route::Figures(Some(player), game));
        let name = ranked.sitter.map(|sitter| sitter.name).unwrap_or_default();
        let portrait = face(&name);
        let called = move || shown_name(&name, lang());
        let called = match page {
            Some(page) => view! { <a href=page.path() on:click=go_to(shared, page)>{called}</a> }.into_any(),
            None => view! { <span>{called}</span> }.into_any(),
        };
        view! {
            <li data-own=own.then_some("")>
                <b>{ranked.place}</b>{portrait}{called}
                <i>{move || lobby::score(ranked.score, lang())}</i>
            </li>
        }
    };
    let players = places.into_iter().map(line).collect_any();
    let (table, ended) = (finished.table.clone(), finished.ended);
    let (again, is_offline) = (table.clone(), finished.offline);
    let sheet = move |_| shared.router.go(Route::Table(table.clone()));
    // The house has the record of what was played without it, and no table.
    let replay = move |_| match (again.clone(), is_offline) {
        (again, false) => shared.router.go(Route::Replay(Some(again))),
        (again, true) => spawn_local(async move {
            match http::record(&again, None, shared.preferences.lang_now()).await {
                Ok(record) => shared.show_record(record),
                Err(refusal) => shared.notices.tell(refusal.message),
            }
        }),
    };
    let result_of = finished.clone();
    let picture_of = move |game: GameId| {
        let name = |one: &http::Ranked| one.sitter.as_ref().map(|sitter| sitter.name.clone()).unwrap_or_default();
        let lang = shared.preferences.lang_now();
        let player = |one: &http::Ranked| (shown_name(&name(one), lang), one.place, one.score);
        let players = result_of.places.iter().map(player).collect();
        share(shared, &Outcome { game, at: Some(result_of.ended), players });
    };
    let result = move || {
        let rank = rank?;
        let won = if rank == 1 { format!("★ {} · ", shared.say(Label::Won)) } else { Default::default() };
        Some(format!("{won}{}", lobby::place(rank, count, lang())))
    };
    // What was played without the house counts for no rating, and the house has not seen its table.
    let mark = match (finished.rated, finished.offline) {
        (_, true) => Some(Label::PlayedOffline),
        (true, false) => Some(Label::Rated),
        (false, false) => None,
    };
    view! {
        <li class="match" data-offline=finished.offline.then_some("") data-table=finished.table.clone() data-won=(rank == Some(1)).then_some("")>
            {game.map(picture)}
            <div class="match-what">
                <h2>{game.map_or(finished.game.clone(), |game| game_name(game).into())}</h2>
                <p><time>{move || moment(ended, lang())}</time></p>
                <p class="match-result">{result}{mark.map(|mark| move || format!(" · {}", shared.say(mark)))}</p>
            </div>
            <ol class="match-players">{players}</ol>
            <div class="match-buttons">
                {(!finished.offline).then(|| view! {
                    <button class="see-sheet" on:click=sheet>{shared.label(Label::SeeSheet)}</button>
                })}
                <button class="see-replay" on:click=replay>{shared.label(Label::Replay)}</button>
                <a class="download" href=http::record_address(&finished.table, None) download="">
                    {shared.label(Label::DownloadRecord)}
                </a>
                {game.map(|game| view! {
                    <button class="share-match" on:click=move |_| picture_of(game)>{shared.label(Label::Share)}</button>
                })}
            </div>
        </li>
    }
}

/// A moment as the language writes it, which the browser knows.
pub(crate) fn moment(millis: u64, lang: Lang) -> String {
    let format = Object::new();
    for (part, style) in [("dateStyle", "long"), ("timeStyle", "short")] {
        let _ = Reflect::set(&format, &part.into(), &style.into());
    }
    let locale = lang.of("fr-FR", "en-GB");
    Date::new(&JsValue::from_f64(millis as f64)).to_locale_string(locale, &format).into()
}
