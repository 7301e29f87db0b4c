//! What the house lets people do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the house lets people do. It is open again whenever it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Everything.
    #[default]
    Open,
    /// No new guests and no new tables: matches under way are played to their end.
    Draining,
    /// Nothing is written: nobody plays, what there is can be read.
    ReadOnly,
}
