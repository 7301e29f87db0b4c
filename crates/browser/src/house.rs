//! A house to play at: the real program on its own port, over its own data, for one test.

use std::net::SocketAddr;
use std::path::Path;

use crash::{Place, Server};
use tempfile::TempDir;

use crate::BrowserError;

/// A house; it ends with the test.
#[derive(Debug)]
pub struct House {
    place: Place,
    /// Before the folder, so that it ends before its data goes.
    server: Option<Server>,
    _folder: TempDir,
}

impl House {
    /// Opens a house, with bots that answer at once and limits that are out of the way; it waits for who is away as
    /// long as any house does.
    ///
    /// # Errors
    /// If it does not open.
    pub fn open(program: &Path) -> Result<Self, BrowserError> {
        Self::open_with(program, &[])
    }

    /// Opens a house with other settings, by the names of their flags.
    ///
    /// # Errors
    /// If it does not open.
    pub fn open_with(program: &Path, settings: &[(&str, &str)]) -> Result<Self, BrowserError> {
        let folder = tempfile::tempdir().map_err(BrowserError::world("a folder for the house"))?;
        let place = Place::new(program, folder.path())?.with("absence-seconds", "30");
        let place = settings.iter().fold(place, |place, (setting, value)| place.with(setting, value));
        let server = Some(place.open()?);
        Ok(Self { place, server, _folder: folder })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.place.address()
    }

    /// The address of one of its pages.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address())
    }

    /// Kills it without warning.
    ///
    /// # Errors
    /// If it ended by itself before.
    pub fn kill(&mut self) -> Result<(), BrowserError> {
        if let Some(server) = self.server.take() {
            server.kill()?;
        }
        Ok(())
    }

    /// Opens it again after it was killed, on the same port and data.
    ///
    /// # Errors
    /// If it does not open.
    pub fn reopen(&mut self) -> Result<(), BrowserError> {
        self.kill()?;
        self.server = Some(self.place.open()?);
        Ok(())
    }
}
