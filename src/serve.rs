//! The HTTP server, which sends the web page and answers questions in JSON.
//!
//! Each connection is a task. Answers are computed in threads, which take turns on the cores.

mod activity;
mod answers;
mod buffer;
mod client;
mod connections;
mod files;
pub(crate) mod fuzzing;
mod requests;
mod responses;
mod shutdown;
mod site;
mod stream;
mod turns;
mod watch;

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use self::connections::Connections;

/// The time after a signal during which the server still accepts connections that clients opened
/// before the signal.
const LAST_REQUESTS: Duration = Duration::from_millis(200);

/// A server that is bound to a port and does not answer yet.
pub(crate) struct Server {
    runtime: Runtime,
    listener: TcpListener,
    host: String,
    /// URL at which other machines find the page, for links to it.
    public_url: Option<String>,
    signals: StopSignals,
}

impl Server {
    /// Listens on a port of a host. From then on, `signals` end [`Self::run`] instead of killing
    /// the process.
    pub(crate) fn bind(
        host: &str,
        port: u16,
        public_url: Option<String>,
        signals: impl Iterator<Item = i32>,
    ) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((site::bare(host), port)))?;
        let signals = runtime.block_on(async { StopSignals::new(signals) })?;
        Ok(Self { runtime, listener, host: host.to_owned(), public_url, signals })
    }

    /// Returns the URL of the page, such as `http://localhost:8000/`.
    pub(crate) fn address(&self) -> io::Result<String> {
        let address = self.listener.local_addr()?;
        let name = match address.ip() {
            // Browsers can't open the address that stands for all addresses of the machine.
            IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1",
            IpAddr::V6(ip) if ip.is_unspecified() => "::1",
            _ => site::bare(&self.host),
        };
        let name = if name.contains(':') { format!("[{name}]") } else { name.to_owned() };
        Ok(format!("http://{name}:{}/", address.port()))
    }

    /// Returns `true` if other machines can reach the server.
    pub(crate) fn is_public(&self) -> io::Result<bool> {
        Ok(!self.listener.local_addr()?.ip().to_canonical().is_loopback())
    }

    /// Answers requests until a signal arrives, and then those that clients sent before the signal.
    /// A second signal ends the server at once.
    pub(crate) fn run(self) {
        let Self { runtime, listener, host, public_url, mut signals } = self;
        runtime.block_on(async {
            let mut connections = Connections::new(&host, public_url.as_deref());
            tokio::select! {
                () = connections.accept(&listener) => {}
                () = signals.next() => {}
            }
            connections.stop();
            let _ = timeout(LAST_REQUESTS, connections.accept(&listener)).await;
            drop(listener);
            tokio::select! {
                () = connections.finish() => {}
                () = signals.next() => {}
            }
        });
        // Without this, the program would wait for threads that still compute cancelled answers.
        runtime.shutdown_background();
    }
}

/// The signals that ask the program to stop. Their handlers stay installed, so that no signal ends
/// the process.
#[cfg(unix)]
struct StopSignals(Vec<tokio::signal::unix::Signal>);

#[cfg(unix)]
impl StopSignals {
    fn new(numbers: impl Iterator<Item = i32>) -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        numbers
            .map(|number| signal(SignalKind::from_raw(number)))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    async fn next(&mut self) {
        std::future::poll_fn(|context| {
            let mut arrived = self.0.iter_mut().map(|signal| signal.poll_recv(context));
            arrived.find(std::task::Poll::is_ready).map_or(std::task::Poll::Pending, |_| ().into())
        })
        .await;
    }
}

/// The signal that asks the program to stop: only Ctrl-C on Windows.
#[cfg(not(unix))]
struct StopSignals(tokio::signal::windows::CtrlC);

#[cfg(not(unix))]
impl StopSignals {
    fn new(_: impl Iterator<Item = i32>) -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}
