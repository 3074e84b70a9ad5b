//! The arguments of the command line.

mod deferred;
mod games;
mod groups;
mod names;
mod numbers;

use std::path::PathBuf;

use clap::builder::TypedValueParser as _;
use clap::{Args as Group, Parser, Subcommand};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

pub(crate) use self::deferred::Deferred;
pub(crate) use self::games::{Perft, Play};
pub(crate) use self::groups::{Board, Input, Svg};
use self::names::{COLORS, PIECES, QUERY, RULES, SIDES};
use self::numbers::{ANY, EDGE, number};

/// What the help of the program and the pages of all commands end with.
pub(crate) const FOR_ALL: &str = "\
Exit status:
  0  every record was answered
  1  a replayed case failed, or with --exit-status an answer was negative
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

/// What every command understands.
#[derive(Debug, Group)]
pub(crate) struct Common {
    /// Print JSON, an object a line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Whether to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: clap::ColorChoice,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The least number of moves of a piece from one cell to another
    ///
    /// Reads queries such as `King W A1a B3d`, or the same words on three lines (piece and color, start,
    /// finish), any number of them one after the other, and prints an integer for each: -1 if there is
    /// no way.
    Path(Deferred<Path>),
    /// Is White checkmated?
    ///
    /// Reads boards, any number of them one after the other, and prints true or false for each.
    /// A board lists its levels from the top, its rows from Black's side and its cells from the left:
    /// KQRBN are White's pieces, kqrbn Black's, # is empty. The side to move may follow (w or b).
    Mate(Deferred<Mate>),
    /// Where can a piece go?
    ///
    /// Draws the levels, top level first, with the cells the piece can go to.
    Moves(Deferred<Moves>),
    /// Do the published cases still hold?
    ///
    /// Replays the built-in cases, or those of the files, and prints a line for each.
    Replay(Deferred<Replay>),
    /// Play moves from a position
    ///
    /// Makes the moves and prints the position they lead to, its verdict or result, and which draws can
    /// be claimed. Moves are two cells with `-` or `x` between, and `=` and a piece for a promotion. They
    /// are read from arguments, files or standard input; a comment stands in `{}` or from `;`, or `#` after
    /// a blank, to the end of the line, and numbers such as `12.` and a result at the end are passed over.
    Play(Deferred<Play>),
    /// Count the sequences of legal moves from a position
    Perft(Deferred<Perft>),
    /// The move graph of a piece on an empty board
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
  kubikschach completions bash > ~/.local/share/bash-completion/completions/kubikschach
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

#[derive(Clone, Debug, PartialEq, Parser, Deserialize)]
#[command(mut_arg("svg", |arg| arg.requires("route")))]
#[command(after_help = "\
Examples:
  kubikschach path King W A1a B3d
  kubikschach path --route Rook W G6f C2e
  kubikschach path --rules cube --size 5 --count Queen W a1I 'e4(III)'
  printf 'King W\\nA1a\\nB3d\\n' | kubikschach path")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Path {
    /// A query: piece, color, start and finish
    #[arg(value_names = ["PIECE", "COLOR", "START", "FINISH"], num_args = 1..)]
    #[arg(value_parser = QUERY, hide_possible_values = true)]
    #[serde(skip)]
    pub(crate) query: Vec<String>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) input: Input,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) board: Board,
    /// After the number, the cells of one shortest route: the first by cell names
    #[arg(long)]
    #[serde(default)]
    pub(crate) route: bool,
    /// After the number, how many shortest routes there are
    #[arg(long)]
    #[serde(default)]
    pub(crate) count: bool,
    /// Each shortest route on a line of its own, in the order of the cell names
    #[arg(long, conflicts_with = "route")]
    #[serde(default)]
    pub(crate) all: bool,
    /// For -1, a sentence with the reason
    #[arg(long)]
    #[serde(default)]
    pub(crate) why: bool,
    /// With --all, stop after so many routes
    #[arg(long, value_name = "K", requires = "all", value_parser = number(ANY), allow_negative_numbers = true)]
    pub(crate) limit: Option<usize>,
    /// Exit with status 1 if an answer is -1
    #[arg(short, long)]
    #[serde(skip)]
    pub(crate) exit_status: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) svg: Svg,
}

#[derive(Debug, Parser, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_help = "\
Examples:
  kubikschach mate '[rq,##],[##,K#]'
  kubikschach mate --status '[###,##b,r#r],[###,###,###],[#k#,###,#K#]'
  kubikschach mate --side black '[###,###,##k],[###,###,#QR],[###,###,#K#]'
  kubikschach mate -f boards.txt")]
pub(crate) struct Mate {
    /// Boards
    #[arg(value_name = "BOARD")]
    #[serde(skip)]
    pub(crate) boards: Vec<String>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) input: Input,
    /// The rule set: a built-in one by name, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "cube", value_parser = RULES, hide_possible_values = true)]
    #[serde(default = "cube")]
    pub(crate) rules: String,
    /// Cells along an edge of the board; another size is refused
    #[arg(long, value_name = "N", value_parser = number(EDGE), allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
    /// Print checkmate, stalemate, check or ongoing instead, or the result where there is one
    #[arg(long)]
    #[serde(skip)]
    pub(crate) status: bool,
    /// Explain the verdict: who checks, where the king could go, what could capture or block
    #[arg(long, conflicts_with = "status")]
    #[serde(default)]
    pub(crate) explain: bool,
    /// With --explain, list every cell of a long line
    #[arg(long, requires = "explain")]
    #[serde(skip)]
    pub(crate) all: bool,
    /// Whose king is asked about, and who is to move [default: the side after the board, else white]
    #[arg(long, value_name = "white|black", hide_possible_values = true)]
    #[arg(value_parser = SIDES.try_map(|name| color(&name)))]
    #[serde(skip)]
    pub(crate) side: Option<crate::piece::Color>,
    /// Answer boards that break the promises of the rule set too
    #[arg(long)]
    #[serde(default)]
    pub(crate) force: bool,
    /// Draw the boards, as a terminal always shows them
    #[arg(long)]
    #[serde(skip)]
    pub(crate) draw: bool,
    /// Exit with status 1 if an answer is not checkmate
    #[arg(short, long)]
    #[serde(skip)]
    pub(crate) exit_status: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) svg: Svg,
}

#[derive(Debug, Parser, Deserialize)]
#[command(after_help = "\
Examples:
  kubikschach moves Knight W D4d
  kubikschach moves --list Pawn B D4d
  kubikschach moves Rook W a1I --rules cube --board '[##n,###,n##],[###,###,###],[b##,###,##K]'")]
pub(crate) struct Moves {
    /// The piece, by name or letter
    #[arg(value_parser = PIECES, hide_possible_values = true)]
    pub(crate) piece: String,
    /// Its color: W or B
    #[arg(value_name = "COLOR", value_parser = COLORS, hide_possible_values = true)]
    #[serde(rename = "color")]
    pub(crate) of: String,
    /// The cell it stands on
    pub(crate) cell: String,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) board: Board,
    /// Put it among the pieces of a board
    #[arg(long = "board", value_name = "BOARD")]
    #[serde(rename = "board", default, deserialize_with = "text_or_json")]
    pub(crate) among: Option<String>,
    /// Print the names of the cells only, one a line
    #[arg(long)]
    #[serde(skip)]
    pub(crate) list: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) svg: Svg,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach replay
  kubikschach replay --only pawn
  kubikschach replay my-cases.toml")]
pub(crate) struct Replay {
    /// Files with cases, in TOML; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Another such file; may be given several times
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    pub(crate) more_files: Vec<PathBuf>,
    /// Only cases with this text in their names
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
}

#[derive(Debug, Parser, Deserialize)]
#[command(after_help = "\
Examples:
  kubikschach graph Bishop W
  kubikschach graph King W --rules cube --size 2 --dot | dot -Tsvg > king.svg")]
pub(crate) struct Graph {
    /// The piece, by name or letter
    #[arg(value_parser = PIECES, hide_possible_values = true)]
    pub(crate) piece: String,
    /// Its color: W or B
    #[arg(value_name = "COLOR", value_parser = COLORS, hide_possible_values = true)]
    #[serde(rename = "color")]
    pub(crate) of: String,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) board: Board,
    /// Write the graph for Graphviz
    #[arg(long)]
    #[serde(skip)]
    pub(crate) dot: bool,
}

#[cfg(feature = "serve")]
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach serve --open
  kubikschach serve --port 0")]
pub(crate) struct Serve {
    /// The address to listen on; others than this machine reach only those that aren't loopback
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// The port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// The rule sets as data
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
        /// The file
        file: PathBuf,
    },
}

impl Args {
    /// A flag that `--json` contradicts or that does nothing beside it.
    pub(crate) fn flag_against_json(&self) -> Option<&'static str> {
        let flags: &[(bool, &str)] = match &self.command {
            Command::Mate(Deferred(args)) => &[
                (args.status, "mate --status"),
                (args.all, "mate --all"),
                (args.draw, "mate --draw"),
            ],
            Command::Moves(Deferred(args)) => &[(args.list, "moves --list")],
            Command::Play(Deferred(args)) => &[(args.draw, "play --draw")],
            Command::Graph(Deferred(args)) => &[(args.dot, "graph --dot")],
            Command::Completions { .. } => &[(true, "completions")],
            Command::Man { .. } => &[(true, "man")],
            _ => &[],
        };
        flags.iter().find(|(given, _)| *given).map(|(_, flag)| *flag).filter(|_| self.common.json)
    }
}

fn cube() -> String {
    "cube".to_owned()
}

/// A string, or else the JSON of a board.
fn text_or_json<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let value = Option::<Value>::deserialize(from)?;
    Ok(value.map(|value| match value {
        Value::String(text) => text,
        board => board.to_string(),
    }))
}

fn color(name: &str) -> Result<crate::piece::Color, String> {
    crate::notation::color(name).ok_or_else(|| "expected white or black".to_owned())
}
