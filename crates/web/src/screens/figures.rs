//! The figures of a player, game by game; `assets/figures.js` draws them, when they are first looked at.
//!
//! Deliberately absent: what the matches come to; the house sums them up.

use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::Element;
use wire::house::PlayerId;
use words::screen::Label;
use words::{Lang, game_name};

use crate::app::{Head, shared};
use crate::http::{self, Refusal, UNREACHABLE};
use crate::link::ConnectionState;
use crate::parts::list::CollectAny;
use crate::parts::name::face;
use crate::reactive::{RwSignal, effect, memo};
use crate::route::Route;
use crate::script;

/// How far the page is.
#[derive(Clone, PartialEq, Debug)]
enum Progress {
    Loading,
    /// What the house has answered.
    Loaded(Value),
    /// Why there is nothing.
    Refused(Refusal),
}

/// The page of a player; without a name in the address, of whoever looks.
#[component]
pub(crate) fn Figures(player: Option<PlayerId>, game: Option<GameId>) -> impl IntoView {
    let shared = shared();
    let game = RwSignal::new(game);
    let progress = RwSignal::new(Progress::Loading);
    let own = memo(move || shared.link.player().map(|player| player.id));
    let whose = memo(move || player.clone().or_else(|| own.get()));
    let is_lost = memo(move || shared.link.state() == ConnectionState::Lost);
    effect(move || {
        let lang = shared.preferences.lang();
        // What was played meanwhile counts, and a house that was away may be back.
        shared.arrivals.track();
        let (Some(player), is_lost) = (whose.get(), is_lost.get()) else { return };
        if is_lost && matches!(&*progress.read_untracked(), Progress::Loaded(_)) {
            return;
        }
        let Some(asked) = game.get() else {
            spawn_local(async move {
                // A newcomer is shown the first game: there is no better one.
                let last = last_game(&player, lang).await.unwrap_or(GameId::ALL[0]);
                shared.router.rename(&Route::Figures(Some(player), Some(last)));
                game.set(Some(last));
            });
            return;
        };
        spawn_local(async move {
            let answer = match http::figures(&player, asked, lang).await {
                Ok(_) if !script::load("figures.js").await => Progress::Refused(http::unreachable_house(lang)),
                Ok(figures) => Progress::Loaded(figures),
                Err(refusal) => Progress::Refused(refusal),
            };
            // Another game may be wanted by now, or another screen.
            if game.try_get_untracked() == Some(Some(asked)) {
                progress.set(answer);
            }
        });
    });
    let name = memo(move || match &*progress.read() {
        Progress::Loaded(figures) => figures["player"]["name"].as_str().map(String::from),
        _ => None,
    });
    let games = move || {
        let tab = |one: GameId| {
            let choose = move |event: leptos::ev::MouseEvent| {
                event.prevent_default();
                if let Some(player) = whose.get_untracked() {
                    shared.router.rename(&Route::Figures(Some(player), Some(one)));
                }
                game.set(Some(one));
            };
            let path = move || Route::Figures(whose.get(), Some(one)).path();
            view! {
                <a class="figures-game" data-of=one.slug() href=path on:click=choose
                    aria-current=move || (game.get() == Some(one)).then_some("page")>{game_name(one)}</a>
            }
        };
        GameId::ALL.map(tab).collect_any()
    };
    let drawn = move || {
        let lang = shared.preferences.lang();
        match &*progress.read() {
            Progress::Loaded(figures) => {
                let is_own = figures["player"]["id"].as_str() == own.get().as_deref();
                draw(figures, is_own, lang)
            }
            _ => None,
        }
        .unwrap_or_default()
    };
    let told = move || match &*progress.read() {
        Progress::Loading if whose.get().is_none() && is_lost.get() => Some(shared.say(Label::FiguresAtHouse)),
        Progress::Loading => Some(shared.say(Label::Loading)),
        Progress::Refused(refusal) if refusal.code == UNREACHABLE => Some(shared.say(Label::FiguresAtHouse)),
        Progress::Refused(refusal) => Some(refusal.message.clone()),
        Progress::Loaded(_) => None,
    };
    // The markup of the script has plain links.
    let go = move |event: leptos::ev::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let Some(link) = target.and_then(|target| target.closest("a[href]").ok().flatten()) else { return };
        event.prevent_default();
        shared.router.go(link.get_attribute("data-table").map_or(Route::Home, |table| Route::Replay(Some(table))));
    };
    view! {
        <Head/>
        <main class="page figures">
            <header class="figures-head">
                {move || name.get().map(|name| face(&name))}
                <h1>{move || name.get().unwrap_or_else(|| shared.say(Label::Figures))}</h1>
            </header>
            <nav class="figures-games" aria-label=shared.label(Label::FiveGames)>{games()}</nav>
            <p class="figures-told" role="status">{move || told()}</p>
            <div class="figures-page" id="figures-page" inner_html=drawn on:click=go></div>
        </main>
    }
}

/// The page as markup.
fn draw(figures: &Value, is_own: bool, lang: Lang) -> Option<String> {
    let game = figures["game"].as_str().and_then(GameId::from_slug).map(game_name)?;
    let whose = if is_own { "own" } else { "another's" };
    script::call("figuresPage", &[&figures.to_string(), game, whose, lang.code()])?.as_string()
}

/// What a player has played last, as far as one may know.
async fn last_game(player: &PlayerId, lang: Lang) -> Option<GameId> {
    let newest = http::matches(player, None, lang).await.ok()?;
    GameId::from_slug(&newest.matches.first()?.game)
}
