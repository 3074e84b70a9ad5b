//! Games: positions with the history of moves, draws that a player may claim, and games given up.

use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::board::Move;
use crate::cell::Cell;
use crate::control::Control;
use crate::piece::Color;
use crate::position::{IllegalMove, Position, PositionError, Undo};
use crate::rules::Score;
use crate::verdict::{Outcome, Reason};

/// A game: a position and the moves that led to it.
///
/// # Example
/// ```
/// use kubikschach::{game::Game, notation, position::Position, rules::Rules};
/// let rules = Rules::raumschach();
/// let size = rules.default_size();
/// let setup = notation::parse_board(&rules, "start")?;
/// let mut game = Game::new(Position::new(&rules, setup)?)?;
/// game.play(notation::parse_move(&rules, size, "Ab1-Aa3")?)?;
/// assert!(game.play(notation::parse_move(&rules, size, "Aa3-Ab1")?).is_err(), "it is Black's turn");
/// assert!(game.claims().is_empty() && game.outcome().is_none());
/// assert_eq!(game.history().len(), 1);
/// assert!(game.undo().is_some() && game.history().len() == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// Number of times that each position occurred, by its key.
    occurrences: HashMap<PositionKey, usize>,
    plies: Vec<Ply>,
    /// Number of plies since the last capture or pawn move.
    quiet: usize,
    claimed: Option<Claim>,
    /// Resignation or agreed draw that ended the game.
    agreed: Option<Outcome>,
}

/// Two hashes of a position. Whole positions of a long game would take much memory.
type PositionKey = [u64; 2];

#[derive(Clone, Debug)]
struct Ply {
    undo: Undo,
    /// Value of `Game::quiet` before the move.
    was_quiet: usize,
}

/// The reason why a move or a draw claim is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended.
    Over(Outcome),
    /// The move is illegal.
    Illegal(IllegalMove),
    /// No draw can be claimed. The counts show why: they are too small, or `None` because the rule
    /// set has no such draws.
    NoClaim(ClaimCounts),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::NoClaim(counts) => write!(f, "no draw can be claimed: {counts}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// A reason why the side to move may claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// The position has occurred this number of times.
    Repetition(usize),
    /// Each side has made this number of moves without a capture or a pawn move.
    QuietMoves(usize),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repetition(times) => {
                write!(f, "a draw can be claimed: the position has occurred {times} times")
            }
            Self::QuietMoves(moves) => write!(
                f,
                "a draw can be claimed: each side has made {moves} moves without a capture or a pawn move"
            ),
        }
    }
}

/// The counts that decide whether a draw can be claimed. Each pair is the present number and the
/// number needed.
///
/// A pair is `None` if the rule set has no such draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimCounts {
    /// Number of times that the position has occurred, and the number needed.
    pub repetition: Option<[usize; 2]>,
    /// Number of moves that each side has made without a capture or a pawn move, and the number
    /// needed.
    pub quiet_moves: Option<[usize; 2]>,
}

impl fmt::Display for ClaimCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let occurred = |[found, needed]: [usize; 2]| {
            format!("the position has occurred {found} of {needed} times")
        };
        let quiet = |[found, needed]: [usize; 2]| {
            format!("each side has made {found} of {needed} moves without a capture or a pawn move")
        };
        let counts = [self.repetition.map(occurred), self.quiet_moves.map(quiet)];
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        match counts.as_slice() {
            [] => f.write_str("the rule set has no draws to claim"),
            counts => f.write_str(&counts.join(", and ")),
        }
    }
}

impl Game {
    /// Starts a game from a position.
    ///
    /// # Errors
    /// Returns an error if no game can continue from the position; see
    /// [`Position::validate_playable`].
    pub fn new(position: Position) -> Result<Self, PositionError> {
        position.validate_playable()?;
        Ok(Self {
            occurrences: HashMap::from([(key(&position), 1)]),
            position,
            plies: Vec::new(),
            quiet: 0,
            claimed: None,
            agreed: None,
        })
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves made so far by both sides, in order.
    #[must_use]
    pub fn history(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.plies.iter().map(|ply| ply.undo.mv())
    }

    /// Returns the outcome of the game; `None` while the game continues.
    ///
    /// A checkmate is a loss even if the rule set scores no ends of games.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = &self.position;
        let claimed = self.claimed.map(|claim| match claim {
            Claim::Repetition(_) => Reason::Repetition,
            Claim::QuietMoves(_) => Reason::QuietMoves,
        });
        let draw = claimed.map(|reason| Outcome { white: Score::HALF, reason });
        let lost = || position.is_checkmate().then(|| Outcome::lost_by_checkmate(position.turn()));
        draw.or(self.agreed).or_else(|| position.outcome()).or_else(lost)
    }

    /// Returns the draw claim that ended the game; `None` if there was none.
    #[must_use]
    pub const fn claimed(&self) -> Option<Claim> {
        self.claimed
    }

    /// Returns the legal moves; none after the end of the game.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() { Vec::new() } else { self.position.legal_moves() }
    }

    /// Returns the legal moves of the piece on `cell`; none after the end of the game.
    #[must_use]
    pub fn legal_moves_from(&self, cell: Cell) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.position.legal_moves_from(cell, &Control::FREE).unwrap_or_default()
    }

    /// Makes a move of the side to move.
    ///
    /// # Errors
    /// Returns an error if the game has ended or the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        self.position.check_legal(mv).map_err(Refusal::Illegal)?;
        let is_pawn_move = self.is_pawn_move(mv);
        let undo = self.position.make(mv);
        let was_quiet = self.quiet;
        self.quiet = if is_pawn_move || undo.captured().is_some() { 0 } else { was_quiet + 1 };
        self.plies.push(Ply { undo, was_quiet });
        *self.occurrences.entry(key(&self.position)).or_default() += 1;
        Ok(())
    }

    /// Claims a draw for the side to move, which ends the game.
    ///
    /// # Errors
    /// Returns an error if the game has ended or no draw can be claimed.
    pub fn claim(&mut self) -> Result<Claim, Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        self.claimed = self.claims().first().copied();
        self.claimed.ok_or_else(|| Refusal::NoClaim(self.claim_counts()))
    }

    /// Ends the game because `side` gives up.
    ///
    /// # Errors
    /// Returns an error if the game has ended.
    pub fn resign(&mut self, side: Color) -> Result<Outcome, Refusal> {
        self.end(Outcome::lost_by_resignation(side))
    }

    /// Ends the game with a draw on which the sides agree.
    ///
    /// # Errors
    /// Returns an error if the game has ended.
    pub fn agree_draw(&mut self) -> Result<Outcome, Refusal> {
        self.end(Outcome::AGREED_DRAW)
    }

    fn end(&mut self, outcome: Outcome) -> Result<Outcome, Refusal> {
        match self.outcome() {
            Some(over) => Err(Refusal::Over(over)),
            None => Ok(*self.agreed.insert(outcome)),
        }
    }

    /// Takes back the last move, together with what ended the game after it, and returns the move.
    ///
    /// Returns `None` at the start of the game.
    pub fn undo(&mut self) -> Option<Move> {
        let Ply { undo, was_quiet } = self.plies.pop()?;
        if let Some(times) = self.occurrences.get_mut(&key(&self.position)) {
            *times -= 1;
        }
        let mv = undo.mv();
        self.position.unmake(undo);
        self.quiet = was_quiet;
        (self.claimed, self.agreed) = (None, None);
        Some(mv)
    }

    /// Takes back the resignation, agreed draw or claimed draw that ended the game, but no move.
    ///
    /// Returns `false` if the game goes on, or if its position ended it.
    pub fn reopen(&mut self) -> bool {
        let (claimed, agreed) = (self.claimed.take(), self.agreed.take());
        claimed.is_some() || agreed.is_some()
    }

    /// Returns the draws that the side to move can claim; none after the end of the game.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let ClaimCounts { repetition, quiet_moves } = self.claim_counts();
        let enough = |counts: Option<[usize; 2]>| {
            counts.filter(|[found, needed]| found >= needed).map(|[found, _]| found)
        };
        let repetition = enough(repetition).map(Claim::Repetition);
        repetition.into_iter().chain(enough(quiet_moves).map(Claim::QuietMoves)).collect()
    }

    fn claim_counts(&self) -> ClaimCounts {
        let results = self.position.rules().results();
        let times = self.occurrences.get(&key(&self.position)).copied().unwrap_or(0);
        ClaimCounts {
            repetition: results.and_then(|results| Some([times, results.repetition?])),
            quiet_moves: results.and_then(|results| Some([self.quiet / 2, results.quiet_moves?])),
        }
    }

    /// Returns `true` if the moving piece's role can promote, even if this move does not promote.
    fn is_pawn_move(&self, mv: Move) -> bool {
        let piece = self.position.board().piece_at(mv.from);
        let promotion = self.position.rules().promotion();
        piece.zip(promotion).is_some_and(|(piece, rule)| rule.pieces.contains(piece.role()))
    }
}

fn key(position: &Position) -> PositionKey {
    [0_u8, 1].map(|seed| {
        let mut hasher = DefaultHasher::new();
        (seed, position).hash(&mut hasher);
        hasher.finish()
    })
}
