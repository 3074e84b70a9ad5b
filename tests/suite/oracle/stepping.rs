//! Oracle for the steps of pieces, which reads [`tables`](super::tables). It takes only the letters
//! of pieces from a rule set, so that a mistake in the parser of documents or in the library's
//! movement cannot recur here.

use kubikschach::board::Board;
use kubikschach::cell::Cell;
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;

use super::tables::{By, Rule, Step, Turns, Way, When, named};

/// A step of a piece of one color in one direction.
#[derive(Clone, PartialEq)]
struct Turned {
    by: By,
    repeats: usize,
    /// Routes of a lame step.
    routes: Option<Vec<Vec<By>>>,
    when: When,
    from: Vec<By>,
}

/// The table of a rule set.
pub(crate) struct Table {
    rule: Rule,
    /// Letter of each role.
    letters: Vec<char>,
    /// Steps of each role, White's first.
    steps: Vec<[Vec<Turned>; 2]>,
}

impl Table {
    pub(crate) fn new(rules: &Rules) -> Self {
        let rule = named(rules.name());
        let letters: Vec<char> = rules.roles().map(|(_, def)| def.letter).collect();
        let steps = letters.iter().map(|letter| {
            let row = rule.pieces.iter().find(|(of, _)| of == letter);
            let (_, steps) = row.expect("the table has all pieces");
            [[1; 3], rule.black].map(|signs| turned(steps, signs))
        });
        Self { steps: steps.collect(), rule, letters }
    }

    pub(crate) const fn captures(&self) -> bool {
        self.rule.captures
    }

    pub(crate) fn is_king(&self, piece: Piece) -> bool {
        self.rule.kings.contains(self.letters[piece.role().index()])
    }

    /// Returns `true` if the piece becomes another piece on `cell`.
    pub(crate) fn promotes(&self, piece: Piece, edge: usize, cell: Cell) -> bool {
        let last = if piece.color() == Color::White { edge - 1 } else { 0 };
        let [rank, level] = [cell.rank, cell.level].map(|part| usize::from(part) == last);
        let may = self.rule.promoting.contains(self.letters[piece.role().index()]);
        may && (self.rule.zone)(rank, level)
    }

    /// Returns the steps of a piece, as differences; without those that only capture, unless
    /// `captures`.
    pub(crate) fn differences(&self, piece: Piece, captures: bool) -> Vec<By> {
        let steps = self.steps_of(piece).iter();
        steps.filter(|step| captures || step.when != When::Capture).map(|step| step.by).collect()
    }

    fn steps_of(&self, piece: Piece) -> &[Turned] {
        &self.steps[piece.role().index()][piece.color() as usize]
    }

    /// Returns the cells that a piece may move to, or capture on, among the pieces of `board`. Each
    /// cell may occur several times.
    pub(crate) fn destinations(&self, board: &Board, piece: Piece, from: Cell) -> Vec<Cell> {
        let mut cells = Vec::new();
        for step in self.steps_of(piece) {
            cells.extend(self.reach(board, piece, from, step).into_iter().filter(|&to| {
                match board.piece_at(to) {
                    None => step.when != When::Capture,
                    Some(other) => step.when != When::Move && self.may_capture(piece, other),
                }
            }));
        }
        cells
    }

    /// Returns `true` if the piece may capture the other one, whatever cells they stand on.
    pub(crate) fn may_capture(&self, piece: Piece, other: Piece) -> bool {
        self.rule.captures && other.color() != piece.color() && !self.is_king(other)
    }

    /// Returns the first piece of a color that attacks a cell.
    pub(crate) fn attacker(&self, board: &Board, by: Color, cell: Cell) -> Option<(Cell, Piece)> {
        board.pieces_of(by).find(|&(from, piece)| {
            let way = from.offset_to(cell).parts();
            let leads = |step: &&Turned| (1..64).any(|count| step.by.map(|by| by * count) == way);
            let steps = self.steps_of(piece).iter().filter(|step| step.when != When::Move);
            steps.filter(leads).any(|step| self.reach(board, piece, from, step).contains(&cell))
        })
    }

    /// Returns the cells where a step leads; only the last may be occupied.
    fn reach(&self, board: &Board, piece: Piece, from: Cell, step: &Turned) -> Vec<Cell> {
        let edge = i32::try_from(board.size().edge()).expect("boards are small");
        let start = parts(from);
        let at = |by: By, repeats: i32| {
            let cell = [0, 1, 2].map(|nth| start[nth] + by[nth] * repeats);
            let is_on = cell.iter().all(|part| (0..edge).contains(part));
            let [file, rank, level] = cell.map(|part| u16::try_from(part).unwrap_or_default());
            is_on.then(|| Cell::new(file, rank, level))
        };
        let is_empty = |by: &By| at(*by, 1).is_some_and(|cell| board.is_empty(cell));
        let signs = if piece.color() == Color::White { [1; 3] } else { self.rule.black };
        let own =
            [0, 1, 2].map(|nth| if signs[nth] < 0 { edge - 1 - start[nth] } else { start[nth] });
        let starts = step.from.is_empty() || step.from.contains(&own);
        let has_route =
            |routes: &Vec<Vec<By>>| routes.iter().any(|cells| cells.iter().all(is_empty));
        if !starts || !step.routes.as_ref().is_none_or(has_route) {
            return Vec::new();
        }
        let mut cells = Vec::new();
        for repeats in 1..=step.repeats {
            let Some(cell) = at(step.by, i32::try_from(repeats).expect("a small number")) else {
                break;
            };
            cells.push(cell);
            if !board.is_empty(cell) {
                break;
            }
        }
        cells
    }
}

fn parts(cell: Cell) -> By {
    [cell.file, cell.rank, cell.level].map(i32::from)
}

/// Returns the steps in all their directions, of the color with these signs.
fn turned(steps: &[Step], signs: By) -> Vec<Turned> {
    let mut all = Vec::new();
    for step in steps {
        for (order, flips) in turns(step.turns) {
            let turn = |by: By| [0, 1, 2].map(|nth| by[order[nth]] * flips[nth] * signs[nth]);
            let (repeats, routes) = match step.way {
                Way::Leap => (1, None),
                Way::Ride(most) => (most, None),
                Way::Lame(routes) => {
                    let route = |route: &&[By]| route.iter().map(|&by| turn(by)).collect();
                    (1, Some(routes.iter().map(route).collect()))
                }
            };
            let (by, when, from) = (turn(step.by), step.when, step.from.to_vec());
            let new = Turned { by, repeats, routes, when, from };
            if !all.contains(&new) {
                all.push(new);
            }
        }
    }
    all
}

/// Returns the orders and signs of three numbers that `turns` stands for.
fn turns(turns: Turns) -> Vec<([usize; 3], By)> {
    let orders = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
    let signs = |nth: usize| [0, 1, 2].map(|part| if nth >> part & 1 == 1 { -1 } else { 1 });
    let (orders, signs) = match turns {
        Turns::All => (&orders[..], (0..8).map(signs).collect::<Vec<_>>()),
        Turns::Flat => (&orders[..2], (0..4).map(signs).collect()),
        Turns::Alone => (&orders[..1], vec![[1; 3]]),
    };
    let all = orders.iter().flat_map(|&order| signs.iter().map(move |&signs| (order, signs)));
    all.collect()
}
