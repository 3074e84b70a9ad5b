//! Is it checkmate? For boards by the million.
//!
//! The question is that of [`Position::is_checkmate`](crate::position::Position::is_checkmate), and
//! so is the answer, on boards where it takes nothing but pieces: one king of the side to move, no
//! king that can be held. Each board fills the room of the last one.

use crate::bits;
use crate::board::{After, DenseBoard, Empty, Move, Occupancy};
use crate::cell::{Cell, Size};
use crate::movement::{PieceList, Purpose, Step};
use crate::piece::{Color, Piece, RoleSet};
use crate::position::{Check, answers};
use crate::rules::{Promise, Rules};

/// A small board and its pieces.
#[derive(Clone, Debug)]
pub struct QuickBoard<'r> {
    rules: &'r Rules,
    board: DenseBoard,
    /// The cell of each place.
    cells: Vec<Cell>,
    royal: RoleSet,
    /// The pieces of each color.
    lists: [PieceList<'r>; 2],
    /// The kings of each color.
    kings: [Vec<Cell>; 2],
    checks: Vec<Check<'r>>,
    /// For each king and place where it gets to on an empty board.
    ways: Vec<(Piece, Vec<Vec<KingMove<'r>>>)>,
}

/// Where a step takes a king on an empty board when it is made so many times.
#[derive(Clone, Debug)]
struct KingMove<'r> {
    to: Cell,
    place: usize,
    step: &'r Step,
    count: u16,
}

impl<'r> QuickBoard<'r> {
    /// An empty board; none if it is too large, or if the rules ask for more than where the pieces
    /// stand.
    #[must_use]
    pub fn new(rules: &'r Rules, size: Size) -> Option<Self> {
        let fits = rules.size().is_none_or(|fixed| fixed == size);
        if !fits || !rules.holds().is_empty() || !rules.captures() || rules.verdict().is_none() {
            return None;
        }
        let list = |color| rules.movement().piece_list(size, color);
        let kings = rules.letters().map(|(_, piece)| piece).filter(|&piece| rules.is_royal(piece));
        Some(Self {
            lists: [list(Color::White)?, list(Color::Black)?],
            rules,
            board: DenseBoard::new(size),
            cells: (0..size.cells()).map(|place| size.cell_on(place)).collect(),
            royal: rules.roles().filter(|(_, def)| def.royal).map(|(role, _)| role).collect(),
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
        let filled = self.board.fill(fill);
        self.lists.iter_mut().for_each(PieceList::clear);
        self.kings.iter_mut().for_each(Vec::clear);
        self.board.pieces().for_each(|(place, piece)| {
            let color = piece.color() as usize;
            self.lists[color].add(piece.role(), place);
            if self.royal.contains(piece.role()) {
                self.kings[color].push(self.cells[place]);
            }
        });
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
        let (king, enemies) = (*king, &self.lists[!turn as usize]);
        if other.iter().any(|&other| self.lists[turn as usize].attack(&self.board, other)) {
            return None;
        }
        self.checks.clear();
        let attacks = enemies.sources(&self.board, king, Purpose::Capture);
        attacks.for_each(|(checker, step)| self.checks.push(Check { king, checker, step }));
        let touches = self.checks.iter().any(|check| other.contains(&check.checker));
        if touches && verdict.promises.contains(&Promise::KingsApart) {
            return None;
        }
        let escapes = || self.king_escapes(king) || self.is_answered(turn, king);
        Some(!self.checks.is_empty() && !escapes())
    }

    /// Whether the king has a step to where nothing attacks it.
    fn king_escapes(&self, king: Cell) -> bool {
        let ways = self.ways.iter().find(|(piece, _)| self.board.piece_at(king) == Some(*piece));
        let Some((piece, ways)) = ways else { return false };
        let color = piece.color();
        let is_open = |way: &KingMove<'_>| {
            let there = self.board.piece_on(way.place);
            there.is_none_or(|other| other.color() != color)
        };
        bits::such(&ways[self.size().place(king)], is_open).any(|way| {
            way.is_possible(&self.board, king)
                && self.is_safe(Move::new(king, way.to), way.to, color)
        })
    }

    /// Whether another piece ends the checks: where it stands after its move it takes a checker or
    /// blocks its step.
    fn is_answered(&self, turn: Color, king: Cell) -> bool {
        answers(&self.board, &self.checks).any(|to| {
            let purpose = Purpose::onto(self.board.piece_at(to));
            self.lists[turn as usize]
                .sources(&self.board, to, purpose)
                .any(|(from, _)| from != king && self.is_safe(Move::new(from, to), king, turn))
        })
    }

    /// Whether a king on a cell is safe after the move.
    fn is_safe(&self, mv: Move, king: Cell, turn: Color) -> bool {
        !self.lists[!turn as usize].attack(&After::new(&self.board, mv), king)
    }
}

impl KingMove<'_> {
    /// Whether nothing stands in the king's way to a cell that is empty or an enemy's.
    fn is_possible(&self, board: &DenseBoard, king: Cell) -> bool {
        self.step.serves(Purpose::onto(board.piece_on(self.place)))
            && self.step.carries(board, king, self.count)
    }
}

/// Where the steps of a king lead on an empty board, for each place.
fn king_ways(rules: &Rules, size: Size, king: Piece) -> Vec<Vec<KingMove<'_>>> {
    let way = |step, to, count| KingMove { to, place: size.place(to), step, count };
    let from = |from| {
        let steps = rules.movement().steps_of(king);
        let counted = |step: &Step| step.reach(&Empty(size), from).zip(1..).collect::<Vec<_>>();
        let ways = steps
            .flat_map(|step| counted(step).into_iter().map(|(to, count)| way(step, to, count)));
        ways.collect()
    };
    (0..size.cells()).map(|place| from(size.cell_on(place))).collect()
}
