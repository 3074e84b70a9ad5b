//! `serve` ends when it is asked to, whatever is under way.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::serve::{NDJSON, QUERY};
use crate::web::{Answer, Server, interrupt};

/// Who has read the first letter of its address may stop it.
#[test]
fn it_stops_as_soon_as_it_says_where_it_is() {
    for _ in 0..10 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let stdout = child.stdout.as_mut().expect("it is piped");
        stdout.read_exact(&mut [0]).expect("it says where it is");
        interrupt(&child);
        let status = child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

#[test]
fn it_stops_when_asked_to_after_the_answers_under_way() {
    let mut server = Server::start();
    let idle = server.connect();
    let mut half = server.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost: loc").expect("it is taken");
    // One that goes away in the middle of its answer.
    let lines = vec![QUERY; 5_000].join("\n");
    let request = format!(
        "POST /api/path HTTP/1.1\r\nHost: localhost\r\nContent-Type: {NDJSON}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{lines}",
        lines.len()
    );
    let mut gone = server.connect();
    gone.write_all(request.as_bytes()).expect("it is taken");
    drop(gone);
    let mut busy = server.connect();
    busy.write_all(request.as_bytes()).expect("it is taken");
    thread::sleep(Duration::from_millis(5));
    let start = Instant::now();
    interrupt(&server.child);
    let answer = Answer::read(&mut busy);
    assert_eq!((answer.status, answer.body.lines().count()), (200, 5_000));
    let status = server.child.wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
    drop((idle, half));
}
