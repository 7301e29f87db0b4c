//! How much is loaded, and how long people wait: the figures of `cargo xtask bench web`.
//!
//! Deliberately absent: judgement, and tables for people (`xtask`).

use std::path::Path;
use std::time::Duration;

use engine::GameId;
use serde::{Deserialize, Serialize};

use crate::browser::BrowserError;
use crate::browser::device::{Device, Motion, Offline};
use crate::browser::driver::Driver;
use crate::browser::house::{House, close_left};
use crate::browser::page::{Network, Page};
use crate::browser::person::{Hands, Person};
use crate::browser::table::{Company, Length};

/// Browsers that have never been anywhere, each opened for one visit.
const VISITS: usize = 5;
/// Cards that are lifted and put back while the bots think.
const LIFTS: usize = 120;
/// Lifts between two plays, so that the bots have something to think about.
const LIFTS_A_TURN: usize = 6;

/// The figures.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    /// What the first visit loads.
    pub loaded: Vec<Loaded>,
    /// From the start of the first visit until the first screen could be played from, in milliseconds.
    pub first_screen: Vec<f64>,
    /// From the press on “play” until the own hand was drawn, in milliseconds.
    pub hand: Vec<f64>,
    /// From pressing a card until the frame that shows it lifted, while experts think, in milliseconds.
    pub lifts: Vec<f64>,
    /// From opening the client that is kept in the browser, without a house, until the own hand was drawn, in
    /// milliseconds: what a person does between the two is not counted.
    pub hand_offline: Vec<f64>,
    /// From each frame to the next while experts think in the browser, in milliseconds.
    pub frames: Vec<f64>,
}

/// Something that was loaded.
#[derive(Debug, Serialize, Deserialize)]
pub struct Loaded {
    /// Its address at the house.
    pub path: String,
    /// Bytes as they were sent, compressed.
    pub sent: u64,
    /// Bytes as they are.
    pub whole: u64,
}

/// Measures a program.
///
/// # Errors
/// If its screens cannot be reached.
pub async fn measure(program: &Path) -> Result<Figures, BrowserError> {
    let driver = Driver::start()?;
    let measured = measure_with(&driver, program).await;
    let closed = driver.close().await;
    close_left();
    measured.and_then(|figures| closed.map(|()| figures))
}

async fn measure_with(driver: &Driver, program: &Path) -> Result<Figures, BrowserError> {
    // Bots think as long as they do in any house.
    let mut house = House::open_with(program, &[("bot-pace-ms", "450")])?;
    let mut figures = Figures::default();
    for _ in 0..VISITS {
        let page = driver.open(Device::wide().motion(Motion::Full)).await?;
        figures.first_screen.push(milliseconds(page.time_to(&house.url("/"), "#play-dos").await?));
        figures.loaded = loaded(&page).await?;
        figures.hand.push(milliseconds(page.time_from_click("#play-dos", "[data-hand] [data-piece]").await?));
        page.leave().await?;
    }
    let page = driver.open(Device::wide().motion(Motion::Full)).await?;
    page.visit(&house.url("/")).await?;
    let table = page.open_table(GameId::Dos, Company::Experts, Length::Endless).await?;
    page.visit(&house.url(&format!("/table/{table}"))).await?;
    let mut person = Person::new(&page, Hands::Mouse);
    person.press("#begin").await?;
    page.until("[data-hand] [data-piece]").await?;
    page.watch_inputs().await?;
    for lift in 0..LIFTS {
        if lift % LIFTS_A_TURN == 0 {
            person.act().await?;
        }
        page.click("[data-hand] [data-piece]").await?;
    }
    let clicks = page.input_times().await?.into_iter().filter(|time| time.event == "click");
    figures.lifts = clicks.map(|time| milliseconds(time.took())).collect();
    page.leave().await?;
    measure_offline(driver, &mut house, &mut figures).await?;
    Ok(figures)
}

/// What is waited for without a house, which is closed for it.
async fn measure_offline(driver: &Driver, house: &mut House, figures: &mut Figures) -> Result<(), BrowserError> {
    let page = driver.open(Device::wide().motion(Motion::Full).offline(Offline::Kept)).await?;
    page.expect_outage();
    page.visit(&house.url("/")).await?;
    page.until_true("navigator.serviceWorker.controller").await?;
    page.remember_local(GameId::Dos, "expert", &[]).await?;
    page.set_network(Network::Off).await?;
    house.kill()?;
    for _ in 0..VISITS {
        page.leave().await?;
        let opened = page.time_to(&house.url("/"), "#play-dos").await?;
        let dealt = page.time_from_click("#play-dos", "[data-hand] [data-piece]").await?;
        figures.hand_offline.push(milliseconds(opened + dealt));
    }
    page.watch_frames().await?;
    Person::new(&page, Hands::Mouse).play_match().await?;
    figures.frames = page.frame_times().await?.into_iter().map(milliseconds).collect();
    Ok(())
}

/// What the page has loaded from its house, the page itself first.
async fn loaded(page: &Page) -> Result<Vec<Loaded>, BrowserError> {
    let script = "
        const kinds = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
        const told = ({ name, encodedBodySize, decodedBodySize }) =>
            ({ path: new URL(name).pathname, sent: encodedBodySize, whole: decodedBodySize });
        return kinds.map(told).filter(({ path }) => !path.startsWith('/api/'));
    ";
    page.run(script, Vec::new()).await
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}
