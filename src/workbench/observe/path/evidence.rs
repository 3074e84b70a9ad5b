//! The answers of a program, by pieces and faces of the board.

use super::change::{CellChange, Grid};
use super::fact::one_reply;
use super::pieces::PieceMoves;
use super::survey::{Survey, query_of};
use crate::cases::{Answer, Question};
use crate::cell::Cell;
use crate::notation::Query;
use crate::workbench::observe::{Asked, Observer, Reply};

/// One of the six faces of the board: the cells with the first or the last number of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardFace {
    /// The coordinate, in the order of cell names.
    pub coordinate: usize,
    /// The number of the cells, which counts from 1.
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
    pub(super) pieces: Vec<PieceMoves>,
    pub(super) asked: Vec<(&'o Asked, Query)>,
    /// The faces into which all moves were answered wrong, although others were answered right.
    pub(super) faces: Vec<BoardFace>,
    /// The reply to all queries without a way, if it is wrong and was given twice or more.
    no_way: Option<&'o Reply>,
}

impl<'o> Evidence<'o> {
    /// Returns the answers so far; `None` if the board size is not known.
    pub(super) fn new(observer: &'o Observer) -> Option<Self> {
        let size = observer.size?;
        let grid = Grid { names: observer.rules.cells(), size };
        let is_of_size =
            |asked: &&Asked| matches!(asked.question, Question::Path(of, _) if of == size);
        let all = observer.answers.iter().filter(is_of_size);
        let asked = all.filter_map(|asked| Some((asked, query_of(asked)?))).collect();
        let pieces = PieceMoves::all(&observer.rules);
        let (faces, no_way) = (Vec::new(), None);
        let mut evidence = Self { observer, grid, pieces, asked, faces, no_way };
        evidence.faces = evidence.bad_faces();
        evidence.no_way = evidence.reply_to_no_way();
        Some(evidence)
    }

    /// Returns all six faces of the board.
    pub(super) fn all_faces(&self) -> impl Iterator<Item = BoardFace> {
        let last = self.grid.size.opposite(0) + 1;
        let of = move |coordinate| [1, last].map(|number| BoardFace { coordinate, number });
        (0..3).flat_map(of)
    }

    pub(super) fn is_on(&self, face: BoardFace, cell: Cell) -> bool {
        self.grid.numbers(cell)[face.coordinate] + 1 == i32::from(face.number)
    }

    /// Returns `true` if the query starts or ends on a face that is off the program's board.
    pub(super) fn touches_bad_face(&self, query: Query) -> bool {
        let is_on =
            |face: &BoardFace| [query.start, query.finish].map(|cell| self.is_on(*face, cell));
        self.faces.iter().any(|face| is_on(face) != [false; 2])
    }

    /// Returns the number of cells that moves keep away from the faces.
    pub(super) fn margin(&self) -> i32 {
        i32::from(!self.faces.is_empty())
    }

    /// Returns the answers to single moves into a face.
    pub(super) fn moves_into(&self, face: BoardFace) -> impl Iterator<Item = &'o Asked> {
        let is_move = |asked: &Asked| asked.expected == Answer::Moves(Some(1));
        let into = self.asked.iter().filter(move |(_, query)| self.is_on(face, query.finish));
        into.map(|(asked, _)| *asked).filter(move |asked| is_move(asked))
    }

    fn bad_faces(&self) -> Vec<BoardFace> {
        let is_bad = |face: &BoardFace| {
            let (mut count, mut wrong) = (0, true);
            for asked in self.moves_into(*face) {
                count += 1;
                wrong &= asked.is_wrong();
            }
            wrong && count >= ANSWERS_ABOUT_FACE
        };
        let bad: Vec<BoardFace> = self.all_faces().filter(is_bad).collect();
        let is_inside = |query: &Query| !bad.iter().any(|face| self.is_on(*face, query.finish));
        let is_right = |(asked, query): &(&Asked, Query)| {
            asked.expected == Answer::Moves(Some(1)) && !asked.is_wrong() && is_inside(query)
        };
        if self.asked.iter().any(is_right) { bad } else { Vec::new() }
    }

    fn reply_to_no_way(&self) -> Option<&'o Reply> {
        let no_way = self.asked.iter().filter(|(asked, _)| asked.expected == Answer::Moves(None));
        let all: Vec<&Asked> = no_way.map(|(asked, _)| *asked).collect();
        let first = all.first().filter(|first| all.len() > 1 && first.is_wrong())?;
        all.iter().all(|asked| asked.reply == first.reply).then_some(&first.reply)
    }

    /// Returns the answers about a piece.
    pub(super) fn about(&self, piece: &PieceMoves) -> impl Iterator<Item = (&'o Asked, Query)> {
        self.asked.iter().copied().filter(|(_, query)| piece.is(query.piece))
    }

    /// Returns the moves of a piece, away from the bad faces.
    pub(super) fn survey<'p>(&self, piece: &'p PieceMoves) -> Survey<'p>
    where
        'o: 'p,
    {
        let inside = self.about(piece).filter(|(_, query)| !self.touches_bad_face(*query));
        Survey::new(&self.observer.rules, piece, inside.map(|(asked, _)| asked))
    }

    /// Returns `true` if the program always gives one reply about a piece.
    pub(super) fn is_constant(&self, piece: &PieceMoves) -> bool {
        let asked: Vec<&Asked> = self.about(piece).map(|(asked, _)| asked).collect();
        let differ = asked.iter().any(|other| other.expected != asked[0].expected);
        asked.len() >= CONSTANT && differ && one_reply(asked.into_iter()).is_some()
    }

    /// Returns all answers to single moves if all are wrong, or else nothing.
    pub(super) fn wrong_single_moves(&self) -> Vec<&'o Asked> {
        let is_move = |asked: &&Asked| asked.expected == Answer::Moves(Some(1));
        let moves: Vec<&Asked> =
            self.asked.iter().map(|(asked, _)| *asked).filter(is_move).collect();
        let all_wrong = moves.len() >= ALL_WRONG && moves.iter().all(|asked| asked.is_wrong());
        if all_wrong { moves } else { Vec::new() }
    }

    /// Returns the pieces with a wrong answer that may come from their moves, in the order of the
    /// first such answer.
    pub(super) fn suspects(&self) -> Vec<&PieceMoves> {
        let mut suspects: Vec<&PieceMoves> = Vec::new();
        if !self.wrong_single_moves().is_empty() {
            return suspects;
        }
        for (asked, query) in &self.asked {
            let has_reason = query.start == query.finish
                || self.touches_bad_face(*query)
                || asked.expected == Answer::Moves(None) && Some(&asked.reply) == self.no_way;
            let is_new = |piece: &&PieceMoves| piece.is(query.piece) && !suspects.contains(piece);
            if asked.is_wrong() && !has_reason {
                suspects.extend(self.pieces.iter().find(is_new));
            }
        }
        suspects.retain(|piece| !self.is_constant(piece));
        suspects
    }

    /// Returns the change that a query asks about.
    pub(super) fn change(&self, query: Query) -> CellChange {
        CellChange::of(self.grid.names, query.start.offset_to(query.finish))
    }
}
