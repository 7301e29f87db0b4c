//! A page in a browser: going somewhere, waiting for something, and telling what was there instead.
//!
//! Deliberately absent: fixed waits. What takes time is waited for by what it brings about.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thirtyfour::WebDriver;

use crate::browser::BrowserError;
use crate::browser::find::{Find, SCRIPT};

/// So long a page may take to show something: generous, since only a failing test waits for it, and the machine may be
/// busy with others.
const TIMEOUT: Duration = Duration::from_secs(60);
/// A page that is waited for is looked at again after the first of these, then after twice as long, up to the second.
const MIN_PAUSE: Duration = Duration::from_millis(5);
const MAX_PAUSE: Duration = Duration::from_millis(40);
/// A page is looked at this often before a wait is given up: a machine that stood still has used up the time, not the page.
const MIN_LOOKS: u32 = 50;
/// How much of a page's text a failure quotes.
const MAX_QUOTED: usize = 2_000;

/// Whether the browser believes that there is a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// There is.
    On,
    /// There is none.
    Off,
}

/// A browser with one page; clones are the same page.
#[derive(Debug, Clone)]
pub struct Page {
    pub(crate) web: WebDriver,
    console: Arc<Mutex<Console>>,
    /// What it leaves lying about.
    folder: Arc<Path>,
    timeout: Duration,
}

/// What went wrong on a page by its own account.
#[derive(Debug, Default)]
struct Console {
    errors: Vec<String>,
    expected: Vec<String>,
}

impl Page {
    pub(crate) fn new(web: WebDriver, folder: &Path) -> Self {
        Self { web, console: Arc::default(), folder: folder.into(), timeout: TIMEOUT }
    }

    /// The same page for somebody who waits no longer than this: for what is expected not to happen.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self { timeout, ..self.clone() }
    }

    /// How long it waits for something.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Goes to an address, and waits until it is loaded.
    ///
    /// # Errors
    /// If nobody answers there.
    pub async fn visit(&self, url: &str) -> Result<(), BrowserError> {
        Ok(self.web.goto(url).await?)
    }

    /// Lets the house take this browser for another one's, as it would take a second tab of that one: from the next
    /// visit on the same player is in front of both.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn come_as(&self, other: &Page) -> Result<(), BrowserError> {
        for cookie in other.web.get_all_cookies().await? {
            self.web.add_cookie(cookie).await?;
        }
        Ok(())
    }

    /// Loads the page again; where nobody answers, the browser shows a page of its own.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn reload(&self) -> Result<(), BrowserError> {
        Ok(self.web.refresh().await?)
    }

    /// Waits until something can be seen.
    ///
    /// # Errors
    /// If it never is.
    pub async fn until<'a>(&self, what: impl Into<Find<'a>>) -> Result<(), BrowserError> {
        let what = what.into();
        let script = "return find(...arguments) !== null || null;";
        self.wait(&format!("{what} was never seen"), script, what.arguments()).await.map(|_: bool| ())
    }

    /// Waits until something can no longer be seen.
    ///
    /// # Errors
    /// If it stays.
    pub async fn until_gone<'a>(&self, what: impl Into<Find<'a>>) -> Result<(), BrowserError> {
        let what = what.into();
        let script = "return find(...arguments) === null || null;";
        self.wait(&format!("{what} never went away"), script, what.arguments()).await.map(|_: bool| ())
    }

    /// Waits until an expression of JavaScript is true.
    ///
    /// # Errors
    /// If it never is.
    pub async fn until_true(&self, expression: &str) -> Result<(), BrowserError> {
        let script = format!("return Boolean({expression}) || null;");
        self.wait(&format!("`{expression}` was never true"), &script, Vec::new()).await.map(|_: bool| ())
    }

    /// Waits until the page has drawn what it knows and nothing on it is under way; what moves for ever may.
    ///
    /// # Errors
    /// If something never comes to rest.
    pub async fn until_still(&self) -> Result<(), BrowserError> {
        self.wait("something never came to rest", "return isStill();", Vec::new()).await.map(|_: bool| ())
    }

    /// The text of something, as people read it but with plain spaces.
    ///
    /// # Errors
    /// If it is never seen.
    pub async fn text<'a>(&self, what: impl Into<Find<'a>>) -> Result<String, BrowserError> {
        let what = what.into();
        let script = "const found = find(...arguments); return found && plain(found.innerText);";
        self.wait(&format!("{what} was never seen"), script, what.arguments()).await
    }

    /// Runs a script and gives what it returns.
    ///
    /// # Errors
    /// If it fails, or returns something else than is wanted.
    pub async fn run<T: DeserializeOwned>(&self, script: &str, arguments: Vec<Value>) -> Result<T, BrowserError> {
        let answer = self.web.execute(format!("{SCRIPT}\n{script}"), arguments).await?;
        Ok(answer.convert()?)
    }

    /// Runs a script that calls its last argument with what is wanted.
    ///
    /// # Errors
    /// If it fails, or calls it with something else.
    pub async fn run_async<T: DeserializeOwned>(&self, script: &str, arguments: Vec<Value>) -> Result<T, BrowserError> {
        Ok(self.web.execute_async(script, arguments).await?.convert()?)
    }

    /// Runs a script until it returns something else than null.
    pub(crate) async fn wait<T: DeserializeOwned>(
        &self,
        expected: &str,
        script: &str,
        arguments: Vec<Value>,
    ) -> Result<T, BrowserError> {
        self.poll(expected, script, arguments, |_| Ok(())).await
    }

    /// Runs a script until it returns something that is accepted; what is not accepted has a reason.
    pub(crate) async fn poll<T: DeserializeOwned>(
        &self,
        expected: &str,
        script: &str,
        arguments: Vec<Value>,
        mut accept: impl FnMut(&T) -> Result<(), String>,
    ) -> Result<T, BrowserError> {
        let deadline = Instant::now() + self.timeout;
        let (mut pause, mut looks) = (MIN_PAUSE, 0);
        loop {
            looks += 1;
            let reason = match self.run::<Option<T>>(script, arguments.clone()).await {
                Ok(None) => None,
                Ok(Some(found)) => match accept(&found) {
                    Ok(()) => return Ok(found),
                    Err(reason) => Some(reason),
                },
                // A script fails when the page goes away under it; the next page may be the one that is waited for.
                Err(error) => Some(error.to_string()),
            };
            if Instant::now() > deadline && looks >= MIN_LOOKS {
                let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
                return Err(BrowserError::Page {
                    expected: format!("{expected}{reason}"),
                    seen: self.describe().await,
                });
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
    }

    /// Lets the browser believe that there is a network, or none. Sockets that are open stay open: a
    /// [`Proxy`](crate::browser::Proxy) cuts them.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn set_network(&self, network: Network) -> Result<(), BrowserError> {
        let offline = network == Network::Off;
        let conditions = json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        self.tell("Network.enable", json!({})).await?;
        self.tell("Network.emulateNetworkConditions", conditions).await.map(|_| ())
    }

    /// Takes the errors the page has written to the console so far, uncaught exceptions and failed requests
    /// included: they no longer fail the test.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn take_console_errors(&self) -> Result<Vec<String>, BrowserError> {
        // The driver returns every message of the console once.
        let told = self.web.browser_log().await?;
        let mut console = self.console.lock().unwrap_or_else(PoisonError::into_inner);
        let Console { errors, expected } = &mut *console;
        errors.extend(told.into_iter().filter(|entry| entry.level == "SEVERE").map(|entry| entry.message));
        errors.retain(|error| !expected.iter().any(|text| error.contains(text)));
        Ok(std::mem::take(errors))
    }

    /// Waits until there is an error in the console that contains a text, and takes it.
    ///
    /// # Errors
    /// If there never is.
    pub async fn until_console_error(&self, text: &str) -> Result<(), BrowserError> {
        let deadline = Instant::now() + self.timeout;
        loop {
            let mut errors = self.take_console_errors().await?;
            let found = errors.iter().position(|error| error.contains(text)).map(|place| errors.remove(place));
            self.put_back(errors);
            if found.is_some() {
                return Ok(());
            }
            if Instant::now() > deadline {
                let expected = format!("“{text}” never was in the console");
                return Err(BrowserError::Page { expected, seen: self.describe().await });
            }
            tokio::time::sleep(MAX_PAUSE).await;
        }
    }

    /// Lets errors in the console pass that contain a text: whoever cuts a line hears of it.
    pub fn expect_console_errors(&self, text: &str) {
        self.console.lock().unwrap_or_else(PoisonError::into_inner).expected.push(text.into());
    }

    /// Lets all errors pass that a browser writes when the line is cut, the house is killed or a proxy stands before
    /// none: whichever of its requests and sockets were under way.
    pub fn expect_outage(&self) {
        for text in ["net::ERR_", "WebSocket connection", "Failed to fetch", "responded with a status of 50"] {
            self.expect_console_errors(text);
        }
    }

    /// Keeps a picture of what can be seen.
    ///
    /// # Errors
    /// If it cannot be taken or written.
    pub async fn screenshot(&self, file: &Path) -> Result<(), BrowserError> {
        let picture = self.web.screenshot_as_png().await?;
        let folder = file.parent().unwrap_or(file);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(file, picture))
            .map_err(BrowserError::world("the picture could not be written"))
    }

    /// Clicks on something that is downloaded, and gives the file once it is whole; it goes with the browser.
    ///
    /// # Errors
    /// If it never comes.
    pub async fn download<'a>(&self, what: impl Into<Find<'a>>) -> Result<PathBuf, BrowserError> {
        let failed = "what was downloaded could not be found";
        let folder = tempfile::tempdir_in(&*self.folder).map_err(BrowserError::world(failed))?.keep();
        let into = json!({"behavior": "allow", "downloadPath": folder});
        self.tell("Browser.setDownloadBehavior", into).await?;
        self.click(what).await?;
        let deadline = Instant::now() + self.timeout;
        while Instant::now() < deadline {
            let files = std::fs::read_dir(&folder).map_err(BrowserError::world(failed))?.flatten();
            let files: Vec<PathBuf> = files.map(|file| file.path()).collect();
            // A download has a temporary name until it is complete.
            if let [file] = files.as_slice()
                && file.extension().is_none_or(|extension| extension != "crdownload")
                && !file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
                && file.metadata().is_ok_and(|file| file.len() > 0)
            {
                return Ok(file.clone());
            }
            tokio::time::sleep(MAX_PAUSE).await;
        }
        Err(self.unexpected("nothing was downloaded").await)
    }

    /// Tells the browser something in its own protocol.
    pub(crate) async fn tell(&self, method: &str, parameters: Value) -> Result<Value, BrowserError> {
        Ok(self.web.cdp().send_raw(method, parameters).await?)
    }

    /// The page is not as it should be: what was expected, and what is there instead.
    pub async fn unexpected(&self, expected: &str) -> BrowserError {
        BrowserError::Page { expected: expected.into(), seen: self.describe().await }
    }

    /// What is on the page, for whoever expected something else.
    pub(crate) async fn describe(&self) -> String {
        let url = self.web.current_url().await.map_or_else(|error| error.to_string(), String::from);
        let title = self.web.title().await.unwrap_or_else(|error| error.to_string());
        let text = self.run::<String>("return document.body?.innerText ?? '';", Vec::new()).await;
        let text: String = text.unwrap_or_else(|error| error.to_string()).chars().take(MAX_QUOTED).collect();
        let errors = self.take_console_errors().await.unwrap_or_else(|error| vec![error.to_string()]);
        let console = if errors.is_empty() { "no errors".to_owned() } else { errors.join("\n  ") };
        self.put_back(errors);
        format!("on the page {url}, “{title}”:\n  {}\nin its console:\n  {console}", text.replace('\n', "\n  "))
    }

    /// Errors that were only looked at count as before.
    fn put_back(&self, errors: Vec<String>) {
        self.console.lock().unwrap_or_else(PoisonError::into_inner).errors.extend(errors);
    }

    /// Leaves the page: its browser has nothing more to do.
    pub(crate) async fn leave(&self) -> Result<(), BrowserError> {
        self.visit("about:blank").await
    }

    /// Closes the browser.
    pub(crate) async fn close(self) -> Result<(), BrowserError> {
        Ok(self.web.quit().await?)
    }
}
