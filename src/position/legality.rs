//! Legality: decides which moves leave no king of the side to move attacked.
//!
//! Checks and pins are found once for a position. A move of a piece other than a king is legal if
//! no enemy piece attacks a king of the moving side after the move. A king's move is legal if,
//! after the move, no enemy piece attacks the king's new cell or another king of that side.

use std::ops::ControlFlow;

use super::Position;
use crate::board::{After, Move, Occupancy as _};
use crate::cell::Cell;
use crate::common::sorted;
use crate::control::{Control, Stopped};
use crate::movement::{Indexes, Line, Lines, MoveKind, Reach};
use crate::piece::{Color, Piece, Role};

/// The end of a walk over the legal moves: the visitor has seen enough, or the control stopped it.
type Walk = ControlFlow<Result<(), Stopped>>;

/// The number of legal moves between two calls of the control.
const MOVES_PER_TICK: usize = 1 << 10;

/// The opponent's checks and pins against the kings of the side to move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threats<'p> {
    /// Open lines of enemy pieces to the kings of the side to move. A piece with several open
    /// ways to a king has a line for each.
    pub(crate) checks: Lines<'p>,
    /// Blocked lines of enemy pieces to the kings of the side to move that may open if one
    /// piece of the side to move leaves.
    pins: Lines<'p>,
    /// Cells of the pieces that may open the lines of `pins`.
    pinned: Indexes,
}

impl Position {
    /// Returns the checks on the kings of the side to move, and the pins against them.
    pub(crate) fn threats(&self) -> Threats<'_> {
        let mut threats = Threats::default();
        let _ = self.find_threats(&mut threats, &Control::FREE);
        threats
    }

    /// Returns the threats as [`Position::threats`] does, and lets `control` stop the search.
    pub(crate) fn threats_with(&self, control: &Control<'_>) -> Result<Threats<'_>, Stopped> {
        let mut threats = Threats::default();
        self.find_threats(&mut threats, control)?;
        Ok(threats)
    }

    /// Adds all threats to `threats`. If this function returned them in its `Result`, a board of `mate`
    /// would take 4 % more instructions.
    fn find_threats<'p>(
        &'p self,
        threats: &mut Threats<'p>,
        control: &Control<'_>,
    ) -> Result<(), Stopped> {
        // One loop over all lines, an iterator of iterators, takes more instructions.
        for king in self.king_indexes(self.turn) {
            control.tick(0)?;
            for (from, piece) in self.board.indexed_pieces_of(!self.turn) {
                for line in self.movement.lines(piece, from, king, MoveKind::Capture) {
                    self.add_threat(line, threats);
                }
            }
        }
        Ok(())
    }

    fn add_threat<'p>(&self, line: Line<'p>, threats: &mut Threats<'p>) {
        if line.is_open(&self.board) {
            threats.checks.push(line);
            return;
        }
        let mut openers = line.openers(&self.board);
        openers.retain(|&mut cell| self.is_own(cell));
        if !openers.is_empty() {
            threats.pins.push(line);
            threats.pinned.extend(openers);
        }
    }

    /// Returns the legal moves, sorted by start, then by end; none if the game is over.
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
        self.legal_moves_with(&Control::FREE).unwrap_or_default()
    }

    /// Returns the legal moves as [`Position::legal_moves`] does, and lets `control` stop the
    /// search.
    pub(crate) fn legal_moves_with(&self, control: &Control<'_>) -> Result<Vec<Move>, Stopped> {
        if self.is_ended_by_bare_king() {
            return Ok(Vec::new());
        }
        self.legal_moves_given(&self.threats_with(control)?, control)
    }

    /// Returns the moves that would be legal if no bare king ended the game, in any order. A move
    /// may occur twice if two steps of the piece lead to its end.
    pub(crate) fn unsorted_legal_moves(&self) -> Vec<Move> {
        self.unsorted_legal_moves_given(&self.threats(), &Control::FREE).unwrap_or_default()
    }

    fn unsorted_legal_moves_given(
        &self,
        threats: &Threats<'_>,
        control: &Control<'_>,
    ) -> Result<Vec<Move>, Stopped> {
        let mut moves = Vec::with_capacity(64);
        let walk = self.visit_legal(threats, control, |from, to| {
            self.add_moves(from, to, &mut moves);
            if moves.len().is_multiple_of(MOVES_PER_TICK) {
                tick(control)
            } else {
                Walk::Continue(())
            }
        });
        walk.break_value().unwrap_or(Ok(()))?;
        Ok(moves)
    }

    /// Returns the moves that would be legal if no bare king ended the game, sorted. `control` may
    /// stop the search.
    pub(crate) fn legal_moves_given(
        &self,
        threats: &Threats<'_>,
        control: &Control<'_>,
    ) -> Result<Vec<Move>, Stopped> {
        let mut moves = self.unsorted_legal_moves_given(threats, control)?;
        if moves.len() > MOVES_PER_TICK {
            for of_piece in moves.chunk_by_mut(|one, next| one.from == next.from) {
                control.tick(0)?;
                of_piece.sort_unstable();
            }
            // Pieces other than kings come in the order of their cells, so little is left to sort.
            moves.sort();
        }
        Ok(sorted(moves))
    }

    /// Returns the moves that would be legal if no bare king ended the game, of the piece on `from`
    /// only, sorted; none unless the piece is one of the side to move.
    pub(crate) fn legal_moves_from(
        &self,
        from: Cell,
        control: &Control<'_>,
    ) -> Result<Vec<Move>, Stopped> {
        let (size, threats) = (self.board.size(), self.threats_with(control)?);
        let index = size.index(from);
        let mut moves = if self.is_own(index) { self.pseudo_legal_moves(from) } else { Vec::new() };
        let is_king = self.is_king(index);
        moves.retain(|mv| match size.index(mv.to) {
            to if is_king => self.is_king_safe(index, to, &threats),
            to => self.leaves_kings_safe(index, to, &threats),
        });
        Ok(moves)
    }

    /// Divides the cells that the piece on `from` reaches into the cells of its legal moves and of
    /// its illegal moves.
    ///
    /// A move is illegal if it leaves the king in check, breaks a hold or captures a king. In a rule
    /// set without verdicts, only captures of kings are illegal. An end of the game by a bare king is
    /// ignored.
    pub(crate) fn split_legal(
        &self,
        from: Cell,
        reach: Reach,
        control: &Control<'_>,
    ) -> Result<(Reach, Vec<Cell>), Stopped> {
        if self.rules.verdict().is_none() {
            let is_king = |to: &Cell| self.is_king(self.board.size().index(*to));
            let (kings, captures) = reach.captures.into_iter().partition(is_king);
            return Ok((Reach { captures, ..reach }, kings));
        }
        let legal_moves = self.legal_moves_from(from, control)?;
        let is_legal = |to: &Cell| legal_moves.iter().any(|mv| mv.to == *to);
        let (moves, mut illegal): (_, Vec<Cell>) = reach.moves.into_iter().partition(is_legal);
        let (captures, guarded): (_, Vec<Cell>) = reach.captures.into_iter().partition(is_legal);
        illegal.extend(guarded);
        Ok((Reach { moves, captures, blockers: reach.blockers }, illegal))
    }

    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let is_own = self.board.piece_at(mv.from).is_some_and(|piece| piece.color() == self.turn);
        is_own && self.pseudo_legal_moves(mv.from).contains(&mv) && self.checks_after(mv).is_empty()
    }

    /// Returns `true` if the side to move has a legal move; `false` if the game is over.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        !self.is_ended_by_bare_king() && self.has_legal_move_given(&self.threats())
    }

    pub(crate) fn has_legal_move_given(&self, threats: &Threats<'_>) -> bool {
        self.visit_legal(threats, &Control::FREE, |_, _| Walk::Break(Ok(()))).is_break()
    }

    pub(super) fn count_legal_moves(&self, control: &Control<'_>) -> Result<usize, Stopped> {
        if self.is_ended_by_bare_king() {
            return Ok(0);
        }
        if !self.rules.movement().overlapping().is_empty() {
            return Ok(self.legal_moves_given(&self.threats_with(control)?, control)?.len());
        }
        let (size, mut count) = (self.board.size(), 0_usize);
        let walk = self.visit_legal(&self.threats_with(control)?, control, |from, to| {
            count += self.promotions(from, size.cell(to)).len().max(1);
            if count.is_multiple_of(MOVES_PER_TICK) { tick(control) } else { Walk::Continue(()) }
        });
        walk.break_value().unwrap_or(Ok(()))?;
        Ok(count)
    }

    /// Passes the start and end of each legal move to `visit`, those of kings first, until `visit`
    /// returns `Break` or `control` stops the walk. A move occurs twice if two steps of the piece lead
    /// to its end.
    ///
    /// The loops are plain, because chained iterators take a quarter more instructions for perft.
    fn visit_legal(
        &self,
        threats: &Threats<'_>,
        control: &Control<'_>,
        mut visit: impl FnMut(usize, usize) -> Walk,
    ) -> Walk {
        for king in self.king_indexes(self.turn) {
            tick(control)?;
            let Some(piece) = self.board.piece_on(king) else { continue };
            for to in self.destinations(piece, king) {
                if self.is_king_safe(king, to, threats) {
                    visit(king, to)?;
                }
            }
        }
        if !threats.checks.is_empty() {
            return self.visit_evasions(threats, control, visit);
        }
        for (from, piece) in self.board.indexed_pieces_of(self.turn) {
            if self.rules.is_royal(piece) {
                continue;
            }
            let may_expose = threats.pinned.contains(&from);
            for to in self.destinations(piece, from) {
                if !may_expose || self.leaves_kings_safe(from, to, threats) {
                    visit(from, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Passes each legal move that ends all checks to `visit`, except moves of kings.
    fn visit_evasions(
        &self,
        threats: &Threats<'_>,
        control: &Control<'_>,
        mut visit: impl FnMut(usize, usize) -> Walk,
    ) -> Walk {
        for to in self.evasion_targets(&threats.checks) {
            tick(control)?;
            for from in self.movers_to(to) {
                if self.leaves_kings_safe(from, to, threats) {
                    visit(from, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns `true` if no king of the side to move is attacked after a king's move.
    fn is_king_safe(&self, king: usize, to: usize, threats: &Threats<'_>) -> bool {
        let after = After::by_index(&self.board, king, to);
        !self.movement.is_attacked(&after, to, !self.turn)
            && self.leaves_kings_safe(king, to, threats)
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

    /// Returns the cells of the pieces other than kings that have a pseudo-legal move to `to`.
    pub(crate) fn movers_to(&self, to: usize) -> impl Iterator<Item = usize> {
        let kind = MoveKind::onto(self.board.piece_on(to));
        let is_possible = kind == MoveKind::Quiet || self.rules.captures();
        let own = self.board.indexed_pieces_of(self.turn).filter(move |_| is_possible);
        own.map(|(from, _)| from).filter(move |&from| {
            !self.is_king(from) && self.movement.reaches(&self.board, from, to, kind)
        })
    }

    /// Returns the ends of the pseudo-legal moves of `piece` on `from`, without the cells of kings,
    /// because kings are never captured. A cell may occur twice if two steps of the piece lead to
    /// it.
    pub(crate) fn destinations(&self, piece: Piece, from: usize) -> impl Iterator<Item = usize> {
        let cells = self.movement.destinations(&self.board, piece, from);
        cells.filter(move |&to| !self.is_king(to) && !self.is_held(from, to))
    }

    fn is_held(&self, from: usize, to: usize) -> bool {
        let cell = |index| self.board.size().cell(index);
        self.holder.is_some() && self.is_held_from(cell(from), cell(to))
    }

    /// Adds the move from the cell `from` to the cell `to`. A promoting piece has one move for
    /// each role that it can promote to.
    pub(super) fn add_moves(&self, from: usize, to: usize, moves: &mut Vec<Move>) {
        let size = self.board.size();
        let mv = Move::new(size.cell(from), size.cell(to));
        let roles = self.promotions(from, mv.to);
        if roles.is_empty() {
            moves.push(mv);
        }
        moves.extend(roles.iter().map(|&role| Move { promotion: Some(role), ..mv }));
    }

    /// Returns the roles to which the piece on `from` promotes if it moves to `to`; none if it does
    /// not promote there.
    fn promotions(&self, from: usize, to: Cell) -> &[Role] {
        match self.board.piece_on(from) {
            Some(piece) if self.rules.promotes(piece, self.board.size(), to) => {
                self.rules.promotions(piece)
            }
            _ => &[],
        }
    }

    /// Returns the pseudo-legal moves of the piece on `from`, sorted and without repeats.
    pub(crate) fn pseudo_legal_moves(&self, from: Cell) -> Vec<Move> {
        let Some(piece) = self.board.piece_at(from) else { return Vec::new() };
        let from = self.board.size().index(from);
        let mut moves = Vec::new();
        self.destinations(piece, from).for_each(|to| self.add_moves(from, to, &mut moves));
        sorted(moves)
    }

    fn is_own(&self, index: usize) -> bool {
        self.board.piece_on(index).is_some_and(|piece| piece.color() == self.turn)
    }

    pub(super) fn king_indexes(&self, color: Color) -> impl Iterator<Item = usize> {
        self.kings(color).iter().map(|&king| self.board.size().index(king))
    }
}

fn tick(control: &Control<'_>) -> Walk {
    control.tick(0).map_or_else(|stopped| Walk::Break(Err(stopped)), Walk::Continue)
}
