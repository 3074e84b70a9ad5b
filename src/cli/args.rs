//! The arguments of the command line.

mod deferred;
pub(crate) mod fields;
mod groups;
pub(crate) mod numbers;
mod program;
mod puzzles;

pub(crate) use self::deferred::{Deferred, with_negative_values};
pub(crate) use self::fields::{CommandQuestion, FieldArgs};
pub(crate) use self::groups::{InputArgs, SvgArgs};
pub(crate) use self::program::{ProgramArgs, ProgramForm, time};
pub(crate) use self::puzzles::{CaseArgs, PuzzleArgs, PuzzleName, SeedArgs};
/// The value of `--color`: when to color the output, or for `generate path` also the side of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorArg {
    Shown(clap::ColorChoice),
    Of(crate::piece::Color),
}
