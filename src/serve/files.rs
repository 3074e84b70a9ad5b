//! The files of the page, which are compiled into the program.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::Router;
use axum::body::Bytes;
use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
pub(super) const SVG: &str = "image/svg+xml";

const PAGE: &str = include_str!("../../web/page/index.html");

/// Pairs the names of files of the page with their texts.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../../web/page/", $name)))),*]
    };
}

/// All files of the page but the page itself. A test compares them with the folder.
const FILES: &[(&str, &str)] = files![
    "address.js",
    "ahead.js",
    "app.js",
    "board.css",
    "board.js",
    "changes.js",
    "choices.js",
    "command.js",
    "controls.js",
    "copying.js",
    "curves.js",
    "drag.js",
    "early.js",
    "elements.js",
    "errors.js",
    "examples.js",
    "explanation.js",
    "favicon.svg",
    "files.js",
    "headline.js",
    "history.js",
    "kinds.js",
    "layout.js",
    "lines.js",
    "links.js",
    "loading.js",
    "mate.js",
    "moves.js",
    "outage.js",
    "palette.js",
    "parts.js",
    "path.js",
    "position.js",
    "problems.js",
    "projection.js",
    "query.js",
    "reasons.js",
    "routes.js",
    "search.js",
    "seen.js",
    "slide.js",
    "solution.js",
    "stage.js",
    "state.js",
    "style.css",
    "tester.js",
    "texts.js",
    "transport.js",
    "tree.js",
    "tries.js",
    "turning.js",
];

/// Returns the routes of the page's files. Links that the page copies begin with the public URL, if
/// there is one.
pub(super) fn router<S: Clone + Send + Sync + 'static>(public_url: Option<&str>) -> Router<S> {
    let page = Bytes::from(page(public_url));
    let home = get(async move |headers: HeaderMap| file(&headers, HTML, page.clone()));
    FILES.iter().fold(Router::new().route("/", home), |router, &(name, text)| {
        let answer = get(async move |headers: HeaderMap| file(&headers, kind_of(name), text));
        router.route(&format!("/{name}"), answer)
    })
}

/// Returns the content type of a file.
fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => CSS,
        Some("svg") => SVG,
        _ => SCRIPT,
    }
}

/// Returns the text of the page with its public URL.
fn page(public_url: Option<&str>) -> String {
    let Some(url) = public_url else { return PAGE.to_owned() };
    let escaped = url.replace('&', "&amp;").replace('"', "&quot;");
    PAGE.replacen("<body ", &format!("<body data-public-url=\"{escaped}\" "), 1)
}

/// Responds with a text, or with status 304 if the client already has this text.
pub(super) fn file(headers: &HeaderMap, kind: &'static str, text: impl Into<Bytes>) -> Response {
    let text = text.into();
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    // The tag is weak, because it stands for the compressed text too.
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    let is_tag = |known: &str| known == "*" || known.trim_start_matches("W/") == &tag[2..];
    if known.flat_map(|tags| tags.split(',')).any(|known| is_tag(known.trim())) {
        // The compression adds `Vary` only to responses with a body.
        let headers = [(ETAG, tag), (VARY, "accept-encoding".to_owned())];
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    ([(CONTENT_TYPE, kind.to_owned()), (ETAG, tag)], text).into_response()
}
