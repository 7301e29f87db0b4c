//! A match looked at again, at the same table: from the house, from a file, or, while it is still played, from what was
//! shown of it here.

use client::News;
use client::replay::{ReplayAnswer, ReplayAsk};
use engine::with_game;
use leptos::context::Provider;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::house::{Ask, Stage, TableId};
use words::game_name;
use words::house::say_record_breaks;
use words::screen::Label;

use super::nowhere::DeadEnd;
use super::table::playing;
use crate::app::{Head, Shared, first_file, shared};
use crate::http;
use crate::link::Link;
use crate::place::Place;
use crate::playback::{Playback, ask};
use crate::reactive::{RwSignal, effect, memo};
use crate::route;

/// What a match from a file is called.
const FROM_FILE: &str = "file";

/// How far it is.
#[derive(Clone)]
enum Progress {
    Loading,
    /// There is nothing to be shown yet.
    Empty,
    Broken(String),
    Ready(Playback),
}

/// The replay of a match at the house, or without one of a file.
#[component]
pub(crate) fn Replay(table: Option<String>) -> impl IntoView {
    let shared = shared();
    let progress = RwSignal::new(Progress::Loading);
    let opening =
        Opening { shared, screen: Owner::current().unwrap_or_default(), progress, awaited: RwSignal::new(None) };
    let listening = opening.clone();
    shared.link.listen(move |news| listening.hear(news));
    match table {
        Some(table) => opening.fetch(table),
        None => match shared.dropped.get_untracked() {
            Some(record) => opening.open_record(record, None),
            None => progress.set(Progress::Empty),
        },
    }
    effect(move || document().set_title(&format!("{} – Tapis", shared.say(Label::Replay))));
    on_cleanup(|| document().set_title("Tapis"));
    move || match progress.get() {
        Progress::Loading => view! {
            <Head/>
            <main class="page"><p>{shared.say(Label::Loading)}</p></main>
        }
        .into_any(),
        Progress::Empty => view! {
            <Head/>
            <main class="page replay-empty">
                <h1>{shared.label(Label::Replay)}</h1>
                <p>{shared.label(Label::OpenRecordHelp)}</p>
                <RecordInput/>
            </main>
        }
        .into_any(),
        Progress::Broken(why) => view! {
            <Head/>
            <DeadEnd why=Signal::stored(why)/>
        }
        .into_any(),
        Progress::Ready(playback) => {
            let shared = Shared { link: Link::open_local(playback.house(), shared.preferences), ..shared };
            view! { <Provider value=shared><Screening playback=playback/></Provider> }.into_any()
        }
    }
}

/// What brings a match to the screen.
#[derive(Clone)]
struct Opening {
    shared: Shared,
    /// What is made for the screen ends with it, however late it is made.
    screen: Owner,
    progress: RwSignal<Progress>,
    /// The table that the house was asked to show, because nothing of it was shown here yet.
    awaited: RwSignal<Option<String>>,
}

impl Opening {
    /// Asks the house for the record; of a match that is still played there is what was shown here.
    fn fetch(self, table: String) {
        let shared = self.shared;
        spawn_local(async move {
            let key = route::key_here().or_else(|| shared.link.key_now(&table));
            let lang = shared.preferences.lang_now();
            let record = match http::table_now(&table, key.clone(), lang).await {
                Ok((summary, _)) if summary.stage != Stage::Over => return self.look_back(table),
                Ok(_) => http::record(&table, key, lang).await,
                Err(refusal) => Err(refusal),
            };
            match record {
                Ok(record) => self.open_record(record, Some(table)),
                Err(refusal) => self.progress.set(Progress::Broken(refusal.message)),
            }
        });
    }

    fn open_record(self, record: String, table: Option<String>) {
        let name = TableId::from(table.as_deref().unwrap_or(FROM_FILE));
        let lang = self.shared.preferences.lang_now().code().into();
        self.open(ReplayAsk::Record { record, table: name, lang }, table);
    }

    /// Goes back in what was shown of a match that is still played. If that is nothing, the house is asked to show it,
    /// with what has happened lately.
    fn look_back(self, table: String) {
        let id = TableId::from(table.as_str());
        if let Some(tape) = self.shared.link.tape(&id) {
            return self.open(ReplayAsk::Tape { tape }, Some(table));
        }
        // The screen may have been left while the house was asked for the record.
        if self.progress.try_get_untracked().is_some() {
            self.awaited.set(Some(table));
            self.shared.link.ask(&id, Ask::Watch { after: None, recent: true, views: false });
        }
    }

    /// The house shows the table that was asked for, or does not.
    fn hear(&self, news: &News) {
        let is_awaited = |table: &TableId| self.awaited.read_untracked().as_deref() == Some(table.as_str());
        match news {
            News::Shown { table } if is_awaited(table) => {
                self.awaited.set(None);
                let tape = self.shared.link.tape(table);
                self.shared.link.ask(table, Ask::Unwatch);
                match tape {
                    Some(tape) => self.clone().open(ReplayAsk::Tape { tape }, Some(table.to_string())),
                    None => self.progress.set(self.nothing()),
                }
            }
            News::Lost { table, refused } if is_awaited(table) => {
                self.progress.set(Progress::Broken(refused.message.clone()));
            }
            _ => {}
        }
    }

    fn open(self, wanted: ReplayAsk, table: Option<String>) {
        spawn_local(async move {
            let opened = match ask(&wanted).await {
                Some(ReplayAnswer::Opened(overview)) => {
                    Playback::open(overview, table, self.shared.router, &self.screen).await
                }
                Some(ReplayAnswer::Broken { line, message }) => {
                    let lang = self.shared.preferences.lang_now();
                    return self.progress.set(Progress::Broken(say_record_breaks(line, &message, lang)));
                }
                _ => None,
            };
            self.progress.set(opened.map_or_else(|| self.nothing(), Progress::Ready));
        });
    }

    fn nothing(&self) -> Progress {
        Progress::Broken(Label::NothingToReplay.say(self.shared.preferences.lang_now()))
    }
}

/// The table, as it was.
#[component]
fn Screening(playback: Playback) -> impl IntoView {
    let shared = shared();
    let name = playback.table.get_untracked().unwrap_or_else(|| FROM_FILE.into());
    let place = Place::replayed(shared, &name, playback);
    shared.link.ask(&place.table(), Ask::Watch { after: None, recent: true, views: false });
    let game = memo(move || place.look(|watched| watched.table().settings.game));
    effect(move || {
        if let Some(game) = game.get() {
            document().set_title(&format!("{} – {} – Tapis", game_name(game), shared.say(Label::Replay)));
        }
    });
    move || match game.get() {
        Some(game) => with_game!(game, G => playing::<G>(place)),
        None => view! { <p class="page">{shared.say(Label::Loading)}</p> }.into_any(),
    }
}

/// The way to a record that is a file.
#[component]
pub(crate) fn RecordInput() -> impl IntoView {
    let shared = shared();
    let chosen = move |event: leptos::ev::Event| {
        if let Some(file) = event.target().and_then(|input| first_file(&input)) {
            shared.open_file(file);
        }
    };
    view! {
        <label class="replay-file">
            <span>{shared.label(Label::OpenRecord)}</span>
            <input type="file" id="open-record" accept=".jsonl,application/jsonl" on:change=chosen/>
        </label>
    }
}
