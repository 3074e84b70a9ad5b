//! The line editor of `play` at a terminal, with a history and completion by Tab.

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use crate::cli::failure::Failure;
use crate::play::Session;

/// The result of reading one line from the player.
#[derive(Debug)]
pub(super) enum Input {
    Line(String),
    /// Ctrl-C, which discards the line.
    Cancelled,
    /// Ctrl-D, or a closed terminal.
    End,
}

pub(super) struct Editor(rustyline::Editor<Completions, MemHistory>);

/// Completes the last word before the cursor: a file after `load` and `save`, otherwise what the
/// game's session offers.
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
        let line = &line[..cursor];
        if ["load ", "save "].iter().any(|command| line.trim_start().starts_with(command)) {
            let (start, files) = FilenameCompleter::new().complete_path(line, cursor)?;
            // A file's name is the rest of the line, where blanks need no backslash.
            let name = |file: Pair| file.replacement.replace("\\ ", " ");
            return Ok((start, files.into_iter().map(name).collect()));
        }
        Ok(self.0.completions(line))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}

impl Validator for Completions {}

impl Helper for Completions {}
