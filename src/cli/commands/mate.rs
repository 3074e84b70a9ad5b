//! `mate`: tells whether a side is checkmated, or solves mate problems.

use std::io::Write;
use std::ops::Range;

use clap::{Arg, Parser};
use serde_json::value::RawValue;

use crate::api::picture::of_verdict;
use crate::api::{
    Context, Error, Fields, MateInAnswer, MateOptions, MateQuestion, Place, PositionQuestion,
    expect_known, json,
};
use crate::board::Setup;
use crate::cli::args::fields::{flag, option, required_size, rules};
use crate::cli::args::{CommandQuestion, FieldArgs, InputArgs, SvgArgs};
use crate::cli::command::CliCommand;
use crate::cli::completion::candidates::sides;
use crate::cli::failure::Failure;
use crate::cli::ndjson::{Ndjson, Record};
use crate::cli::output::{Output, styles};
use crate::cli::picture::draw_board;
use crate::cli::questions::{context, failure, in_object};
use crate::cli::records::{Handler, Records};
use crate::cli::success::Success;
use crate::notation::{self, Boards, Reader as _};
use crate::render::{self, Picture, Solution, Styles};
use crate::rules::Rules;
use crate::terminal;
use crate::terminal::progress::watched;
use crate::terminal::signals;
use crate::verdict::{Reason, Status, Verdict};

/// The text for a person who gives no board at a terminal.
const FIRST_STEPS: &str = "\
Tell whether White is checkmated: give a board, its levels from the top.

  $ kubikschach mate '[rq,##],[##,K#]'
  true

K is White's king, q Black's queen, and # an empty cell. `kubikschach mate -f FILE` reads a file
of boards, and so does `kubikschach mate < FILE`. With --explain you get the reasons, and with
--in 2 the mates in two moves.

`kubikschach mate --help` lists all options.";

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach mate '[rq,##],[##,K#]'
  kubikschach mate --status '[###,##b,r#r],[###,###,###],[#k#,###,#K#]'
  kubikschach mate --side black '[###,###,##k],[###,###,#QR],[###,###,#K#]'
  kubikschach mate --in 2 '[###,###,#Q#],[###,###,###],[k##,###,##K]'
  kubikschach mate -f boards.txt")]
pub(crate) struct MateArgs {
    /// Boards, one per argument
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<String>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) question: FieldArgs<PositionQuestion>,
    /// Print checkmate, stalemate, check or ongoing, or the result of a finished game
    #[arg(long)]
    pub(crate) status: bool,
    /// Draw the boards even if the output is not a terminal
    #[arg(long)]
    pub(crate) draw: bool,
    /// Exit with status 1 if an answer is not checkmate, with --in if there is no mate, with --try if
    /// the move is wrong
    #[arg(short, long)]
    pub(crate) exit_status: bool,
    #[command(flatten)]
    pub(crate) svg: SvgArgs,
}

impl CliCommand for MateArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        vec![
            (self.status, "mate --status"),
            (self.draw, "mate --draw"),
            (self.svg.is_output(), "mate --svg -"),
        ]
    }

    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        self.svg.expect_file(PositionQuestion::COMMAND)?;
        let records = Records::new(&self.boards, &self.input, json);
        if records.would_wait_for_a_person() {
            return Ok(writeln!(out, "{FIRST_STEPS}").map(|()| Success::Yes)?);
        }
        let fields = self.question.fields();
        let mut context = context(&fields)?;
        let wrong = |error| failure(&fields, error);
        let options = MateOptions::read(&fields, &mut context).map_err(wrong);
        let (rules, size) = match &options {
            Ok(MateOptions { rules, .. }) => {
                (rules.clone(), context.chosen_size(&fields, rules).map_err(wrong)?)
            }
            Err(_) => (Rules::cube(), None),
        };
        let boards = Boards::new(&rules);
        let boards = if let Some(size) = size { boards.of_size(size) } else { boards };
        let boards = if fields.has("rules") { boards } else { boards.of_named_rules() };
        records.answer(out, MateAnswers::new(boards, options, &fields, context, self, json))
    }
}

impl CommandQuestion for PositionQuestion {
    const COMMAND: &'static str = "mate";

    fn arguments() -> Vec<Arg> {
        let explain = "Explain the verdict: the checkers, every king step, and every capture or block of a checker";
        let side = "Ask about this side, which is then to move [default: the side after the board, else white]";
        let judged = "Judge this first move: print the reply that refutes it or holds out longest, with --in";
        let set = "List the set play, the mates that would follow if the other side moved first, with --in";
        let tries = "List the tries, the first moves that fail to exactly one reply, with --in";
        let figurines = "Write the moves in figurine notation, with --in";
        let memory = "Limit the memory for searched positions, with --in [default: 64M]";
        let mate_in = "Find mates that the side to move can force within N moves, at most 99";
        vec![
            rules("cube"),
            required_size(),
            flag("explain", explain).alias("why").conflicts_with("status"),
            flag("all", "List every cell on long lines, with --explain"),
            option("side", "white|black", side).add(sides()),
            option("in", "N", mate_in)
                .long_help([mate_in, MATE_IN].join("\n\n"))
                .conflicts_with_all(["status", "draw"])
                .help_heading(PROBLEMS),
            option("try", "MOVE", judged).help_heading(PROBLEMS),
            flag("set", set).help_heading(PROBLEMS),
            flag("tries", tries).help_heading(PROBLEMS),
            flag("figurines", figurines).help_heading(PROBLEMS),
            option("memory", "SIZE", memory).allow_hyphen_values(true).help_heading(PROBLEMS),
            flag("force", "Answer even if the position is illegal"),
        ]
    }
}

/// The heading of the options about mate problems.
const PROBLEMS: &str = "Mate problems";

/// The second paragraph of the help of `--in`.
const MATE_IN: &str = "\
Prints the least number of moves and the keys, the first moves that force mate in that number. Prints -1 if \
there is no such mate, or the result if the game is over. With --explain, lists what mates after every \
reply, and checks the board as a mate problem. It is `sound` if it has one key and no mate in fewer than N \
moves. Otherwise it is `cooked` (several keys) or has a `short solution` (fewer moves). `dual` marks a \
reply after which several moves mate.";

pub(crate) struct MateAnswers<'a> {
    reader: Ndjson<Boards<'a>>,
    /// Options for boards in text, or the mistake in the options. The mistake is reported at the
    /// first such board, because objects may override options.
    options: Result<MateOptions, Failure>,
    /// Command-line options as fields, which are the defaults for boards that are JSON objects.
    fields: &'a Fields<'a>,
    context: Context<'static>,
    args: &'a MateArgs,
    draws: bool,
    styles: Styles,
    json: bool,
}

impl<'a> Handler for MateAnswers<'a> {
    type Reader = Boards<'a>;

    /// Returns `true` if `argument` continues the board in `line`. It may be the side to move.
    /// After the side to move, it may also be the side whose king holds the other king, or `-` if
    /// no king is held.
    fn continues_line(&self, line: &str, argument: &str) -> bool {
        let is_side = |word: &str| notation::parse_color(word).is_some();
        is_side(argument) || argument == "-" && line.split_whitespace().last().is_some_and(is_side)
    }

    fn reader(&mut self) -> &mut Ndjson<Self::Reader> {
        &mut self.reader
    }

    fn check_options(&self) -> Result<(), Failure> {
        self.options.as_ref().map(drop).map_err(Failure::clone)?;
        self.args.svg.expect_some("board")
    }

    fn answer(
        &mut self,
        record: Record<'_, Setup>,
        text: &[u8],
        number: usize,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let checkmate = match record {
            Record::Text(setup, span) => {
                let options = self.options.as_ref().map_err(Failure::clone)?;
                let (rules, board) = (self.reader.reader.rules(), &text[span.clone()]);
                let written = || String::from_utf8_lossy(board).into_owned();
                let question =
                    options.question(self.fields, rules, setup.map_err(Failure::Record)?, written);
                let wrong = |error: Error| match &error.field {
                    Some(Place::Text(field)) if field == "try" => failure(self.fields, error),
                    _ => in_board(span, error),
                };
                self.write(&question.map_err(wrong)?, None, number, out)?
            }
            Record::Object(fields, start) => {
                let fields = fields.with_defaults(self.fields);
                let question = self.question(&fields);
                let question = question.map_err(|error| in_object(&fields, start, error))?;
                self.write(&question, fields.id(), number, out)?
            }
        };
        Ok(Success::when(checkmate || !self.args.exit_status))
    }
}

/// Returns an error about a board. The labels of `error` mark byte ranges of the board, and become
/// byte ranges of the text that contains the board.
#[cold]
fn in_board(Range { start, .. }: Range<usize>, error: Error) -> Failure {
    Failure::record(error.mistake.moved(start))
}

impl<'a> MateAnswers<'a> {
    pub(crate) fn new(
        boards: Boards<'a>,
        options: Result<MateOptions, Failure>,
        fields: &'a Fields<'a>,
        context: Context<'static>,
        args: &'a MateArgs,
        json: bool,
    ) -> Self {
        let draws = args.draw || terminal::is_output();
        let (reader, styles) = (Ndjson::new(boards), styles());
        Self { reader, options, fields, context, args, draws, styles, json }
    }

    /// Parses the question in a JSON object.
    ///
    /// If the object has only the field `board`, the options and the reader of the command line are
    /// used, which saves half of the time.
    fn question(&mut self, fields: &Fields<'_>) -> Result<PositionQuestion, Error> {
        if let Ok(options) = &self.options
            && let Some(board) = fields.option("board")
            && fields.has_only(&["board"])
        {
            let boards = &mut self.reader.reader;
            let setup =
                boards.single(board.as_bytes()).map_err(|error| Error::at("board", error))?;
            return options.question(fields, boards.rules(), setup, || board.to_owned());
        }
        expect_known("mate", fields)?;
        PositionQuestion::read(fields, &mut self.context)
    }

    /// Writes an answer, and a picture if `--svg` asks for one. Returns `true` if there is a
    /// checkmate or, with `--in`, a forced mate.
    fn write(
        &self,
        question: &PositionQuestion,
        id: Option<&RawValue>,
        number: usize,
        out: &mut Output,
    ) -> Result<bool, Failure> {
        let (svg, position) = (&self.args.svg, question.position());
        svg.expect_one(number)?;
        let picture = || match question {
            PositionQuestion::MateIn(_) | PositionQuestion::Try(_) => {
                Ok(svg.of(&Picture::new(position.rules(), position.board(), String::new())))
            }
            PositionQuestion::Verdict(_) => Ok(svg.of(&of_verdict(position, &signals::CONTROL)?)),
        };
        let has_text = svg.save(picture, out)?;
        match question {
            PositionQuestion::Verdict(_) if !has_text => Ok(position.is_checkmate()),
            PositionQuestion::MateIn(question) => {
                // The search may take long, so earlier answers are shown first.
                out.flush()?;
                let answer = watched(|control| question.answer(control))?;
                if self.json {
                    json::answer(out, id, &answer.to_json(&signals::CONTROL)?)?;
                } else if has_text {
                    write_solution(&answer, out)?;
                }
                Ok(answer.mate_in().is_some())
            }
            PositionQuestion::Try(question) => {
                out.flush()?;
                let answer = watched(|control| question.answer(control))?;
                if self.json {
                    json::answer(out, id, &answer)?;
                } else if has_text {
                    writeln!(out, "{}", answer.text)?;
                }
                Ok(answer.right)
            }
            PositionQuestion::Verdict(question) if self.json => {
                let answer = question.answer(&signals::CONTROL)?;
                json::answer(out, id, &answer)?;
                Ok(answer.checkmate)
            }
            PositionQuestion::Verdict(question) => {
                self.open(number, question, out)?;
                if question.explain {
                    return write_reasons(question, self.styles, out);
                }
                write_verdict(question, self.args.status, out)
            }
        }
    }

    /// Draws the board if requested. Before the second and later boards with a long answer, first
    /// writes a heading.
    fn open(
        &self,
        number: usize,
        question: &MateQuestion,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if number > 1 && (self.draws || question.explain) {
            writeln!(out, "\nBoard {number}:")?;
        }
        if self.draws { draw_board(&question.position, out) } else { Ok(()) }
    }
}

/// Writes the solution of a mate problem, or the status of a position in which the game is over.
fn write_solution(answer: &MateInAnswer<'_>, out: &mut Output) -> Result<(), Failure> {
    match &answer.solution {
        Err(end) => writeln!(out, "{end}")?,
        Ok(problem) => {
            let solution = Solution::new(answer.position(), problem);
            let is_plain = !answer.has_figurines();
            write!(out, "{}", if is_plain { solution } else { solution.with_figurines() })?;
        }
    }
    Ok(())
}

/// Writes `true` for a checkmate, otherwise `false`. With `status` writes the name of the verdict
/// instead. Returns `true` for a checkmate.
fn write_verdict(question: &MateQuestion, status: bool, out: &mut Output) -> Result<bool, Failure> {
    if status {
        let is_checkmate = match question.position.status() {
            Status::Verdict(verdict) => {
                out.write_all(verdict.name().as_bytes())?;
                verdict == Verdict::Checkmate
            }
            Status::Over(outcome) => {
                write!(out, "{outcome}")?;
                outcome.reason == Reason::Checkmate
            }
        };
        out.write_all(b"\n")?;
        return Ok(is_checkmate);
    }
    let is_checkmate = question.position.is_checkmate();
    out.write_all(if is_checkmate { b"true\n" } else { b"false\n" })?;
    Ok(is_checkmate)
}

/// Writes the reasons for the verdict, one per line. At a terminal, lines about legal moves are green,
/// and long lines are wrapped. Returns `true` for a checkmate.
fn write_reasons(
    question: &MateQuestion,
    styles: Styles,
    out: &mut Output,
) -> Result<bool, Failure> {
    let explain = if question.all { render::explain_in_full } else { render::explain };
    let explanation = question.position.explain_with(&signals::CONTROL);
    let explanation = explanation.map_err(|_| Failure::Interrupted)?;
    let explained = explain(&question.position, &explanation);
    for (line, text) in explained.lines.iter().zip(explained.texts()) {
        let (style, end) = if line.works { (styles.good, styles.end) } else { ("", "") };
        let indent = if line.depth == 0 { 0 } else { 2 * line.depth + 2 };
        for part in [style, &terminal::fitted_line(&text, indent), end, "\n"] {
            out.write_all(part.as_bytes())?;
        }
    }
    Ok(explanation.verdict == Verdict::Checkmate)
}
