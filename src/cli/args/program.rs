//! Arguments about a judged program.

use std::ffi::OsString;
use std::time::Duration;

use clap::{Args as Group, ValueEnum};

use super::numbers::memory;
use crate::cli::completion::candidates::program;
use crate::judge::{ProgramOptions, limits};

/// The notation in which a program gets its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgramForm {
    /// Queries and boards on one line
    Line,
    /// Boards as rows, with an empty line between levels
    Grid,
    /// JSON: an object for a query or a board with a side to move, nested arrays for other boards
    Json,
}

/// The program to run, its limits, and the notation of its input.
#[derive(Debug, Group)]
pub(crate) struct ProgramArgs {
    /// Limit the processor time of a run, such as `5s` or `200ms`: near to the limits of puzzle sites, but not equal
    ///
    /// A run that sleeps is stopped after three times this time by the clock, which stops while it waits for a core.
    #[arg(long, value_name = "TIME", default_value = limits::TIME, value_parser = time, allow_hyphen_values = true)]
    pub(crate) time_limit: Duration,
    /// Stop a run if its processes use more memory than this, such as `512M` (Linux only)
    #[arg(long, value_name = "SIZE", default_value = limits::MEMORY, value_parser = memory, allow_hyphen_values = true)]
    pub(crate) memory_limit: u64,
    /// Write inputs in this form [default: queries on three lines, boards as `n=3, […]`]
    #[arg(long, value_enum)]
    pub(crate) form: Option<ProgramForm>,
    /// Your program and its arguments, after `--`
    #[arg(value_name = "COMMAND", last = true, required = true, num_args = 1.., add = program())]
    pub(crate) command: Vec<OsString>,
}

impl ProgramArgs {
    pub(crate) fn options(&self) -> ProgramOptions {
        ProgramOptions {
            command: self.command.clone(),
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
        }
    }
}

const MEBIBYTE: u64 = 1 << 20;

impl ProgramArgs {
    /// Returns the options that are not the defaults, and the command after `--`, as words of a command
    /// line.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if time(limits::TIME) != Ok(self.time_limit) {
            let limit = format!("{}s", self.time_limit.as_secs_f64());
            words.extend(["--time-limit".to_owned(), limit]);
        }
        if memory(limits::MEMORY) != Ok(self.memory_limit) {
            let limit = match self.memory_limit {
                bytes if bytes % MEBIBYTE == 0 => format!("{}M", bytes / MEBIBYTE),
                bytes => bytes.to_string(),
            };
            words.extend(["--memory-limit".to_owned(), limit]);
        }
        if let Some(form) = self.form.and_then(|form| form.to_possible_value()) {
            words.extend(["--form".to_owned(), form.get_name().to_owned()]);
        }
        words.push("--".to_owned());
        words.extend(self.command.iter().map(|word| word.to_string_lossy().into_owned()));
        words
    }
}

/// Parses a duration such as `5s` or `1.5m`; a number without a unit is in seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(char::is_alphabetic);
    // `humantime` reads no decimals.
    let decimal = || {
        let unit = text[number.len()..].trim();
        let unit = if unit.is_empty() { "s" } else { unit };
        let unit = humantime::parse_duration(&format!("1{unit}")).ok()?;
        Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit.as_secs_f64()).ok()
    };
    let time = humantime::parse_duration(text).ok().or_else(decimal);
    let time = time.filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time above zero, such as `10s`, `500ms` or `2m`".to_owned())
}
