//! The screens: a list of all of them, and how to get to each; for pictures, and for tests that look at every screen.

use std::path::{Path, PathBuf};

use engine::{GameId, with_game};
use referee::records::record_random;
use serde_json::Value;
use wire::{Player, PlayerKind, read_options, write_record};

use crate::browser::BrowserError;
use crate::browser::crowded::Crowd;
use crate::browser::device::{Device, Motion, Size, Theme};
use crate::browser::driver::Driver;
use crate::browser::house::{House, close_left};
use crate::browser::page::Page;
use crate::browser::person::{Hands, Person};
use crate::browser::table::{Company, Length, options};

/// A screen of the program.
#[derive(Debug, Clone, Copy)]
pub struct Screen {
    /// What its pictures are called.
    pub name: &'static str,
    /// What one does to get to it, wherever at the house one is.
    pub steps: &'static [ScreenStep],
}

/// One thing to do on the way to a screen.
#[derive(Debug, Clone, Copy)]
pub enum ScreenStep {
    /// Go to a page of the house.
    Visit(&'static str),
    /// Wait for something.
    Until(&'static str),
    /// Press something.
    Press(&'static str),
    /// Press a tool of the table, which may be in the menu.
    Tool(&'static str),
    /// Drag one thing onto another.
    Drag(&'static str, &'static str),
    /// Forget that games were welcomed, as if one came for the first time.
    Forget,
    /// Open a duplicate evening and go there.
    Evening(GameId),
    /// Open a table for two and wait there for somebody.
    Gather(GameId),
    /// Go to the crowded table of this name.
    Crowded(&'static str),
    /// Open a table with two bots for a match of one round, and begin.
    Begin(GameId),
    /// Open a table with two bots for a match of many rounds, and begin.
    BeginLong(GameId),
    /// Wait until it is one's turn.
    Turn,
    /// Lift a card that can be laid.
    Lift,
    /// Play until the round is over and its sheet is shown.
    PlayRound,
    /// Drop the file of a match on the page: always the same match.
    Drop(GameId),
    /// Press a key.
    Type(&'static str),
}

use ScreenStep::{
    Begin, BeginLong, Crowded, Drag, Drop, Evening, Forget, Gather, Lift, PlayRound, Press, Tool, Turn, Type, Until,
    Visit,
};

const HAND: &str = "[data-hand] [data-piece]";
const JOKER: &str = "[data-hand] [data-piece='*.0']";
const LIFTED: &str = "[data-hand] .lifted";

/// All screens.
pub const SCREENS: &[Screen] = &[
    Screen { name: "home", steps: &[Visit("/"), Until("#play-dos")] },
    Screen { name: "options", steps: &[Visit("/"), Press("#options-dos"), Until("#table-form")] },
    Screen {
        name: "on-this-device",
        steps: &[Visit("/"), Press("#options-dos"), Press("label:has(#people-3)"), Until("#person-2")],
    },
    Screen {
        name: "cover",
        steps: &[
            Visit("/"),
            Press("#options-onze"),
            Press("label:has(#people-2)"),
            Press("#open-table"),
            Until("#uncover"),
        ],
    },
    Screen { name: "settings", steps: &[Visit("/"), Press("#open-settings"), Until("#name")] },
    Screen { name: "gathering", steps: &[Gather(GameId::Dos), Until("#begin")] },
    Screen { name: "welcome", steps: &[Forget, BeginLong(GameId::Onze), Until("dialog.welcome[open]")] },
    Screen { name: "onze-fresh", steps: &[BeginLong(GameId::Onze), Turn] },
    Screen { name: "nain-jaune-fresh", steps: &[BeginLong(GameId::NainJaune), Turn] },
    Screen { name: "dos-fresh", steps: &[BeginLong(GameId::Dos), Turn] },
    Screen { name: "rummy-fresh", steps: &[BeginLong(GameId::Rummy), Turn] },
    Screen { name: "quarante-six-fresh", steps: &[BeginLong(GameId::QuaranteSix), Turn] },
    Screen { name: "onze", steps: &[Crowded("onze")] },
    Screen { name: "nain-jaune", steps: &[Crowded("nain-jaune")] },
    Screen { name: "nain-jaune-three", steps: &[Crowded("nain-jaune-three"), Lift] },
    Screen { name: "dos", steps: &[Crowded("dos")] },
    Screen { name: "rummy", steps: &[Crowded("rummy")] },
    Screen { name: "quarante-six", steps: &[Crowded("quarante-six-open")] },
    Screen { name: "onze-lifted", steps: &[Crowded("onze"), Lift] },
    Screen { name: "dos-lifted", steps: &[Crowded("dos"), Lift] },
    Screen { name: "rummy-lifted", steps: &[Crowded("rummy"), Lift] },
    Screen { name: "quarante-six-lifted", steps: &[Crowded("quarante-six"), Lift] },
    Screen { name: "onze-joker", steps: &[Crowded("onze"), Press(JOKER), Until(LIFTED)] },
    Screen { name: "quarante-six-joker", steps: &[Crowded("quarante-six"), Press(JOKER), Until(LIFTED)] },
    Screen {
        name: "rules-over-a-table",
        steps: &[Crowded("dos"), Tool("#open-rules"), Press("#tab-rules"), Until("#rulebook")],
    },
    Screen { name: "hint", steps: &[Crowded("onze"), Tool("#ask-hint"), Until("#play-hint")] },
    Screen {
        name: "toast",
        steps: &[Crowded("rummy"), Drag(HAND, ".new-set"), Press("#play:not([disabled])"), Until(".notice")],
    },
    Screen { name: "log", steps: &[Crowded("onze"), Press("#open-log"), Until("#log")] },
    Screen { name: "chat", steps: &[Crowded("dos"), Tool("#open-chat"), Until("#chat-text")] },
    Screen { name: "sheet", steps: &[BeginLong(GameId::QuaranteSix), PlayRound] },
    Screen { name: "final-sheet", steps: &[Begin(GameId::QuaranteSix), PlayRound] },
    Screen { name: "lesson", steps: &[Visit("/learn/onze"), Until("#guide-text")] },
    Screen {
        name: "lesson-move",
        steps: &[Visit("/learn/rummy"), Press("[data-way=guide-go-on]"), Until(".actions .wanted")],
    },
    Screen { name: "puzzle", steps: &[Visit("/puzzle/dos/2026-11-01"), Until("#guide-text")] },
    Screen {
        name: "puzzle-answer",
        steps: &[Visit("/puzzle/rummy/2026-11-01"), Press("#draw"), Until("#guide[data-last]")],
    },
    Screen { name: "replay", steps: &[Visit("/history"), Drop(GameId::Onze), Type("2"), Until("[data-eyes='1']")] },
    Screen {
        name: "replay-hands",
        steps: &[Visit("/replay"), Drop(GameId::Rummy), Type("0"), Until("#open-hands [data-open-hand]")],
    },
    Screen { name: "replay-file", steps: &[Visit("/replay"), Until("#open-record")] },
    Screen {
        name: "review",
        steps: &[Visit("/replay"), Drop(GameId::QuaranteSix), Press("#open-review"), Until("#begin-review")],
    },
    Screen { name: "evening-form", steps: &[Visit("/evening"), Until("#evening-form")] },
    Screen { name: "evening", steps: &[Visit("/"), Evening(GameId::Onze), Until("#evening-play")] },
    Screen { name: "history", steps: &[Visit("/history"), Until(".matches li, #nothing-played")] },
    Screen {
        name: "figures",
        steps: &[Begin(GameId::QuaranteSix), PlayRound, Visit("/player"), Until("#figures-places")],
    },
    Screen { name: "figures-none", steps: &[Visit("/player"), Press("[data-of=rummy]"), Until("#figures-nothing")] },
    Screen {
        name: "picture",
        steps: &[Begin(GameId::QuaranteSix), PlayRound, Press("#share-result"), Until("#share-picture")],
    },
    Screen { name: "account", steps: &[Visit("/account"), Until(".account-sessions li")] },
    Screen {
        name: "account-deletion",
        steps: &[Visit("/account"), Until(".account-sessions li"), Press("#open-deletion"), Until("#delete-account")],
    },
    Screen { name: "privacy", steps: &[Visit("/privacy"), Until("#privacy-note h2")] },
    Screen { name: "rules", steps: &[Visit("/rules/onze"), Until("#rule-R1")] },
    Screen { name: "unknown-table", steps: &[Visit("/table/nowhere"), Until("main h1")] },
    Screen { name: "nowhere", steps: &[Visit("/rules/nothing"), Until("main h1")] },
];

/// Which pictures are wanted; what is absent excludes none.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Screens whose names contain this.
    pub only: Option<String>,
    /// Windows of this size.
    pub size: Option<Size>,
    /// In these colours.
    pub theme: Option<Theme>,
}

impl Wanted {
    fn screens(&self) -> impl Iterator<Item = &'static Screen> {
        SCREENS.iter().filter(|screen| self.only.as_ref().is_none_or(|only| screen.name.contains(only)))
    }

    fn sizes(&self) -> impl Iterator<Item = Size> {
        Size::ALL.into_iter().filter(|size| self.size.is_none_or(|wanted| wanted == *size))
    }

    fn themes(&self) -> impl Iterator<Item = Theme> {
        Theme::ALL.into_iter().filter(|theme| self.theme.is_none_or(|wanted| wanted == *theme))
    }
}

/// Pictures every screen that is wanted, as `<name>-<width>x<height>-<light|dark>.png` in a folder; gives the files. Each
/// size has a house of its own.
///
/// # Errors
/// If screens cannot be reached; the others are pictured all the same.
pub async fn picture(program: &Path, folder: &Path, wanted: &Wanted) -> Result<Vec<PathBuf>, BrowserError> {
    let driver = Driver::start()?;
    let pictured = picture_all(&driver, program, folder, wanted).await;
    let closed = driver.close().await;
    close_left();
    pictured.and_then(|files| closed.map(|()| files))
}

async fn picture_all(
    driver: &Driver,
    program: &Path,
    folder: &Path,
    wanted: &Wanted,
) -> Result<Vec<PathBuf>, BrowserError> {
    let mut files = Vec::new();
    let mut missed = Vec::new();
    for size in wanted.sizes() {
        let house = House::open_crowded(program).await?;
        let page = driver.open(Device::of(size)).await?;
        for screen in wanted.screens() {
            if let Err(error) = screen.reach(&house, &page).await {
                let first = error.to_string().lines().next().unwrap_or_default().to_owned();
                missed.push(format!("{} at {size}: {first}", screen.name));
            }
            // A screen that was not reached is pictured too: that shows why.
            for theme in wanted.themes() {
                page.prefer(theme, Motion::Reduced).await?;
                page.until_still().await?;
                let file = folder.join(format!("{}-{size}-{}.png", screen.name, theme.name()));
                page.screenshot(&file).await?;
                files.push(file);
            }
        }
        page.leave().await?;
    }
    if missed.is_empty() { Ok(files) } else { Err(BrowserError::Missed(missed)) }
}

impl Screen {
    /// Goes there; the house must have been opened with [`House::open_crowded`].
    ///
    /// # Errors
    /// If one cannot.
    pub async fn reach(&self, house: &House, page: &Page) -> Result<(), BrowserError> {
        page.enter(house).await?;
        page.run::<()>("sessionStorage.removeItem('harness.newcomer');", Vec::new()).await?;
        let mut person = Person::new(page, Hands::Mouse);
        for step in self.steps {
            match *step {
                Visit(path) => page.visit(&house.url(path)).await?,
                Until(what) => page.until(what).await?,
                Press(what) => person.press(what).await?,
                Tool(what) => press_tool(page, &person, what).await?,
                Drag(from, to) => page.drag(from, to).await?,
                Forget => page.run::<()>("sessionStorage.setItem('harness.newcomer', '1');", Vec::new()).await?,
                Evening(game) => {
                    let evening = page.open_evening(game).await?;
                    page.visit(&house.url(&format!("/evening/{evening}"))).await?;
                }
                Gather(game) => {
                    let table = page.open_table(game, Company::Friend, Length::OneRound).await?;
                    page.visit(&house.url(&format!("/table/{table}"))).await?;
                }
                Crowded(name) => {
                    let missing = BrowserError::Crowd { name, what: "there is none of this name".into() };
                    page.open_crowded(house, Crowd::named(name).ok_or(missing)?).await?;
                    person.until_turn().await?;
                }
                Begin(game) => begin(house, &person, page, game, Length::OneRound).await?,
                BeginLong(game) => begin(house, &person, page, game, Length::Endless).await?,
                Turn => person.until_turn().await?,
                Lift => {
                    if person.lift_something().await?.is_none() {
                        return Err(page.unexpected("there is no card to lift").await);
                    }
                }
                PlayRound => person.play_round().await?,
                Drop(game) => {
                    page.until("main h1").await?;
                    page.drop_file("match.jsonl", &random_match(game, 1)).await?;
                    page.until("#replay[data-at]").await?;
                }
                Type(key) => page.write(key).await?,
            }
        }
        page.until_true("document.fonts.status === 'loaded'").await?;
        page.until_still().await
    }
}

/// The record of a match of random moves, one round long where the game allows it, and always the same for a number.
#[must_use]
pub fn random_match(game: GameId, number: u64) -> String {
    let mut state = number;
    let mut draw = |bound: usize| {
        // SplitMix64, which needs no seed that is drawn.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    };
    let names = ["Anne", "Blaise", "Colette"];
    let players = names.map(|name| Player { name: name.into(), kind: PlayerKind::Human }).to_vec();
    with_game!(game, G => {
        let options = Value::Object(options(game, Length::OneRound));
        let Ok((seats, rules)) = read_options::<G>(players.len() as i64, Some(options)) else {
            unreachable!("the options of tests fit")
        };
        write_record(&record_random::<G>(&rules, seats, players, "2026-11-15".into(), &mut draw))
    })
}

/// Presses a tool of the table; where it is not seen, the menu holds it.
async fn press_tool(page: &Page, person: &Person, tool: &str) -> Result<(), BrowserError> {
    let menu = "#open-menu";
    page.until(&*format!("{tool}, {menu}")).await?;
    if !page.run::<bool>("return find('css', arguments[0]) !== null;", vec![tool.into()]).await? {
        person.press(menu).await?;
        return person.press(&*format!("[data-tool={}]", tool.trim_start_matches('#'))).await;
    }
    person.press(tool).await
}

async fn begin(house: &House, person: &Person, page: &Page, game: GameId, length: Length) -> Result<(), BrowserError> {
    let table = page.open_table(game, Company::Bots, length).await?;
    page.visit(&house.url(&format!("/table/{table}"))).await?;
    person.press("#begin").await
}
