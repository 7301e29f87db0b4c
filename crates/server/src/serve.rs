//! Listening: connections come in, are counted and timed, and end when the house closes.
//!
//! Deliberately absent: what is answered.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tower::ServiceExt;

use crate::admin::serve_socket;
use crate::app::{App, AppError};
use crate::clock::WallClock;
use crate::cluster::heed;
use crate::config::Config;
use crate::privacy;
use crate::routes::{Page, router};
use crate::safety::{Connection, CountedStream};
use crate::socket::look_after;
use crate::tables::sweep;
use crate::writable::probe;

/// The most bytes of a request's head.
const HEAD_BYTES: usize = 16 * 1024;
/// How much the system holds of what a client has not taken yet, by and large.
const SEND_BUFFER: u32 = 64 * 1024;
/// How much the system holds of what a client has sent and we have not read yet.
const RECEIVE_BUFFER: u32 = 64 * 1024;
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1_024;
/// How long to wait before accepting again when the machine has no socket left.
const BREATHER: Duration = Duration::from_millis(100);

/// Why the house does not open or stay open.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data cannot be opened.
    #[error(transparent)]
    App(#[from] AppError),
    /// The address cannot be listened at.
    #[error("{address} cannot be listened at: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The system refuses what every server needs.
    #[error("the system refuses: {0}")]
    System(#[from] std::io::Error),
}

/// Opens the house, says where, and keeps it open until the process is told to end.
///
/// One thread serves all sockets and tables; whatever could block it (the journal, passwords, bots) has its own.
///
/// # Errors
/// If the data or the address cannot be opened.
pub fn run(
    config: Config,
    clock: WallClock,
    pages: Vec<Page>,
    opened: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let ended = end_signal()?;
        let listener = listen(config.listen_address()).await?;
        let app = App::open(config, clock, pages).await?;
        if let Some(cluster) = app.storage.cluster() {
            cluster.set_address(&app.config, listener.local_addr()?);
        }
        opened(listener.local_addr()?);
        let closing = app.closing.clone();
        tokio::spawn(async move {
            ended.await;
            closing.cancel();
        });
        serve(app, listener).await;
        Ok(())
    })
}

/// Listens at an address.
///
/// # Errors
/// If it is taken or not ours.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        // Connections take the sizes over; the system would otherwise hold megabytes for a client that does not read.
        socket.set_send_buffer_size(SEND_BUFFER)?;
        socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().map_err(|error| ServeError::Listen { address, error })
}

/// Serves whoever comes until the house closes; then waits a little for those who are still there, and for the
/// journal to have everything.
pub async fn serve(app: Arc<App>, listener: TcpListener) {
    let router = router(Arc::clone(&app));
    app.tasks.spawn(serve_socket(Arc::clone(&app)));
    app.tasks.spawn(sweep(Arc::clone(&app)));
    app.tasks.spawn(privacy::sweep(Arc::clone(&app)));
    if let Some(cluster) = app.storage.cluster() {
        app.tasks.spawn(heed(Arc::clone(&app), cluster.following().listen()));
    }
    app.tasks.spawn(probe(Arc::clone(&app)));
    app.tasks.spawn(look_after(Arc::clone(&app), app.people.disconnections()));
    loop {
        let accepted = tokio::select! {
            () = app.closing.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Connections beyond the limit are closed.
                if let Some(connection) = app.connections.admit(peer) {
                    app.tasks.spawn(converse(Arc::clone(&app), router.clone(), stream, connection));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(BREATHER).await;
            }
        }
    }
    drop(listener);
    tracing::info!("closing");
    if let Some(cluster) = app.storage.cluster() {
        cluster.leave(&app.house).await;
    }
    app.tasks.close();
    let timeout = Duration::from_secs(app.config.closing_seconds.into());
    if tokio::time::timeout(timeout, app.tasks.wait()).await.is_err() {
        tracing::warn!(left = app.tasks.len(), "some did not end in time");
    }
    app.storage.close().await;
    tracing::info!("closed");
}

/// Answers what is asked on one connection.
async fn converse(app: Arc<App>, router: Router, stream: TcpStream, connection: Arc<Connection>) {
    // A move is one small packet that must not wait for another.
    let _ = stream.set_nodelay(true);
    let stream = CountedStream::new(stream, Arc::clone(&connection));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&connection));
        let router = router.clone();
        async move {
            let answered: Result<_, Infallible> = router.oneshot(request.map(Body::new)).await;
            answered
        }
    });
    let conversation = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(app.config.header_seconds.get().into()))
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut conversation = pin!(conversation);
    let ended = tokio::select! {
        ended = conversation.as_mut() => ended,
        () = app.closing.cancelled() => {
            conversation.as_mut().graceful_shutdown();
            conversation.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Resolves when the process is told to end.
#[cfg(unix)]
fn end_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves when the process is told to end.
#[cfg(not(unix))]
fn end_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
