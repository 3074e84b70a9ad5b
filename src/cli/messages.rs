//! Messages and errors on standard error.

use std::io::{self, Write};

use super::failure::Failure;
use super::report;
use crate::api::{Error, json};
use crate::mistake::{brief, printable};

/// Prints on standard error a message that is no error.
pub(crate) fn print_message(message: &str) {
    // If standard error is closed, nobody can read the message.
    let _ = writeln!(anstream::stderr(), "{}", brief(printable(message).into_owned()));
}

/// Prints errors on standard error, as JSON or as text.
pub(crate) fn report_errors(errors: &[Error], json: bool) {
    for error in errors {
        // If standard error is closed, nobody can read the error.
        let _ = if json {
            json::line(&mut io::stderr(), error).map_err(Failure::from)
        } else {
            writeln!(anstream::stderr(), "{}", report::text(error)).map_err(Failure::from)
        };
    }
}
