//! Mistakes of a program in parsing its input, such as exchanged coordinates.

use crate::board::{Board, Setup};
use crate::cases::{Puzzle, Question};
use crate::cell::{Axis, Cell, Isometry, Offset, Size};
use crate::notation::Query;
use crate::piece::Piece;
use crate::rules::Rules;

/// A mistake of a program in parsing a query or board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputMisreading {
    /// Exchanges two numbers of each cell, as they are written or as a board's text counts them.
    AxesExchanged(Axis, Axis),
    /// Counts a coordinate in the names of cells from the other end.
    Reversed(Axis),
    /// Reads the levels, ranks or files of a board's text from the last to the first.
    ReadBackwards(Axis),
    /// Exchanges white and black pieces.
    ColorsExchanged,
    /// Exchanges the start and the finish of a query.
    EndsExchanged,
    /// Takes every board for one of this size. The cells keep their place in the order in which
    /// the puzzle names or writes them. Cells outside the size are not on the program's board.
    Fixed(Size),
    /// Takes only the first digit of a board's size.
    OneDigit,
}

/// Sizes that a program for boards of every size may be limited to.
const SIZES: [usize; 3] = [3, 4, 8];

impl InputMisreading {
    /// Returns the misreadings of the input that are possible in a puzzle.
    ///
    /// A program that reads mirrored or turned boards gives right answers if all pieces move
    /// alike in these directions, so such misreadings are left out.
    #[must_use]
    pub fn all(rules: &Rules, puzzle: Puzzle) -> Vec<Self> {
        let axes = rules.cells().coordinates().each_ref().map(|coordinate| coordinate.axis);
        let [first, second, third] = axes;
        let mut all: Vec<Self> = match puzzle {
            Puzzle::Path => axes.map(Self::Reversed).to_vec(),
            Puzzle::Mate => axes.map(Self::ReadBackwards).to_vec(),
        };
        let pairs = [(first, second), (first, third), (second, third)];
        all.extend(pairs.map(|(one, other)| Self::AxesExchanged(one, other)));
        let reversed = match puzzle {
            Puzzle::Path => reversed(rules),
            Puzzle::Mate => WRITTEN_FROM_FAR_END.to_vec(),
        };
        let isometry = |it: &Self| it.isometry(&reversed);
        all.retain(|it| isometry(it).is_none_or(|isometry| changes_moves(rules, isometry)));
        let sizes = match (puzzle, rules.size()) {
            (Puzzle::Path, Some(size)) => vec![size.edge() - 1, size.edge() + 1],
            (Puzzle::Mate, None) => SIZES.to_vec(),
            _ => Vec::new(),
        };
        all.extend(sizes.into_iter().filter_map(Size::new).map(Self::Fixed));
        if puzzle == Puzzle::Path {
            all.push(Self::EndsExchanged);
        }
        if puzzle == Puzzle::Mate || has_one_way_pieces(rules) {
            all.push(Self::ColorsExchanged);
        }
        if puzzle == Puzzle::Mate && rules.size().is_none() {
            all.push(Self::OneDigit);
        }
        all
    }

    /// Returns the isometry that maps each cell to the one that the program takes it for. Along the
    /// axes `reversed`, the input counts cells from the far end.
    fn isometry(self, reversed: &[Axis]) -> Option<Isometry> {
        match self {
            Self::Reversed(axis) | Self::ReadBackwards(axis) => Some(Isometry::mirror(&[axis])),
            Self::AxesExchanged(a, b) => {
                let by = if reversed.contains(&a) == reversed.contains(&b) { 1 } else { -1 };
                let image = |axis| match axis {
                    axis if axis == a => Offset::ZERO.with(b, by),
                    axis if axis == b => Offset::ZERO.with(a, by),
                    axis => Offset::ZERO.with(axis, 1),
                };
                let maps =
                    |it: &Isometry, axis| it.offset(Offset::ZERO.with(axis, 1)) == image(axis);
                Isometry::all().find(|it| Axis::ALL.into_iter().all(|axis| maps(it, axis)))
            }
            _ => None,
        }
    }

    pub(super) fn apply(self, rules: &Rules, question: &Question) -> Question {
        match question {
            Question::Path(size, query) => {
                let (size, query) = self.query(rules, *size, *query);
                Question::Path(size, query)
            }
            Question::Mate(setup) => Question::Mate(self.setup(setup)),
        }
    }

    /// Returns a query as the program reads it, and the size of the program's board.
    ///
    /// A program for smaller boards reads cells outside its board too; see [`Self::outside`].
    pub(super) fn query(self, rules: &Rules, size: Size, query: Query) -> (Size, Query) {
        let own = match self {
            Self::Fixed(own) => own.max(size),
            _ => size,
        };
        let cell = |cell| self.cell(size, own, cell, &reversed(rules)).unwrap_or(cell);
        let Query { piece, start, finish } = query;
        let (start, finish) = (cell(start), cell(finish));
        let piece = self.piece(piece);
        match self {
            Self::EndsExchanged => (own, Query { piece, start: finish, finish: start }),
            _ => (own, Query { piece, start, finish }),
        }
    }

    /// Returns the cells of a query's board that the program's board does not have.
    pub(super) fn outside(self, rules: &Rules, size: Size) -> Vec<Cell> {
        let Self::Fixed(own) = self else { return Vec::new() };
        let reversed = reversed(rules);
        size.iter().filter(|&cell| self.cell(size, own, cell, &reversed).is_none()).collect()
    }

    fn setup(self, Setup { board, turn, holder }: &Setup) -> Setup {
        let size = board.size();
        let own = match self {
            Self::Fixed(own) => Some(own),
            Self::OneDigit => Size::new(first_digit(size.edge())),
            _ => Some(size),
        };
        // On a board of one cell there is no piece but perhaps the king, so nobody is mated.
        let mut read = Board::new(own.unwrap_or(size));
        let pieces = board.pieces().filter(|_| own.is_some());
        for (cell, piece) in pieces {
            if let Some(cell) = self.cell(size, read.size(), cell, &WRITTEN_FROM_FAR_END) {
                read.set(cell, Some(self.piece(piece)));
            }
        }
        let holder = holder.map(|color| if self == Self::ColorsExchanged { !color } else { color });
        Setup { board: read, turn: *turn, holder }
    }

    fn piece(self, piece: Piece) -> Piece {
        match self {
            Self::ColorsExchanged => Piece::new(!piece.color(), piece.role()),
            _ => piece,
        }
    }

    /// Returns the cell that the program takes `cell` for; `None` if its board has no such cell.
    ///
    /// `size` is that of the board, and `own` that of the program's board. Along the axes `reversed`,
    /// the input counts cells from the far end.
    fn cell(self, size: Size, own: Size, cell: Cell, reversed: &[Axis]) -> Option<Cell> {
        let from_end = |axis, size: Size, at| {
            if reversed.contains(&axis) { size.opposite(at) } else { at }
        };
        let mut read = match self {
            Self::AxesExchanged(a, b) => {
                let number = |axis| from_end(axis, size, cell.along(axis));
                cell.with(a, from_end(a, size, number(b))).with(b, from_end(b, size, number(a)))
            }
            Self::Reversed(axis) | Self::ReadBackwards(axis) => {
                cell.with(axis, size.opposite(cell.along(axis)))
            }
            _ => cell,
        };
        if size == own {
            return Some(read);
        }
        for axis in Axis::ALL {
            let at = from_end(axis, size, read.along(axis));
            if usize::from(at) >= own.edge() {
                return None;
            }
            read = read.with(axis, from_end(axis, own, at));
        }
        Some(read)
    }
}

/// Returns `true` if `isometry` changes the moves of some piece.
fn changes_moves(rules: &Rules, isometry: Isometry) -> bool {
    let size = rules.default_size();
    let mut pieces = rules.letters().map(|(_, piece)| piece);
    pieces.any(|piece| !rules.movement().is_same(isometry, size, piece))
}

/// Returns `true` if a white and a black piece of some role move differently.
fn has_one_way_pieces(rules: &Rules) -> bool {
    let mut all = rules.roles();
    all.any(|(role, definition)| {
        let [white, black] = super::steps(role, &definition.atoms);
        white != black
    })
}

/// Axes along which boards are written from the far end: the top level and Black's side come first.
const WRITTEN_FROM_FAR_END: [Axis; 2] = [Axis::Rank, Axis::Level];

/// Returns the axes along which the names of cells count from the far end.
fn reversed(rules: &Rules) -> Vec<Axis> {
    Axis::ALL.into_iter().filter(|&axis| rules.cells().along(axis).reversed).collect()
}

fn first_digit(mut number: usize) -> usize {
    while number >= 10 {
        number /= 10;
    }
    number
}
