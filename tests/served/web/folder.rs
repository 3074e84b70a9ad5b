//! The page in a folder, with the library as WebAssembly, behind a server that only sends files.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

/// The path of the folder on the server, because the page must not need to be at the root.
const BELOW: &str = "/some/where/";

/// A server of the folder, until it is dropped.
pub(crate) struct Folder {
    pub(crate) address: String,
    pub(crate) port: u16,
    is_over: Arc<AtomicBool>,
    serving: Option<JoinHandle<()>>,
}

impl Folder {
    /// Starts a server on a port; port 0 chooses a free one. Returns `None` if the folder cannot be
    /// built here.
    pub(crate) fn at(port: u16) -> Option<Self> {
        let folder = built()?;
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let serving = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ends.load(Ordering::Relaxed) {
                    return;
                }
                // A browser may close a connection early.
                thread::spawn(move || send(stream, folder).ok());
            }
        });
        let address = format!("http://127.0.0.1:{port}{BELOW}");
        Some(Self { address, port, is_over, serving: Some(serving) })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wakes the server, which may have ended.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        let _ = self.serving.take().map(JoinHandle::join);
    }
}

/// Builds the folder once. Returns `None` if that fails, as without the target for WebAssembly.
fn built() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web");
        let built = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/web/library/build"))
            .arg(&folder)
            .stderr(Stdio::null())
            .status();
        built.is_ok_and(|status| status.success()).then_some(folder)
    });
    if folder.is_none() {
        crate::skipped::note("web/library/build", "the page without a server");
    }
    folder.as_deref()
}

fn send(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(&stream).lines();
    let line = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let path = line.split(' ').nth(1).unwrap_or_default();
    let name =
        path.strip_prefix(BELOW).map(|name| if name.is_empty() { "index.html" } else { name });
    let file = name.and_then(|name| fs::read(folder.join(name)).ok().map(|file| (name, file)));
    let Some((name, file)) = file else {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let length = file.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&file)
}
