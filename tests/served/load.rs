//! Tests of several minutes under load. Run these tests with `cargo test --test served -- --ignored
//! load:: --nocapture`.

use std::io::Read;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use crate::crowded::memory;
use crate::serve::{JSON, NDJSON, QUERY};
use crate::web::Server;

/// Returns the status code of an answer without reading the rest of the answer. If reading fails,
/// returns the text of the error.
fn status(stream: &mut TcpStream) -> String {
    let mut start = [0; 12];
    stream.read_exact(&mut start).map_or_else(
        |error| error.to_string(),
        |()| String::from_utf8_lossy(&start[9..]).into_owned(),
    )
}

#[test]
#[ignore = "computes 300 MB of answers"]
fn unread_answers_share_the_memory() {
    let server = Server::start();
    // Each error is longer than the object `{}` that causes it.
    let lines = "{}\n".repeat(220_000);
    let mut streams: Vec<_> = (0..12).map(|_| server.ask("/api/moves", NDJSON, &lines)).collect();
    let statuses: Vec<String> = streams.iter_mut().map(status).collect();
    assert!(statuses.iter().any(|status| status == "200"), "{statuses:?}");
    assert!(statuses.iter().any(|status| status == "429"), "{statuses:?}");
    assert!(memory(&server, "VmHWM") < 256 << 10, "{} KiB", memory(&server, "VmHWM"));
    // The server drops clients that read nothing for 15 seconds, and frees their buffers.
    thread::sleep(Duration::from_secs(25));
    assert_eq!(server.post("/api/moves", NDJSON, &lines).status, 200);
    drop(streams);
}

/// Requests that every client sends, each as path, content type and body.
const MIX: [(&str, &str, &str); 8] = [
    ("/api/path", JSON, QUERY),
    (
        "/api/path",
        JSON,
        r#"{"piece":"N","color":"W","start":"a1(I)","finish":"p16(XVI)","rules":"cube","size":16,"count":true}"#,
    ),
    (
        "/api/distances",
        JSON,
        r#"{"piece":"K","color":"W","start":"a1(I)","rules":"cube","size":10}"#,
    ),
    ("/api/mate", JSON, r#"{"board":"[rq,##],[##,K#]","explain":true}"#),
    ("/api/mate", JSON, r#"{"board":"[k##,###,###],[###,###,###],[###,##R,##K]","in":3}"#),
    ("/api/moves", NDJSON, "{}\n{}\n{}\n"),
    ("/api/graph", JSON, r#"{"piece":"B","color":"W","rules":"cube","size":12}"#),
    ("/api/picture", JSON, r#"{"command":"mate","board":"[rq,##],[##,K#]"}"#),
];

/// Sends every request of [`MIX`], and disconnects after every fourth request without reading the
/// answer.
fn ask(server: &Server, client: usize) {
    for (nth, (path, kind, body)) in MIX.iter().enumerate() {
        let mut stream = server.ask(path, kind, body);
        if (client + nth).is_multiple_of(4) {
            thread::sleep(Duration::from_millis(20));
        } else {
            assert!(["200", "429"].contains(&status(&mut stream).as_str()), "{path}");
            // A broken connection is noticed by the next request.
            let _ = stream.read_to_end(&mut Vec::new());
        }
    }
    assert_eq!(server.get("/app.js").status, 200);
}

#[test]
#[ignore = "takes five minutes"]
#[expect(clippy::print_stdout, reason = "the figure stands in the limits page")]
fn memory_does_not_grow_in_five_minutes_of_mixed_load() {
    let server = Server::start();
    let start = Instant::now();
    let until = |minutes: u64| {
        let end = Duration::from_secs(60 * minutes);
        thread::scope(|scope| {
            for client in 0..16 {
                let server = &server;
                scope.spawn(move || {
                    while start.elapsed() < end {
                        ask(server, client);
                    }
                });
            }
        });
        memory(&server, "VmRSS")
    };
    let sizes: Vec<usize> = (1..=5).map(until).collect();
    println!("KiB after each minute: {sizes:?}");
    assert!(sizes[4] < sizes[0] + 5 * 1024, "{sizes:?}");
}
