//! The arguments of the command line.

mod deferred;
mod games;
mod groups;
pub(crate) mod names;
mod numbers;
mod questions;
pub(crate) mod workbench;

use std::path::PathBuf;

use clap::builder::{EnumValueParser, TypedValueParser as _};
use clap::{Args as Group, Parser, Subcommand};

pub(crate) use self::deferred::Deferred;
pub(crate) use self::games::{Perft, Play};
pub(crate) use self::groups::{Board, Input, Svg};
use self::names::RULES;
pub(crate) use self::questions::{Endgame, Graph, Mate, Moves, Path};
use crate::notation;

/// The end of the program's help and of all manual pages.
pub(crate) const FOR_ALL: &str = "\
Exit status:
  0  every record was answered
  1  a case failed, a program differed, a wrong reading survived, or with --exit-status an
     answer was negative
  2  wrong usage or bad input

Environment:
  NO_COLOR  if set, no colors unless --color says otherwise";

/// 3D-chess puzzles: least moves, checkmates, and where pieces can go.
#[derive(Debug, Parser)]
#[command(name = "kubikschach", version, subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = ["\
Examples:
  kubikschach path King W A1a B3d
  kubikschach mate --status '[###,##b,r#r],[###,###,###],[#k#,###,#K#]'
  kubikschach moves Knight W D4d
  kubikschach replay

", FOR_ALL].concat())]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options of every command.
#[derive(Debug, Group)]
pub(crate) struct Common {
    /// Print JSON, an object a line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Color the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = EnumValueParser::<clap::ColorChoice>::new().map(Color::Shown))]
    pub(crate) color: Color,
}

/// The value of `--color`, which has two meanings: when to color the output, or the color of a
/// piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Shown(clap::ColorChoice),
    Of(crate::piece::Color),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the least number of moves of a piece from one cell to another
    ///
    /// Reads queries such as `King W A1a B3d`, or the same words on three lines (piece and color, start,
    /// finish), any number of them one after the other, and prints an integer for each: -1 if there is
    /// no way.
    Path(Deferred<Path>),
    /// Tell whether White is checkmated, and why
    ///
    /// Reads boards, any number of them one after the other, and prints true or false for each.
    /// A board lists its levels from the top, its rows from Black's side and its cells from the left:
    /// KQRBN are White's pieces, kqrbn Black's, # is empty. The side to move may follow (w or b).
    Mate(Deferred<Mate>),
    /// Show the cells that a piece can go to
    ///
    /// Draws the levels, top level first, with the cells the piece can go to.
    Moves(Deferred<Moves>),
    /// Check that the published cases, or those of files, still hold
    ///
    /// Replays the built-in cases, or those of the files, and prints a line for each.
    Replay(Deferred<Replay>),
    /// Run another program on cases, and name those that it fails
    ///
    /// Runs the program once for each case, the input on its standard input, and compares what it prints.
    /// It may take a time and memory; its processes are ended with it.
    Judge(Deferred<workbench::Judge>),
    /// Find an input that another program gets wrong
    ///
    /// Runs the program on random inputs of every kind until its answer differs, and makes the input as
    /// small as it can be.
    Stress(Deferred<workbench::Stress>),
    /// Name the wrong readings of the rules that a set of cases lets pass
    ///
    /// Makes wrong readings from the rule set's own tables and mistakes about checkmate, and says of each
    /// which cases catch it.
    Audit(Deferred<workbench::Audit>),
    Generate(workbench::Generate),
    /// Read cases from a copied page or a folder of files
    Import(Deferred<workbench::Import>),
    /// Write cases into a folder of files, for other runners, or as a list
    ///
    /// Each case becomes NAME.in and NAME.out; all cases are written or none.
    Export(Deferred<workbench::Export>),
    /// Play moves from a position, or a game at a terminal
    ///
    /// Makes the moves and prints the position they lead to, its verdict or result, and which draws can
    /// be claimed. Moves are two cells with `-` or `x` between, and `=` and a piece for a promotion. They
    /// are read from arguments, files or standard input; a comment stands in `{}` or from `;`, or `#` after
    /// a blank, to the end of the line, and numbers such as `12.` and a result at the end are passed over.
    /// `claim` after the moves claims a draw. At a terminal, without moves, a game is played line by line.
    Play(Deferred<Play>),
    /// Count the sequences of legal moves from a position
    Perft(Deferred<Perft>),
    /// Solve all positions of a few men: which White wins, and in how many moves
    ///
    /// Solves all positions of the men, and of what captures leave of them, going back from the mates. It
    /// prints for White and for Black to move how many positions there are, how many White wins, the
    /// longest mate with one position that takes it, and how many positions take each number of moves.
    Endgame(Deferred<Endgame>),
    /// Measure or write the move graph of a piece on an empty board
    ///
    /// Prints the number of cells, of moves between them, of components that no move joins, and the
    /// diameter: the most moves that a way from one cell to another takes.
    Graph(Deferred<Graph>),
    Rules(Rules),
    /// Serve the page: a piece tester, path finder and mate board in the browser
    ///
    /// Prints the page's address and answers until Ctrl-C. Everything is in the program: the page asks
    /// for nothing from elsewhere.
    #[cfg(feature = "serve")]
    Serve(Deferred<Serve>),
    /// Write a completion script for a shell
    #[command(after_help = "\
Examples:
  kubikschach completions bash \\
    > ~/.local/share/bash-completion/completions/kubikschach
  kubikschach completions fish > ~/.config/fish/completions/kubikschach.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page, or one for each command
    #[command(after_help = "\
Examples:
  kubikschach man > kubikschach.1
  kubikschach man --dir ~/.local/share/man/man1")]
    Man {
        /// Write a page for each command into this directory
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach replay
  kubikschach replay --only pawn
  kubikschach replay --cases my-cases.toml")]
pub(crate) struct Replay {
    /// Files with cases, in TOML; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) more_files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) cases: workbench::Cases,
}

#[cfg(feature = "serve")]
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach serve --open
  kubikschach serve --port 0")]
pub(crate) struct Serve {
    /// The address to listen on; other machines have to call this one by the very same
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// The port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// List, show and check rule sets
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach rules list
  kubikschach rules show cube > my.toml
  kubikschach rules check my.toml")]
pub(crate) struct Rules {
    #[command(subcommand)]
    pub(crate) action: Option<RulesAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesAction {
    /// List the built-in rule sets
    List,
    /// Print a rule set's TOML document
    Show {
        /// A built-in rule set or a file
        #[arg(value_name = "NAME|FILE", value_parser = RULES, hide_possible_values = true)]
        name: String,
    },
    /// Find every mistake in a rule set's TOML document
    Check {
        /// The file, or `-` for standard input
        file: PathBuf,
    },
}

impl Args {
    /// Returns an option that `--json` conflicts with, if both are given.
    pub(crate) fn flag_against_json(&self) -> Option<&'static str> {
        let flags: &[(bool, &str)] = match &self.command {
            Command::Path(Deferred(args)) => {
                &[(args.draw, "path --draw"), (args.svg.is_output(), "path --svg -")]
            }
            Command::Mate(Deferred(args)) => &[
                (args.status, "mate --status"),
                (args.draw, "mate --draw"),
                (args.svg.is_output(), "mate --svg -"),
            ],
            Command::Moves(Deferred(args)) => {
                &[(args.list, "moves --list"), (args.svg.is_output(), "moves --svg -")]
            }
            Command::Play(Deferred(args)) => {
                &[(args.draw, "play --draw"), (args.svg.is_output(), "play --svg -")]
            }
            Command::Graph(Deferred(args)) => &[(args.dot, "graph --dot")],
            Command::Export(Deferred(args)) => {
                let is_markdown = args.form == Some(workbench::ExportForm::Markdown);
                &[(is_markdown, "export --form markdown")]
            }
            Command::Completions { .. } => &[(true, "completions")],
            Command::Man { .. } => &[(true, "man")],
            _ => &[],
        };
        flags.iter().find(|(given, _)| *given).map(|(_, flag)| *flag).filter(|_| self.common.json)
    }
}

fn color(name: &str) -> Result<crate::piece::Color, String> {
    notation::color(name).ok_or_else(|| {
        let hint =
            notation::nearest_side(name).map_or_else(String::new, |hint| format!("; {hint}"));
        format!("expected white or black{hint}")
    })
}
