//! The answers of a program, by pieces and faces of the board.

use super::change::Grid;
use super::fact::one_reply;
use super::pieces::PieceMoves;
use super::survey::{Survey, query_of};
use crate::cases::{Answer, Question};
use crate::cell::Cell;
use crate::notation::Query;
use crate::workbench::observe::{Answered, Observer};

/// One of the six faces of the board: the cells with the first or the last number of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardFace {
    /// Coordinate, in the order of cell names.
    pub coordinate: usize,
    /// Number of the cells, which counts from 1.
    pub number: u16,
}

/// The number of answers about moves into a face that show that it is off the program's board.
pub(super) const ANSWERS_ABOUT_FACE: usize = 3;
/// The number of equal replies that show that a piece always has the same reply.
const CONSTANT: usize = 12;
/// The number of wrong answers to single moves, and no right one, that show that all are wrong.
const ALL_WRONG: usize = 20;

/// The answers of a program to queries on boards of one size.
pub(super) struct Evidence<'o> {
    pub(super) observer: &'o Observer,
    pub(super) grid: Grid<'o>,
    pub(super) asked: Vec<(&'o Answered, Query)>,
    /// Faces into which all moves were answered wrong, although others were answered right.
    pub(super) faces: Vec<BoardFace>,
    /// Moves of each piece, away from the bad faces.
    pub(super) surveys: Vec<Survey<'o>>,
    /// All answers to single moves if all are wrong, or else nothing.
    pub(super) wrong_single_moves: Vec<&'o Answered>,
}

impl<'o> Evidence<'o> {
    /// Returns the answers so far; `None` if the board size is not known.
    pub(super) fn new(observer: &'o Observer, pieces: &'o [PieceMoves]) -> Option<Self> {
        let size = observer.size?;
        let grid = Grid { names: observer.rules.cells(), size };
        let is_of_size =
            |asked: &&Answered| matches!(asked.question, Question::Path(of, _) if of == size);
        let all = observer.answers.iter().filter(is_of_size);
        let asked = all.filter_map(|asked| Some((asked, query_of(asked)?))).collect();
        let (faces, surveys, wrong_single_moves) = (Vec::new(), Vec::new(), Vec::new());
        let mut evidence = Self { observer, grid, asked, faces, surveys, wrong_single_moves };
        evidence.faces = evidence.bad_faces();
        let survey = |piece| {
            let inside =
                evidence.about(piece).filter(|(_, query)| !evidence.is_on_bad_face(*query));
            Survey::new(&observer.rules, piece, inside.map(|(asked, _)| asked))
        };
        evidence.surveys = pieces.iter().map(survey).collect();
        let moves: Vec<_> = evidence.single_moves().map(|(asked, _)| asked).collect();
        if moves.len() >= ALL_WRONG && moves.iter().all(|asked| asked.is_wrong()) {
            evidence.wrong_single_moves = moves;
        }
        Some(evidence)
    }

    /// Returns all six faces of the board.
    pub(super) fn all_faces(&self) -> impl Iterator<Item = BoardFace> {
        let last = self.grid.size.opposite(0) + 1;
        let of = move |coordinate| [1, last].map(|number| BoardFace { coordinate, number });
        (0..3).flat_map(of)
    }

    /// Returns `true` if a cell is on one of the faces.
    pub(super) fn is_on(&self, faces: &[BoardFace], cell: Cell) -> bool {
        let numbers = self.grid.numbers(cell);
        faces.iter().any(|face| numbers[face.coordinate] + 1 == i32::from(face.number))
    }

    /// Returns `true` if the query starts or ends on a face that is off the program's board.
    pub(super) fn is_on_bad_face(&self, query: Query) -> bool {
        [query.start, query.finish].iter().any(|&cell| self.is_on(&self.faces, cell))
    }

    /// Returns the number of cells that moves keep away from the faces.
    pub(super) fn margin(&self) -> i32 {
        i32::from(!self.faces.is_empty())
    }

    fn single_moves(&self) -> impl Iterator<Item = (&'o Answered, Query)> {
        let all = self.asked.iter().copied();
        all.filter(|(asked, _)| asked.expected == Answer::Moves(Some(1)))
    }

    /// Returns the answers to single moves into one of the faces.
    pub(super) fn moves_into(&self, faces: &[BoardFace]) -> impl Iterator<Item = &'o Answered> {
        let into = self.single_moves().filter(|(_, query)| self.is_on(faces, query.finish));
        into.map(|(asked, _)| asked)
    }

    fn bad_faces(&self) -> Vec<BoardFace> {
        let is_bad = |face: &BoardFace| {
            let into: Vec<&Answered> = self.moves_into(&[*face]).collect();
            into.len() >= ANSWERS_ABOUT_FACE && into.iter().all(|asked| asked.is_wrong())
        };
        let bad: Vec<BoardFace> = self.all_faces().filter(is_bad).collect();
        let is_right = |(asked, query): (&Answered, Query)| {
            !asked.is_wrong() && !self.is_on(&bad, query.finish)
        };
        if self.single_moves().any(is_right) { bad } else { Vec::new() }
    }

    /// Returns the answers about a piece.
    pub(super) fn about(&self, piece: &PieceMoves) -> impl Iterator<Item = (&'o Answered, Query)> {
        self.asked.iter().copied().filter(|(_, query)| piece.is(query.piece))
    }

    /// Returns `true` if the program always gives one reply about a piece, single moves included.
    pub(super) fn is_constant(&self, piece: &PieceMoves) -> bool {
        let asked: Vec<&Answered> = self.about(piece).map(|(asked, _)| asked).collect();
        let differ = asked.iter().any(|other| other.expected != asked[0].expected);
        let has_single = asked.iter().any(|asked| asked.expected == Answer::Moves(Some(1)));
        asked.len() >= CONSTANT && differ && has_single && one_reply(asked).is_some()
    }
}
