//! The frame of every screen: what all of them share, the head, the notices.

use leptos::prelude::*;
use words::screen::Label;

use crate::link::{LineState, Link};
use crate::parts::notices::{NoticeList, Notices};
use crate::parts::rulebook::RulebookDialog;
use crate::parts::settings::SettingsDialog;
use crate::preferences::Preferences;
use crate::route::{Route, Router};
use crate::screens;

/// What all screens share.
#[derive(Clone, Copy)]
pub(crate) struct Shared {
    pub(crate) preferences: Preferences,
    pub(crate) router: Router,
    pub(crate) link: Link,
    pub(crate) notices: Notices,
    /// Whether the settings are open.
    pub(crate) settings_open: RwSignal<bool>,
}

impl Shared {
    /// A label in the language of the moment.
    pub(crate) fn say(self, label: Label) -> String {
        label.say(self.preferences.lang())
    }
}

/// What all screens share, from wherever it is needed.
pub(crate) fn shared() -> Shared {
    expect_context()
}

/// The whole client.
#[component]
pub(crate) fn App() -> impl IntoView {
    let preferences = Preferences::read();
    let link = Link::open(preferences);
    let shared = Shared {
        preferences,
        router: Router::new(),
        link,
        notices: Notices::new(),
        settings_open: RwSignal::new(false),
    };
    provide_context(shared);
    view! {
        <crate::parts::symbols::Symbols/>
        {move || screen(shared.router.route())}
        <LineNotice/>
        <NoticeList/>
        <Show when=move || shared.settings_open.get()>
            <SettingsDialog/>
        </Show>
        <Show when=move || shared.notices.rulebook.with(Option::is_some)>
            <RulebookDialog/>
        </Show>
    }
}

fn screen(route: Route) -> AnyView {
    match route {
        Route::Home => view! { <screens::home::Home/> }.into_any(),
        Route::Table(table) => view! { <screens::table::Table table=table/> }.into_any(),
        Route::Rules(game, rule) => view! { <screens::rules::Rules game=game rule=rule/> }.into_any(),
        Route::History => view! { <screens::history::History/> }.into_any(),
        Route::Nowhere => view! { <screens::nowhere::Nowhere/> }.into_any(),
    }
}

/// A calm word when the line is lost.
#[component]
fn LineNotice() -> impl IntoView {
    let shared = shared();
    view! {
        <div class="line-notice" role="status" aria-live="polite">
            {move || (shared.link.state() == LineState::Lost).then(|| {
                view! { <p>{shared.say(Label::LineLost)}</p> }
            })}
        </div>
    }
}

/// The head of a screen: the name of the house, and where one can go.
#[component]
pub(crate) fn Head(
    /// What stands beside the name.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shared = shared();
    let home = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        shared.router.go(Route::Home);
    };
    view! {
        <header class="head">
            <a class="brand" href="/" on:click=home>"Tapis"</a>
            {children.map(|children| children())}
            <nav class="head-nav">
                <button class="pill" id="open-settings" on:click=move |_| shared.settings_open.set(true)>
                    {move || shared.say(Label::Settings)}
                </button>
            </nav>
        </header>
    }
}
