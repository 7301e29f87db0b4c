//! The table of a lesson or a puzzle. The worker of this page plays it and takes its texts, so that the rules of what
//! is taught need not be loaded with the page.
//!
//! Deliberately absent: what each of the two keeps and which buttons it has (`lesson`, `puzzle`).

use std::rc::Rc;
use std::sync::Arc;

use client::guided::{GuideAsk, GuideNews, GuideState};
use client::puzzle::Day;
use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::read_json_text;
use words::Lang;
use words::screen::Label;

use super::nowhere::DeadEnd;
use super::table::local_table;
use crate::app::{Head, Shared, shared};
use crate::drawing::load_text;
use crate::guide::{Cue, Guide, Way};
use crate::link::{ConnectionState, Hear, LocalHouse};
use crate::local;
use crate::reactive::{RwSignal, effect};
use crate::route::Route;

/// What is to be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GuidedTable {
    pub(crate) game: GameId,
    /// The file of the lesson or the puzzles.
    pub(crate) file: String,
    /// The day of the puzzle; without one it is a lesson.
    pub(crate) day: Option<Day>,
    /// What was made of it already.
    pub(crate) made: Vec<String>,
}

/// A table at which the worker guides somebody.
#[derive(Clone, Copy)]
pub(crate) struct Guiding {
    news: RwSignal<GuideNews>,
    hear: StoredValue<Option<Hear>, LocalStorage>,
    note: StoredValue<Note>,
}

/// Keeps what there is to be kept of a table.
type Note = Arc<dyn Fn(&GuideNews) + Send + Sync>;
/// Makes what stands beside a table.
type MakeGuide = Arc<dyn Fn(Guiding) -> Guide + Send + Sync>;

impl Guiding {
    /// What is said now, with buttons by how far it is.
    pub(crate) fn cue(self, note: impl Fn(&GuideNews) -> String, ways: impl Fn(GuideState) -> Vec<Way>) -> Cue {
        let news = self.news.read();
        let coach = &news.coach;
        Cue {
            seq: coach.seq,
            note: note(&news),
            text: coach.text.clone(),
            wanted: coach.wanted.clone(),
            ways: ways(coach.state),
            is_last: coach.state == GuideState::Over,
        }
    }

    /// What was said is read.
    pub(crate) fn go_on(self) {
        self.ask(GuideAsk::GoOn);
    }

    fn ask(self, asked: GuideAsk) {
        spawn_local(async move {
            let Some(mut news) = ask(&asked).await else { return };
            // The screen may have been left meanwhile.
            let (Some(Some(hear)), Some(note)) = (self.hear.try_get_value(), self.note.try_get_value()) else { return };
            std::mem::take(&mut news.texts).into_iter().for_each(|text| hear(text));
            note(&news);
            self.news.set(news);
        });
    }
}

impl LocalHouse for Guiding {
    fn connect(&self, lang: Lang, hear: Hear) {
        let _ = self.hear.try_update_value(|known| *known = Some(hear));
        self.ask(GuideAsk::Connect { lang: lang.code().into() });
    }

    fn receive(&self, text: &str) {
        self.ask(GuideAsk::Receive { text: text.into() });
    }

    fn route(&self, _table: &str) -> Route {
        Route::Home
    }
}

/// Asks the worker of this page, which plays these tables.
async fn ask(ask: &GuideAsk) -> Option<GuideNews> {
    let answer = local::serve("guide", &serde_json::to_string(ask).ok()?).await?;
    read_json_text(&answer)
}

/// The screen of a lesson or a puzzle, which is opened once the house has said who one is, or cannot be reached. `note`
/// keeps what is to be kept of it, `guide` stands beside it.
pub(crate) fn guided_table(
    wanted: GuidedTable,
    note: impl Fn(&GuideNews) + Send + Sync + 'static,
    guide: impl Fn(Guiding) -> Guide + Send + Sync + 'static,
) -> AnyView {
    draw(wanted, Arc::new(note), Arc::new(guide))
}

fn draw(wanted: GuidedTable, note: Note, guide: MakeGuide) -> AnyView {
    let shared = shared();
    let text = RwSignal::new(None::<Option<String>>);
    let opened = RwSignal::new(None::<Option<GuideNews>>);
    let GuidedTable { game, file, day, made } = wanted;
    spawn_local(async move { text.set(Some(load_text(&file).await)) });
    effect(move || {
        let is_told = shared.link.player().is_some() || shared.link.state() == ConnectionState::Lost;
        let Some(text) = text.get().filter(|_| is_told && opened.get_untracked().is_none()) else { return };
        let (name, lang) = (name_here(shared), shared.preferences.lang_now().code());
        let (game, made) = (game.slug().to_owned(), made.clone());
        spawn_local(async move {
            let Some(file) = text else { return opened.set(Some(None)) };
            let asked = GuideAsk::Open { game, file, day, made, name, lang: lang.into() };
            opened.set(Some(ask(&asked).await));
        });
    });
    let screen = move || match opened.get() {
        None => view! {
            <Head/>
            <main class="page"><p>{shared.say(Label::Loading)}</p></main>
        }
        .into_any(),
        Some(None) => view! {
            <Head/>
            <DeadEnd why=Signal::derive(shared.label(Label::HouseUnreachable))/>
        }
        .into_any(),
        Some(Some(news)) => untrack(|| {
            let table = news.table.to_string();
            let (hear, note) = (StoredValue::new_local(None), StoredValue::new(Arc::clone(&note)));
            let guiding = Guiding { news: RwSignal::new(news), hear, note };
            provide_context(guide(guiding));
            local_table(Rc::new(guiding), table)
        }),
    };
    screen.into_any()
}

/// What one is called at such a table.
fn name_here(shared: Shared) -> String {
    let player = untrack(|| shared.link.player());
    player.map_or_else(|| Label::You.say(shared.preferences.lang_now()), |player| player.name)
}
