//! WebSocket frames as a client writes and reads them, as cheaply as can be: the benchmark shall not measure itself.
//!
//! Deliberately absent: fragments and compression, which the house does not use.

/// What a frame holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Text,
    Other,
}

const TEXT: u8 = 1;
const WHOLE: u8 = 0x80;
const MASKED: u8 = 0x80;

/// Adds a text as one frame. Its mask is zero, which leaves the text as it is.
pub(crate) fn write_text(text: &str, bytes: &mut Vec<u8>) {
    bytes.push(WHOLE | TEXT);
    match text.len() {
        length @ 0..126 => bytes.push(MASKED | length as u8),
        length => {
            bytes.push(MASKED | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(text.as_bytes());
}

/// The first frame of some bytes: what it holds, and how many bytes it takes; nothing if it is not all there.
pub(crate) fn read(bytes: &[u8]) -> Option<(Kind, &[u8], usize)> {
    let (&[first, second], rest) = bytes.split_first_chunk::<2>()?;
    let (length, header) = match second & !MASKED {
        126 => (usize::from(u16::from_be_bytes(*rest.first_chunk()?)), 4),
        127 => (usize::try_from(u64::from_be_bytes(*rest.first_chunk()?)).ok()?, 10),
        length => (usize::from(length), 2),
    };
    let payload = bytes.get(header..header + length)?;
    let kind = if first & !WHOLE == TEXT { Kind::Text } else { Kind::Other };
    Some((kind, payload, header + length))
}

/// Adds a text of so many bytes as a server frames it.
pub(crate) fn write_update(length: usize, bytes: &mut Vec<u8>) {
    bytes.extend([WHOLE | TEXT, 126]);
    bytes.extend((length as u16).to_be_bytes());
    bytes.extend(std::iter::repeat_n(b'x', length));
}
