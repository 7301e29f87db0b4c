//! The frame of every screen: what all of them share, the head, the notices.

use leptos::prelude::*;
use words::Lang;
use words::screen::Label;

use crate::link::{LineState, Link};
use crate::parts::icons::{Icon, icon};
use crate::parts::list::Show;
use crate::parts::notices::{NoticeList, Notices};
use crate::parts::rulebook::RulebookDialog;
use crate::parts::settings::SettingsDialog;
use crate::preferences::Preferences;
use crate::reactive::RwSignal;
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

    /// A label that follows the language. It is of one type wherever it stands, which keeps the program small.
    pub(crate) fn label(self, label: Label) -> impl Fn() -> String + Copy + Send + Sync + 'static {
        move || self.say(label)
    }
}

/// A link to another screen.
pub(crate) fn screen_link(id: &'static str, route: Route, label: Label) -> AnyView {
    let shared = shared();
    let path = route.path();
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        shared.settings_open.set(false);
        shared.router.go(route.clone());
    };
    view! { <a class="screen-link" id=id href=path on:click=go>{shared.label(label)}</a> }.into_any()
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
        {move || screen(shared.router.route())}
        <LineNotice/>
        <NoticeList/>
        <Show when=move || shared.settings_open.get()>
            <SettingsDialog/>
        </Show>
        <Show when=move || shared.notices.rulebook.read().is_some()>
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
        Route::Account => view! { <screens::account::Account/> }.into_any(),
        Route::Privacy => view! { <screens::privacy::Privacy/> }.into_any(),
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

/// The head of a screen: the way home, and where else one can go.
#[component]
pub(crate) fn Head(
    /// What stands at its end.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shared = shared();
    let go = move |route: Route| {
        move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            shared.router.go(route.clone());
        }
    };
    let is_home = untrack(|| shared.router.route()) == Route::Home;
    view! {
        <header class="head">
            <a class="brand" href="/" on:click=go(Route::Home)>
                {(!is_home).then(|| icon(Icon::Back))}
                "Tapis"
                {(!is_home).then(|| view! { <span class="unseen">{shared.label(Label::Home)}</span> })}
            </a>
            <nav class="head-nav">
                <a class="pill" id="open-history" href=Route::History.path() title=shared.label(Label::History)
                    on:click=go(Route::History)>
                    {icon(Icon::History)}<span class="pill-text">{shared.label(Label::History)}</span>
                </a>
                <LangSwitch/>
                <button class="pill" id="open-settings" title=shared.label(Label::Settings)
                    on:click=move |_| shared.settings_open.set(true)>
                    {icon(Icon::Settings)}<span class="pill-text">{shared.label(Label::Settings)}</span>
                </button>
            </nav>
            {children.map(|children| children())}
        </header>
    }
}

/// One press changes the language, and nothing else on the screen.
#[component]
pub(crate) fn LangSwitch() -> impl IntoView {
    let shared = shared();
    let preferences = shared.preferences;
    let other = move || preferences.lang().of(Lang::English, Lang::French);
    let code = move |lang: Lang| {
        view! {
            <span class:spoken=move || preferences.lang() == lang>{lang.of("FR", "EN")}</span>
        }
    };
    view! {
        <button class="pill lang-switch" id="switch-lang" aria-label=shared.label(Label::SwitchLanguage)
            on:click=move |_| preferences.set_lang(untrack(other))>
            {code(Lang::French)}<span aria-hidden="true">"·"</span>{code(Lang::English)}
        </button>
    }
}
