//! Verdicts on the answers of another program.

use std::process::ExitStatus;

use super::oddities::Encoding;
use super::output_texts::{OutputTexts, SHOWN_CHARACTERS, cut, read};
use super::program::{End, Run, RunTime};
use crate::cases::{Answer, Question};
use crate::judge::error::JudgeError;
use crate::mistake::on_one_line;
use crate::terminal::signals;

/// The verdict on a program's answer, with the facts that a report shows.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    pub(crate) verdict: JudgeVerdict,
    /// True if the answer is right, even if the run ended with a crash or at a limit.
    pub(super) is_right: bool,
    pub(super) texts: OutputTexts,
    /// First 60 characters of the output, followed by `…` if there are more.
    pub(crate) got: String,
    /// Exit status or signal of a crash, or the time limit that was reached; `None` for other
    /// verdicts.
    pub(crate) detail: Option<String>,
    /// First and last lines that a crashed program wrote to standard error; empty for other
    /// verdicts.
    pub(crate) errors: String,
    pub(crate) time: RunTime,
}

/// A question with the right answer and the judgement on the program's answer.
#[derive(Clone)]
pub(crate) struct Judged {
    pub(crate) question: Question,
    pub(crate) expected: Answer,
    pub(crate) judgement: Judgement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JudgeVerdict {
    Ok,
    Wrong,
    TimeLimit,
    /// The program ended with a non-zero exit status or a signal.
    Crash,
    MemoryLimit,
    OutputLimit,
    None,
}

impl JudgeVerdict {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Wrong => "WRONG",
            Self::TimeLimit => "TIME",
            Self::Crash => "CRASH",
            Self::MemoryLimit => "MEMORY",
            Self::OutputLimit => "OUTPUT",
            Self::None => "NONE",
        }
    }

    /// Returns the verdict as a noun for messages, such as `crash`.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Ok => "right answer",
            Self::Wrong => "wrong answer",
            Self::TimeLimit => "run over the time limit",
            Self::Crash => "crash",
            Self::MemoryLimit => "run over the memory limit",
            Self::OutputLimit => "run over the output limit",
            Self::None => "empty output",
        }
    }

    pub(crate) const fn is_over_a_limit(self) -> bool {
        matches!(self, Self::TimeLimit | Self::MemoryLimit | Self::OutputLimit)
    }
}

/// The number of lines shown from the start of standard error, and from its end. Some languages
/// print the reason of a crash first, others last.
const SHOWN_LINES: usize = 5;

impl Judgement {
    /// Judges a run whose whole output is one answer.
    ///
    /// # Errors
    /// Returns an error if a signal or the deadline ended the run.
    pub(crate) fn of(run: &Run, expected: &Answer) -> Result<Self, JudgeError> {
        let output = String::from_utf8_lossy(&run.output);
        Self::of_answer(run, &output, expected)
    }

    /// Judges one of the answers that a program printed in a run.
    ///
    /// # Errors
    /// Returns an error if a signal or the deadline ended the run.
    pub(crate) fn of_answer(
        run: &Run,
        answer: &str,
        expected: &Answer,
    ) -> Result<Self, JudgeError> {
        let output = on_one_line(answer);
        let is_right = read(&output, expected).as_ref() == Some(expected);
        let (verdict, detail) = match run.end {
            End::Stopped => return Err(JudgeError::Interrupted),
            End::TimeLimit(limit) => (JudgeVerdict::TimeLimit, Some(limit.to_string())),
            End::MemoryLimit => (JudgeVerdict::MemoryLimit, None),
            End::OutputLimit => (JudgeVerdict::OutputLimit, None),
            End::Exited(status) if !status.success() => {
                (JudgeVerdict::Crash, Some(how_ended(status)))
            }
            End::Exited(_) if output.is_empty() => (JudgeVerdict::None, None),
            End::Exited(_) if is_right => (JudgeVerdict::Ok, None),
            End::Exited(_) => (JudgeVerdict::Wrong, None),
        };
        let errors = if verdict == JudgeVerdict::Crash {
            run.errors.lines(SHOWN_LINES)
        } else {
            String::new()
        };
        // Few outputs need a look at all bytes of the run.
        let encoding = if answer.contains(['\0', char::REPLACEMENT_CHARACTER]) {
            Encoding::of(&run.output)
        } else {
            None
        };
        Ok(Self {
            verdict,
            is_right,
            texts: OutputTexts::new(&output, encoding, expected),
            got: cut(&output, SHOWN_CHARACTERS),
            detail,
            errors,
            time: run.time,
        })
    }

    /// Returns the last line that a crashed program wrote to standard error.
    pub(super) fn error(&self) -> &str {
        self.errors.lines().next_back().unwrap_or_default()
    }

    pub(crate) fn text(&self, expected: &Answer) -> String {
        let (got, detail) = (&self.got, self.detail.as_deref().unwrap_or_default());
        match self.verdict {
            JudgeVerdict::Ok => format!("got {got}"),
            JudgeVerdict::Wrong => format!("expected {expected}, got {got}"),
            JudgeVerdict::TimeLimit => {
                format!("expected {expected}, but the program did not end in time: {detail}")
            }
            JudgeVerdict::Crash => {
                format!("expected {expected}, but the program ended with {detail}")
            }
            JudgeVerdict::MemoryLimit => {
                format!("expected {expected}, but the program took too much memory")
            }
            JudgeVerdict::OutputLimit => {
                format!("expected {expected}, but the program printed too much")
            }
            JudgeVerdict::None => format!("expected {expected}, but the program printed nothing"),
        }
    }
}

/// Describes how a process ended.
///
/// Shells and wrappers exit with status 128 + N if signal N ended their program.
fn how_ended(status: ExitStatus) -> String {
    let signal = status.code().and_then(|code| code.checked_sub(128));
    match signal.and_then(|signal| Some((signal, signals::name_of(signal)?))) {
        Some((signal, name)) => format!("{status} (128 + {signal}, {name})"),
        None => status.to_string(),
    }
}
