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

const FILES: [(&str, &str, &str); 47] = [
    ("/address.js", SCRIPT, include_str!("../../web/page/address.js")),
    ("/ahead.js", SCRIPT, include_str!("../../web/page/ahead.js")),
    ("/app.js", SCRIPT, include_str!("../../web/page/app.js")),
    ("/board.css", CSS, include_str!("../../web/page/board.css")),
    ("/board.js", SCRIPT, include_str!("../../web/page/board.js")),
    ("/changes.js", SCRIPT, include_str!("../../web/page/changes.js")),
    ("/choices.js", SCRIPT, include_str!("../../web/page/choices.js")),
    ("/controls.js", SCRIPT, include_str!("../../web/page/controls.js")),
    ("/copying.js", SCRIPT, include_str!("../../web/page/copying.js")),
    ("/drag.js", SCRIPT, include_str!("../../web/page/drag.js")),
    ("/early.js", SCRIPT, include_str!("../../web/page/early.js")),
    ("/elements.js", SCRIPT, include_str!("../../web/page/elements.js")),
    ("/examples.js", SCRIPT, include_str!("../../web/page/examples.js")),
    ("/explanation.js", SCRIPT, include_str!("../../web/page/explanation.js")),
    ("/favicon.svg", SVG, include_str!("../../web/page/favicon.svg")),
    ("/files.js", SCRIPT, include_str!("../../web/page/files.js")),
    ("/headline.js", SCRIPT, include_str!("../../web/page/headline.js")),
    ("/history.js", SCRIPT, include_str!("../../web/page/history.js")),
    ("/kinds.js", SCRIPT, include_str!("../../web/page/kinds.js")),
    ("/layout.js", SCRIPT, include_str!("../../web/page/layout.js")),
    ("/lines.js", SCRIPT, include_str!("../../web/page/lines.js")),
    ("/links.js", SCRIPT, include_str!("../../web/page/links.js")),
    ("/loading.js", SCRIPT, include_str!("../../web/page/loading.js")),
    ("/mate.js", SCRIPT, include_str!("../../web/page/mate.js")),
    ("/moves.js", SCRIPT, include_str!("../../web/page/moves.js")),
    ("/outage.js", SCRIPT, include_str!("../../web/page/outage.js")),
    ("/palette.js", SCRIPT, include_str!("../../web/page/palette.js")),
    ("/path.js", SCRIPT, include_str!("../../web/page/path.js")),
    ("/position.js", SCRIPT, include_str!("../../web/page/position.js")),
    ("/problems.js", SCRIPT, include_str!("../../web/page/problems.js")),
    ("/projection.js", SCRIPT, include_str!("../../web/page/projection.js")),
    ("/query.js", SCRIPT, include_str!("../../web/page/query.js")),
    ("/reasons.js", SCRIPT, include_str!("../../web/page/reasons.js")),
    ("/routes.js", SCRIPT, include_str!("../../web/page/routes.js")),
    ("/search.js", SCRIPT, include_str!("../../web/page/search.js")),
    ("/seen.js", SCRIPT, include_str!("../../web/page/seen.js")),
    ("/slide.js", SCRIPT, include_str!("../../web/page/slide.js")),
    ("/solution.js", SCRIPT, include_str!("../../web/page/solution.js")),
    ("/stage.js", SCRIPT, include_str!("../../web/page/stage.js")),
    ("/state.js", SCRIPT, include_str!("../../web/page/state.js")),
    ("/style.css", CSS, include_str!("../../web/page/style.css")),
    ("/tester.js", SCRIPT, include_str!("../../web/page/tester.js")),
    ("/texts.js", SCRIPT, include_str!("../../web/page/texts.js")),
    ("/transport.js", SCRIPT, include_str!("../../web/page/transport.js")),
    ("/tree.js", SCRIPT, include_str!("../../web/page/tree.js")),
    ("/tries.js", SCRIPT, include_str!("../../web/page/tries.js")),
    ("/turning.js", SCRIPT, include_str!("../../web/page/turning.js")),
];

/// Returns the routes of the page's files. Links that the page copies begin with the public URL, if
/// there is one.
pub(super) fn router<S: Clone + Send + Sync + 'static>(public_url: Option<&str>) -> Router<S> {
    let page = Bytes::from(page(public_url));
    let home = get(async move |headers: HeaderMap| file(&headers, HTML, page.clone()));
    FILES.into_iter().fold(Router::new().route("/", home), |router, (path, kind, text)| {
        router.route(path, get(async move |headers: HeaderMap| file(&headers, kind, text)))
    })
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
