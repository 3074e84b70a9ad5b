//! Detects mate by making every move and then looking for an attack on the king. It uses only the
//! steps of each piece from the library.

use kubikschach::cell::{Offset, Size};
use kubikschach::movement::{Mode, MoveKind};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;

/// Board as an array. The index of a cell is level × edge² + rank × edge + file.
pub(crate) struct Plain {
    edge: i32,
    cells: Vec<Option<Piece>>,
    /// Steps of each piece, by [`Piece::index`].
    steps: Vec<Vec<PlainStep>>,
    kings: [Option<Piece>; 2],
}

/// Step of a piece. `paths` are the cells that a lame step passes, and `rides` means that the step
/// may be repeated.
struct PlainStep {
    offset: [i32; 3],
    paths: Vec<Vec<[i32; 3]>>,
    rides: bool,
    moves: bool,
    captures: bool,
}

impl Plain {
    pub(crate) fn new(rules: &Rules, size: Size) -> Self {
        let mut steps: Vec<Vec<PlainStep>> = Vec::new();
        steps.resize_with(Piece::COUNT, Vec::new);
        let mut kings = [None; 2];
        for (role, _) in rules.roles() {
            for piece in Color::ALL.map(|color| Piece::new(color, role)) {
                let parts =
                    |route: &Vec<Offset>| route.iter().map(|passed| passed.parts()).collect();
                steps[piece.index()].extend(rules.movement().steps_of(piece).map(|step| {
                    PlainStep {
                        offset: step.offset().parts(),
                        paths: step.paths().iter().map(parts).collect(),
                        rides: step.mode() == Mode::Ride,
                        moves: step.allows(MoveKind::Quiet),
                        captures: step.allows(MoveKind::Capture),
                    }
                }));
                if rules.is_royal(piece) {
                    kings[piece.color() as usize] = Some(piece);
                }
            }
        }
        let edge = i32::try_from(size.edge()).expect("boards are no larger");
        Self { edge, cells: vec![None; size.cells()], steps, kings }
    }

    pub(crate) fn set(&mut self, cells: impl Iterator<Item = Option<Piece>>) {
        self.cells.clear();
        self.cells.extend(cells);
    }

    /// Returns `true` if every move of `turn` leaves the king of `turn` attacked.
    pub(crate) fn is_mate(&mut self, turn: Color) -> bool {
        self.moves(turn).into_iter().all(|mv| {
            let captured = self.make(mv);
            let attacked = self.is_attacked(turn);
            self.unmake(mv, captured);
            attacked
        })
    }

    pub(crate) fn perft(&mut self, turn: Color, depth: u8) -> usize {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for mv in self.moves(turn) {
            let captured = self.make(mv);
            if !self.is_attacked(turn) {
                count += self.perft(!turn, depth - 1);
            }
            self.unmake(mv, captured);
        }
        count
    }

    /// Counts the moves of `turn` that force mate in at most `moves` moves.
    pub(crate) fn keys(&mut self, turn: Color, moves: usize) -> usize {
        self.moves(turn).into_iter().filter(|mv| self.is_key(turn, *mv, moves)).count()
    }

    fn mates_within(&mut self, turn: Color, moves: usize) -> bool {
        self.moves(turn).into_iter().any(|mv| self.is_key(turn, mv, moves))
    }

    fn is_key(&mut self, turn: Color, mv: [usize; 2], moves: usize) -> bool {
        let captured = self.make(mv);
        let mates = !self.is_attacked(turn) && self.is_lost(!turn, moves);
        self.unmake(mv, captured);
        mates
    }

    fn is_lost(&mut self, turn: Color, moves: usize) -> bool {
        let is_check = self.is_attacked(turn);
        if moves == 1 {
            return is_check && self.is_mate(turn);
        }
        let mut replies = 0;
        for mv in self.moves(turn) {
            let captured = self.make(mv);
            let is_legal = !self.is_attacked(turn);
            let escapes = is_legal && !self.mates_within(!turn, moves - 1);
            self.unmake(mv, captured);
            replies += usize::from(is_legal);
            if escapes {
                return false;
            }
        }
        replies > 0 || is_check
    }

    fn make(&mut self, [from, to]: [usize; 2]) -> Option<Piece> {
        let moving = self.cells[from].take();
        std::mem::replace(&mut self.cells[to], moving)
    }

    fn unmake(&mut self, [from, to]: [usize; 2], captured: Option<Piece>) {
        self.cells[from] = std::mem::replace(&mut self.cells[to], captured);
    }

    fn moves(&self, turn: Color) -> Vec<[usize; 2]> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces(turn) {
            self.reach(from, piece, |to| {
                moves.push([from, to]);
                false
            });
        }
        moves
    }

    fn is_attacked(&self, turn: Color) -> bool {
        let king = self.cells.iter().position(|there| *there == self.kings[turn as usize]);
        let Some(king) = king else { return false };
        self.pieces(!turn).any(|(from, piece)| self.reach(from, piece, |to| to == king))
    }

    fn pieces(&self, color: Color) -> impl Iterator<Item = (usize, Piece)> {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(move |(nth, there)| {
            there.filter(|piece| piece.color() == color).map(|piece| (nth, piece))
        })
    }

    /// Calls `stop` with each cell that a piece attacks or moves to, until `stop` returns `true`.
    /// Returns `true` if `stop` did.
    fn reach(&self, from: usize, piece: Piece, mut stop: impl FnMut(usize) -> bool) -> bool {
        let start = self.cell(from);
        for step in &self.steps[piece.index()] {
            let is_open = |route: &Vec<[i32; 3]>| {
                let mut passed = route.iter().map(|&passed| self.index(plus(start, passed)));
                passed.all(|cell| cell.is_some_and(|cell| self.cells[cell].is_none()))
            };
            if !step.paths.is_empty() && !step.paths.iter().any(is_open) {
                continue;
            }
            let mut cell = plus(start, step.offset);
            while let Some(to) = self.index(cell) {
                let there = self.cells[to];
                let goes = there
                    .map_or(step.moves, |other| step.captures && other.color() != piece.color());
                if goes && stop(to) {
                    return true;
                }
                if there.is_some() || !step.rides {
                    break;
                }
                cell = plus(cell, step.offset);
            }
        }
        false
    }

    fn cell(&self, index: usize) -> [i32; 3] {
        let index = i32::try_from(index).expect("boards are no larger");
        [index % self.edge, index / self.edge % self.edge, index / self.edge / self.edge]
    }

    fn index(&self, [file, rank, level]: [i32; 3]) -> Option<usize> {
        let inside = 0..self.edge;
        let on_board = [file, rank, level].iter().all(|part| inside.contains(part));
        let index = (level * self.edge + rank) * self.edge + file;
        on_board.then(|| index.cast_unsigned() as usize)
    }
}

fn plus(one: [i32; 3], other: [i32; 3]) -> [i32; 3] {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}
