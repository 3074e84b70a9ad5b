//! The search for an input that a program gets wrong, and for a smaller one.

mod failures;
mod search;
mod shrinking;

pub(crate) use self::failures::WrongAnswer;
pub(crate) use self::search::{Search, SearchEnd, interrupted};
pub(crate) use self::shrinking::{Shrinking, Shrunk};
