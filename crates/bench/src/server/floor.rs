//! The floor: what the system alone takes to bring a move to four players. A server that understands nothing reads
//! a message and writes an update of the usual length to each of the four, on bare sockets, and keeps nothing.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream as StdStream};

use anyhow::{Result, anyhow};
use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};

use crate::frames;
use crate::run::{FOUR, Group, Heard};

const LISTENER: Token = Token(usize::MAX);

/// Serves until the process is ended; every four connections are a group. Prints its address.
#[allow(clippy::print_stdout, reason = "the first line is how the other process learns the address")]
pub(crate) fn serve(bytes: usize) -> Result<()> {
    let mut listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    println!("{}", listener.local_addr()?);
    let (mut poll, mut events) = (Poll::new()?, Events::with_capacity(1024));
    poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
    let mut update = Vec::new();
    frames::write_update(bytes, &mut update);
    let (mut streams, mut buffer) = (Vec::<TcpStream>::new(), vec![0; 4096]);
    loop {
        match poll.poll(&mut events, None) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            polled => polled?,
        }
        for event in &events {
            if event.token() == LISTENER {
                while let Ok((mut stream, _)) = listener.accept() {
                    stream.set_nodelay(true)?;
                    poll.registry().register(&mut stream, Token(streams.len()), Interest::READABLE)?;
                    streams.push(stream);
                }
                continue;
            }
            let line = event.token().0;
            if streams[line].read(&mut buffer).is_ok_and(|read| read > 0) {
                let first = line - line % FOUR;
                for stream in &mut streams[first..first + FOUR] {
                    stream.write_all(&update)?;
                }
            }
        }
    }
}

/// Four who send messages nobody understands.
pub(crate) struct Echoes {
    updated: usize,
    is_moving: bool,
    mover: usize,
}

/// Four connections to the floor.
pub(crate) fn four(address: SocketAddr) -> Result<(Echoes, [StdStream; FOUR])> {
    let mut streams = Vec::with_capacity(FOUR);
    for _ in 0..FOUR {
        let stream = StdStream::connect(address)?;
        stream.set_nodelay(true)?;
        streams.push(stream);
    }
    let streams = streams.try_into().map_err(|_| anyhow!("four streams"))?;
    Ok((Echoes { updated: 0, is_moving: false, mover: 0 }, streams))
}

impl Group for Echoes {
    fn hear(&mut self, _: usize, _: &str, _: &mut Vec<(usize, String)>) -> Result<Heard> {
        self.updated += 1;
        if self.updated < FOUR {
            return Ok(Heard::Update);
        }
        self.is_moving = false;
        Ok(Heard::LastUpdate)
    }

    fn may_play(&self) -> bool {
        !self.is_moving
    }

    fn play(&mut self) -> Result<(usize, String)> {
        (self.updated, self.is_moving) = (0, true);
        self.mover = (self.mover + 1) % FOUR;
        Ok((self.mover, "x".repeat(80)))
    }
}
