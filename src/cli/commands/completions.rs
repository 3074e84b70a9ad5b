//! `completions`: writes the script with which a shell completes the program's arguments.

use clap::Args as Group;
use clap_complete::Shell;

use crate::cli::command::CliCommand;
use crate::cli::completion;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::success::Success;

#[derive(Debug, Group)]
pub(crate) struct CompletionsArgs {
    /// Shell for which to write the script
    shell: Shell,
}

impl CliCommand for CompletionsArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        vec![(true, "completions")]
    }

    fn run(&self, _json: bool, out: &mut Output) -> Result<Success, Failure> {
        completion::register(self.shell, out)?;
        Ok(Success::Yes)
    }
}
