//! Responses with a content type, and error responses.

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};

use crate::api::{Error, json};

pub(super) const JSON: &str = "application/json";

pub(super) fn typed(kind: &'static str, text: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, kind)], text.into()).into_response()
}

/// An error response with a JSON error as the command line prints it.
pub(super) struct ErrorResponse {
    status: StatusCode,
    error: Box<Error>,
    /// Value of the header `Retry-After`, in seconds.
    retry_after: Option<u16>,
}

impl ErrorResponse {
    pub(super) fn new(status: StatusCode, message: &str) -> Self {
        Self::of(status, Box::new(Error::new(message)))
    }

    pub(super) const fn of(status: StatusCode, error: Box<Error>) -> Self {
        Self { status, error, retry_after: None }
    }

    /// The response to a question that the server can't answer any more before it ends.
    pub(super) fn stopping() -> Self {
        let message = "the server is stopping: try again later";
        Self { retry_after: Some(5), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, message) }
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let body = typed(JSON, json::bytes(&self.error));
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
