//! Messages and errors on standard error.

use std::io::{self, Write};

use super::failure::Failure;
use super::report::ReportedError;
use crate::api::json;
use crate::mistake::{brief, printable};

/// Prints on standard error a message that is no error.
pub(crate) fn print_message(message: &str) {
    // If standard error is closed, nobody can read the message.
    let _ = writeln!(anstream::stderr(), "{}", brief(printable(message).into_owned()));
}

/// Prints errors on standard error, as JSON or as text.
pub(crate) fn report_errors(errors: &[ReportedError], json: bool) {
    for error in errors {
        // If standard error is closed, nobody can read the error.
        let _ = if json {
            json::line(&mut io::stderr(), error.object()).map_err(Failure::from)
        } else {
            writeln!(anstream::stderr(), "{}", error.text()).map_err(Failure::from)
        };
    }
}
