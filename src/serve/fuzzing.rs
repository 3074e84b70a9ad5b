//! The entry point for fuzzing the server: request bodies without connections.

use super::answers::{MOST_BYTES, Refused, RequestBody};
use super::buffer::Memory;
use super::site::COMMANDS;
use crate::api::json;
use crate::control::Control;

/// Returns the server's answer to a body sent to `/api/QUESTION`, or its error as JSON. The error
/// is empty if the answer has too many bytes. Returns `None` if `question` is unknown.
///
/// If `lines` is set, the body has one JSON object per line.
#[must_use]
pub fn body(question: &str, body: &[u8], lines: bool) -> Option<Result<Vec<u8>, Vec<u8>>> {
    let command = COMMANDS.into_iter().find(|command| *command == question)?;
    let (body, buffer) = (RequestBody::new(body, command), Memory::new().buffer(MOST_BYTES));
    let answered = if lines {
        body.answer_lines(buffer, &Control::FREE)
    } else {
        body.answer(buffer, &Control::FREE)
    };
    Some(answered.map(|answer| answer.as_ref().to_vec()).map_err(|refused| match refused {
        Refused::Bad(error) | Refused::TooLarge(error) => json::bytes(&error),
        Refused::Full(_) | Refused::Stopped | Refused::NeedsAnotherTurn => Vec::new(),
    }))
}
