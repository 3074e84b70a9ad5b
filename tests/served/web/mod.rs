//! A running server with its page, for tests.

pub(crate) mod board;
pub(crate) mod browser;
pub(crate) mod folder;
pub(crate) mod npm;
pub(crate) mod stage;
pub(crate) mod walk;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use browser::Browser;

pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
    pub(crate) port: u16,
}

/// Returns a command with default signal handling, even if `nohup` or a shell in the background
/// started the tests.
pub(crate) fn heeding_signals(program: &str) -> Command {
    let mut command = Command::new("env");
    // Only the `env` of GNU coreutils has this option, so it is passed on Linux only.
    command.args(cfg!(target_os = "linux").then_some("--default-signal")).arg(program);
    command
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    pub(crate) fn with(options: &[&str]) -> Self {
        Self::at(0, options)
    }

    /// Starts a server on a port; port 0 chooses a free one.
    pub(crate) fn at(port: u16, options: &[&str]) -> Self {
        let mut command = heeding_signals(env!("CARGO_BIN_EXE_kubikschach"));
        command.args(["serve", "--port", &port.to_string()]).args(options);
        Self::run(&mut command)
    }

    /// Starts a server in a shell, after another shell command such as `ulimit`.
    pub(crate) fn after(command: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_kubikschach");
        let mut shell = heeding_signals("sh");
        shell.args(["-c", &format!("{command} && exec '{program}' serve --port 0")]);
        Self::run(&mut shell)
    }

    /// Starts a server that ends when the test process ends.
    fn until_the_end() -> Self {
        let program = env!("CARGO_BIN_EXE_kubikschach");
        let mut shell = heeding_signals("sh");
        shell.args(["-c", &format!("'{program}' serve --port 0 & cat; kill $!")]);
        Self::run(shell.stdin(Stdio::piped()))
    }

    pub(crate) fn run(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program runs");
        let mut address = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut address).expect("it says where it is");
        let address = address.trim().to_owned();
        let port = address.trim_end_matches('/').rsplit(':').next().expect("it has a port");
        let port = port.parse().expect("a port is a number");
        Self { child, address, port }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("it is a duration");
        stream
    }

    /// Sends these bytes as a whole request, and returns the answer.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // Writing fails if the server refuses the request early and closes the connection.
        let _ = stream.write_all(request);
        Answer::read(&mut stream)
    }

    /// Sends a question, and returns the connection, from which its answer can be read.
    pub(crate) fn ask(&self, path: &str, kind: &str, body: &str) -> TcpStream {
        ask_on(self.connect(), path, kind, body)
    }

    pub(crate) fn post(&self, path: &str, kind: &str, body: &str) -> Answer {
        Answer::read(&mut self.ask(path, kind, body))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        self.raw(request.as_bytes())
    }
}

/// Sends a question on a new connection.
pub(crate) fn ask_on(mut stream: TcpStream, path: &str, kind: &str, body: &str) -> TcpStream {
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    // Writing fails if the server refuses the request early and closes the connection.
    let _ = stream.write_all(request.as_bytes());
    stream
}

pub(crate) fn interrupt(child: &Child) {
    signal(child, "INT");
}

pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the server has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    /// Status code; 0 if there was no answer.
    pub(crate) status: u16,
    /// Status line and headers, in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// Reads an answer until the connection is closed.
    pub(crate) fn read(stream: &mut impl Read) -> Self {
        let mut bytes = Vec::new();
        // If the connection is reset, the bytes before that count.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// Reads the header of an answer, and then as many bytes as its `content-length` states. The
    /// connection stays open, so its end cannot mark the end of the answer.
    pub(crate) fn kept_alive(stream: &mut impl Read) -> Self {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while !bytes.ends_with(b"\r\n\r\n") && stream.read(&mut byte).expect("it answers") == 1 {
            bytes.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&bytes).to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length = length.and_then(|length| length.parse().ok()).expect("it says how long it is");
        let mut body = vec![0; length];
        stream.read_exact(&mut body).expect("it answers whole");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head, body: String::from_utf8_lossy(&body).into_owned() }
    }
}

/// The server of all tests that do not stop it. Its address stays the same, so that a browser keeps
/// the compiled scripts of the page from the third visit on.
static SERVER: LazyLock<Server> = LazyLock::new(Server::until_the_end);

/// Opens the page in a browser. Returns `None` if no browser is installed.
pub(crate) fn page() -> Option<(&'static Server, Browser)> {
    Some((&*SERVER, browser_at(&SERVER)?))
}

/// Starts a server of its own for a test that stops or restarts it, and opens the page.
pub(crate) fn page_of_a_new_server() -> Option<(Server, Browser)> {
    let server = Server::start();
    let browser = browser_at(&server)?;
    Some((server, browser))
}

fn browser_at(server: &Server) -> Option<Browser> {
    let Some(browser) = Browser::start() else {
        crate::skipped::note("chromedriver", "the page in a browser");
        return None;
    };
    browser.forget(&server.address);
    // A fresh address opens with a larger board.
    browser.open(&format!("{}#size=3", server.address));
    Some(browser)
}

/// Runs the program and returns its standard output. Panics if the program fails.
pub(crate) fn told(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kubikschach")).args(arguments).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("answers are text")
}
