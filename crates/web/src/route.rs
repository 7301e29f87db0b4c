//! Which screen an address stands for, and how the client goes from one to another.

use client::puzzle::Day;
use engine::GameId;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wire::house::{PlayerId, TableKey};

use crate::reactive::RwSignal;

/// A screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// What shall we play?
    Home,
    /// A table.
    Table(String),
    /// A table of this browser.
    Local(String),
    /// A match looked at again: that of a table, or of a file.
    Replay(Option<String>),
    /// The rules of a game, maybe at one of them.
    Rules(GameId, Option<String>),
    /// A guided first game.
    Learn(GameId),
    /// The puzzle of a day; without one, of today.
    Puzzle(GameId, Option<Day>),
    /// A duplicate evening; without one, the form that opens one.
    Evening(Option<String>),
    /// The matches one has played.
    History,
    /// The figures of a player, or one's own; at a game, or at the one played last.
    Figures(Option<PlayerId>, Option<GameId>),
    /// One's account: sessions, password, data.
    Account,
    /// What the house keeps of people.
    Privacy,
    /// There is no such screen.
    Nowhere,
}

impl Route {
    /// The screen of an address.
    fn read(path: &str, fragment: &str) -> Self {
        let rule = fragment.strip_prefix('#').filter(|rule| !rule.is_empty()).map(String::from);
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            [] => Self::Home,
            ["evening"] => Self::Evening(None),
            ["evening", evening] => Self::Evening(Some((*evening).into())),
            ["history"] => Self::History,
            ["player"] => Self::Figures(None, None),
            ["player", player] => Self::Figures(Some((*player).into()), None),
            ["player", player, game] => {
                GameId::from_slug(game).map_or(Self::Nowhere, |game| Self::Figures(Some((*player).into()), Some(game)))
            }
            ["account"] => Self::Account,
            ["privacy"] => Self::Privacy,
            ["replay"] => Self::Replay(None),
            ["table", table, "replay"] => Self::Replay(Some((*table).into())),
            ["table", table] => Self::Table((*table).into()),
            ["learn", game] => GameId::from_slug(game).map_or(Self::Nowhere, Self::Learn),
            ["puzzle", game] => GameId::from_slug(game).map_or(Self::Nowhere, |game| Self::Puzzle(game, None)),
            ["puzzle", game, day] => match (GameId::from_slug(game), Day::read(day)) {
                (Some(game), Some(day)) => Self::Puzzle(game, Some(day)),
                _ => Self::Nowhere,
            },
            ["local", table] => Self::Local((*table).into()),
            ["rules", game] => GameId::from_slug(game).map_or(Self::Nowhere, |game| Self::Rules(game, rule)),
            _ => Self::Nowhere,
        }
    }

    /// Whether it is the one screen of a table, whatever is played or shown there.
    pub(crate) fn is_table(&self) -> bool {
        matches!(self, Self::Table(_) | Self::Local(_) | Self::Replay(_) | Self::Learn(_) | Self::Puzzle(..))
    }

    /// The address of the screen.
    pub(crate) fn path(&self) -> String {
        match self {
            Self::Home | Self::Nowhere => "/".into(),
            Self::Table(table) => table_path(table, None),
            Self::Replay(None) => "/replay".into(),
            Self::Replay(Some(table)) => format!("/table/{table}/replay"),
            Self::Local(table) => format!("/local/{table}"),
            Self::Rules(game, None) => format!("/rules/{}", game.slug()),
            Self::Rules(game, Some(rule)) => format!("/rules/{}#{rule}", game.slug()),
            Self::Learn(game) => format!("/learn/{}", game.slug()),
            Self::Puzzle(game, None) => format!("/puzzle/{}", game.slug()),
            Self::Puzzle(game, Some(day)) => format!("/puzzle/{}/{}", game.slug(), day.write()),
            Self::Evening(None) => "/evening".into(),
            Self::Evening(Some(evening)) => format!("/evening/{evening}"),
            Self::History => "/history".into(),
            Self::Figures(None, _) => "/player".into(),
            Self::Figures(Some(player), None) => format!("/player/{player}"),
            Self::Figures(Some(player), Some(game)) => format!("/player/{player}/{}", game.slug()),
            Self::Account => "/account".into(),
            Self::Privacy => "/privacy".into(),
        }
    }
}

/// The address of a table, with the key of its link where it has one.
pub(crate) fn table_path(table: &str, key: Option<&TableKey>) -> String {
    with_key(&format!("/table/{table}"), key)
}

/// An address of a table, with the key of its link where it has one.
pub(crate) fn with_key(path: &str, key: Option<&TableKey>) -> String {
    key.map_or_else(|| path.into(), |key| format!("{path}?key={key}"))
}

/// The key in the address of this page.
pub(crate) fn key_here() -> Option<TableKey> {
    asked("key").map(Into::into)
}

/// What the address of this page asks for by this name.
pub(crate) fn asked(name: &str) -> Option<String> {
    let search = window().location().search().ok()?;
    let parts = search.strip_prefix('?')?.split('&').filter_map(|part| part.split_once('='));
    let found = parts.into_iter().find(|(part, _)| *part == name)?.1;
    (!found.is_empty()).then(|| found.to_owned())
}

/// Where the client is, and the way to elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Router {
    route: RwSignal<Route>,
    /// The tables one has been to since the page was loaded.
    visited: RwSignal<Vec<String>>,
}

impl Router {
    /// Begins where the address says, and follows the browser's buttons.
    pub(crate) fn new() -> Self {
        let router = Self { route: RwSignal::new(Route::Home), visited: RwSignal::new(Vec::new()) };
        router.arrive(here());
        let _ = window_event_listener(ev::popstate, move |_| router.arrive(here()));
        router
    }

    fn arrive(self, route: Route) {
        if let Route::Table(table) = &route
            && !self.visited.read_untracked().contains(table)
        {
            self.visited.update(|visited| visited.push(table.clone()));
        }
        self.route.set(route);
    }

    /// The tables one has been to since the page was loaded.
    pub(crate) fn visited(self) -> Vec<String> {
        self.visited.get()
    }

    /// Where the client is.
    pub(crate) fn route(self) -> Route {
        self.route.get()
    }

    /// Goes to a screen.
    pub(crate) fn go(self, route: Route) {
        if let Ok(history) = window().history() {
            // Without a history the screen changes all the same.
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&route.path()));
        }
        // The rulebook scrolls to its rule by itself.
        let is_at_rule = matches!(route, Route::Rules(_, Some(_)));
        self.arrive(route);
        if !is_at_rule {
            scroll_up();
        }
    }

    /// The table on the screen is for those who are invited: its address is its link, to be copied and come back to.
    pub(crate) fn show_key(self, table: &str, key: &TableKey) {
        if let (Route::Table(here), Ok(history)) = (self.route.get_untracked(), window().history())
            && here == table
        {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&table_path(table, Some(key))));
        }
    }

    /// The replay on the screen is at a moment that has this address.
    pub(crate) fn show_moment(self, address: &str) {
        if let (Route::Replay(_), Ok(history)) = (self.route.get_untracked(), window().history()) {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
        }
    }

    /// The same screen has another address now.
    pub(crate) fn rename(self, route: &Route) {
        if let Ok(history) = window().history() {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&route.path()));
        }
    }
}

/// Shows the next screen from its top. It is scrolled once it is drawn: before, the browser would keep to what is seen
/// of the old one.
pub(crate) fn scroll_up() {
    request_animation_frame(|| window().scroll_to_with_x_and_y(0.0, 0.0));
}

fn here() -> Route {
    let location = window().location();
    Route::read(&location.pathname().unwrap_or_default(), &location.hash().unwrap_or_default())
}
