//! Entry points for fuzzing: commands without arguments, files or sockets.
//!
//! The fuzz targets of the crate `fuzz` call them. This module is hidden, because it is not part of
//! the public API.

use std::io::Read;

use clap::Parser as _;

use super::args::InputArgs;
use super::cases::FileSet;
use super::commands::{mate, path};
use super::failure::Failure;
use super::output::Output;
use super::records::{Handler, Records};
use crate::api::{Context, Fields, Limits, MateOptions, PathOptions, expect_known};
use crate::notation::Boards;

/// Returns the output of `path --json --keep-going` for a text, or `None` if the options are
/// invalid or reading fails. `options` is a JSON object with the fields of `/api/path`.
pub fn path(options: &str, text: impl Read + 'static) -> Option<Vec<u8>> {
    let (fields, mut context) = (Fields::of_object(options).ok()?, Context::new(Limits::NONE));
    expect_known("path", &fields).ok()?;
    let options = PathOptions::read(&fields, &mut context).ok()?;
    let args = path::PathArgs::try_parse_from(["path"]).ok()?;
    answers(text, path::PathAnswers::new(Ok(options), (&fields, context), &args, true))
}

/// Returns the output of `mate --json --keep-going` for a text, or `None` if the options are
/// invalid or reading fails. `options` is a JSON object with the fields of `/api/mate`.
pub fn mate(options: &str, text: impl Read + 'static) -> Option<Vec<u8>> {
    let (fields, mut context) = (Fields::of_object(options).ok()?, Context::new(Limits::NONE));
    expect_known("mate", &fields).ok()?;
    let options = MateOptions::read(&fields, &mut context).ok()?;
    let args = mate::MateArgs::try_parse_from(["mate"]).ok()?;
    let rules = options.rules.clone();
    let boards = Boards::new(&rules);
    answers(text, mate::MateAnswers::new(boards, Ok(options), &fields, context, &args, true))
}

/// Reads all files of a zip archive, like `import`. Broken files and archives are skipped.
pub fn archive(bytes: Vec<u8>) {
    let Ok(mut files) = FileSet::of_archive(None, bytes) else { return };
    for name in files.names.clone() {
        let _ = files.read(&name);
    }
}

#[cfg(feature = "serve")]
pub use crate::serve::fuzzing::body;

fn answers<H: Handler>(text: impl Read + 'static, handler: H) -> Option<Vec<u8>> {
    let input = InputArgs { keep_going: true, ..InputArgs::default() };
    let mut out = Output::in_memory();
    let answered: Result<_, Failure> =
        Records::new(&[], &input, true).answer_text(text, &mut out, handler);
    answered.ok().map(|_| out.into_bytes())
}
