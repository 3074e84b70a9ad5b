//! Games: positions one after the other, and the draws that their history lets a player claim.

use std::collections::HashMap;
use std::fmt;

use crate::board::{Move, Occupancy};
use crate::position::{IllegalMove, Position, PositionError};
use crate::verdict::Outcome;

/// A game.
///
/// # Example
/// ```
/// use kubikschach::{game::Game, notation, position::Position, rules::Rules};
/// let rules = Rules::built_in("raumschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let setup = notation::board(&rules, "start")?;
/// let mut game = Game::new(Position::new(&rules, setup)?)?;
/// game.play(notation::move_from(&rules, size, "Ab1-Aa3")?)?;
/// assert!(game.play(notation::move_from(&rules, size, "Aa3-Ab1")?).is_err(), "it is Black's turn");
/// assert!(game.claims().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// How often each position has occurred.
    seen: HashMap<Position, usize>,
    /// How many moves have been made.
    moves_made: usize,
    last_move: Option<Move>,
    /// How many moves ago a piece was captured or one moved that promotes.
    quiet: usize,
}

/// Why a move can't be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    Over(Outcome),
    /// The move is illegal.
    Illegal(IllegalMove),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Self::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

/// A reason for a draw that the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The position has occurred this number of times.
    Repetition(usize),
    /// Each side has made this number of moves without a capture or a move of a piece that promotes.
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
                "a draw can be claimed: {moves} moves of each side without a capture or a move of a piece \
                 that promotes"
            ),
        }
    }
}

impl Game {
    /// Starts a game from a position.
    ///
    /// # Errors
    /// If no game can go on from the position, as [`Position::validate_playable`].
    pub fn new(position: Position) -> Result<Self, PositionError> {
        position.validate_playable()?;
        Ok(Self {
            seen: HashMap::from([(position.clone(), 1)]),
            position,
            moves_made: 0,
            last_move: None,
            quiet: 0,
        })
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How many moves have been made, of both sides together.
    #[must_use]
    pub const fn moves_made(&self) -> usize {
        self.moves_made
    }

    /// The last move that was made.
    #[must_use]
    pub const fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the game has ended or the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if let Some(outcome) = self.position.outcome() {
            return Err(Refusal::Over(outcome));
        }
        self.position.check_legal(mv).map_err(Refusal::Illegal)?;
        let advances = self.can_promote(mv);
        let captured = self.position.make(mv).captured();
        self.moves_made += 1;
        self.last_move = Some(mv);
        self.quiet = if advances || captured.is_some() { 0 } else { self.quiet + 1 };
        *self.seen.entry(self.position.clone()).or_default() += 1;
        Ok(())
    }

    /// The draws that can be claimed now; none once the game has ended.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        let Some(results) = self.position.rules().results() else { return Vec::new() };
        if self.position.outcome().is_some() {
            return Vec::new();
        }
        let times = self.seen.get(&self.position).copied().unwrap_or(0);
        let repetition = results.repetition.filter(|&least| times >= least);
        let quiet = results.quiet_moves.filter(|&least| self.quiet >= 2 * least);
        let repetition = repetition.map(|_| Claim::Repetition(times));
        repetition.into_iter().chain(quiet.map(|_| Claim::QuietMoves(self.quiet / 2))).collect()
    }

    /// Whether the moving piece is one that promotes, be there a zone where it does or not: the moves of pawns
    /// count.
    fn can_promote(&self, mv: Move) -> bool {
        let piece = self.position.board().piece_at(mv.from);
        let promotion = self.position.rules().promotion();
        piece.zip(promotion).is_some_and(|(piece, rule)| rule.pieces.contains(piece.role()))
    }
}
