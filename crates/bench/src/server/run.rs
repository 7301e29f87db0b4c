//! The loop of the load: many groups of four connections, one move at a time in each, timed from being sent until
//! all four have heard of it.
//!
//! Deliberately absent: what is said.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream as StdStream;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use serde_json::{Value, json};

use crate::frames::{self, Kind};
use crate::process::{Server, machine_cpu_seconds, own_cpu_seconds};

/// Connections of a group.
pub(crate) const FOUR: usize = 4;

/// Four players at one table, as the load drives them.
pub(crate) trait Group {
    /// One of the four has heard something; what they want to say to it is added to `say`.
    fn hear(&mut self, seat: usize, text: &str, say: &mut Vec<(usize, String)>) -> Result<Heard>;
    /// Whether a move can be made now.
    fn may_play(&self) -> bool;
    /// Makes the next move: who sends it, and the message.
    fn play(&mut self) -> Result<(usize, String)>;
}

/// What a message was to the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    /// The update that a move brings to one of the four.
    Update,
    /// The same, and the last of the four.
    LastUpdate,
    /// Something else.
    Other,
}

/// How fast moves are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// The next as soon as all have heard of the last.
    Closed,
    /// One in this time at every table.
    Every(Duration),
}

/// All groups and their connections.
pub(crate) struct Load<G> {
    poll: Poll,
    groups: Vec<G>,
    lines: Vec<ClientSocket>,
    /// When each group sent the move that is under way.
    sent: Vec<Option<Instant>>,
    /// Groups that wait for their time, and whether each does.
    due: BinaryHeap<Reverse<(Instant, usize)>>,
    is_due: Vec<bool>,
    pace: Pace,
    buffer: Vec<u8>,
    say: Vec<(usize, String)>,
    tally: Tally,
}

struct ClientSocket {
    stream: TcpStream,
    /// The beginning of a frame whose end has not come yet.
    partial: Vec<u8>,
}

#[derive(Default)]
struct Tally {
    moves: u64,
    updates: u64,
    update_bytes: u64,
    latencies: Vec<Duration>,
}

impl<G: Group> Load<G> {
    pub(crate) fn new(groups: Vec<(G, [StdStream; FOUR])>) -> Result<Self> {
        let poll = Poll::new()?;
        let count = groups.len();
        let (mut members, mut lines) = (Vec::with_capacity(count), Vec::with_capacity(count * FOUR));
        for (group, streams) in groups {
            members.push(group);
            for stream in streams {
                stream.set_nonblocking(true)?;
                let mut stream = TcpStream::from_std(stream);
                poll.registry().register(&mut stream, Token(lines.len()), Interest::READABLE)?;
                lines.push(ClientSocket { stream, partial: Vec::new() });
            }
        }
        Ok(Self {
            poll,
            groups: members,
            lines,
            sent: vec![None; count],
            due: BinaryHeap::new(),
            is_due: vec![false; count],
            pace: Pace::Closed,
            buffer: vec![0; 64 * 1024],
            say: Vec::new(),
            tally: Tally::default(),
        })
    }

    /// Says something on one connection.
    pub(crate) fn say(&mut self, group: usize, seat: usize, text: &str) -> Result<()> {
        let mut frame = Vec::with_capacity(text.len() + 8);
        frames::write_text(text, &mut frame);
        let written = self.lines[group * FOUR + seat].stream.write(&frame).context("a message cannot be sent")?;
        if written < frame.len() {
            bail!("the server does not read what it is sent");
        }
        Ok(())
    }

    /// Listens until every group can make a move.
    pub(crate) fn gather(&mut self, timeout: Duration) -> Result<()> {
        let end = Instant::now() + timeout;
        while let Some(group) = self.groups.iter().position(|group| !group.may_play()) {
            if Instant::now() > end {
                bail!("table {group} does not begin");
            }
            self.listen(end, false)?;
        }
        Ok(())
    }

    /// Plays for a while at a pace, and says what was seen after a warm-up.
    pub(crate) fn play(&mut self, servers: &[Server], pace: Pace, warm_up: Duration, time: Duration) -> Result<Value> {
        self.pace = pace;
        // What an earlier time left to be done is planned anew.
        self.due.clear();
        self.is_due.fill(false);
        let start = Instant::now();
        for group in 0..self.groups.len() {
            match pace {
                Pace::Closed => self.move_in(group)?,
                // Spread evenly, so that the load is the same at all times.
                Pace::Every(period) => {
                    let share = group as f64 / self.groups.len() as f64;
                    self.plan(group, start + period.mul_f64(share));
                }
            }
        }
        self.play_until(start + warm_up)?;
        let figures = || -> Result<[f64; 3]> {
            let served: Result<f64> = servers.iter().map(Server::cpu_seconds).sum();
            Ok([served?, own_cpu_seconds()?, machine_cpu_seconds()?])
        };
        let (before, begin) = (figures()?, Instant::now());
        self.tally = Tally::default();
        self.play_until(begin + time)?;
        let (after, seconds) = (figures()?, begin.elapsed().as_secs_f64());
        let tally = std::mem::take(&mut self.tally);
        let [served, own, all] = [0, 1, 2].map(|at| after[at] - before[at]);
        let mut latencies = tally.latencies;
        latencies.sort_unstable();
        let millis = |share: f64| {
            let at = ((latencies.len() as f64 * share) as usize).min(latencies.len().saturating_sub(1));
            latencies.get(at).map(|latency| latency.as_secs_f64() * 1e3)
        };
        Ok(json!({
            "tables": self.groups.len(), "seconds": seconds,
            "moves_per_second": tally.moves as f64 / seconds,
            "moves_per_server_cpu_second": tally.moves as f64 / served,
            "p50_ms": millis(0.5), "p99_ms": millis(0.99), "max_ms": millis(1.0),
            "server_cpu_percent": served / seconds * 100.0, "client_cpu_percent": own / seconds * 100.0,
            "others_cpu_percent": ((all - served - own) / seconds * 100.0).max(0.0),
            "bytes_per_update": tally.update_bytes as f64 / tally.updates.max(1) as f64,
        }))
    }

    fn play_until(&mut self, end: Instant) -> Result<()> {
        while Instant::now() < end {
            self.listen(end, true)?;
            let now = Instant::now();
            while let Some(Reverse((at, group))) = self.due.peek().copied()
                && at <= now
            {
                self.due.pop();
                self.is_due[group] = false;
                self.move_in(group)?;
            }
        }
        Ok(())
    }

    /// Makes the next move of a group, if it can be made; otherwise it is made when it can.
    fn move_in(&mut self, group: usize) -> Result<()> {
        if !self.groups[group].may_play() || self.sent[group].is_some() {
            return Ok(());
        }
        let (seat, text) = self.groups[group].play()?;
        self.sent[group] = Some(Instant::now());
        self.say(group, seat, &text)
    }

    /// Waits for messages and hears them.
    fn listen(&mut self, end: Instant, goes_on: bool) -> Result<()> {
        let next = self.due.peek().map_or(end, |Reverse((at, _))| end.min(*at));
        let mut events = Events::with_capacity(1024);
        match self.poll.poll(&mut events, Some(next.saturating_duration_since(Instant::now()))) {
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            polled => polled?,
        }
        for event in &events {
            self.read(event.token().0, goes_on)?;
        }
        Ok(())
    }

    fn read(&mut self, line: usize, goes_on: bool) -> Result<()> {
        loop {
            let read = match self.lines[line].stream.read(&mut self.buffer) {
                Ok(0) => bail!("the server has hung up"),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error.into()),
            };
            let mut bytes = std::mem::take(&mut self.lines[line].partial);
            if bytes.is_empty() {
                // Mostly a read brings whole frames, and nothing is copied.
                let buffer = std::mem::take(&mut self.buffer);
                let heard = self.hear_frames(line, &buffer[..read], goes_on);
                let left = read - *heard.as_ref().unwrap_or(&read);
                self.lines[line].partial.extend(&buffer[read - left..read]);
                self.buffer = buffer;
                heard?;
            } else {
                bytes.extend(&self.buffer[..read]);
                let used = self.hear_frames(line, &bytes, goes_on)?;
                bytes.drain(..used);
                self.lines[line].partial = bytes;
            }
            // A read that does not fill the buffer has taken all there was.
            if read < self.buffer.len() {
                return Ok(());
            }
        }
    }

    /// Hears all whole frames; returns how many bytes they took.
    fn hear_frames(&mut self, line: usize, bytes: &[u8], goes_on: bool) -> Result<usize> {
        let mut used = 0;
        while let Some((kind, payload, length)) = frames::read(&bytes[used..]) {
            used += length;
            if kind == Kind::Text {
                self.hear(line / FOUR, line % FOUR, std::str::from_utf8(payload)?, goes_on)?;
            }
        }
        Ok(used)
    }

    fn hear(&mut self, group: usize, seat: usize, text: &str, goes_on: bool) -> Result<()> {
        let mut say = std::mem::take(&mut self.say);
        let heard = self.groups[group].hear(seat, text, &mut say)?;
        for (seat, text) in say.drain(..) {
            self.say(group, seat, &text)?;
        }
        self.say = say;
        if heard != Heard::Other {
            self.tally.updates += 1;
            self.tally.update_bytes += text.len() as u64;
        }
        let mut next = None;
        if heard == Heard::LastUpdate {
            let sent = self.sent[group].take().context("a move nobody made")?;
            self.tally.moves += 1;
            self.tally.latencies.push(sent.elapsed());
            next = Some(sent);
        }
        if !goes_on || !self.groups[group].may_play() || self.sent[group].is_some() {
            return Ok(());
        }
        match self.pace {
            Pace::Closed => self.move_in(group)?,
            Pace::Every(period) if !self.is_due[group] => {
                self.plan(group, next.unwrap_or_else(Instant::now) + period);
            }
            Pace::Every(_) => {}
        }
        Ok(())
    }

    fn plan(&mut self, group: usize, at: Instant) {
        self.is_due[group] = true;
        self.due.push(Reverse((at, group)));
    }
}
