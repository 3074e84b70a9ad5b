//! Draws random boards, legal or not.

use fastrand::Rng;

use crate::board::{Board, Setup};
use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// A source of random boards of a rule set, with White to move.
#[derive(Clone, Debug)]
pub(in crate::workbench) struct RandomBoards {
    rules: Rules,
    /// Board size if the rule set leaves it open; `None` chooses small sizes.
    size: Option<Size>,
    non_royal: Vec<Role>,
    kings: Vec<Role>,
    rng: Rng,
}

impl RandomBoards {
    pub(in crate::workbench) fn new(rules: &Rules, size: Option<Size>, seed: u64) -> Self {
        let (royal, others): (Vec<_>, Vec<_>) = rules.roles().partition(|(_, def)| def.royal);
        let [kings, non_royal] =
            [royal, others].map(|roles| roles.iter().map(|(role, _)| *role).collect());
        Self { rules: rules.clone(), size, non_royal, kings, rng: Rng::with_seed(seed) }
    }

    /// Draws a board that may be illegal; `None` if the pieces do not fit on it.
    ///
    /// `pieces` counts the kings too. `None` draws the number; small numbers are more frequent.
    pub(in crate::workbench) fn draw(&mut self, pieces: Option<usize>) -> Option<Setup> {
        let size = self.size();
        let mut board = self.kings(size)?;
        let (kings, cells) = (board.count(), board.size().cells());
        let most = (cells / 2).clamp(2, 16);
        let one = self.rng.usize(..most);
        let count =
            pieces.map_or_else(|| self.rng.usize(..=one), |count| count.saturating_sub(kings));
        self.add(&mut board, count)?;
        Some(self.setup(board))
    }

    /// Adds `count` pieces on empty cells, half of them near White's king; `None` if there is no
    /// room.
    pub(super) fn add(&mut self, board: &mut Board, count: usize) -> Option<()> {
        let size = board.size();
        let king = board.pieces_of(Color::White).next().map(|(cell, _)| cell);
        for _ in 0..count {
            let role = self.role()?;
            let color = if self.rng.u8(..3) == 0 { Color::White } else { Color::Black };
            let near = king.filter(|_| self.rng.bool());
            let cell = size.index(self.cell(size, near));
            // If the cell is occupied, the next empty cell is used.
            let mut cells = (cell..size.cells()).chain(0..cell).map(|index| size.cell(index));
            let cell = cells.find(|&cell| board.is_empty(cell))?;
            board.set(cell, Some(Piece::new(color, role)));
        }
        Some(())
    }

    /// Returns a random role other than that of a king.
    pub(super) fn role(&mut self) -> Option<Role> {
        self.rng.choice(&self.non_royal).copied()
    }

    /// Returns a board with nothing but kings on random cells; White's often stands at an edge.
    ///
    /// Returns `None` if the rule set has no verdict.
    pub(super) fn kings(&mut self, size: Size) -> Option<Board> {
        let kings = self.rules.verdict()?.kings.clone();
        let mut board = Board::new(size);
        let edged = self.rng.bool();
        for (color, range) in Color::ALL.into_iter().zip(kings) {
            // Some rule sets allow many kings, but cases need no more than the least number or one.
            let most = (*range.end()).min((*range.start()).max(1));
            for _ in 0..self.rng.usize(*range.start()..=most) {
                let king = Piece::new(color, *self.rng.choice(&self.kings)?);
                let cell = self.king_cell(size, edged && color == Color::White);
                board.set(cell, Some(king));
            }
        }
        Some(board)
    }

    /// Returns the setup of a board with White to move. If a king may hold the other one, the
    /// holder is random.
    pub(super) fn setup(&mut self, board: Board) -> Setup {
        let mut setup = Setup::new(board, Color::White);
        if !self.rules.holds().is_empty() {
            let position = Position::new_unchecked(&self.rules, setup);
            let holder =
                position.hold().map(|_| if self.rng.bool() { Color::White } else { Color::Black });
            setup = Setup { holder, ..position.into_setup() };
        }
        setup
    }

    /// Returns the size of the next board, which is random if nothing fixes it.
    pub(super) fn size(&mut self) -> Size {
        let chosen = self.rules.size().or(self.size);
        chosen.unwrap_or_else(|| {
            let edge = [2, 3, 3, 3, 4, 4, 5][self.rng.usize(..7)];
            Size::new(edge).expect("boards have at least 2 cells per edge")
        })
    }

    /// Returns a random cell for a king; if `edged` is true, a corner or another cell on an edge of
    /// the board.
    fn king_cell(&mut self, size: Size, edged: bool) -> Cell {
        let cell = self.cell(size, None);
        if !edged {
            return cell;
        }
        let mut end = || if self.rng.bool() { 0 } else { size.opposite(0) };
        let (corner, aside) = (Cell::new(end(), end(), end()), self.rng.u8(..4));
        match aside {
            0 => Cell { file: cell.file, ..corner },
            1 => Cell { level: cell.level, ..corner },
            _ => corner,
        }
    }

    /// Returns a random cell; with `near`, a cell at most two cells from `near` along each axis.
    fn cell(&mut self, size: Size, near: Option<Cell>) -> Cell {
        let any = size.cell(self.rng.usize(..size.cells()));
        let Some(near) = near else { return any };
        let mut beside = |at: u16| {
            let (low, high) = (at.saturating_sub(2), (at + 2).min(size.opposite(0)));
            self.rng.u16(low..=high)
        };
        Cell::new(beside(near.file), beside(near.rank), beside(near.level))
    }
}
