//! The puzzle of a day: the table as a seat saw it, one try, then the answer.

use client::guided::GuideNews;
use client::puzzle::{Day, Diary};
use engine::GameId;
use leptos::prelude::*;
use words::Lang;
use words::lesson::say_streak;
use words::screen::Label;

use super::guided::{GuidedTable, Guiding, guided_table};
use crate::app::shared;
use crate::guide::{Guide, LEAVE, Way};
use crate::preferences::{keep, kept};
use crate::reactive::memo;
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

/// The puzzle of a game and a day; without one, of today.
#[component]
pub(crate) fn PuzzleOfDay(game: GameId, day: Option<Day>) -> impl IntoView {
    let shared = shared();
    // Nobody sees what is still to come.
    let day = day.unwrap_or_else(today).min(today());
    let wanted = GuidedTable {
        game,
        file: format!("puzzles/{}.json", game.slug()),
        day: Some(day),
        made: diary(game).tried(day).map(String::from).into_iter().collect(),
    };
    let guide = move |guiding: Guiding| {
        let press = Callback::new(move |id: &'static str| match id {
            LEAVE => shared.router.go(Route::Home),
            BEFORE => shared.router.go(Route::Puzzle(game, Some(day.plus(-1)))),
            AFTER => shared.router.go(Route::Puzzle(game, Some(day.plus(1)))),
            _ => {}
        });
        let cue = memo(move || {
            let lang = shared.preferences.lang();
            guiding.cue(|news| remark(game, day, news, lang), |_| ways(day))
        });
        Guide { cue, press }
    };
    guided_table(wanted, move |news| note(game, day, news), guide)
}

/// Keeps what was tried.
fn note(game: GameId, day: Day, news: &GuideNews) {
    if let Some(step) = news.made.first() {
        let mut diary = diary(game);
        diary.note(day, today(), (step, news.coach.is_found));
        keep(&key(game), &diary.write());
    }
}

/// Which day it is, or on how many in a row the puzzle was found.
fn remark(game: GameId, day: Day, news: &GuideNews, lang: Lang) -> String {
    let streak = if news.made.is_empty() { 0 } else { diary(game).streak(today()) };
    if streak > 1 { say_streak(streak, lang) } else { date(day, lang) }
}

fn ways(day: Day) -> Vec<Way> {
    let way = |id, label| Way { id, label, is_main: false };
    let after = (day < today()).then(|| way(AFTER, Label::DayAfter));
    [way(BEFORE, Label::DayBefore)].into_iter().chain(after).collect()
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
