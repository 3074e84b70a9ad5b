//! The door for fuzzing: bodies without requests.

use super::answers::{Body, Refused};
use super::site::LONGEST_ANSWER;
use super::waiting::Waiting;
use crate::api::Command;
use crate::cli::json;

/// The answer to a body sent to `/api/QUESTION`, or the error; `None` if that is asked nowhere.
/// With `lines` the body has an object a line, which a picture's never has.
#[must_use]
pub fn body(question: &str, body: &[u8], lines: bool) -> Option<Result<Vec<u8>, Vec<u8>>> {
    let command = match question {
        "path" => Command::Path,
        "distances" => Command::Distances,
        "mate" => Command::Mate,
        "board" => Command::Board,
        "moves" => Command::Moves,
        "play" => Command::Play,
        "graph" => Command::Graph,
        "picture" if !lines => Command::Picture,
        _ => return None,
    };
    let (waiting, _present) = Waiting::new(LONGEST_ANSWER);
    let body = Body::new(body, command, waiting);
    let answered = if lines { body.answer_lines() } else { body.answer() };
    Some(answered.map_err(|refused| match refused {
        Refused::Bad(error) | Refused::TooLarge(error) => json::bytes(&error),
        Refused::TooMuch | Refused::TooSlow => Vec::new(),
    }))
}
