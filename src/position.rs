//! Positions: a board with a side to move, its checks and its legal moves.

mod check;
mod hold;
mod illegal;
mod play;
mod problem;
mod threats;

use std::hash::{Hash, Hasher};

pub use check::Check;
pub(crate) use check::answers;
pub use illegal::Illegal;
pub use play::Undo;
pub use problem::{Impossible, Problem};

use self::threats::Threats;
use crate::board::{After, Board, Move, Occupancy};
use crate::cell::Cell;
use crate::movement::Purpose;
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// A board, the side to move, and the rules it is played by.
#[derive(Clone, Debug)]
pub struct Position<'r> {
    rules: &'r Rules,
    board: Board,
    turn: Color,
    /// The cells of the kings of each color.
    kings: [Vec<Cell>; 2],
    /// The side whose king holds the other.
    holder: Option<Color>,
}

/// Two positions are the same if all that can follow is the same: by the same rules, with the same
/// pieces, side to move and holder.
impl PartialEq for Position<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.rules.name() == other.rules.name()
            && (self.turn, self.holder) == (other.turn, other.holder)
            && self.board == other.board
    }
}

impl Eq for Position<'_> {}

impl Hash for Position<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.turn, self.holder).hash(state);
        self.board.hash(state);
    }
}

impl<'r> Position<'r> {
    /// The position of a board with a side to move.
    ///
    /// # Errors
    /// Every promise of the rule set that the board breaks. The side to move needs a king even
    /// where the rule set lets it have none.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, piece::Color, position::Position, rules::Rules};
    /// let rules = Rules::built_in("cube").expect("it is built in");
    /// let setup = notation::board(&rules, "[#q,##],[##,##]")?;
    /// let impossible = Position::new(&rules, setup.board, Color::White).expect_err("no king");
    /// assert_eq!(impossible.to_string(), "expected 1 white king, but found none");
    /// # Ok::<(), notation::SyntaxError>(())
    /// ```
    pub fn new(rules: &'r Rules, board: Board, turn: Color) -> Result<Self, Impossible> {
        Self::forced(rules, board, turn).checked()
    }

    /// The position, if it breaks no promise of its rule set.
    ///
    /// # Errors
    /// Every promise it breaks.
    pub fn checked(self) -> Result<Self, Impossible> {
        let problems = self.problems();
        if problems.is_empty() { Ok(self) } else { Err(Impossible(problems)) }
    }

    /// The same position with the king of a side, or neither, holding the other.
    #[must_use]
    pub fn with_holder(self, holder: Option<Color>) -> Self {
        Self { holder, ..self }
    }

    /// The position of a board, whatever the rule set promises. A king then attacks like any other
    /// piece, and a side without a king is never in check.
    #[must_use]
    pub fn forced(rules: &'r Rules, board: Board, turn: Color) -> Self {
        let mut kings = [Vec::new(), Vec::new()];
        for (cell, piece) in board.pieces_such(|piece| rules.is_royal(piece)) {
            kings[piece.color() as usize].push(cell);
        }
        for kings in &mut kings {
            kings.sort_unstable();
        }
        Self { rules, board, turn, kings, holder: None }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// What stands where.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The side whose king holds the other, if one does.
    #[must_use]
    pub const fn holder(&self) -> Option<Color> {
        self.holder
    }

    /// The cells of a side's kings.
    #[must_use]
    pub fn kings(&self, color: Color) -> &[Cell] {
        &self.kings[color as usize]
    }

    /// The cells of a side's men: all its pieces but kings.
    pub fn men(&self, color: Color) -> impl Iterator<Item = Cell> {
        let men = move |piece: Piece| piece.color() == color && !self.rules.is_royal(piece);
        self.board.pieces_such(men).map(|(cell, _)| cell)
    }

    /// The pieces of a color that attack a cell, whatever stands there, in the order of the cells.
    #[must_use]
    pub fn attackers(&self, cell: Cell, by: Color) -> Vec<Cell> {
        let sources = self.rules.movement().sources(&self.board, cell, by, Purpose::Capture);
        let mut attackers: Vec<Cell> = sources.map(|(from, _)| from).collect();
        attackers.sort_unstable();
        attackers.dedup();
        attackers
    }

    /// The attacks on the kings of the side to move. A piece with several steps to a king is
    /// listed with each.
    #[must_use]
    pub fn checks(&self) -> Vec<Check<'r>> {
        self.checks_on(&self.board, self.kings(self.turn).iter().copied())
    }

    /// The attacks on the kings of the side to move once it has made the move.
    #[must_use]
    pub fn checks_after(&self, mv: Move) -> Vec<Check<'r>> {
        self.checks_on(&After::new(&self.board, mv), self.kings_after(mv))
    }

    /// Whether a king of the side to move is attacked.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.kings(self.turn).iter().any(|&king| self.is_attacked(&self.board, king))
    }

    /// The moves by which the side to move does not leave its king attacked, in the order of the
    /// cells they start from and lead to.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.legal(&self.threats()).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// The number of legal moves.
    pub(crate) fn count_legal_moves(&self) -> usize {
        let threats = self.threats();
        if threats.checks.is_empty() {
            // Only answers to a check may be listed twice.
            return self.legal(&threats).count();
        }
        self.legal_moves().len()
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.has_answer(&self.threats())
    }

    /// Whether the side to move has a legal move, given what the other side threatens.
    pub(crate) fn has_answer(&self, threats: &Threats<'r>) -> bool {
        self.legal(threats).next().is_some()
    }

    /// The legal moves; those that answer a check may be listed twice.
    fn legal(&self, threats: &Threats<'r>) -> impl Iterator<Item = Move> {
        let shields = self.shields(threats);
        self.candidates(&threats.checks).filter(move |&mv| {
            let harmless = shields.as_ref().is_some_and(|shields| !shields.contains(&mv.from));
            harmless || self.is_safe(mv, threats)
        })
    }

    /// The moves of the piece on a cell, whether or not they leave its king attacked.
    pub fn pseudo_legal_moves(&self, from: Cell) -> impl Iterator<Item = Move> {
        let captures = self.rules.captures();
        let destinations = self.board.piece_at(from).map(|piece| {
            let movement = self.rules.movement();
            movement.destinations(&self.board, piece, from, captures)
        });
        let destinations = destinations.into_iter().flatten();
        destinations
            .filter(move |&to| !self.is_held_from(from, to))
            .flat_map(move |to| self.moves(from, to))
    }

    /// The moves from one cell to another: one, or one for each piece that the moving one can
    /// become.
    fn moves(&self, from: Cell, to: Cell) -> impl Iterator<Item = Move> {
        let piece = self.board.piece_at(from);
        let promotion = self.rules.promotion().filter(|_| {
            piece.is_some_and(|piece| self.rules.promotes(piece, self.board.size(), to))
        });
        let plain = promotion.is_none().then(|| Move::new(from, to));
        let promoting = promotion.into_iter().flat_map(|promotion| &promotion.to);
        plain.into_iter().chain(promoting.map(move |&role| Move {
            from,
            to,
            promotion: Some(role),
        }))
    }

    /// Whether no king of the side to move is attacked after the move.
    #[must_use]
    pub fn is_safe_after(&self, mv: Move) -> bool {
        let after = After::new(&self.board, mv);
        self.kings_after(mv).all(|king| !self.is_attacked(&after, king))
    }

    /// The pseudo-legal moves among which all legal ones are: all without a check; else those of
    /// the kings, and those of the others that answer every check. Some may be listed twice.
    fn candidates(&self, checks: &[Check<'_>]) -> impl Iterator<Item = Move> + use<'_, 'r> {
        let quiet = checks.is_empty().then(|| {
            self.board.pieces_of(self.turn).filter(|(_, piece)| !self.rules.is_royal(*piece))
        });
        let king_moves =
            self.kings(self.turn).iter().flat_map(|&king| self.pseudo_legal_moves(king));
        let other_moves =
            quiet.into_iter().flatten().flat_map(|(from, _)| self.pseudo_legal_moves(from));
        king_moves
            .chain(other_moves)
            .chain(self.evasions_to(answers(&self.board, checks).collect()))
    }

    /// The moves of pieces other than kings to these cells. Some may be listed twice.
    pub(crate) fn evasions_to(&self, cells: Vec<Cell>) -> impl Iterator<Item = Move> {
        let captures = self.rules.captures();
        let allowed = move |to: &Cell| captures || self.board.is_empty(*to);
        cells.into_iter().filter(allowed).flat_map(move |to| {
            self.rules
                .movement()
                .sources(&self.board, to, self.turn, Purpose::onto(self.board.piece_at(to)))
                .filter(|(from, _)| !self.kings(self.turn).contains(from))
                .flat_map(move |(from, _)| self.moves(from, to))
        })
    }

    /// Where the kings of the side to move stand after its move.
    fn kings_after(&self, mv: Move) -> impl Iterator<Item = Cell> {
        let kings = self.kings(self.turn).iter();
        kings.map(move |&king| if king == mv.from { mv.to } else { king })
    }

    /// The attacks on cells where kings of the side to move stand on this board.
    fn checks_on<B: Occupancy>(
        &self,
        board: &B,
        kings: impl Iterator<Item = Cell>,
    ) -> Vec<Check<'r>> {
        let attacks_on = |king| {
            let sources = self.rules.movement().sources(board, king, !self.turn, Purpose::Capture);
            sources.map(move |(checker, step)| Check { king, checker, step })
        };
        kings.flat_map(attacks_on).collect()
    }

    /// Whether the other side attacks a cell.
    fn is_attacked<B: Occupancy>(&self, board: &B, cell: Cell) -> bool {
        self.rules.movement().attacks(board, cell, !self.turn)
    }
}
