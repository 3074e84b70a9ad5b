//! Accepts connections, and limits how many are open so that file descriptors stay free. At the
//! limit, the server closes the connection that has been idle longest.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::sleep;
use tokio_io_timeout::TimeoutStream;

use super::requests::CLIENT_TIMEOUT;

/// The maximum number of open connections, if the system allows that many file descriptors.
const MOST: usize = 1024;
/// The number of file descriptors kept for files, signals, the runtime, and connections that are
/// being closed.
const RESERVED: usize = 64;
/// The limit in bytes for the head of a request, and for the part of a body that is read ahead.
pub(super) const LONGEST_HEAD: usize = 64 << 10;
/// The longest time that a shutdown waits until all clients have their answers.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(4);
/// During a shutdown, the time in which a new connection may still send its first request.
const FIRST_REQUEST: Duration = Duration::from_secs(1);
/// The pause after a failed attempt to accept a connection. During shutdown, also the time between
/// two checks whether all connections are done.
const RETRY_PAUSE: Duration = Duration::from_millis(50);

/// The IP address of the server to which the client has connected.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalAddress(pub(super) IpAddr);

/// The IP address of the client.
#[derive(Clone, Copy, Debug)]
pub(super) struct PeerAddress(pub(super) IpAddr);

pub(super) struct Connections {
    router: Router,
    most: usize,
    open: Vec<Connection>,
    graceful: GracefulShutdown,
}

struct Connection {
    task: AbortHandle,
    state: Arc<Mutex<ConnectionState>>,
}

#[derive(Clone, Copy)]
enum ConnectionState {
    /// Opened at this time; no request has come yet.
    New(Instant),
    AtWork,
    /// All requests have been answered, the last one at this time.
    Idle(Instant),
}

impl Connection {
    fn state(&self) -> ConnectionState {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time since which the connection has been idle, or `None` during a request.
    fn idle_since(&self) -> Option<Instant> {
        match self.state() {
            ConnectionState::New(since) | ConnectionState::Idle(since) => Some(since),
            ConnectionState::AtWork => None,
        }
    }

    /// Returns `true` if closing the connection loses no answer: the connection has ended, or no
    /// request has come. An idle connection may still be sending its last answer.
    fn is_done(&self) -> bool {
        self.task.is_finished() || matches!(self.state(), ConnectionState::New(_))
    }
}

impl Connections {
    pub(super) fn new(router: Router) -> Self {
        let most = most_descriptors().saturating_sub(RESERVED).clamp(1, MOST);
        Self { router, most, open: Vec::new(), graceful: GracefulShutdown::new() }
    }

    pub(super) async fn accept(&mut self, listener: &TcpListener) {
        loop {
            if let Ok((stream, peer)) = listener.accept().await {
                self.open.retain(|connection| !connection.task.is_finished());
                if self.open.len() < self.most || self.close_idlest() {
                    self.open(stream, PeerAddress(peer.ip().to_canonical()));
                }
            } else {
                // The usual reason is that too many files are open.
                self.close_idlest();
                sleep(RETRY_PAUSE).await;
            }
        }
    }

    /// Closes the connection that has been idle longest. Returns `false` if all are answering
    /// requests.
    fn close_idlest(&mut self) -> bool {
        let idle = self.open.iter().enumerate();
        let idle = idle.filter_map(|(nth, connection)| Some((connection.idle_since()?, nth)));
        let Some((_, idlest)) = idle.min() else { return false };
        self.open.swap_remove(idlest).task.abort();
        true
    }

    fn open(&mut self, stream: TcpStream, peer: PeerAddress) {
        let Ok(address) = stream.local_addr() else { return };
        let address = LocalAddress(address.ip().to_canonical());
        let state = Arc::new(Mutex::new(ConnectionState::New(Instant::now())));
        let (of_requests, router) = (Arc::clone(&state), self.router.clone());
        let router = TowerToHyperService::new(router);
        let service = service_fn(move |mut request| {
            request.extensions_mut().insert(address);
            request.extensions_mut().insert(peer);
            let (state, answer) = (Arc::clone(&of_requests), router.call(request));
            async move {
                set(&state, ConnectionState::AtWork);
                let answer = answer.await;
                set(&state, ConnectionState::Idle(Instant::now()));
                answer
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(CLIENT_TIMEOUT)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(with_write_timeout(stream)), service);
        let task = tokio::spawn(self.graceful.watch(connection)).abort_handle();
        self.open.push(Connection { task, state });
    }

    /// Waits until all requests are answered, for at most [`SHUTDOWN_LIMIT`].
    pub(super) async fn finish(self) {
        let Self { open, graceful, .. } = self;
        let all_done = async {
            sleep(FIRST_REQUEST).await;
            while !open.iter().all(Connection::is_done) {
                sleep(RETRY_PAUSE).await;
            }
        };
        tokio::select! {
            () = graceful.shutdown() => {}
            () = all_done => {}
            () = sleep(SHUTDOWN_LIMIT) => {}
        }
    }
}

fn set(state: &Mutex<ConnectionState>, now: ConnectionState) {
    *state.lock().unwrap_or_else(PoisonError::into_inner) = now;
}

/// Returns a stream that closes if the client takes no bytes for [`CLIENT_TIMEOUT`]. There is no
/// read timeout, because a client may be silent while it waits for an answer. Slow requests have
/// their own timeouts.
fn with_write_timeout(stream: TcpStream) -> Pin<Box<TimeoutStream<TcpStream>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(CLIENT_TIMEOUT));
    Box::pin(stream)
}

#[cfg(unix)]
fn most_descriptors() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    limit.current.and_then(|most| most.try_into().ok()).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
const fn most_descriptors() -> usize {
    usize::MAX
}
