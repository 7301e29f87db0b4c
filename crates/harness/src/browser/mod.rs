//! Real browsers at a real house: what tests of the screens are written with.
//!
//! [`test()`] runs one test: it starts a driver of its own, and when the test fails it says what was on the pages and
//! keeps a picture of each. A test opens a [`House`], opens a [`Page`] on a [`Device`], and goes on in plain steps;
//! every wait is for a condition. What a page wrote to the console as an error fails the test at its end.
//!
//! A [`Person`] plays at a table; [`SCREENS`] is the list of all screens, with the way to each.
//!
//! Deliberately absent: anything the program needs; the rules.

mod accessibility;
mod bench;
mod crowded;
mod device;
mod driver;
mod find;
mod guided;
mod house;
mod input;

mod measure;
mod page;
mod person;
mod screens;
mod table;
mod test;

use thirtyfour::error::WebDriverError;

pub use crate::proxy::Proxy;
pub use accessibility::Violation;
pub use bench::{Figures, Loaded, measure};
pub use crowded::{CROWDS, Crowd};
pub use device::{Device, Memory, Motion, Notices, Offline, Pointing, Size, Theme};
pub use driver::Driver;
pub use find::Find;
pub use house::House;
pub use measure::InputTime;
pub use page::{Network, Page};
pub use person::{Awaited, Done, Hands, Person};
pub use screens::{SCREENS, Screen, ScreenStep, Wanted, picture, random_match};
pub use table::{Company, Length};
pub use test::test;
pub use thirtyfour::Key;

/// Why a test cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// The page is not what was expected of it.
    #[error("{expected}\n{seen}")]
    Page {
        /// What was waited for or asked for.
        expected: String,
        /// What was there instead.
        seen: String,
    },
    /// The page has faults that keep people out.
    #[error("the page is not accessible:{}", .0.iter().map(|violation| format!("\n  {violation}")).collect::<String>())]
    Inaccessible(Vec<Violation>),
    /// The browser or its driver did not do as it was told.
    #[error("the browser failed: {0}")]
    Driver(#[from] WebDriverError),
    /// The browser answered with something else than was asked of it.
    #[error("the browser answered something else: {0}")]
    Answer(#[from] serde_json::Error),
    /// The house did not open or close.
    #[error(transparent)]
    House(#[from] crate::ProcessError),
    /// Some screens could not be reached.
    #[error("these screens were not reached:{}", .0.iter().map(|screen| format!("\n  {screen}")).collect::<String>())]
    Missed(Vec<String>),
    /// A crowded table could not be prepared.
    #[error("the crowded table {name}: {what}")]
    Crowd {
        /// Which.
        name: &'static str,
        /// Why.
        what: String,
    },
    /// A process, a file or a socket could not be handled.
    #[error("{what}: {error}")]
    World {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        error: std::io::Error,
    },
}

impl BrowserError {
    fn world(what: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self::World { what, error }
    }
}

impl From<std::io::Error> for BrowserError {
    fn from(error: std::io::Error) -> Self {
        Self::world("no port for a proxy")(error)
    }
}
