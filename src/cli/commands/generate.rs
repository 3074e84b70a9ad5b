//! `generate`: creates random cases that meet the constraints of the options.

use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use serde::Serialize;

use crate::api::{Fields, json, mate};
use crate::cases::{Answer, Case, Puzzle, Question, document};
use crate::cli::args::numbers::{COUNT, distance, number};
use crate::cli::args::{ColorArg, Deferred, PuzzleArgs, SeedArgs, with_negative_values};
use crate::cli::cases::JsonCase;
use crate::cli::command::CliCommand;
use crate::cli::completion::candidates::{colors, pieces};
use crate::cli::failure::Failure;
use crate::cli::messages::print_message;
use crate::cli::output::Output;
use crate::cli::questions::{failure, role, size, size_if_any};
use crate::cli::rule_sets::{expect_verdict, load};
use crate::cli::success::Success;
use crate::common::{counted, numbered};
use crate::notation::parse_piece_color;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::terminal;
use crate::terminal::progress::watched;
use crate::terminal::signals;
use crate::verdict::Verdict;
use crate::workbench::{
    Audit, AuditOutcome, Finding, GeneratedProblem, Impossible, MateConstraint, MateGenerator,
    PathConstraint, PathGenerator, PathLength, ProblemConstraint, ProblemGenerator, Trials,
};

/// Make cases and mate problems with the properties that you ask for
///
/// A case is an input with its expected answer. Prints a file of random cases, which without options vary in
/// piece, distance and verdict.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach generate path --piece Knight --distance 6
  kubikschach generate mate --status stalemate --size 3 --minimal
  kubikschach generate path --best 12 > cases.toml
  kubikschach generate mate --count 100 > cases.toml
  kubikschach generate mate --in 2 --size 4 --quiet-key --count 3")]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    pub(crate) puzzle: Generated,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Generated {
    /// Make queries, each with its least number of moves
    // Not `Deferred`, because its `--color` replaces the global option: it once named the side.
    Path(GeneratePathArgs),
    /// Make boards with their verdicts, or mate problems
    Mate(Deferred<GenerateMateArgs>),
}

#[derive(Debug, Parser)]
#[command(mut_args(with_negative_values))]
pub(crate) struct GeneratePathArgs {
    /// Make this many cases
    #[arg(long, value_name = "N", value_parser = number(COUNT), default_value = "10")]
    pub(crate) count: usize,
    /// Make the N cases that together catch the most misreadings, the best first
    ///
    /// A misreading is a wrong belief about the rules; `audit` lists them.
    #[arg(long, value_name = "N", value_parser = number(1..=CANDIDATES), conflicts_with_all = ["count"])]
    pub(crate) best: Option<usize>,
    /// Use only this piece, by name or letter
    #[arg(long, add = pieces())]
    pub(crate) piece: Option<String>,
    /// Use only pieces of this side: W or B
    #[arg(long, value_name = "W|B", value_parser = parse_piece_color, add = colors())]
    pub(crate) side: Option<Color>,
    /// Color the output
    #[arg(id = "when", long = "color", value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = color_or_side())]
    pub(crate) color: ColorArg,
    /// Make only queries with this least number of moves; -1 means no way
    #[arg(long, value_name = "D", value_parser = distance)]
    pub(crate) distance: Option<i64>,
    #[command(flatten)]
    pub(crate) board: PuzzleArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
}

#[derive(Debug, Parser)]
pub(crate) struct GenerateMateArgs {
    /// Make this many cases
    #[arg(long, value_name = "N", value_parser = number(COUNT), default_value = "10")]
    pub(crate) count: usize,
    /// Make the N cases that together catch the most misreadings, the best first
    ///
    /// A misreading is a wrong belief about the rules; `audit` lists them.
    #[arg(long, value_name = "N", value_parser = number(1..=CANDIDATES), conflicts_with_all = ["count", "within"])]
    pub(crate) best: Option<usize>,
    /// Make only boards with this verdict
    #[arg(long, value_enum)]
    pub(crate) status: Option<WantedVerdict>,
    /// Place this many pieces, kings included
    #[arg(long, value_name = "K", value_parser = number(COUNT))]
    pub(crate) pieces: Option<usize>,
    /// Make boards on which removing any piece changes the verdict
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Make mate problems: one first move alone forces mate in N moves, and none forces it sooner
    ///
    /// Every piece is needed: if any piece were removed, the board would not be a sound mate in N.
    #[arg(long = "in", value_name = "N", conflicts_with_all = ["status", "minimal"])]
    pub(crate) within: Option<String>,
    /// Require a first move that neither gives check nor captures, with --in
    #[arg(long, requires = "within")]
    pub(crate) quiet_key: bool,
    /// Allow no duals (replies after which several moves mate), with --in
    #[arg(long, requires = "within")]
    pub(crate) no_duals: bool,
    #[command(flatten)]
    pub(crate) board: PuzzleArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
}

/// The verdicts to which `--status` can limit generated boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WantedVerdict {
    /// Check, and no legal move
    Checkmate,
    /// No check, and no legal move
    Stalemate,
    /// Check, and a legal move ends it
    Check,
    /// No check, and a legal move
    Ongoing,
}

impl CliCommand for GenerateArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        match &self.puzzle {
            Generated::Path(args) => paths(args, json, out),
            Generated::Mate(args) => mates(&args.0, json, out),
        }
    }
}

/// Returns a parser of when to color the output. It also accepts the side of pieces, and does not
/// show that.
fn color_or_side() -> impl TypedValueParser<Value = ColorArg> {
    let choices = ["auto", "always", "never"].map(PossibleValue::new);
    let sides = [("W", ["w", "white", "White"]), ("B", ["b", "black", "Black"])]
        .map(|(letter, names)| PossibleValue::new(letter).aliases(names).hide(true));
    PossibleValuesParser::new(choices.into_iter().chain(sides)).try_map(|text| match text.parse() {
        Ok(choice) => Ok(ColorArg::Shown(choice)),
        Err(_) => parse_piece_color(&text).map(ColorArg::Of),
    })
}

fn paths(args: &GeneratePathArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let rules_name = args.board.rules.as_deref().unwrap_or(Puzzle::Path.rules());
    let rules = load(rules_name)?;
    let size = size(&rules, args.board.size.as_deref())?;
    let role = args.piece.as_deref().map(|name| role(&rules, "--piece", name)).transpose()?;
    let length = match args.distance.map(u32::try_from) {
        None => PathLength::Any,
        Some(Ok(moves)) => PathLength::Moves(moves),
        // The distance -1 stands for an unreachable finish cell.
        Some(Err(_)) => PathLength::Unreachable,
    };
    let color = match args.color {
        ColorArg::Of(color) => args.side.or(Some(color)),
        ColorArg::Shown(_) => args.side,
    };
    let constraint = PathConstraint { role, color, length };
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
    let writer = CaseWriter { rules: &rules, rules_name, seed: args.seed.seed, json };
    let mut next = || generator.next_question();
    if let Some(count) = args.best {
        let is_free = constraint == PathConstraint::default();
        let trials = is_free.then(|| Trials::new(&rules, Puzzle::Path, Some(size), writer.seed));
        let mut trials = trials.transpose()?;
        let next = || trials.as_mut().map_or_else(&mut next, Trials::next_question);
        return writer.best(Puzzle::Path, count, next, describe, out);
    }
    writer.questions(args.count, next, describe, out)
}

fn mates(args: &GenerateMateArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let rules_name = args.board.rules.as_deref().unwrap_or(Puzzle::Mate.rules());
    let rules = load(rules_name)?;
    expect_verdict(&rules)?;
    let writer = CaseWriter { rules: &rules, rules_name, seed: args.seed.seed, json };
    let size = size_if_any(&rules, args.board.size.as_deref())?;
    let fields = Fields::of_options(args.within.iter().map(|moves| ("in", Some(&**moves))));
    let moves = mate::mate_in(&fields, usize::MAX).map_err(|error| failure(&fields, error))?;
    if let Some(moves) = moves {
        return problems(
            &writer,
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
    let mut next = || generator.next_question();
    if let Some(count) = args.best {
        let is_free = constraint == MateConstraint { size, ..MateConstraint::default() };
        let trials = is_free.then(|| Trials::new(&rules, Puzzle::Mate, size, writer.seed));
        let mut trials = trials.transpose()?;
        let next = || trials.as_mut().map_or_else(&mut next, Trials::next_question);
        return writer.best(Puzzle::Mate, count, next, describe, out);
    }
    writer.questions(args.count, next, describe, out)
}

/// Generates mate problems, and writes each one as soon as it is found.
fn problems(
    writer: &CaseWriter<'_>,
    args: &GenerateMateArgs,
    constraint: ProblemConstraint,
    out: &mut Output,
) -> Result<Success, Failure> {
    let mut generator = ProblemGenerator::new(writer.rules, constraint, writer.seed);
    let next = |nth| {
        let problem = watched(|control| generator.next_problem(control))?;
        let GeneratedProblem { setup, key } = &problem;
        let (moves, pieces) = (constraint.moves, counted(setup.board.count(), "piece"));
        let name = format!("{nth}: mate in {moves} with {pieces}");
        Ok(Case::of_problem(writer.rules, writer.rules_name, name, setup, moves, *key))
    };
    writer.write(args.count, next, out)
}

impl From<WantedVerdict> for Verdict {
    fn from(verdict: WantedVerdict) -> Self {
        match verdict {
            WantedVerdict::Checkmate => Self::Checkmate,
            WantedVerdict::Stalemate => Self::Stalemate,
            WantedVerdict::Check => Self::Check,
            WantedVerdict::Ongoing => Self::Ongoing,
        }
    }
}

/// Number of questions among which `--best` chooses.
const CANDIDATES: usize = 1000;

/// A writer of generated cases, with their rule set and seed.
struct CaseWriter<'a> {
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

impl CaseWriter<'_> {
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

    /// Writes the `count` questions of many that together catch the most misreadings.
    fn best(
        &self,
        puzzle: Puzzle,
        count: usize,
        mut next: impl FnMut() -> Result<Question, Impossible>,
        describe: impl Fn(&Question, &Answer) -> String,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let mut candidates: Vec<(Question, Answer)> = Vec::new();
        for _ in 0..CANDIDATES {
            signals::check()?;
            let question = next()?;
            if candidates.iter().all(|(known, _)| *known != question) {
                let expected = question.answer(self.rules)?;
                candidates.push((question, expected));
            }
        }
        let audit =
            watched(|control| Audit::new(self.rules, puzzle, &candidates, self.seed, control))?;
        signals::check()?;
        let best = audit.best(count);
        let can_be_caught =
            |finding: &&Finding| !matches!(finding.outcome, AuditOutcome::NoWitness(_));
        let catches = |finding: &&Finding, cases: &[usize]| {
            finding.caught_by.iter().any(|nth| cases.contains(nth))
        };
        let caught = audit.findings.iter().filter(|it| catches(it, &best)).count();
        let of = numbered(audit.findings.iter().filter(can_be_caught).count(), "misreading");
        let next = |nth: usize| {
            let (question, expected) = &candidates[best[nth - 1]];
            let case = question.case(self.rules, self.rules_name, String::new())?;
            let name = format!("{nth}: {}", describe(question, expected));
            let added = audit
                .findings
                .iter()
                .filter(|it| catches(it, &best[..nth]) && !catches(it, &best[..nth - 1]));
            let why = format!("catches {}", numbered(added.count(), "more misreading"));
            Ok(Case { name, why, ..case })
        };
        let success = self.write(best.len(), next, out)?;
        let cases = numbered(best.len(), "case");
        let verb = if best.len() == 1 { "catches" } else { "catch" };
        let all = candidates.len();
        print_message(&format!("{cases}, chosen from {all}, {verb} {caught} of {of}"));
        Ok(success)
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
        if !self.json && terminal::is_output() {
            print_message("tip: write the cases into a file with `> my-cases.toml`");
        }
        Ok(Success::Yes)
    }
}
