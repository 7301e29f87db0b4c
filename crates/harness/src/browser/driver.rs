//! The driver: a chromedriver in a process of its own, and the browsers it opened.
//!
//! A driver starts in a twentieth of a second, so every test has its own, and nothing is left over from another.
//!
//! Deliberately absent: what is done in a browser (module `page`).

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use engine::GameId;
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use thirtyfour::common::capabilities::desiredcapabilities::CapabilitiesHelper as _;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities as _, DesiredCapabilities, WebDriver};

use crate::browser::device::{Device, Memory, Motion, Notices, Offline, Pointing, Size};
use crate::browser::page::Page;
use crate::browser::{BrowserError, Theme};

/// What a browser needs to run unseen, as any user, in a small container, and to keep to itself.
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A page that is kept for the way back has its sockets cut, and says so as an error in its console.
    "--disable-back-forward-cache",
];

/// A machine without a screen has no mouse either, and styles can ask for one.
const MOUSE: &str =
    "--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2";

/// What runs on every page before its own scripts.
const PREPARE: &str = include_str!("prepare.js");

/// What drives the browsers of one test; they are closed when the test is over.
#[derive(Debug)]
pub struct Driver {
    process: Child,
    url: String,
    pages: Mutex<Vec<Page>>,
    /// What the driver and its browsers leave lying about.
    folder: TempDir,
    /// Kept open: a driver that cannot write ends.
    _output: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts a driver on a port of its own choice.
    pub(crate) fn start() -> Result<Self, BrowserError> {
        let missing = "chromedriver does not start; `cargo xtask test` installs it where it can";
        let folder = tempfile::tempdir().map_err(BrowserError::world("a folder for the driver"))?;
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .env("TMPDIR", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(BrowserError::world(missing))?;
        let output = process.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe.into());
        let mut output = BufReader::new(output.map_err(BrowserError::world(missing))?);
        let mut port = None;
        let mut line = String::new();
        while port.is_none() && output.read_line(&mut line).map_err(BrowserError::world(missing))? > 0 {
            port = line.trim().trim_end_matches('.').split("successfully on port ").nth(1).map(String::from);
            line.clear();
        }
        let port = port.ok_or(std::io::ErrorKind::UnexpectedEof.into()).map_err(BrowserError::world(missing))?;
        let url = format!("http://127.0.0.1:{port}");
        Ok(Self { process, url, pages: Mutex::default(), folder, _output: output })
    }

    /// Opens a browser that has never been anywhere.
    ///
    /// # Errors
    /// If there is no browser, or it does not start.
    pub async fn open(&self, device: Device) -> Result<Page, BrowserError> {
        // It goes with the folder it is in.
        let profile =
            tempfile::tempdir_in(self.folder.path()).map_err(BrowserError::world("a folder for a browser"))?;
        let profile = profile.keep();
        let web = WebDriver::new(&self.url, capabilities(device, &profile)?).await?;
        let page = Page::new(web, self.folder.path());
        // From here on it is closed at the end, whatever happens.
        let seed = self.keep(page.clone());
        pretend(&page, device).await?;
        prepare(&page, device, seed).await?;
        Ok(page)
    }

    /// Keeps a browser, and gives its number, from which its dice come: no two of a test throw the same.
    fn keep(&self, page: Page) -> usize {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.push(page);
        pages.len()
    }

    /// The browsers it opened, first to last.
    pub(crate) fn pages(&self) -> Vec<Page> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Closes all browsers, and ends.
    pub(crate) async fn close(self) -> Result<(), BrowserError> {
        let mut result = Ok(());
        for page in self.pages() {
            result = result.and(page.close().await);
        }
        result
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn capabilities(device: Device, profile: &Path) -> Result<ChromeCapabilities, BrowserError> {
    let mut capabilities = DesiredCapabilities::chrome();
    for flag in FLAGS {
        capabilities.add_arg(flag)?;
    }
    if device.size.pointing == Pointing::Mouse {
        capabilities.add_arg(MOUSE)?;
    }
    let language = device.language.code();
    capabilities.add_arg(&format!("--user-data-dir={}", profile.display()))?;
    capabilities.add_arg(&format!("--lang={language}"))?;
    capabilities.add_experimental_option("prefs", json!({"intl.accept_languages": language}))?;
    // Without it the console is not kept.
    capabilities.set("goog:loggingPrefs", json!({"browser": "ALL"}))?;
    Ok(capabilities)
}

/// Makes the browser believe that it runs on the device.
async fn pretend(page: &Page, device: Device) -> Result<(), BrowserError> {
    page.take_size(device.size).await?;
    page.prefer(device.theme, device.motion).await
}

/// Gives the browser its memory of the house, dice from a seed, and notices that fade or stay.
async fn prepare(page: &Page, device: Device, seed: usize) -> Result<(), BrowserError> {
    let mut remembered = Map::new();
    if device.offline == Offline::Never {
        remembered.insert("tapis.offline".into(), "off".into());
    }
    if device.memory == Memory::Settled {
        let welcomed = GameId::ALL.map(|game| (format!("tapis.welcomed.{}", game.slug()), Value::from("1")));
        remembered.extend(welcomed);
        remembered.insert("tapis.pace".into(), "none".into());
    }
    let source = format!("{}({});", PREPARE.trim_end(), json!([seed, remembered, device.notices == Notices::Stay]));
    page.tell("Page.addScriptToEvaluateOnNewDocument", json!({"source": source})).await.map(|_| ())
}

impl Page {
    /// Gives the window another size, lets people point there with what they have, and waits until that is drawn and
    /// nothing is under way.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn resize(&self, size: Size) -> Result<(), BrowserError> {
        self.take_size(size).await?;
        let Size { width, height, .. } = size;
        // On touch screens a page that is too wide is zoomed out; a media query sees the size of the window itself.
        let script = "const [width, height] = arguments;
            return matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches ? isStill() : null;";
        let expected = format!("the window never came to rest at {size}");
        self.wait(&expected, script, vec![width.into(), height.into()]).await.map(|_: bool| ())
    }

    async fn take_size(&self, size: Size) -> Result<(), BrowserError> {
        let Size { width, height, pointing } = size;
        let is_touched = pointing == Pointing::Touch;
        let density = if is_touched { 2 } else { 1 };
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": density, "mobile": is_touched});
        self.tell("Emulation.setDeviceMetricsOverride", metrics).await?;
        let touch = if is_touched { json!({"enabled": true, "maxTouchPoints": 5}) } else { json!({"enabled": false}) };
        self.tell("Emulation.setTouchEmulationEnabled", touch).await.map(|_| ())
    }

    /// What the person in front of it prefers, from now on.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn prefer(&self, theme: Theme, motion: Motion) -> Result<(), BrowserError> {
        let motion = match motion {
            Motion::Full => "no-preference",
            Motion::Reduced => "reduce",
        };
        let features = json!({"features": [
            {"name": "prefers-color-scheme", "value": theme.name()},
            {"name": "prefers-reduced-motion", "value": motion},
        ]});
        self.tell("Emulation.setEmulatedMedia", features).await.map(|_| ())
    }
}
