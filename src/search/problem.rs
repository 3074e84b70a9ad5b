//! Mate problems: keys, soundness, set play and tries.

use super::{MOST_MOVES, Mate, MateSearch, Proof, ProofError, Variation};
use crate::board::{Move, Setup};
use crate::control::{Control, Stopped};
use crate::position::Position;

/// The solution of a mate problem, which asks for mate within a given number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Number of moves within which the problem asks for mate.
    pub within: usize,
    /// Shortest mate, with its keys sorted by name; `None` if there is no mate within
    /// [`Problem::within`] moves.
    pub mate: Option<Mate>,
    /// Main line: the moves of both sides from the first key to the mate; empty without a mate.
    /// The defender plays the first of the replies that delay the mate longest.
    pub line: Vec<Move>,
    /// Proof for each key; `None` unless requested.
    pub proofs: Option<Vec<Proof>>,
    /// Set play, in which the defender moves first from the same board. It lists the defender's
    /// moves after which the attacker mates within one move fewer than [`Problem::within`]. `None`
    /// unless requested.
    pub set: Option<Vec<Variation>>,
    /// Tries, sorted by name; `None` unless requested.
    pub tries: Option<Vec<Try>>,
}

/// A first move that forces mate within [`Problem::within`] moves against all replies but one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// First move.
    pub mv: Move,
    /// Only reply that refutes the first move.
    pub refutation: Move,
}

/// The optional parts of a problem's solution, which take longer to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemParts {
    /// True to find the proof of each key: every continuation after every reply.
    pub proofs: bool,
    /// True to find the set play: the mates that the attacker could give if the defender moved
    /// first.
    pub set: bool,
    /// True to find the tries: the first moves that exactly one reply refutes.
    pub tries: bool,
}

impl Problem {
    /// Creates the solution of a problem without a mate, with empty lists for the requested parts.
    #[cfg(feature = "serde")]
    pub(crate) fn unsolved(within: usize, parts: ProblemParts) -> Self {
        Self {
            within,
            mate: None,
            line: Vec::new(),
            proofs: parts.proofs.then(Vec::new),
            set: parts.set.then(Vec::new),
            tries: parts.tries.then(Vec::new),
        }
    }

    /// Returns `true` if the problem has a short solution: mate in fewer than [`Problem::within`]
    /// moves.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.mate.as_ref().is_some_and(|mate| mate.moves < self.within)
    }

    /// Returns `true` if the problem is cooked: it has several keys.
    #[must_use]
    pub fn is_cooked(&self) -> bool {
        self.mate.as_ref().is_some_and(|mate| mate.keys.len() > 1)
    }

    /// Returns `true` if the problem is sound: it has one key and no short solution.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.mate.is_some() && !self.is_short() && !self.is_cooked()
    }

    /// Returns the number of duals in all proofs: replies after which several moves mate equally
    /// soon.
    ///
    /// The number is 0 if proofs were not requested.
    #[must_use]
    pub fn duals(&self) -> usize {
        self.proofs.iter().flatten().map(Proof::duals).sum()
    }
}

/// Returns the position with the other side to move, in which set play begins.
pub(crate) fn passed(position: &Position) -> Position {
    let turn = Some(!position.turn());
    let setup = Setup { turn, ..position.clone().into_setup() };
    Position::new_unchecked(position.rules(), setup)
}

impl MateSearch {
    /// Solves the problem of mating within `within` moves, at most [`MOST_MOVES`].
    ///
    /// Keys, main line and proofs are those of the shortest mate. Set play and tries are those of a
    /// mate within `within` moves, even if there is a shorter mate.
    ///
    /// # Errors
    /// Returns an error if the proofs are too large or `control` stops the search.
    ///
    /// # Example
    /// ```
    /// use kubikschach::search::{MateSearch, ProblemParts};
    /// use kubikschach::{control::Control, notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[###,#K#,###],[#R#,###,###],[##k,R##,###]")?;
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
        let mut mate = self.within(within, control)?;
        if let Some(mate) = &mut mate {
            mate.keys.sort_by_cached_key(|mv| self.name(*mv));
        }
        let moves = mate.as_ref().map_or(within, |mate| mate.moves);
        let keys = mate.as_ref().map_or(&[][..], |mate| &mate.keys);
        let line = match keys.first() {
            Some(key) => self.main_line(*key, moves, control)?,
            None => Vec::new(),
        };
        let proofs = parts.proofs.then(|| self.proofs(keys, moves, control)).transpose()?;
        let set = parts.set.then(|| self.set_play(within, control)).transpose()?;
        let tries = parts.tries.then(|| self.tries(within, control)).transpose()?;
        Ok(Problem { within, mate, line, proofs, set, tries })
    }

    /// Returns the moves of both sides from `key` to the mate.
    ///
    /// The defender plays the first of the replies that delay the mate longest. The attacker plays
    /// the first of the moves that mate soonest.
    fn main_line(
        &mut self,
        key: Move,
        moves: usize,
        control: &Control<'_>,
    ) -> Result<Vec<Move>, Stopped> {
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
    ) -> Result<Vec<Proof>, ProofError> {
        self.proof_moves = 0;
        let mut proofs = Vec::new();
        for key in keys {
            proofs.extend(self.prove(*key, moves, control)?);
        }
        Ok(proofs)
    }

    /// Returns the set play: each move of the defender after which the attacker mates in one move
    /// fewer than `moves`. For this, the defender moves first, although the attacker is to move.
    ///
    /// The list is empty if the attacker is in check or the game is over.
    fn set_play(
        &mut self,
        moves: usize,
        control: &Control<'_>,
    ) -> Result<Vec<Variation>, ProofError> {
        if self.position.is_check() || self.ends_without_mate() {
            return Ok(Vec::new());
        }
        let diagram = self.position.clone();
        self.restart(passed(&diagram));
        let set = self.mated_replies(moves - 1, control);
        self.restart(diagram);
        set
    }

    /// Returns the defender's replies after which the attacker mates within `left` moves, each with
    /// the attacker's moves that mate soonest.
    fn mated_replies(
        &mut self,
        left: usize,
        control: &Control<'_>,
    ) -> Result<Vec<Variation>, ProofError> {
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

    fn tries(&mut self, moves: usize, control: &Control<'_>) -> Result<Vec<Try>, Stopped> {
        let mut tries = Vec::new();
        for mv in self.position.legal_moves() {
            let refutation = self.after(mv, |search| search.only_refutation(moves - 1, control))?;
            tries.extend(refutation.map(|refutation| Try { mv, refutation }));
        }
        tries.sort_by_cached_key(|found| self.name(found.mv));
        Ok(tries)
    }

    /// Returns the only reply that keeps the attacker from mating within `left` moves; `None` if
    /// there is no such reply or more than one.
    fn only_refutation(
        &mut self,
        left: usize,
        control: &Control<'_>,
    ) -> Result<Option<Move>, Stopped> {
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

    /// Returns the text by which moves are sorted: the names of both cells, and the letter of a
    /// promotion.
    fn name(&self, Move { from, to, promotion }: Move) -> String {
        let [from, to] = [from, to].map(|cell| self.position.cell_name(cell));
        let letter = promotion.map(|role| self.position.rules().role(role).letter);
        let promotion = letter.map_or_else(String::new, |letter| format!("={letter}"));
        format!("{from}-{to}{promotion}")
    }
}
