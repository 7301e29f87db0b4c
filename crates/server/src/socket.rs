//! The WebSocket: one connection to the house, its messages read in order and written in batches.
//!
//! Who reads too slowly fills his own outbox and nobody else's; who sends too fast is refused, then hung up on;
//! who says nothing for long is asked whether he is there.

use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{FutureExt, SinkExt};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until, timeout};
use tungstenite::error::ProtocolError;
use wire::house::{HouseRefusal, ToClient, Welcome, read_ask_id, write_message};
use words::Lang;

use crate::app::App;
use crate::hosts::{Connection, Taken};
use crate::invite::lan_origin;
use crate::people::{PlayerKind, Revoked, Who};
use crate::refusal::Refusal;
use crate::safety::{Asker, Buckets, is_origin_allowed};

/// After so long without a word a client is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(30);
/// After so long without an answer it is not.
const ABSENCE: Duration = Duration::from_secs(75);
/// So long a client may take to accept what is written to it.
const PATIENCE: Duration = Duration::from_secs(20);
/// Who goes on sending too fast this often is hung up on.
const TOO_FAST_MOST: u32 = 500;
/// A small buffer for reading: most messages are short, and there are many connections.
const READ_BUFFER: usize = 2_048;
/// Messages that wait together are written together, up to about this much.
const WRITE_BUFFER: usize = 4_096;

/// Why a connection is closed, in the numbers of WebSocket.
mod code {
    pub(super) const GOING_AWAY: u16 = 1001;
    pub(super) const PROTOCOL: u16 = 1002;
    pub(super) const NOT_TEXT: u16 = 1007;
    pub(super) const POLICY: u16 = 1008;
    pub(super) const TOO_LONG: u16 = 1009;
}

/// Opens a WebSocket for somebody who has a session.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    asker: Asker,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    if !is_origin_allowed(&app.config, &headers) {
        return Err(Refusal::ForeignOrigin);
    }
    let who = app.who(&headers).await?;
    let invite_url = lan_origin(&app.config, &headers);
    let most = app.config.message_bytes.get();
    let upgrade = upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(WRITE_BUFFER + 512 * 1024);
    Ok(upgrade.on_upgrade(move |socket| {
        let tasks = app.tasks.clone();
        tasks.track_future(converse(app, socket, who, asker.lang, invite_url))
    }))
}

async fn converse(app: Arc<App>, socket: WebSocket, who: Who, lang: Lang, invite_url: Option<String>) {
    let player = &who.player;
    let connection =
        app.house.connect(&player.id.as_str().into(), &player.name, player.kind == PlayerKind::Program, lang);
    let tables = app.ledger.tables_of(&player.id).await.unwrap_or_default();
    let welcome = ToClient::Welcome(Welcome {
        player: player.id.clone(),
        name: player.name.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        tables,
        invite_url,
    });
    let (heard, buckets) = (Instant::now(), Buckets::new(app.config.messages));
    let mut line = Line { socket, connection, heard, buckets, too_fast: 0 };
    if line.send(Message::text(&*write_message(&welcome))).await.is_break() {
        return;
    }
    // These wait for as long as the connection is open: to make them anew for every message would cost more than
    // the message itself.
    let mut ending = pin!(ending(&app, &who, app.people.revocations()));
    let mut silence = pin!(sleep_until(heard + SILENCE));
    let guest = Arc::clone(line.connection.guest());
    let farewell = loop {
        let went_on = tokio::select! {
            // What waits to be written is all taken at once, so being first it keeps nobody from being heard.
            biased;
            taken = guest.outbox.take() => line.write(taken).await,
            heard = line.socket.recv() => match heard {
                Some(Ok(message)) => line.hear(message, &app).await,
                Some(Err(error)) => ControlFlow::Break(farewell_after(error)),
                None => ControlFlow::Break(None),
            },
            () = silence.as_mut() => {
                let went_on = line.ask_whether_there().await;
                silence.as_mut().reset(line.next_question());
                went_on
            }
            farewell = ending.as_mut() => ControlFlow::Break(farewell),
        };
        if let ControlFlow::Break(farewell) = went_on {
            break farewell;
        }
    };
    if let Some((code, reason)) = farewell {
        let _ = line.send(Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }))).await;
    }
}

/// Waits until the session is revoked or the house closes.
async fn ending(app: &App, who: &Who, mut revocations: Receiver<Revoked>) -> Farewell {
    let revoked = async {
        loop {
            match revocations.recv().await {
                Ok(revoked) if revoked.ends(who) => break Some((code::POLICY, "the session was revoked")),
                Ok(_) => {}
                // Too many at once to tell: whoever is still welcome comes back at once.
                Err(RecvError::Lagged(_)) => break Some((code::GOING_AWAY, "please come back")),
                Err(RecvError::Closed) => break None,
            }
        }
    };
    tokio::select! {
        farewell = revoked => farewell,
        () = app.closing.cancelled() => Some((code::GOING_AWAY, "the house closes")),
    }
}

/// How it ends: with a code and a reason, or without a word.
type Farewell = Option<(u16, &'static str)>;

/// What is said to a client that sent what cannot be read; nothing if it is gone.
fn farewell_after(error: axum::Error) -> Farewell {
    let error = error.into_inner().downcast::<tungstenite::Error>().ok()?;
    match *error {
        tungstenite::Error::Capacity(_) => Some((code::TOO_LONG, "the message is too long")),
        tungstenite::Error::Utf8(_) => Some((code::NOT_TEXT, "the text is not UTF-8")),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some((code::PROTOCOL, "this is no WebSocket frame")),
        _ => None,
    }
}

/// A connection and its socket.
struct Line {
    socket: WebSocket,
    connection: Connection,
    /// When the client was last heard.
    heard: Instant,
    buckets: Buckets<()>,
    too_fast: u32,
}

impl Line {
    async fn send(&mut self, message: Message) -> ControlFlow<Farewell> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(_)) | Err(_) => ControlFlow::Break(None),
        }
    }

    /// Writes all that waits, in one go where it fits.
    async fn write(&mut self, taken: Taken) -> ControlFlow<Farewell> {
        let messages = match taken {
            Taken::Messages(messages) => messages,
            Taken::Resync => {
                self.connection.resync();
                self.connection.refresh().await;
                return ControlFlow::Continue(());
            }
            Taken::Closed => return ControlFlow::Break(Some((code::GOING_AWAY, "please come back"))),
        };
        let socket = &mut self.socket;
        let written = async {
            for message in messages {
                socket.feed(Message::text(&*message)).await?;
            }
            socket.flush().await
        };
        let mut written = pin!(written);
        // Nearly always the socket takes it at once, and no timer is needed.
        let written = match written.as_mut().now_or_never() {
            Some(written) => Ok(written),
            None => timeout(PATIENCE, written).await,
        };
        match written {
            Ok(Ok(())) => {
                self.connection.refresh().await;
                ControlFlow::Continue(())
            }
            Ok(Err(_)) | Err(_) => ControlFlow::Break(None),
        }
    }

    async fn hear(&mut self, message: Message, app: &App) -> ControlFlow<Farewell> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => {
                if let Err(wait) = self.buckets.take((), self.heard) {
                    self.too_fast += 1;
                    app.metrics.refused("too-fast");
                    if self.too_fast > TOO_FAST_MOST {
                        return ControlFlow::Break(Some((code::POLICY, "too many messages")));
                    }
                    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).saturating_add(1);
                    let id = read_ask_id(&text).unwrap_or_default();
                    self.connection.refuse(id, HouseRefusal::TooFast { wait_ms });
                    return ControlFlow::Continue(());
                }
                self.connection.receive(&text).await;
            }
            Message::Binary(_) => {
                let why = "binary".into();
                self.connection.refuse(String::new(), HouseRefusal::BadMessage { why });
            }
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => return ControlFlow::Break(None),
        }
        ControlFlow::Continue(())
    }

    /// Asks a client that has said nothing for long whether it is there; who never answers is not.
    async fn ask_whether_there(&mut self) -> ControlFlow<Farewell> {
        let silence = self.heard.elapsed();
        if silence > ABSENCE {
            return ControlFlow::Break(Some((code::GOING_AWAY, "are you still there?")));
        }
        if silence < SILENCE {
            return ControlFlow::Continue(());
        }
        self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    /// When to look again whether the client has been silent for long: messages do not move the hands of this clock.
    fn next_question(&self) -> Instant {
        let now = Instant::now();
        if now < self.heard + SILENCE { self.heard + SILENCE } else { now + SILENCE }
    }
}
