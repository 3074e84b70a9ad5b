//! Generates random boards that meet a constraint.

use fastrand::Rng;

use super::{Impossible, expect_room};
use crate::board::{Board, Setup};
use crate::cases::Question;
use crate::cell::{Cell, Size};
use crate::common::counted;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{Invariant, Rules};
use crate::verdict::Verdict;
use crate::workbench::shrink::without_a_piece;

/// The constraint on a generated board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateConstraint {
    /// Board size if the rule set leaves it open; `None` chooses small sizes.
    pub size: Option<Size>,
    /// Number of pieces, kings included; `None` allows any number.
    pub pieces: Option<usize>,
    /// Verdict on the position; `None` allows any verdict.
    pub verdict: Option<Verdict>,
    /// True if every piece must be needed: removing a piece changes the verdict or makes the board
    /// illegal.
    pub minimal: bool,
}

/// Generates legal boards with White to move.
///
/// The boards show different features in turn, such as a checkmate, a pin or a double check, if the
/// constraint allows them.
///
/// # Example
/// ```
/// use kubikschach::{cases::Answer, rules::Rules, verdict::Verdict};
/// use kubikschach::workbench::{MateConstraint, MateGenerator};
/// let rules = Rules::cube();
/// let constraint =
///     MateConstraint { verdict: Some(Verdict::Checkmate), ..MateConstraint::default() };
/// let question = MateGenerator::new(&rules, constraint, 1).next_question()?;
/// assert_eq!(question.answer(&rules)?, Answer::Checkmate(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MateGenerator {
    rules: Rules,
    constraint: MateConstraint,
    non_royal: Vec<Role>,
    kings: Vec<Role>,
    next_feature: usize,
    rng: Rng,
}

/// A feature that a generated board should show; the features take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Checkmate,
    Stalemate,
    /// The side to move is in check, and a piece other than the king can block the check.
    Block,
    DoubleCheck,
    /// The side to move is not in check, but a piece other than its king is pinned.
    Pin,
    /// The side to move is in check and has a legal move, but no piece can block the check.
    Check,
    Ongoing,
    /// The side not to move is in check, which some rule sets allow.
    OpponentInCheck,
}

const FEATURES: [Feature; 8] = [
    Feature::Checkmate,
    Feature::Pin,
    Feature::Block,
    Feature::Stalemate,
    Feature::DoubleCheck,
    Feature::Check,
    Feature::Ongoing,
    Feature::OpponentInCheck,
];

/// Number of random boards after which the generator gives up.
const MOST_TRIES: usize = 400_000;
/// Largest total number of cells on the random boards of one search.
///
/// The limit reduces the number of boards to try if the boards are large.
const DRAWN_CELLS: usize = 1 << 29;
/// Number of random boards to try for the next feature; after these, any feature is accepted.
const TRIES: usize = 20_000;

impl Feature {
    fn is_possible_with(self, verdict: Verdict) -> bool {
        match self {
            Self::Checkmate => verdict == Verdict::Checkmate,
            Self::Stalemate => verdict == Verdict::Stalemate,
            Self::Block | Self::Check => verdict == Verdict::Check,
            Self::DoubleCheck => matches!(verdict, Verdict::Check | Verdict::Checkmate),
            Self::Pin | Self::Ongoing | Self::OpponentInCheck => verdict == Verdict::Ongoing,
        }
    }

    fn shows(self, position: &Position) -> bool {
        let is_king = |from: Cell| position.kings(position.turn()).contains(&from);
        self.is_possible_with(position.verdict())
            && match self {
                Self::Checkmate | Self::Stalemate | Self::Ongoing => true,
                Self::DoubleCheck => position.checks().len() > 1,
                Self::OpponentInCheck => position.is_in_check(!position.turn()),
                Self::Block | Self::Check => {
                    let blocks = position
                        .legal_moves()
                        .into_iter()
                        .any(|mv| !is_king(mv.from) && position.board().is_empty(mv.to));
                    blocks == (self == Self::Block)
                }
                Self::Pin => {
                    let legal = position.legal_moves();
                    position.non_royal(position.turn()).any(|from| {
                        let of_piece = legal.iter().filter(|mv| mv.from == from);
                        position.pseudo_legal_moves(from).len() > of_piece.count()
                    })
                }
            }
    }
}

impl MateGenerator {
    /// Creates a generator of boards of a rule set.
    #[must_use]
    pub fn new(rules: &Rules, constraint: MateConstraint, seed: u64) -> Self {
        let (royal, others): (Vec<_>, Vec<_>) = rules.roles().partition(|(_, def)| def.royal);
        let [kings, non_royal] =
            [royal, others].map(|roles| roles.iter().map(|(role, _)| *role).collect());
        Self {
            rules: rules.clone(),
            constraint,
            non_royal,
            kings,
            next_feature: 0,
            rng: Rng::with_seed(seed),
        }
    }

    /// Returns the next board that meets the constraint.
    ///
    /// Features such as a checkmate or a pin take turns. The board shows the next feature if such a
    /// board is found within a limited number of tries.
    ///
    /// # Errors
    /// Returns an error if no board was found.
    pub fn next_question(&mut self) -> Result<Question, Impossible> {
        let MateConstraint { size, pieces, .. } = self.constraint;
        expect_room(self.rules.size().or(size), pieces)?;
        let wanted = self.constraint.verdict;
        let is_wanted = |verdict: Verdict| wanted.is_none_or(|wanted| wanted == verdict);
        let invariants = self.rules.verdict().map_or(&[][..], |verdict| &verdict.invariants);
        let can_show = |feature: &&Feature| {
            let is_allowed = **feature != Feature::OpponentInCheck
                || !invariants.contains(&Invariant::OpponentNotInCheck);
            is_allowed
                && Verdict::ALL.into_iter().any(|v| is_wanted(v) && feature.is_possible_with(v))
        };
        let features: Vec<Feature> = FEATURES.iter().filter(can_show).copied().collect();
        let feature = features.get(self.next_feature % features.len().max(1));
        self.next_feature += 1;
        let shows = |found: &Position| feature.is_some_and(|feature| feature.shows(found));
        let suits = |found: &Position| is_wanted(found.verdict());
        let found = self.find(TRIES, |found| suits(found) && shows(found));
        let found = found.or_else(|| self.find(MOST_TRIES, suits));
        found.map(Question::Mate).ok_or_else(|| Impossible(self.reason()))
    }

    /// Generates up to `tries` random boards; returns the first legal board that `suits` accepts.
    ///
    /// If the constraint asks for a minimal board, superfluous pieces are then removed. A board
    /// whose number of pieces violates the constraint is skipped.
    pub(in crate::workbench) fn find(
        &mut self,
        tries: usize,
        mut suits: impl FnMut(&Position) -> bool,
    ) -> Option<Setup> {
        for _ in 0..self.most_draws(tries) {
            let Some(setup) = self.draw() else { continue };
            let Ok(position) = Position::new(&self.rules, setup) else { continue };
            if !suits(&position) {
                continue;
            }
            let setup =
                if self.constraint.minimal { minimal(position) } else { position.into_setup() };
            if self.constraint.pieces.is_none_or(|count| setup.board.count() == count) {
                return Some(setup);
            }
        }
        None
    }

    fn most_draws(&self, tries: usize) -> usize {
        let size = self.constraint.size.or(self.rules.size());
        let cells = size.map_or(1, Size::cells);
        tries.min(DRAWN_CELLS / cells + 2)
    }

    /// Generates a random board that may be illegal; `None` if the pieces do not fit on it.
    pub(in crate::workbench) fn draw(&mut self) -> Option<Setup> {
        let size = self.size();
        let mut board = self.kings(size)?;
        let count = self.count(&board);
        let king = board.pieces_of(Color::White).next().map(|(cell, _)| cell);
        for _ in 0..count {
            let role = *self.rng.choice(&self.non_royal)?;
            let color = if self.rng.u8(..3) == 0 { Color::White } else { Color::Black };
            let near = king.filter(|_| self.rng.bool());
            let cell = size.index(self.cell(size, near));
            // If the cell is occupied, the next empty cell is used.
            let mut cells = (cell..size.cells()).chain(0..cell).map(|index| size.cell(index));
            let cell = cells.find(|&cell| board.is_empty(cell))?;
            board.set(cell, Some(Piece::new(color, role)));
        }
        Some(self.setup(board))
    }

    /// Returns a board with nothing but kings on random cells; White's often stands at an edge.
    ///
    /// Returns `None` if the rule set has no verdict.
    pub(in crate::workbench) fn kings(&mut self, size: Size) -> Option<Board> {
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
    pub(in crate::workbench) fn setup(&mut self, board: Board) -> Setup {
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
    pub(in crate::workbench) fn size(&mut self) -> Size {
        let chosen = self.rules.size().or(self.constraint.size);
        chosen.unwrap_or_else(|| {
            let edge = [2, 3, 3, 3, 4, 4, 5][self.rng.usize(..7)];
            Size::new(edge).expect("boards have at least 2 cells per edge")
        })
    }

    /// Returns the number of pieces to add to the kings on `board`.
    ///
    /// The number is random if the constraint fixes no number of pieces or asks for a minimal
    /// board. Small random numbers are more frequent.
    fn count(&mut self, board: &Board) -> usize {
        let (kings, cells) = (board.count(), board.size().cells());
        let most = (cells / 2).clamp(2, 16);
        let one = self.rng.usize(..most);
        let asked = self.constraint.pieces.filter(|_| !self.constraint.minimal);
        asked.map_or_else(|| self.rng.usize(..=one), |count| count.saturating_sub(kings))
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

    fn reason(&self) -> String {
        let MateConstraint { size, pieces, verdict, minimal } = self.constraint;
        let size = self.rules.size().or(size);
        let size = size.map_or_else(String::new, |size| format!(" of {size} cells"));
        let pieces =
            pieces.map_or_else(String::new, |count| format!(" with {}", counted(count, "piece")));
        let minimal = if minimal { ", none of its pieces needless" } else { "" };
        let verdict = match verdict {
            None => "allowed".to_owned(),
            Some(Verdict::Ongoing) => Verdict::Ongoing.to_string(),
            Some(verdict) => format!("a {verdict}"),
        };
        let draws = self.most_draws(MOST_TRIES);
        format!("none of {draws} random boards{size}{pieces} is {verdict}{minimal}")
    }
}

fn minimal(position: Position) -> Setup {
    let (rules, verdict) = (position.rules().clone(), position.verdict());
    let mut setup = position.into_setup();
    let stays = |setup: &Setup| {
        Position::new(&rules, setup.clone()).is_ok_and(|position| position.verdict() == verdict)
    };
    loop {
        let smaller = without_a_piece(&setup).find(stays);
        match smaller {
            Some(smaller) => setup = smaller,
            None => return setup,
        }
    }
}
