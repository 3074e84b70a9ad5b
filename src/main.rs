//! The `kubikschach` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    kubikschach::cli::run()
}
