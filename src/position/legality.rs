//! Legality: which moves leave no king of the side to move attacked.
//!
//! What the other side threatens is found once for a position: the pieces that attack a king, which
//! give check, and those that would if a piece of the side to move went out of their way, which is
//! pinned. A move of a piece other than a king is legal if none of these gets to a king after it; a
//! move of a king if nothing attacks the cell it goes to, and none of these another king of its side.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{Check, Position, Threat};
use crate::board::{After, Move, Occupancy};
use crate::cell::Cell;
use crate::movement::{Cells, MoveKind, Obstruction, Past, Wanted};
use crate::piece::{Color, RoleSet};

/// Attacks on kings, each once; there are rarely more than four.
pub(super) type Checks = SmallVec<[Check; 4]>;

/// What the other side threatens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threats<'r> {
    /// The attacks on kings. A piece with several ways to a king is listed with each.
    pub(crate) checks: SmallVec<[Threat<'r>; 4]>,
    /// What would attack a king if a piece of the side to move went out of its way.
    pins: SmallVec<[Threat<'r>; 4]>,
}

impl Threats<'_> {
    /// Whether a piece of the side to move on a cell might be in the way of one.
    fn may_pin(&self, cell: usize) -> bool {
        self.pins.iter().any(|pin| match pin.line.obstruction {
            Obstruction::One(blocker) => blocker == cell,
            // On the routes of a lame step.
            Obstruction::None | Obstruction::More => true,
        })
    }
}

impl Position {
    /// What the other side threatens.
    #[inline(always)]
    pub(crate) fn threats(&self) -> Threats<'_> {
        let mut threats = Threats::default();
        let movement = self.rules.movement();
        for king in self.king_indexes(self.turn) {
            let lines = (MoveKind::Capture, Past::OnePiece);
            let _ = movement.lines(&self.board, king, !self.turn, lines, |line| {
                self.add_threat(&mut threats, Threat { king, line });
                ControlFlow::<()>::Continue(())
            });
        }
        threats
    }

    fn add_threat<'r>(&self, threats: &mut Threats<'r>, threat: Threat<'r>) {
        let is_own =
            |cell: usize| self.board.piece_on(cell).is_some_and(|piece| piece.color() == self.turn);
        match threat.line.obstruction {
            Obstruction::None => threats.checks.push(threat),
            Obstruction::One(blocker) if !is_own(blocker) => {}
            Obstruction::One(_) | Obstruction::More => threats.pins.push(threat),
        }
    }

    /// The attacks on the kings of the side to move, in the order of the kings and the checkers.
    #[must_use]
    pub fn checks(&self) -> Vec<Check> {
        self.checks_on(self.turn).into_vec()
    }

    /// The attacks on the kings of a side, in the same order, whoever is to move.
    pub(super) fn checks_on(&self, color: Color) -> Checks {
        let (size, mut checks) = (self.board.size(), Checks::new());
        for &king in self.kings(color) {
            let capture = MoveKind::Capture;
            let movement = self.rules.movement();
            let _ = movement.attackers(&self.board, size.index(king), !color, capture, |from| {
                checks.push(Check { king, checker: size.cell(from) });
                ControlFlow::<()>::Continue(())
            });
        }
        checks.sort_unstable();
        checks.dedup();
        checks
    }

    /// Whether a king of the side to move is attacked.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_in_check(self.turn)
    }

    /// Whether a king of a side is attacked, whoever is to move.
    #[must_use]
    pub fn is_in_check(&self, side: Color) -> bool {
        let movement = self.rules.movement();
        self.king_indexes(side).any(|king| movement.is_attacked(&self.board, king, !side))
    }

    /// The attacks on the kings of the side to move once it has made the move. A piece with several
    /// ways to a king is listed with each.
    pub(crate) fn checks_after(&self, mv: Move) -> Vec<Threat<'_>> {
        let (after, size) = (After::new(&self.board, mv), self.board.size());
        let mut checks = Vec::new();
        for &king in self.kings(self.turn) {
            let king = size.index(if king == mv.from { mv.to } else { king });
            let lines = (MoveKind::Capture, Past::Nothing);
            let _ = self.rules.movement().lines(&after, king, !self.turn, lines, |line| {
                checks.push(Threat { king, line });
                ControlFlow::<()>::Continue(())
            });
        }
        checks
    }

    /// The moves by which the side to move does not leave its king attacked, in the order of the
    /// cells they start from and lead to.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::built_in("raumschach").expect("it is built in");
    /// let setup = notation::board(&rules, "start")?;
    /// assert_eq!(Position::new(&rules, setup)?.legal_moves().len(), 61);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_given(&self.threats())
    }

    pub(crate) fn legal_moves_given(&self, threats: &Threats<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.visit_legal(threats, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// The legal moves, in no order; perhaps no others if only some cells are `wanted` for the piece on
    /// a cell. A piece with several ways to a cell may be there twice.
    pub(crate) fn legal_moves_to(&self, wanted: impl Fn(usize) -> Wanted) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.visit_legal_to(wanted, &self.threats(), |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// Whether a move is legal.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let [from, to] = [mv.from, mv.to].map(|cell| self.board.size().index(cell));
        let wanted = |piece| if piece == from { Wanted::only(to) } else { Wanted::NOWHERE };
        let same =
            |legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.visit_legal_to(wanted, &self.threats(), same).is_break()
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.has_legal_move_given(&self.threats())
    }

    pub(crate) fn has_legal_move_given(&self, threats: &Threats<'_>) -> bool {
        self.visit_legal(threats, |_| ControlFlow::Break(())).is_break()
    }

    /// The number of legal moves.
    pub(super) fn count_legal_moves(&self) -> usize {
        let threats = self.threats();
        // Only pieces with several ways to a cell are visited twice.
        if self.rules.movement().overlapping() != RoleSet::default() {
            return self.legal_moves_given(&threats).len();
        }
        let mut count = 0;
        let _ = self.visit_legal(&threats, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Visits the legal moves: those of the kings; without a check all others, else those that
    /// capture the checker or block its way. Some may be visited twice, of pieces with several ways to a
    /// cell.
    fn visit_legal<R>(
        &self,
        threats: &Threats<'_>,
        visit: impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        self.visit_legal_to(|_| Wanted::Anywhere, threats, visit)
    }

    /// The same, and perhaps no others, if only some cells are `wanted` for the piece on a cell.
    fn visit_legal_to<R>(
        &self,
        wanted: impl Fn(usize) -> Wanted,
        threats: &Threats<'_>,
        mut visit: impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let moves = |from: &usize| wanted(*from) != Wanted::NOWHERE;
        for king in self.king_indexes(self.turn).filter(moves) {
            self.visit_king_moves(king, threats, wanted(king), &mut visit)?;
        }
        if !threats.checks.is_empty() {
            return self.visit_evasions(threats, wanted, visit);
        }
        let men = self.board.indexes_of(self.turn).filter(|&from| !self.is_king(from));
        for from in men.filter(moves) {
            let is_pinned = threats.may_pin(from);
            self.visit_destinations(from, wanted(from), |to| {
                if is_pinned && !self.leaves_kings_safe(from, to, threats) {
                    return ControlFlow::Continue(());
                }
                self.visit_moves(from, to, &mut visit)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the legal moves of a king.
    fn visit_king_moves<R>(
        &self,
        king: usize,
        threats: &Threats<'_>,
        wanted: Wanted,
        visit: &mut impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let (movement, captures) = (self.rules.movement(), self.rules.captures());
        let Some(piece) = self.board.piece_on(king) else { return ControlFlow::Continue(()) };
        movement.safe_destinations_on(&self.board, (piece, king), captures, wanted, |to| {
            if self.leaves_kings_safe(king, to, threats) && !self.holds(king, to) {
                self.visit_moves(king, to, &mut *visit)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// The cells where the only king of the side that isn't to move could go now if it were: while
    /// there is one that it can't be attacked on, it is not mated. None are told where something else than
    /// an attack may keep it from them.
    pub(crate) fn flights(&self) -> Cells {
        let (mut flights, movement) = (Cells::new(), self.rules.movement());
        let [king] = self.kings(!self.turn) else { return flights };
        let king = self.board.size().index(*king);
        let only_attacks = self.rules.captures() && self.rules.holds().is_empty();
        let piece = self.board.piece_on(king).filter(|_| only_attacks);
        if let Some(piece) = piece.filter(|piece| movement.only_leaps(piece.role())) {
            let (king, captures, all) = ((piece, king), self.rules.captures(), Wanted::Anywhere);
            let _ = movement.safe_destinations_on(&self.board, king, captures, all, |to| {
                flights.extend(Some(to).filter(|&to| !self.is_king(to)));
                ControlFlow::<()>::Continue(())
            });
        }
        flights
    }

    /// Visits the legal moves of pieces other than kings that end every check.
    fn visit_evasions<R>(
        &self,
        threats: &Threats<'_>,
        wanted: impl Fn(usize) -> Wanted,
        mut visit: impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        for to in self.evasion_targets(&threats.checks) {
            self.visit_men_to(to, |from| {
                if wanted(from).contains(to) && self.leaves_kings_safe(from, to, threats) {
                    self.visit_moves(from, to, &mut visit)
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The cells where a piece other than a king ends all checks at once, by capture or block; none
    /// without a check. A king that gives check stands on none, as it is never captured.
    pub(crate) fn evasion_targets(&self, checks: &[Threat<'_>]) -> Cells {
        let ends = |Threat { king, line }: &Threat<'_>| {
            let mut cells = line.blocking_cells(&self.board, *king);
            cells.insert(0, line.from);
            cells
        };
        let both = |mut cells: Cells, others: Cells| {
            cells.retain(|cell| others.contains(cell));
            cells
        };
        let mut cells = checks.iter().map(ends).reduce(both).unwrap_or_default();
        cells.retain(|&mut cell| !self.is_king(cell));
        cells
    }

    /// Whether a move of a piece leaves no king of the side to move attacked that doesn't move.
    fn leaves_kings_safe(&self, from: usize, to: usize, threats: &Threats<'_>) -> bool {
        let after = After::by_index(&self.board, from, to);
        let attacks = |Threat { king, line }: &Threat<'_>| {
            *king != from && line.from != to && line.is_open(&after)
        };
        !threats.checks.iter().chain(&threats.pins).any(attacks)
    }

    /// Visits the pieces other than kings of the side to move that can go to a cell where none of
    /// their own side stands, not minding their king. Some may be visited twice.
    pub(crate) fn visit_men_to<R>(
        &self,
        to: usize,
        mut visit: impl FnMut(usize) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let kind = MoveKind::onto(self.board.piece_on(to));
        if kind == MoveKind::Capture && !self.rules.captures() {
            return ControlFlow::Continue(());
        }
        self.rules.movement().attackers(&self.board, to, self.turn, kind, |from| {
            if self.is_king(from) { ControlFlow::Continue(()) } else { visit(from) }
        })
    }

    /// Visits the cells that the piece on a cell can go to, not minding its king; none from an
    /// empty cell. Some may be visited twice.
    fn visit_destinations<R>(
        &self,
        from: usize,
        wanted: Wanted,
        mut visit: impl FnMut(usize) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let Some(piece) = self.board.piece_on(from) else { return ControlFlow::Continue(()) };
        let (movement, captures) = (self.rules.movement(), self.rules.captures());
        movement.destinations_on(&self.board, (piece, from), captures, wanted, |to| {
            if self.holds(from, to) { ControlFlow::Continue(()) } else { visit(to) }
        })
    }

    /// Whether a king on a cell is held there so that it may not go to another.
    fn holds(&self, from: usize, to: usize) -> bool {
        let cell = |index| self.board.size().cell(index);
        self.holder.is_some() && self.is_held_from(cell(from), cell(to))
    }

    /// Visits the moves from one cell to another: one, or one for each piece that the moving one
    /// can become; none where a king stands, which is never captured. All moves come by here.
    fn visit_moves<R>(
        &self,
        from: usize,
        to: usize,
        mut visit: impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        if self.is_king(to) {
            return ControlFlow::Continue(());
        }
        let size = self.board.size();
        let piece = self.board.piece_on(from);
        let (from, to) = (size.cell(from), size.cell(to));
        let promotion = self
            .rules
            .promotion()
            .filter(|_| piece.is_some_and(|piece| self.rules.promotes(piece, size, to)));
        let Some(promotion) = promotion else { return visit(Move::new(from, to)) };
        promotion.to.iter().try_for_each(|&role| visit(Move { from, to, promotion: Some(role) }))
    }

    /// The moves of the piece on a cell, whether or not they leave its king attacked, each once;
    /// none from an empty cell.
    pub(crate) fn pseudo_legal_moves(&self, from: Cell) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.board.size().contains(from) {
            let from = self.board.size().index(from);
            let _ = self.visit_destinations(from, Wanted::Anywhere, |to| {
                self.visit_moves(from, to, |mv| {
                    moves.push(mv);
                    ControlFlow::<()>::Continue(())
                })
            });
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// The cells of a side's kings, by their indexes.
    fn king_indexes(&self, color: Color) -> impl Iterator<Item = usize> {
        self.kings(color).iter().map(|&king| self.board.size().index(king))
    }
}
