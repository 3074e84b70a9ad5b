//! Pictures of boards with marks and arrows, drawn as text or SVG.

mod drawings;
mod pieces;
mod svg;
mod text;
mod thumbnail;
mod xml;

pub use self::pieces::symbols;
pub(super) use self::text::side_by_side;

use std::collections::BTreeMap;

use crate::board::{Board, Move};
use crate::cell::{Axis, Cell};
use crate::movement::Reach;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::Explanation;
use crate::verdict::explain::StepOutcome;

/// The meaning of a mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mark {
    /// The piece that the picture is about is on this cell.
    Subject,
    /// The piece that the picture is about can move to this cell.
    Move,
    /// The piece that the picture is about can capture on this cell.
    Capture,
    /// The piece on this cell blocks a move of the piece that the picture is about.
    Blocked,
    /// A move to this cell by the piece that the picture is about would be illegal.
    Illegal,
    /// A route starts on this cell.
    Start,
    /// A route ends on this cell.
    Finish,
    /// A move of a route ends on this cell.
    Route,
    /// The piece on this cell gives check.
    Checker,
}

/// The meaning of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArrowKind {
    /// A move. The number is the ordinal of the move in its route, from 1; `None` if the move
    /// belongs to no route.
    Move(Option<usize>),
    /// A check, from the checker to the king.
    Check,
    /// An attack on a cell that a king may therefore not enter.
    Guard,
}

/// An arrow from the middle of one cell to the middle of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Cell where the arrow starts.
    pub from: Cell,
    /// Cell where the arrow points.
    pub to: Cell,
    /// Meaning of the arrow, which decides its color and line.
    pub kind: ArrowKind,
}

/// A board with a title, marks and arrows, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// Rule set that names the cells and pieces.
    pub rules: &'a Rules,
    /// Board with its pieces.
    pub board: &'a Board,
    /// Title in a few words, as plain text.
    pub title: String,
    /// Marks, at most one for each cell.
    pub marks: BTreeMap<Cell, Mark>,
    /// Arrows in the order in which they are drawn.
    pub arrows: Vec<Arrow>,
    /// Side whose home is at the bottom of each level in text; SVG pictures always show
    /// White's.
    pub seen_by: Color,
}

impl<'a> Picture<'a> {
    /// Creates a picture without marks and arrows.
    #[must_use]
    pub const fn new(rules: &'a Rules, board: &'a Board, title: String) -> Self {
        Self {
            rules,
            board,
            title,
            marks: BTreeMap::new(),
            arrows: Vec::new(),
            seen_by: Color::White,
        }
    }

    /// Marks the piece on `from` and the moves, captures and blockers in `reach`. The cells in
    /// `illegal` get the mark of illegal moves.
    #[must_use]
    pub fn with_reach(mut self, from: Cell, reach: &Reach, illegal: &[Cell]) -> Self {
        for (cells, mark) in [
            (&reach.moves[..], Mark::Move),
            (&reach.blockers, Mark::Blocked),
            (&reach.captures, Mark::Capture),
            (illegal, Mark::Illegal),
            (&[from], Mark::Subject),
        ] {
            self.marks.extend(cells.iter().map(|&cell| (cell, mark)));
        }
        self
    }

    /// Marks the first and the last cell of a route.
    #[must_use]
    pub fn with_ends(mut self, start: Cell, finish: Cell) -> Self {
        self.marks.extend([(finish, Mark::Finish), (start, Mark::Start)]);
        self
    }

    /// Marks the cells of a route, and adds an arrow with a number for each of its moves.
    #[must_use]
    pub fn with_route(mut self, route: &[Cell]) -> Self {
        let mark = |cell| if self.board.is_empty(cell) { Mark::Route } else { Mark::Capture };
        self.marks.extend(route.iter().map(|&cell| (cell, mark(cell))));
        if let (Some(&start), Some(&finish)) = (route.first(), route.last()) {
            self = self.with_ends(start, finish);
        }
        let numbered = (1..).zip(route.windows(2));
        self.arrows.extend(numbered.map(|(number, ends)| Arrow {
            from: ends[0],
            to: ends[1],
            kind: ArrowKind::Move(Some(number)),
        }));
        self
    }

    /// Adds an arrow without a number for a move.
    #[must_use]
    pub fn with_move(mut self, mv: Move) -> Self {
        let Move { from, to, .. } = mv;
        self.arrows.push(Arrow { from, to, kind: ArrowKind::Move(None) });
        self
    }

    /// Creates the picture of a verdict: the position with arrows for checks, and a mark for the
    /// outcome of each king step.
    #[must_use]
    pub fn of_verdict(position: &'a Position, explanation: &Explanation) -> Self {
        let title = format!("{}: {}", explanation.turn, explanation.verdict);
        let mut picture = Self::new(position.rules(), position.board(), title);
        for step in &explanation.king_steps {
            let (mark, guards) = match &step.outcome {
                StepOutcome::Escapes if step.captured.is_some() => (Mark::Capture, &[][..]),
                StepOutcome::Escapes => (Mark::Move, &[][..]),
                StepOutcome::Guarded(by) | StepOutcome::Exposes(by) => (Mark::Illegal, &by[..]),
                StepOutcome::Held(by) => (Mark::Illegal, std::slice::from_ref(by)),
                StepOutcome::Occupied(_) => continue,
            };
            picture.marks.insert(step.to, mark);
            let arrow = |from| Arrow { from, to: step.to, kind: ArrowKind::Guard };
            picture.arrows.extend(guards.iter().map(|guard| arrow(guard.cell)));
        }
        for checker in &explanation.checkers {
            let (from, to) = (checker.by.cell, checker.king);
            picture.marks.insert(from, Mark::Checker);
            picture.arrows.push(Arrow { from, to, kind: ArrowKind::Check });
        }
        picture.marks.extend(explanation.kings.iter().map(|&king| (king, Mark::Subject)));
        picture
    }

    fn label(&self, axis: Axis, place: u16) -> String {
        self.rules.cells().along(axis).label(self.board.size(), place)
    }

    fn level_name(&self, level: u16) -> String {
        format!("{} {}", self.rules.cells().along(Axis::Level).name, self.label(Axis::Level, level))
    }
}

impl Mark {
    /// All marks in the order of a picture's legend.
    pub const ALL: [Self; 9] = [
        Self::Subject,
        Self::Start,
        Self::Finish,
        Self::Route,
        Self::Move,
        Self::Capture,
        Self::Blocked,
        Self::Checker,
        Self::Illegal,
    ];

    const fn words(self) -> &'static str {
        match self {
            Self::Subject => "the piece",
            Self::Move => "a move",
            Self::Capture => "a capture",
            Self::Blocked => "in the way",
            Self::Illegal => "illegal",
            Self::Start => "the start",
            Self::Finish => "the finish",
            Self::Route => "on the route",
            Self::Checker => "gives check",
        }
    }
}
