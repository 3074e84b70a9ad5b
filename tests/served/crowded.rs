//! Many simultaneous clients, clients that disconnect, and clients that do not read their answers.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::dear::{explanations, is_overtaken, is_silent};
use crate::serve::{JSON, NDJSON, QUERY};
use crate::web::{Answer, Server, ask_on};

/// Question to `graph`, as its request body, that takes seconds to answer.
const LONG: &str = r#"{"rules":"cube","size":32,"piece":"Q","color":"W"}"#;
/// Question to `graph`, as its request body, that is answered at once.
const SHORT: &str = r#"{"rules":"cube","size":2,"piece":"Q","color":"W"}"#;

/// Returns a field of `/proc/PID/status` of the server, in KiB.
pub(crate) fn memory(server: &Server, field: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap_or("0 0");
    line.split_whitespace().nth(1).and_then(|size| size.parse().ok()).unwrap_or(0)
}

#[test]
fn short_questions_are_answered_while_long_ones_run() {
    let server = Server::start();
    let mate = r#"{"board":"[k##,###,###],[###,###,###],[###,##R,##K]","in":10}"#;
    for (command, long) in [("graph", LONG), ("mate", mate)] {
        let path = format!("/api/{command}");
        // Of long questions 64 wait at a time, and some may be answered meanwhile.
        let waiting: Vec<_> = (0..140).map(|_| server.ask(&path, JSON, long)).collect();
        let answer = server.post("/api/path", JSON, QUERY);
        assert_eq!(answer.status, 200, "{command}: {}", answer.body);
        assert_eq!(server.get("/").status, 200);
        let refused = server.post(&path, JSON, long);
        assert_eq!(refused.status, 429, "{command}: {}", refused.body);
        assert!(
            refused.body.starts_with(
                "{\"error\":\"the server is busy with other requests: try again later\""
            )
        );
        drop(waiting);
    }
}

#[test]
fn a_cheap_question_overtakes_dear_ones_with_short_texts() {
    explanations().iter().for_each(is_overtaken);
}

/// The server begins one question of a client at a time, so the answer to another client comes
/// before most questions of the first are begun, and refused because too many wait.
#[test]
#[cfg(target_os = "linux")]
fn a_client_does_not_wait_for_all_questions_of_another() {
    let server = Server::start();
    let waiting: Vec<_> = (0..300).map(|_| server.ask("/api/graph", JSON, LONG)).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let stream = runtime.expect("it starts").block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().expect("there are sockets");
        socket.bind(([127, 0, 0, 2], 0).into()).expect("it is an address of this machine");
        let stream = socket.connect(([127, 0, 0, 1], server.port).into()).await;
        stream.and_then(tokio::net::TcpStream::into_std).expect("it listens")
    });
    stream.set_nonblocking(false).expect("it is open");
    let answer = Answer::read(&mut ask_on(stream, "/api/path", JSON, QUERY));
    let refused = waiting.iter().filter(|stream| !is_silent(stream)).count();
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(refused < 150, "{refused} questions of the first client are refused");
}

#[test]
fn questions_wait_for_a_core_and_are_all_answered() {
    let server = Server::start();
    let long = LONG.replace("32", "12");
    let mut waiting: Vec<_> = (0..40).map(|_| server.ask("/api/graph", JSON, &long)).collect();
    for stream in &mut waiting {
        let answer = Answer::read(stream);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

#[test]
fn disconnected_clients_free_their_places() {
    let server = Server::start();
    for size in ["18", "32"] {
        let long = LONG.replace("32", size);
        let gone: Vec<_> = (0..128).map(|_| server.ask("/api/graph", JSON, &long)).collect();
        thread::sleep(Duration::from_millis(300));
        drop(gone);
        // The graphs of 32 levels would take minutes. A busy machine takes a while to see 128 ends.
        let start = Instant::now();
        let mut answer = server.post("/api/graph", JSON, SHORT);
        while answer.status == 429 && start.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(20));
            answer = server.post("/api/graph", JSON, SHORT);
        }
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

#[test]
fn incomplete_bodies_share_the_memory() {
    let server = Server::start();
    let head = "POST /api/mate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let half = format!("{head}Content-Length: 1048576\r\n\r\n{}", " ".repeat(1_000_000));
    let streams: Vec<_> = (0..300)
        .map(|_| {
            let mut stream = server.connect();
            // Writing fails if the server has already refused the request.
            let _ = stream.write_all(half.as_bytes());
            stream
        })
        .collect();
    let mut refused = 0;
    for mut stream in &streams {
        stream.set_read_timeout(Some(Duration::from_millis(10))).expect("it is a duration");
        let mut start = [0; 12];
        if stream.read_exact(&mut start).is_ok() {
            assert_eq!(&start[9..], b"429");
            refused += 1;
        }
    }
    assert!((20..200).contains(&refused), "{refused} of 300 were refused");
    assert!(memory(&server, "VmHWM") < 256 << 10, "{} KiB", memory(&server, "VmHWM"));
    drop(streams);
    thread::sleep(Duration::from_millis(100));
    assert_eq!(server.post("/api/path", JSON, QUERY).status, 200);
}

#[test]
fn idle_connections_are_closed_for_new_ones() {
    let server = Server::after("ulimit -n 200");
    let idle: Vec<_> = (0..250).map(|_| server.connect()).collect();
    let start = Instant::now();
    assert_eq!(server.post("/api/path", JSON, QUERY).status, 200);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    // The server closes those connections that have been idle for longest.
    let is_closed = |mut stream: &TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(10))).expect("it is a duration");
        stream.read(&mut [0]).is_ok_and(|read| read == 0)
    };
    assert!(is_closed(&idle[0]), "the first has been idle for the longest time");
    assert!(!is_closed(&idle[249]), "the last has not");
}

#[test]
fn an_answer_in_flight_is_not_idle() {
    let server = Server::after("ulimit -n 200");
    // Each error is longer than the object `{}` that causes it.
    let mut reading = server.ask("/api/moves", NDJSON, &"{}\n".repeat(220_000));
    let mut idle = Vec::new();
    for _ in 0..250 {
        reading.read_exact(&mut [0; 1_000]).expect("it is not cut off");
        idle.push(server.connect());
    }
    let read = reading.read_to_end(&mut Vec::new()).expect("it is sent");
    assert!(read > 17_000_000, "{read}");
    drop(idle);
}

#[test]
fn many_clients_at_once_get_their_own_answers() {
    let server = Server::start();
    let cells = ["A1a", "H8h", "B3d", "D4d", "C7f", "A8a", "G2e"];
    let moves = cells.map(|start| cells.map(|finish| knight(start, finish)));
    thread::scope(|scope| {
        for client in 0..64 {
            let (server, moves) = (&server, &moves);
            scope.spawn(move || {
                let mut stream = server.connect();
                for nth in 0..30 {
                    let (from, to) = ((client + nth) % 7, (client * nth) % 7);
                    let (start, finish) = (cells[from], cells[to]);
                    let id = client * 1_000 + nth;
                    let body = format!(
                        "{{\"id\":{id},\"piece\":\"N\",\"color\":\"W\",\"start\":\"{start}\",\"finish\":\"{finish}\"}}"
                    );
                    let request = format!(
                        "POST /api/path HTTP/1.1\r\nHost: localhost\r\nContent-Type: {JSON}\r\nContent-Length: {}\r\n\r\n{body}",
                        body.len()
                    );
                    stream.write_all(request.as_bytes()).expect("it is taken");
                    let answer = Answer::kept_alive(&mut stream);
                    let value: Value = serde_json::from_str(&answer.body).expect("JSON");
                    assert_eq!((answer.status, &value["id"]), (200, &Value::from(id)));
                    assert_eq!(value["moves"], moves[from][to], "{start} {finish}");
                }
            });
        }
    });
    assert!(memory(&server, "VmHWM") < 300_000, "{} KiB", memory(&server, "VmHWM"));
}

/// Returns the distance of two cells for a knight on the 8×8×8 board, found by trying all moves.
fn knight(start: &str, finish: &str) -> usize {
    let parts = |name: &str| {
        let [a, b, c] = name.as_bytes() else { panic!("{name}") };
        [i32::from(a - b'A'), i32::from(b - b'1'), i32::from(c - b'a')]
    };
    let mut reached = vec![parts(start)];
    for moves in 0.. {
        if reached.contains(&parts(finish)) {
            return moves;
        }
        let mut next = reached.clone();
        for cell in &reached {
            for (two, one) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
                for (s, t) in [(2, 1), (2, -1), (-2, 1), (-2, -1)] {
                    let mut to = *cell;
                    to[two] += s;
                    to[one] += t;
                    if to.iter().all(|part| (0..8).contains(part)) && !next.contains(&to) {
                        next.push(to);
                    }
                }
            }
        }
        reached = next;
    }
    unreachable!()
}
