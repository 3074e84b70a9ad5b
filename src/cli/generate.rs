//! `generate`: creates random cases that meet the constraints of the options.

use std::io::Write;

use serde::Serialize;

use super::args::{Color, workbench as args};
use super::cases::JsonCase;
use super::output::Output;
use super::progress::watched;
use super::questions::role;
use super::rules::{expect_verdict, load, size, size_if_any};
use super::{Failure, Success};
use crate::api::json;
use crate::cases::{Answer, Case, Puzzle, Question, document};
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::Verdict;
use crate::words::counted;
use crate::workbench::{
    GeneratedProblem, Impossible, MateConstraint, MateGenerator, PathConstraint, PathGenerator,
    ProblemConstraint, ProblemGenerator,
};

pub(crate) fn run(args: &args::Generate, json: bool, out: &mut Output) -> Result<Success, Failure> {
    match &args.puzzle {
        args::Generated::Path(args) => paths(args, json, out),
        args::Generated::Mate(args) => mates(&args.0, json, out),
    }
}

fn paths(args: &args::GeneratePath, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let rules = load(&args.board.rules)?;
    let size = size(&rules, args.board.size)?;
    let role = args.piece.as_deref().map(|name| role(&rules, "--piece", name)).transpose()?;
    // -1 becomes `None`, which stands for an unreachable finish cell.
    let moves = args.distance.map(|moves| u32::try_from(moves).ok());
    let color = match args.color {
        Some(Color::Of(color)) => Some(color),
        _ => None,
    };
    let constraint = PathConstraint { role, color, moves };
    let mut generator = PathGenerator::new(&rules, size, constraint, args.seed.seed);
    let describe = |question: &Question, answer: &Answer| match (question, answer) {
        (Question::Path(_, query), Answer::Moves(moves)) => {
            let name = &rules.role(query.piece.role()).name;
            let moves =
                moves.map_or_else(|| "without a way".to_owned(), |moves| format!("in {moves}"));
            format!("{} {name} {moves}", query.piece.color())
        }
        _ => String::new(),
    };
    let from = Source { rules: &rules, rules_name: &args.board.rules, seed: args.seed.seed, json };
    from.questions(args.count, || generator.next_question(), describe, out)
}

fn mates(args: &args::GenerateMate, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let rules_name = args.board.rules.as_deref().unwrap_or(Puzzle::Mate.rules());
    let rules = load(rules_name)?;
    expect_verdict(&rules)?;
    let from = Source { rules: &rules, rules_name, seed: args.seed.seed, json };
    let size = size_if_any(&rules, args.board.size)?;
    if let Some(moves) = args.within {
        return problems(
            &from,
            args,
            ProblemConstraint {
                moves,
                size,
                pieces: args.pieces,
                quiet_key: args.quiet_key,
                no_duals: args.no_duals,
            },
            out,
        );
    }
    let constraint = MateConstraint {
        size,
        pieces: args.pieces,
        verdict: args.status.map(Verdict::from),
        minimal: args.minimal,
    };
    let mut generator = MateGenerator::new(&rules, constraint, args.seed.seed);
    let describe = |question: &Question, _: &Answer| match question {
        Question::Mate(setup) => {
            let position = Position::new_unchecked(&rules, setup.clone());
            format!("{} with {}", position.verdict(), counted(setup.board.count(), "piece"))
        }
        Question::Path(..) => String::new(),
    };
    from.questions(args.count, || generator.next_question(), describe, out)
}

/// Generates mate problems, and writes each one as soon as it is found.
fn problems(
    from: &Source<'_>,
    args: &args::GenerateMate,
    constraint: ProblemConstraint,
    out: &mut Output,
) -> Result<Success, Failure> {
    let mut generator = ProblemGenerator::new(from.rules, constraint, from.seed);
    let next = |nth| {
        let problem = watched(|control| generator.next_problem(control))?;
        let GeneratedProblem { setup, key } = &problem;
        let (moves, pieces) = (constraint.moves, counted(setup.board.count(), "piece"));
        let name = format!("{nth}: mate in {moves} with {pieces}");
        Ok(Case::of_problem(from.rules, from.rules_name, name, setup, (moves, *key)))
    };
    from.write(args.count, next, out)
}

impl From<args::Verdict> for Verdict {
    fn from(verdict: args::Verdict) -> Self {
        match verdict {
            args::Verdict::Checkmate => Self::Checkmate,
            args::Verdict::Stalemate => Self::Stalemate,
            args::Verdict::Check => Self::Check,
            args::Verdict::Ongoing => Self::Ongoing,
        }
    }
}

/// The rule set, seed and format of generated cases.
struct Source<'a> {
    rules: &'a Rules,
    rules_name: &'a str,
    seed: u64,
    json: bool,
}

/// A generated case as `--json` prints it.
#[derive(Serialize)]
struct JsonGeneratedCase<'a> {
    #[serde(flatten)]
    case: JsonCase<'a>,
    seed: u64,
}

impl Source<'_> {
    /// Writes `count` questions with their answers as cases. The name of a case is its number and
    /// the text from `describe`.
    fn questions(
        &self,
        count: usize,
        mut next: impl FnMut() -> Result<Question, Impossible>,
        describe: impl Fn(&Question, &Answer) -> String,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let next = |nth| {
            let question = next()?;
            let case = question.case(self.rules, self.rules_name, String::new())?;
            let name = format!("{nth}: {}", describe(&question, &case.expected));
            Ok(Case { name, ..case })
        };
        self.write(count, next, out)
    }

    /// Writes `count` cases, each as soon as `next` returns it.
    fn write(
        &self,
        count: usize,
        mut next: impl FnMut(usize) -> Result<Case, Failure>,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        for nth in 1..=count {
            let case = next(nth)?;
            if self.json {
                json::line(
                    out,
                    &JsonGeneratedCase { case: JsonCase::new(&case), seed: self.seed },
                )?;
            } else {
                let before =
                    if nth == 1 { format!("# seed {}\n", self.seed) } else { String::new() };
                write!(out, "{before}\n{}", document(&[case]))?;
            }
            // Each case is written now, because the next search may take long and a signal may end
            // it.
            out.flush()?;
        }
        Ok(Success::Yes)
    }
}
