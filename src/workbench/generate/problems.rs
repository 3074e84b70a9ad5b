//! Generates sound mate problems, which have exactly one key move.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use fastrand::Rng;

use super::random::RandomBoards;
use super::{Impossible, expect_room};
use crate::board::{Board, Move, Setup};
use crate::cell::{Cell, Size};
use crate::common::{TOO_LITTLE, counted};
use crate::control::{Control, Stopped};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::{Mate, MateSearch, ProofError};
use crate::workbench::shrink::without_a_piece;

/// The constraint on a generated mate problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemConstraint {
    /// Number of White's moves until mate.
    pub moves: usize,
    /// Board size if the rule set leaves it open; `None` chooses small sizes.
    pub size: Option<Size>,
    /// Number of pieces, kings included; `None` allows any number.
    pub pieces: Option<usize>,
    /// True if the key move must neither give check nor capture.
    pub quiet_key: bool,
    /// True if White must have only one mating move after each reply.
    pub no_duals: bool,
}

/// A mate problem with White to move and exactly one key move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedProblem {
    /// Position of the problem.
    pub setup: Setup,
    /// First move of the only solution.
    pub key: Move,
}

/// The reason why no problem was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProblem {
    /// No random board could be turned into a problem that meets the constraint.
    Impossible(Impossible),
    /// The control stopped the generator.
    Stopped,
}

/// Generates sound mate problems from which no piece can be removed.
///
/// The generator improves a random board by hill climbing: it changes one piece at a time and keeps
/// the change if no flaw is added. Then it removes every piece that the problem does not need.
///
/// # Example
/// ```
/// use kubikschach::{cell::Size, control::Control, position::Position, rules::Rules};
/// use kubikschach::search::MateSearch;
/// use kubikschach::workbench::{ProblemConstraint, ProblemGenerator};
/// let (rules, size) = (Rules::cube(), Size::new(3));
/// let constraint =
///     ProblemConstraint { moves: 2, size, pieces: None, quiet_key: true, no_duals: false };
/// let mut generator = ProblemGenerator::new(&rules, constraint, 1);
/// let problem = generator.next_problem(&Control::FREE)?;
/// let mut search = MateSearch::new(Position::new(&rules, problem.setup)?, 1 << 20)?;
/// let mate = search.within(2, &Control::FREE)?.expect("it is a problem");
/// assert_eq!((mate.moves, mate.keys), (2, vec![problem.key]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemGenerator {
    rules: Rules,
    constraint: ProblemConstraint,
    boards: RandomBoards,
    non_royal: Vec<Role>,
    /// Mate search that restarts at each position, so that its memory is allocated only once.
    search: Option<MateSearch>,
    rng: Rng,
}

/// The flaws of a problem; a better problem has a smaller value, and earlier fields matter more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Flaws {
    /// Number of moves by which the mate is shorter than the constraint demands.
    short: usize,
    cooks: usize,
    loud_key: bool,
    duals: usize,
}

impl Flaws {
    const NONE: Self = Self { short: 0, cooks: 0, loud_key: false, duals: 0 };

    const fn is_sound(self) -> bool {
        self.short == 0 && self.cooks == 0
    }
}

const MOST_DRAWS: usize = 20_000;
/// Number of changes to a board after which the generator takes another board.
const CHANGES: usize = 100;
/// Number of pieces on a random board, kings included, if the constraint fixes no number.
const PIECES: std::ops::RangeInclusive<usize> = 4..=8;
/// Number of searched positions after which the mate search of one board is given up.
const MOST_POSITIONS: u64 = 20_000;
/// Bytes of the transposition table; few are needed, because most searches visit at most
/// [`MOST_POSITIONS`] positions.
const MEMORY: usize = 1 << 18;

impl ProblemGenerator {
    /// Creates a generator of problems of a rule set.
    #[must_use]
    pub fn new(rules: &Rules, constraint: ProblemConstraint, seed: u64) -> Self {
        let non_royal = rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role).collect();
        Self {
            rules: rules.clone(),
            constraint,
            boards: RandomBoards::new(rules, constraint.size, seed),
            non_royal,
            search: None,
            rng: Rng::with_seed(seed),
        }
    }

    /// Returns the next problem that meets the constraint.
    ///
    /// Reports random boards and searched positions to `control` as work.
    ///
    /// # Errors
    /// Returns an error if no such problem is found, or if `control` stops the search.
    pub fn next_problem(&mut self, control: &Control<'_>) -> Result<GeneratedProblem, NoProblem> {
        let ProblemConstraint { size, pieces, .. } = self.constraint;
        expect_room(self.rules.size().or(size), pieces)?;
        for _ in 0..MOST_DRAWS {
            control.tick(1)?;
            let Some(setup) = self.draw() else { continue };
            let Some(setup) = self.improved(setup, control)? else { continue };
            let setup = self.shrunk(setup, control)?;
            let count = setup.board.count();
            if self.constraint.pieces.is_none_or(|pieces| pieces == count)
                && let Some(key) = self.key_if_all_are_needed(&setup, control)?
            {
                return Ok(GeneratedProblem { setup, key });
            }
        }
        Err(Impossible(self.reason()).into())
    }

    /// Generates a random board on which White attacks; `None` if the board has an unsuitable
    /// number of pieces.
    ///
    /// [`RandomBoards`] has more black pieces than white ones, so the colors are exchanged.
    fn draw(&mut self) -> Option<Setup> {
        // One extra piece leaves something to remove.
        let pieces = self.constraint.pieces.map(|pieces| pieces.saturating_add(1));
        let setup = self.boards.draw(pieces)?;
        let mut board = Board::new(setup.board.size());
        for (cell, piece) in setup.board.pieces() {
            board.set(cell, Some(Piece::new(!piece.color(), piece.role())));
        }
        let is_of_size = self.constraint.pieces.is_some() || PIECES.contains(&board.count());
        is_of_size.then_some(Setup { board, ..setup })
    }

    fn improved(
        &mut self,
        setup: Setup,
        control: &Control<'_>,
    ) -> Result<Option<Setup>, NoProblem> {
        let Some(mut flaws) = self.flaws(&setup, control)? else { return Ok(None) };
        let mut setup = setup;
        for _ in 0..CHANGES {
            if flaws == Flaws::NONE {
                return Ok(Some(setup));
            }
            let changed = self.changed(&setup);
            if let Some(found) = self.flaws(&changed, control)?
                && found <= flaws
            {
                (setup, flaws) = (changed, found);
            }
        }
        Ok(None)
    }

    fn changed(&mut self, setup: &Setup) -> Setup {
        let mut board = setup.board.clone();
        let pieces: Vec<(Cell, Piece)> = board.pieces().collect();
        let (from, piece) = pieces[self.rng.usize(..pieces.len())];
        let to = board.size().cell(self.rng.usize(..board.size().cells()));
        let most = self.constraint.pieces.map_or(*PIECES.end(), |pieces| pieces.saturating_add(1));
        match self.rng.u8(..8) {
            0..4 if board.is_empty(to) => {
                board.set(from, None);
                board.set(to, Some(piece));
            }
            4 | 5 if board.is_empty(to) && pieces.len() < most => {
                board.set(to, Some(self.random_piece()));
            }
            6 if !self.rules.is_royal(piece) => board.set(from, None),
            7 if !self.rules.is_royal(piece) => board.set(from, Some(self.random_piece())),
            _ => {}
        }
        let holder = setup.holder.or(Some(Color::White));
        let position = Position::new_unchecked(&self.rules, Setup { board, holder, ..*setup });
        let holder = position.hold().and(holder);
        Setup { holder, ..position.into_setup() }
    }

    fn random_piece(&mut self) -> Piece {
        let color = if self.rng.u8(..3) == 0 { Color::Black } else { Color::White };
        Piece::new(color, self.non_royal[self.rng.usize(..self.non_royal.len())])
    }

    fn shrunk(&mut self, setup: Setup, control: &Control<'_>) -> Result<Setup, NoProblem> {
        let mut setup = setup;
        'smaller: loop {
            for smaller in without_a_piece(&setup).collect::<Vec<_>>() {
                if self.flaws(&smaller, control)? == Some(Flaws::NONE) {
                    setup = smaller;
                    continue 'smaller;
                }
            }
            return Ok(setup);
        }
    }

    /// Returns the key move; `None` if the problem remains sound without one of its pieces.
    fn key_if_all_are_needed(
        &mut self,
        setup: &Setup,
        control: &Control<'_>,
    ) -> Result<Option<Move>, NoProblem> {
        for smaller in without_a_piece(setup) {
            let Some(position) = self.position(&smaller) else { continue };
            let mate = self.searched(position, control)?;
            if mate.is_some_and(|mate| mate.moves == self.constraint.moves && mate.keys.len() == 1)
            {
                return Ok(None);
            }
        }
        let Some(position) = self.position(setup) else { return Ok(None) };
        let mate = self.searched(position, control)?;
        Ok(mate.and_then(|mate| mate.keys.first().copied()))
    }

    /// Returns the flaws of a problem; `None` if White is in check or no mate is found.
    ///
    /// The search for a mate stops after [`MOST_POSITIONS`] positions.
    fn flaws(&mut self, setup: &Setup, control: &Control<'_>) -> Result<Option<Flaws>, NoProblem> {
        let Some(position) = self.position(setup).filter(|position| !position.is_check()) else {
            return Ok(None);
        };
        let searched = AtomicU64::new(0);
        let watch = |work| {
            let all = searched.fetch_add(work, Ordering::Relaxed) + work;
            let continues = control.tick(work).is_ok() && all <= MOST_POSITIONS;
            if continues { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let found = match self.searched(position, &Control::new(&watch)) {
            Err(NoProblem::Stopped) => {
                control.tick(0)?;
                None
            }
            found => found?,
        };
        let Some(Mate { moves, keys }) = found else { return Ok(None) };
        let mut flaws =
            Flaws { short: self.constraint.moves - moves, cooks: keys.len() - 1, ..Flaws::NONE };
        if flaws.is_sound() {
            let Some(position) = self.position(setup) else { return Ok(None) };
            let is_loud = position.gives_check(keys[0]) || !setup.board.is_empty(keys[0].to);
            flaws.loud_key = self.constraint.quiet_key && is_loud;
            flaws.duals = self.duals(keys[0], control)?;
        }
        Ok(Some(flaws))
    }

    /// Returns the number of duals after the key move: replies after which several moves mate.
    /// Returns 0 if the constraint allows duals.
    ///
    /// Returns `usize::MAX` if the proof is too large to count the duals.
    fn duals(&mut self, key: Move, control: &Control<'_>) -> Result<usize, NoProblem> {
        let moves = self.constraint.moves;
        let Some(search) = self.search.as_mut().filter(|_| self.constraint.no_duals) else {
            return Ok(0);
        };
        match search.proof(key, moves, control) {
            Ok(proof) => Ok(proof.map_or(0, |proof| proof.duals())),
            Err(ProofError::TooLarge) => Ok(usize::MAX),
            Err(ProofError::Stopped) => Err(NoProblem::Stopped),
        }
    }

    /// Returns the position of `setup` if it is legal, the opponent is not in check, and Black has
    /// a king.
    fn position(&self, setup: &Setup) -> Option<Position> {
        let position = Position::new(&self.rules, setup.clone()).ok()?;
        let has_king = !position.kings(Color::Black).is_empty();
        (has_king && position.validate_playable().is_ok()).then_some(position)
    }

    fn searched(
        &mut self,
        position: Position,
        control: &Control<'_>,
    ) -> Result<Option<Mate>, NoProblem> {
        let search = MateSearch::restarted(&mut self.search, position, MEMORY)
            .map_err(|_| Impossible(TOO_LITTLE.to_owned()))?;
        Ok(search.within(self.constraint.moves, control)?)
    }

    fn reason(&self) -> String {
        let ProblemConstraint { moves, size, pieces, quiet_key, no_duals } = self.constraint;
        let size = self.rules.size().or(size);
        let size = size.map_or_else(String::new, |size| format!(" of {size} cells"));
        let pieces =
            pieces.map_or_else(String::new, |count| format!(" with {}", counted(count, "piece")));
        let quiet = if quiet_key { " with a quiet key" } else { "" };
        let duals = if no_duals { " without duals" } else { "" };
        format!(
            "none of {MOST_DRAWS} random boards{size}{pieces} became \
             a sound mate in {moves}{quiet}{duals}"
        )
    }
}

impl From<Impossible> for NoProblem {
    fn from(impossible: Impossible) -> Self {
        Self::Impossible(impossible)
    }
}

impl From<Stopped> for NoProblem {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for NoProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible(impossible) => impossible.fmt(f),
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

impl Error for NoProblem {}
