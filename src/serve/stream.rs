//! The byte stream of a client, which counts the bytes that the client sends and takes.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::activity::{Activity, Phase};

/// The largest number of bytes that are read at once. The buffer for heads and bodies of each
/// connection grows to twice this size.
const MOST_READ: usize = 8 << 10;
/// The time until the server finds out whether a client that sends nothing more still waits. Later
/// attempts come after pauses that double up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// A response that all clients of HTTP/1.1 skip, because the final one follows.
const PROBE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// The stream of a connection.
#[derive(Debug)]
pub(super) struct ClientStream {
    pub(super) stream: Arc<TcpStream>,
    pub(super) activity: Activity,
}

impl ClientStream {
    /// Repeats an operation until it moves bytes, which are counted, or fails, or until the stream is
    /// not ready for it.
    fn poll(
        &self,
        mut is_ready: impl FnMut() -> Poll<io::Result<()>>,
        mut operation: impl FnMut() -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(is_ready())?;
            match operation() {
                Ok(bytes) => {
                    self.activity.count(bytes);
                    return Poll::Ready(Ok(bytes));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let part = buffer.initialize_unfilled_to(buffer.remaining().min(MOST_READ));
        let is_ready = || self.stream.poll_read_ready(context);
        let bytes = ready!(self.poll(is_ready, || self.stream.try_read(part)))?;
        buffer.advance(bytes);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let is_ready = || self.stream.poll_write_ready(context);
        self.poll(is_ready, || self.stream.try_write_vectored(parts))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// The library hyper flushes only when it has written all its bytes.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.activity.end(Phase::Ending, Phase::Idle);
        Poll::Ready(Ok(()))
    }

    /// Does nothing, because the socket is closed right afterwards.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Waits until a client that has sent a request has closed the connection.
///
/// The end of its bytes does not say so: a client may shut its sending side only, and wait for the
/// answer. Only a write tells, because the system of a client that has left refuses it. Clients of
/// HTTP/1.0 have no interim responses, which could be written before the answer.
pub(super) async fn left(stream: &TcpStream, has_interim: bool) {
    let is_gone = |wrote: io::Result<usize>, length: usize| match wrote {
        // A part of an interim response would break the answer after it.
        Ok(bytes) => bytes < length,
        Err(error) => error.kind() != io::ErrorKind::WouldBlock,
    };
    while stream.peek(&mut [0]).await.is_ok_and(|bytes| bytes > 0) {
        // This is the next request. Behind it, only a client that breaks the connection is noticed.
        sleep(FIRST_PAUSE).await;
        if is_gone(stream.try_write(&[]), 0) {
            return;
        }
    }
    let probe = if has_interim { PROBE } else { &[] };
    let mut pause = FIRST_PAUSE;
    loop {
        sleep(pause).await;
        if is_gone(stream.try_write(probe), probe.len()) {
            return;
        }
        pause = LONGEST_PAUSE.min(2 * pause);
    }
}
