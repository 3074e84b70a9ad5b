//! The routes of the server: the page, its files, the answers, and errors for other paths.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST,
    HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http_body_util::LengthLimitError;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tower_http::set_header::SetResponseHeaderLayer;

use super::answers::{self, Refused};
use super::waiting::Waiting;
use crate::api::Command;
use crate::cli::report::ReportedError;
use crate::cli::{json, rules};
use crate::render::symbols;
use crate::rules::Rules;

/// The longest body.
const LONGEST: usize = 1 << 20;
/// The longest time for the head of a request, and again for its body: 30 s together.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);
/// The longest time of an answer.
pub(super) const LONGEST_ANSWER: Duration = Duration::from_secs(30);
/// The most requests that are answered at once.
const AT_WORK: usize = 128;

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";
const SVG: &str = "image/svg+xml";

/// The state that all requests share.
#[derive(Debug)]
pub(super) struct Shared {
    /// The name that was asked to be listened on.
    host: String,
    /// One for each request that may be at work.
    permits: Arc<Semaphore>,
}

impl Shared {
    pub(super) fn new(host: &str) -> Arc<Self> {
        Arc::new(Self { host: host.to_owned(), permits: Arc::new(Semaphore::new(AT_WORK)) })
    }

    /// Returns `true` if no request is being answered.
    pub(super) fn is_idle(&self) -> bool {
        self.permits.available_permits() == AT_WORK
    }
}

/// The files of the page, each with its type.
const FILES: [(&str, &str, &str); 17] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/favicon.svg", SVG, include_str!("page/favicon.svg")),
    ("/app.js", "text/javascript; charset=utf-8", include_str!("page/app.js")),
    ("/board.js", "text/javascript; charset=utf-8", include_str!("page/board.js")),
    ("/drag.js", "text/javascript; charset=utf-8", include_str!("page/drag.js")),
    ("/elements.js", "text/javascript; charset=utf-8", include_str!("page/elements.js")),
    ("/layout.js", "text/javascript; charset=utf-8", include_str!("page/layout.js")),
    ("/mate.js", "text/javascript; charset=utf-8", include_str!("page/mate.js")),
    ("/mate_in.js", "text/javascript; charset=utf-8", include_str!("page/mate_in.js")),
    ("/modes.js", "text/javascript; charset=utf-8", include_str!("page/modes.js")),
    ("/notation.js", "text/javascript; charset=utf-8", include_str!("page/notation.js")),
    ("/path.js", "text/javascript; charset=utf-8", include_str!("page/path.js")),
    ("/reasons.js", "text/javascript; charset=utf-8", include_str!("page/reasons.js")),
    ("/server.js", "text/javascript; charset=utf-8", include_str!("page/server.js")),
    ("/tester.js", "text/javascript; charset=utf-8", include_str!("page/tester.js")),
    ("/words.js", "text/javascript; charset=utf-8", include_str!("page/words.js")),
];

/// The addresses that answer questions.
const COMMANDS: [(&str, Command); 9] = [
    ("/api/path", Command::Path),
    ("/api/distances", Command::Distances),
    ("/api/mate", Command::Mate),
    ("/api/moves", Command::Moves),
    ("/api/play", Command::Play),
    ("/api/graph", Command::Graph),
    ("/api/perft", Command::Perft),
    ("/api/endgame", Command::Endgame),
    ("/api/picture", Command::Picture),
];

pub(super) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new();
    for (path, kind, text) in FILES {
        router = router.route(path, get(move || async move { typed(kind, text) }));
    }
    for (path, command) in COMMANDS {
        let answer = move |State(shared): State<Arc<Shared>>, request: Request| async move {
            let (headers, body) = (request.headers().clone(), request.into_body());
            answer(shared, command, headers, body).await
        };
        router = router.route(path, post(answer));
    }
    router
        .route("/api/rules", get(rule_sets))
        .route("/pieces/{rules}", get(pieces))
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address"))
        .method_not_allowed_fallback(async || {
            let message = "expected another method, one that the header `Allow` names";
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message)
        })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check_host))
        .layer(header(CONTENT_SECURITY_POLICY, "default-src 'self'"))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(CACHE_CONTROL, "no-cache"))
        .with_state(shared)
}

fn header(
    name: axum::http::HeaderName,
    value: &'static str,
) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

fn typed(kind: &'static str, text: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, kind)], text.into()).into_response()
}

/// The error that replaces an answer, in the form of the command line's.
struct Refusal(StatusCode, Box<ReportedError>);

impl Refusal {
    fn new(status: StatusCode, message: &str) -> Self {
        Self(status, Box::new(ReportedError::new(message)))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, typed(JSON, json::bytes(&self.1))).into_response()
    }
}

async fn rule_sets() -> Response {
    typed(JSON, rules::array())
}

/// The drawings of a rule set's pieces.
async fn pieces(uri: Uri) -> Result<Response, Refusal> {
    let name = uri.path().rsplit('/').next().unwrap_or_default();
    let rules = name.strip_suffix(".svg").and_then(Rules::built_in);
    let unknown = || Refusal::new(StatusCode::NOT_FOUND, "there is no such rule set");
    Ok(typed(SVG, symbols(&rules.ok_or_else(unknown)?)))
}

/// Refuses requests that were sent to another name, as a page elsewhere can have a browser do by
/// giving this machine's address to its own name.
async fn check_host(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let headers = request.headers().get_all(HOST).iter();
    let mut names: Vec<&str> = headers.map(|name| name.to_str().unwrap_or("?")).collect();
    names.extend(request.uri().authority().map(axum::http::uri::Authority::as_str));
    if names.is_empty() || !names.iter().all(|name| is_own(name, &shared.host)) {
        let message = "expected a request to this machine by its own name";
        return Refusal::new(StatusCode::MISDIRECTED_REQUEST, message).into_response();
    }
    next.run(request).await
}

/// Returns `true` if a name, with or without a port, is loopback or the one that `--host` gave.
fn is_own(name: &str, host: &str) -> bool {
    let without_port = match name.rsplit_once(':') {
        Some((before, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => before,
        _ => name,
    };
    let bare = |name: &str| name.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    // An address with colons but no brackets has no port.
    [bare(without_port), bare(name)].iter().any(|name| {
        let is_loopback = name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        is_loopback || name == "localhost" || *name == bare(host)
    })
}

/// The answer to a body, or why there is none.
async fn answer(
    shared: Arc<Shared>,
    command: Command,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let lines = has_lines(command, &headers)?;
    let bytes = read(&headers, body).await?;
    // Who is refused may ask again; an answer that is not waited for any more is still at work.
    let permit = Arc::clone(&shared.permits).try_acquire_owned();
    let permit = permit.map_err(|_| {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many requests are at work")
    })?;
    // It is dropped with the request: a search for nobody is given up.
    let (waiting, _present) = Waiting::new(LONGEST_ANSWER);
    let answered = spawn_blocking(move || {
        let _permit = permit;
        let body = answers::Body::new(&bytes, command, waiting);
        if lines { body.answer_lines() } else { body.answer() }
    });
    let answered = timeout(LONGEST_ANSWER, answered).await.unwrap_or(Ok(Err(Refused::TooSlow)));
    let lost = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer was lost");
    let text = answered.map_err(lost)?.map_err(refusal)?;
    let kind = match command {
        Command::Picture => SVG,
        _ if lines => NDJSON,
        _ => JSON,
    };
    Ok(typed(kind, text))
}

fn refusal(refused: Refused) -> Refusal {
    match refused {
        Refused::Bad(error) => Refusal(StatusCode::BAD_REQUEST, error),
        Refused::TooLarge(error) => Refusal(StatusCode::UNPROCESSABLE_ENTITY, error),
        Refused::TooMuch => {
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the answers would take too much room")
        }
        Refused::TooSlow => Refusal::new(StatusCode::REQUEST_TIMEOUT, "the answer takes too long"),
    }
}

/// Returns `true` if a body has an object a line, by its type.
fn has_lines(command: Command, headers: &HeaderMap) -> Result<bool, Refusal> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let lines = kind == NDJSON && command != Command::Picture;
    let is_object = kind == JSON || kind.starts_with("application/") && kind.ends_with("+json");
    if (is_object || lines) && !headers.contains_key(CONTENT_ENCODING) {
        return Ok(lines);
    }
    let also = if command == Command::Picture { "" } else { " or application/x-ndjson" };
    let message = format!("expected the content type application/json{also}, not compressed");
    Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, &message))
}

/// Reads a body, unless it is too long, also when that is only announced.
async fn read(headers: &HeaderMap, body: Body) -> Result<Bytes, Refusal> {
    let too_long =
        || Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "expected a body of at most 1 MiB");
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let announced = announced.and_then(|length| length.parse::<u64>().ok());
    if announced.is_some_and(|length| length > LONGEST as u64) {
        return Err(too_long());
    }
    match timeout(PATIENCE, to_bytes(body, LONGEST)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(failure)) if is_too_long(&failure) => Err(too_long()),
        Ok(Err(_)) => Err(Refusal::new(StatusCode::BAD_REQUEST, "the body ended early")),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time")),
    }
}

/// Returns `true` if a body was refused because of its length.
fn is_too_long(failure: &axum::Error) -> bool {
    let source = std::error::Error::source(failure);
    source.is_some_and(<dyn std::error::Error>::is::<LengthLimitError>)
}
