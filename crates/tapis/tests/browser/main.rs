//! The house in real browsers. How such a test is written: `docs/BROWSER.md`.

mod account;
mod dos_race;
mod evening;
mod feedback;
mod figures;
mod front;
mod language;
mod layout;
mod lessons;
mod matches;
mod offline;
mod pair;
mod passing;
mod puzzles;
mod replay;
mod rummy;
mod screens;
mod seeds;
mod self_test;
mod two_players;
mod verify;

use harness::browser::{BrowserError, Device, Driver, House, Page};

/// A house of the test's own.
fn house() -> Result<House, BrowserError> {
    House::open(env!("CARGO_BIN_EXE_tapis").as_ref())
}

/// A house of the test's own, with the crowded tables.
async fn crowded_house() -> Result<House, BrowserError> {
    House::open_crowded(env!("CARGO_BIN_EXE_tapis").as_ref()).await
}

/// A page at an address of the house.
async fn page_at(driver: &Driver, device: Device, url: &str) -> Result<Page, BrowserError> {
    let page = driver.open(device).await?;
    page.visit(url).await?;
    Ok(page)
}
