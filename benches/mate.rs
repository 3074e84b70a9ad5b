//! Compares verdicts, mate search and perft with programs that make every move on an array. Also
//! compares verdicts on the largest boards with `wc -l`.

mod common;
mod plain;
mod records;

use common::clock::here;
use common::{compare, count_lines, file, heading, program_time};
use kubikschach::board::Setup;
use kubikschach::cell::Size;
use kubikschach::control::Control;
use kubikschach::notation::{self, write_board};
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::search::MateSearch;
use plain::Plain;
use records::{Numbers, checked_board, far_mate};

/// Two armies in opposite corners of a 5×5×5 board.
const CUBE: &str = "\
    [rnkqb,bnqr#,#####,#####,#####],\
    [#####,#####,#####,#####,#####],\
    [#####,#####,#####,#####,#####],\
    [#####,#####,#####,#####,#####],\
    [#####,#####,#####,BNQR#,RNKQB]";

fn main() {
    heading();
    let rules = Rules::cube();
    verdicts(&rules, 3, [100_000, 20_000], 4.0);
    verdicts(&rules, 4, [100_000, 5_000], 10.0);
    verdicts(&rules, 8, [20_000, 200], 250.0);
    mates_in(&rules);
    big_boards(&rules);
    perft(&rules, "cube", CUBE, 3, 30.0);
    let rules = Rules::great_shatranj();
    perft(&rules, "great-shatranj", "start", 3, 15.0);
    let name = "great-shatranj:sideways";
    perft(&Rules::built_in(name).expect("it is built in"), name, "start", 3, 15.0);
}

/// Compares the speed of `mate` on `10 * count` boards with that of making every move on `fewer`
/// boards. White is in check on every board.
fn verdicts(rules: &Rules, edge: usize, [count, fewer]: [usize; 2], goal: f64) {
    let size = Size::new(edge).expect("boards may be so large");
    let mut numbers = Numbers::new();
    let line = |_| write_board(rules, &checked_board(rules, size, false, &mut numbers)) + "\n";
    let text: String = (0..count).map(line).collect();
    let file = file(&text.repeat(10));
    let ours = (10 * count, || program_time(&["mate"], file.path()));
    let plain = || plain_mates(rules, size, text.lines().take(fewer));
    let plain = (fewer, || here(plain));
    let what = format!("mate, n = {edge}, White in check / make every move");
    compare(&what, Some(goal), ours, plain);
}

fn plain_mates<'a>(rules: &Rules, size: Size, texts: impl Iterator<Item = &'a str>) -> usize {
    let mut letters = [None; 256];
    rules.letters().for_each(|(letter, piece)| letters[letter as usize] = Some(piece));
    let mut plain = Plain::new(rules, size);
    let mates = texts.filter(|text| {
        let cells = text.bytes().filter(|byte| !b"[],".contains(byte));
        // Text order need not be turned into index order: in `cube` all pieces move alike in every
        // direction.
        plain.set(cells.map(|letter| letters[usize::from(letter)]));
        plain.is_mate(Color::White)
    });
    mates.count()
}

const MATES: [&str; 3] = [
    "[####,####,####,k###],[####,####,####,####],[####,####,####,####],[####,##Q#,####,###K]",
    "[####,####,####,k###],[##b#,####,####,####],[####,####,####,####],[##N#,##Q#,####,K###]",
    "[####k,#####,#####,#r###,#####],[#####,#####,#####,#####,#####],[#####,#####,##N##,#####,#####],\
     [#####,#####,#####,###Q#,#####],[#####,#####,#####,R####,K####]",
];

/// Compares the search for mates within three moves with a plain and/or search, which tries every
/// move and every reply.
fn mates_in(rules: &Rules) {
    for (nth, text) in MATES.into_iter().enumerate() {
        let setup = notation::parse_board(rules, text).expect("the board can be read");
        let mut plain = Plain::new(rules, setup.board.size());
        plain.set(setup.board.size().iter().map(|cell| setup.board.piece_at(cell)));
        let position = Position::new(rules, setup).expect("it is allowed");
        let search = || {
            let mut search = MateSearch::new(position.clone(), 1 << 24).expect("there is memory");
            let found = search.within(3, &Control::FREE).expect("nobody stops it");
            (found.map_or(0, |mate| mate.keys.len()), search.nodes())
        };
        let what =
            format!("mate in 3, board {}, {} positions / make every move", nth + 1, search().1);
        let mut plainly = || {
            let keys = (1..=3).map(|moves| plain.keys(Color::White, moves)).find(|keys| *keys > 0);
            assert_eq!(keys.unwrap_or(0), search().0, "{text}");
        };
        compare(&what, Some(10.0), (1, || here(search)), (1, || here(&mut plainly)));
    }
}

/// Compares `mate` with `wc -l` on boards of [`far_mate`], on which the checker is at the far end
/// of an edge.
fn big_boards(rules: &Rules) {
    let large = Size::new(Size::MAX).expect("boards may be so large");
    let file = file(&(write_board(rules, &far_mate(rules, large)) + "\n"));
    let what = "mate, one board, n = 64 / wc -l";
    let ours = (1, || program_time(&["mate"], file.path()));
    compare(what, Some(0.1), ours, (1, || count_lines(file.path())));

    let small = Size::new(64).expect("boards may be so large");
    let text = write_board(rules, &far_mate(rules, small));
    let ours = || {
        let setup = notation::parse_board(rules, &text).expect("it is a board");
        assert!(Position::new_unchecked(rules, setup).is_checkmate());
    };
    let lines = || text.bytes().filter(|&byte| byte == b'\n').count();
    compare(
        "mate, one board, n = 64, from its text / count its lines",
        None,
        (1, || here(ours)),
        (1, || here(lines)),
    );
}

/// Compares the speed of perft to `depth` with that of a perft to `depth - 1` that makes every move
/// on an array.
fn perft(rules: &Rules, name: &str, text: &str, depth: u8, goal: f64) {
    let board = notation::parse_board(rules, text).expect("the position can be read").board;
    let mut plain = Plain::new(rules, board.size());
    plain.set(board.size().iter().map(|cell| board.piece_at(cell)));
    let mut position = Position::new_unchecked(rules, Setup::new(board, Color::White));
    let mut count = |depth: u8| usize::try_from(position.perft(depth)).expect("not so many");
    let (all, less) = (count(depth), count(depth - 1));
    let ours = (all, || here(|| position.perft(depth)));
    let mut plain = || assert_eq!(plain.perft(Color::White, depth - 1), less);
    compare(
        &format!("perft, {name} / make every move"),
        Some(goal),
        ours,
        (less, || here(&mut plain)),
    );
}
