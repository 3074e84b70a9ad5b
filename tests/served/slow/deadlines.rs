//! Searches and requests over their time limits.

use std::io::Write as _;
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
