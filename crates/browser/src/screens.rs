//! The screens that are pictured, and how to get to each.

use std::path::{Path, PathBuf};

use crate::BrowserError;
use crate::device::{Device, Motion, Size, Theme};
use crate::driver::Driver;
use crate::find::Find;
use crate::house::House;
use crate::page::Page;

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
    Until(Find<'static>),
    /// Click on something.
    Click(Find<'static>),
    /// Type a text into what has the focus.
    Write(&'static str),
}

/// All screens that are pictured.
pub const SCREENS: &[Screen] = &[Screen { name: "front", path: "/", steps: &[Step::Until(Find::Css("h1"))] }];

/// Pictures every screen in both sizes and both themes, each from a house of its own, as
/// `<name>-<wide|phone>-<light|dark>.png` in a folder; gives the files.
///
/// # Errors
/// If a screen cannot be reached.
pub async fn picture(program: &Path, folder: &Path) -> Result<Vec<PathBuf>, BrowserError> {
    let driver = Driver::start()?;
    let pictured = picture_all(&driver, program, folder).await;
    let closed = driver.close().await;
    pictured.and_then(|files| closed.map(|()| files))
}

async fn picture_all(driver: &Driver, program: &Path, folder: &Path) -> Result<Vec<PathBuf>, BrowserError> {
    let mut files = Vec::new();
    for screen in SCREENS {
        for size in Size::ALL {
            for theme in Theme::ALL {
                let house = House::open(program)?;
                let page = driver.open(Device::of(size).theme(theme).motion(Motion::Reduced)).await?;
                reach(screen, &house, &page).await?;
                let file = folder.join(format!("{}-{}-{}.png", screen.name, size.name(), theme.name()));
                page.screenshot(&file).await?;
                page.close().await?;
                files.push(file);
            }
        }
    }
    Ok(files)
}

async fn reach(screen: &Screen, house: &House, page: &Page) -> Result<(), BrowserError> {
    page.visit(&house.url(screen.path)).await?;
    for step in screen.steps {
        match step {
            Step::Until(what) => page.until(*what).await?,
            Step::Click(what) => page.click(*what).await?,
            Step::Write(text) => page.write(text).await?,
        }
    }
    page.until_true("document.fonts.status === 'loaded'").await
}
