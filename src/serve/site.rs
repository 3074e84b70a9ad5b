//! The routes of the server: files of the page, questions, and addresses that do not exist.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::client::{LONGEST_HEAD, LocalAddress};
use super::files::{self, SVG, file};
use super::requests::Requests;
use super::responses::{ErrorResponse, JSON, typed};
use super::shutdown::{Shutdown, Stage};
use crate::api::{Context, Fields, Limits, THUMBNAIL, ask, thumbnail};
use crate::control::Control;
use crate::render::symbols;
use crate::rules::Rules;

#[derive(Debug)]
struct Shared {
    /// Value of `--host`.
    host: String,
    requests: Requests,
    shutdown: Shutdown,
}

/// The commands that the server answers, each at `/api/COMMAND`.
pub(super) const COMMANDS: [&str; 11] = [
    "path",
    "query",
    "distances",
    "mate",
    "board",
    "moves",
    "play",
    "graph",
    "perft",
    "endgame",
    "picture",
];

pub(super) fn router(host: &str, public_url: Option<&str>, shutdown: Shutdown) -> Router {
    let requests = Requests::new(shutdown.clone());
    let shared = Arc::new(Shared { host: host.to_owned(), requests, shutdown });
    let mut router = files::router(public_url);
    for command in COMMANDS {
        let answer = move |State(shared): State<Arc<Shared>>, request: Request| async move {
            let (head, body) = request.into_parts();
            shared.requests.answer(command, &head, body).await
        };
        router = router.route(&format!("/api/{command}"), post(answer));
    }
    router
        .route("/api/rules", get(async || list("rules")))
        .route("/api/examples", get(async || list("examples")))
        .route("/pieces/{rules}", get(pieces))
        .route("/examples/{example}", get(example))
        .fallback(async || {
            ErrorResponse::new(StatusCode::NOT_FOUND, "there is nothing at this address")
        })
        .method_not_allowed_fallback(async |method: Method| {
            // Every address has either GET or POST.
            let message = match method {
                Method::GET => "use POST here",
                Method::POST => "use GET here",
                _ => "use a method that the header `Allow` lists",
            };
            ErrorResponse::new(StatusCode::METHOD_NOT_ALLOWED, message)
        })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check_host))
        .layer(middleware::from_fn(check_head))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), until_the_end))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(header(CONTENT_SECURITY_POLICY, "default-src 'self'; frame-ancestors 'none'"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(CACHE_CONTROL, "no-cache"))
        .with_state(shared)
}

fn header(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

/// Responds with the list that a command without fields answers, such as the rule sets.
fn list(command: &str) -> Response {
    let (mut context, mut list) = (Context::new(Limits::NONE), Vec::new());
    let asked = ask(command, &Fields::default(), &mut context, &Control::FREE, &mut list);
    asked.expect("lists need no fields");
    typed(JSON, list)
}

/// Responds with the drawings of a rule set's pieces, as one SVG file.
async fn pieces(uri: Uri, headers: HeaderMap) -> Result<Response, ErrorResponse> {
    let name = uri.path().rsplit('/').next().unwrap_or_default();
    let rules = name.strip_suffix(".svg").and_then(Rules::built_in);
    let unknown = || ErrorResponse::new(StatusCode::NOT_FOUND, "there is no such rule set");
    Ok(file(&headers, SVG, symbols(&rules.ok_or_else(unknown)?)))
}

/// Responds with a small picture of an example.
async fn example(uri: Uri, headers: HeaderMap) -> Result<Response, ErrorResponse> {
    let name = uri.path().rsplit('/').next().unwrap_or_default();
    let picture = name.strip_suffix(".svg").and_then(|name| thumbnail(name, THUMBNAIL));
    let unknown = || ErrorResponse::new(StatusCode::NOT_FOUND, "there is no such example");
    Ok(file(&headers, SVG, picture.ok_or_else(unknown)?))
}

/// Refuses requests whose `Host` is not a name of this machine. This prevents DNS rebinding:
/// another web site could point its own name at this address and read answers with the user's
/// browser.
async fn check_host(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let headers = request.headers().get_all(HOST).iter();
    let mut names: Vec<&str> = headers.map(|name| name.to_str().unwrap_or("?")).collect();
    names.extend(request.uri().authority().map(axum::http::uri::Authority::as_str));
    let local = request.extensions().get().map(|&LocalAddress(address)| address);
    if names.is_empty() || !names.iter().all(|name| is_own(name, &shared.host, local)) {
        let message =
            "expected the name or address of this server in the header `Host`, but found another";
        return ErrorResponse::new(StatusCode::MISDIRECTED_REQUEST, message).into_response();
    }
    next.run(request).await
}

/// Refuses requests with a longer head than [`LONGEST_HEAD`]. The library hyper refuses only some
/// of them, depending on how their bytes arrive.
async fn check_head(request: Request, next: Next) -> Response {
    let field = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + 4;
    let fields: usize = request.headers().iter().map(field).sum();
    let line = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
    if line + fields > LONGEST_HEAD {
        let message = "expected a head of at most 64 KiB, but found more";
        return ErrorResponse::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, message)
            .into_response();
    }
    next.run(request).await
}

/// Refuses requests that have no answer when the shutdown is over.
async fn until_the_end(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    tokio::select! {
        response = next.run(request) => response,
        () = shared.shutdown.reached(Stage::Over) => ErrorResponse::stopping().into_response(),
    }
}

/// Returns `true` if a host name, with or without a port, is a loopback name or address, the
/// connection's own address, or the value of `--host`. Any IP address of this machine is safe,
/// because web sites that attack by DNS rebinding need a name.
fn is_own(name: &str, host: &str, local: Option<IpAddr>) -> bool {
    let without_port = match name.rsplit_once(':') {
        Some((before, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => before,
        _ => name,
    };
    let bare = |name: &str| bare(name).to_ascii_lowercase();
    // The second candidate is an IPv6 address without brackets, in which `without_port` has cut off
    // the last group.
    [bare(without_port), bare(name)].iter().any(|name| {
        let address = name.parse::<IpAddr>().ok();
        let is_here = |address: IpAddr| address.is_loopback() || Some(address) == local;
        address.is_some_and(is_here) || name == "localhost" || *name == bare(host)
    })
}

/// Returns a host without the brackets of an IPv6 address.
pub(super) fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}
