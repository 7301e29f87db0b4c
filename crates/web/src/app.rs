//! The frame of every screen: what all of them share, the head, the notices.

use js_sys::{Array, Reflect};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DragEvent};
use words::Lang;
use words::screen::Label;

use crate::device;
use crate::link::{ConnectionState, Link};
use crate::local;
use crate::parts::icons::{Icon, icon};
use crate::parts::list::Show;
use crate::parts::notices::{NoticeList, Notices};
use crate::parts::rulebook::RulebookDialog;
use crate::parts::settings::SettingsDialog;
use crate::preferences::Preferences;
use crate::reactive::{RwSignal, effect};
use crate::route::{Route, Router};
use crate::screens;

/// What all screens share.
#[derive(Clone, Copy)]
pub(crate) struct Shared {
    pub(crate) preferences: Preferences,
    pub(crate) router: Router,
    pub(crate) link: Link,
    pub(crate) notices: Notices,
    /// How often matches that were played without the house have come to it since the page was loaded.
    pub(crate) arrivals: RwSignal<u32>,
    /// Whether the settings are open.
    pub(crate) settings_open: RwSignal<bool>,
    /// The record of a match that was brought as a file.
    pub(crate) dropped: RwSignal<Option<String>>,
}

impl Shared {
    /// A label in the language of the moment.
    pub(crate) fn say(self, label: Label) -> String {
        label.say(self.preferences.lang())
    }

    /// Shows the match of a file.
    pub(crate) fn open_file(self, file: Blob) {
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            self.show_record(text.unwrap_or_default());
        });
    }

    /// Shows the match of a record that this page has.
    pub(crate) fn show_record(self, record: String) {
        self.dropped.set(Some(record));
        self.router.go(Route::Replay(None));
    }

    /// A label that follows the language. It is of one type wherever it stands, which keeps the program small.
    pub(crate) fn label(self, label: Label) -> impl Fn() -> String + Copy + Send + Sync + 'static {
        move || self.say(label)
    }
}

/// A link to another screen.
pub(crate) fn screen_link(id: &'static str, route: Route, label: Label) -> AnyView {
    let shared = shared();
    view! { <a class="screen-link" id=id href=route.path() on:click=go_to(shared, route)>{shared.label(label)}</a> }
        .into_any()
}

/// What a press on a link to another screen does: the page stays, and nothing is loaded.
pub(crate) fn go_to(shared: Shared, route: Route) -> impl Fn(ev::MouseEvent) + Send + Sync + 'static {
    move |event| {
        event.prevent_default();
        shared.settings_open.set(false);
        shared.router.go(route.clone());
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
        arrivals: RwSignal::new(0),
        settings_open: RwSignal::new(false),
        dropped: RwSignal::new(None),
    };
    provide_context(shared);
    take_files(shared);
    // What was played without the house goes to it as soon as it answers.
    effect(move || {
        if shared.link.state() == ConnectionState::Open && local::has_tables() {
            spawn_local(async move {
                if local::send_matches(shared.preferences.lang_now()).await {
                    shared.arrivals.update(|arrivals| *arrivals += 1);
                }
            });
        }
    });
    let has_new_version = RwSignal::new(false);
    let _ = window_event_listener_untyped("new-version", move |_| has_new_version.set(true));
    view! {
        {move || screen(shared.router.route())}
        <LineNotice/>
        <NoticeList/>
        // Nobody is taken away from a table for it.
        <Show when=move || has_new_version.get() && !shared.router.route().is_table()>
            <div class="new-version" role="status">
                <p>{shared.label(Label::NewVersion)}</p>
                <button type="button" id="take-new-version" on:click=move |_| device::take_new_version()>
                    {shared.label(Label::Reload)}
                </button>
            </div>
        </Show>
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
        Route::Learn(game) => view! { <screens::lesson::Learn game=game/> }.into_any(),
        Route::Puzzle(game, day) => view! { <screens::puzzle::PuzzleOfDay game=game day=day/> }.into_any(),
        Route::Local(table) => view! { <screens::local::Local table=table/> }.into_any(),
        Route::Rules(game, rule) => view! { <screens::rules::Rules game=game rule=rule/> }.into_any(),
        Route::Replay(table) => view! { <screens::replay::Replay table=table/> }.into_any(),
        Route::Evening(evening) => view! { <screens::evening::Evening evening=evening/> }.into_any(),
        Route::History => view! { <screens::history::History/> }.into_any(),
        Route::Figures(player, game) => view! { <screens::figures::Figures player=player game=game/> }.into_any(),
        Route::Account => view! { <screens::account::Account/> }.into_any(),
        Route::Privacy => view! { <screens::privacy::Privacy/> }.into_any(),
        Route::Nowhere => view! { <screens::nowhere::Nowhere/> }.into_any(),
    }
}

/// A file that is dropped anywhere on the page is a match to be shown.
fn take_files(shared: Shared) {
    let brought = |event: &DragEvent| Reflect::get(event, &"dataTransfer".into()).ok();
    let has_files = move |event: &DragEvent| {
        let kinds = brought(event).and_then(|brought| Reflect::get(&brought, &"types".into()).ok());
        kinds.is_some_and(|kinds| Array::from(&kinds).includes(&"Files".into(), 0))
    };
    let _ = window_event_listener(ev::dragover, move |event| {
        if has_files(&event) {
            event.prevent_default();
        }
    });
    let _ = window_event_listener(ev::drop, move |event| {
        if let Some(file) = brought(&event).and_then(|brought| first_file(&brought)) {
            event.prevent_default();
            shared.open_file(file);
        }
    });
}

/// The first file that was dropped, or chosen in a field.
pub(crate) fn first_file(holder: &JsValue) -> Option<Blob> {
    let files = Reflect::get(holder, &"files".into()).ok()?;
    Reflect::get_u32(&files, 0).ok()?.dyn_into().ok()
}

/// A notice when the connection is lost.
#[component]
fn LineNotice() -> impl IntoView {
    let shared = shared();
    // A table of this browser needs no connection, and the first screen offers what can be played without.
    let said = move || match (shared.link.state(), shared.router.route()) {
        (ConnectionState::Connecting | ConnectionState::Open, _) | (_, Route::Local(_)) => None,
        (ConnectionState::Stuck, _) => Some(Label::HouseStuck),
        (ConnectionState::Lost, Route::Home) => Some(Label::PlayOffline),
        (ConnectionState::Lost, _) => Some(Label::LineLost),
    };
    view! {
        <div class="line-notice" role="status" aria-live="polite">
            {move || said().map(|said| view! { <p>{shared.say(said)}</p> })}
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
    let is_home = untrack(|| shared.router.route()) == Route::Home;
    view! {
        <header class="head">
            <a class="brand" href="/" on:click=go_to(shared, Route::Home)>
                {(!is_home).then(|| icon(Icon::Back))}
                "Tapis"
                {(!is_home).then(|| view! { <span class="unseen">{shared.label(Label::Home)}</span> })}
            </a>
            <nav class="head-nav">
                <a class="pill" id="open-history" href=Route::History.path() title=shared.label(Label::History)
                    on:click=go_to(shared, Route::History)>
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
