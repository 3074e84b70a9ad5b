//! `serve` stops on a signal, even with requests in progress.

use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::serve::{JSON, NDJSON, QUERY};
use crate::web::{Answer, Server, heeding_signals, interrupt, signal};

#[test]
fn signals_work_from_the_moment_the_address_is_printed() {
    for name in ["INT", "TERM", "QUIT", "HUP"].repeat(2) {
        let mut child = heeding_signals(env!("CARGO_BIN_EXE_kubikschach"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let stdout = child.stdout.as_mut().expect("it is piped");
        stdout.read_exact(&mut [0]).expect("it says where it is");
        signal(&child, name);
        let status = child.wait().expect("it ends");
        assert!(status.success(), "{name}: {status}");
    }
}

#[test]
fn a_signal_stops_the_server_after_the_answers_in_progress() {
    let mut server = Server::start();
    let idle = server.connect();
    let mut half = server.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost: loc").expect("it is taken");
    let lines = vec![QUERY; 5_000].join("\n");
    let mut busy = server.ask("/api/path", NDJSON, &lines);
    thread::sleep(Duration::from_millis(5));
    // This client disconnects before its answer.
    drop(server.ask("/api/path", NDJSON, &lines));
    let start = Instant::now();
    interrupt(&server.child);
    let answer = Answer::read(&mut busy);
    assert_eq!((answer.status, answer.body.lines().count()), (200, 5_000));
    let status = server.child.wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
    drop((idle, half));
}

/// Requests that are incomplete, or whose clients have disconnected, do not delay the server's
/// exit.
#[test]
fn a_signal_stops_the_server_soon_whatever_is_in_progress() {
    let graph = r#"{"rules":"cube","size":32,"piece":"Q","color":"W"}"#;
    for (name, signals) in [("TERM", 1), ("INT", 2)] {
        let mut server = Server::start();
        let mut streams: Vec<_> = (0..10).map(|_| server.ask("/api/graph", JSON, graph)).collect();
        streams.extend((0..10).map(|_| server.connect()));
        streams[10].write_all(b"POST /api/path HTTP/1.1\r\nHost: loc").expect("it is taken");
        streams.drain(..5);
        let start = Instant::now();
        for nth in 0..signals {
            // Two signals sent at once may be merged into one.
            thread::sleep(Duration::from_millis(300 * nth));
            signal(&server.child, name);
        }
        let status = server.child.wait().expect("it ends");
        assert!(status.success(), "{name}: {status}");
        let most = if signals == 2 { 3 } else { 6 };
        assert!(start.elapsed() < Duration::from_secs(most), "{name}: {:?}", start.elapsed());
    }
}

#[test]
fn unanswered_questions_are_refused_with_a_time_to_retry() {
    let mut server = Server::start();
    let graph = r#"{"rules":"cube","size":32,"piece":"Q","color":"W"}"#;
    let mut streams: Vec<_> = (0..10).map(|_| server.ask("/api/graph", JSON, graph)).collect();
    // The first question is at work by then; others wait for a core.
    thread::sleep(Duration::from_millis(300));
    interrupt(&server.child);
    for stream in &mut streams {
        let answer = Answer::read(stream);
        assert_eq!(answer.status, 503, "{answer:?}");
        for header in ["retry-after: ", "connection: close", "x-content-type-options: "] {
            assert!(answer.head.contains(header), "{}", answer.head);
        }
        assert!(answer.body.contains("the server is stopping"), "{}", answer.body);
    }
    assert!(server.child.wait().expect("it ends").success());
}

#[test]
fn requests_before_the_signal_are_answered() {
    for _ in 0..10 {
        let mut server = Server::start();
        let mut new = server.connect();
        let mut used = server.connect();
        let head = "GET /api/rules HTTP/1.1\r\nHost: localhost\r\n\r\n";
        used.write_all(head.as_bytes()).expect("it is taken");
        let first = Answer::kept_alive(&mut used);
        assert_eq!(first.status, 200);
        used.write_all(head.as_bytes()).expect("it is taken");
        new.write_all(head.as_bytes()).expect("it is taken");
        interrupt(&server.child);
        for stream in [&mut used, &mut new] {
            assert_eq!(Answer::read(stream).body, first.body);
        }
        assert!(server.child.wait().expect("it ends").success());
    }
}

#[test]
fn a_hangup_that_the_parent_ignores_does_not_stop_the_server() {
    let mut server = Server::after("trap '' HUP");
    signal(&server.child, "HUP");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(server.post("/api/path", JSON, QUERY).status, 200);
    interrupt(&server.child);
    assert!(server.child.wait().expect("it ends").success());
}
