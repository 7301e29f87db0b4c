//! A house to play at: the real program on its own port, over its own data, for one test.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::path::Path;

use tempfile::TempDir;

use crate::browser::BrowserError;
use crate::browser::crowded::{Crowded, prepare};
use crate::{Launcher, Server};

/// What the dice of a house come from, where a test wants no others.
const SEED: &str = "1";
/// How every house of a test is opened: with its seed, and so patient that a slow machine makes no difference.
const SETTINGS: [(&str, &str); 3] = [("absence-seconds", "600"), ("between-seconds", "600"), ("seed", SEED)];

thread_local! {
    /// Houses nobody needs any more. They stay open until [`close_left`], or a page that is still there would complain
    /// that its house is gone.
    static LEFT: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

/// Closes the houses that were left on this thread.
pub(crate) fn close_left() {
    LEFT.take();
}

/// The program, and where its data is.
#[derive(Debug)]
struct Running {
    /// Before the folder, so that it ends before its data goes.
    _server: Option<Server>,
    _folder: Option<TempDir>,
}

/// A house; it ends with the test.
#[derive(Debug)]
pub struct House {
    launcher: Launcher,
    server: Option<Server>,
    folder: Option<TempDir>,
    crowded: Option<Crowded>,
}

impl Drop for House {
    fn drop(&mut self) {
        let running = Running { _server: self.server.take(), _folder: self.folder.take() };
        // This fails while the thread ends, when no page is open any more.
        let _ = LEFT.try_with(|left| left.borrow_mut().push(running));
    }
}

impl House {
    /// Opens a house, with bots that answer at once and limits that are out of the way; it waits for people as long as
    /// any test takes. Its dice come from a seed, always the same one unless `seed` is among the settings: what is done
    /// there in the same way comes out the same way.
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
        let (folder, launcher) = launcher_for(program, settings)?;
        let server = Some(launcher.open()?);
        Ok(Self { launcher, server, folder: Some(folder), crowded: None })
    }

    /// Opens a house as [`open`](Self::open) does, that has all crowded tables: see
    /// [`Page::open_crowded`](crate::browser::Page::open_crowded).
    ///
    /// # Errors
    /// If it does not open.
    pub async fn open_crowded(program: &Path) -> Result<Self, BrowserError> {
        let (folder, launcher) = launcher_for(program, &[])?;
        let crowded = Some(prepare(launcher.data().into(), SEED).await?);
        let server = Some(launcher.open()?);
        Ok(Self { launcher, server, folder: Some(folder), crowded })
    }

    /// Its crowded tables.
    pub(crate) fn crowded(&self) -> Option<&Crowded> {
        self.crowded.as_ref()
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.launcher.address()
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
        self.server = Some(self.launcher.open()?);
        Ok(())
    }
}

/// A folder, and the launcher of a house in it with these settings.
fn launcher_for(program: &Path, settings: &[(&str, &str)]) -> Result<(TempDir, Launcher), BrowserError> {
    let folder = tempfile::tempdir().map_err(BrowserError::world("a folder for the house"))?;
    let launcher = Launcher::new(program, folder.path())?;
    let settings = SETTINGS.iter().chain(settings);
    let launcher = settings.fold(launcher, |launcher, (setting, value)| launcher.with(setting, value));
    Ok((folder, launcher))
}
