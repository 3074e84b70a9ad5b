//! Constructs boards on which one situation, such as a pin, decides whether White is checkmated.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::random::RandomBoards;
use crate::board::{After, Board, Occupancy as _, Setup};
use crate::cell::Size;
use crate::common::sorted;
use crate::movement::MoveKind;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::Verdict;
use crate::workbench::misreading::Misreading;

/// A generator of boards on which White's king has no safe step.
///
/// On most of these boards White is in check, and a single piece decides whether that is checkmate,
/// in the way that the [`Situation`] says. Random boards seldom depend on one piece.
#[derive(Clone, Debug)]
pub(in crate::workbench) struct Situations {
    rules: Rules,
    boards: RandomBoards,
    non_royal: Vec<Role>,
    rng: Rng,
}

/// The feature of a board that decides whether White is checkmated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::workbench) enum Situation {
    /// Nothing helps White.
    Checkmate,
    /// A piece can capture the checker.
    Capture,
    /// A piece can block the check.
    Block,
    /// A piece could answer the check, but is pinned.
    Pin,
    /// A piece can answer one of two checks, but not both.
    DoubleCheck,
    /// There is no check, and no move.
    Stalemate,
    /// A guard is pinned to its own king.
    PinnedGuard,
    /// There is no check, and a move.
    Ongoing,
    /// Black is in check, which some rule sets allow.
    OpponentInCheck,
}

impl Situation {
    pub(super) const ALL: [Self; 9] = [
        Self::Checkmate,
        Self::Capture,
        Self::Block,
        Self::Pin,
        Self::DoubleCheck,
        Self::Stalemate,
        Self::PinnedGuard,
        Self::Ongoing,
        Self::OpponentInCheck,
    ];

    /// Situations that are placed piece by piece, because random boards seldom have them.
    pub(in crate::workbench) const PLACED: &[Self] = Self::ALL.split_at(7).0;

    /// Returns `true` if the situation is placed piece by piece.
    pub(super) fn is_placed(self) -> bool {
        Self::PLACED.contains(&self)
    }

    /// Returns `true` if a position with the verdict may be in the situation.
    pub(super) fn allows(self, verdict: Verdict) -> bool {
        match self {
            Self::Checkmate | Self::Pin | Self::DoubleCheck | Self::PinnedGuard => {
                verdict == Verdict::Checkmate
            }
            Self::Capture | Self::Block => verdict == Verdict::Check,
            Self::Stalemate => verdict == Verdict::Stalemate,
            Self::Ongoing | Self::OpponentInCheck => verdict == Verdict::Ongoing,
        }
    }

    /// Returns `true` if a position, on whose board the situation was placed or which is random, is
    /// in it.
    pub(super) fn is_in(self, position: &Position) -> bool {
        self.allows(position.verdict())
            && match self {
                Self::DoubleCheck => position.checks().len() > 1,
                Self::OpponentInCheck => position.is_in_check(!position.turn()),
                _ => true,
            }
    }
}

/// A board under construction.
struct SituationDraft {
    board: Board,
    /// Index of White's king.
    king: usize,
    /// Indexes of the cells between a checker and the king, on which no further piece is put.
    kept: Vec<usize>,
}

/// Largest number of guards to try, one after the other, until the king has no safe step.
const GUARDS: usize = 40;
/// Number of attempts to place a piece that a situation needs.
const TRIES: usize = 12;

/// The side to move.
const OWN: Color = Color::White;

impl Situations {
    pub(in crate::workbench) fn new(rules: &Rules, size: Option<Size>, seed: u64) -> Self {
        Self {
            rules: rules.clone(),
            boards: RandomBoards::new(rules, size, seed),
            non_royal: rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role).collect(),
            rng: Rng::with_seed(seed),
        }
    }

    /// Returns a legal board with a situation, which is about a piece of `role`; `None` if the
    /// attempt fails, or if the situation is not one of [`Situation::PLACED`].
    ///
    /// A piece misread by `other` checks or defends by its right moves, its misread moves, or both.
    /// For [`Situation::DoubleCheck`] and [`Situation::Checkmate`], `role` is that of enemy pieces.
    pub(in crate::workbench) fn draw(
        &mut self,
        situation: Situation,
        role: Role,
        other: &Misreading,
        size: Option<Size>,
    ) -> Option<Setup> {
        let size = size.unwrap_or_else(|| self.boards.size());
        let board = self.boards.kings(size)?;
        let king = board.indexed_pieces_of(OWN).next()?.0;
        let mut draft = SituationDraft { board, king, kept: Vec::new() };
        let is_of_checker = matches!(situation, Situation::DoubleCheck | Situation::Checkmate);
        let first = is_of_checker && self.rng.bool();
        let checker = match situation {
            Situation::Stalemate => draft.king,
            _ => self.add_check(&mut draft, first.then_some(role), other)?,
        };
        if situation == Situation::DoubleCheck {
            self.add_check(&mut draft, Some(role), other)?;
        }
        match situation {
            Situation::Checkmate | Situation::Stalemate => self.add_bystander(&mut draft),
            Situation::PinnedGuard => {}
            Situation::Ongoing | Situation::OpponentInCheck => return None,
            Situation::Capture => self.add_defender(&mut draft, role, checker, other)?,
            Situation::Block => {
                let target = self.blocking_cell(&draft, checker)?;
                self.add_defender(&mut draft, role, target, other)?;
            }
            Situation::Pin => self.add_pinned(&mut draft, role, checker)?,
            Situation::DoubleCheck => {
                let own = self.any_role()?;
                self.add_defender(&mut draft, own, checker, other)?;
            }
        }
        self.add_guards(&mut draft, role, other)?;
        if situation == Situation::PinnedGuard {
            self.pin_guard(&mut draft)?;
        }
        let setup = self.boards.setup(draft.board);
        Position::new(&self.rules, setup).ok().map(Position::into_setup)
    }

    /// Adds, in one of two calls, a piece of White on an empty cell to which its king could go.
    fn add_bystander(&mut self, draft: &mut SituationDraft) {
        let steps = self.flights(&self.rules, &draft.board, draft.king);
        let free = steps.into_iter().filter(|cell| !draft.kept.contains(cell));
        let empty = free.filter(|&cell| draft.board.piece_on(cell).is_none());
        if let Some(cell) = self.rng.choice(empty.collect::<Vec<_>>())
            && let Some(role) = self.any_role().filter(|_| self.rng.bool())
        {
            draft.board.put(cell, Some(Piece::new(OWN, role)));
        }
    }

    fn any_role(&mut self) -> Option<Role> {
        self.rng.choice(&self.non_royal).copied()
    }

    /// Adds a piece that gives check, and returns its index. The role is random if `role` is
    /// `None`.
    fn add_check(
        &mut self,
        draft: &mut SituationDraft,
        role: Option<Role>,
        other: &Misreading,
    ) -> Option<usize> {
        let role = role.or_else(|| self.any_role())?;
        let checker = self.origin(other, &draft.board, Piece::new(!OWN, role), draft.king)?;
        draft.board.put(checker, Some(Piece::new(!OWN, role)));
        draft.kept.extend(self.between(&draft.board, checker, draft.king));
        Some(checker)
    }

    /// Returns an empty cell between a checker and the king; `None` if there is none.
    fn blocking_cell(&mut self, draft: &SituationDraft, checker: usize) -> Option<usize> {
        let cells = self.between(&draft.board, checker, draft.king);
        self.rng.choice(cells)
    }

    fn between(&self, board: &Board, from: usize, to: usize) -> Vec<usize> {
        let Some(piece) = board.piece_on(from) else { return Vec::new() };
        let movement = self.rules.movement().on(board.size());
        let lines = movement.lines(piece, from, to, MoveKind::Capture);
        let open = lines.filter(|line| line.is_open(board));
        sorted(open.flat_map(|line| line.blocking_cells(board)))
    }

    /// Adds a piece of White that can go to `target`, from a cell where it does not block a check.
    fn add_defender(
        &mut self,
        draft: &mut SituationDraft,
        role: Role,
        target: usize,
        other: &Misreading,
    ) -> Option<()> {
        let piece = Piece::new(OWN, role);
        for _ in 0..TRIES {
            if let Some(from) = self.origin(other, &draft.board, piece, target)
                && !draft.kept.contains(&from)
            {
                draft.board.put(from, Some(piece));
                return Some(());
            }
        }
        None
    }

    /// Adds a piece of White that could answer the check, and an enemy piece that pins it.
    fn add_pinned(&mut self, draft: &mut SituationDraft, role: Role, checker: usize) -> Option<()> {
        let mut targets = self.between(&draft.board, checker, draft.king);
        targets.push(checker);
        let movement = self.rules.movement().on(draft.board.size());
        for _ in 0..TRIES {
            let pinner = Piece::new(!OWN, self.any_role()?);
            let from = origins(&self.rules, &draft.board, pinner, draft.king);
            let Some(from) = self.rng.choice(from) else {
                continue;
            };
            let mut board = draft.board.clone();
            board.put(from, Some(pinner));
            let mut cells = self.between(&board, from, draft.king);
            self.rng.shuffle(&mut cells);
            for cell in cells.into_iter().filter(|cell| !draft.kept.contains(cell)) {
                board.put(cell, Some(Piece::new(OWN, role)));
                let answers = |&target: &usize| {
                    let kind = MoveKind::onto(board.piece_on(target));
                    movement.reaches(&board, cell, target, kind)
                };
                if targets.iter().any(answers) {
                    draft.board = board;
                    return Some(());
                }
                board.put(cell, None);
            }
        }
        None
    }

    /// Returns a random empty cell from which a piece can go to `target`, or capture there.
    ///
    /// If `other` misreads the piece, three of four calls choose a cell from which the piece
    /// reaches `target` only under the rules or only under the misreading, if there is such a cell.
    fn origin(
        &mut self,
        other: &Misreading,
        board: &Board,
        piece: Piece,
        target: usize,
    ) -> Option<usize> {
        let right = origins(&self.rules, board, piece, target);
        if other.misreads(piece.role()) && self.rng.u8(..4) > 0 {
            let differing = &right ^ &origins(other.rules(), board, piece, target);
            if !differing.is_empty() {
                return self.rng.choice(differing);
            }
        }
        self.rng.choice(right)
    }

    /// Adds enemy pieces until the king has no safe step; `None` if that fails. Half of them have
    /// the role.
    ///
    /// No guard gives check, or stands where the check may be answered.
    fn add_guards(
        &mut self,
        draft: &mut SituationDraft,
        role: Role,
        other: &Misreading,
    ) -> Option<()> {
        let movement = self.rules.movement().on(draft.board.size());
        // A king that is misread has a flight under one rule set only.
        let king = if self.rng.bool() { self.rules.clone() } else { other.rules().clone() };
        let mut flights = self.flights(&king, &draft.board, draft.king);
        for _ in 0..GUARDS {
            let Some(&flight) = self.rng.choice(&flights) else { return Some(()) };
            let role = if self.rng.bool() { role } else { self.any_role()? };
            let guard = Piece::new(!OWN, role);
            let Some(from) = self.guard_cell(other, &draft.board, guard, flight) else { continue };
            if draft.kept.contains(&from) || movement.may_attack(guard, from, draft.king) {
                continue;
            }
            draft.board.put(from, Some(guard));
            let left = self.flights(&king, &draft.board, draft.king);
            if left.len() < flights.len() {
                flights = left;
            } else {
                draft.board.put(from, None);
            }
        }
        None
    }

    /// Adds a piece of White that pins an enemy piece; `None` if that fails.
    fn pin_guard(&mut self, draft: &mut SituationDraft) -> Option<()> {
        let mut enemies: Vec<(usize, Piece)> = draft.board.indexed_pieces_of(!OWN).collect();
        self.rng.shuffle(&mut enemies);
        let (king, _) = *enemies.iter().find(|(_, piece)| self.rules.is_royal(*piece))?;
        for (guard, piece) in enemies.into_iter().filter(|(cell, _)| *cell != king) {
            draft.board.put(guard, None);
            let pinner = Piece::new(OWN, self.any_role()?);
            for from in origins(&self.rules, &draft.board, pinner, king) {
                let mut board = draft.board.clone();
                board.put(from, Some(pinner));
                if self.between(&board, from, king).contains(&guard) {
                    board.put(guard, Some(piece));
                    draft.board = board;
                    return Some(());
                }
            }
            draft.board.put(guard, Some(piece));
        }
        None
    }

    /// Returns a random empty cell from which a guard attacks `flight`, a cell to which the king
    /// could go. A piece on `flight` is ignored, because the king would capture it.
    fn guard_cell(
        &mut self,
        other: &Misreading,
        board: &Board,
        guard: Piece,
        flight: usize,
    ) -> Option<usize> {
        let mut emptied = board.clone();
        emptied.put(flight, None);
        self.origin(other, &emptied, guard, flight).filter(|&from| from != flight)
    }

    /// Returns the cells to which the king can go safely, by the moves that it has under `rules`.
    fn flights(&self, rules: &Rules, board: &Board, king: usize) -> Vec<usize> {
        let movement = self.rules.movement().on(board.size());
        let own = rules.movement().on(board.size());
        let Some(piece) = board.piece_on(king) else { return Vec::new() };
        let is_safe =
            |to: &usize| !movement.is_attacked(&After::by_index(board, king, *to), *to, !OWN);
        sorted(own.destinations(board, piece, king).filter(is_safe))
    }
}

/// Returns the empty cells from which a piece can go to `target`, or capture there, under `rules`.
fn origins(rules: &Rules, board: &Board, piece: Piece, target: usize) -> BTreeSet<usize> {
    let kind = match board.piece_on(target) {
        Some(there) if there.color() == piece.color() => return BTreeSet::new(),
        there => MoveKind::onto(there),
    };
    rules.movement().on(board.size()).origins(board, piece, target, kind).collect()
}
