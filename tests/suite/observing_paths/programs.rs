//! Programs that count moves, as functions of a query.

use std::cell::RefCell;
use std::collections::HashMap;

use kubikschach::cases::{Answer, Form, Question};
use kubikschach::rules::Rules;
use kubikschach::workbench::Reply;

/// A direction with the largest number of steps in one move.
pub(super) type Way = ([i32; 3], i32);

/// A query as a program reads it: row, column and slice count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Read {
    pub(super) piece: &'static str,
    pub(super) is_white: bool,
    pub(super) start: [i32; 3],
    pub(super) finish: [i32; 3],
}

/// The pieces of the puzzle.
pub(super) const PIECES: [&str; 6] = ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"];

pub(super) fn piece_named(name: &str) -> &'static str {
    PIECES.into_iter().find(|piece| *piece == name).expect("a piece")
}

impl Read {
    pub(super) fn new(question: &Question) -> Self {
        let text = question.text(&Rules::kubikschach(), Form::Line);
        let words: Vec<&str> = text.split_whitespace().collect();
        let cell = |word: &str| {
            let bytes = word.as_bytes();
            [(0, b'A'), (1, b'1'), (2, b'a')].map(|(nth, first)| i32::from(bytes[nth] - first))
        };
        let [start, finish] = [2, 3].map(|nth| cell(words[nth]));
        Self { piece: piece_named(words[0]), is_white: words[1] == "W", start, finish }
    }
}

/// A program that searches breadth first, with its rules as values that a flaw changes.
#[derive(Clone)]
pub(super) struct Program {
    pub(super) ways: fn(&Read) -> Vec<Way>,
    /// The cell that the program takes for one that may be off the board.
    pub(super) to: fn([i32; 3]) -> [i32; 3],
    pub(super) is_on_board: fn([i32; 3]) -> bool,
    pub(super) reads: fn(Read) -> Read,
    pub(super) says: fn(&Read, Option<i64>) -> Reply,
}

pub(super) const RIGHT: Program = Program {
    ways: right_ways,
    to: |cell| cell,
    is_on_board: is_inside,
    reads: |read| read,
    says: |_, moves| number(moves.unwrap_or(-1)),
};

pub(super) fn number(number: i64) -> Reply {
    Answer::parse(&number.to_string())
        .map_or_else(|| Reply::Text(number.to_string()), Reply::Answer)
}

/// Returns all directions with as many changed coordinates as `axes` says.
pub(super) fn directions(axes: &[usize]) -> Vec<[i32; 3]> {
    let all = (0..27).map(|nth| [nth / 9 - 1, nth / 3 % 3 - 1, nth % 3 - 1]);
    all.filter(|step| axes.contains(&step.iter().filter(|by| **by != 0).count())).collect()
}

pub(super) fn knight_leaps() -> Vec<[i32; 3]> {
    let all = (0..125).map(|nth| [nth / 25 - 2, nth / 5 % 5 - 2, nth % 5 - 2]);
    all.filter(|step: &[i32; 3]| {
        let mut sizes = step.map(i32::abs);
        sizes.sort_unstable();
        sizes == [0, 1, 2]
    })
    .collect()
}

pub(super) fn up_to(most: i32, steps: Vec<[i32; 3]>) -> Vec<Way> {
    steps.into_iter().map(|step| (step, most)).collect()
}

pub(super) fn right_ways(read: &Read) -> Vec<Way> {
    match read.piece {
        "King" => up_to(1, directions(&[1, 2, 3])),
        "Queen" => up_to(7, directions(&[1, 3])),
        "Rook" => up_to(7, directions(&[1])),
        "Bishop" => up_to(7, directions(&[3])),
        "Knight" => up_to(1, knight_leaps()),
        _ if read.is_white => up_to(1, vec![[-1, 0, 0], [0, 0, 1]]),
        _ => up_to(1, vec![[1, 0, 0], [0, 0, -1]]),
    }
}

/// Returns the right ways, those of one piece changed.
pub(super) fn changed(read: &Read, piece: &str, change: impl Fn(Vec<Way>) -> Vec<Way>) -> Vec<Way> {
    let ways = right_ways(read);
    if read.piece == piece { change(ways) } else { ways }
}

/// Returns the place of a cell in a table of all cells.
pub(super) fn index(cell: [i32; 3]) -> usize {
    cell.iter().fold(0, |index, at| index * 8 + usize::try_from(*at).expect("on the board"))
}

pub(super) fn is_inside(cell: [i32; 3]) -> bool {
    cell.iter().all(|at| (0..8).contains(at))
}

pub(super) fn all_cells() -> impl Iterator<Item = [i32; 3]> {
    (0..512).map(|nth| [nth / 64, nth / 8 % 8, nth % 8])
}

pub(super) fn plus(cell: [i32; 3], step: [i32; 3]) -> [i32; 3] {
    [0, 1, 2].map(|nth| cell[nth] + step[nth])
}

pub(super) type Distances = Vec<Option<i64>>;
/// A piece, `true` for White, and a start.
type Mover = (&'static str, bool, [i32; 3]);

/// A program that keeps its distances from each start, so that a test may ask it for all ways.
pub(super) struct Running {
    program: Program,
    kept: RefCell<HashMap<Mover, Distances>>,
}

impl Running {
    pub(super) fn new(program: &Program) -> Self {
        Self { program: program.clone(), kept: RefCell::default() }
    }

    pub(super) fn reply(&self, read: &Read) -> Reply {
        let read = (self.program.reads)(*read);
        let mut kept = self.kept.borrow_mut();
        let key = (read.piece, read.is_white, read.start);
        let distances = kept.entry(key).or_insert_with(|| self.program.distances(&read));
        (self.program.says)(&read, distances[index(read.finish)])
    }
}

impl Program {
    fn distances(&self, read: &Read) -> Distances {
        let ways = (self.ways)(read);
        let mut distances = vec![None; 512];
        distances[index(read.start)] = Some(0);
        let mut queue = vec![read.start];
        let mut nth = 0;
        while let Some(&cell) = queue.get(nth) {
            nth += 1;
            let next = distances[index(cell)].map(|moves| moves + 1);
            for (step, most) in &ways {
                let mut to = cell;
                for _ in 0..*most {
                    to = (self.to)(plus(to, *step));
                    if !(self.is_on_board)(to) {
                        break;
                    }
                    if distances[index(to)].is_none() {
                        distances[index(to)] = next;
                        queue.push(to);
                    }
                }
            }
        }
        distances
    }
}
