//! What a run came to.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::Fault;

/// What a run came to; if a promise was broken there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How long it took, after each fault of a kind, until the people of every table had made another move.
    pub recoveries: BTreeMap<Fault, Vec<Duration>>,
    /// How many tables there were.
    pub tables: u64,
    /// How many moves of people were acknowledged.
    pub moves: u64,
    /// How many asks were acknowledged, each of which is in its log exactly once.
    pub acknowledged: u64,
    /// How many moments were shown to somebody, in order, without gaps, and as the log has them.
    pub shown: u64,
    /// How many turns the clock ended, each after its time.
    pub timeouts: u64,
    /// How many asks that had been granted were repeated and got their first answer.
    pub repeats: u64,
    /// How many matches came to their end, with a record that holds.
    pub matches: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { recoveries, tables, moves, acknowledged, shown, timeouts, repeats, matches } = self;
        writeln!(f, "faults              {}", recoveries.values().map(Vec::len).sum::<usize>())?;
        writeln!(f, "tables              {tables}")?;
        writeln!(f, "moves acknowledged  {moves}")?;
        writeln!(f, "moves lost          0")?;
        writeln!(f, "moves doubled       0")?;
        writeln!(f, "asks found once     {acknowledged}")?;
        writeln!(f, "moments in order    {shown}")?;
        writeln!(f, "clocks run out      {timeouts}, none twice")?;
        writeln!(f, "asks repeated       {repeats}")?;
        writeln!(f, "matches verified    {matches}")?;
        for (fault, times) in recoveries {
            let mut times = times.clone();
            times.sort_unstable();
            let half = times.get(times.len() / 2).map_or(0, Duration::as_millis);
            let longest = times.last().map_or(0, Duration::as_millis);
            let count = times.len();
            writeln!(f, "{fault:<14} {count:>4}  all tables go on: p50 {half} ms, longest {longest} ms")?;
        }
        Ok(())
    }
}
