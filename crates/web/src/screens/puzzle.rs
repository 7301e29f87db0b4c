//! The puzzle of a day: the table as a seat saw it, one try, then the answer.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use client::puzzle::{Day, Diary, Puzzle, PuzzleBook, TryWorth, Verdict};
use engine::{GameId, View, with_game};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::Codec;
use wire::house::TableId;
use words::Lang;
use words::lesson::{TryResult, ask_puzzle, say_streak, say_try};
use words::screen::Label;

use super::lesson::{is_known, person, unreadable};
use super::table::local_table;
use crate::app::{Head, Shared, shared};
use crate::drawing::load_text;
use crate::guide::{Cue, Guide, LEAVE, Way};
use crate::link::{Hear, LocalHouse};
use crate::preferences::{keep, kept};
use crate::reactive::{RwSignal, memo};
use crate::route::Route;

/// The buttons of a puzzle.
const BEFORE: &str = "puzzle-before";
const AFTER: &str = "puzzle-after";

fn key(game: GameId) -> String {
    format!("puzzle.{}", game.slug())
}

/// The diary of the puzzles of a game.
pub(crate) fn diary(game: GameId) -> Diary {
    Diary::read(&kept(&key(game)).unwrap_or_default())
}

/// What day it is here.
pub(crate) fn today() -> Day {
    let now = js_sys::Date::new_0();
    Day::new(i64::from(now.get_full_year()), i64::from(now.get_month()) + 1, i64::from(now.get_date()))
}

/// The puzzle as the house of its table.
struct PuzzleHouse {
    puzzle: RefCell<Puzzle>,
    hear: RefCell<Option<Hear>>,
    /// Something was tried.
    changed: Callback<()>,
}

impl PuzzleHouse {
    fn drive(&self, work: impl FnOnce(&mut Puzzle) -> Vec<Arc<str>>) {
        let texts = work(&mut self.puzzle.borrow_mut());
        if let Some(hear) = &*self.hear.borrow() {
            texts.iter().for_each(|text| hear(text.to_string()));
        }
        // The screen may be on its way out.
        let _ = self.changed.try_run(());
    }
}

impl LocalHouse for PuzzleHouse {
    fn connect(&self, lang: Lang, hear: Hear) {
        *self.hear.borrow_mut() = Some(hear);
        self.drive(|puzzle| puzzle.connect(lang));
    }

    fn receive(&self, text: &str) {
        self.drive(|puzzle| puzzle.receive(text));
    }

    fn route(&self, _table: &str) -> Route {
        Route::Home
    }
}

/// The puzzle of a game and a day; without one, of today.
#[component]
pub(crate) fn PuzzleOfDay(game: GameId, day: Option<Day>) -> impl IntoView {
    let shared = shared();
    let book = RwSignal::new(None::<Result<String, ()>>);
    spawn_local(async move {
        book.set(Some(load_text(&format!("puzzles/{}.json", game.slug())).await.ok_or(())));
    });
    // Nobody sees what is still to come.
    let day = day.unwrap_or_else(today).min(today());
    let is_known = is_known(shared);
    move || match is_known.get().then(|| book.get()).flatten() {
        None => view! {
            <Head/>
            <main class="page"><p>{shared.say(Label::Loading)}</p></main>
        }
        .into_any(),
        Some(Ok(text)) => untrack(|| open(shared, game, day, &text)).unwrap_or_else(|| unreadable(shared)),
        Some(Err(())) => unreadable(shared),
    }
}

fn open(shared: Shared, game: GameId, day: Day, text: &str) -> Option<AnyView> {
    let book = PuzzleBook::read(text).ok()?;
    let written = book.of(day)?.clone();
    let counts_tiles = written.moves.is_empty();
    let table = format!("puzzle-{}-{}", game.slug(), day.write());
    let id = TableId::from(table.as_str());
    let mut puzzle = Puzzle::new(game, &written, id, person(shared), shared.preferences.lang_now())?;
    if let Some(step) = diary(game).tried(day) {
        puzzle.try_again(step);
    }
    let version = RwSignal::new(0_u64);
    let held: StoredValue<Option<Rc<PuzzleHouse>>, LocalStorage> = StoredValue::new_local(None);
    let changed = Callback::new(move |()| {
        let verdict = held.try_with_value(|house| house.as_ref()?.puzzle.borrow().verdict().cloned()).flatten();
        if let Some(verdict) = verdict {
            let mut diary = diary(game);
            diary.note(day, today(), &verdict);
            keep(&key(game), &diary.write());
        }
        version.update(|version| *version += 1);
    });
    let house = Rc::new(PuzzleHouse { puzzle: RefCell::new(puzzle), hear: RefCell::new(None), changed });
    held.set_value(Some(Rc::clone(&house)));
    let view = StoredValue::new((written.seat, written.view));
    let cue = memo(move || {
        version.track();
        let lang = shared.preferences.lang();
        let verdict = held.with_value(|house| house.as_ref()?.puzzle.borrow().verdict().cloned());
        let way = |id, label| Way { id, label, is_main: false };
        let mut ways = vec![way(BEFORE, Label::DayBefore)];
        if day < today() {
            ways.push(way(AFTER, Label::DayAfter));
        }
        match verdict {
            None => Cue { seq: 1, note: date(day, lang), text: ask_puzzle(counts_tiles, lang), ways, ..Cue::default() },
            Some(verdict) => {
                let streak = diary(game).streak(today());
                let said = view.with_value(|(seat, view)| say_verdict(game, *seat, view, &verdict, lang));
                let note = if streak > 1 { say_streak(streak, lang) } else { date(day, lang) };
                Cue { seq: 1, note, text: said, wanted: vec![verdict.best], ways, is_last: true }
            }
        }
    });
    let press = Callback::new(move |id: &'static str| match id {
        LEAVE => shared.router.go(Route::Home),
        BEFORE => shared.router.go(Route::Puzzle(game, Some(day.plus(-1)))),
        AFTER => shared.router.go(Route::Puzzle(game, Some(day.plus(1)))),
        _ => {}
    });
    provide_context(Guide { cue, press });
    Some(local_table(house, table))
}

fn say_verdict(game: GameId, seat: u8, view: &wire::Value, verdict: &Verdict, lang: Lang) -> String {
    let result = match verdict.worth {
        TryWorth::Behind { second, .. } if verdict.is_found() => TryResult::Found { second },
        TryWorth::Behind { own, .. } => TryResult::Missed { behind: own },
        TryWorth::Tiles { laid, most } => TryResult::Tiles { laid, most },
    };
    let (said, merit) = with_game!(game, G => name_best::<G>(seat, view, &verdict.best, lang)).unwrap_or_default();
    say_try(result, game, (&said, &merit), lang)
}

/// A step in words, and what it is good for.
fn name_best<G: Codec + words::Words>(
    seat: u8,
    view: &wire::Value,
    step: &str,
    lang: Lang,
) -> Option<(String, String)> {
    let viewer = engine::Viewer::Seat(engine::Seat::new(seat.into())?);
    let view: View<G> = wire::read_view(view.clone(), viewer).ok()?;
    let said = words::say_step::<G>(step, &view, &[], lang)?;
    Some((said, words::say_merit::<G>(step, &view, &[], lang).unwrap_or_default()))
}

/// A day as the language writes it, which the browser knows.
fn date(day: Day, lang: Lang) -> String {
    let format = js_sys::Object::new();
    for (part, style) in [("day", "numeric"), ("month", "short"), ("timeZone", "UTC")] {
        let _ = js_sys::Reflect::set(&format, &part.into(), &style.into());
    }
    let date = js_sys::Date::new(&(day.0 as f64 * 86_400_000.0).into());
    date.to_locale_date_string(lang.of("fr-FR", "en-GB"), &format).into()
}
