//! The search for an input that a program gets wrong, with a diagnosis.

mod diagnose;
mod search;

pub(crate) use self::search::{Stress, StressOptions, WrongAnswer};
