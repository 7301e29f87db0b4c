//! Frames as a client writes them: bytes in, messages out.
//!
//! What is held is bounded by the longest message that is allowed and what was read at once. Between messages nothing
//! is held, since most connections are silent most of the time.

use super::frame::opcode;

/// The longest content of a frame that controls the connection.
const MAX_CONTROL: usize = 125;
/// The most parts of a message: parts may be empty, and would otherwise never end.
const MAX_PARTS: u32 = 256;
/// How many bytes mask the content.
const MASK: usize = 4;

/// What a client has sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received<'a> {
    /// A message.
    Text(&'a str),
    /// A message that is no text.
    Binary(&'a [u8]),
    /// Are you there? It is answered with the same content.
    Ping(&'a [u8]),
    /// The answer to a ping.
    Pong(&'a [u8]),
    /// Nothing more will come; the code is absent if none was given.
    Close(Option<u16>),
}

/// Why what a client has sent cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FrameError {
    /// It is no frame of a client, or none that may come here.
    #[error("this is no WebSocket frame")]
    Protocol,
    /// The text is not UTF-8.
    #[error("the text is not UTF-8")]
    NotText,
    /// The message is longer than is allowed.
    #[error("the message is too long")]
    TooLong,
}

/// Reads what a client sends.
#[derive(Debug)]
pub struct Decoder {
    max_length: usize,
    bytes: Vec<u8>,
    /// How many of the bytes were read.
    read: usize,
    /// The parts of a message that have come so far, how many, and whether it is text.
    parts: Option<(Kind, u32, Vec<u8>)>,
    /// Where the message is that was given last, if it came in parts.
    whole: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Binary,
}

/// The beginning of a frame.
struct Head {
    is_last: bool,
    opcode: u8,
    mask: [u8; MASK],
    /// How long it is itself.
    length: usize,
    content_length: usize,
}

impl Decoder {
    /// Messages may have so many bytes.
    #[must_use]
    pub fn new(max_length: usize) -> Self {
        Self { max_length, bytes: Vec::new(), read: 0, parts: None, whole: Vec::new() }
    }

    /// More bytes have come. All messages in those that came before have been taken.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.bytes.extend(bytes);
    }

    /// The next message; nothing until more bytes have come.
    ///
    /// # Errors
    /// If the bytes cannot be read: nothing that follows can be.
    pub fn next_message(&mut self) -> Result<Option<Received<'_>>, FrameError> {
        self.whole = Vec::new();
        loop {
            let Some((head, at)) = self.next_frame()? else { return Ok(None) };
            match head.opcode {
                opcode::TEXT | opcode::BINARY if self.parts.is_some() => return Err(FrameError::Protocol),
                opcode::TEXT if head.is_last => return text(&self.bytes[at..self.read]).map(Some),
                opcode::BINARY if head.is_last => return Ok(Some(Received::Binary(&self.bytes[at..self.read]))),
                opcode::TEXT => self.parts = Some((Kind::Text, 1, self.bytes[at..self.read].to_vec())),
                opcode::BINARY => self.parts = Some((Kind::Binary, 1, self.bytes[at..self.read].to_vec())),
                opcode::CONTINUATION => {
                    let (kind, count, mut parts) = self.parts.take().ok_or(FrameError::Protocol)?;
                    if count >= MAX_PARTS {
                        return Err(FrameError::TooLong);
                    }
                    parts.extend(&self.bytes[at..self.read]);
                    if head.is_last {
                        self.whole = parts;
                        return match kind {
                            Kind::Text => text(&self.whole).map(Some),
                            Kind::Binary => Ok(Some(Received::Binary(&self.whole))),
                        };
                    }
                    self.parts = Some((kind, count + 1, parts));
                }
                opcode::PING => return Ok(Some(Received::Ping(&self.bytes[at..self.read]))),
                opcode::PONG => return Ok(Some(Received::Pong(&self.bytes[at..self.read]))),
                opcode::CLOSE => return close(&self.bytes[at..self.read]).map(Some),
                _ => return Err(FrameError::Protocol),
            }
        }
    }

    /// Takes the next frame; its content is unmasked, and lies between the place that is returned and what was read.
    fn next_frame(&mut self) -> Result<Option<(Head, usize)>, FrameError> {
        let Some(head) = self.head()? else {
            if self.read == self.bytes.len() {
                self.bytes = Vec::new();
                self.read = 0;
            }
            return Ok(None);
        };
        let at = self.read + head.length;
        let Some(content) = self.bytes.get_mut(at..at + head.content_length) else { return Ok(None) };
        unmask(content, head.mask);
        self.read = at + head.content_length;
        Ok(Some((head, at)))
    }

    /// Reads the beginning of the next frame, if it is there. What is wrong with it is said before its content comes.
    fn head(&self) -> Result<Option<Head>, FrameError> {
        let bytes = &self.bytes[self.read..];
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        let (is_last, opcode) = (first & 0x80 != 0, first & 0x0F);
        let is_control = opcode >= opcode::CLOSE;
        let is_known = matches!(opcode, opcode::CONTINUATION..=opcode::BINARY | opcode::CLOSE..=opcode::PONG);
        let is_masked = second & 0x80 != 0;
        if first & 0x70 != 0 || !is_known || !is_masked || is_control && !is_last {
            return Err(FrameError::Protocol);
        }
        let (content_length, rest) = match (second & 0x7F, rest) {
            (126, [a, b, rest @ ..]) => (u64::from(u16::from_be_bytes([*a, *b])), rest),
            (127, rest) => match rest.split_first_chunk() {
                Some((length, rest)) => (u64::from_be_bytes(*length), rest),
                None => return Ok(None),
            },
            (126, _) => return Ok(None),
            (length, rest) => (u64::from(length), rest),
        };
        let content_length = usize::try_from(content_length).unwrap_or(usize::MAX);
        if is_control && content_length > MAX_CONTROL {
            return Err(FrameError::Protocol);
        }
        let before = self.parts.as_ref().map_or(0, |(_, _, parts)| parts.len());
        if !is_control && content_length.saturating_add(before) > self.max_length {
            return Err(FrameError::TooLong);
        }
        let Some((mask, rest)) = rest.split_first_chunk() else { return Ok(None) };
        Ok(Some(Head { is_last, opcode, mask: *mask, length: bytes.len() - rest.len(), content_length }))
    }
}

fn unmask(content: &mut [u8], mask: [u8; MASK]) {
    let (chunks, rest) = content.as_chunks_mut::<MASK>();
    let word = u32::from_ne_bytes(mask);
    for chunk in chunks {
        *chunk = (u32::from_ne_bytes(*chunk) ^ word).to_ne_bytes();
    }
    for (byte, mask) in rest.iter_mut().zip(mask) {
        *byte ^= mask;
    }
}

fn text(content: &[u8]) -> Result<Received<'_>, FrameError> {
    std::str::from_utf8(content).map(Received::Text).map_err(|_| FrameError::NotText)
}

fn close(content: &[u8]) -> Result<Received<'_>, FrameError> {
    match content {
        [] => Ok(Received::Close(None)),
        [_] => Err(FrameError::Protocol),
        [high, low, reason @ ..] => {
            let code = u16::from_be_bytes([*high, *low]);
            if !matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999) {
                return Err(FrameError::Protocol);
            }
            std::str::from_utf8(reason).map_err(|_| FrameError::NotText)?;
            Ok(Received::Close(Some(code)))
        }
    }
}
