//! Judges a first move in a mate problem.

use super::MateSearch;
use crate::board::Move;
use crate::control::{Control, Stopped};

/// The consequence of a first move in a mate problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryOutcome {
    /// The move mates.
    Mate,
    /// Mate is forced after every reply.
    Forced {
        /// First of the replies that delay the mate longest.
        reply: Move,
        /// Least number of moves to mate after that reply.
        mate_in: usize,
    },
    /// Mate is not forced in time.
    Refuted {
        /// First reply after which there is no mate in time.
        reply: Move,
    },
    /// The move ends the game without mate, such as by stalemate.
    End,
}

impl TryOutcome {
    /// Returns `true` if the move mates or forces mate.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Self::Mate | Self::Forced { .. })
    }

    /// Returns the number of moves to mate after [`TryOutcome::reply`], 0 if the move mates; `None` if
    /// the move is wrong.
    #[must_use]
    pub const fn mate_in(self) -> Option<usize> {
        match self {
            Self::Mate => Some(0),
            Self::Forced { mate_in, .. } => Some(mate_in),
            Self::Refuted { .. } | Self::End => None,
        }
    }

    /// Returns the reply that delays the mate longest or refutes the move; `None` if the move ends
    /// the game.
    #[must_use]
    pub const fn reply(self) -> Option<Move> {
        match self {
            Self::Forced { reply, .. } | Self::Refuted { reply } => Some(reply),
            Self::Mate | Self::End => None,
        }
    }
}

impl MateSearch {
    /// Judges the legal move `mv`: does it force mate within `moves` moves, itself included?
    ///
    /// Replies are tried in the order of [`Position::legal_moves`]. Each searched position is a unit
    /// of work for `control`.
    ///
    /// # Errors
    /// Returns an error if `control` stops the search.
    ///
    /// [`Position::legal_moves`]: crate::position::Position::legal_moves
    ///
    /// # Example
    /// ```
    /// use kubikschach::search::{MateSearch, TryOutcome};
    /// use kubikschach::{control::Control, notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[###,#K#,###],[#R#,###,###],[##k,R##,###]")?;
    /// let key = notation::parse_move(&rules, setup.board.size(), "b3(II)-a3(II)")?;
    /// let mut search = MateSearch::new(Position::new(&rules, setup)?, 1 << 20)?;
    /// let outcome = search.judge(key, 2, &Control::FREE)?;
    /// assert!(matches!(outcome, TryOutcome::Forced { mate_in: 1, .. }));
    /// assert!(!search.judge(key, 1, &Control::FREE)?.is_right());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(
        &mut self,
        mv: Move,
        moves: usize,
        control: &Control<'_>,
    ) -> Result<TryOutcome, Stopped> {
        let left = moves.saturating_sub(1);
        self.after(mv, |search| search.outcome_of_replies(left, control))
    }

    /// Returns the outcome of the move that led to the position, where the defender is to move and
    /// the attacker has `left` moves left.
    fn outcome_of_replies(
        &mut self,
        left: usize,
        control: &Control<'_>,
    ) -> Result<TryOutcome, Stopped> {
        self.count(control)?;
        let replies = self.position.legal_moves();
        if replies.is_empty() || self.ends_without_mate() {
            return Ok(if self.is_mate() { TryOutcome::Mate } else { TryOutcome::End });
        }
        let (mut outcome, mut longest) = (TryOutcome::End, 0);
        for reply in replies {
            let Some(mate_in) = self.after(reply, |search| search.soonest(left, control))? else {
                return Ok(TryOutcome::Refuted { reply });
            };
            if mate_in > longest {
                (outcome, longest) = (TryOutcome::Forced { reply, mate_in }, mate_in);
            }
        }
        Ok(outcome)
    }
}
