//! Boards to which programs with different misreadings give different verdicts.

use super::{SMALL, Separation, Separator, is_seen, most_frequent};
use crate::board::Setup;
use crate::cases::Question;
use crate::cell::{Cell, Size};
use crate::path::PathError;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::workbench::diagnosis::Observation;
use crate::workbench::misreading::{Misreading, MisreadingKind, VerdictMisreading};
use crate::workbench::situations::Situation;

impl Separator {
    /// Returns a random board as a question.
    ///
    /// Returns `None` if the board is illegal or in `seen`, or if all misreadings give equal
    /// answers.
    pub(super) fn split_board(
        &mut self,
        misreadings: &[&Misreading],
        seen: &[Observation],
    ) -> Result<Option<Separation>, PathError> {
        let Some(setup) = self.board(misreadings, seen) else { return Ok(None) };
        let question = Question::Mate(setup);
        let (expected, mut answers) = (question.answer(&self.rules)?, Vec::new());
        for misreading in misreadings {
            answers.push(misreading.answer(&question, &expected)?);
        }
        let left = most_frequent(&answers);
        let splits = left < misreadings.len() && !is_seen(&question, seen);
        Ok(splits.then_some((left, question)))
    }

    /// Returns a random legal board; `None` if an attempt fails.
    ///
    /// Of four boards, on average one is random, and one resembles a board in `seen` that the
    /// program answered wrongly. On two, the verdict depends on one [`Situation`], usually one that
    /// `misreadings` get wrong.
    pub(in crate::workbench) fn board(
        &mut self,
        misreadings: &[&Misreading],
        seen: &[Observation],
    ) -> Option<Setup> {
        match self.rng.u8(..4) {
            0 if self.size.is_some() || self.large_size(misreadings).is_none() => {
                self.random_board()
            }
            1 => self.near(seen).or_else(|| self.random_board()),
            _ => self.situation_board(misreadings),
        }
    }

    fn random_board(&mut self) -> Option<Setup> {
        let setup = self.boards.draw()?;
        Position::new(&self.rules, setup).ok().map(Position::into_setup)
    }

    /// Returns a legal board on which `situation`, about a piece of `role`, decides the verdict;
    /// `None` if the attempt fails.
    pub(in crate::workbench) fn draw_situation(
        &mut self,
        situation: Situation,
        role: Role,
        other: &Misreading,
        size: Option<Size>,
    ) -> Option<Setup> {
        self.situations.draw(situation, role, other, size.or(self.size))
    }

    /// Returns a board in a situation about which the misreadings are wrong; in one of four calls,
    /// in any situation.
    fn situation_board(&mut self, misreadings: &[&Misreading]) -> Option<Setup> {
        let parts = misreadings.iter().flat_map(|it| it.kind.parts());
        let verdicts = parts.filter_map(|part| match part {
            MisreadingKind::Verdict(verdict) => Some(situation(*verdict)),
            _ => None,
        });
        let (situations, about): (Vec<_>, Vec<_>) = verdicts.unzip();
        let mut situations: Vec<Situation> = situations.into_iter().flatten().collect();
        if misreadings.iter().any(|it| it.roles().next().is_some()) {
            situations.extend([Situation::Nothing, Situation::Capture, Situation::Block]);
        }
        let situation = match self.rng.choice(&situations) {
            Some(situation) if self.rng.u8(..4) > 0 => *situation,
            _ => self.rng.choice(Situation::ALL)?,
        };
        let rules = self.rules.clone();
        let is_fit = |role: Role| !rules.role(role).royal;
        let about: Vec<Role> = about.into_iter().flatten().collect();
        let role = match self.rng.choice(&about) {
            Some(role) if self.rng.u8(..4) > 0 => *role,
            _ => self.role(misreadings, is_fit)?,
        };
        let moves = |it: &&&Misreading| it.roles().next().is_some();
        let other = *misreadings.iter().find(moves).or(misreadings.first())?;
        let size = self.size.or_else(|| self.large_size(misreadings));
        self.situations.draw(situation, role, other, size)
    }

    /// Returns a size for boards that `misreadings` need because they change nothing on small
    /// boards; `None` if they change small boards too.
    fn large_size(&mut self, misreadings: &[&Misreading]) -> Option<Size> {
        let least = misreadings.iter().map(|it| it.least_edge()).max()?;
        if least <= SMALL {
            return None;
        }
        Size::new(self.rng.usize(least..=least + 2))
    }

    /// Returns a legal board that differs in a few pieces from a board in `seen` that the program
    /// answered wrongly; `None` if there is no such board, or if the attempt fails.
    fn near(&mut self, seen: &[Observation]) -> Option<Setup> {
        let boards = seen.iter().filter(|it| it.is_wrong()).filter_map(|it| match &it.question {
            Question::Mate(setup) => Some(setup),
            Question::Path(..) => None,
        });
        let setup = self.rng.choice(boards.collect::<Vec<_>>())?.clone();
        self.changed(setup)
    }

    /// Returns the board with up to four random changes: a piece removed, added or moved.
    fn changed(&mut self, mut setup: Setup) -> Option<Setup> {
        let size = setup.board.size();
        let non_royal: Vec<Role> =
            self.rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role).collect();
        for _ in 0..self.rng.usize(1..=4) {
            let cell = size.cell(self.rng.usize(..size.cells()));
            let pieces: Vec<(Cell, Piece)> = setup.board.pieces().collect();
            let (from, piece) = self.rng.choice(pieces)?;
            let is_non_royal = !self.rules.is_royal(piece);
            match self.rng.u8(..4) {
                0 if is_non_royal => setup.board.set(from, None),
                1 | 2 if setup.board.is_empty(cell) => {
                    let color = if self.rng.bool() { Color::White } else { Color::Black };
                    let added = Piece::new(color, *self.rng.choice(&non_royal)?);
                    setup.board.set(cell, Some(added));
                }
                _ if setup.board.is_empty(cell) => {
                    setup.board.set(from, None);
                    setup.board.set(cell, Some(piece));
                }
                _ => {}
            }
        }
        Position::new(&self.rules, setup).ok().map(Position::into_setup)
    }
}

/// Returns the situation and the role of the piece that a misreading gets wrong; `None` for any
/// situation or role.
const fn situation(misreading: VerdictMisreading) -> (Option<Situation>, Option<Role>) {
    use VerdictMisreading as V;
    match misreading {
        V::StalemateIsMate => (Some(Situation::Stalemate), None),
        V::NoBlocks | V::StraightBlocks => (Some(Situation::Block), None),
        V::NoBlocksOf(role) => (Some(Situation::Block), Some(role)),
        V::NoCaptures => (Some(Situation::Capture), None),
        V::NoPins | V::PinnedBlocks | V::PinnedCaptures => (Some(Situation::Pin), None),
        V::NoPinsOf(role) => (Some(Situation::Pin), Some(role)),
        V::PinnedGuardNothing => (Some(Situation::PinnedGuard), None),
        V::OneAnswer | V::FirstChecker | V::DoubleCheckIsMate => {
            (Some(Situation::DoubleCheck), None)
        }
        _ => (None, None),
    }
}
