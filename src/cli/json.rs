//! Answers and errors as JSON objects, one a line.

use std::io::Write;

use serde::Serialize;
use serde_json::value::RawValue;

use super::Failure;
use crate::api::{json, write_answer};

/// Writes an object and the end of its line.
pub(crate) fn line(out: &mut impl Write, object: &impl Serialize) -> Result<(), Failure> {
    Ok(json::write_line(out, object)?)
}

/// Writes an answer after the `id` of its question, and the end of the line.
pub(crate) fn answer(
    out: &mut impl Write,
    id: Option<&RawValue>,
    answer: &impl Serialize,
) -> Result<(), Failure> {
    Ok(write_answer(out, id, answer)?)
}

/// Returns what [`line`] writes.
#[cfg(feature = "serve")]
pub(crate) fn bytes(object: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    line(&mut bytes, object).expect("memory takes whatever is written");
    bytes
}
