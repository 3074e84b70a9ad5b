//! Verdicts and perft, beside the plain way: make every move on a copy of the board. And the largest
//! boards, beside a program that only counts their lines.

mod common;

use std::path::Path;
use std::{fs, iter};

use common::{Numbers, board, compare, heading, is_fair_check, run, time};
use kubikschach::board::{Board, DenseBoard, Move, Occupancy};
use kubikschach::cell::{Cell, Size};
use kubikschach::movement::Purpose;
use kubikschach::notation::{self, Boards, board_text};
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;

fn main() {
    heading();
    let rules = Rules::built_in("cube").expect("it is built in");
    for (edge, count, plain) in [(3, 100_000, 20_000), (4, 100_000, 5_000), (8, 20_000, 200)] {
        verdicts(&rules, edge, count, plain);
    }
    big_boards(&rules);
    perft(&rules, "cube", "[r#k,#b#,###],[###,#n#,###],[N#B,###,R#K]", 5);
    let rules = Rules::built_in("great-shatranj").expect("it is built in");
    perft(&rules, "great-shatranj", rules.setup("start").expect("it has one"), 3);
    let rules = rules.variant("sideways").expect("its board can be turned");
    perft(&rules, "great-shatranj:sideways", rules.setup("start").expect("it has one"), 3);
}

/// Verdicts on boards with a check, from their text.
fn verdicts(rules: &Rules, edge: usize, count: usize, plain: usize) {
    let size = Size::new(edge).expect("boards may be so large");
    let mut numbers = Numbers::new();
    let mut text = String::new();
    for _ in 0..count {
        let mut board = iter::repeat_with(|| {
            let percent = 5 + numbers.below(46);
            board(rules, size, percent, &mut numbers)
        });
        let board = board.find(|board| is_fair_check(rules, board)).expect("endless");
        text += &board_text(rules, &board);
        text.push('\n');
    }
    let file = tempfile::NamedTempFile::new().expect("there is a place for temporary files");
    fs::write(file.path(), text.repeat(10)).expect("the disk holds the boards");
    let ours = (10 * count, time(|| whole_program(file.path())));
    let naive = time(|| plain_mates(rules, size, text.lines().take(plain)));
    let what = format!("mate, n = {edge}, White in check: the program / make every move");
    compare(&what, ours, (plain, naive));
}

fn whole_program(file: &Path) {
    assert!(run(env!("CARGO_BIN_EXE_kubikschach"), &["mate", "--jobs", "1"], file).success());
}

/// The checkmates among boards of a size.
fn plain_mates<'a>(rules: &Rules, size: Size, texts: impl Iterator<Item = &'a str>) -> usize {
    let boards = Boards::new(rules);
    let mut board = DenseBoard::new(size);
    let mates = texts.filter(|text| {
        let line = [text.as_bytes(), b"\n"].concat();
        let mut occupied = vec![0; size.cells().div_ceil(64)];
        boards.fill(size, &line, board.places(), &mut occupied).expect("it is a board");
        is_mate(rules, &board)
    });
    mates.count()
}

/// Boards with a checkmate from the other end of an edge, where every block is to be tried.
fn big_boards(rules: &Rules) {
    let large = Size::new(512).expect("boards may be so large");
    let file = tempfile::NamedTempFile::new().expect("there is a place for temporary files");
    let text = board_text(rules, &far_mate(rules, large)) + "\n";
    fs::write(file.path(), &text).expect("the disk holds the board");
    let what = "mate, one board, n = 512: the program / wc -l";
    compare(
        what,
        (1, time(|| whole_program(file.path()))),
        (1, time(|| run("wc", &["-l"], file.path()))),
    );

    let small = Size::new(64).expect("boards may be so large");
    let text = board_text(rules, &far_mate(rules, small));
    let ours = time(|| {
        let setup = notation::board(rules, &text).expect("it is a board");
        assert_eq!(
            Position::forced(rules, setup.board, Color::White).verdict(),
            Verdict::Checkmate
        );
    });
    let lines = time(|| text.bytes().filter(|&byte| byte == b'\n').count());
    compare("mate, one board, n = 64, from its text / count its lines", (1, ours), (1, lines));
}

/// A king in a corner behind rooks of its own; a queen and rooks look at it along the first file.
fn far_mate(rules: &Rules, size: Size) -> Board {
    let mut board = Board::new(size).expect("there is enough memory");
    let piece =
        |letter| rules.letters().find(|(other, _)| *other == letter).map(|(_, piece)| piece);
    let far = size.opposite(0);
    let own = [('K', 0, 0), ('R', 1, 0), ('R', 0, 1), ('R', 1, 1)];
    let enemies = [('q', 0, 0), ('r', 1, 0), ('r', 0, 1), ('r', 1, 1)];
    for (letter, rank, level) in own {
        board.set(Cell::new(0, rank, level), piece(letter));
    }
    for (letter, rank, level) in enemies {
        board.set(Cell::new(far, rank, level), piece(letter));
    }
    board
}

/// Whether every move of White's leaves its king attacked; it is known to be.
fn is_mate(rules: &Rules, board: &DenseBoard) -> bool {
    moves(rules, board, Color::White).is_empty()
}

/// The legal moves: every move of every piece, made on a copy of the board.
fn moves(rules: &Rules, board: &DenseBoard, turn: Color) -> Vec<Move> {
    let mut legal = Vec::new();
    for (from, piece) in pieces_of(board, turn) {
        for to in rules.movement().destinations(board, piece, from, true) {
            let after = after(board, Move::new(from, to));
            if !is_attacked(rules, &after, turn) {
                legal.push(Move::new(from, to));
            }
        }
    }
    legal
}

fn pieces_of(board: &DenseBoard, color: Color) -> impl Iterator<Item = (Cell, Piece)> {
    let cells = board.size().iter().filter_map(|cell| Some((cell, board.piece_at(cell)?)));
    cells.filter(move |(_, piece)| piece.color() == color)
}

/// A copy of the board after a move.
fn after(board: &DenseBoard, mv: Move) -> DenseBoard {
    let mut after = board.clone();
    let [from, to] = [mv.from, mv.to].map(|cell| board.size().place(cell));
    after.places()[to] = after.places()[from].take();
    after
}

/// Whether a piece of the other side goes to the king's cell.
fn is_attacked(rules: &Rules, board: &DenseBoard, turn: Color) -> bool {
    let king = pieces_of(board, turn).find(|(_, piece)| rules.is_royal(*piece));
    let Some((king, _)) = king else { return false };
    pieces_of(board, !turn).any(|(from, piece)| {
        let mut steps =
            rules.movement().steps_of(piece).filter(|step| step.serves(Purpose::Capture));
        steps.any(|step| step.reach(board, from).any(|cell: Cell| cell == king))
    })
}

/// Perft of a position, a ply less for the plain way.
fn perft(rules: &Rules, name: &str, text: &str, depth: usize) {
    let setup = notation::board(rules, text).expect("the position can be read");
    let board = rules.facing().turn_board(&setup.board);
    let mut position = Position::forced(rules, board.clone(), Color::White);
    let count = |depth| usize::try_from(position.clone().perft(depth)).expect("not so many");
    let (all, less) = (count(depth), count(depth - 1));
    let mut dense = DenseBoard::new(board.size());
    for (cell, piece) in board.pieces() {
        dense.places()[board.size().place(cell)] = Some(piece);
    }
    let ours = time(|| position.perft(depth));
    let naive = time(|| assert_eq!(plain_perft(rules, &dense, Color::White, depth - 1), less));
    compare(&format!("perft, {name} / make every move"), (all, ours), (less, naive));
}

fn plain_perft(rules: &Rules, board: &DenseBoard, turn: Color, depth: usize) -> usize {
    if depth == 0 {
        return 1;
    }
    let moves = moves(rules, board, turn).into_iter();
    moves.map(|mv| plain_perft(rules, &after(board, mv), !turn, depth - 1)).sum()
}
