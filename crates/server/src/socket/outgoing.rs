//! The sending side of a WebSocket. The house writes to it at the end of each turn of its loop; what the socket does
//! not take at once is left to the task of the connection, which reads nothing until the client has caught up.
//!
//! Deliberately absent: what is said.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::hosts::{Outbox, Sink, Taken};
use crate::websocket::{close_code, write_close, write_ping, write_pong, write_text};

/// How a connection ends: with a code and a reason, or without a word.
pub(crate) type Farewell = Option<(u16, &'static str)>;

/// What the task of the connection has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Nothing but to read.
    Nothing,
    /// Write what the socket did not take.
    Drain,
    /// The client has lost news: everything is to be shown afresh.
    Resync,
    /// All is sent: the next thing can be shown afresh.
    Refresh,
    /// End the connection.
    End(Farewell),
}

/// The sending side of a connection.
#[derive(Debug)]
pub(crate) struct Outgoing {
    state: Mutex<State>,
    /// Something is wanted of the task of the connection.
    pub(crate) changed: Notify,
    /// Whether the client was heard since this was last looked at.
    pub(crate) is_heard: AtomicBool,
    /// So long a client may take to accept what is written to it.
    timeout: Duration,
}

#[derive(Debug)]
struct State {
    /// It is there until the end.
    writer: Option<OwnedWriteHalf>,
    unsent: Vec<u8>,
    /// The content of the last ping that came while something was unsent.
    pong: Option<Vec<u8>>,
    is_behind: bool,
    /// Whether things are being shown afresh, one whenever all is sent.
    is_refreshing: bool,
    may_refresh: bool,
    end: Option<Farewell>,
}

impl Outgoing {
    pub(crate) fn new(writer: OwnedWriteHalf, timeout: Duration) -> Self {
        let state = State {
            writer: Some(writer),
            unsent: Vec::new(),
            pong: None,
            is_behind: false,
            is_refreshing: false,
            may_refresh: false,
            end: None,
        };
        Self { state: Mutex::new(state), changed: Notify::new(), is_heard: AtomicBool::new(true), timeout }
    }

    /// Says the first thing on this connection.
    pub(crate) fn greet(&self, text: &str) {
        let mut frames = Vec::new();
        write_text(text, &mut frames);
        self.write(&mut self.lock(), &frames);
    }

    /// Asks the client whether it is there, unless it still has to read something.
    pub(crate) fn ping(&self) {
        let mut state = self.lock();
        if state.is_free() {
            let mut frames = Vec::new();
            write_ping(&mut frames);
            self.write(&mut state, &frames);
        }
    }

    /// Answers a ping; of several that wait the last is answered.
    pub(crate) fn pong(&self, content: &[u8]) {
        let mut state = self.lock();
        if state.is_free() {
            let mut frames = Vec::new();
            write_pong(content, &mut frames);
            self.write(&mut state, &frames);
        } else {
            state.pong = Some(content.to_vec());
        }
    }

    /// Ends the connection, unless it ends already.
    pub(crate) fn end(&self, farewell: Farewell) {
        self.lock().end.get_or_insert(farewell);
        self.changed.notify_one();
    }

    /// What the task of the connection has to do next.
    pub(crate) fn wanted(&self) -> Wanted {
        let mut state = self.lock();
        if let Some(farewell) = state.end {
            Wanted::End(farewell)
        } else if !state.unsent.is_empty() {
            Wanted::Drain
        } else if std::mem::take(&mut state.is_behind) {
            Wanted::Resync
        } else if std::mem::take(&mut state.may_refresh) {
            Wanted::Refresh
        } else {
            Wanted::Nothing
        }
    }

    /// Whether things are being shown afresh, so that the task of the connection wants to know when all is sent.
    pub(crate) fn set_refreshing(&self, is_refreshing: bool) {
        self.lock().is_refreshing = is_refreshing;
    }

    /// Writes what the socket did not take, then what has come to wait meanwhile.
    ///
    /// # Errors
    /// If the client is gone or too slow.
    pub(crate) async fn drain(&self, stream: &TcpStream, outbox: &Outbox) -> io::Result<()> {
        timeout(self.timeout, self.write_unsent(stream)).await??;
        self.flush(outbox, &mut Vec::new());
        Ok(())
    }

    /// Says the last thing on this connection, and gives its socket back.
    pub(crate) async fn close(&self, farewell: Farewell, stream: &TcpStream) -> Option<OwnedWriteHalf> {
        if let Some((code, reason)) = farewell {
            write_close(code, reason, &mut self.lock().unsent);
            // Whoever does not take it is gone.
            let _ = timeout(self.timeout, self.write_unsent(stream)).await;
        }
        let mut state = self.lock();
        state.end.get_or_insert(None);
        state.writer.take()
    }

    async fn write_unsent(&self, stream: &TcpStream) -> io::Result<()> {
        while self.lock().write_unsent()?.is_some() {
            stream.writable().await?;
        }
        Ok(())
    }

    /// Writes frames; what is not taken is left to the task of the connection.
    fn write(&self, state: &mut State, frames: &[u8]) {
        let written = match state.writer.as_ref().map(|writer| writer.try_write(frames)) {
            Some(Ok(written)) => written,
            Some(Err(error)) if error.kind() == io::ErrorKind::WouldBlock => 0,
            Some(Err(_)) | None => {
                state.end.get_or_insert(None);
                frames.len()
            }
        };
        state.unsent.extend(&frames[written..]);
        if !state.is_free() {
            self.changed.notify_one();
        }
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The client was heard.
    pub(crate) fn on_heard(&self) {
        self.is_heard.store(true, Ordering::Relaxed);
    }
}

impl Sink for Outgoing {
    fn flush(&self, outbox: &Outbox, frames: &mut Vec<u8>) {
        let mut state = self.lock();
        while state.is_free() {
            frames.clear();
            match outbox.take(|text| write_text(text, frames)) {
                Taken::Messages => self.write(&mut state, frames),
                Taken::Resync => {
                    state.is_behind = true;
                    self.changed.notify_one();
                }
                Taken::Closed => {
                    state.end.get_or_insert(Some((close_code::GOING_AWAY, "please come back")));
                    self.changed.notify_one();
                }
                Taken::Nothing => {
                    if state.is_refreshing {
                        state.may_refresh = true;
                        self.changed.notify_one();
                    }
                    return;
                }
            }
        }
    }
}

impl State {
    /// Whether the socket has taken everything so far.
    fn is_free(&self) -> bool {
        self.unsent.is_empty() && self.end.is_none()
    }

    /// Tries to write what is left; nothing if all of it is written.
    fn write_unsent(&mut self) -> io::Result<Option<()>> {
        let Some(writer) = &self.writer else { return Err(io::ErrorKind::NotConnected.into()) };
        match writer.try_write(&self.unsent) {
            Ok(0) if !self.unsent.is_empty() => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => {
                self.unsent.drain(..written);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        if self.unsent.is_empty() {
            self.unsent = Vec::new();
            if let Some(content) = self.pong.take() {
                write_pong(&content, &mut self.unsent);
            }
        }
        Ok((!self.unsent.is_empty()).then_some(()))
    }
}
