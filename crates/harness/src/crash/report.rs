//! What a run came to.

use std::fmt;
use std::time::Duration;

/// What a run came to; if a promise was broken there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How often the house was killed.
    pub kills: u32,
    /// How often while it started.
    pub kills_at_start: u32,
    /// How often while its data was copied.
    pub kills_at_backup: u32,
    /// How many moves of people were acknowledged, each of which was found in its place.
    pub moves: u64,
    /// How many asks that had been granted were repeated and got their first answer.
    pub repeats: u64,
    /// How many matches came to their end, with a record that holds.
    pub matches: u64,
    /// How long the house took to open again, each time.
    pub restarts: Vec<Duration>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut restarts = self.restarts.clone();
        restarts.sort_unstable();
        let half = restarts.get(restarts.len() / 2).map_or(0, Duration::as_millis);
        let longest = restarts.last().map_or(0, Duration::as_millis);
        let Self { kills, kills_at_start, kills_at_backup, moves, repeats, matches, .. } = self;
        writeln!(f, "kills               {kills} ({kills_at_start} at the start, {kills_at_backup} during a backup)")?;
        writeln!(f, "moves acknowledged  {moves}")?;
        writeln!(f, "moves lost          0")?;
        writeln!(f, "asks repeated       {repeats}")?;
        writeln!(f, "matches verified    {matches}")?;
        writeln!(f, "restarts            p50 {half} ms, longest {longest} ms")
    }
}
