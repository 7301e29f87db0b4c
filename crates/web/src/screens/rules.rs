//! The rules of a game on a screen of their own, in brief and numbered, with the way to those of the others.

use engine::GameId;
use leptos::prelude::*;
use words::game_name;
use words::screen::Label;

use crate::app::{Head, shared};
use crate::parts::list::CollectAny;
use crate::parts::rulebook::Rulebook;
use crate::parts::welcome::Brief;
use crate::route::Route;

/// The rules of a game, at one of them.
#[component]
pub(crate) fn Rules(game: GameId, rule: Option<String>) -> impl IntoView {
    let shared = shared();
    let link = move |other: GameId| {
        let route = Route::Rules(other, None);
        let path = route.path();
        view! {
            <a href=path aria-current=(other == game).then_some("page") data-game=other.slug() on:click=move |event| {
                event.prevent_default();
                shared.router.go(route.clone());
            }>{game_name(other)}</a>
        }
    };
    // The address names the rule, so that it can be given away; the way back is not paved with rules.
    let went = Callback::new(move |rule: String| shared.router.rename(&Route::Rules(game, Some(rule))));
    view! {
        <Head/>
        <main class="rules">
            <nav class="rules-games" aria-label=shared.label(Label::FiveGames)>{GameId::ALL.map(link).collect_any()}</nav>
            <section class="rules-brief">
                <h1>{game_name(game)}</h1>
                <Brief game=game/>
            </section>
            <Rulebook game=game rule=rule went=went/>
        </main>
    }
}
