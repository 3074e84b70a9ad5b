//! Boards to which programs with two misreadings give different verdicts.

use super::{SMALL, Separator};
use crate::board::Setup;
use crate::cases::Question;
use crate::cell::Size;
use crate::path::PathError;
use crate::piece::Role;
use crate::position::Position;
use crate::workbench::generate::Situation;
use crate::workbench::misreading::{Misreading, VerdictMisreading};

impl Separator {
    /// Returns a random board as a question.
    ///
    /// Returns `None` if the board is illegal, or if the misreadings give equal answers.
    pub(super) fn separating_board(
        &mut self,
        pair: [&Misreading; 2],
    ) -> Result<Option<Question>, PathError> {
        let Some(setup) = self.board(&pair) else { return Ok(None) };
        let question = Question::Mate(setup);
        let expected = question.answer(&self.rules)?;
        let [one, other] = pair.map(|misreading| misreading.answer(&question, &expected));
        Ok((one? != other?).then_some(question))
    }

    /// Returns a random legal board; `None` if an attempt fails.
    ///
    /// Of four boards, on average two are random. On the others, the verdict depends on one
    /// [`Situation`], usually one that `misreadings` get wrong.
    pub(in crate::workbench) fn board(&mut self, misreadings: &[&Misreading]) -> Option<Setup> {
        match self.rng.u8(..4) {
            0 if self.size.is_none() && self.large_size(misreadings).is_some() => {
                self.situation_board(misreadings)
            }
            0 | 1 => self.random_board(),
            _ => self.situation_board(misreadings),
        }
    }

    fn random_board(&mut self) -> Option<Setup> {
        let setup = self.boards.draw(None)?;
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
        let verdicts = misreadings.iter().filter_map(|it| it.misread_verdict());
        let (situations, about): (Vec<_>, Vec<_>) = verdicts.map(situation).unzip();
        let mut situations: Vec<Situation> = situations.into_iter().flatten().collect();
        if misreadings.iter().any(|it| it.role().is_some()) {
            situations.extend([Situation::Checkmate, Situation::Capture, Situation::Block]);
        }
        let situation = match self.rng.choice(&situations) {
            Some(situation) if self.rng.u8(..4) > 0 => *situation,
            _ => *self.rng.choice(Situation::PLACED)?,
        };
        let rules = self.rules.clone();
        let is_fit = |role: Role| !rules.role(role).royal;
        let about: Vec<Role> = about.into_iter().flatten().collect();
        let role = match self.rng.choice(&about) {
            Some(role) if self.rng.u8(..4) > 0 => *role,
            _ => self.role(misreadings, is_fit)?,
        };
        let moves = |it: &&&Misreading| it.role().is_some();
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
