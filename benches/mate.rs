//! Verdicts and perft, beside the plain way: make every move on a copy of the board. And the largest
//! boards, beside a program that only counts their lines.

mod common;
mod plain;

use std::path::Path;
use std::{fs, iter};

use common::{Numbers, board, compare, heading, is_fair_check, run, time};
use kubikschach::board::{Board, Occupancy};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, board_text};

use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use plain::Plain;

/// Two armies on five levels.
const CUBE: &str = "\
    [rnkqb,bnqr#,#####,#####,#####],\
    [#####,#####,#####,#####,#####],\
    [#####,#####,#####,#####,#####],\
    [#####,#####,#####,#####,#####],\
    [#####,#####,#####,BNQR#,RNKQB]";

fn main() {
    heading();
    let rules = Rules::built_in("cube").expect("it is built in");
    for (edge, count, plain) in [(3, 100_000, 20_000), (4, 100_000, 5_000), (8, 20_000, 200)] {
        verdicts(&rules, edge, count, plain);
    }
    big_boards(&rules);
    perft(&rules, "cube", CUBE, 3);
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
    let two =
        time(|| run(env!("CARGO_BIN_EXE_kubikschach"), &["mate", "--jobs", "2"], file.path()));
    compare(&format!("mate, n = {edge}: two threads / one"), (10 * count, two), ours);
}

fn whole_program(file: &Path) {
    assert!(run(env!("CARGO_BIN_EXE_kubikschach"), &["mate", "--jobs", "1"], file).success());
}

/// The checkmates among boards of a size.
fn plain_mates<'a>(rules: &Rules, size: Size, texts: impl Iterator<Item = &'a str>) -> usize {
    let mut letters = [None; 256];
    rules.letters().for_each(|(letter, piece)| letters[letter as usize] = Some(piece));
    let mut plain = Plain::new(rules, size);
    let mates = texts.filter(|text| {
        let cells = text.bytes().filter(|byte| !b"[],".contains(byte));
        // The cube's pieces move the same way up, down and back.
        plain.set(cells.map(|letter| letters[usize::from(letter)]));
        plain.is_mate(Color::White)
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

/// Perft of a position, a ply less for the plain way.
fn perft(rules: &Rules, name: &str, text: &str, depth: usize) {
    let setup = notation::board(rules, text).expect("the position can be read");
    let board = rules.facing().turn_board(&setup.board);
    let mut position = Position::forced(rules, board.clone(), Color::White);
    let count = |depth| usize::try_from(position.clone().perft(depth)).expect("not so many");
    let (all, less) = (count(depth), count(depth - 1));
    let mut plain = Plain::new(rules, board.size());
    plain.set(board.size().iter().map(|cell| board.piece_at(cell)));
    let ours = time(|| position.perft(depth));
    let naive = time(|| assert_eq!(plain.perft(Color::White, depth - 1), less));
    compare(&format!("perft, {name} / make every move"), (all, ours), (less, naive));
}
