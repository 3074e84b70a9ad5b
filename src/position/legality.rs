//! Legality: decides which moves leave no king of the side to move attacked.
//!
//! Checks and pins are found once for a position. A move of a piece other than a king is legal if
//! no enemy piece attacks a king of the moving side after the move. A king's move is legal if,
//! after the move, no enemy piece attacks the king's new cell or another king of that side.

use smallvec::SmallVec;

use super::{Check, Position};
use crate::board::{After, Move};
use crate::cell::Cell;
use crate::movement::{Destinations, Indexes, Line, Lines, MaxBlockers, MoveKind};
use crate::piece::{Color, Piece, RoleSet};

pub(super) type Checks = SmallVec<[Check; 4]>;

/// The opponent's checks and pins against the kings of the side to move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threats<'r> {
    /// The unblocked attacks of enemy pieces on the kings of the side to move. A piece with several
    /// steps to a king has one [`Line`] for each step.
    pub(crate) checks: SmallVec<[Line<'r>; 2]>,
    /// The blocked attacks on the kings of the side to move that may open if one of that side's
    /// pieces leaves its cell.
    pins: SmallVec<[Line<'r>; 2]>,
}

impl Threats<'_> {
    fn may_pin(&self, cell: usize) -> bool {
        self.pins.iter().any(|line| line.blockers.contains(&cell))
    }
}

impl Position {
    /// Returns the checks on the kings of the side to move, and the pins against them.
    pub(crate) fn threats(&self) -> Threats<'_> {
        let mut threats = Threats::default();
        let is_own = |&cell: &usize| {
            self.board.piece_on(cell).is_some_and(|piece| piece.color() == self.turn)
        };
        for king in self.king_indexes(self.turn) {
            for line in self.lines_to(king, MoveKind::Capture, !self.turn, MaxBlockers::One) {
                if line.blockers.is_empty() {
                    threats.checks.push(line);
                } else if line.blockers.iter().any(is_own) {
                    threats.pins.push(line);
                }
            }
        }
        threats
    }

    /// Returns the checks on the kings of the side to move, sorted by king, then by checker.
    #[must_use]
    pub fn checks(&self) -> Vec<Check> {
        self.checks_on(self.turn).into_vec()
    }

    pub(super) fn checks_on(&self, color: Color) -> Checks {
        let (size, mut checks) = (self.board.size(), Checks::new());
        for &king in self.kings(color) {
            let lines =
                self.lines_to(size.index(king), MoveKind::Capture, !color, MaxBlockers::None);
            checks.extend(lines.iter().map(|line| Check { king, checker: size.cell(line.from) }));
        }
        checks.sort_unstable();
        checks.dedup();
        checks
    }

    /// Returns `true` if the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_in_check(self.turn)
    }

    /// Returns `true` if `side` is in check, whichever side is to move.
    #[must_use]
    pub fn is_in_check(&self, side: Color) -> bool {
        let movement = self.rules.movement();
        self.king_indexes(side).any(|king| movement.is_attacked(&self.board, king, !side))
    }

    /// Returns the attacks of enemy pieces on the kings of the side to move after the move `mv`.
    ///
    /// A piece with several steps to a king has one [`Line`] for each step.
    pub(crate) fn checks_after(&self, mv: Move) -> Vec<Line<'_>> {
        let (movement, after) = (self.rules.movement(), After::new(&self.board, mv));
        let kings = self.kings(self.turn).iter();
        let kings = kings.map(|&king| if king == mv.from { mv.to } else { king });
        let checks = kings.flat_map(|king| {
            let (king, by, capture) =
                (self.board.size().index(king), !self.turn, MoveKind::Capture);
            movement.attackers(&after, king, by, capture, MaxBlockers::None)
        });
        checks.collect()
    }

    /// Returns the legal moves, sorted by start, then by end.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::raumschach();
    /// let setup = notation::parse_board(&rules, "start")?;
    /// assert_eq!(Position::new(&rules, setup)?.legal_moves().len(), 61);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_given(&self.threats())
    }

    /// Returns the legal moves in any order. A move may occur twice if two steps of the piece lead
    /// to its end.
    pub(crate) fn unsorted_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.add_legal(&self.threats(), usize::MAX, &mut moves);
        moves
    }

    pub(crate) fn legal_moves_given(&self, threats: &Threats<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.add_legal(threats, usize::MAX, &mut moves);
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let is_own = self.board.piece_at(mv.from).is_some_and(|piece| piece.color() == self.turn);
        is_own && self.pseudo_legal_moves(mv.from).contains(&mv) && self.checks_after(mv).is_empty()
    }

    /// Returns `true` if the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.has_legal_move_given(&self.threats())
    }

    pub(crate) fn has_legal_move_given(&self, threats: &Threats<'_>) -> bool {
        let mut moves = Vec::new();
        self.add_legal(threats, 1, &mut moves);
        !moves.is_empty()
    }

    pub(super) fn count_legal_moves(&self) -> usize {
        let mut moves = self.unsorted_legal_moves();
        if self.rules.movement().overlapping() != RoleSet::default() {
            moves.sort_unstable();
            moves.dedup();
        }
        moves.len()
    }

    /// Adds legal moves in any order, and stops when `moves` has at least `enough` moves.
    ///
    /// King moves come first. The moves of other pieces follow; in check, only those that end all
    /// checks. A move may be added twice if two steps of the piece lead to its end.
    fn add_legal(&self, threats: &Threats<'_>, enough: usize, moves: &mut Vec<Move>) {
        for king in self.king_indexes(self.turn) {
            self.add_king_moves(king, threats, enough, moves);
        }
        if !threats.checks.is_empty() {
            return self.add_evasions(threats, enough, moves);
        }
        for from in self.board.indexes_of(self.turn).filter(|&from| !self.is_king(from)) {
            if moves.len() >= enough {
                return;
            }
            let mut cells = self.destinations(from, u128::MAX);
            if threats.may_pin(from) {
                cells.retain(|to| self.leaves_kings_safe(from, *to, threats));
            }
            self.add_moves(from, &cells, moves);
        }
    }

    fn add_king_moves(
        &self,
        king: usize,
        threats: &Threats<'_>,
        enough: usize,
        moves: &mut Vec<Move>,
    ) {
        for &to in &self.destinations(king, u128::MAX) {
            if moves.len() >= enough {
                return;
            }
            let after = After::by_index(&self.board, king, to);
            if !self.rules.movement().is_attacked(&after, to, !self.turn)
                && self.leaves_kings_safe(king, to, threats)
            {
                self.add_moves(king, &[to], moves);
            }
        }
    }

    fn add_evasions(&self, threats: &Threats<'_>, enough: usize, moves: &mut Vec<Move>) {
        for to in self.evasion_targets(&threats.checks) {
            if moves.len() >= enough {
                return;
            }
            for from in self.movers_to(to) {
                if self.leaves_kings_safe(from, to, threats) {
                    self.add_moves(from, &[to], moves);
                }
            }
        }
    }

    /// Returns the cells where a piece other than a king could end all checks by a capture or a
    /// block.
    ///
    /// The list is empty without a check. The cell of a king that gives check is left out, because
    /// kings are never captured.
    pub(crate) fn evasion_targets(&self, checks: &[Line<'_>]) -> Indexes {
        let ends = |line: &Line<'_>| {
            let mut cells = line.blocking_cells(&self.board);
            cells.insert(0, line.from);
            cells
        };
        let both = |mut cells: Indexes, others: Indexes| {
            cells.retain(|cell| others.contains(cell));
            cells
        };
        let mut cells = checks.iter().map(ends).reduce(both).unwrap_or_default();
        cells.retain(|&mut cell| !self.is_king(cell));
        cells
    }

    /// Returns `true` if the move exposes no king of the side to move to an attack.
    ///
    /// If a king makes the move, attacks on this king are ignored.
    fn leaves_kings_safe(&self, from: usize, to: usize, threats: &Threats<'_>) -> bool {
        let after = After::by_index(&self.board, from, to);
        let attacks = |line: &Line<'_>| line.to != from && line.from != to && line.is_open(&after);
        !threats.checks.iter().chain(&threats.pins).any(attacks)
    }

    /// Returns the cells of the pieces other than kings that have a pseudo-legal move to `to`. A
    /// cell may occur twice if two steps of its piece lead to `to`.
    pub(crate) fn movers_to(&self, to: usize) -> Indexes {
        let kind = MoveKind::onto(self.board.piece_on(to));
        if kind == MoveKind::Capture && !self.rules.captures() {
            return Indexes::new();
        }
        let lines = self.lines_to(to, kind, self.turn, MaxBlockers::None);
        lines.iter().map(|line| line.from).filter(|&from| !self.is_king(from)).collect()
    }

    /// Returns the ends of the pseudo-legal moves from `from`. A cell may occur twice if two steps
    /// of the piece lead to it.
    ///
    /// On a board with an attack table, only cells in the bitboard `within` are returned; otherwise
    /// `within` is ignored.
    pub(super) fn destinations(&self, from: usize, within: u128) -> Destinations {
        let (movement, kinds) = (self.rules.movement(), self.rules.move_kinds());
        let Some(piece) = self.board.piece_on(from) else { return Destinations::new() };
        let mut cells = movement.destinations_on(&self.board, piece, from, kinds, within);
        if self.holder.is_some() {
            let cell = |index| self.board.size().cell(index);
            cells.retain(|to| !self.is_held_from(cell(from), cell(*to)));
        }
        cells
    }

    /// Adds the moves from the cell `from` to the cells `to`. A promoting piece has one move for
    /// each role that it can promote to.
    ///
    /// Moves onto a king are left out, because kings are never captured. All functions that
    /// generate moves call this function.
    pub(super) fn add_moves(&self, from: usize, to: &[usize], moves: &mut Vec<Move>) {
        let (size, piece) = (self.board.size(), self.board.piece_on(from));
        let from = size.cell(from);
        for &to in to.iter().filter(|&&to| !self.is_king(to)) {
            let mv = Move::new(from, size.cell(to));
            let promotes = |piece: Piece| self.rules.promotes(piece, size, mv.to);
            match self.rules.promotion().filter(|_| piece.is_some_and(promotes)) {
                None => moves.push(mv),
                Some(promotion) => {
                    let roles = promotion.to.iter();
                    moves.extend(roles.map(|&role| Move { promotion: Some(role), ..mv }));
                }
            }
        }
    }

    /// Returns the pseudo-legal moves of the piece on `from`, sorted and without repeats.
    pub(crate) fn pseudo_legal_moves(&self, from: Cell) -> Vec<Move> {
        if !self.board.size().contains(from) {
            return Vec::new();
        }
        let from = self.board.size().index(from);
        let mut moves = Vec::new();
        self.add_moves(from, &self.destinations(from, u128::MAX), &mut moves);
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    pub(super) fn lines_to(
        &self,
        cell: usize,
        kind: MoveKind,
        by: Color,
        max: MaxBlockers,
    ) -> Lines<'_> {
        self.rules.movement().attackers(&self.board, cell, by, kind, max)
    }

    pub(super) fn king_indexes(&self, color: Color) -> impl Iterator<Item = usize> {
        self.kings(color).iter().map(|&king| self.board.size().index(king))
    }
}
