//! Arguments of the commands that answer questions about queries, boards and pieces.

use clap::Parser;
use clap::builder::TypedValueParser as _;

use super::groups::{Board, Input, Svg};
use super::names::{COLORS, PIECES, QUERY, RULES, SIDES};
use super::numbers::{ANY, EDGE, MATE_IN, THREADS, memory, number};

#[derive(Clone, Debug, PartialEq, Parser)]
#[command(mut_arg("svg", |arg| arg.requires("route")))]
#[command(after_help = "\
Examples:
  kubikschach path King W A1a B3d
  kubikschach path --route Rook W G6f C2e
  kubikschach path --rules cube --size 5 --count Queen W a1I 'e4(III)'
  kubikschach path --rules cube --safe King W b1I c3III \\
    --board '[#n#,###,r##],[###,###,###],[###,###,###]'
  printf 'King W\\nA1a\\nB3d\\n' | kubikschach path")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Path {
    /// A query: piece, color, start and finish
    #[arg(value_names = ["PIECE", "COLOR", "START", "FINISH"], num_args = 1..)]
    #[arg(value_parser = QUERY, hide_possible_values = true)]
    pub(crate) query: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) board: Board,
    /// Place the piece on this board, whose other pieces never move but may be captured
    #[arg(long = "board", value_name = "BOARD")]
    pub(crate) among: Option<String>,
    /// With --board, never stop on a cell that an enemy attacks
    #[arg(long, requires = "among")]
    pub(crate) safe: bool,
    /// Print one shortest route too, the first in the order of cell names
    #[arg(long)]
    pub(crate) route: bool,
    /// Print the number of shortest routes too
    #[arg(long)]
    pub(crate) count: bool,
    /// Print every shortest route, one a line, in the order of cell names
    #[arg(long, conflicts_with = "route")]
    pub(crate) all: bool,
    /// Say why there is no way
    #[arg(long)]
    pub(crate) why: bool,
    /// Draw the levels, with the cells of the first shortest route numbered
    #[arg(long, conflicts_with = "all")]
    pub(crate) draw: bool,
    /// With --all, stop after this many routes
    #[arg(long, value_name = "K", requires = "all", value_parser = number(ANY), allow_negative_numbers = true)]
    pub(crate) limit: Option<usize>,
    /// Exit with status 1 if an answer is -1
    #[arg(short, long)]
    pub(crate) exit_status: bool,
    #[command(flatten)]
    pub(crate) svg: Svg,
}

#[derive(Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_help = "\
Examples:
  kubikschach mate '[rq,##],[##,K#]'
  kubikschach mate --status '[###,##b,r#r],[###,###,###],[#k#,###,#K#]'
  kubikschach mate --side black '[###,###,##k],[###,###,#QR],[###,###,#K#]'
  kubikschach mate --in 2 '[###,###,#Q#],[###,###,###],[k##,###,##K]'
  kubikschach mate -f boards.txt")]
pub(crate) struct Mate {
    /// Boards
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// The rule set: a built-in one by name, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "cube", value_parser = RULES, hide_possible_values = true)]
    pub(crate) rules: String,
    /// Require boards with this many cells along an edge
    #[arg(long, value_name = "N", value_parser = number(EDGE), allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
    /// Print checkmate, stalemate, check or ongoing, or the result of a finished game
    #[arg(long)]
    pub(crate) status: bool,
    /// Explain the verdict: who checks, where the king could go, what could capture or block
    #[arg(long, conflicts_with = "status")]
    pub(crate) explain: bool,
    /// List every cell on long lines, with --explain
    #[arg(long, requires = "explain")]
    pub(crate) all: bool,
    /// Ask about the king of this side, which is to move [default: the side after the board, else white]
    #[arg(long, value_name = "white|black", hide_possible_values = true)]
    #[arg(value_parser = SIDES.try_map(|name| super::color(&name)))]
    pub(crate) side: Option<crate::piece::Color>,
    /// Find a mate that the side to move forces within N of its moves, at most 99: the least number and the first
    /// moves that do it; -1 if none does, or the result of a game that is over. With --explain, whether
    /// that is a sound problem, and every mating continuation
    #[arg(long = "in", value_name = "N", value_parser = number(MATE_IN), conflicts_with_all = ["status", "all", "svg", "draw"], allow_negative_numbers = true)]
    pub(crate) within: Option<usize>,
    /// Show the mates if the other side moved first, with --in
    #[arg(long, requires = "within")]
    pub(crate) set: bool,
    /// List the first moves that exactly one reply refutes, with --in
    #[arg(long, requires = "within")]
    pub(crate) tries: bool,
    /// Limit the table of searched positions, in K, M, G or T, with --in
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = memory, requires = "within")]
    pub(crate) memory: u64,
    /// Answer even if the position is illegal
    #[arg(long)]
    pub(crate) force: bool,
    /// Draw the boards even if the output is no terminal
    #[arg(long)]
    pub(crate) draw: bool,
    /// Exit with status 1 if an answer is not checkmate, or with --in if there is no mate
    #[arg(short, long)]
    pub(crate) exit_status: bool,
    #[command(flatten)]
    pub(crate) svg: Svg,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach moves Knight W D4d
  kubikschach moves --list Pawn B D4d
  kubikschach moves --rules cube Rook W a1I \\
    --board '[##n,###,n##],[###,###,###],[b##,###,##K]'")]
pub(crate) struct Moves {
    /// The piece, by name or letter
    #[arg(value_parser = PIECES, hide_possible_values = true)]
    pub(crate) piece: String,
    /// Its color: W or B
    #[arg(value_name = "COLOR", value_parser = COLORS, hide_possible_values = true)]
    pub(crate) of: String,
    /// The cell it stands on
    pub(crate) cell: String,
    #[command(flatten)]
    pub(crate) board: Board,
    /// Put the piece on this board
    #[arg(long = "board", value_name = "BOARD")]
    pub(crate) among: Option<String>,
    /// Print only the names of the cells, one a line
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) svg: Svg,
}

#[derive(Debug, Parser)]
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
    pub(crate) of: String,
    #[command(flatten)]
    pub(crate) board: Board,
    /// Write the graph for Graphviz
    #[arg(long)]
    pub(crate) dot: bool,
}

#[derive(Debug, Parser)]
#[command(mut_arg("rules", |arg| arg.default_value("cube")))]
#[command(after_help = "\
Examples:
  kubikschach endgame KQk --size 5
  kubikschach endgame KQk --rules raumschach
  kubikschach endgame KQk --size 3 \\
    --at '[###,###,##k],[###,###,###],[Q##,###,##K] b'")]
pub(crate) struct Endgame {
    /// The men by their letters, upper case for White, such as `KQk`
    pub(crate) pieces: String,
    #[command(flatten)]
    pub(crate) board: Board,
    /// Answer for one position instead: the number of White's moves until mate, or -1, and the best moves
    #[arg(long, value_name = "BOARD")]
    pub(crate) at: Option<String>,
    /// With --at, the side to move [default: the side after the board, else white]
    #[arg(long, value_name = "white|black", hide_possible_values = true, requires = "at")]
    #[arg(value_parser = SIDES.try_map(|name| super::color(&name)))]
    pub(crate) side: Option<crate::piece::Color>,
    /// Use at most this much memory, in K, M, G or T
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(crate) memory: u64,
    /// Solve it with this many threads, at most 256 [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = number(THREADS), allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,
}
