//! A person who does what a guide means: reads on, presses the button that is lit, lifts the card that is lit and puts
//! it where it is lit.
//!
//! Deliberately absent: Rummy, whose tiles can be put together in many ways; whoever plays it says how.

use serde::Deserialize;

use crate::browser::BrowserError;
use crate::browser::person::Person;

/// What a person sees of a guide.
const SEEN: &str = "
    const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(isSeen);
    const text = document.querySelector('#guide:not([hidden]) #guide-text');
    const isBusy = document.querySelector('main.table[aria-busy=true]') !== null;
    if (!text || isBusy) return null;
    const first = (selector, name) => all(selector).map((element) => element.getAttribute(name))[0] ?? null;
    return {
        said: text.textContent,
        way: first('.guide-way', 'data-way'),
        button: first('.actions .wanted:not([disabled])', 'id'),
        piece: first('[data-hand] [data-piece].wanted', 'data-piece'),
        spot: first('.lit.wanted[data-spot]', 'data-spot'),
        isLifted: all('[data-hand] [data-piece].lifted').length > 0,
    };
";

/// What a guide says and means.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GuideOnScreen {
    said: String,
    way: Option<String>,
    button: Option<String>,
    piece: Option<String>,
    spot: Option<String>,
    is_lifted: bool,
}

impl Person {
    /// What the guide says.
    ///
    /// # Errors
    /// If it never says anything.
    pub async fn hear_guide(&self) -> Result<String, BrowserError> {
        Ok(self.see_guide().await?.said)
    }

    /// Does what the guide means until it says something else, and gives that.
    ///
    /// # Errors
    /// If nothing is lit, or nothing comes of it.
    pub async fn follow_guide(&self) -> Result<String, BrowserError> {
        let before = self.see_guide().await?;
        self.page.until_still().await?;
        if let Some(way) = &before.way {
            self.press(&*format!("[data-way={way}]")).await?;
        } else if let Some(button) = &before.button {
            self.press_button(button).await?;
        } else {
            self.lay_what_is_lit(&before).await?;
        }
        self.until_guide_says_else(&before.said).await
    }

    /// Lifts what is lit, a card at a time, and puts it where it is lit.
    async fn lay_what_is_lit(&self, before: &GuideOnScreen) -> Result<(), BrowserError> {
        let mut seen = before.clone();
        while let Some(piece) = &seen.piece {
            if seen.is_lifted && seen.spot.is_some() {
                break;
            }
            let piece = format!("[data-hand] [data-piece=\"{piece}\"]");
            self.point_at(&piece).await?;
            self.page.until(&*format!("{piece}.lifted")).await?;
            self.page.until_still().await?;
            seen = self.see_guide().await?;
        }
        let Some(spot) = &seen.spot else {
            return Err(self.page.unexpected(&format!("nothing is lit: {seen:?}")).await);
        };
        self.point_at(&format!(".lit.wanted[data-spot=\"{spot}\"]")).await
    }

    /// Waits until the guide says something else than this, and gives it.
    ///
    /// # Errors
    /// If it never does.
    pub async fn until_guide_says_else(&self, said: &str) -> Result<String, BrowserError> {
        let accept = |seen: &GuideOnScreen| if seen.said == said { Err(format!("{seen:?}")) } else { Ok(()) };
        let seen: GuideOnScreen = self.page.poll("the guide says nothing else", SEEN, Vec::new(), accept).await?;
        Ok(seen.said)
    }

    async fn see_guide(&self) -> Result<GuideOnScreen, BrowserError> {
        self.page.wait("there is no guide", SEEN, Vec::new()).await
    }
}
