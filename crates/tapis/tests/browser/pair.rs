//! Two people at one table, each with a page.

use std::time::Instant;

use harness::browser::{BrowserError, Page};

/// What two people wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// One of them is to do something.
    Turn(usize),
    /// The round is over, and both look at its sheet.
    Sheet,
}

/// Waits until it is clear who is to do something.
pub(crate) async fn next(pages: [&Page; 2]) -> Result<Next, BrowserError> {
    let turn = "return document.title.startsWith('●') && document.querySelector('.seat.own.turn') !== null;";
    let deadline = Instant::now() + pages[0].timeout();
    while Instant::now() < deadline {
        for (seat, page) in pages.into_iter().enumerate() {
            if page.run(turn, Vec::new()).await? {
                return Ok(Next::Turn(seat));
            }
        }
        if is_there(pages[0], "dialog.sheet[open]").await? && is_there(pages[1], "dialog.sheet[open]").await? {
            return Ok(Next::Sheet);
        }
    }
    Err(pages[0].unexpected("nobody was to do anything, on this page or the other").await)
}

/// Whether something can be seen.
pub(crate) async fn is_there(page: &Page, selector: &str) -> Result<bool, BrowserError> {
    page.run("return find('css', arguments[0]) !== null;", vec![selector.into()]).await
}
