//! Tests of several minutes under load. `cargo test --test served campaign:: -- --ignored
//! --nocapture` runs them.

use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::crowded::memory;
use crate::dear::{on_large_boards, to_every_command};
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

/// Returns the longest time of 50 `path` questions, asked one after the other.
fn slowest_path(server: &Server) -> Duration {
    let asked = || {
        let start = Instant::now();
        let answer = server.post("/api/path", JSON, QUERY);
        assert_eq!(answer.status, 200, "{}", answer.body);
        start.elapsed()
    };
    (0..50).map(|_| asked()).max().unwrap_or_default()
}

#[test]
#[ignore = "takes a minute"]
#[expect(clippy::print_stdout, reason = "the figures stand in the limits page")]
fn a_path_does_not_wait_for_dear_questions() {
    for dear in on_large_boards() {
        let (server, command) = (Server::start(), dear.command);
        let mut first = dear.ask(&server);
        first.set_read_timeout(Some(Duration::from_secs(1))).expect("it is a duration");
        let answered = status(&mut first);
        assert!(answered == "200" || answered.parse::<u16>().is_err(), "{command}: {answered}");
        let waiting: Vec<_> = (0..130).map(|_| dear.ask(&server)).collect();
        thread::sleep(Duration::from_secs(2));
        let (slowest, memory) = (slowest_path(&server), memory(&server, "VmHWM") >> 10);
        println!("130 × {command}: a path takes at most {slowest:?}, {memory} MiB");
        assert!(slowest < Duration::from_millis(500) && memory < 256, "{command}");
        drop(waiting);
    }
}

#[test]
#[ignore = "takes a minute"]
#[expect(clippy::print_stdout, reason = "the figures stand in the limits page")]
fn a_path_is_answered_soon_while_sixty_clients_ask_dear_questions() {
    for dear in to_every_command() {
        let server = Server::start();
        let waiting: Vec<_> = (0..60).map(|_| dear.ask(&server)).collect();
        let slowest = slowest_path(&server);
        println!("60 × {}, {} bytes: {slowest:?}", dear.command, dear.body.len());
        assert!(slowest < Duration::from_millis(500), "{}", dear.command);
        drop(waiting);
    }
}

#[test]
#[ignore = "takes half a minute"]
#[expect(clippy::print_stdout, reason = "the figure stands in the limits page")]
fn a_path_does_not_wait_for_clients_that_read_nothing() {
    let server = Server::start();
    let lines = "{}\n".repeat(220_000);
    let unread: Vec<_> = (0..60).map(|_| server.ask("/api/moves", NDJSON, &lines)).collect();
    let slowest = slowest_path(&server);
    let memory = memory(&server, "VmHWM") >> 10;
    println!("60 unread answers: a path takes at most {slowest:?}, {memory} MiB");
    assert!(slowest < Duration::from_millis(500) && memory < 256);
    drop(unread);
}

#[test]
#[ignore = "takes two minutes"]
#[expect(clippy::print_stdout, reason = "the figure stands in the limits page")]
fn waiting_questions_are_answered_or_refused_after_the_longest_wait() {
    let levels = "[Q###q,#####,B###b,#####,Q###q],[#####,#####,##k##,#####,#####],[N###n,#####,#####,#####,#####],\
                  [#####,#####,##K##,#####,#####],[R###r,#####,B###b,#####,R###r] w";
    let body = &format!(r#"{{"rules":"cube","position":"{levels}","depth":4}}"#);
    for (cores, command) in [("all cores", "true"), ("one core", "taskset -cp 0 $$ >/dev/null")] {
        let server = Server::after(command);
        let start = Instant::now();
        assert_eq!(server.post("/api/perft", JSON, body).status, 200);
        let one = start.elapsed();
        let mut streams: Vec<_> = (0..32).map(|_| server.ask("/api/perft", JSON, body)).collect();
        let statuses: Vec<String> = streams.iter_mut().map(status).collect();
        let count = |status: &str| statuses.iter().filter(|found| *found == status).count();
        let (answered, refused) = (count("200"), count("429"));
        println!("{cores}: 32 × {one:?}: {answered} answered, {refused} refused");
        assert!(answered + refused == 32 && answered >= 13, "{statuses:?}");
    }
}

/// Sends a body of 900 kB in parts with pauses, and returns the status.
fn ask_slowly(server: &Server, part: usize) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port))?;
    stream.set_read_timeout(Some(Duration::from_secs(40)))?;
    let body = format!("{QUERY}{}", " ".repeat(900_000 - QUERY.len()));
    let length = body.len();
    let head = format!(
        "POST /api/path HTTP/1.1\r\nHost: localhost\r\nContent-Type: {JSON}\r\nContent-Length: {length}\r\n\r\n"
    );
    for part in (head + &body).as_bytes().chunks(part) {
        stream.write_all(part)?;
        thread::sleep(Duration::from_millis(200));
    }
    Ok(status(&mut stream))
}

#[test]
#[ignore = "takes ten minutes"]
#[expect(clippy::print_stdout, reason = "the figure stands in the limits page")]
fn memory_stays_below_its_limit_while_900_clients_send_900_kb_each() {
    let server = Server::start();
    let start = Instant::now();
    let end = Duration::from_secs(600);
    let answered = AtomicUsize::new(0);
    thread::scope(|scope| {
        for client in 0..900 {
            let (server, answered) = (&server, &answered);
            scope.spawn(move || {
                let parts = [4_000, 30_000, 200_000, 1_000_000];
                for part in parts.iter().cycle().skip(client % 4) {
                    if start.elapsed() > end {
                        break;
                    }
                    // The server refuses bodies for which it has no memory.
                    if ask_slowly(server, *part).is_ok_and(|status| status == "200") {
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        while start.elapsed() < end {
            thread::sleep(Duration::from_secs(30));
            let [now, most] = ["VmRSS", "VmHWM"].map(|field| memory(&server, field) >> 10);
            let (time, answered) = (start.elapsed().as_secs(), answered.load(Ordering::Relaxed));
            println!("{time} s: {now} MiB, at most {most} MiB, {answered} answered");
            assert!(most < 256, "{most} MiB");
        }
    });
    assert!(answered.into_inner() > 0);
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
