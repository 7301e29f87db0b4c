//! How long things take on a page, by the page's own clock.
//!
//! A moment counts when its frame has been drawn: a callback before the frame asks for another after it.
//!
//! Deliberately absent: judgement. A test asserts no times; a report may.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::browser::BrowserError;
use crate::browser::find::{Find, SCRIPT};
use crate::browser::page::Page;

/// Looks at every frame for something, and notes when it was first drawn.
const FIRST_SEEN: &str = "
    requestAnimationFrame(function look() {
        if (find(...sought) === null) return requestAnimationFrame(look);
        setTimeout(() => { window.tapisFirstSeen = performance.now(); });
    });
";

/// Notes for every press how long it took until the next frame was drawn.
const INPUT_TIMES: &str = "
    window.tapisInputTimes = [];
    for (const name of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup']) {
        addEventListener(name, (event) => requestAnimationFrame(() => setTimeout(() => {
            window.tapisInputTimes.push({ event: name, milliseconds: performance.now() - event.timeStamp });
        })), { capture: true });
    }
";

/// Notes when the next press comes, and how long it takes from there until something is drawn.
const ANSWERED: &str = "
    addEventListener('pointerdown', (event) => requestAnimationFrame(function look() {
        if (find(...sought) === null) return requestAnimationFrame(look);
        setTimeout(() => { window.tapisAnswered = performance.now() - event.timeStamp; });
    }), { capture: true, once: true });
";

/// Notes how long each frame took from the one before.
const FRAME_TIMES: &str = "
    window.tapisFrameTimes = [];
    requestAnimationFrame(function look(before) {
        requestAnimationFrame((now) => {
            window.tapisFrameTimes.push(now - before);
            look(now);
        });
    });
";

/// How long an input took to be answered.
#[derive(Debug, Clone, Deserialize)]
pub struct InputTime {
    /// What the browser calls it, such as `pointerdown`.
    pub event: String,
    milliseconds: f64,
}

impl InputTime {
    /// From the press to the next frame that was drawn.
    #[must_use]
    pub fn took(&self) -> Duration {
        in_milliseconds(self.milliseconds)
    }
}

impl Page {
    /// Goes to an address and gives how long it took from the start until something there was drawn.
    ///
    /// # Errors
    /// If it never was.
    pub async fn time_to<'a>(&self, url: &str, what: impl Into<Find<'a>>) -> Result<Duration, BrowserError> {
        let what = what.into();
        let source = format!("(() => {{ {SCRIPT} const sought = {}; {FIRST_SEEN} }})();", json!(what.arguments()));
        let added = self.tell("Page.addScriptToEvaluateOnNewDocument", json!({"source": source})).await?;
        self.visit(url).await?;
        let first = self.first_seen(what).await;
        let added: &Value = &added["identifier"];
        self.tell("Page.removeScriptToEvaluateOnNewDocument", json!({"identifier": added})).await?;
        first.map(in_milliseconds)
    }

    /// Clicks on something and gives how long it took from the press until something else was drawn on the same page.
    ///
    /// # Errors
    /// If it never was.
    pub async fn time_from_click<'a, 'b>(
        &self,
        click: impl Into<Find<'a>>,
        what: impl Into<Find<'b>>,
    ) -> Result<Duration, BrowserError> {
        let what = what.into();
        self.run::<()>(&format!("const sought = arguments; {ANSWERED}"), what.arguments()).await?;
        self.click(click).await?;
        let answered = "return window.tapisAnswered ?? null;";
        self.wait(&format!("{what} was never drawn"), answered, Vec::new()).await.map(in_milliseconds)
    }

    /// Notes from now on, until the page is left, how long inputs take.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn watch_inputs(&self) -> Result<(), BrowserError> {
        self.run(INPUT_TIMES, Vec::new()).await
    }

    /// What was noted since [`watch_inputs`](Self::watch_inputs), first to last, once there is something.
    ///
    /// # Errors
    /// If nothing ever was.
    pub async fn input_times(&self) -> Result<Vec<InputTime>, BrowserError> {
        let script = "return window.tapisInputTimes?.length ? window.tapisInputTimes : null;";
        self.wait("no input was noted", script, Vec::new()).await
    }

    /// Notes from now on, until the page is left, how long frames take.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn watch_frames(&self) -> Result<(), BrowserError> {
        self.run(FRAME_TIMES, Vec::new()).await
    }

    /// From each frame to the next since [`watch_frames`](Self::watch_frames), once there are some.
    ///
    /// # Errors
    /// If there never were two.
    pub async fn frame_times(&self) -> Result<Vec<Duration>, BrowserError> {
        let script = "return window.tapisFrameTimes?.length ? window.tapisFrameTimes : null;";
        let times: Vec<f64> = self.wait("no frame was drawn", script, Vec::new()).await?;
        Ok(times.into_iter().map(in_milliseconds).collect())
    }

    async fn first_seen(&self, what: Find<'_>) -> Result<f64, BrowserError> {
        self.wait(&format!("{what} was never drawn"), "return window.tapisFirstSeen ?? null;", Vec::new()).await
    }
}

fn in_milliseconds(milliseconds: f64) -> Duration {
    Duration::from_secs_f64(milliseconds.max(0.0) / 1_000.0)
}
