//! The journal in memory, under the suite that every journal passes.
#![allow(missing_docs, reason = "test names are sentences")]

mod suite;

use journal::MemoryJournal;

behaviours!((MemoryJournal::new(), ()));
redactions!((MemoryJournal::new(), ()));
