//! How long it takes to wake a table that sleeps, from its whole log and from a snapshot, and what snapshots cost; one
//! JSON array on standard output. `cargo xtask bench waking` prints it.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use engine::{GameId, Seat, Viewer};
use host::{Act, Decision, Pace, Person, Room, open};
use journal::{Durability, Journal, Options, Position, Record, Snapshot, SqliteJournal, Subject};
use serde_json::{Value, json};
use testkit::Dice;
use wire::house::{
    Ask, BotLevel, Entry, Settings, Stage, TableId, TableSnapshot, read_entries, read_snapshot, write_entries,
    write_snapshot,
};
use words::Lang;

/// Each table is woken so often, and the median counts.
const TIMES: usize = 11;

fn main() -> Result<()> {
    let lengths: Vec<usize> = std::env::args().skip(1).map(|number| number.parse()).collect::<Result<_, _>>()?;
    if lengths.is_empty() {
        eprintln!("use: bench-waking <records>…");
        std::process::exit(2);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let rows = lengths.iter().map(|records| runtime.block_on(measure(*records))).collect::<Result<Vec<_>>>()?;
    println!("{}", Value::Array(rows));
    Ok(())
}

/// A match of Onze that goes on and on, up to so many records; the snapshot before its last deal, and how many records
/// were before it.
struct Played {
    log: Vec<Vec<Entry>>,
    snapshot: TableSnapshot,
    before: usize,
    /// How long the last snapshot took to take, in microseconds.
    taking: f64,
}

fn play(records: usize) -> Result<Played> {
    let Value::Object(options) = json!({ "rounds": 9999 }) else { bail!("options are an object") };
    let settings = Settings { options, ..Settings::new(GameId::Onze, 3) };
    let anne = Person {
        player: "p-anne".into(),
        name: "Anne".into(),
        is_program: false,
        is_claimed: false,
        lang: Lang::French,
    };
    let mut dice = Dice::new(7);
    let bots: Vec<(Seat, BotLevel)> = (1..3).filter_map(Seat::new).map(|seat| (seat, BotLevel::Novice)).collect();
    let opening = open(settings, &bots, &anne, 1).ok().context("a table is opened")?;
    let mut room = Room::opened(&table(), &opening)?;
    room.arrive(&anne.player);
    let mut log = vec![opening];
    let mut kept = None;
    let mut now = 1_000;
    while log.len() < records || kept.is_none() {
        now += 10;
        let mut throws = || dice.seed();
        let id = format!("ask-{}", log.len());
        let is_own = |seat: &Seat| room.clock(now).seat == Some(*seat);
        let ask = match (room.stage(), room.seat_of(&anne.player).filter(is_own)) {
            (Stage::Gathering, _) => Some(Ask::Begin { fill: None }),
            (_, Some(seat)) => {
                let legal = room.legal_for(Viewer::Seat(seat)).context("it is her turn")?;
                Some(Ask::Submit { step: legal.moves.first().cloned().context("there is a move")? })
            }
            _ => None,
        };
        let decision = ask.and_then(|ask| room.decide(&anne, &id, &ask, now, &mut throws).ok());
        let entries = match decision {
            Some(Decision::Write(entries)) => Some(entries),
            _ => match room.agenda(now, &Pace::AT_ONCE, &mut throws).map(|task| task.act) {
                Some(Act::Deal) => room.decide_deal(now),
                Some(Act::Think(seat)) => {
                    let thinking = room.think(seat, &mut throws).context("a bot thinks")?;
                    room.decide_for_bot(seat, &thinking(&mut || false), now, &mut throws)
                }
                other => bail!("the match stops: {other:?}"),
            },
        };
        let entries = entries.context("something happens")?;
        if entries.iter().any(|entry| matches!(entry, Entry::Dealt { .. })) {
            let began = Instant::now();
            let snapshot = room.snapshot();
            let taking = micros(began);
            kept = snapshot.map(|snapshot| (snapshot, log.len(), taking));
        }
        room.apply(&entries)?;
        log.push(entries);
    }
    let (snapshot, before, taking) = kept.context("a round was dealt")?;
    Ok(Played { log, snapshot, before, taking })
}

async fn measure(records: usize) -> Result<Value> {
    let Played { log, snapshot, before, taking } = play(records)?;
    let folder = tempfile::tempdir()?;
    let subject = Subject::new("table.t1").context("a subject")?;
    let began = Instant::now();
    let body = write_snapshot(&snapshot);
    let writing = micros(began);
    let bytes = body.len();
    let journal = write(&folder.path().join("journal.sqlite"), &subject, &log, (before, body)).await?;
    let mut from_log = Vec::new();
    let mut from_snapshot = Vec::new();
    for _ in 0..TIMES {
        let began = Instant::now();
        let room = wake(&journal, &subject, None).await?;
        from_log.push(micros(began));
        let began = Instant::now();
        let snapshot = journal.snapshot(&subject).await?;
        let again = wake(&journal, &subject, snapshot).await?;
        from_snapshot.push(micros(began));
        if (room.seq(), room.records()) != (again.seq(), again.records()) {
            bail!("the rooms differ");
        }
    }
    Ok(json!({
        "records": log.len(),
        "after_snapshot": log.len() - before,
        "log_us": median(from_log),
        "snapshot_us": median(from_snapshot),
        "snapshot_bytes": bytes,
        "take_us": taking.round(),
        "write_us": writing.round(),
    }))
}

/// Writes a log to a new file, and a snapshot of its first records, as many as are said.
async fn write(
    path: &Path,
    subject: &Subject,
    log: &[Vec<Entry>],
    (before, snapshot): (usize, Vec<u8>),
) -> Result<SqliteJournal> {
    let journal = SqliteJournal::open(path, Options { durability: Durability::Normal, ..Options::default() })?;
    let mut positions = vec![Position::START];
    for entries in log {
        let record = Record { body: write_entries(entries).into(), is_news: false };
        positions.push(journal.append(subject, positions[positions.len() - 1], record).await?);
    }
    journal.keep_snapshot(subject, Snapshot { position: positions[before], body: snapshot.into() }).await?;
    Ok(journal)
}

/// Makes the room again as the house does.
async fn wake(journal: &SqliteJournal, subject: &Subject, snapshot: Option<Snapshot>) -> Result<Room> {
    let after = snapshot.as_ref().map_or(Position::START, |snapshot| snapshot.position);
    let records = journal.read(subject, after).await?;
    let entries: Vec<Vec<Entry>> =
        records.iter().map(|stored| read_entries(&stored.record.body)).collect::<Result<_, _>>()?;
    let entries = entries.iter().map(Vec::as_slice);
    Ok(match snapshot {
        Some(snapshot) => Room::restore(&table(), read_snapshot(&snapshot.body)?, entries)?,
        None => Room::replay(&table(), entries)?,
    })
}

fn table() -> TableId {
    "t1".into()
}

fn micros(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2].round()
}
