//! Creates questions that reveal the misreadings of an unknown program.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::generate::{Impossible, RandomQuestions, Situation};
use super::misreading::{Misreading, MisreadingKind, MovementMisreading, VerdictMisreading};
use super::separator::{SMALL, Separator};
use crate::cases::{Puzzle, Question};
use crate::cell::{Axis, Offset, Size};
use crate::movement::Step;
use crate::notation::Query;
use crate::piece::{Piece, Role};
use crate::rules::Rules;

/// A generator of questions that reveal misreadings, some from a list and some random.
///
/// Of the first 24 questions every third is random, later every second.
///
/// The list begins with questions that catch the misreadings of [`Misreading::all`], except those
/// about a single missing step. Queries for each step of each piece, and for each adjacent cell
/// without a step, follow. The boards that follow are about each missing step, and about each piece
/// that captures, blocks, is pinned or gives a double check; some are of other sizes. The seed
/// determines the order and the cells. The random questions come from a
/// [`PathGenerator`](super::PathGenerator) or [`MateGenerator`](super::MateGenerator).
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, rules::Rules, workbench::Trials};
/// let rules = Rules::kubikschach();
/// let mut trials = Trials::new(&rules, Puzzle::Path, None, 1)?;
/// assert_eq!(trials.next_question()?.puzzle(), Puzzle::Path);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trials {
    rules: Rules,
    puzzle: Puzzle,
    /// Size of the boards; `None` creates boards of several sizes.
    size: Option<Size>,
    misreadings: Vec<Misreading>,
    right: Misreading,
    separator: Separator,
    /// Rest of the list, the next item last.
    list: Vec<Item>,
    /// Items for which the first attempt failed; the next round of the list leaves them out.
    failed: Vec<Item>,
    random: RandomQuestions,
    nth: usize,
    rng: Rng,
}

/// An item of the list, for which a question is chosen when its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// A question that a program with this misreading answers wrongly.
    Misreading(usize),
    /// A query from a random cell to the cell at this offset; the offset need not be a step of the
    /// piece.
    Move(Piece, Offset),
    /// A board with a situation of a piece, of this size; `None` allows any size.
    Board(Situation, Role, Option<Size>),
}

/// Number of questions of which two of three are from the list, because its first items catch the
/// most common misreadings.
const FIRST: usize = 24;
/// Sizes of the boards in the list if the rule set leaves the size open.
const SIZES: std::ops::RangeInclusive<usize> = 2..=12;
/// Number of attempts to draw a board for an item of the list.
const DRAWS: usize = 40;
/// Number of queries among which one is chosen that catches the most misreadings. Boards take
/// longer to find, so that only two are compared for the first [`FIRST`] questions, and later one
/// is taken.
const CANDIDATES: usize = 6;
/// Number of attempts to find the start cell of a step, or a board that a misreading gets wrong.
const TRIES: usize = 100;

impl Trials {
    /// Creates a generator of questions of one puzzle.
    ///
    /// If the rule set leaves the size open, path questions need `size`. Mate questions without
    /// `size` have boards of several sizes.
    ///
    /// # Errors
    /// Returns an error if the puzzle is [`Puzzle::Path`] and the board has no size.
    pub fn new(
        rules: &Rules,
        puzzle: Puzzle,
        size: Option<Size>,
        seed: u64,
    ) -> Result<Self, Impossible> {
        let size = rules.size().or(size);
        let random = RandomQuestions::new(rules, puzzle, size, seed)?;
        Ok(Self {
            rules: rules.clone(),
            puzzle,
            size,
            misreadings: Misreading::all(rules, puzzle),
            right: Misreading::right(rules),
            separator: Separator::new(rules, puzzle, size, seed),
            list: Vec::new(),
            failed: Vec::new(),
            random,
            nth: 0,
            rng: Rng::with_seed(seed),
        })
    }

    /// Returns the next question.
    ///
    /// # Errors
    /// Returns an error if no question was found.
    pub fn next_question(&mut self) -> Result<Question, Impossible> {
        self.nth += 1;
        let turns = if self.nth <= FIRST { 3 } else { 2 };
        let listed = if self.nth.is_multiple_of(turns) { None } else { self.next_listed() };
        listed.map_or_else(|| self.random.next_question(), Ok)
    }

    /// Returns the question of the next item; `None` if no item has one. At the end, the list
    /// begins anew.
    fn next_listed(&mut self) -> Option<Question> {
        if self.list.is_empty() {
            self.list = self.new_list();
            self.list.retain(|item| !self.failed.contains(item));
        }
        for _ in 0..self.list.len() {
            let item = self.list.pop()?;
            if let Some(question) = self.question(item) {
                return Some(question);
            }
            // A second attempt to find a board may succeed. A search for a query is complete.
            if !self.failed.contains(&item) {
                self.failed.push(item);
                if self.puzzle == Puzzle::Mate {
                    self.list.insert(0, item);
                }
            }
        }
        None
    }

    fn new_list(&mut self) -> Vec<Item> {
        let is_of_step = |nth: &usize| match &self.misreadings[*nth].kind {
            MisreadingKind::Movement(_, misreading) => {
                matches!(**misreading, MovementMisreading::WithoutStep(_))
            }
            _ => false,
        };
        let (of_steps, mut first): (Vec<usize>, Vec<usize>) =
            (0..self.misreadings.len()).partition(is_of_step);
        let mut later: Vec<Item> = match self.puzzle {
            Puzzle::Path => self.moves(),
            Puzzle::Mate => {
                of_steps.into_iter().map(Item::Misreading).chain(self.boards()).collect()
            }
        };
        self.rng.shuffle(&mut later);
        self.rng.shuffle(&mut first);
        // The last items come first.
        first.sort_by_key(|&nth| !is_common(&self.misreadings[nth].kind));
        first.reverse();
        later.extend(first.into_iter().map(Item::Misreading));
        later
    }

    /// Returns each step of each piece, and each neighbor to which a piece has no step.
    fn moves(&self) -> Vec<Item> {
        let pieces = self.rules.letters().map(|(_, piece)| piece);
        let of_piece = |piece| {
            let own = self.rules.movement().steps_of(piece).map(Step::offset);
            let all: BTreeSet<Offset> = own.chain(neighbors()).collect();
            all.into_iter().map(move |offset| Item::Move(piece, offset))
        };
        pieces.flat_map(of_piece).collect()
    }

    /// Returns each situation for each role, and a checkmate and a check of each size.
    fn boards(&self) -> Vec<Item> {
        let non_royal = self.rules.roles().filter(|(_, def)| !def.royal);
        let roles: Vec<Role> = non_royal.map(|(role, _)| role).collect();
        let of_role = |&role: &Role| {
            Situation::PLACED.iter().map(move |situation| Item::Board(*situation, role, None))
        };
        let mut items: Vec<Item> = roles.iter().flat_map(of_role).collect();
        if self.size.is_none() {
            let sizes = SIZES.filter_map(Size::new);
            for (size, &role) in sizes.flat_map(|size| [size; 2]).zip(roles.iter().cycle()) {
                items.push(Item::Board(Situation::Checkmate, role, Some(size)));
                items.push(Item::Board(Situation::Capture, role, Some(size)));
            }
        }
        items
    }

    fn question(&mut self, item: Item) -> Option<Question> {
        match item {
            Item::Misreading(nth) => self.caught_by(nth),
            Item::Move(piece, offset) => self.one_move(piece, offset),
            Item::Board(situation, role, size) => {
                let mut draw = || self.separator.draw_situation(situation, role, &self.right, size);
                (0..DRAWS).find_map(|_| draw()).map(Question::Mate)
            }
        }
    }

    /// Returns a question that catches a misreading. Removes all misreadings that the question
    /// catches from the list.
    fn caught_by(&mut self, nth: usize) -> Option<Question> {
        let of_item = |item: &Item| match item {
            Item::Misreading(nth) => Some(*nth),
            _ => None,
        };
        let others: Vec<usize> = self.list.iter().filter_map(of_item).collect();
        let mut best: Option<(Question, Vec<usize>)> = None;
        let candidates = match self.puzzle {
            Puzzle::Path => CANDIDATES,
            Puzzle::Mate if self.nth <= FIRST => 2,
            Puzzle::Mate => 1,
        };
        for _ in 0..candidates {
            let pair = [&self.right, &self.misreadings[nth]];
            let Some(question) = self.separator.separating_within(TRIES, pair).ok()? else {
                break;
            };
            let caught = self.caught(&question, &others);
            if best.as_ref().is_none_or(|(_, most)| caught.len() > most.len()) {
                best = Some((question, caught));
            }
        }
        let (question, caught) = best?;
        self.list.retain(|item| of_item(item).is_none_or(|nth| !caught.contains(&nth)));
        Some(question)
    }

    /// Returns the numbers from `among` of the misreadings that answer a question wrongly.
    ///
    /// A large board is not tried with misreadings other than the one for which it was made,
    /// because each would need tables of its own for that size.
    fn caught(&self, question: &Question, among: &[usize]) -> Vec<usize> {
        let is_large = match question {
            Question::Mate(setup) => setup.board.size().edge() > SMALL,
            Question::Path(..) => false,
        };
        let Ok(expected) = question.answer(&self.rules) else { return Vec::new() };
        let fails = |nth: &usize| {
            !is_large && self.misreadings[*nth].fails(question, &expected).unwrap_or(false)
        };
        among.iter().copied().filter(fails).collect()
    }

    fn one_move(&mut self, piece: Piece, offset: Offset) -> Option<Question> {
        let size = self.size?;
        (0..TRIES).find_map(|_| {
            let start = size.cell(self.rng.usize(..size.cells()));
            let finish = size.step(start, offset)?;
            Some(Question::Path(size, Query { piece, start, finish }))
        })
    }
}

/// Returns `true` for misreadings that many programs have: wrong families of steps, and the classic
/// mistakes about checkmate.
fn is_common(kind: &MisreadingKind) -> bool {
    use MovementMisreading as M;
    use VerdictMisreading as V;
    match kind {
        MisreadingKind::Movement(_, misreading) => match &**misreading {
            M::Like(_) | M::AtMost(_) | M::Increasing => false,
            M::Within(axis) => *axis == Axis::Level,
            M::With(atom) | M::Instead(_, atom) => atom.step.parts().iter().all(|by| by.abs() < 2),
            _ => true,
        },
        MisreadingKind::Verdict(verdict) => !matches!(
            verdict,
            V::NoBlocksOf(_)
                | V::NoPinsOf(_)
                | V::StraightBlocks
                | V::PinnedBlocks
                | V::PinnedCaptures
                | V::FirstChecker
        ),
        _ => false,
    }
}

fn neighbors() -> impl Iterator<Item = Offset> {
    let parts = || -1..=1;
    let all = parts().flat_map(move |file| {
        parts().flat_map(move |rank| parts().map(move |level| Offset::new(file, rank, level)))
    });
    all.filter(|offset| *offset != Offset::ZERO)
}
