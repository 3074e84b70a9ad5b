//! The commands, and the arguments of the program.

pub(crate) mod audit;
pub(crate) mod completions;
pub(crate) mod endgame;
pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod graph;
pub(crate) mod import;
pub(crate) mod judge;
pub(crate) mod manual;
pub(crate) mod mate;
pub(crate) mod moves;
pub(crate) mod path;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rules;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod stress;

use clap::builder::{EnumValueParser, TypedValueParser as _};
use clap::{Arg, ArgAction, Args as Group, CommandFactory as _, Parser, Subcommand};

use self::audit::AuditArgs;
use self::completions::CompletionsArgs;
use self::endgame::EndgameArgs;
use self::export::ExportArgs;
use self::generate::GenerateArgs;
use self::graph::GraphArgs;
use self::import::ImportArgs;
use self::judge::JudgeArgs;
use self::manual::{FOR_ALL, ManArgs};
use self::mate::MateArgs;
use self::moves::MovesArgs;
use self::path::PathArgs;
use self::perft::PerftArgs;
use self::play::PlayArgs;
use self::replay::ReplayArgs;
use self::rules::RulesArgs;
#[cfg(feature = "serve")]
use self::serve::ServeArgs;
use self::stress::StressArgs;
use super::args::{ColorArg, Deferred};
use super::command::CliCommand;
use super::failure::Failure;
use super::output::Output;
use super::success::Success;

/// Answer questions about 3D chess: least moves, checkmates and why, games, mates in N, endgames
#[derive(Debug, Parser)]
#[command(name = "kubikschach", version, subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = ["\
Examples:
  kubikschach path King W A1a B3d
  kubikschach mate --status '[###,##b,r#r],[###,###,###],[#k#,###,#K#]'
  kubikschach judge path -- python3 solution.py
  kubikschach play raumschach

", FOR_ALL].concat())]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options of every command.
#[derive(Debug, Group)]
pub(crate) struct Common {
    /// Print one JSON object per line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Color the output
    #[arg(id = "when", long = "color", global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = EnumValueParser::<clap::ColorChoice>::new().map(ColorArg::Shown))]
    pub(crate) color: ColorArg,
}

/// The groups of commands in the help of the program; the last has all other commands.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Puzzles", &["path", "mate", "moves"]),
    ("Your program", &["judge", "stress"]),
    ("Cases", &["replay", "audit", "generate", "import", "export"]),
    ("Games", &["play", "perft", "endgame"]),
    ("More", &[]),
];

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the least number of moves of a piece from one cell to another
    ///
    /// Reads queries: piece, color, start and finish, on one line or on the puzzle's three lines. Prints the
    /// least number of moves for each, or -1 if there is no way.
    Path(Deferred<PathArgs>),
    /// Tell whether White is checkmated, and why
    ///
    /// Reads boards and prints true or false for each. A board lists its levels from the top, the rows of a
    /// level from Black's side and the cells of a row from the left. KQRBN are White's pieces, kqrbn Black's, #
    /// is an empty cell. The side to move may follow the board: w or b.
    Mate(Deferred<MateArgs>),
    /// Show the cells that a piece can go to
    ///
    /// Draws the board level by level, the top level first, and marks the cells.
    Moves(Deferred<MovesArgs>),
    /// Run your program on cases, and list its wrong answers
    ///
    /// A case is an input with its expected answer. Runs your program once for each case, with the input on
    /// its standard input, and compares what it prints. If answers are wrong, names the misreadings (wrong
    /// beliefs about the rules) that would explain them. A program that exceeds a limit is stopped.
    Judge(Deferred<JudgeArgs>),
    /// Find a small input that your program gets wrong
    ///
    /// Runs your program on random inputs of every kind until an answer is wrong. Then reduces the input as
    /// far as possible, and names the misreadings (wrong beliefs about the rules) that would explain the wrong
    /// answers.
    Stress(Deferred<StressArgs>),
    /// Check that this program still answers cases as expected
    ///
    /// A case is an input with its expected answer. Answers the published cases, or those of files, and
    /// prints `ok` or `FAIL` for each.
    Replay(Deferred<ReplayArgs>),
    /// Name the misreadings of the rules that a set of cases does not catch
    ///
    /// A misreading is one wrong belief about the rules, such as a queen that rides along one axis only. A case
    /// catches a misreading that leads to a wrong answer for this case. Lists misreadings of how each piece
    /// moves, and of checkmate. Each is printed with the cases that catch it, as SURVIVES with an input that would
    /// catch it, or as `same` if it changes no answer.
    Audit(Deferred<AuditArgs>),
    Generate(GenerateArgs),
    /// Read cases from copied pages, lists, JSON, folders or archives
    ///
    /// Reads text copied from a puzzle's page, tables, JSON of this program, CodinGame or Competitive Companion,
    /// and folders or zip archives with pairs of files such as NAME.in and NAME.out or NAME.ans. Prints a file of
    /// cases. Lines that look like an input or an answer and belong to no case are listed on standard error.
    Import(Deferred<ImportArgs>),
    /// Write cases into a folder of files for other test runners, or as a list
    ///
    /// Writes NAME.in and NAME.out for each case, or nothing if one cannot be written. Without a folder,
    /// prints all cases as a list (--form markdown) or as an array (--form json).
    Export(Deferred<ExportArgs>),
    /// Play moves from a position, or a game at a terminal
    ///
    /// Makes the moves, and prints the position after them, its verdict or result, and the draws that can be
    /// claimed. A move is two cells with `-`, `x` or nothing between them, and `=` and a piece for a promotion,
    /// such as `5c6-6c6=M`; short notations such as `Nb1a3` are read too. `claim` after the moves claims a draw.
    /// Games may have move numbers, comments, a result at the end, and tags as in PGN: `Variant` is the rule
    /// set, and `FEN` the position where the game starts.
    ///
    /// At a terminal, without moves, you type the moves one by one; with `--file` you go on with a saved game.
    ///
    /// Without a position the game begins at `start`. The name of a rule set stands for its `start`, as in
    /// `play raumschach`. The inventor of Great Shatranj prefers `great-shatranj:sideways`, the same game
    /// with the board turned.
    Play(Deferred<PlayArgs>),
    /// Count the sequences of legal moves from a position
    Perft(Deferred<PerftArgs>),
    /// Solve all positions of a few men: which White wins, and in how many moves
    ///
    /// Men are pieces, kings included. Solves all positions with these men, and with those that captures and
    /// promotions lead to, by retrograde analysis. Prints for White and for Black to move: the number of
    /// positions, how many of them White wins, the longest win with an example, and how many positions take
    /// each number of moves.
    Endgame(Deferred<EndgameArgs>),
    /// Measure the move graph of a piece on an empty board, or write it for Graphviz
    ///
    /// Prints how many cells, moves and components the graph has; no move leads from one component to another.
    /// Also prints the diameter: the length in moves of the longest of all shortest routes.
    Graph(Deferred<GraphArgs>),
    Rules(RulesArgs),
    /// Serve the page: try pieces, find paths and set up mates in the browser
    ///
    /// Prints the page's address, and serves the page and the HTTP API until Ctrl-C. The page loads nothing from
    /// other servers.
    #[cfg(feature = "serve")]
    #[command(arg = refused_json())]
    Serve(Deferred<ServeArgs>),
    /// Write a completion script for a shell
    #[command(after_help = "\
Examples:
  kubikschach completions bash \\
    > ~/.local/share/bash-completion/completions/kubikschach
  kubikschach completions fish > ~/.config/fish/completions/kubikschach.fish")]
    #[command(arg = refused_json())]
    Completions(CompletionsArgs),
    /// Write the manual page, or one page for each command
    #[command(after_help = "\
Examples:
  kubikschach man > kubikschach.1
  kubikschach man --dir ~/.local/share/man/man1")]
    #[command(arg = refused_json())]
    Man(ManArgs),
}

/// Defines the program's arguments. The help of the program lists its commands in groups.
pub(crate) fn program() -> clap::Command {
    let program = Arguments::command();
    let styles = program.get_styles();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let line = |sub: &clap::Command| {
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {literal}{:<11}{literal:#}  {about}\n", sub.get_name())
    };
    let group = |(group, names): (&str, &[&str])| {
        let is_here = |name: &str| names.contains(&name) || names.is_empty() && !is_grouped(name);
        let here = program.get_subcommands().filter(|sub| is_here(sub.get_name()));
        format!("{header}{group}:{header:#}\n{}\n", here.map(line).collect::<String>())
    };
    let groups: String = GROUPS.into_iter().map(group).collect();
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n\
         {{options}}{{after-help}}"
    );
    program.help_template(template)
}

/// Defines `--json` for a command that refuses it, and whose help does not list it.
fn refused_json() -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).global(true).hide(true)
}

impl Command {
    /// Runs the command, and writes its answers to `out`.
    ///
    /// # Errors
    /// Returns an error if an option cannot be combined with `--json`, or if the command fails.
    pub(crate) fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let command = self.command();
        let refused = command.against_json().into_iter().find(|(given, _)| json && *given);
        match refused {
            Some((_, flag)) => {
                Err(Failure::new(format!("the argument `--json` cannot be used with `{flag}`")))
            }
            None => command.run(json, out),
        }
    }

    fn command(&self) -> &dyn CliCommand {
        match self {
            Self::Path(args) => &args.0,
            Self::Mate(args) => &args.0,
            Self::Moves(args) => &args.0,
            Self::Judge(args) => &args.0,
            Self::Stress(args) => &args.0,
            Self::Replay(args) => &args.0,
            Self::Audit(args) => &args.0,
            Self::Import(args) => &args.0,
            Self::Export(args) => &args.0,
            Self::Play(args) => &args.0,
            Self::Perft(args) => &args.0,
            Self::Endgame(args) => &args.0,
            Self::Graph(args) => &args.0,
            Self::Generate(args) => args,
            Self::Rules(args) => args,
            #[cfg(feature = "serve")]
            Self::Serve(args) => &args.0,
            Self::Completions(args) => args,
            Self::Man(args) => args,
        }
    }
}

impl CliCommand for ManArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        vec![(true, "man")]
    }

    fn run(&self, _json: bool, out: &mut Output) -> Result<Success, Failure> {
        self.write(Arguments::command(), out)
    }
}
