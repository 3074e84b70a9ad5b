//! Responses with a content type, and error responses.

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::api::{Error, json};

pub(super) const JSON: &str = "application/json";

pub(super) fn typed(kind: &'static str, text: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, kind)], text.into()).into_response()
}

/// An error response with a JSON error as the command line prints it.
pub(super) struct ErrorResponse(pub(super) StatusCode, pub(super) Box<Error>);

impl ErrorResponse {
    pub(super) fn new(status: StatusCode, message: &str) -> Self {
        Self(status, Box::new(Error::new(message)))
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let mut response = (self.0, typed(JSON, json::bytes(&self.1))).into_response();
        if self.0 == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
