//! The WebSocket: one connection to the house. Its messages are read in order and handled at once; what it is told is
//! written at the end of a turn of the loop.
//!
//! A client that reads too slowly fills its own outbox and nobody else's; one that sends too fast is refused, then
//! disconnected; one that says nothing for long is asked whether it is there.

mod open;
mod outgoing;

use std::future::poll_fn;
use std::io;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::ready;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::Instant;
use wire::house::{HouseRefusal, TableId, ToClient, Welcome, read_ask_id, write_message};

use self::outgoing::{Farewell, Outgoing, Wanted};
use crate::admin::Mode;
use crate::app::App;
use crate::hosts::{Connection, Refreshed, Sink};
use crate::invite::lan_origin;
use crate::people::Who;
use crate::refusal::Refusal;
use crate::safety::{Asker, CountedStream, MessageLimit, is_origin_allowed, millis};
use crate::websocket::{Decoder, FrameError, Handshake, Received, close_code};

pub use self::open::OpenSockets;
pub(crate) use self::open::{Connected, look_after};

/// A client that goes on sending too fast this often is disconnected.
const MAX_TOO_FAST: u32 = 500;
/// So many messages are handled before others have their turn and the answers are sent.
const MAX_AT_ONCE: u32 = 64;
/// A message that comes too fast counts for so many of them: who floods the house has shorter turns.
const WEIGHT_OF_TOO_FAST: u32 = 8;
/// How much is read at once.
const READ_AT_ONCE: usize = 4_096;

/// Opens a WebSocket for somebody who has a session.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    asker: Asker,
    headers: HeaderMap,
    handshake: Handshake,
) -> Result<Response, Refusal> {
    if !is_origin_allowed(&app.config, &headers) {
        return Err(Refusal::ForeignOrigin);
    }
    let who = app.who(&headers).await?;
    if app.mode.get() == Mode::ReadOnly {
        return Err(Refusal::ReadOnly);
    }
    let most = app.connections.most_per_network();
    let client = app.connections.admit_client(asker.network()).ok_or(Refusal::TooManyConnections { most })?;
    let invite_url = lan_origin(&app.config, &headers);
    let (upgrade, accept) = handshake.into_parts();
    let tasks = app.tasks.clone();
    tasks.spawn(async move {
        match upgraded(upgrade).await {
            Some((stream, bytes)) => converse(&app, stream, &bytes, who, &asker, invite_url).await,
            None => tracing::debug!("a WebSocket did not begin"),
        }
        drop(client);
    });
    Ok(Handshake::response(accept))
}

/// The stream once the answer is sent, and what the client sent behind its request.
async fn upgraded(upgrade: OnUpgrade) -> Option<(CountedStream, Vec<u8>)> {
    let parts = upgrade.await.ok()?.downcast::<TokioIo<CountedStream>>().ok()?;
    Some((parts.io.into_inner(), parts.read_buf.to_vec()))
}

async fn converse(app: &App, stream: CountedStream, bytes: &[u8], who: Who, asker: &Asker, invite_url: Option<String>) {
    let Some((stream, counted)) = stream.into_parts() else { return };
    let (reader, writer) = stream.into_split();
    let timeout = Duration::from_secs(app.config.slow_reader_seconds.get().into());
    let outgoing = Arc::new(Outgoing::new(writer, timeout));
    // Boxed like all that is waited for rarely: a connection keeps room for the longest of its waits.
    let connection = Box::pin(connect(app, &who, asker, invite_url, &outgoing)).await;
    let messages = app.limits.messages(&who.player.id, asker.network());
    let listed = app.sockets.list(who, asker.address, app.clock.now(), Arc::clone(&outgoing));
    let mut decoder = Decoder::new(app.config.message_bytes.get());
    decoder.push(bytes);
    let mut line =
        SocketConnection { app, connection, outgoing: Arc::clone(&outgoing), messages, too_fast: 0, at_once: 0 };
    let (reader, farewell) = line.serve(reader, decoder).await;
    // What was answered so far is sent before the farewell.
    outgoing.flush(&line.connection.guest().outbox, &mut Vec::new());
    drop((line, listed));
    if let Some(writer) = Box::pin(outgoing.close(farewell, reader.as_ref())).await
        && let Ok(stream) = reader.reunite(writer)
    {
        // It lets the last word arrive when it is dropped.
        drop(CountedStream::new(stream, counted));
    }
}

/// Lets a client into the house, and says so.
async fn connect(
    app: &App,
    who: &Who,
    asker: &Asker,
    invite_url: Option<String>,
    outgoing: &Arc<Outgoing>,
) -> Connection {
    let player = &who.player;
    let sink = Arc::<Outgoing>::clone(outgoing);
    let tables = app.ledger.tables_of(&player.id).await.unwrap_or_default();
    // Once it is connected others can send it something, and the welcome comes first.
    let records = app.limits.records(&player.id, asker.network());
    let connection = app.house.connect_limited(who.person(asker.lang), sink, Some(records));
    let welcome = ToClient::Welcome(Welcome {
        player: player.id.as_str().into(),
        name: player.name.clone(),
        claimed: player.is_claimed(),
        version: env!("CARGO_PKG_VERSION").into(),
        tables: tables.into_iter().map(TableId::from).collect(),
        invite_url,
        nodes: app.storage.cluster().map(|cluster| cluster.other_addresses()).unwrap_or_default(),
    });
    outgoing.greet(&write_message(&welcome));
    if app.house.is_cut_off() {
        outgoing.greet(&write_message(&ToClient::Outage { over: false }));
    }
    connection.tell_invitations();
    connection
}

/// What is said to a client that sent what cannot be read.
fn farewell_after(error: FrameError) -> Farewell {
    Some(match error {
        FrameError::Protocol => (close_code::PROTOCOL, "this is no WebSocket frame"),
        FrameError::NotText => (close_code::NOT_TEXT, "the text is not UTF-8"),
        FrameError::TooLong => (close_code::TOO_LONG, "the message is too long"),
    })
}

/// Reads some bytes; none if there will be no more. No room is kept for them while nothing comes.
async fn read(reader: &mut OwnedReadHalf, decoder: &mut Decoder) -> io::Result<usize> {
    poll_fn(|context| {
        let mut room = [MaybeUninit::uninit(); READ_AT_ONCE];
        let mut bytes = ReadBuf::uninit(&mut room);
        ready!(Pin::new(&mut *reader).poll_read(context, &mut bytes))?;
        decoder.push(bytes.filled());
        Ok(bytes.filled().len()).into()
    })
    .await
}

/// A connection of a client to the house.
struct SocketConnection<'a> {
    app: &'a App,
    connection: Connection,
    outgoing: Arc<Outgoing>,
    messages: MessageLimit,
    too_fast: u32,
    /// How many messages were handled since others last had their turn.
    at_once: u32,
}

impl SocketConnection<'_> {
    /// Hears what the client says until the end.
    async fn serve(&mut self, mut reader: OwnedReadHalf, mut decoder: Decoder) -> (OwnedReadHalf, Farewell) {
        let outgoing = Arc::clone(&self.outgoing);
        // It waits for as long as the connection is open: to make it anew for every message would cost more.
        let mut changed = pin!(outgoing.changed.notified());
        // What came with the request is heard first.
        let mut heard = self.hear(&mut decoder).await;
        loop {
            if let ControlFlow::Break(farewell) = heard {
                return (reader, farewell);
            }
            heard = tokio::select! {
                biased;
                () = changed.as_mut() => {
                    changed.set(outgoing.changed.notified());
                    self.on_change(&reader).await
                }
                read = read(&mut reader, &mut decoder) => match read {
                    Ok(1..) => self.hear(&mut decoder).await,
                    Ok(0) | Err(_) => ControlFlow::Break(None),
                }
            };
        }
    }

    /// Does what is wanted of it.
    async fn on_change(&mut self, reader: &OwnedReadHalf) -> ControlFlow<Farewell> {
        loop {
            match self.outgoing.wanted() {
                Wanted::Nothing => return ControlFlow::Continue(()),
                Wanted::End(farewell) => return ControlFlow::Break(farewell),
                Wanted::Drain => {
                    let outbox = &self.connection.guest().outbox;
                    if Box::pin(self.outgoing.drain(reader.as_ref(), outbox)).await.is_err() {
                        return ControlFlow::Break(None);
                    }
                }
                Wanted::Resync => {
                    self.connection.resync();
                    self.outgoing.set_refreshing(true);
                    self.refresh().await;
                }
                Wanted::Refresh => self.refresh().await,
            }
        }
    }

    async fn refresh(&mut self) {
        if self.connection.refresh().await == Refreshed::All {
            self.outgoing.set_refreshing(false);
        }
    }

    /// Hears all messages that have come.
    async fn hear(&mut self, decoder: &mut Decoder) -> ControlFlow<Farewell> {
        loop {
            let received = match decoder.next_message() {
                Ok(Some(received)) => received,
                Ok(None) => return ControlFlow::Continue(()),
                Err(error) => return ControlFlow::Break(farewell_after(error)),
            };
            self.outgoing.on_heard();
            // Whatever it is, it counts.
            let allowed = self.messages.take(Instant::now());
            match (received, allowed) {
                (Received::Close(code), _) => {
                    return ControlFlow::Break(Some((code.unwrap_or(close_code::NORMAL), "")));
                }
                (received, Err(wait)) => self.on_too_fast(received, wait)?,
                (Received::Text(text), Ok(())) => self.connection.receive(text).await,
                (Received::Binary(_), Ok(())) => {
                    let why = "binary".into();
                    self.connection.refuse(String::new(), HouseRefusal::BadMessage { why });
                }
                (Received::Ping(content), Ok(())) => self.outgoing.pong(content),
                (Received::Pong(_), Ok(())) => {}
            }
            self.at_once += 1;
            if self.at_once >= MAX_AT_ONCE {
                self.at_once = 0;
                tokio::task::yield_now().await;
            }
        }
    }

    /// Refuses what comes too fast; what is no ask is not answered.
    fn on_too_fast(&mut self, received: Received<'_>, wait: Duration) -> ControlFlow<Farewell> {
        self.too_fast += 1;
        self.at_once += WEIGHT_OF_TOO_FAST - 1;
        self.app.metrics.refused("too-fast");
        if self.too_fast > MAX_TOO_FAST {
            return ControlFlow::Break(Some((close_code::POLICY, "too many messages")));
        }
        let id = match received {
            Received::Text(text) => read_ask_id(text).unwrap_or_default(),
            Received::Binary(_) => String::new(),
            Received::Ping(_) | Received::Pong(_) | Received::Close(_) => return ControlFlow::Continue(()),
        };
        self.connection.refuse(id, HouseRefusal::TooFast { wait_ms: millis(wait) });
        ControlFlow::Continue(())
    }
}
