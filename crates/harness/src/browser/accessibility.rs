//! Whether people can use a page who do not see it, or not well, or have no mouse: axe-core's opinion.
//!
//! Deliberately absent: what axe-core calls minor or moderate, and all that no program can judge.

use std::fmt;

use serde::Deserialize;

use crate::browser::BrowserError;
use crate::browser::page::Page;

/// axe-core; see `axe/README.md`.
const AXE: &str = include_str!("../../axe/axe.min.js");

/// One element that breaks one rule of axe-core.
#[derive(Debug, Clone, Deserialize)]
pub struct Violation {
    /// Which rule.
    pub rule: String,
    /// How bad it is: serious or critical.
    pub impact: String,
    /// Which element, as a selector.
    pub selector: String,
    /// What the rule wants.
    pub help: String,
    /// What it found instead.
    pub found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({}) at `{}`: {}: {}", self.rule, self.impact, self.selector, self.help, self.found)
    }
}

impl Page {
    /// Checks that the page as it is now has no serious or critical fault of accessibility.
    ///
    /// # Errors
    /// If it has; they are listed.
    pub async fn check_accessibility(&self) -> Result<(), BrowserError> {
        let script = "
            const done = arguments[arguments.length - 1];
            // What is drawn is no text: a card shows its value three times, and its name says it once.
            const written = (element) => Array.from(element.childNodes, (node) => {
                if (node.nodeType === Node.TEXT_NODE) return node.textContent;
                return node.matches?.('svg, [aria-hidden=true]') ?? true ? '' : written(node);
            }).join(' ');
            const plain = (text) => text.replace(/\\s+/g, ' ').trim().toLowerCase();
            const isMeant = (id, { target }) => {
                const element = document.querySelector(target.join(' '));
                return id !== 'label-content-name-mismatch'
                    || !plain(element.getAttribute('aria-label') ?? '').includes(plain(written(element)));
            };
            const told = (result) => result.violations
                .filter((violation) => ['serious', 'critical'].includes(violation.impact))
                .flatMap(({ id, impact, help, nodes }) => nodes.filter((node) => isMeant(id, node)).map((node) => (
                    { rule: id, impact, help, selector: node.target.join(' '), found: node.any[0]?.message ?? '' })));
            axe.run({ resultTypes: ['violations'] }).then((result) => done(told(result)), (error) => done(String(error)));
        ";
        let answer = self.web.execute_async(format!("{AXE}\n{script}"), Vec::new()).await?;
        let violations: Vec<Violation> = answer.convert()?;
        if violations.is_empty() { Ok(()) } else { Err(BrowserError::Inaccessible(violations)) }
    }
}
