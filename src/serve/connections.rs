//! Accepts connections, and limits how many are open so that file descriptors stay free.
//!
//! Once half of the places are taken, each new connection closes that of the slowest client, if one
//! is slow. If none is slow and no place is free, it closes the one that has been idle longest.

use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{Request, Version};
use http_body_util::BodyExt as _;
use http_body_util::combinators::MapFrame;
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::activity::{Activity, Phase, PhaseEnd};
use super::client::{CLIENT_TIMEOUT, LONGEST_HEAD, LocalAddress, PeerAddress};
use super::shutdown::{Shutdown, Stage};
use super::site::router;
use super::stream::{ClientStream, left};

/// The maximum number of open connections, if the system allows that many file descriptors.
const MOST: usize = 1024;
/// The number of file descriptors kept for files, signals, the runtime, and connections that are
/// being closed.
const RESERVED: usize = 64;
/// The longest time that a shutdown waits until all clients have their answers.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(4);
/// The time to send the refusals of the requests that have no answer by then.
const REFUSAL_LIMIT: Duration = Duration::from_millis(400);
/// The size in bytes of the system's buffer for the answers to one client.
#[cfg(unix)]
const SEND_BUFFER: usize = 64 << 10;
/// During a shutdown, the time in which a new connection may still send its first request.
const FIRST_REQUEST: Duration = Duration::from_secs(1);
/// The pause after a failed attempt to accept a connection. During shutdown, also the time between
/// two checks whether all connections are done.
const RETRY_PAUSE: Duration = Duration::from_millis(50);

pub(super) struct Connections {
    router: Router,
    shutdown: Shutdown,
    most: usize,
    open: Vec<Connection>,
    graceful: GracefulShutdown,
}

struct Connection {
    task: AbortHandle,
    activity: Activity,
}

impl Connection {
    /// Returns `true` if closing the connection loses no answer: the connection has ended, no
    /// request has come, or all answers have been sent.
    fn is_done(&self) -> bool {
        self.task.is_finished() || self.activity.idle_since().is_some()
    }
}

impl Connections {
    pub(super) fn new(host: &str, public_url: Option<&str>) -> Self {
        let most = most_descriptors().saturating_sub(RESERVED).clamp(1, MOST);
        let shutdown = Shutdown::new();
        let router = router(host, public_url, shutdown.clone());
        Self { router, shutdown, most, open: Vec::new(), graceful: GracefulShutdown::new() }
    }

    pub(super) async fn accept(&mut self, listener: &TcpListener) {
        loop {
            if let Ok((stream, peer)) = listener.accept().await {
                self.open.retain(|connection| !connection.task.is_finished());
                let is_crowded = self.open.len() >= self.most / 2;
                if is_crowded && self.close_slowest()
                    || self.open.len() < self.most
                    || self.close_idlest()
                {
                    self.open(stream, PeerAddress(peer.ip().to_canonical()));
                }
            } else {
                // The usual reason is that too many files are open.
                let _ = self.close_slowest() || self.close_idlest();
                sleep(RETRY_PAUSE).await;
            }
        }
    }

    /// Closes the slow connection with the fewest bytes in the last seconds. Returns `false` if none
    /// is slow.
    fn close_slowest(&mut self) -> bool {
        self.close_least(|connection| connection.activity.slow())
    }

    /// Closes the connection that has been idle longest. Returns `false` if all are answering
    /// requests.
    fn close_idlest(&mut self) -> bool {
        self.close_least(|connection| connection.activity.idle_since())
    }

    fn close_least<K: Ord>(&mut self, key: impl Fn(&Connection) -> Option<K>) -> bool {
        let keys = self.open.iter().enumerate();
        let keys = keys.filter_map(|(nth, connection)| Some((key(connection)?, nth)));
        let Some((_, least)) = keys.min() else { return false };
        self.open.swap_remove(least).task.abort();
        true
    }

    fn open(&mut self, stream: TcpStream, peer: PeerAddress) {
        let Ok(address) = stream.local_addr() else { return };
        let address = LocalAddress(address.ip().to_canonical());
        limit_send_buffer(&stream);
        let (stream, activity) = (Arc::new(stream), Activity::new());
        let io = ClientStream { stream: Arc::clone(&stream), activity: activity.clone() };
        let (router, of_requests) =
            (TowerToHyperService::new(self.router.clone()), activity.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(address);
            request.extensions_mut().insert(peer);
            let has_interim = request.version() >= Version::HTTP_11;
            let received = of_requests.start(Phase::Receiving, Phase::Working);
            let answer = router.call(request.map(|body| held(body, received)));
            let (activity, stream) = (of_requests.clone(), Arc::clone(&stream));
            async move {
                let answer = tokio::select! {
                    answer = answer => answer,
                    () = left(&stream, has_interim) => return Err(io::ErrorKind::ConnectionAborted.into()),
                };
                let sent = activity.start(Phase::Sending, Phase::Ending);
                let Ok(answer) = answer;
                Ok::<_, io::Error>(answer.map(|body| held(body, sent)))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(CLIENT_TIMEOUT)
            .max_buf_size(LONGEST_HEAD)
            .half_close(true)
            .serve_connection(TokioIo::new(with_write_timeout(io)), service);
        let task = tokio::spawn(self.graceful.watch(connection)).abort_handle();
        self.open.push(Connection { task, activity });
    }

    /// Refuses questions that wait for a turn, from now on.
    pub(super) fn stop(&self) {
        self.shutdown.enter(Stage::Stopping);
    }

    /// Waits until all requests are answered. After [`SHUTDOWN_LIMIT`], refuses the others.
    pub(super) async fn finish(self) {
        let Self { open, graceful, shutdown, .. } = self;
        let all_done = async {
            sleep(FIRST_REQUEST).await;
            while !open.iter().all(Connection::is_done) {
                sleep(RETRY_PAUSE).await;
            }
        };
        let mut finished = pin!(async {
            tokio::select! {
                () = graceful.shutdown() => {}
                () = all_done => {}
            }
        });
        if timeout(SHUTDOWN_LIMIT, &mut finished).await.is_err() {
            shutdown.enter(Stage::Over);
            let _ = timeout(REFUSAL_LIMIT, finished).await;
        }
    }
}

/// Returns a body that keeps `end` until the body is dropped.
fn held<B: Body<Data = Bytes>>(
    body: B,
    end: PhaseEnd,
) -> MapFrame<B, impl FnMut(Frame<Bytes>) -> Frame<Bytes>> {
    body.map_frame(move |frame| {
        let _held = &end;
        frame
    })
}

/// Returns a stream that closes if the client takes no bytes for [`CLIENT_TIMEOUT`]. There is no
/// read timeout, because a client may be silent while it waits for an answer. Slow requests have
/// their own timeouts.
fn with_write_timeout(stream: ClientStream) -> Pin<Box<TimeoutStream<ClientStream>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(CLIENT_TIMEOUT));
    Box::pin(stream)
}

/// Limits the bytes that the system takes before the client reads them. With megabytes, a client that
/// reads steadily would seem to take nothing for many seconds.
#[cfg(unix)]
fn limit_send_buffer(stream: &TcpStream) {
    // Without the limit, answers are still sent.
    let _ = rustix::net::sockopt::set_socket_send_buffer_size(stream, SEND_BUFFER);
}

#[cfg(not(unix))]
const fn limit_send_buffer(_: &TcpStream) {}

#[cfg(unix)]
fn most_descriptors() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    limit.current.and_then(|most| most.try_into().ok()).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
const fn most_descriptors() -> usize {
    usize::MAX
}
