//! WebSocket (RFC 6455), as far as a server needs it: the handshake, and frames to and from bytes.
//!
//! Deliberately absent: sockets, extensions, subprotocols, and the other end's part.

mod decoder;
mod frame;
mod handshake;

pub use decoder::{Decoder, FrameError, Received};
pub use frame::{close_code, write_close, write_ping, write_pong, write_text};
pub(crate) use handshake::Handshake;
