//! Mate problems: keys and whether they are sound, set play, and tries.

use super::{Interrupted, MOST_MOVES, Mate, MateSearch, Proof, ProofError, Searched, Variation};
use crate::board::{Move, Setup};
use crate::control::Control;
use crate::notation::move_text;
use crate::position::Position;

/// The solution of a problem: mate within a number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The number of moves that the problem allows.
    pub within: usize,
    /// The shortest mate, its keys in the order of their names; `None` if there is none.
    pub mate: Option<Mate>,
    /// The moves of both sides from the first key on, if the first of the replies that last longest are
    /// chosen.
    pub line: Vec<Move>,
    /// The proof of each key, if they are asked for.
    pub proofs: Option<Vec<Proof>>,
    /// The set play, if it is asked for: what would mate in one move fewer if the defender were to move.
    pub set: Option<Vec<Variation>>,
    /// The tries in the order of their names, if they are asked for.
    pub tries: Option<Vec<Try>>,
}

/// A first move that exactly one reply refutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// The move.
    pub mv: Move,
    /// The reply.
    pub refutation: Move,
}

/// The parts of a problem's solution that take longer to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemParts {
    /// Asks for the proof of each key.
    pub proofs: bool,
    /// Asks for the set play.
    pub set: bool,
    /// Asks for the tries.
    pub tries: bool,
}

impl Problem {
    /// Returns `true` if there is a mate in fewer moves than the problem allows.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.mate.as_ref().is_some_and(|mate| mate.moves < self.within)
    }

    /// Returns `true` if there are several keys.
    #[must_use]
    pub fn is_cooked(&self) -> bool {
        self.mate.as_ref().is_some_and(|mate| mate.keys.len() > 1)
    }

    /// Returns `true` if there is one key, and no mate in fewer moves.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.mate.is_some() && !self.is_short() && !self.is_cooked()
    }

    /// Returns the number of replies in all proofs after which several moves mate.
    #[must_use]
    pub fn duals(&self) -> usize {
        self.proofs.iter().flatten().map(Proof::duals).sum()
    }
}

impl MateSearch {
    /// Solves the problem to mate within a number of moves; more than [`MOST_MOVES`] are not tried.
    ///
    /// Keys, set play and tries are those of the shortest mate, and without a mate those of the number
    /// of moves that was asked for.
    ///
    /// # Errors
    /// If the proofs are too large, or `control` stops the search.
    ///
    /// # Example
    /// ```
    /// use kubikschach::search::{MateSearch, ProblemParts};
    /// use kubikschach::{control::Control, notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::board(&rules, "[###,#K#,###],[#R#,###,###],[##k,R##,###]")?;
    /// let mut search = MateSearch::new(Position::new(&rules, setup)?, 1 << 20)?;
    /// let parts = ProblemParts { proofs: true, ..ProblemParts::default() };
    /// let problem = search.problem(2, parts, &Control::FREE)?;
    /// assert!(problem.is_sound() && problem.duals() == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn problem(
        &mut self,
        within: usize,
        parts: ProblemParts,
        control: &Control<'_>,
    ) -> Result<Problem, ProofError> {
        let within = within.min(MOST_MOVES);
        let mut mate = self.within(within, control).map_err(ProofError::Stopped)?;
        if let Some(mate) = &mut mate {
            mate.keys.sort_by_cached_key(|mv| self.name(*mv));
        }
        let none_within = mate.as_ref().map_or(within, |mate| mate.moves - 1);
        let problem = self.solve(within, mate, parts, control);
        problem.map_err(|interrupted| interrupted.after(none_within))
    }

    fn solve(
        &mut self,
        within: usize,
        mate: Option<Mate>,
        parts: ProblemParts,
        control: &Control<'_>,
    ) -> Searched<Problem> {
        let moves = mate.as_ref().map_or(within, |mate| mate.moves);
        let keys = mate.as_ref().map_or(&[][..], |mate| &mate.keys);
        let line = match keys.first() {
            Some(key) => self.main_line(*key, moves, control)?,
            None => Vec::new(),
        };
        let proofs = parts.proofs.then(|| self.proofs(keys, moves, control)).transpose()?;
        let set = parts.set.then(|| self.set_play(moves, control)).transpose()?;
        let tries = parts.tries.then(|| self.tries(moves, control)).transpose()?;
        Ok(Problem { within, mate, line, proofs, set, tries })
    }

    /// Returns the moves of both sides after a key if the first of the replies that last longest, and
    /// the first of the moves that mate soonest, are chosen.
    fn main_line(&mut self, key: Move, moves: usize, control: &Control<'_>) -> Searched<Vec<Move>> {
        let rest = self.after(key, |search| {
            let mut longest = None;
            for reply in search.position.legal_moves() {
                let moves = search.after(reply, |search| search.soonest(moves - 1, control))?;
                if moves > longest.map(|(_, moves)| moves) {
                    longest = moves.map(|moves| (reply, moves));
                }
            }
            let Some((reply, moves)) = longest else { return Ok(Vec::new()) };
            let rest = search.after(reply, |search| {
                let keys = search.keys(moves, control)?;
                search.main_line(keys[0], moves, control)
            });
            Ok(std::iter::once(reply).chain(rest?).collect())
        });
        Ok(std::iter::once(key).chain(rest?).collect())
    }

    fn proofs(
        &mut self,
        keys: &[Move],
        moves: usize,
        control: &Control<'_>,
    ) -> Searched<Vec<Proof>> {
        self.proof_moves = 0;
        let mut proofs = Vec::new();
        for key in keys {
            proofs.extend(self.prove(*key, moves, control)?);
        }
        Ok(proofs)
    }

    /// Returns what mates after each move of the defender from the position as it stands. There is
    /// none if the attacker is in check or the game is over.
    fn set_play(&mut self, moves: usize, control: &Control<'_>) -> Searched<Vec<Variation>> {
        let attacker = self.position.turn();
        if self.position.is_in_check(attacker) || self.ends_without_mate() {
            return Ok(Vec::new());
        }
        let diagram = self.position.clone();
        let passed = Setup { turn: Some(!attacker), ..diagram.clone().into_setup() };
        self.restart(Position::new_unchecked(diagram.rules(), passed));
        let set = self.mated_replies(moves - 1, control);
        self.restart(diagram);
        set
    }

    /// Returns the replies after which a mate follows, each with what mates soonest.
    fn mated_replies(&mut self, left: usize, control: &Control<'_>) -> Searched<Vec<Variation>> {
        self.proof_moves = 0;
        let mut replies = Vec::new();
        for reply in self.position.legal_moves() {
            let continuations = self.after(reply, |search| search.continuations(left, control))?;
            if !continuations.is_empty() {
                replies.push(Variation { reply, continuations });
            }
        }
        Ok(replies)
    }

    fn tries(&mut self, moves: usize, control: &Control<'_>) -> Searched<Vec<Try>> {
        let mut tries = Vec::new();
        for mv in self.position.legal_moves() {
            let refutation = self.after(mv, |search| search.only_refutation(moves - 1, control))?;
            tries.extend(refutation.map(|refutation| Try { mv, refutation }));
        }
        tries.sort_by_cached_key(|found| self.name(found.mv));
        Ok(tries)
    }

    /// Returns the reply after which the attacker does not mate, if it is the only one.
    fn only_refutation(&mut self, left: usize, control: &Control<'_>) -> Searched<Option<Move>> {
        if self.ends_without_mate() {
            return Ok(None);
        }
        let mut refutation = None;
        for reply in self.position.legal_moves() {
            let is_mated = left > 0 && self.after(reply, |search| search.wins(left, control))?;
            if !is_mated && refutation.replace(reply).is_some() {
                return Ok(None);
            }
        }
        Ok(refutation)
    }

    fn name(&self, mv: Move) -> String {
        move_text(self.position.rules(), self.position.board().size(), mv)
    }
}

impl Interrupted {
    /// Returns the error of a search that found no mate within this many moves.
    pub(super) const fn after(self, none_within: usize) -> ProofError {
        match self {
            Self::Stopped => ProofError::Stopped(super::Stopped { none_within }),
            Self::TooLarge => ProofError::TooLarge,
        }
    }
}
