//! A guided first game: the table of a lesson, which goes on where it was left.

use std::cell::RefCell;
use std::rc::Rc;

use client::LocalPerson;
use client::form::Company;
use client::lesson::{Lesson, Moment, Script};
use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use words::Lang;
use words::screen::Label;

use super::nowhere::DeadEnd;
use super::table::local_table;
use crate::app::{Head, Shared, shared};
use crate::drawing::load_text;
use crate::guide::{Cue, Guide, LEAVE, Way};
use crate::link::{Hear, LineState, LocalHouse};
use crate::opening;
use crate::preferences::{forget, keep, kept};
use crate::reactive::{RwSignal, effect, memo};
use crate::route::Route;

/// What is kept of a lesson that was played to its end.
const DONE: &str = "done";
/// The buttons of a lesson.
const GO_ON: &str = "guide-go-on";
const AGAIN: &str = "guide-again";
const PLAY: &str = "guide-play";

fn key(game: GameId) -> String {
    format!("lesson.{}", game.slug())
}

/// How far one has come in the lesson of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// Not begun.
    New,
    /// Begun and left.
    Begun,
    /// Played to its end.
    Done,
}

impl Progress {
    pub(crate) fn of(game: GameId) -> Self {
        match kept(&key(game)).as_deref() {
            None => Self::New,
            Some(DONE) => Self::Done,
            Some(_) => Self::Begun,
        }
    }
}

/// The lesson as the house of its table.
struct LessonHouse {
    lesson: Rc<RefCell<Lesson>>,
    hear: RefCell<Option<Hear>>,
    /// Something has happened.
    changed: Callback<()>,
}

impl LessonHouse {
    /// Lets the lesson do something, and tells the client what comes of it.
    fn drive(&self, work: impl FnOnce(&mut Lesson) -> Vec<std::sync::Arc<str>>) {
        let texts = work(&mut self.lesson.borrow_mut());
        if let Some(hear) = &*self.hear.borrow() {
            texts.iter().for_each(|text| hear(text.to_string()));
        }
        // The screen may be on its way out.
        let _ = self.changed.try_run(());
    }
}

impl LocalHouse for LessonHouse {
    fn connect(&self, lang: Lang, hear: Hear) {
        *self.hear.borrow_mut() = Some(hear);
        self.drive(|lesson| lesson.connect(lang));
    }

    fn receive(&self, text: &str) {
        self.drive(|lesson| lesson.receive(text));
    }

    fn route(&self, _table: &str) -> Route {
        Route::Home
    }
}

/// The lesson of a game.
#[component]
pub(crate) fn Learn(game: GameId) -> impl IntoView {
    let shared = shared();
    let script = RwSignal::new(None::<Result<String, ()>>);
    spawn_local(async move {
        script.set(Some(load_text(&format!("lessons/{}.json", game.slug())).await.ok_or(())));
    });
    let is_known = is_known(shared);
    move || match is_known.get().then(|| script.get()).flatten() {
        None => view! {
            <Head/>
            <main class="page"><p>{shared.say(Label::Loading)}</p></main>
        }
        .into_any(),
        Some(Ok(text)) => untrack(|| open(shared, game, &text)).unwrap_or_else(|| unreadable(shared)),
        Some(Err(())) => unreadable(shared),
    }
}

/// It could not be fetched, or is of another version.
pub(super) fn unreadable(shared: Shared) -> AnyView {
    view! {
        <Head/>
        <DeadEnd why=Signal::derive(shared.label(Label::HouseUnreachable))/>
    }
    .into_any()
}

/// Whether the house has said who one is, or cannot be reached: a table is opened once, with the name of who sits there.
pub(super) fn is_known(shared: Shared) -> RwSignal<bool> {
    let is_known = RwSignal::new(false);
    effect(move || {
        let is_told = shared.link.player().is_some() || shared.link.state() == LineState::Lost;
        if is_told && !is_known.get_untracked() {
            is_known.set(true);
        }
    });
    is_known
}

/// Who one is at a table without a house.
pub(super) fn person(shared: Shared) -> LocalPerson {
    let name =
        untrack(|| shared.link.player()).map_or_else(|| Label::You.say(shared.preferences.lang_now()), |it| it.name);
    LocalPerson { player: "local".into(), name }
}

fn open(shared: Shared, game: GameId, text: &str) -> Option<AnyView> {
    let lang = shared.preferences.lang_now();
    let mut lesson = Lesson::new(Script::read(text).ok()?, person(shared), lang).ok()?;
    let made =
        kept(&key(game)).filter(|made| made != DONE).and_then(|made| serde_json::from_str::<Vec<String>>(&made).ok());
    lesson.resume(&made.unwrap_or_default());
    let table = lesson.table().to_string();
    let lesson = Rc::new(RefCell::new(lesson));
    let version = RwSignal::new(0_u64);
    let changed = {
        let lesson = StoredValue::new_local(Rc::clone(&lesson));
        Callback::new(move |()| {
            let _ = lesson.try_with_value(|lesson| note(game, &lesson.borrow()));
            version.update(|version| *version += 1);
        })
    };
    let house = Rc::new(LessonHouse { lesson: Rc::clone(&lesson), hear: RefCell::new(None), changed });
    let held = StoredValue::new_local(Rc::clone(&house));
    let cue = memo(move || {
        version.track();
        held.with_value(|house| cue_of(&house.lesson.borrow(), shared.preferences.lang()))
    });
    let press = Callback::new(move |id: &'static str| match id {
        LEAVE => shared.router.go(Route::Home),
        GO_ON => held.with_value(|house| house.drive(Lesson::go_on)),
        AGAIN => {
            forget(&key(game));
            shared.router.go(Route::Learn(game));
        }
        PLAY => spawn_local(async move {
            let form = opening::kept_form(game, Company::Bots);
            if let Err(refusal) = opening::open(shared, &form, Company::Bots).await {
                shared.notices.tell(refusal.message);
            }
        }),
        _ => {}
    });
    provide_context(Guide { cue, press });
    Some(local_table(house, table))
}

/// Keeps how far one has come.
fn note(game: GameId, lesson: &Lesson) {
    let is_over = lesson.coach(Lang::default()).moment == Moment::Over;
    match serde_json::to_string(lesson.made()) {
        _ if is_over => keep(&key(game), DONE),
        Ok(made) if !lesson.made().is_empty() => keep(&key(game), &made),
        _ => {}
    }
}

fn cue_of(lesson: &Lesson, lang: Lang) -> Cue {
    let coach = lesson.coach(lang);
    let way = |id, label, is_main| Way { id, label, is_main };
    let note = format!("{}/{}", coach.number, coach.count);
    let (wanted, ways, is_last) = match coach.moment {
        Moment::Read => (Vec::new(), vec![way(GO_ON, Label::GoOn, true)], false),
        Moment::Play(wanted) => (wanted, Vec::new(), false),
        Moment::Over => {
            (Vec::new(), vec![way(AGAIN, Label::LearnAgain, false), way(PLAY, Label::PlayForReal, true)], true)
        }
    };
    Cue { seq: coach.seq, note: if is_last { String::new() } else { note }, text: coach.text, wanted, ways, is_last }
}
