//! The facts about a judged program, as text and JSON.

mod json;
mod lines;

pub(crate) use self::json::{JsonObserved, write_object};
pub(crate) use self::lines::Observed;
