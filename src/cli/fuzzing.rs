//! Doors for fuzzing: commands without arguments, files or sockets.
//!
//! The targets of `fuzz` come in here. It is hidden, and no part of what the library promises.

use std::io::Read;

use serde::Deserialize;

use super::args;
use super::args::Input;
use super::output::Output;
use super::records::{Handler, Records};
use super::{Failure, mate, path, rules};

/// What `path --json --keep-going` prints for a text, with the options of an object
/// of `/api/path`; none for bad options.
pub fn path(options: &str, text: impl Read + 'static) -> Option<Vec<u8>> {
    let args: args::Path = read(options)?;
    let rules = rules::load(&args.board.rules).ok()?;
    let finder = path::finder(&rules, &args).ok()?;
    answers(text, path::Answers::new(finder, &args, true))
}

/// What `mate --json --keep-going` prints for a text, with the options of an object
/// of `/api/mate`; none for bad options.
pub fn mate(options: &str, text: impl Read + 'static) -> Option<Vec<u8>> {
    let args: args::Mate = read(options)?;
    let rules = rules::load(&args.rules).ok()?;
    let boards = mate::boards(&rules, &args).ok()?;
    answers(text, mate::Answers::new(boards, &args, true))
}

#[cfg(feature = "serve")]
pub use super::serve::fuzzing::body;

fn read<'o, T: Deserialize<'o>>(options: &'o str) -> Option<T> {
    serde_json::from_str(options).ok()
}

fn answers(text: impl Read + 'static, handler: impl Handler) -> Option<Vec<u8>> {
    let input = Input { keep_going: true, ..Input::default() };
    let mut out = Output::kept(Vec::new());
    let answered: Result<_, Failure> =
        Records::new(&[], &input, true).answer_text(text, &mut out, handler);
    answered.ok().map(|_| out.into_bytes())
}
