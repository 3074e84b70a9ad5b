//! Is it checkmate? For boards by the million.
//!
//! The question is that of [`Position::is_checkmate`](crate::position::Position::is_checkmate), and
//! so is the answer, on boards where it takes nothing but pieces: one king of the side to move, no
//! king that can be held. It is found without asking for memory.

use std::iter;

use crate::board::{After, DenseBoard, Empty, Move, Occupancy};
use crate::cell::{Cell, Size};
use crate::movement::{Men, Movement, Purpose, Step};
use crate::piece::{Color, Piece, RoleSet};
use crate::rules::{Promise, Rules};

/// A small board and its pieces.
#[derive(Clone, Debug)]
pub struct QuickBoard<'r> {
    rules: &'r Rules,
    board: DenseBoard,
    /// Which places are occupied.
    occupied: Vec<u64>,
    /// The cell of each place.
    cells: Vec<Cell>,
    royal: RoleSet,
    /// The pieces of each color.
    men: [Men<'r>; 2],
    /// The kings of each color.
    kings: [Vec<Cell>; 2],
    /// The attacks on the king.
    checks: Vec<(Cell, &'r Step)>,
    /// For each king and place where it gets to on an empty board.
    ways: Vec<(Piece, Vec<Vec<KingStep<'r>>>)>,
}

/// Where a step takes a king on an empty board when it is made so many times.
#[derive(Clone, Debug)]
struct KingStep<'r> {
    to: Cell,
    step: &'r Step,
    count: u16,
}

impl<'r> QuickBoard<'r> {
    /// The largest edge of a board that is looked at quickly.
    pub const MOST_EDGE: usize = Movement::MOST_EDGE_OF_MEN;

    /// An empty board; none if it is too large, or if the rules ask for more than where the pieces
    /// stand.
    #[must_use]
    pub fn new(rules: &'r Rules, size: Size) -> Option<Self> {
        let fits = rules.size().is_none_or(|fixed| fixed == size);
        if !fits || !rules.holds().is_empty() || !rules.captures() || rules.verdict().is_none() {
            return None;
        }
        let men = |color| rules.movement().men(size, color);
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| rules.roles().map(move |(role, _)| Piece::new(color, role)));
        let kings = pieces.filter(|&piece| rules.is_royal(piece));
        Some(Self {
            rules,
            board: DenseBoard::new(size),
            occupied: vec![0; size.cells().div_ceil(64)],
            cells: (0..size.cells()).map(|place| size.cell_on(place)).collect(),
            royal: rules.roles().filter(|(_, def)| def.royal).map(|(role, _)| role).collect(),
            men: [men(Color::White)?, men(Color::Black)?],
            kings: [Vec::new(), Vec::new()],
            checks: Vec::new(),
            ways: kings.map(|piece| (piece, king_ways(rules, size, piece))).collect(),
        })
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Fills the board: `fill` is given its places, in their order, to set what stands on each, and
    /// sets the bits of those where something does.
    pub fn fill<T>(&mut self, fill: impl FnOnce(&mut [Option<Piece>], &mut [u64]) -> T) -> T {
        self.occupied.fill(0);
        let filled = fill(self.board.places(), &mut self.occupied);
        self.men.iter_mut().for_each(Men::clear);
        self.kings.iter_mut().for_each(Vec::clear);
        for (word, &bits) in self.occupied.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let place = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let Some(piece) = self.board.piece_on(place) else { continue };
                let color = piece.color() as usize;
                self.men[color].add(piece.role(), self.cells[place]);
                if self.royal.contains(piece.role()) {
                    self.kings[color].push(self.cells[place]);
                }
            }
        }
        filled
    }

    /// Whether the side to move is in check and no legal move ends it; `None` if that takes more
    /// than a quick look, as where a promise of the rules is broken.
    pub fn is_checkmate(&mut self, turn: Color) -> Option<bool> {
        let [own, other] = [turn, !turn].map(|color| &self.kings[color as usize]);
        let verdict = self.rules.verdict()?;
        let promised = &verdict.kings;
        let counted = promised[turn as usize].contains(&own.len())
            && promised[!turn as usize].contains(&other.len());
        let ([king], true) = (&own[..], counted) else { return None };
        let (king, enemies) = (*king, &self.men[!turn as usize]);
        if other.iter().any(|&other| self.men[turn as usize].attack(&self.board, other)) {
            return None;
        }
        self.checks.clear();
        let checks = enemies.sources(&self.board, king, Purpose::Capture);
        checks.for_each(|check| self.checks.push(check));
        let touches = self.checks.iter().any(|(checker, _)| other.contains(checker));
        if touches && verdict.promises.contains(&Promise::KingsApart) {
            return None;
        }
        let escapes = || self.king_escapes(king) || self.is_answered(turn, king);
        Some(!self.checks.is_empty() && !escapes())
    }

    /// Whether the king has a step to where nothing attacks it.
    fn king_escapes(&self, king: Cell) -> bool {
        let ways = self.ways.iter().find(|(piece, _)| self.board.piece_at(king) == Some(*piece));
        ways.is_some_and(|(piece, ways)| {
            ways[self.size().place(king)].iter().any(|&KingStep { to, step, count }| {
                let there = self.board.piece_at(to);
                there.is_none_or(|other| other.color() != piece.color())
                    && step.serves(purpose(there))
                    && step.carries(&self.board, king, count)
                    && self.is_safe(Move::new(king, to), to, piece.color())
            })
        })
    }

    /// Whether another piece ends the checks: where it stands after its move it takes a checker or
    /// blocks its step.
    fn is_answered(&self, turn: Color, king: Cell) -> bool {
        let Some(((checker, step), others)) = self.checks.split_first() else { return true };
        let ends_others = |to: Cell| {
            others.iter().all(|(checker, step)| {
                to == *checker || step.breakers(&self.board, *checker, king).contains(&to)
            })
        };
        let blocks = step.breakers(&self.board, *checker, king);
        let answers = iter::once(*checker).chain(blocks).filter(|&to| ends_others(to));
        answers.into_iter().any(|to| {
            let purpose = purpose(self.board.piece_at(to));
            self.men[turn as usize]
                .sources(&self.board, to, purpose)
                .any(|(from, _)| from != king && self.is_safe(Move::new(from, to), king, turn))
        })
    }

    /// Whether a king on a cell is safe after the move.
    fn is_safe(&self, mv: Move, king: Cell, turn: Color) -> bool {
        !self.men[!turn as usize].attack(&After::new(&self.board, mv), king)
    }
}

/// Where the steps of a king lead on an empty board, for each place.
fn king_ways(rules: &Rules, size: Size, king: Piece) -> Vec<Vec<KingStep<'_>>> {
    let from = |from| {
        let steps = rules.movement().steps_of(king);
        let counted = |step: &'_ Step| step.reach(&Empty(size), from).zip(1..).collect::<Vec<_>>();
        let ways = steps.flat_map(|step| {
            counted(step).into_iter().map(move |(to, count)| KingStep { to, step, count })
        });
        ways.collect()
    };
    (0..size.cells()).map(|place| from(size.cell_on(place))).collect()
}

/// What a move to where this stands would be made for.
fn purpose(there: Option<Piece>) -> Purpose {
    if there.is_none() { Purpose::Move } else { Purpose::Capture }
}
