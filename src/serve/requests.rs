//! Answers POST requests: reads their bodies and computes the answers in threads.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt as _;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout};

use super::answers::{MOST_BYTES, NDJSON, PICTURE, Refused, RequestBody};
use super::buffer::{Buffer, Full, Memory};
use super::client::{CLIENT_TIMEOUT, PeerAddress};
use super::files::SVG;
use super::responses::{ErrorResponse, JSON, typed};
use super::shutdown::{Shutdown, Stage};
use super::turns::{BUDGETS, Turn, Turns};
use super::watch::Watch;
use crate::control::Control;

/// The limit of a request body in bytes.
const LONGEST: usize = 1 << 20;
/// The maximum time that a question waits for its turns.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The turns, the memory and the shutdown that all requests share.
#[derive(Debug)]
pub(super) struct Requests {
    turns: Arc<Turns>,
    memory: Memory,
    shutdown: Shutdown,
}

impl Requests {
    pub(super) fn new(shutdown: Shutdown) -> Self {
        Self { turns: Arc::new(Turns::new()), memory: Memory::new(), shutdown }
    }

    pub(super) async fn answer(
        &self,
        command: &'static str,
        head: &Parts,
        body: Body,
    ) -> Result<Response, ErrorResponse> {
        let lines = has_lines(command, &head.headers)?;
        let body = Arc::new(self.read(&head.headers, body).await?);
        let client = head.extensions.get().map(|&PeerAddress(address)| address);
        let client = client.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        let end = Instant::now() + LONGEST_WAIT;
        let mut budgets = BUDGETS.into_iter().enumerate();
        let answer = loop {
            let (turn, budget) = match budgets.next() {
                Some((nth, budget)) => {
                    (self.granted(self.turns.quick(client, nth, end)).await?, Some(budget))
                }
                None => (self.granted(self.turns.long(end)).await?, None),
            };
            match self.compute(command, lines, Arc::clone(&body), turn, budget).await? {
                Err(Refused::NeedsAnotherTurn) => {}
                answer => break answer,
            }
        };
        let kind = match command {
            PICTURE => SVG,
            _ if lines => NDJSON,
            _ => JSON,
        };
        // The response owns the buffer, which gives its memory back once the response is sent.
        Ok(typed(kind, Bytes::from_owner(answer.map_err(refusal)?)))
    }

    /// Waits for a turn, until the server stops.
    async fn granted(
        &self,
        turn: impl Future<Output = Option<Turn>>,
    ) -> Result<Turn, ErrorResponse> {
        tokio::select! {
            biased;
            turn = turn => turn.ok_or_else(busy),
            () = self.shutdown.reached(Stage::Stopping) => Err(ErrorResponse::stopping()),
        }
    }

    /// Computes the answers to a body in a thread, which holds its turn until they are complete.
    async fn compute(
        &self,
        command: &'static str,
        lines: bool,
        body: Arc<Buffer>,
        turn: Turn,
        budget: Option<Duration>,
    ) -> Result<Result<Buffer, Refused>, ErrorResponse> {
        // If the client disconnects, this future is dropped, and `client` with it. The watch then
        // stops the work.
        let (client, turn) = (Arc::new(()), Arc::new(Mutex::new(turn)));
        if let Some(budget) = budget {
            // A client that leaves ends this future, but the thread works on until it asks its watch.
            let (turns, turn) = (Arc::clone(&self.turns), Arc::downgrade(&turn));
            tokio::spawn(async move { turns.pass_on(turn, budget).await });
        }
        let (gone, turns) = (Arc::downgrade(&client), Arc::clone(&self.turns));
        let answers = self.memory.buffer(MOST_BYTES);
        let answered = spawn_blocking(move || {
            let watch = Watch::new(gone, turns, turn, budget);
            let check = |_| watch.check();
            let (control, body) =
                (Control::new(&check), RequestBody::new(body.as_ref().as_ref(), command));
            let answered = if lines {
                body.answer_lines(answers, &control)
            } else {
                body.answer(answers, &control)
            };
            answered.map_err(|refused| match refused {
                Refused::Stopped if watch.needs_another_turn() => Refused::NeedsAnotherTurn,
                refused => refused,
            })
        });
        let lost = |_| {
            ErrorResponse::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed to answer")
        };
        answered.await.map_err(lost)
    }

    /// Reads a request body. A body whose `Content-Length` exceeds the limit is refused at once.
    async fn read(&self, headers: &HeaderMap, mut body: Body) -> Result<Buffer, ErrorResponse> {
        let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        let announced = announced.and_then(|length| length.parse::<u64>().ok());
        if announced.is_some_and(|length| length > LONGEST as u64) {
            return Err(too_long());
        }
        let mut buffer = self.memory.buffer(LONGEST);
        let read = async {
            while let Some(frame) = body.frame().await {
                let broken = |_| {
                    ErrorResponse::new(
                        StatusCode::BAD_REQUEST,
                        "expected the whole body, but the connection ended before",
                    )
                };
                if let Ok(data) = frame.map_err(broken)?.into_data() {
                    buffer.extend(&data).map_err(|full| match full {
                        Full::Limit => too_long(),
                        Full::Memory => no_memory(),
                    })?;
                }
            }
            Ok(buffer)
        };
        let slow =
            |_| ErrorResponse::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time");
        timeout(CLIENT_TIMEOUT, read).await.map_err(slow)?
    }
}

/// Returns `true` if the content type says that the body has one JSON object per line.
///
/// # Errors
/// Returns an error for content types other than JSON, and for compressed bodies.
fn has_lines(command: &'static str, headers: &HeaderMap) -> Result<bool, ErrorResponse> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let lines = kind == NDJSON && command != PICTURE;
    let is_object = kind == JSON || kind.starts_with("application/") && kind.ends_with("+json");
    let is_plain = |encoding: &HeaderValue| encoding.as_bytes().eq_ignore_ascii_case(b"identity");
    if (is_object || lines) && headers.get_all(CONTENT_ENCODING).iter().all(is_plain) {
        return Ok(lines);
    }
    let also = if command == PICTURE { "" } else { " or application/x-ndjson" };
    let message =
        format!("expected an uncompressed body of the content type application/json{also}");
    Err(ErrorResponse::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, &message))
}

fn too_long() -> ErrorResponse {
    ErrorResponse::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "expected a body of at most 1 MiB, but found more",
    )
}

fn busy() -> ErrorResponse {
    ErrorResponse::new(
        StatusCode::TOO_MANY_REQUESTS,
        "the server is busy with other requests: try again later",
    )
}

fn no_memory() -> ErrorResponse {
    ErrorResponse::new(
        StatusCode::TOO_MANY_REQUESTS,
        "the server has no memory left for this request: try again later",
    )
}

fn refusal(refused: Refused) -> ErrorResponse {
    match refused {
        Refused::Bad(error) => ErrorResponse::of(StatusCode::BAD_REQUEST, error),
        Refused::TooLarge(error) => ErrorResponse::of(StatusCode::UNPROCESSABLE_ENTITY, error),
        Refused::Full(Full::Limit) => ErrorResponse::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "the answers are too long for one response: send fewer objects",
        ),
        Refused::Full(Full::Memory) => no_memory(),
        // If the client has disconnected, nobody sees this response.
        Refused::Stopped | Refused::NeedsAnotherTurn => {
            ErrorResponse::new(StatusCode::SERVICE_UNAVAILABLE, "the answer took too long")
        }
    }
}
