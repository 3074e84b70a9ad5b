//! `serve`: the page, and the command line over HTTP.
//!
//! A connection has one task; what is asked is computed by threads of their own, so that a long
//! answer keeps nobody waiting.

mod answers;
pub(super) mod fuzzing;
mod site;
mod waiting;

use std::future::Future;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_io_timeout::TimeoutStream;

use self::site::{LONGEST_ANSWER, PATIENCE, Shared};
use super::output::Output;
use super::{Failure, Success, args};

/// The time that connected clients get at the end, unless an answer is under way.
const FAREWELL: Duration = Duration::from_secs(4);
/// The pause before the next attempt.
const MOMENT: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &args::Serve, out: &mut Output) -> Result<Success, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(args, out));
    // Nobody waits for answers that were given up.
    runtime.shutdown_background();
    served
}

async fn serve(args: &args::Serve, out: &mut Output) -> Result<Success, Failure> {
    let host = args.host.trim_start_matches('[').trim_end_matches(']');
    let bound = TcpListener::bind((host, args.port)).await;
    let listener = bound.map_err(|error| {
        let hint = (args.port != 0).then(|| "--port 0 takes a free one".to_owned());
        Failure::with_hint(format!("{}:{}: {error}", args.host, args.port), hint)
    })?;
    let port = listener.local_addr()?.port();
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let address = format!("http://{host}:{port}/");
    // Whoever has read the address may stop the program.
    let mut stop = std::pin::pin!(stop()?);
    writeln!(out, "{address}")?;
    out.flush()?;
    if args.open {
        let opened = open::that_detached(&address);
        opened.map_err(|error| Failure::new(format!("the browser can't be opened: {error}")))?;
    }
    let (shared, graceful) = (Shared::new(&args.host), GracefulShutdown::new());
    let router = site::router(Arc::clone(&shared));
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match stream {
            Ok((stream, _)) => {
                let service = TowerToHyperService::new(router.clone());
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(PATIENCE)
                    .serve_connection(TokioIo::new(impatient(stream)), service);
                tokio::spawn(graceful.watch(connection));
            }
            // Such as too many open files: others may close soon.
            Err(_) => sleep(MOMENT).await,
        }
    }
    drop(listener);
    finish(&shared, graceful.shutdown()).await;
    Ok(Success::Yes)
}

/// A connection that is cut where the other side takes nothing for long. That it sends in time is seen
/// to where requests are read: while it waits for its answer it may be silent.
fn impatient(stream: TcpStream) -> std::pin::Pin<Box<TimeoutStream<TcpStream>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(PATIENCE));
    Box::pin(stream)
}

/// Waits until all connections are done; not long for those that wait for nothing themselves.
async fn finish(shared: &Shared, all_done: impl Future<Output = ()>) {
    let mut all_done = std::pin::pin!(all_done);
    let start = Instant::now();
    loop {
        if timeout_at(Instant::now() + MOMENT, &mut all_done).await.is_ok() {
            return;
        }
        let waited = start.elapsed();
        if waited >= LONGEST_ANSWER || waited >= FAREWELL && shared.is_idle() {
            return;
        }
    }
}

/// Returns a future that ends at a signal to stop; signals no longer end the program themselves.
#[cfg(unix)]
fn stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let [mut interrupted, mut terminated] =
        [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Returns a future that ends at a signal to stop.
#[cfg(not(unix))]
fn stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
