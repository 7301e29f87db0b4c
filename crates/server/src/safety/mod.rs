//! What stands between the house and the world: who asks, from where, how often, and what every answer carries.
//!
//! Deliberately absent: who the asker is; that is [`crate::people`].

mod address;
mod allowance;
mod connections;
mod guard;
mod limits;
mod origin;
mod replays;
mod stream;
mod table_count;

pub use address::{Network, Prefix, client_address};
pub use allowance::{Allowance, Allowances};
pub use connections::{Connection, Connections, CountedClient};
pub use guard::Asker;
pub(crate) use guard::guard;
pub use limits::{Buckets, Limits, MessageLimit, RecordLimit, millis};
pub use origin::is_origin_allowed;
pub use replays::{Replaying, Replays};
pub(crate) use stream::CountedStream;
pub use table_count::TableCount;
