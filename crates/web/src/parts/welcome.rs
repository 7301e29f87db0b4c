//! The welcome card: what a game is about, in three pictures. It lies over the table the first time a game is opened in
//! a browser, and is the first tab of the rules.
//!
//! Deliberately absent: the texts (crate `words`) and the exact rules.

use engine::GameId;
use leptos::prelude::*;
use wire::house::Stage;
use words::game_name;
use words::screen::Label;

use super::dialog::Dialog;
use crate::app::shared;
use crate::drawing::{load, part, picture};
use crate::parts::list::{CollectAny, Show};
use crate::place::Place;
use crate::preferences::{keep, kept};
use crate::reactive::RwSignal;
use crate::route::Route;

/// The rule that the numbered rules begin with.
const FIRST_RULE: &str = "R1";

/// Under what it is kept that a game was welcomed.
pub(crate) fn welcomed(game: GameId) -> String {
    format!("welcomed.{}", game.slug())
}

/// The card over the table, if this game was never opened here before.
#[component]
pub(crate) fn Welcome(place: Place, game: GameId) -> impl IntoView {
    let shared = place.shared;
    let key = welcomed(game);
    // Whoever looks up a match that is over knows the game.
    let is_new = kept(&key).is_none() && untrack(|| place.stage()) != Some(Stage::Over);
    let is_open = RwSignal::new(is_new);
    let key = StoredValue::new(key);
    let close = Callback::new(move |()| {
        key.with_value(|key| keep(key, "yes"));
        is_open.set(false);
    });
    let read_rules = move |_| {
        close.run(());
        shared.notices.rulebook.set(Some((game, Some(FIRST_RULE.into()))));
    };
    let learn = move |_| {
        close.run(());
        shared.router.go(Route::Learn(game));
    };
    let edition = if untrack(|| is_for_beginners(place)) { Edition::Beginners } else { Edition::Usual };
    view! {
        <Show when=move || is_open.get()>
            <Dialog title=Signal::stored(game_name(game).to_owned()) class="welcome" close=close>
                <Brief game=game edition=edition/>
                <div class="welcome-foot">
                    <button type="button" class="link" id="all-rules" on:click=read_rules>{shared.label(Label::AllRules)}</button>
                    <button type="button" id="learn-first" on:click=learn>{shared.label(Label::LearnInMinutes)}</button>
                    <button type="button" class="primary" id="lets-go" autofocus on:click=move |_| close.run(())>
                        {shared.label(Label::LetsGo)}
                    </button>
                </div>
            </Dialog>
        </Show>
    }
}

/// Which card of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Edition {
    #[default]
    Usual,
    /// Onze without Liaisons, Bonus cards and jokers (R24).
    Beginners,
}

/// Whether the variant for beginners is played here.
fn is_for_beginners(place: Place) -> bool {
    let variant = |watched: &client::Watched| watched.table().settings.options.get("variant").cloned();
    place.look(variant).flatten().is_some_and(|variant| variant == "debutant")
}

/// The three pictures with what they show, and for how many players the game is.
#[component]
pub(crate) fn Brief(game: GameId, #[prop(optional)] edition: Edition) -> impl IntoView {
    let shared = shared();
    load("welcome.svg");
    let card = move || {
        let lang = shared.preferences.lang();
        match edition {
            Edition::Usual => words::welcome(game, lang),
            Edition::Beginners => words::welcome_beginners(lang),
        }
    };
    let panels = move || {
        let card = card();
        let texts = [(Label::WelcomeGoal, card.goal), (Label::WelcomeTurn, card.turn), (Label::WelcomeEnd, card.end)];
        let panel = |(number, (heading, text)): (usize, (Label, String))| {
            let name = format!(
                "welcome-{}-{}",
                if edition == Edition::Beginners { "beginners" } else { game.slug() },
                number + 1
            );
            view! {
                <li class="welcome-panel">
                    <div class="welcome-ground">{picture("welcome-picture", "0 0 292 196", &part(&name, 0.0, 0.0, 292.0, 196.0))}</div>
                    <div class="welcome-text">
                        <h3><span aria-hidden="true">{number + 1}</span>{shared.say(heading)}</h3>
                        <p>{text}</p>
                    </div>
                </li>
            }
        };
        texts.into_iter().enumerate().map(panel).collect_any()
    };
    view! {
        <p class="welcome-facts">{move || card().facts}</p>
        <ol class="welcome-panels" data-game=game.slug()>{move || panels()}</ol>
    }
}
