//! Answers POST requests: reads their bodies and computes the answers in threads.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt as _;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::answers::{MOST_BYTES, Refused, RequestBody};
use super::budget::{Budget, Buffer, Full};
use super::client::{Client, Permit};
use super::files::SVG;
use super::responses::{JSON, Refusal, typed};
use crate::api::Command;
use crate::control::Control;

/// The limit of a request body in bytes.
const LONGEST: usize = 1 << 20;
/// The time limit for the head of a request, and again for its body. A client must also take some
/// bytes of a response within this time.
pub(super) const CLIENT_TIMEOUT: Duration = Duration::from_secs(15);
/// The maximum time that a request waits for other answers to be finished, before the server
/// refuses it as busy.
const QUEUE_LIMIT: Duration = Duration::from_secs(10);
/// The time limit for computing the answers to one request.
const LONGEST_ANSWER: Duration = Duration::from_secs(30);
/// The maximum number of answers that are computed at the same time, not counting those that take
/// long.
const SHORT_PERMITS: usize = 64;
/// The maximum number of answers that take long and are computed at the same time.
const LONG_PERMITS: usize = 32;
/// The maximum number of threads that compute answers.
pub(super) const THREADS: usize = SHORT_PERMITS + LONG_PERMITS;

const NDJSON: &str = "application/x-ndjson";

/// The limits that all requests share: on the number of answers that are computed at the same time,
/// and on memory.
#[derive(Debug)]
pub(super) struct Requests {
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
    budget: Budget,
}

impl Requests {
    pub(super) fn new() -> Self {
        let [short, long] =
            [SHORT_PERMITS, LONG_PERMITS].map(|count| Arc::new(Semaphore::new(count)));
        Self { short, long, budget: Budget::new() }
    }

    pub(super) async fn answer(
        &self,
        command: Command,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<Response, Refusal> {
        let lines = has_lines(command, headers)?;
        let body = self.read(headers, body).await?;
        let answers = self.budget.buffer(MOST_BYTES);
        let is_long = matches!(command, Command::Graph | Command::Perft | Command::Endgame);
        let answered = self.work(is_long, move |client| {
            let watch = |_| client.check();
            let body = RequestBody::new(body.as_ref(), command, Control::new(&watch));
            if lines { body.answer_lines(answers) } else { body.answer(answers) }
        });
        let answer = answered.await?.map_err(refusal)?;
        let kind = match command {
            Command::Picture => SVG,
            _ if lines => NDJSON,
            _ => JSON,
        };
        // The response owns the buffer, which returns its bytes to the budget once the response is
        // sent.
        Ok(typed(kind, Bytes::from_owner(answer)))
    }

    /// Reads a request body. A body whose `Content-Length` exceeds the limit is refused at once.
    async fn read(&self, headers: &HeaderMap, mut body: Body) -> Result<Buffer, Refusal> {
        let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        let announced = announced.and_then(|length| length.parse::<u64>().ok());
        if announced.is_some_and(|length| length > LONGEST as u64) {
            return Err(too_long());
        }
        let mut buffer = self.budget.buffer(LONGEST);
        let read = async {
            while let Some(frame) = body.frame().await {
                let broken = |_| {
                    Refusal::new(
                        StatusCode::BAD_REQUEST,
                        "expected the whole body, but the connection ended before",
                    )
                };
                if let Ok(data) = frame.map_err(broken)?.into_data() {
                    buffer.extend(&data).map_err(|full| match full {
                        Full::Limit => too_long(),
                        Full::Budget => no_memory(),
                    })?;
                }
            }
            Ok(buffer)
        };
        let slow = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time");
        timeout(CLIENT_TIMEOUT, read).await.map_err(slow)?
    }

    /// Runs `work` in a thread until it is done, the client disconnects, or the time limit passes.
    async fn work<T: Send + 'static>(
        &self,
        is_long: bool,
        work: impl FnOnce(Client) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permits = if is_long { &self.long } else { &self.short };
        let permit = timeout(QUEUE_LIMIT, Arc::clone(permits).acquire_owned()).await;
        let permit = permit.ok().and_then(Result::ok).ok_or_else(busy)?;
        // This future owns the permit and is dropped if the client disconnects. Another request can
        // then take the permit, and the work sees that its weak reference is dead.
        let permit = Arc::new(Permit::new(permit));
        let (weak, long) = (Arc::downgrade(&permit), Arc::clone(&self.long));
        let answer = spawn_blocking(move || work(Client::new(weak, long, is_long)));
        let slow = |_| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the answer took too long");
        let lost =
            |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed to answer");
        timeout(LONGEST_ANSWER, answer).await.map_err(slow)?.map_err(lost)
    }
}

/// Returns `true` if the content type says that the body has one JSON object per line.
fn has_lines(command: Command, headers: &HeaderMap) -> Result<bool, Refusal> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let lines = kind == NDJSON && command != Command::Picture;
    let is_object = kind == JSON || kind.starts_with("application/") && kind.ends_with("+json");
    if (is_object || lines) && !headers.contains_key(CONTENT_ENCODING) {
        return Ok(lines);
    }
    let also = if command == Command::Picture { "" } else { " or application/x-ndjson" };
    let message =
        format!("expected an uncompressed body of the content type application/json{also}");
    Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, &message))
}

fn too_long() -> Refusal {
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "expected a body of at most 1 MiB, but found more")
}

fn busy() -> Refusal {
    Refusal::new(
        StatusCode::TOO_MANY_REQUESTS,
        "the server is busy with other requests: try again later",
    )
}

fn no_memory() -> Refusal {
    Refusal::new(
        StatusCode::TOO_MANY_REQUESTS,
        "the server has no memory left for this request: try again later",
    )
}

fn refusal(refused: Refused) -> Refusal {
    match refused {
        Refused::Bad(error) => Refusal(StatusCode::BAD_REQUEST, error),
        Refused::TooLarge(error) => Refusal(StatusCode::UNPROCESSABLE_ENTITY, error),
        Refused::Full(Full::Limit) => Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "the answers are too long for one response: send fewer objects",
        ),
        Refused::Full(Full::Budget) => no_memory(),
        // If the client has disconnected, nobody sees this response.
        Refused::Stopped => busy(),
    }
}
