//! The house in the browser: hosts, bots and solver in a Web Worker beside the page, so that the screen never waits.
//!
//! [`LocalTables`] is the house; [`Worker`] is what the script of the worker (`web/assets/local.js`) calls, which
//! carries the texts, keeps the records in the browser's storage and owns the one timer.
//!
//! Deliberately absent: storage, timers and messages between the worker and the page.

#![allow(unreachable_pub, reason = "what is exported to JavaScript is public")]

mod tables;

pub use tables::LocalTables;

use std::cell::Cell;

use client::gesture::rummy::find_help;
use client::guided::Guides;
use client::replay::Projector;
use engine::Seed;
use host::{Pace, WrittenRecord};
use sha2::{Digest, Sha256};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;
use words::Lang;

/// The milliseconds of a week.
const A_WEEK: u64 = 7 * 24 * 3_600 * 1_000;

/// The house as the script of the worker sees it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Worker {
    tables: LocalTables,
    projector: Projector,
    guides: Guides,
}

#[wasm_bindgen]
impl Worker {
    /// A house without tables. All its dice come from `seed`, 32 bytes that nobody can guess; a bot's move takes `pace`
    /// milliseconds at most.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(seed: &[u8], pace: f64) -> Self {
        console_error_panic_hook::set_once();
        let tables = LocalTables::new(pace_of(pace as u64), dice(seed));
        Self { tables, projector: Projector::default(), guides: Guides::default() }
    }

    /// Whether a table is awake.
    #[must_use]
    pub fn has(&self, table: &str) -> bool {
        self.tables.has(table)
    }

    /// Wakes a table with its records, in order; says whether they make one.
    pub fn wake(&mut self, table: &str, records: &js_sys::Array, now: f64) -> bool {
        let records: Vec<Vec<u8>> =
            records.iter().map(|record| record.unchecked_into::<js_sys::Uint8Array>().to_vec()).collect();
        self.tables.wake(table, &records, now as u64)
    }

    /// Forgets a table.
    #[wasm_bindgen(js_name = putAway)]
    pub fn put_away(&mut self, table: &str) {
        self.tables.put_away(table);
    }

    /// A client of the page comes to a table, on a line of its own: as the person on a seat, or to look on.
    pub fn connect(&mut self, line: u32, table: &str, seat: Option<u8>, lang: &str, now: f64) {
        self.tables.connect(line, table, seat, lang_of(lang), now as u64);
    }

    /// Takes what a client sends.
    pub fn receive(&mut self, line: u32, text: &str, now: f64) {
        self.tables.receive(line, text, now as u64);
    }

    /// A client is gone.
    pub fn disconnect(&mut self, line: u32, now: f64) {
        self.tables.disconnect(line, now as u64);
    }

    /// Answers what the page asks, both as JSON.
    #[must_use]
    pub fn ask(&mut self, asked: &str, now: f64) -> String {
        self.tables.ask(asked, now as u64)
    }

    /// Shows and reviews a match that is looked at again: an ask and its answer, both as JSON.
    #[must_use]
    pub fn replay(&mut self, asked: &str) -> String {
        self.projector.answer(asked)
    }

    /// Guides somebody through a lesson or a puzzle: an ask and its answer, both as JSON.
    #[must_use]
    pub fn guide(&mut self, asked: &str) -> String {
        self.guides.answer(asked)
    }

    /// Finds a play or a repair for who arranges tiles: see [`find_help`].
    #[must_use]
    pub fn arrange(&self, asked: &str) -> String {
        find_help(asked)
    }

    /// Does what is due.
    #[wasm_bindgen(js_name = onTime)]
    pub fn on_time(&mut self, now: f64) {
        self.tables.on_time(now as u64);
    }

    /// When something is due next.
    #[wasm_bindgen(js_name = nextTimeout)]
    #[must_use]
    pub fn next_timeout(&self) -> Option<f64> {
        self.tables.next_timeout().map(|at| at as f64)
    }

    /// The texts for the page: line and text, one after the other.
    #[wasm_bindgen(js_name = takeOutgoing)]
    #[must_use]
    pub fn take_outgoing(&mut self) -> js_sys::Array {
        let pairs = js_sys::Array::new();
        for (line, text) in self.tables.take_outgoing() {
            pairs.push(&line.into());
            pairs.push(&(&*text).into());
        }
        pairs
    }

    /// What is to be kept: table, number and bytes of each record, one after the other.
    #[wasm_bindgen(js_name = takeWritten)]
    #[must_use]
    pub fn take_written(&mut self) -> js_sys::Array {
        let written = js_sys::Array::new();
        for WrittenRecord { table, seq, record } in self.tables.take_written() {
            written.push(&table.as_str().into());
            written.push(&(seq as f64).into());
            written.push(&js_sys::Uint8Array::from(&*record).into());
        }
        written
    }

    /// What the tables that have changed are now, in short (JSON).
    #[must_use]
    pub fn summary(&self, table: &str) -> Option<String> {
        self.tables.summary(table)
    }

    /// The record of a match that is over; `date` is the day of play.
    #[must_use]
    pub fn record(&self, table: &str, date: &str) -> Option<String> {
        self.tables.record(table, date)
    }
}

fn lang_of(code: &str) -> Lang {
    Lang::from_code(code).unwrap_or_default()
}

/// Nobody is hurried who plays on one device: the sheet may be read for as long as one likes. Calls are races, so bots
/// take their time over them.
fn pace_of(pace: u64) -> Pace {
    Pace { bot_move: (pace / 2, pace), between: A_WEEK, ..Pace::default() }
}

/// The dice that this seed throws: each throw is a hash of the seed and its number.
fn dice(seed: &[u8]) -> impl Fn() -> Seed + 'static {
    let (seed, thrown) = (seed.to_owned(), Cell::new(0_u64));
    move || {
        thrown.set(thrown.get() + 1);
        let mut hash = Sha256::new();
        hash.update(&seed);
        hash.update(thrown.get().to_be_bytes());
        Seed(hash.finalize().into())
    }
}
