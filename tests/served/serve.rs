//! Checks the answers and errors of the commands over HTTP, and the reaction to malicious clients.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, UdpSocket};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::web::{Answer, Server, heeding_signals, interrupt, told};

pub(crate) const JSON: &str = "application/json";
pub(crate) const NDJSON: &str = "application/x-ndjson";
pub(crate) const QUERY: &str = r#"{"piece":"King","color":"W","start":"A1a","finish":"B3d"}"#;

const HEADERS: [&str; 4] = [
    "content-security-policy: default-src 'self'; frame-ancestors 'none'",
    "x-content-type-options: nosniff",
    "referrer-policy: no-referrer",
    "cache-control: no-cache",
];

#[test]
fn the_content_type_may_have_capitals_and_parameters() {
    let server = Server::start();
    let board = r#"{"id":[1, "x"],"board":"[rq,##],[##,K#]"}"#;
    for kind in [JSON, "Application/JSON; charset=utf-8"] {
        let answer = server.post("/api/mate", kind, board);
        assert_eq!((answer.status, answer.body), (200, told(&["mate", "--json", board])), "{kind}");
    }
}

#[test]
fn rules_and_pictures_are_those_of_the_command_line() {
    let server = Server::start();
    let rules: Vec<Value> = told(&["rules", "list", "--json"])
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        serde_json::from_str::<Vec<Value>>(&server.get("/api/rules").body).expect("JSON"),
        rules
    );
    for (more, options) in [("", &[][..]), (r#","columns":1"#, &["--columns", "1"])] {
        let body = format!(r#"{{"command":"mate","board":"[rq,##],[##,K#]"{more}}}"#);
        let picture = server.post("/api/picture", JSON, &body);
        assert!(picture.head.contains("content-type: image/svg+xml"));
        let arguments = [&["mate", "--svg", "-", "[rq,##],[##,K#]"], options].concat();
        assert_eq!(picture.body, told(&arguments));
    }
}

#[test]
fn each_line_is_answered_in_order() {
    let server = Server::start();
    let body = "{\"board\":\"[rq,##],[##,K#]\"}\n\n{\"id\":7,\"board\":\"[r,##],[##,K#]\"}\nnonsense\n\
                {\"board\":\"[#q,##],[##,K#]\",\"rules\":\"cub\"}\r\n{\"board\":\"[#q,##],[##,K#]\"}";
    let answer = server.post("/api/mate", NDJSON, body);
    assert_eq!(answer.status, 200);
    let lines: Vec<Value> =
        answer.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let places: Vec<Value> = lines.iter().map(|line| line["line"].clone()).collect();
    assert_eq!(places, [Value::Null, 3.into(), 4.into(), 5.into(), Value::Null]);
    assert_eq!(lines[1]["id"], 7);
    assert_eq!(lines[3]["hint"], "did you mean `cube`?");
    let indented = format!(" \t\x0c{QUERY} \r");
    let queries =
        [QUERY, &QUERY.replace("B3d", "Z9z"), &QUERY.replace("King", "Rook"), &indented].join("\n");
    let answer = server.post("/api/path", NDJSON, &queries);
    let moves: Vec<Value> = answer
        .body
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["moves"].clone())
        .collect();
    assert_eq!(moves, [3.into(), Value::Null, 3.into(), 3.into()]);
}

#[test]
fn refusals_have_one_form() {
    let server = Server::start();
    let level = format!("[{}]", [["#"; 33].concat().as_str(); 33].join(","));
    let large = format!("{{\"board\":\"{}\"}}", [level.as_str(); 33].join(","));
    let kings = [["KKKKK"; 5].join(","), ["#####"; 5].join(",")].map(|level| format!("[{level}]"));
    let [full, empty] = &kings;
    let many_kings = format!(
        r#"{{"board":"{}","explain":true,"force":true}}"#,
        [full, full, full, empty, empty].map(String::as_str).join(",")
    );
    for (status, path, kind, body) in [
        (400, "/api/path", JSON, ""),
        (400, "/api/path", JSON, "[1]"),
        (400, "/api/path", JSON, "{\n \"piece\": 3,\n}"),
        (400, "/api/path", JSON, &QUERY.replace("King", "Kng")),
        (400, "/api/mate", JSON, r#"{"board":"[rq,##],[##,K#]","rules":"/etc/passwd"}"#),
        (400, "/api/mate", JSON, r#"{"board":"[rq,##],[##,K#]","rules":"kubikschach"}"#),
        (
            400,
            "/api/moves",
            JSON,
            r#"{"piece":"N","color":"green","cell":"c2I","rules":"cube","size":5}"#,
        ),
        (400, "/api/picture", JSON, r#"{"board":"[rq,##],[##,K#]"}"#),
        (400, "/api/picture", JSON, r#"{"command":"mate","board":"[rq,##],[##,K#]","columns":0}"#),
        (404, "/api/nothing", JSON, "{}"),
        (404, "/../../etc/passwd", JSON, "{}"),
        (405, "/pieces/..%2f..%2fCargo.toml", JSON, "{}"),
        (405, "/", JSON, "{}"),
        (405, "/api/rules", JSON, "{}"),
        (415, "/api/path", "text/plain", QUERY),
        (415, "/api/picture", NDJSON, QUERY),
        (
            422,
            "/api/moves",
            JSON,
            r#"{"piece":"N","color":"W","cell":"c2I","rules":"cube","size":33}"#,
        ),
        (422, "/api/graph", JSON, r#"{"piece":"N","color":"W","rules":"cube","size":999999999}"#),
        (422, "/api/mate", JSON, &large),
        (400, "/api/mate", JSON, &many_kings),
    ] {
        let answer = server.post(path, kind, body);
        let shown: String = body.chars().take(100).collect();
        assert_eq!(answer.status, status, "{path} {shown}");
        let error: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert!(error["error"].is_string() && error.get("line").is_some(), "{path} {shown}");
        for header in HEADERS {
            assert!(answer.head.contains(header), "{path}: {}", answer.head);
        }
        assert!(!answer.head.contains("access-control"), "{path}");
    }
    let refused = server.get("/api/path");
    assert!(refused.status == 405 && refused.body.contains("use POST here"), "{refused:?}");
    assert_eq!(server.get("/pieces/..%2f..%2fCargo.toml").status, 404);
    assert_eq!(server.get("/pieces/cube.svg").status, 200);
    let error = server.post("/api/path", JSON, "{\n \"piece\": 3,\n}").body;
    assert!(error.contains("\"line\":3,\"column\":1"), "{error}");
}

#[test]
fn a_body_may_say_that_it_is_not_compressed() {
    let server = Server::start();
    let head = "POST /api/path HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json";
    for (encoding, status) in [("identity", 200), ("Identity", 200), ("gzip", 415)] {
        let length = QUERY.len();
        let request = format!(
            "{head}\r\nContent-Encoding: {encoding}\r\nContent-Length: {length}\r\n\r\n{QUERY}"
        );
        assert_eq!(server.raw(request.as_bytes()).status, status, "{encoding}");
    }
}

#[test]
fn a_head_over_64_kib_is_refused() {
    let server = Server::start();
    for (length, status) in [(1, 200), (65_000, 200), (66_000, 431), (200_000, 431)] {
        let request = format!(
            "GET /style.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: {}\r\n\r\n",
            "x".repeat(length)
        );
        assert_eq!(server.raw(request.as_bytes()).status, status, "{length}");
    }
}

#[test]
fn several_objects_need_their_own_content_type() {
    let server = Server::start();
    let several = format!("{QUERY}\n{QUERY}\n");
    let refused = server.post("/api/path", JSON, &several);
    let error: Value = serde_json::from_str(&refused.body).expect("JSON");
    assert_eq!((refused.status, &error["line"]), (400, &2.into()));
    assert_eq!(error["hint"], "send one object per line as application/x-ndjson");
    assert_eq!(server.post("/api/path", NDJSON, &several).body.lines().count(), 2);
    let array = format!("[{QUERY}]");
    let refused = server.post("/api/path", JSON, &array);
    assert!(refused.body.contains("as application/x-ndjson"), "{}", refused.body);
    let picture = r#"{"command":"mate","board":"[rq,##],[##,K#]"}"#;
    let refused = server.post("/api/picture", JSON, &[picture, picture].join("\n"));
    assert!(refused.body.contains("send one object per request"), "{}", refused.body);
}

#[test]
fn byte_order_marks_before_lines_are_skipped() {
    let server = Server::start();
    let marked = format!("\u{feff}{QUERY}\n\u{feff}{QUERY}\r\n\u{feff}\n");
    let answer = server.post("/api/path", NDJSON, &marked);
    let plain = server.post("/api/path", JSON, &format!("\u{feff}{QUERY}"));
    assert_eq!(answer.body, plain.body.repeat(2));
}

#[test]
fn responses_are_compressed_for_clients_that_accept_it() {
    let server = Server::start();
    let head = "Host: localhost\r\nConnection: close\r\nAccept-Encoding: gzip";
    let get = format!("GET /app.js HTTP/1.1\r\n{head}\r\n\r\n");
    let object = r#"{"piece":"Q","color":"W","start":"D4d"}"#;
    let post = format!(
        "POST /api/distances HTTP/1.1\r\n{head}\r\nContent-Type: {JSON}\r\nContent-Length: {}\r\n\r\n{object}",
        object.len()
    );
    let plain = [server.get("/app.js"), server.post("/api/distances", JSON, object)];
    for (request, plain) in [get, post].iter().zip(plain) {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("it is taken");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it is sent");
        let length = answer.windows(4).position(|end| end == b"\r\n\r\n").expect("it has a head");
        let head = String::from_utf8_lossy(&answer[..length]).to_lowercase();
        assert!(head.contains("content-encoding: gzip"), "{head}");
        assert!(answer.len() - length < plain.body.len() / 2, "{request}");
        assert!(!plain.head.contains("content-encoding"), "{}", plain.head);
    }
}

#[test]
fn an_unchanged_file_is_not_sent_again() {
    let server = Server::start();
    let get = |path: &str, tag: &str| {
        let head = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        server.raw(format!("GET {path} {head}If-None-Match: {tag}\r\n\r\n").as_bytes())
    };
    for path in ["/", "/app.js", "/pieces/cube.svg"] {
        let first = server.get(path);
        let tag = first.head.lines().find_map(|line| line.strip_prefix("etag: "));
        let tag = tag.unwrap_or_else(|| panic!("{path} has no tag: {}", first.head));
        // The head is in lower case.
        let tag = &tag.replace("w/", "W/");
        for known in [tag, &format!("\"x\", {tag}"), &tag[2..], "*"] {
            let again = get(path, known);
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{path} {known}");
            assert!(HEADERS.iter().all(|header| again.head.contains(header)), "{}", again.head);
        }
        let changed = get(path, "\"x\"");
        let vary = |answer: &Answer| {
            answer
                .head
                .lines()
                .filter(|line| line.starts_with("vary: "))
                .map(str::to_owned)
                .collect()
        };
        let [known, sent]: [Vec<String>; 2] = [vary(&get(path, "*")), vary(&first)];
        assert_eq!((known, sent.len()), (sent, 1), "{path}");
        assert_eq!((changed.status, changed.body), (200, first.body), "{path}");
    }
}

#[test]
fn requests_with_foreign_host_names_are_refused() {
    let server = Server::start();
    let port = server.port;
    for (host, status) in [
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("127.0.0.1", 200),
        ("127.9.9.9:80", 200),
        ("[::1]:80", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("10.0.0.1", 421),
        ("", 421),
        ("local\u{e9}host", 421),
    ] {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(server.raw(request.as_bytes()).status, status, "{host}");
    }
    for (request, status) in [
        ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 421),
        ("GET / HTTP/1.0\r\n\r\n", 421),
        (
            "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
            421,
        ),
        ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 421),
        (
            "POST /api/path HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Transfer-Encoding: chunked\r\n\r\nno number\r\n",
            400,
        ),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX: \x01\r\n\r\n", 400),
        ("nonsense\r\n\r\n", 400),
    ] {
        assert_eq!(server.raw(request.as_bytes()).status, status, "{request:?}");
    }
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    assert!([400, 431, 0].contains(&server.raw(long.as_bytes()).status));
    let taken = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
        .args(["serve", "--port", &port.to_string()])
        .output()
        .expect("the program runs");
    assert_eq!(taken.status.code(), Some(2), "the port is in use");
    assert!(String::from_utf8_lossy(&taken.stderr).contains("--port 0 chooses a free port"));
    let unknown = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
        .args(["serve", "--host", "no-such-host.invalid"])
        .output()
        .expect("the program runs");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(!String::from_utf8_lossy(&unknown.stderr).contains("--port"), "{unknown:?}");
}

/// The server accepts only addresses and `localhost` as the host of a request, to prevent DNS
/// rebinding. In that attack, a foreign web page maps its own host name to the address of the
/// server.
#[test]
fn requests_by_the_address_of_the_connection_are_accepted() {
    let server = Server::with(&["--host", "0.0.0.0"]);
    // Connecting a UDP socket sends nothing; the system only chooses the local address.
    let socket = UdpSocket::bind("0.0.0.0:0").expect("there is a free port");
    let address = socket.connect("192.0.2.1:9").and_then(|()| socket.local_addr());
    let address = address.map_or_else(|_| "127.0.0.1".to_owned(), |own| own.ip().to_string());
    assert_eq!(server.address, format!("http://127.0.0.1:{}/", server.port));
    for (host, status) in [
        (format!("{address}:{}", server.port), 200),
        (address.clone(), 200),
        ("localhost".to_owned(), 200),
        ("192.0.2.1".to_owned(), 421),
        ("evil.example".to_owned(), 421),
    ] {
        let mut stream = TcpStream::connect((address.as_str(), server.port)).expect("it listens");
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it is taken");
        assert_eq!(Answer::read(&mut stream).status, status, "{host}");
    }
}

#[test]
fn a_server_for_the_network_prints_an_address_that_opens_and_a_warning() {
    let warning = "warning: everybody in the network can ask this server";
    for (host, name, warned) in [
        ("127.0.0.1", "127.0.0.1", false),
        ("localhost", "localhost", false),
        ("0.0.0.0", "127.0.0.1", true),
        ("::", "[::1]", true),
        ("[::]", "[::1]", true),
    ] {
        if host.contains("::") && TcpListener::bind("[::1]:0").is_err() {
            crate::skipped::note("IPv6", "a server for the network");
            continue;
        }
        let mut server = Server::run(
            heeding_signals(env!("CARGO_BIN_EXE_kubikschach"))
                .args(["serve", "--port", "0", "--host", host])
                .stderr(Stdio::piped()),
        );
        assert_eq!(server.address, format!("http://{name}:{}/", server.port), "{host}");
        let address = server.address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address).expect("it opens");
        let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it is taken");
        assert_eq!(Answer::read(&mut stream).status, 200, "{host}");
        interrupt(&server.child);
        let mut told = String::new();
        let stderr = server.child.stderr.as_mut().expect("it is piped");
        stderr.read_to_string(&mut told).expect("it is text");
        assert_eq!(told.contains(warning), warned, "{host}: {told}");
    }
}

#[test]
fn addresses_in_the_wrong_option_get_a_hint() {
    for (options, hint) in [
        (&["--host", "127.0.0.1:8080"][..], "`--host 127.0.0.1 --port 8080`"),
        (&["--host", "[::1]:80"], "`--host [::1] --port 80`"),
        (&["--host", "http://localhost:8080/"], "`--host localhost --port 8080`"),
        (&["--host", "http://localhost/"], "`--host localhost`"),
        // This whole address has no port, and is not one of this machine.
        (&["--host", "2001:db8::1"], "error: 2001:db8::1:8080: "),
        (&["--port", "http"], "such as 8080"),
        (&["--port", "localhost:8080"], "such as 8080"),
    ] {
        let refused = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
            .arg("serve")
            .args(options)
            .output()
            .expect("the program runs");
        let told = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{options:?}: {told}");
        assert!(told.contains(hint), "{options:?}: {told}");
        assert!(!told.contains("--port 1`"), "{options:?}: {told}");
    }
}

#[test]
fn a_client_that_has_shut_its_sending_side_is_answered() {
    let server = Server::start();
    let graph =
        |size: usize| format!(r#"{{"rules":"cube","size":{size},"piece":"Q","color":"W"}}"#);
    let post = |path: &str, version: &str, body: &str| {
        format!(
            "POST {path} HTTP/{version}\r\nHost: localhost\r\nContent-Type: {JSON}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    for request in [
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
        post("/api/path", "1.1", QUERY),
        post("/api/path", "1.0", QUERY),
        post("/api/graph", "1.1", &graph(14)),
        post("/api/graph", "1.0", &graph(14)),
    ] {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("it is taken");
        stream.shutdown(Shutdown::Write).expect("it is open");
        let mut told = String::new();
        stream.read_to_string(&mut told).expect("it is text");
        // Interim responses may come before the final one.
        let told = told.trim_start_matches("HTTP/1.1 100 Continue\r\n\r\n");
        let answer = Answer::read(&mut told.as_bytes());
        assert_eq!(answer.status, 200, "{request}: {told}");
    }
    let mut stream = server.connect();
    let whole = post("/api/path", "1.1", QUERY);
    stream.write_all(&whole.as_bytes()[..whole.len() - 1]).expect("it is taken");
    stream.shutdown(Shutdown::Write).expect("it is open");
    assert_eq!(Answer::read(&mut stream).status, 400, "the body is not whole");
}

#[test]
fn bodies_of_a_gigabyte_are_refused_early() {
    let server = Server::start();
    let head = "POST /api/mate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let start = Instant::now();
    let announced = server.raw(format!("{head}Content-Length: 1073741824\r\n\r\n{{").as_bytes());
    assert_eq!(announced.status, 413);
    let mut stream = server.connect();
    stream
        .write_all(format!("{head}Transfer-Encoding: chunked\r\n\r\n").as_bytes())
        .expect("it is read");
    let chunk = [b"10000\r\n", vec![b' '; 0x10000].as_slice(), b"\r\n"].concat();
    let sent = (0..16_384).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!(sent < 1_000, "{sent} chunks were taken");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(server.post("/api/path", JSON, QUERY).status, 200, "it goes on");
}
