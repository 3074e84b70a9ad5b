//! Asks the library.

use kubikschach::api::{self, Context, Fields, Limits};
use kubikschach::control::Control;
use serde_json::Value;

use crate::site::Failure;

/// Returns the answer to a question.
///
/// # Errors
/// Returns an error if the question has a mistake.
pub fn ask(command: &str, question: &str) -> Result<Value, Failure> {
    let fields = Fields::of_object(question).map_err(|(mistake, _)| mistake.message)?;
    let (mut context, mut answer) = (Context::new(Limits::SERVED), Vec::new());
    api::ask(command, &fields, &mut context, &Control::FREE, &mut answer)
        .map_err(|error| format!("{command} {question}: {}", error.mistake.message))?;
    Ok(serde_json::from_slice(&answer)?)
}
