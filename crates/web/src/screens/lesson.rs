//! A guided first game: the table of a lesson, which goes on where it was left.

use client::form::Company;
use client::guided::{GuideNews, GuideState};
use engine::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::read_json_text;
use words::screen::Label;

use super::guided::{GuidedTable, Guiding, guided_table};
use crate::app::shared;
use crate::guide::{Guide, LEAVE, Way};
use crate::opening;
use crate::preferences::{forget, keep, kept};
use crate::reactive::memo;
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

/// The lesson of a game.
#[component]
pub(crate) fn Learn(game: GameId) -> impl IntoView {
    let shared = shared();
    let made = kept(&key(game)).filter(|made| made != DONE).and_then(|made| read_json_text(&made));
    let wanted =
        GuidedTable { game, file: format!("lessons/{}.json", game.slug()), day: None, made: made.unwrap_or_default() };
    let guide = move |guiding: Guiding| {
        let press = Callback::new(move |id: &'static str| match id {
            LEAVE => shared.router.go(Route::Home),
            GO_ON => guiding.go_on(),
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
        Guide { cue: memo(move || guiding.cue(idea, ways)), press }
    };
    guided_table(wanted, move |news| note(game, news), guide)
}

/// Keeps how far one has come.
fn note(game: GameId, news: &GuideNews) {
    match serde_json::to_string(&news.made) {
        _ if news.coach.state == GuideState::Over => keep(&key(game), DONE),
        Ok(made) if !news.made.is_empty() => keep(&key(game), &made),
        _ => {}
    }
}

/// Which idea it is, of how many.
fn idea(news: &GuideNews) -> String {
    match news.coach.state {
        GuideState::Over => String::new(),
        _ => format!("{}/{}", news.coach.number, news.coach.count),
    }
}

fn ways(state: GuideState) -> Vec<Way> {
    let way = |id, label, is_main| Way { id, label, is_main };
    match state {
        GuideState::Read => vec![way(GO_ON, Label::GoOn, true)],
        GuideState::Play => Vec::new(),
        GuideState::Over => vec![way(AGAIN, Label::LearnAgain, false), way(PLAY, Label::PlayForReal, true)],
    }
}
