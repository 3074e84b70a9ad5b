//! Arguments of the commands that answer questions about queries, boards and pieces.

use clap::Parser;
use clap::builder::TypedValueParser as _;

use super::groups::{Board, Input, Svg};
use super::names::{COLORS, PIECES, QUERY, RULES, SIDES};
use super::numbers::{ANY, EDGE, MATE_IN, THREADS, memory, number};

#[derive(Debug, Parser)]
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
    /// Query: piece, color, start and finish
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
    /// Never stop on a cell that an enemy attacks, with --board
    #[arg(long)]
    pub(crate) safe: bool,
    /// Print one shortest route too, the first in the order of cell names
    #[arg(long)]
    pub(crate) route: bool,
    /// Print the number of shortest routes too
    #[arg(long)]
    pub(crate) count: bool,
    /// Print every shortest route, one per line, in the order of cell names
    #[arg(long)]
    pub(crate) all: bool,
    /// Print the reason if there is no way
    #[arg(long)]
    pub(crate) why: bool,
    /// Draw the levels, with the cells of the first shortest route numbered
    #[arg(long, conflicts_with = "all")]
    pub(crate) draw: bool,
    /// Stop after this many routes, with --all
    #[arg(long, value_name = "K", value_parser = number(ANY), allow_negative_numbers = true)]
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
    /// Boards, one per argument
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// Use this rule set: the name of a built-in one, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "cube", value_parser = RULES, hide_possible_values = true)]
    pub(crate) rules: String,
    /// Require boards with this many cells along an edge
    #[arg(long, value_name = "N", value_parser = number(EDGE), allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
    /// Print checkmate, stalemate, check or ongoing, or the result of a finished game
    #[arg(long)]
    pub(crate) status: bool,
    /// Explain the verdict: the checkers, every king step, and every capture or block of a checker
    #[arg(long, conflicts_with = "status")]
    pub(crate) explain: bool,
    /// List every cell on long lines, with --explain
    #[arg(long)]
    pub(crate) all: bool,
    /// Ask about this side, which is then to move [default: the side after the board, else white]
    #[arg(long, value_name = "white|black", hide_possible_values = true)]
    #[arg(value_parser = SIDES.try_map(|name| super::color(&name)))]
    pub(crate) side: Option<crate::piece::Color>,
    /// Find mates that the side to move can force within N moves, at most 99
    ///
    /// Prints the least number of moves and the keys, the first moves that force mate in that number. Prints -1 if
    /// there is no such mate, or the result if the game is over. With --explain, lists what mates after every
    /// reply, and checks the board as a mate problem. It is `sound` if it has one key and no mate in fewer than N
    /// moves. Otherwise it is `cooked` (several keys) or has a `short solution` (fewer moves). `dual` marks a
    /// reply after which several moves mate.
    #[arg(long = "in", value_name = "N", value_parser = number(MATE_IN), conflicts_with_all = ["status", "svg", "draw"], allow_negative_numbers = true)]
    pub(crate) within: Option<usize>,
    /// List the set play, the mates that would follow if the other side moved first, with --in
    #[arg(long)]
    pub(crate) set: bool,
    /// List the tries, the first moves that fail to exactly one reply, with --in
    #[arg(long)]
    pub(crate) tries: bool,
    /// Limit the memory for searched positions, with --in [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Answer even if the position is illegal
    #[arg(long)]
    pub(crate) force: bool,
    /// Draw the boards even if the output is not a terminal
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
    /// Name or letter of the piece
    #[arg(value_parser = PIECES, hide_possible_values = true)]
    pub(crate) piece: String,
    /// Color of the piece: W or B
    #[arg(value_name = "COLOR", value_parser = COLORS, hide_possible_values = true)]
    pub(crate) of: String,
    /// Cell of the piece
    pub(crate) cell: String,
    #[command(flatten)]
    pub(crate) board: Board,
    /// Place the piece on this board, among its other pieces
    #[arg(long = "board", value_name = "BOARD")]
    pub(crate) among: Option<String>,
    /// Print only the names of the cells, one per line
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
    /// Name or letter of the piece
    #[arg(value_parser = PIECES, hide_possible_values = true)]
    pub(crate) piece: String,
    /// Color of the piece: W or B
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
    /// Letters of the men, upper case for White, such as `KQk`
    pub(crate) pieces: String,
    #[command(flatten)]
    pub(crate) board: Board,
    /// Solve this position instead: print White's moves until mate, or -1, and the best moves
    #[arg(long, value_name = "BOARD")]
    pub(crate) at: Option<String>,
    /// Set the side to move, with --at [default: the side after the board, else white]
    #[arg(long, value_name = "white|black", hide_possible_values = true)]
    #[arg(value_parser = SIDES.try_map(|name| super::color(&name)))]
    pub(crate) side: Option<crate::piece::Color>,
    /// Use at most this much memory, such as `2G`
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(crate) memory: u64,
    /// Use this many threads, at most 256 [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = number(THREADS), allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,
}
