//! The facts about a judged program, as lines of text.

use std::ffi::OsString;
use std::io::Write;

use crate::board::Setup;
use crate::cases::{Form, Question};
use crate::cli::cases::reason;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::picture::draw_board;
use crate::cli::shell_words::shell_words;
use crate::common::{all_of, numbered};
use crate::mistake::{on_one_line, printable};
use crate::position::Position;
use crate::render;
use crate::rules::Rules;
use crate::workbench::{Answered, Fact, MateClaim, Report};

/// The maximum number of lines about a program.
const LINES: usize = 12;

/// The maximum number of cells along an edge of a board that is drawn.
const DRAWN: usize = 4;

/// The remarks on a program's outputs, and the facts that its answers show.
pub(crate) struct Observed<'a> {
    pub(crate) rules: &'a Rules,
    /// Start of each line, if there are several puzzles or rule sets.
    pub(crate) prefix: String,
    pub(crate) remarks: &'a [String],
    /// Facts; `None` if the program was not observed.
    pub(crate) report: Option<Report>,
    pub(crate) form: Form,
    pub(crate) command: &'a [OsString],
}

impl Observed<'_> {
    /// Writes the remarks, then the facts, the smallest input that the program gets wrong with a
    /// command that runs it, and the programs whose answers are the same.
    pub(crate) fn write(&self, out: &mut Output) -> Result<(), Failure> {
        for remark in self.remarks {
            writeln!(out, "{}{remark}", self.prefix)?;
        }
        let Some(report) = &self.report else { return Ok(()) };
        let asked = numbered(report.asked, "input");
        writeln!(out, "{}asked {asked}, {} answered wrongly:", self.prefix, report.wrong)?;
        let last = self.smallest().into_iter().chain(self.in_short()).collect::<Vec<_>>();
        let facts = report.facts.iter().map(|fact| render::fact(self.rules, fact));
        let remarks: usize = self.remarks.iter().map(|remark| remark.lines().count()).sum();
        let facts = facts.take(LINES.saturating_sub(last.len() + remarks + 1));
        for line in facts.chain(last) {
            writeln!(out, "  {line}")?;
        }
        match self.undivided() {
            Some(setup) => draw_board(&Position::new_unchecked(self.rules, setup.clone()), out),
            None => Ok(()),
        }
    }

    /// Returns the smallest board, if no rule divides the wrong boards from the right ones.
    fn undivided(&self) -> Option<&Setup> {
        let report = self.report.as_ref()?;
        let is_undivided =
            |fact: &Fact| matches!(fact, Fact::Mate(fact) if fact.claim == MateClaim::Undivided);
        report.facts.iter().find(|fact| is_undivided(fact))?;
        match &report.smallest.as_ref()?.question {
            Question::Mate(setup) if setup.board.size().edge() <= DRAWN => Some(setup),
            _ => None,
        }
    }

    /// Returns the smallest input that the program gets wrong, and a command that runs it.
    fn smallest(&self) -> Vec<String> {
        let smallest = self.report.as_ref().and_then(|report| report.smallest.as_ref());
        let Some(Answered { question, expected, reply, .. }) = smallest else { return Vec::new() };
        let input = on_one_line(&question.text(self.rules, self.form));
        let got = render::does(reply);
        let smallest = format!("smallest: {}, expected {expected}, but {got}", printable(&input));
        let why = self.why(question).map(|why| format!("because:  {why}"));
        let command = format!("run it:   {}", self.shell_command(question));
        [smallest].into_iter().chain(why).chain([command]).collect()
    }

    /// Returns the reason for the right answer in one line.
    pub(super) fn why(&self, question: &Question) -> Option<String> {
        let reason = reason(self.rules, question).ok()?;
        reason.lines().next().map(str::to_owned)
    }

    /// Returns a command line that runs the program on an input.
    pub(super) fn shell_command(&self, question: &Question) -> String {
        let text = question.text(self.rules, self.form);
        let input = shell_words([text.replace('\\', "\\\\").replace('\n', "\\n")]);
        let command = shell_words(self.command.iter().map(|word| word.to_string_lossy()));
        format!("printf {input} | {}", printable(&command))
    }

    fn in_short(&self) -> Option<String> {
        let report = self.report.as_ref()?;
        let programs: Vec<String> = self.programs();
        let answers = all_of(report.asked, "answer");
        let are = if report.asked == 1 { "is that" } else { "are those" };
        (!programs.is_empty()).then(|| {
            let programs = programs.join(", or of one that ");
            format!("in short: {answers} {are} of a right program that {programs}")
        })
    }

    /// Returns each changed program whose answers are all the same, in words.
    pub(super) fn programs(&self) -> Vec<String> {
        let all = self.report.iter().flat_map(|report| &report.in_short);
        all.filter_map(|it| render::program_that(self.rules, it)).collect()
    }
}
