//! Frames as a server writes them: whole and unmasked.

/// The first byte of a frame that is a whole message.
const WHOLE: u8 = 0x80;
/// Lengths up to this are written in the second byte.
const MAX_SHORT: usize = 125;
/// Says that the length follows in two bytes.
const IN_TWO_BYTES: u8 = 126;
/// Says that the length follows in eight bytes.
const IN_EIGHT_BYTES: u8 = 127;

/// What kinds of frames there are.
pub(super) mod opcode {
    pub(in super::super) const CONTINUATION: u8 = 0x0;
    pub(in super::super) const TEXT: u8 = 0x1;
    pub(in super::super) const BINARY: u8 = 0x2;
    pub(in super::super) const CLOSE: u8 = 0x8;
    pub(in super::super) const PING: u8 = 0x9;
    pub(in super::super) const PONG: u8 = 0xA;
}

/// Why a connection is closed.
pub mod close_code {
    /// All was said.
    pub const NORMAL: u16 = 1000;
    /// The server closes, or the client does not answer.
    pub const GOING_AWAY: u16 = 1001;
    /// This is no frame.
    pub const PROTOCOL: u16 = 1002;
    /// The text is not UTF-8.
    pub const NOT_TEXT: u16 = 1007;
    /// The client does what is not allowed.
    pub const POLICY: u16 = 1008;
    /// The message is too long.
    pub const TOO_LONG: u16 = 1009;
}

/// Adds a message to what is to be sent.
pub fn write_text(text: &str, frames: &mut Vec<u8>) {
    write(opcode::TEXT, text.as_bytes(), frames);
}

/// Adds the question whether the client is there.
pub fn write_ping(frames: &mut Vec<u8>) {
    write(opcode::PING, &[], frames);
}

/// Adds the answer to a ping, with the same content.
pub fn write_pong(content: &[u8], frames: &mut Vec<u8>) {
    write(opcode::PONG, content, frames);
}

/// Adds the end of the connection; a reason has at most 123 bytes.
pub fn write_close(code: u16, reason: &str, frames: &mut Vec<u8>) {
    let mut content = code.to_be_bytes().to_vec();
    content.extend(reason.as_bytes());
    write(opcode::CLOSE, &content, frames);
}

fn write(opcode: u8, content: &[u8], frames: &mut Vec<u8>) {
    frames.push(WHOLE | opcode);
    match content.len() {
        length @ 0..=MAX_SHORT => frames.push(length as u8),
        length => match u16::try_from(length) {
            Ok(length) => {
                frames.push(IN_TWO_BYTES);
                frames.extend(length.to_be_bytes());
            }
            Err(_) => {
                frames.push(IN_EIGHT_BYTES);
                frames.extend((length as u64).to_be_bytes());
            }
        },
    }
    frames.extend(content);
}
