//! The driver: a chromedriver in a process of its own, and the browsers it opened.
//!
//! A driver starts in a twentieth of a second, so every test has its own, and nothing is left over from another.
//!
//! Deliberately absent: what is done in a browser (module `page`).

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use serde_json::json;
use tempfile::TempDir;
use thirtyfour::common::capabilities::desiredcapabilities::CapabilitiesHelper as _;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities as _, DesiredCapabilities, WebDriver};

use crate::device::{Device, Motion, Size};
use crate::page::Page;
use crate::{BrowserError, Theme};

/// What a browser needs to run unseen, as any user, in a small container, and to keep to itself.
const FLAGS: [&str; 8] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A machine without a screen has no mouse either, and styles can ask for one.
const MOUSE: &str =
    "--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2";

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
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).push(page.clone());
        pretend(&page, device).await?;
        Ok(page)
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
        // If it has ended already, so much the better.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn capabilities(device: Device, profile: &Path) -> Result<ChromeCapabilities, BrowserError> {
    let mut capabilities = DesiredCapabilities::chrome();
    for flag in FLAGS {
        capabilities.add_arg(flag)?;
    }
    if device.size == Size::Wide {
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
    let metrics = match device.size {
        Size::Wide => json!({"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false}),
        Size::Phone => json!({"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true}),
    };
    page.tell("Emulation.setDeviceMetricsOverride", metrics).await?;
    if device.size == Size::Phone {
        page.tell("Emulation.setTouchEmulationEnabled", json!({"enabled": true, "maxTouchPoints": 5})).await?;
    }
    page.prefer(device.theme, device.motion).await
}

impl Page {
    /// Gives the window another size.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn resize(&self, width: u32, height: u32) -> Result<(), BrowserError> {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.tell("Emulation.setDeviceMetricsOverride", metrics).await?;
        self.until_true(&format!("innerWidth === {width} && innerHeight === {height}")).await
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
