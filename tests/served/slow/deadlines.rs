//! Searches and requests over their time limits.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use crate::serve::{JSON, NDJSON, QUERY};
use crate::web::board::LONG_SEARCH;
use crate::web::{Answer, Server};

#[test]
#[ignore = "waits for half a minute"]
fn a_search_over_its_deadline_is_stopped_and_blocks_no_other() {
    let server = Server::start();
    thread::scope(|scope| {
        let long = format!(r#"{{"board":"{LONG_SEARCH}","in":10}}"#);
        let slow: Vec<_> = [(JSON, long.clone()), (NDJSON, long)]
            .into_iter()
            .map(|(kind, body)| {
                let server = &server;
                scope.spawn(move || server.post("/api/mate", kind, &body))
            })
            .collect();
        assert_eq!(server.post("/api/path", JSON, QUERY).status, 200);
        assert!(!slow.iter().any(thread::ScopedJoinHandle::is_finished), "they are still at work");
        let slow: Vec<_> =
            slow.into_iter().map(|slow| slow.join().expect("it was asked")).collect();
        // Browsers would repeat the request after status 408. On two cores, one search waits for the
        // other, until it has waited too long.
        let statuses: Vec<u16> = slow.iter().map(|slow| slow.status).collect();
        assert!(statuses.iter().all(|status| [429, 503].contains(status)), "{statuses:?}");
        let over = slow.iter().find(|slow| slow.status == 503).expect("one search was at work");
        assert!(over.head.contains("connection: close"), "{}", over.head);
    });
}

#[test]
#[ignore = "waits for half a minute"]
fn incomplete_requests_are_cut_off_and_block_no_other() {
    let server = Server::start();
    let head = "POST /api/mate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let starts =
        [String::new(), "GET / HTT".to_owned(), format!("{head}Content-Length: 50\r\n\r\n{{")];
    let start = Instant::now();
    thread::scope(|scope| {
        for half in &starts {
            let server = &server;
            scope.spawn(move || {
                let mut stream = server.connect();
                stream.write_all(half.as_bytes()).expect("it is taken");
                let answer = Answer::read(&mut stream);
                assert!([0, 408].contains(&answer.status), "{half:?}: {answer:?}");
                let waited = start.elapsed();
                assert!(waited > Duration::from_secs(10), "{half:?} was cut after {waited:?}");
            });
        }
        // This client sends one byte at a time.
        let server = &server;
        scope.spawn(move || {
            let mut stream = server.connect();
            let request = format!("{head}Content-Length: 5000\r\n\r\n");
            for byte in request.bytes().chain(std::iter::repeat(b' ')) {
                if stream.write_all(&[byte]).is_err() || start.elapsed() > Duration::from_secs(50) {
                    break;
                }
                thread::sleep(Duration::from_millis(100));
            }
            assert!(start.elapsed() < Duration::from_secs(40), "a slow client is never cut");
        });
        for _ in 0..20 {
            let asked = Instant::now();
            assert_eq!(server.post("/api/path", JSON, QUERY).status, 200);
            assert!(asked.elapsed() < Duration::from_secs(5));
            thread::sleep(Duration::from_millis(50));
        }
    });
    assert!(start.elapsed() < Duration::from_secs(45));
}

const HEAD: &str =
    "POST /api/mate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

/// Connects, and sends the start of a body.
fn start_of_body(server: &Server) -> TcpStream {
    let mut stream = server.connect();
    let start = format!("{HEAD}Content-Length: 100000\r\n\r\n{{");
    stream.write_all(start.as_bytes()).expect("it is taken");
    stream
}

/// Returns `true` if the server closes the connection within `wait`, without an answer.
fn is_closed(mut stream: &TcpStream, wait: Duration) -> bool {
    stream.set_read_timeout(Some(wait)).expect("it is a duration");
    match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

#[test]
#[ignore = "waits for seven seconds"]
fn slow_clients_are_closed_before_idle_ones_once_half_of_the_places_are_taken() {
    // There are 136 places.
    let server = Server::after("ulimit -n 200");
    let connect = |count: usize| (0..count).map(|_| server.connect()).collect::<Vec<_>>();
    let idle = connect(20);
    let lines = "{}\n".repeat(20_000);
    let mut readers: Vec<_> = (0..10).map(|_| server.ask("/api/moves", NDJSON, &lines)).collect();
    for reader in &mut readers {
        reader.read_exact(&mut [0; 100]).expect("the answer starts");
    }
    let bodies: Vec<_> = (0..20).map(|_| start_of_body(&server)).collect();
    let mut steady = start_of_body(&server);
    for _ in 0..14 {
        steady.write_all(&[b' '; 1_000]).expect("it is taken");
        thread::sleep(Duration::from_millis(500));
    }
    let soon = Duration::from_millis(10);
    let is_open = |stream: &TcpStream| !is_closed(stream, soon);
    assert!(bodies.iter().all(is_open), "fewer than half of the places are taken");
    // From the 18th on, each new connection closes a slow one.
    let new = connect(47);
    assert_eq!(server.post("/api/path", JSON, QUERY).status, 200);
    let late = Duration::from_secs(2);
    assert!(bodies.iter().all(|body| is_closed(body, late)), "slow bodies are closed");
    for reader in &mut readers {
        let mut read = 0;
        let mut buffer = [0; 10_000];
        while let Ok(more @ 1..) = reader.read(&mut buffer) {
            read += more;
        }
        assert!(read < 1_000_000, "a slow reader is closed, but read {read} bytes");
    }
    assert!(idle.iter().chain(&new).chain([&steady]).all(is_open), "the others are not closed");
}

#[test]
#[ignore = "waits for six seconds"]
fn slow_bodies_in_all_places_lock_no_one_out() {
    let server = Server::after("ulimit -n 200");
    let bodies: Vec<_> = (0..136).map(|_| start_of_body(&server)).collect();
    let refused = (0..1_000).take_while(|_| {
        thread::sleep(Duration::from_millis(100));
        server.post("/api/path", JSON, QUERY).status != 200
    });
    assert!(refused.count() < 1_000, "a question is answered");
    for mut body in &bodies {
        body.set_read_timeout(Some(Duration::from_millis(10))).expect("it is a duration");
        let answered = body.read(&mut [0]).is_ok_and(|read| read > 0);
        assert!(!answered, "it is answered before the bodies are given up");
    }
}
