//! As much HTTP as coming in takes: a session, a table, and the step from HTTP to WebSocket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Where a proxy would say for whom it speaks.
pub(crate) const PROXY_HEADER: &str = "x-forwarded-for";

/// Asks for something and reads the answer, on a connection that stays open. A house behind a proxy believes that it
/// comes from `network`.
pub(crate) fn post(stream: &TcpStream, network: Ipv4Addr, path: &str, token: &str, body: &Value) -> Result<Value> {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\n{PROXY_HEADER}: {network}\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let (status, length) = ask(stream, &request)?;
    let mut answer = vec![0; length];
    (&*stream).read_exact(&mut answer)?;
    let answer: Value = serde_json::from_slice(&answer).context("the answer is no JSON")?;
    if status != 200 {
        bail!("{path} was answered with {status}: {answer}");
    }
    Ok(answer)
}

/// A WebSocket of whoever has this token.
pub(crate) fn connect(address: SocketAddr, network: Ipv4Addr, token: &str) -> Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let request = format!(
        "GET /api/ws HTTP/1.1\r\nhost: localhost\r\n{PROXY_HEADER}: {network}\r\nauthorization: Bearer {token}\r\n\
         connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let (status, _) = ask(&stream, &request)?;
    if status != 101 {
        bail!("a WebSocket was answered with {status}");
    }
    Ok(stream)
}

/// Sends a request and reads the head of the answer: its status, and the length of the body.
fn ask(mut stream: &TcpStream, request: &str) -> Result<(u16, usize)> {
    stream.write_all(request.as_bytes())?;
    // One byte at a time, so that nothing of what follows the head is taken.
    let mut reader = BufReader::with_capacity(1, stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no answer")?;
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().context("a length is a number")?;
        }
    }
    Ok((status, length))
}
