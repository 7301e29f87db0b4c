//! The screens: a list of all of them, and how to get to each; for pictures, and for tests that look at every screen.

use std::path::{Path, PathBuf};

use engine::GameId;

use crate::BrowserError;
use crate::device::{Device, Motion, Size, Theme};
use crate::driver::Driver;
use crate::house::{House, close_left};
use crate::page::Page;
use crate::person::{Done, Hands, Person};
use crate::table::{Company, Length};

/// So often a screen is tried to reach, as the cards lie.
const TRIES_MOST: usize = 5;

/// A screen of the program.
#[derive(Debug, Clone, Copy)]
pub struct Screen {
    /// What its pictures are called.
    pub name: &'static str,
    /// Where one goes first.
    pub path: &'static str,
    /// What one does there to get to it.
    pub steps: &'static [Step],
}

/// One thing to do on the way to a screen.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// Wait for something.
    Until(&'static str),
    /// Press something.
    Press(&'static str),
    /// Open a table for two and wait there for somebody.
    Gather(GameId),
    /// Open a table with two bots for a match of one round, and begin.
    Begin(GameId),
    /// Open a table with two bots for a match of many rounds, and begin.
    BeginLong(GameId),
    /// Do so many things at the table, until it is one's turn again.
    PlayOn(usize),
    /// Play on until a card can be lifted, and lift it.
    Lift,
    /// Play until the round is over and its sheet is shown.
    PlayRound,
}

use Step::{Begin, BeginLong, Gather, Lift, PlayOn, PlayRound, Press, Until};

/// All screens.
pub const SCREENS: &[Screen] = &[
    Screen { name: "home", path: "/", steps: &[Until("#play-dos")] },
    Screen { name: "options", path: "/", steps: &[Press("#options-dos"), Until("#table-form")] },
    Screen { name: "settings", path: "/", steps: &[Press("#open-settings"), Until("#name")] },
    Screen { name: "gathering", path: "/", steps: &[Gather(GameId::Dos), Until("#begin")] },
    Screen { name: "onze", path: "/", steps: &[BeginLong(GameId::Onze), PlayOn(3), Lift] },
    Screen { name: "nain-jaune", path: "/", steps: &[BeginLong(GameId::NainJaune), PlayOn(3), Lift] },
    Screen { name: "dos", path: "/", steps: &[BeginLong(GameId::Dos), PlayOn(3), Lift] },
    Screen { name: "quarante-six", path: "/", steps: &[BeginLong(GameId::QuaranteSix), PlayOn(3), Lift] },
    Screen { name: "rummy", path: "/", steps: &[BeginLong(GameId::Rummy), PlayOn(6), Lift] },
    Screen {
        name: "rules-over-a-table",
        path: "/",
        steps: &[BeginLong(GameId::Dos), PlayOn(0), Press("#open-rules"), Until("#rulebook #rule-R1")],
    },
    Screen {
        name: "hint",
        path: "/",
        steps: &[BeginLong(GameId::Dos), PlayOn(0), Press("#ask-hint"), Until("#play-hint")],
    },
    Screen { name: "sheet", path: "/", steps: &[BeginLong(GameId::Dos), PlayRound] },
    Screen { name: "final-sheet", path: "/", steps: &[Begin(GameId::Dos), PlayRound] },
    Screen { name: "history", path: "/history", steps: &[Until(".matches li, #nothing-played")] },
    Screen { name: "rules", path: "/rules/onze", steps: &[Until("#rule-R1")] },
    Screen { name: "unknown-table", path: "/table/nowhere", steps: &[Until("main h1")] },
    Screen { name: "nowhere", path: "/rules/nothing", steps: &[Until("main h1")] },
];

/// Pictures every screen in both sizes and both themes, as `<name>-<wide|phone>-<light|dark>.png` in a folder; gives
/// the files. Each size and theme has a house of its own.
///
/// # Errors
/// If a screen cannot be reached.
pub async fn picture(program: &Path, folder: &Path) -> Result<Vec<PathBuf>, BrowserError> {
    let driver = Driver::start()?;
    let pictured = picture_all(&driver, program, folder).await;
    let closed = driver.close().await;
    close_left();
    pictured.and_then(|files| closed.map(|()| files))
}

async fn picture_all(driver: &Driver, program: &Path, folder: &Path) -> Result<Vec<PathBuf>, BrowserError> {
    let mut files = Vec::new();
    for size in Size::ALL {
        for theme in Theme::ALL {
            let house = House::open(program)?;
            let page = driver.open(Device::of(size).theme(theme).motion(Motion::Reduced)).await?;
            for screen in SCREENS {
                screen.reach(&house, &page).await?;
                let file = folder.join(format!("{}-{}-{}.png", screen.name, size, theme.name()));
                page.screenshot(&file).await?;
                files.push(file);
            }
        }
    }
    Ok(files)
}

impl Screen {
    /// Goes there.
    ///
    /// # Errors
    /// If one cannot.
    pub async fn reach(&self, house: &House, page: &Page) -> Result<(), BrowserError> {
        for _ in 0..TRIES_MOST {
            if self.try_to_reach(house, page).await? {
                return page.until_true("document.fonts.status === 'loaded'").await;
            }
        }
        Err(page.unexpected(&format!("there never was a card to lift on the way to {}", self.name)).await)
    }

    /// Goes there, and says whether one got there: as the cards lie, there may be none to lift.
    async fn try_to_reach(&self, house: &House, page: &Page) -> Result<bool, BrowserError> {
        page.visit(&house.url(self.path)).await?;
        let mut person = Person::new(page, Hands::Mouse);
        for step in self.steps {
            match *step {
                Until(what) => page.until(what).await?,
                Press(what) => person.press(what).await?,
                Gather(game) => {
                    let table = page.open_table(game, Company::Friend, Length::OneRound).await?;
                    page.visit(&house.url(&format!("/table/{table}"))).await?;
                }
                Begin(game) => {
                    let table = page.open_table(game, Company::Bots, Length::OneRound).await?;
                    begin(house, &person, page, &table).await?;
                }
                BeginLong(game) => {
                    let table = page.open_table(game, Company::Bots, Length::Endless).await?;
                    begin(house, &person, page, &table).await?;
                }
                PlayOn(acts) => person.play_on(acts).await?,
                Lift => {
                    if !lift(&mut person).await? {
                        return Ok(false);
                    }
                }
                PlayRound => person.play_round().await?,
            }
        }
        Ok(true)
    }
}

/// Plays on until a card can be lifted, and lifts it; whether it came to that before the round was over.
async fn lift(person: &mut Person) -> Result<bool, BrowserError> {
    while person.lift_something().await?.is_none() {
        if person.act().await? != Done::Act {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn begin(house: &House, person: &Person, page: &Page, table: &str) -> Result<(), BrowserError> {
    page.visit(&house.url(&format!("/table/{table}"))).await?;
    person.press("#begin").await
}
