//! The command line of Kubikschach.

use std::process::ExitCode;

fn main() -> ExitCode {
    kubikschach::cli::run()
}
