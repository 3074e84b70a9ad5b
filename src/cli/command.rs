//! The trait that all commands implement.

use super::failure::Failure;
use super::output::Output;
use super::success::Success;

/// A command with its arguments.
pub(crate) trait CliCommand {
    /// Returns the options, or the command itself, that cannot be combined with `--json`: whether
    /// each was given, and its name.
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        Vec::new()
    }

    /// Runs the command, and writes its answers to `out`.
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure>;
}
