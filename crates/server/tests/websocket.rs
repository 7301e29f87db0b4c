//! WebSocket frames against an independent implementation: what either writes the other reads, whatever parts it
//! arrives in; and whatever bytes arrive, they are messages or refused.

use std::io::{self, Cursor, Read, Write};

use proptest::prelude::*;
use server::websocket::{Decoder, FrameError, Received, close_code, write_close, write_ping, write_pong, write_text};
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

/// Longer than any length that two bytes hold.
const MAX_LENGTH: usize = 70_000;

/// A connection whose one direction is a list of bytes.
#[derive(Default)]
struct Wire {
    incoming: Cursor<Vec<u8>>,
    outgoing: Vec<u8>,
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.incoming.read(buffer)? {
            0 => Err(io::ErrorKind::WouldBlock.into()),
            read => Ok(read),
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outgoing.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes of messages as a client sends them.
fn sent(messages: &[Message]) -> Vec<u8> {
    let mut client = WebSocket::from_raw_socket(Wire::default(), Role::Client, None);
    for message in messages {
        client.send(message.clone()).expect("it can be sent");
    }
    std::mem::take(&mut client.get_mut().outgoing)
}

/// A message as it was read, to be compared.
fn message(received: Received<'_>) -> Message {
    match received {
        Received::Text(text) => Message::text(text),
        Received::Binary(content) => Message::binary(content.to_vec()),
        Received::Ping(content) => Message::Ping(content.to_vec().into()),
        Received::Pong(content) => Message::Pong(content.to_vec().into()),
        Received::Close(code) => Message::Close(code.map(|code| CloseFrame { code: code.into(), reason: "".into() })),
    }
}

/// Reads bytes that arrive in pieces of these lengths, again and again.
fn read(bytes: &[u8], pieces: &[usize]) -> Result<Vec<Message>, FrameError> {
    let (mut decoder, mut messages, mut rest) = (Decoder::new(MAX_LENGTH), Vec::new(), bytes);
    for length in pieces.iter().copied().cycle() {
        let piece = rest.split_off(..length.min(rest.len())).unwrap_or_default();
        decoder.push(piece);
        while let Some(received) = decoder.next_message()? {
            messages.push(message(received));
        }
        if rest.is_empty() {
            break;
        }
    }
    Ok(messages)
}

fn content() -> impl Strategy<Value = Vec<u8>> {
    let around = |length: usize| proptest::collection::vec(any::<u8>(), length.saturating_sub(2)..length + 2);
    prop_oneof![proptest::collection::vec(any::<u8>(), 0..40), around(126), around(65_536)]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), (120_usize..130).prop_map(|length| "é".repeat(length)), Just("x".repeat(65_536))]
}

fn control() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..=125)
}

fn messages() -> impl Strategy<Value = Vec<Message>> {
    let one = prop_oneof![
        text().prop_map(Message::text),
        content().prop_map(Message::binary),
        control().prop_map(|content| Message::Ping(content.into())),
        control().prop_map(|content| Message::Pong(content.into())),
    ];
    proptest::collection::vec(one, 0..6)
}

fn pieces() -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(prop_oneof![1_usize..20, Just(4_096)], 1..8)
}

/// The bytes of a frame of a client.
fn frame(opcode: OpCode, is_last: bool, content: &[u8]) -> Vec<u8> {
    let header = FrameHeader { is_final: is_last, opcode, mask: Some([1, 2, 3, 200]), ..FrameHeader::default() };
    let mut bytes = Vec::new();
    Frame::from_payload(header, Bytes::copy_from_slice(content)).format(&mut bytes).expect("a frame");
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_client_sends_is_read_in_whatever_pieces_it_arrives(messages in messages(), pieces in pieces()) {
        prop_assert_eq!(read(&sent(&messages), &pieces), Ok(messages));
    }

    #[test]
    fn a_message_may_come_in_parts_with_pings_between_them(
        text in text(), cut in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
        ping in control(), pieces in pieces(),
    ) {
        let mut cuts: Vec<usize> = cut.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let (mut bytes, last) = (Vec::new(), cuts.len() - 2);
        for (number, part) in cuts.windows(2).enumerate() {
            let opcode = OpCode::Data(if number == 0 { Data::Text } else { Data::Continue });
            bytes.extend(frame(opcode, number == last, &text.as_bytes()[part[0]..part[1]]));
            if number < last {
                bytes.extend(frame(OpCode::Control(Control::Ping), true, &ping));
            }
        }
        let mut expected = vec![Message::Ping(ping.into()); last];
        expected.push(Message::text(text));
        prop_assert_eq!(read(&bytes, &pieces), Ok(expected));
    }

    #[test]
    fn what_is_written_a_client_reads(texts in proptest::collection::vec(text(), 1..6), pong in control()) {
        let mut bytes = Vec::new();
        texts.iter().for_each(|text| write_text(text, &mut bytes));
        write_ping(&mut bytes);
        write_pong(&pong, &mut bytes);
        write_close(close_code::POLICY, "too many messages", &mut bytes);
        let wire = Wire { incoming: Cursor::new(bytes), outgoing: Vec::new() };
        let mut client = WebSocket::from_raw_socket(wire, Role::Client, None);
        for text in texts {
            prop_assert_eq!(client.read().expect("a message"), Message::text(text));
        }
        prop_assert_eq!(client.read().expect("a ping"), Message::Ping(Bytes::new()));
        prop_assert_eq!(client.read().expect("a pong"), Message::Pong(pong.into()));
        let close = CloseFrame { code: CloseCode::Policy, reason: "too many messages".into() };
        prop_assert_eq!(client.read().expect("the end"), Message::Close(Some(close)));
    }

    #[test]
    fn any_bytes_are_read_alike_in_any_pieces_and_as_the_other_reads_them(
        mut bytes in proptest::collection::vec(any::<u8>(), 0..200),
        heads in proptest::collection::vec((0_usize..200, 0_u8..16), 0..8),
        pieces in pieces(),
    ) {
        // Random bytes are rarely a frame: some are made to look like one.
        for (at, opcode) in heads {
            if let Some([first, second, ..]) = bytes.get_mut(at..) {
                (*first, *second) = (0x80 | opcode, 0x80 | *second & 0x1F);
            }
        }
        let ours = read(&bytes, &[usize::MAX]);
        prop_assert_eq!(&ours, &read(&bytes, &pieces));
        let wire = Wire { incoming: Cursor::new(bytes), outgoing: Vec::new() };
        let mut other = WebSocket::from_raw_socket(wire, Role::Server, None);
        let error = loop {
            if let Err(error) = other.read() {
                break error;
            }
        };
        // The other reads no more after the end, and finds out about text that is none before all of it has come.
        let has_ended = |message: &Message| matches!(message, Message::Close(_));
        if ours.is_ok_and(|messages| !messages.iter().any(has_ended)) {
            prop_assert!(matches!(error, Error::Io(_) | Error::Utf8(_)), "{error}");
        }
    }
}

#[test]
fn what_may_not_come_is_refused_before_its_content_comes() {
    let text = OpCode::Data(Data::Text);
    let head = |bytes: Vec<u8>| bytes[..2].to_vec();
    for (bytes, error) in [
        (head(frame(OpCode::Data(Data::Reserved(3)), true, b"")), FrameError::Protocol),
        (head(frame(OpCode::Control(Control::Reserved(11)), true, b"")), FrameError::Protocol),
        (head(frame(OpCode::Control(Control::Ping), false, b"")), FrameError::Protocol),
        (vec![0xC1, 0x80], FrameError::Protocol),
        (vec![0x81, 0x02], FrameError::Protocol),
        (frame(OpCode::Control(Control::Ping), true, &[0; 126])[..4].to_vec(), FrameError::Protocol),
        (frame(OpCode::Control(Control::Close), true, &[3]), FrameError::Protocol),
        (frame(OpCode::Control(Control::Close), true, &1005_u16.to_be_bytes()), FrameError::Protocol),
        (frame(OpCode::Control(Control::Close), true, b"\x03\xE8\xFF"), FrameError::NotText),
        (frame(OpCode::Data(Data::Continue), true, b""), FrameError::Protocol),
        ([frame(text, false, b"a"), frame(text, true, b"b")].concat(), FrameError::Protocol),
        (frame(text, true, b"\xFF"), FrameError::NotText),
        ([frame(text, false, b"\xC3"), frame(OpCode::Data(Data::Continue), true, b"(")].concat(), FrameError::NotText),
        (frame(text, true, &vec![b' '; MAX_LENGTH + 1])[..10].to_vec(), FrameError::TooLong),
        (vec![0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], FrameError::TooLong),
    ] {
        assert_eq!(read(&bytes, &[usize::MAX]), Err(error), "{bytes:02x?}");
    }
    let longest = "x".repeat(MAX_LENGTH);
    let parts = [frame(text, false, longest.as_bytes()), frame(OpCode::Data(Data::Continue), true, b"")].concat();
    assert_eq!(read(&parts, &[4_096]), Ok(vec![Message::text(longest)]));
}
