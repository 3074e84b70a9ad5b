//! The line editor of `play` at a terminal, with a history and completion by Tab.

use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::session::Input;
use crate::api::Session;
use crate::cli::Failure;

pub(super) struct Editor(rustyline::Editor<Completions, MemHistory>);

/// Completes the last word before the cursor with the completions that the game's session offers.
struct Completions(Session);

impl Editor {
    pub(super) fn new() -> Result<Self, Failure> {
        let config =
            Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        rustyline::Editor::with_history(config, history).map(Self).map_err(|error| failure(&error))
    }

    pub(super) fn read(&mut self, session: &Session) -> Result<Input, Failure> {
        self.0.set_helper(Some(Completions(session.clone())));
        match self.0.readline(&session.prompt()) {
            Ok(line) => Ok(Input::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(Input::Cancelled),
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(error) => Err(failure(&error)),
        }
    }
}

fn failure(error: &ReadlineError) -> Failure {
    Failure::new(error.to_string())
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.completions(&line[..cursor]))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}

impl Validator for Completions {}

impl Helper for Completions {}
