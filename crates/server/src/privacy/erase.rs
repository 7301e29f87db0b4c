//! What is left of a record when what it holds of a person is taken out: the game, not the person.
//!
//! Names become empty, which is shown as “Anonymous”; ids stay, so that a log still replays to the same table.
//! Deliberately absent: which records, and when.

use journal::Stored;
use wire::house::{Entry, Sitter, Speech, read_entries, write_entries};

use crate::admin::ReportEntry;
use crate::offline::OfflineEntry;
use crate::people::entry::{NameEntry, Opened, PlayerEntry, read, write};

/// The body of a record without a player; `None` if nothing has to go. What cannot be read is left as it is: it was
/// written by a newer house.
pub(super) fn without_player(stored: &Stored, player: &str) -> Option<Vec<u8>> {
    match stored.subject.name().split_once('.') {
        Some(("table", _)) => table_without(&stored.record.body, |entry| erase_player(entry, player)),
        Some(("offline", _)) => offline_without(&stored.record.body, player),
        Some(("name", _)) => name_without(&stored.record.body, player),
        Some(("house", "reports")) => report_without(&stored.record.body, player),
        _ => None,
    }
}

/// The body of a record of a table without what was said before then.
pub(super) fn without_old_chat(body: &[u8], then: u64) -> Option<Vec<u8>> {
    table_without(body, |entry| match entry {
        Entry::Said { speech, at, .. } if *at < then && !speech.is_erased() => {
            *speech = Speech::erased();
            true
        }
        _ => false,
    })
}

/// The body of a record of a player without what a device called itself before then.
pub(super) fn without_old_device(body: &[u8], then: u64) -> Option<Vec<u8>> {
    let mut entry = read::<PlayerEntry>(body).ok()?;
    let (Opened { device, .. }, at) = match &mut entry {
        PlayerEntry::Joined { session, at, .. } | PlayerEntry::SessionOpened { session, at } => (session, at),
        _ => return None,
    };
    if *at >= then || device.is_empty() {
        return None;
    }
    device.clear();
    Some(write(&entry).body.to_vec())
}

/// The body of a record without what `erase` takes out of its entries, which says whether there was something.
fn table_without(body: &[u8], mut erase: impl FnMut(&mut Entry) -> bool) -> Option<Vec<u8>> {
    let mut entries = read_entries(body).ok()?;
    // Every entry is looked at.
    let erased = entries.iter_mut().filter_map(|entry| erase(entry).then_some(())).count();
    (erased > 0).then(|| write_entries(&entries))
}

fn erase_player(entry: &mut Entry, erased: &str) -> bool {
    match entry {
        Entry::Sat { sitter, .. } => erase_name(sitter, erased),
        Entry::Ended { sitters, .. } => {
            let erased = sitters.iter_mut().flatten().filter_map(|sitter| erase_name(sitter, erased).then_some(()));
            erased.count() > 0
        }
        Entry::Said { player, name, speech, .. } if *player == erased && !(name.is_empty() && speech.is_erased()) => {
            name.clear();
            *speech = Speech::erased();
            true
        }
        _ => false,
    }
}

fn erase_name(sitter: &mut Sitter, erased: &str) -> bool {
    let is_theirs = sitter.seating.player().is_some_and(|player| *player == erased);
    let has_name = is_theirs && (!sitter.name.is_empty() || sitter.claimed);
    if has_name {
        sitter.name.clear();
        sitter.claimed = false;
    }
    has_name
}

fn name_without(body: &[u8], erased: &str) -> Option<Vec<u8>> {
    let mut entry = read::<NameEntry>(body).ok()?;
    let (NameEntry::Taken { displaced, .. } | NameEntry::Erased { displaced }) = &mut entry;
    displaced.retain(|guest| guest.player != erased);
    let entry = match entry {
        NameEntry::Taken { player, displaced, .. } if player == erased => NameEntry::Erased { displaced },
        entry => entry,
    };
    let written = write(&entry).body.to_vec();
    (written != body).then_some(written)
}

/// Nobody else has played it in this house.
fn offline_without(body: &[u8], erased: &str) -> Option<Vec<u8>> {
    let is_theirs = matches!(read(body).ok()?, OfflineEntry::Sent { player, .. } if player == erased);
    is_theirs.then(|| write(&OfflineEntry::Erased).body.to_vec())
}

fn report_without(body: &[u8], erased: &str) -> Option<Vec<u8>> {
    let mut report = read::<ReportEntry>(body).ok()?;
    if report.reporter == erased {
        report.text.clear();
        report.origin = None;
    }
    report.lines.retain(|line| line.player != *erased);
    let written = write(&report).body.to_vec();
    (written != body).then_some(written)
}
