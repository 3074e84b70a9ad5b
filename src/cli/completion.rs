//! Completes command lines for shells that ask the program.

pub(crate) mod candidates;
mod line;
mod shells;

pub(crate) use self::shells::{complete, register};
