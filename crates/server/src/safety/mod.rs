//! What stands between the house and the world: who asks, from where, how often, and what every answer carries.
//!
//! Deliberately absent: who the asker is; that is [`crate::people`].

mod address;
mod connections;
mod guard;
mod limits;
mod origin;
mod stream;

pub use address::{Network, Prefix, client_address};
pub use connections::{Connection, Connections};
pub use guard::Asker;
pub(crate) use guard::guard;
pub use limits::{Buckets, Limits};
pub use origin::is_origin_allowed;
pub(crate) use stream::CountedStream;
