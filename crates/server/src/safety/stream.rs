//! A stream of bytes that counts as a connection for as long as it lives, whoever holds it, and that lets the last
//! word arrive when it is closed.
//!
//! Closing a socket on somebody who is still sending resets it, and what was said to them last, such as why, can be
//! lost on the way. So what they still send is read and thrown away for a moment.
//! Deliberately absent: what is said.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::Connection;

/// How long a client may go on sending after its connection was closed.
const LINGER: Duration = Duration::from_secs(1);
/// How much is thrown away at a time.
const WASTE: usize = 4_096;

/// A connection that was let in, and its bytes.
#[derive(Debug)]
pub(crate) struct CountedStream {
    /// It is there until the end.
    stream: Option<TcpStream>,
    connection: Arc<Connection>,
}

impl CountedStream {
    pub(crate) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        Self { stream: Some(stream), connection }
    }

    /// The stream itself, and what counts it as a connection.
    pub(crate) fn into_parts(mut self) -> Option<(TcpStream, Arc<Connection>)> {
        self.stream.take().map(|stream| (stream, Arc::clone(&self.connection)))
    }

    fn inner(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.inner()?.poll_read(context, buffer)
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.inner()?.poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.inner()?.poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(TcpStream::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.inner()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.inner()?.poll_shutdown(context)
    }
}

impl Drop for CountedStream {
    fn drop(&mut self) {
        let Some(mut stream) = self.stream.take() else { return };
        // Without a runtime nothing can be waited for: the process ends.
        let Ok(runtime) = Handle::try_current() else { return };
        let connection = Arc::clone(&self.connection);
        runtime.spawn(async move {
            let _ = stream.shutdown().await;
            let mut waste = [0; WASTE];
            let heard = async { while stream.read(&mut waste).await.is_ok_and(|bytes| bytes > 0) {} };
            let _ = timeout(LINGER, heard).await;
            drop(connection);
        });
    }
}
