//! The page in a folder, with the library as WebAssembly, behind a server that only sends files.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};

/// The path of the folder on the server, because the page must not need to be at the root.
const BELOW: &str = "/some/where/";

/// A mistake of the server, until [`Folder::mend`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// The file whose path ends so is missing.
    Missing(&'static str),
    /// The connection ends in the middle of the file whose path ends so.
    Cut(&'static str),
    /// The file whose path ends so gets no answer.
    Silent(&'static str),
    /// Scripts are sent with a wrong type.
    WrongType,
    /// All responses have this header.
    Header(&'static str),
}

/// A server of the folder, until it is dropped.
pub(crate) struct Folder {
    pub(crate) address: String,
    pub(crate) port: u16,
    fault: Arc<Mutex<Option<Fault>>>,
    is_over: Arc<AtomicBool>,
    serving: Option<JoinHandle<()>>,
}

impl Folder {
    /// Starts a server on a port; port 0 chooses a free one. Returns `None` if the folder cannot be
    /// built here.
    pub(crate) fn at(port: u16) -> Option<Self> {
        Some(Self::of(built()?, port, None))
    }

    /// Starts a server with a fault.
    pub(crate) fn with(fault: Fault) -> Option<Self> {
        Some(Self::of(built()?, 0, Some(fault)))
    }

    /// Starts a server of any folder.
    pub(crate) fn of(folder: &Path, port: u16, fault: Option<Fault>) -> Self {
        let folder = folder.to_owned();
        let fault = Arc::new(Mutex::new(fault));
        let present = Arc::clone(&fault);
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let serving = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ends.load(Ordering::Relaxed) {
                    return;
                }
                let (folder, fault) = (folder.clone(), *present.lock().expect("no thread fails"));
                // A browser may close a connection early.
                thread::spawn(move || send(stream, &folder, fault).ok());
            }
        });
        let address = format!("http://127.0.0.1:{port}{BELOW}");
        Self { address, port, fault, is_over, serving: Some(serving) }
    }

    /// Ends the fault.
    pub(crate) fn mend(&self) {
        *self.fault.lock().expect("no thread fails") = None;
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
pub(crate) fn built() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web");
        let built = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/web/build"))
            .arg(&folder)
            .stderr(Stdio::null())
            .status();
        built.is_ok_and(|status| status.success()).then_some(folder)
    });
    if folder.is_none() {
        crate::skipped::note("web/build", "the page without a server");
    }
    folder.as_deref()
}

fn send(mut stream: TcpStream, folder: &Path, fault: Option<Fault>) -> std::io::Result<()> {
    let mut lines = BufReader::new(&stream).lines();
    let line = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let mut words = line.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split('?').next().unwrap_or_default();
    let name =
        path.strip_prefix(BELOW).map(|name| if name.is_empty() { "index.html" } else { name });
    if name.is_some_and(|name| matches!(fault, Some(Fault::Silent(end)) if name.ends_with(end))) {
        // The browser closes the connection.
        return stream.read_to_end(&mut Vec::new()).map(|_| ());
    }
    let is_lost = |name: &&str| matches!(fault, Some(Fault::Missing(end)) if name.ends_with(end));
    let name = name.filter(|name| !is_lost(name));
    let file = name.and_then(|name| fs::read(folder.join(name)).ok().map(|file| (name, file)));
    let Some((name, file)) = file else {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") if matches!(fault, Some(Fault::WrongType)) => "text/plain",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    let more = if let Some(Fault::Header(header)) = fault { header } else { "X-None: 0" };
    let length = file.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{more}\r\n\
         Connection: close\r\n\r\n"
    )?;
    match fault {
        _ if method == "HEAD" => Ok(()),
        Some(Fault::Cut(end)) if name.ends_with(end) => stream.write_all(&file[..length / 2]),
        _ => stream.write_all(&file),
    }
}
