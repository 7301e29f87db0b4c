//! What goes by itself after some days: what people said, and what their devices called themselves.
//!
//! The log is searched from where the last sweep ended; the first sweep of a house that opens begins at the start, so
//! that nothing has to be remembered, and a copy that was put back is swept like any other data.
//! Deliberately absent: the days, which are settings.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use journal::{Position, Stored};
use wire::house::{Entry, read_entries};

use super::Search;
use super::deletion::{finish_deletions, redact_all, show_anew};
use super::erase::{without_old_chat, without_old_device};
use crate::admin::Mode;
use crate::app::App;
use crate::people::entry::{PlayerEntry, read};
use crate::refusal::Refusal;

/// How often is looked for what has to go.
const SWEEP: Duration = Duration::from_secs(3_600);
/// The milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// One kind of what goes after some days.
struct Kind {
    /// What the records that hold some have in them.
    bytes: &'static str,
    /// The body of a record without what is older than a time; `None` if nothing has to go.
    without: fn(&Stored, u64) -> Option<Vec<u8>>,
    /// When the youngest of it in a record came there; `None` if there is nothing in it.
    youngest: fn(&Stored) -> Option<u64>,
}

const CHAT: Kind = Kind {
    bytes: "\"said\":{",
    without: |stored, then| without_old_chat(&stored.record.body, then),
    youngest: |stored| {
        let said = |entry: &Entry| match entry {
            Entry::Said { at, speech, .. } if !speech.is_erased() => Some(*at),
            _ => None,
        };
        read_entries(&stored.record.body).ok()?.iter().filter_map(said).max()
    },
};

const DEVICES: Kind = Kind {
    bytes: "\"device\":\"",
    without: |stored, then| without_old_device(&stored.record.body, then),
    youngest: |stored| match read(&stored.record.body).ok()? {
        PlayerEntry::Joined { session, at, .. } | PlayerEntry::SessionOpened { session, at } => {
            (!session.device.is_empty()).then_some(at)
        }
        _ => None,
    },
};

/// Finishes deletions that were interrupted and erases what is old, now and from time to time until the house closes.
pub(crate) async fn sweep(app: Arc<App>) {
    let (mut chat, mut devices) = (Position::START, Position::START);
    loop {
        // Whatever fails is tried again with the next sweep.
        if let Err(refusal) = sweep_once(&app, &mut chat, &mut devices).await {
            tracing::warn!(code = refusal.code(), "what has to be erased could not be");
        }
        tokio::select! {
            () = app.closing.cancelled() => return,
            () = app.sweep_now.notified() => {}
            () = tokio::time::sleep(SWEEP) => {}
        }
    }
}

async fn sweep_once(app: &App, chat: &mut Position, devices: &mut Position) -> Result<(), Refusal> {
    if app.mode.get() == Mode::ReadOnly {
        return Ok(());
    }
    finish_deletions(app).await?;
    erase_old(app, &CHAT, app.config.chat_days, chat).await?;
    erase_old(app, &DEVICES, app.config.device_days, devices).await
}

/// Erases what is older than so many days from the records after a position, which moves up to the first that has to be
/// looked at again.
async fn erase_old(app: &App, kind: &Kind, days: u32, after: &mut Position) -> Result<(), Refusal> {
    if days == 0 {
        return Ok(());
    }
    let then = app.clock.now().saturating_sub(u64::from(days) * DAY);
    let mut search = Search::new(&app.storage, kind.bytes, *after);
    loop {
        let Some(records) = search.next().await? else { return Ok(()) };
        let is_young = |stored: &&Stored| (kind.youngest)(stored).is_some_and(|at| at >= then);
        let first_young = records.iter().find(is_young).map(|stored| stored.position);
        let mut touched = BTreeSet::new();
        redact_all(app, records, |stored| (kind.without)(stored, then), &mut touched).await?;
        show_anew(app, &touched).await?;
        if let Some(young) = first_young {
            // The log is in the order of time: what comes after is younger still.
            *after = Position(young.0 - 1);
            return Ok(());
        }
        *after = search.after;
    }
}
