//! The results of commands, and the exit statuses that they lead to.

use std::process::ExitCode;

use super::failure::Failure;
use super::messages::report_errors;

/// The result of a command, which decides its exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Success {
    #[default]
    Yes,
    No,
    /// Some records had errors, which were printed in place of their answers.
    Bad,
}

impl Success {
    pub(crate) fn when(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// Returns the exit status for the result of a command, after printing the errors of a failure.
pub(crate) fn exit_status(result: Result<Success, Failure>, json: bool) -> ExitCode {
    match result {
        Ok(Success::Yes) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Ok(Success::No) => ExitCode::from(1),
        Ok(Success::Bad) => ExitCode::from(2),
        Err(failure) => {
            report_errors(&failure.into_errors(), json);
            ExitCode::from(2)
        }
    }
}
