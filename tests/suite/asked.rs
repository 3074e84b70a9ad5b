//! Asks questions as JSON objects.

use kubikschach::api::{Context, Error, Fields, Limits, ask};
use kubikschach::control::Control;
use serde_json::Value;

/// Returns the answer to the question of a command.
pub(crate) fn answer(command: &str, question: &Value) -> Result<Value, Error> {
    let text = question.to_string();
    let fields = Fields::of_object(&text).expect("an object");
    let (mut context, mut out) = (Context::new(Limits::NONE), Vec::new());
    ask(command, &fields, &mut context, &Control::FREE, &mut out)?;
    Ok(serde_json::from_slice(&out).expect("JSON"))
}

/// Returns the text of the error that a question has, with its field, its hint and its place.
pub(crate) fn error(command: &str, question: &Value) -> Value {
    let error = answer(command, question).expect_err("the question has a mistake");
    serde_json::to_value(error).expect("JSON")
}
