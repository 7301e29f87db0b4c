//! Deleting an account: the player is nobody at once, then all the log holds of them is erased, record by record.
//!
//! That it began is an entry of the log, and that it is done another: a house that was stopped in between goes on when
//! it opens again. Whatever was erased is left alone the second time.
//! Deliberately absent: who may have it done.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures_util::future::try_join_all;
use host::Person;
use journal::{JournalError, Position, RedactError, Stored, Subject};
use wire::house::{Ask, ToServer};
use words::Lang;

use super::Search;
use super::erase::without_player;
use crate::app::App;
use crate::ledger::OpenDeletion;
use crate::people::PlayerKind;
use crate::people::entry::{PlayerEntry, player_subject, read, write};
use crate::refusal::Refusal;
use crate::routes::NoSink;

/// Deletes an account, and resolves when the log holds nothing of the player any more.
///
/// # Errors
/// If there is no such player, or the journal fails; what was begun is then finished later.
pub(crate) async fn delete_player(app: &App, player: &str) -> Result<(), Refusal> {
    app.people.delete(player).await?;
    let deletions = app.ledger.open_deletions().await?;
    let Some(deletion) = deletions.into_iter().find(|open| open.player == player) else { return Ok(()) };
    erase(app, &deletion).await
}

/// Finishes the deletions that were begun.
///
/// # Errors
/// If the journal fails.
pub(super) async fn finish_deletions(app: &App) -> Result<(), Refusal> {
    for deletion in app.ledger.open_deletions().await? {
        erase(app, &deletion).await?;
    }
    Ok(())
}

/// Frees the seats of a player. Of a rated match nobody is freed: a bot stands in.
///
/// # Errors
/// If the data cannot be read.
pub(crate) async fn free_seats(app: &App, person: Person) -> Result<(), JournalError> {
    let tables = app.ledger.tables_of(&person.player).await?;
    let mut connection = app.house.connect(person, Arc::new(NoSink));
    for (number, table) in tables.into_iter().enumerate() {
        let id = format!("removed-{}-{number}", app.clock.now());
        let stand = ToServer { id, table: Some(table.as_str().into()), key: None, ask: Ask::Stand };
        connection.ask(stand).await;
        connection.settle().await;
        // The table looks after it has answered; one that cannot be read has no seat to free.
        let _ = app.house.look(&table, |_| ()).await;
    }
    Ok(())
}

async fn erase(app: &App, deletion: &OpenDeletion) -> Result<(), Refusal> {
    let player = deletion.player.as_str();
    free_seats(app, nobody(deletion)).await?;
    let mut after = Position::START;
    loop {
        let mut touched = BTreeSet::new();
        let mut search = Search::new(&app.storage, player, after);
        while let Some(records) = search.next().await? {
            redact_all(app, records, |stored| without_player(stored, player), &mut touched).await?;
        }
        after = search.after;
        show_anew(app, &touched).await?;
        let last = erase_own(app, deletion).await?;
        // A table that was awake may have written the name once more before it was put to sleep.
        if touched.is_empty() {
            return done(app, player, last).await;
        }
    }
}

/// Who stands up in place of somebody who is nobody any more.
fn nobody(deletion: &OpenDeletion) -> Person {
    Person {
        player: deletion.player.as_str().into(),
        name: "".into(),
        is_program: deletion.kind == PlayerKind::Program,
        is_claimed: false,
        lang: Lang::default(),
    }
}

/// Redacts those of these records that something has to go from, and notes their subjects.
pub(super) async fn redact_all(
    app: &App,
    records: Vec<Stored>,
    without: impl Fn(&Stored) -> Option<Vec<u8>>,
    touched: &mut BTreeSet<Subject>,
) -> Result<(), Refusal> {
    let changed = records.iter().filter_map(|stored| Some((stored, without(stored)?)));
    let redactions = changed.map(|(stored, body)| {
        touched.insert(stored.subject.clone());
        app.journal.redact(&stored.subject, stored.position, body.into())
    });
    // All at once, so that they share a transaction.
    let redactions: Vec<_> = redactions.collect();
    try_join_all(redactions).await.map(|_| ()).map_err(not_redacted)
}

fn not_redacted(error: RedactError) -> Refusal {
    tracing::warn!(%error, "a record could not be redacted");
    match error {
        RedactError::Failed(_) => Refusal::NotWritten,
        RedactError::NoSuchRecord | RedactError::TooLong { .. } => Refusal::Failed,
    }
}

/// Makes the tables whose logs read otherwise now again from them.
pub(super) async fn show_anew(app: &App, touched: &BTreeSet<Subject>) -> Result<(), Refusal> {
    let table = |subject: &Subject| Some(subject.name().strip_prefix("table.")?.to_owned());
    let tables: BTreeMap<String, &Subject> = touched.iter().filter_map(|it| Some((table(it)?, it))).collect();
    let names: Vec<String> = tables.keys().cloned().collect();
    let finished: BTreeSet<String> = app.ledger.finished_of(names).await?.into_iter().collect();
    for (table, subject) in tables {
        app.house.reload(&table).await;
        if !finished.contains(&table) {
            let mut summary = app.house.look(&table, host::Room::summary).await;
            if summary.is_err() {
                // It was asked before it slept, and has forgotten the question.
                summary = app.house.look(&table, host::Room::summary).await;
            }
            match summary {
                Ok(summary) => app.house.lobby().put(summary),
                Err(error) => tracing::warn!(%error, "a table could not be read"),
            }
        }
        // Before it slept it may have made one more snapshot of what it knew.
        app.journal.drop_snapshot(subject).await?;
    }
    Ok(())
}

/// Erases the records of the player's own subject; gives the last position.
async fn erase_own(app: &App, deletion: &OpenDeletion) -> Result<Position, Refusal> {
    let OpenDeletion { player, kind, named } = deletion;
    let subject = player_subject(player).ok_or(Refusal::NoSuchPlayer)?;
    let records = app.journal.read(&subject, Position::START).await?;
    let last = records.last().map_or(Position::START, |stored| stored.position);
    let without = |stored: &Stored| {
        let left = match read(&stored.record.body).ok()? {
            PlayerEntry::Joined { .. } => PlayerEntry::Anonymous { kind: *kind, named: *named },
            PlayerEntry::Deleted { .. }
            | PlayerEntry::ErasureDone { .. }
            | PlayerEntry::Anonymous { .. }
            | PlayerEntry::Erased => return None,
            _ => PlayerEntry::Erased,
        };
        Some(write(&left).body.to_vec())
    };
    redact_all(app, records, without, &mut BTreeSet::new()).await?;
    Ok(last)
}

/// Notes that nothing is left.
async fn done(app: &App, player: &str, last: Position) -> Result<(), Refusal> {
    let subject = player_subject(player).ok_or(Refusal::NoSuchPlayer)?;
    let entry = PlayerEntry::ErasureDone { at: app.clock.now() };
    match app.journal.append(&subject, last, write(&entry)).await {
        // Another who erased the same player has noted it.
        Ok(_) | Err(journal::AppendError::Conflict { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
