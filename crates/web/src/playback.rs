//! A replay on the screen: at which moment it is, through whose eyes, whether it runs, and what its review has found.
//!
//! Deliberately absent: what was seen when (`client::replay`), and what is drawn of it (`parts/replay.rs`).

use std::rc::Rc;
use std::time::Duration;

use client::RoundScores;
use client::replay::{Eyes, Overview, ReplayAnswer, ReplayAsk, ReplayMoment, ReplayScene, ReviewNews, rounds_until};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use wire::read_json_text;
use words::Lang;

use crate::link::{Hear, LocalHouse};
use crate::local;
use crate::parts::log::LogLine;
use crate::reactive::RwSignal;
use crate::route::{self, Route, Router};

/// How long a moment stays at the ordinary speed.
const STAYS_MS: u64 = 1_300;
/// The address follows when the replay has stood still for so long: browsers do not like it to change all the time.
const SETTLED: Duration = Duration::from_millis(350);

/// Asks the worker of this page, which shows and reviews what is looked at again.
pub(crate) async fn ask(ask: &ReplayAsk) -> Option<ReplayAnswer> {
    let answer = local::serve("replay", &serde_json::to_string(ask).ok()?).await?;
    read_json_text(&answer)
}

/// How fast a replay runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Speed {
    Half,
    #[default]
    One,
    Double,
    Fourfold,
}

impl Speed {
    pub(crate) const ALL: [Self; 4] = [Self::Half, Self::One, Self::Double, Self::Fourfold];

    /// As it is written.
    pub(crate) fn sign(self, lang: Lang) -> &'static str {
        match self {
            Self::Half => lang.of("× 0,5", "× 0.5"),
            Self::One => "× 1",
            Self::Double => "× 2",
            Self::Fourfold => "× 4",
        }
    }

    fn stays(self) -> Duration {
        Duration::from_millis(match self {
            Self::Half => STAYS_MS * 2,
            Self::One => STAYS_MS,
            Self::Double => STAYS_MS / 2,
            Self::Fourfold => STAYS_MS / 4,
        })
    }
}

/// How far a review is.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum ReviewState {
    #[default]
    Unasked,
    /// It is being made; so many lines of the record are done, of so many.
    Running(usize, usize),
    Done(ReviewNews),
}

/// A replay on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Playback {
    pub(crate) overview: RwSignal<Overview>,
    /// The table it is of; nothing if it came from a file.
    pub(crate) table: RwSignal<Option<String>>,
    /// The number of the moment.
    pub(crate) at: RwSignal<usize>,
    pub(crate) eyes: RwSignal<Eyes>,
    /// What each seat saw, where all hands lie open.
    pub(crate) hands: RwSignal<Option<Vec<Value>>>,
    pub(crate) is_playing: RwSignal<bool>,
    pub(crate) speed: RwSignal<Speed>,
    /// What happened in the round until now.
    pub(crate) log: RwSignal<Vec<LogLine>>,
    pub(crate) review: RwSignal<ReviewState>,
    pub(crate) review_open: RwSignal<bool>,
    /// Where it is to be; it may be on its way there.
    wanted: RwSignal<(usize, Eyes)>,
    is_going: RwSignal<bool>,
    /// Who runs: whoever was told to run before that does no longer.
    runner: RwSignal<u32>,
    reviewer: RwSignal<u32>,
    hear: StoredValue<Option<Hear>, LocalStorage>,
    router: Router,
}

impl Playback {
    /// A replay of what was just opened, at the moment that the address of the page names. It ends with the screen that
    /// owns it: after that it changes nothing, the address of the next screen least of all.
    pub(crate) async fn open(
        overview: Overview,
        table: Option<String>,
        router: Router,
        screen: &Owner,
    ) -> Option<Self> {
        let number = |name: &str| route::asked(name).and_then(|text| text.parse::<u16>().ok());
        let at = number("round").map(|round| {
            let (turn, step) = (number("turn").unwrap_or(1), number("step").unwrap_or(0));
            overview.find(round, turn, step)
        });
        let eyes = route::asked("eyes").and_then(|text| Eyes::read(&text));
        // Whoever comes back to a match that is still played comes from its end.
        let is_over = overview.eyes.contains(&Eyes::All);
        let at = at.unwrap_or(if is_over { 0 } else { overview.moments.len() - 1 });
        let eyes = eyes.unwrap_or(overview.eyes[0]);
        let shown = ask(&ReplayAsk::Show { at, eyes }).await;
        let Some(ReplayAnswer::Shown(scene)) = shown else { return None };
        Some(screen.with(|| Self {
            overview: RwSignal::new(overview),
            table: RwSignal::new(table),
            at: RwSignal::new(scene.at),
            eyes: RwSignal::new(scene.eyes),
            hands: RwSignal::new(scene.hands),
            is_playing: RwSignal::new(false),
            speed: RwSignal::new(Speed::One),
            log: RwSignal::new(Vec::new()),
            review: RwSignal::new(ReviewState::Unasked),
            review_open: RwSignal::new(false),
            wanted: RwSignal::new((scene.at, scene.eyes)),
            is_going: RwSignal::new(false),
            runner: RwSignal::new(0),
            reviewer: RwSignal::new(0),
            hear: StoredValue::new_local(None),
            router,
        }))
    }

    /// The house that shows it to the table screen.
    pub(crate) fn house(self) -> Rc<dyn LocalHouse> {
        Rc::new(ReplayHouse(self))
    }

    /// The moment.
    pub(crate) fn moment(self) -> ReplayMoment {
        self.overview.read().moments[self.at.get()]
    }

    /// What the rounds brought that are over.
    pub(crate) fn rounds(self) -> Vec<RoundScores> {
        rounds_until(&self.overview.read(), self.at.get())
    }

    /// The number of the last moment.
    pub(crate) fn last(self) -> usize {
        self.overview.read_untracked().moments.len() - 1
    }

    /// Whether nothing is hidden any more: the match is over, and its record is what is shown.
    pub(crate) fn is_of_record(self) -> bool {
        self.overview.read_untracked().eyes.contains(&Eyes::All)
    }

    /// Goes to a moment.
    pub(crate) fn go(self, at: usize) {
        self.show(at.min(self.last()), self.wanted_now().1);
    }

    /// Looks through other eyes, if there are such.
    pub(crate) fn look_through(self, eyes: Eyes) {
        if self.overview.read_untracked().eyes.contains(&eyes) {
            self.show(self.wanted_now().0, eyes);
        }
    }

    /// So many moments on, or back.
    pub(crate) fn step(self, moments: isize) {
        self.go(self.wanted_now().0.saturating_add_signed(moments));
    }

    /// To the first moment of the next round, or of this one and then of the one before.
    pub(crate) fn step_round(self, is_on: bool) {
        let (at, overview) = (self.wanted_now().0, self.overview.read_untracked());
        let mut firsts: Vec<usize> = overview.rounds_begin().collect();
        let found = if is_on {
            firsts.into_iter().find(|first| *first > at)
        } else {
            firsts.retain(|first| *first < at);
            firsts.pop()
        };
        self.go(found.unwrap_or(if is_on { self.last() } else { 0 }));
    }

    fn wanted_now(self) -> (usize, Eyes) {
        self.wanted.get_untracked()
    }

    fn show(self, at: usize, eyes: Eyes) {
        self.wanted.set((at, eyes));
        if self.is_going.try_update(|is_going| std::mem::replace(is_going, true)) != Some(false) {
            return;
        }
        spawn_local(async move {
            // Whoever slides over many moments sees those for which there is time.
            while let Some((at, eyes)) = self.wanted.try_get_untracked() {
                if let Some(ReplayAnswer::Shown(scene)) = ask(&ReplayAsk::Show { at, eyes }).await {
                    self.see(scene);
                }
                if self.wanted.try_get_untracked() == Some((at, eyes)) {
                    break;
                }
            }
            self.is_going.set(false);
        });
    }

    fn see(self, scene: ReplayScene) {
        if !scene.is_next {
            // What is told goes on only where the replay does.
            self.log.set(Vec::new());
        }
        self.at.set(scene.at);
        self.eyes.set(scene.eyes);
        self.hands.set(scene.hands);
        if let Some(hear) = self.hear.try_get_value().flatten() {
            scene.texts.into_iter().for_each(|text| hear(text));
        }
        let at = scene.at;
        set_timeout(
            move || {
                if self.at.try_get_untracked() == Some(at) {
                    self.router.show_moment(&self.address());
                }
            },
            SETTLED,
        );
    }

    /// The address of this moment, to be given away.
    fn address(self) -> String {
        let moment = self.overview.read_untracked().moments[self.at.get_untracked()];
        let step = if moment.step > 0 { format!("&step={}", moment.step) } else { String::new() };
        let eyes = self.eyes.get_untracked().write();
        let key = route::key_here().map(|key| format!("&key={key}")).unwrap_or_default();
        let path = Route::Replay(self.table.get_untracked()).path();
        format!("{path}?round={}&turn={}{step}&eyes={eyes}{key}", moment.round, moment.turn)
    }

    /// Runs, from the beginning if it was at its end; or stands still.
    pub(crate) fn toggle(self) {
        if self.is_playing.get_untracked() {
            return self.is_playing.set(false);
        }
        if self.at.get_untracked() == self.last() {
            self.go(0);
        }
        self.is_playing.set(true);
        self.run();
    }

    /// Stands still.
    pub(crate) fn pause(self) {
        self.is_playing.set(false);
    }

    fn run(self) {
        let Some(number) = self.runner.try_update(|runner| {
            *runner += 1;
            *runner
        }) else {
            return;
        };
        let go_on = move || {
            let is_on = self.runner.try_get_untracked() == Some(number) && self.is_playing.get_untracked();
            match is_on && self.wanted_now().0 < self.last() {
                true => {
                    self.step(1);
                    self.run();
                }
                false if is_on => self.is_playing.set(false),
                false => {}
            }
        };
        set_timeout(go_on, self.speed.get_untracked().stays());
    }

    /// Begins the review.
    pub(crate) fn begin_review(self) {
        let Some(number) = self.reviewer.try_update(|reviewer| {
            *reviewer += 1;
            *reviewer
        }) else {
            return;
        };
        self.review.set(ReviewState::Running(0, 1));
        spawn_local(async move {
            let mut wanted = ReplayAsk::Review;
            while let Some(ReplayAnswer::Review(news)) = ask(&wanted).await {
                // It was stopped, or the screen was left.
                if self.reviewer.try_get_untracked() != Some(number) {
                    return;
                }
                if news.is_over {
                    return self.review.set(ReviewState::Done(news));
                }
                self.review.set(ReviewState::Running(news.done, news.of));
                wanted = ReplayAsk::GoOn;
            }
            self.review.set(ReviewState::Unasked);
        });
    }

    /// Stops the review; what was found is forgotten.
    pub(crate) fn stop_review(self) {
        self.reviewer.update(|reviewer| *reviewer += 1);
        self.review.set(ReviewState::Unasked);
    }
}

/// A replay as a house that shows one table.
struct ReplayHouse(Playback);

impl LocalHouse for ReplayHouse {
    fn connect(&self, _: Lang, hear: Hear) {
        let _ = self.0.hear.try_update_value(|known| *known = Some(hear));
    }

    fn receive(&self, text: &str) {
        let (hear, log, text) = (self.0.hear, self.0.log, text.to_owned());
        spawn_local(async move {
            let answer = ask(&ReplayAsk::Receive { text }).await;
            if let (Some(ReplayAnswer::Texts(texts)), Some(hear)) = (answer, hear.try_get_value().flatten()) {
                // The table is shown afresh, and what happened before is told with it.
                log.set(Vec::new());
                texts.into_iter().for_each(|text| hear(text));
            }
        });
    }

    fn route(&self, table: &str) -> Route {
        Route::Table(table.into())
    }
}
