//! `serve`: an HTTP server for the web page and for JSON questions.
//!
//! Each connection is a task. Each answer is computed in a separate thread, so that a long answer
//! does not delay the others.

mod answers;
mod budget;
mod client;
mod connections;
mod examples;
mod files;
pub(super) mod fuzzing;
mod requests;
mod responses;
mod site;

use std::io::{self, Write};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::time::timeout;

use self::connections::Connections;
use self::requests::THREADS;
use super::output::Output;
use super::{Failure, Success, args};

/// The time after a signal during which the server still accepts connections that clients opened
/// before the signal.
const LAST_REQUESTS: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &args::Serve, out: &mut Output) -> Result<Success, Failure> {
    let runtime = Builder::new_multi_thread().max_blocking_threads(THREADS).enable_all().build()?;
    let served = runtime.block_on(serve(args, out));
    // Without this, the program would wait for threads that still compute cancelled answers.
    runtime.shutdown_background();
    served
}

async fn serve(args: &args::Serve, out: &mut Output) -> Result<Success, Failure> {
    let host = args.host.trim_start_matches('[').trim_end_matches(']');
    let bound = TcpListener::bind((host, args.port)).await;
    let listener = bound.map_err(|error| {
        let is_refused =
            matches!(error.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied);
        let hint = is_refused.then(|| "--port 0 chooses a free port".to_owned());
        Failure::with_hint(format!("{}:{}: {error}", args.host, args.port), hint)
    })?;
    let port = listener.local_addr()?.port();
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let address = format!("http://{host}:{port}/");
    // The handlers come before the address, because a script may send a signal as soon as it has
    // read the address.
    let mut signals = Signals::new()?;
    writeln!(out, "{address}")?;
    out.flush()?;
    if args.open {
        let opened = open::that_detached(&address);
        opened.map_err(|error| Failure::new(format!("the browser can't be opened: {error}")))?;
    }
    let mut connections = Connections::new(site::router(&args.host));
    tokio::select! {
        () = connections.accept(&listener) => {}
        () = signals.next() => {}
    }
    let _ = timeout(LAST_REQUESTS, connections.accept(&listener)).await;
    drop(listener);
    tokio::select! {
        () = connections.finish() => {}
        () = signals.next() => {}
    }
    Ok(Success::Yes)
}

/// The signals that ask the program to stop. Their handlers stay installed, so that no signal ends
/// the process.
#[cfg(unix)]
struct Signals([tokio::signal::unix::Signal; 3]);

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let [interrupt, terminate, quit] =
            [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::quit()].map(signal);
        Ok(Self([interrupt?, terminate?, quit?]))
    }

    async fn next(&mut self) {
        let [interrupt, terminate, quit] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = quit.recv() => {}
        }
    }
}

/// The signal that asks the program to stop: only Ctrl-C on Windows.
#[cfg(not(unix))]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}
