//! Dear questions: short texts, and long ones, whose answers take long.

use std::io::ErrorKind;
use std::net::TcpStream;

use crate::serve::{JSON, NDJSON, QUERY};
use crate::web::Server;

/// A question to a command, and the content type of its body.
pub(crate) struct Dear {
    pub(crate) command: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) body: String,
}

impl Dear {
    fn object(command: &'static str, body: String) -> Self {
        Self { command, kind: JSON, body }
    }

    fn lines(command: &'static str, line: &str, count: usize) -> Self {
        Self { command, kind: NDJSON, body: vec![line; count].join("\n") }
    }

    pub(crate) fn ask(&self, server: &Server) -> TcpStream {
        server.ask(&format!("/api/{}", self.command), self.kind, &self.body)
    }
}

/// Returns a board whose cells are written by `letter`, which gets their numbers.
fn board(edge: usize, letter: impl Fn(usize) -> char) -> String {
    let row = |first: usize| (first..first + edge).map(&letter).collect::<String>();
    let level = |first: usize| {
        let rows: Vec<String> = (0..edge).map(|rank| row(first + rank * edge)).collect();
        format!("[{}]", rows.join(","))
    };
    (0..edge).map(|height| level(height * edge * edge)).collect::<Vec<_>>().join(",")
}

/// Returns a board with 62 white kings among other pieces.
fn kings(edge: usize) -> String {
    let every = edge * edge * edge / 62;
    board(edge, |cell| match cell {
        _ if cell % every == every / 2 && cell / every < 62 => 'K',
        _ if cell % 3 == 0 => b"qrbnQRBN"[cell / 3 * 5 % 8].into(),
        _ => '#',
    })
}

/// Questions with short texts to `mate`, which explains every cell.
pub(crate) fn explanations() -> [Dear; 2] {
    let explained =
        |edge| format!(r#"{{"board":"{}","explain":true,"all":true,"force":true}}"#, kings(edge));
    [Dear::object("mate", explained(25)), Dear::lines("mate", &explained(8), 24)]
}

/// Questions to commands whose boards have 32 cells along an edge, unless a smaller one is dear.
pub(crate) fn on_large_boards() -> Vec<Dear> {
    // In `full`, three of four cells have a piece; in `quarter`, one of four. a1(I) is empty in both.
    let [full, quarter] =
        ["#rnb", "#n##"].map(|cells| board(32, |cell| cells.as_bytes()[cell % 4].into()));
    let own = |more: &str| format!(r#"{{"rules":"cube","size":32,"piece":"Q","color":"W"{more}}}"#);
    let finish = r#","start":"a1(I)","finish":"af32(XXXII)""#;
    let long_mate = r#"{"board":"[k##,###,###],[###,###,###],[###,##R,##K]","in":10}"#;
    let perft = r#"{"rules":"raumschach","position":"start","depth":8}"#;
    let endgame = r#"{"rules":"cube","size":7,"pieces":"KQk"}"#;
    let cell = format!(r#","command":"moves","cell":"a1(I)","board":"{full}""#);
    vec![
        Dear::object("graph", own("")),
        Dear::lines("distances", &own(r#","start":"a1(I)""#), 20),
        Dear::object("perft", perft.to_owned()),
        Dear::object("endgame", endgame.to_owned()),
        Dear::object("mate", long_mate.to_owned()),
        Dear::lines("path", &own(&format!(r#"{finish},"board":"{quarter}""#)), 20),
        Dear::object("picture", own(&cell)),
    ]
}

/// Returns dear questions to every command: short texts, and up to 1 MiB of objects.
pub(crate) fn to_every_command() -> Vec<Dear> {
    let queens = board(32, |cell| match cell {
        0 => 'K',
        32_767 => 'k',
        _ if cell % 10 == 5 => 'Q',
        _ => '#',
    });
    let many_kings = board(32, |cell| ['K', 'k'][cell % 2]);
    let [forced, listed, moved, legal] = [
        r#""force":true"#,
        r#""rules":"cube""#,
        r#""piece":"K","color":"W","cell":"a32(XXXII)""#,
        r#""piece":"Q","color":"W","cell":"f32(XXXII)""#,
    ]
    .map(|more| format!(r#"{{"board":"{queens}",{more}}}"#));
    let fields = (0..80_000).map(|nth| format!("\"{nth}\":1")).collect::<Vec<_>>().join(",");
    let mut dear = on_large_boards();
    dear.extend(explanations());
    dear.extend([
        Dear::object("mate", forced),
        Dear::object("mate", format!(r#"{{"board":"{many_kings}","force":true}}"#)),
        Dear::object("board", format!(r#"{{"board":"{many_kings}"}}"#)),
        Dear::lines("board", &listed, 20),
        Dear::lines("moves", &moved, 20),
        Dear::lines("moves", &legal, 20),
        Dear::lines("moves", "{}", 200_000),
        Dear::lines("play", r#"{"legal_moves":true}"#, 10_000),
        Dear::lines("path", QUERY, 15_000),
        Dear::lines("query", r#"{"query":"King W A1a B3d"}"#, 30_000),
        Dear::object("path", format!("{{{fields}}}")),
    ]);
    dear
}

/// Asks a cheap question while 60 clients ask a dear one. Its answer must come while at least half
/// of the clients wait.
pub(crate) fn is_overtaken(dear: &Dear) {
    let server = Server::start();
    let waiting: Vec<TcpStream> = (0..60).map(|_| dear.ask(&server)).collect();
    let answer = server.post("/api/path", JSON, QUERY);
    let still = waiting.iter().filter(|stream| is_silent(stream)).count();
    let start = &dear.body[..dear.body.len().min(60)];
    assert_eq!(answer.status, 200, "{} {start}: {}", dear.command, answer.body);
    assert!(still >= 30, "{} {start}: only {still} still wait", dear.command);
}

/// Returns `true` if no byte of an answer has arrived.
pub(crate) fn is_silent(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("it is open");
    stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}
