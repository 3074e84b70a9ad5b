//! Oracle for verdicts and attacks. It is slow, obvious, and written from the texts of the rules.
//! Routes have an oracle of their own, in `stepping`.
//!
//! It takes only the names of the pieces from a rule set, so that a mistake in a definition or in
//! the move generator cannot recur here. Distance predicates decide which cells a piece can reach.
//! Legality is decided by making every move on a copy of the board.

pub(crate) mod exhaustive;
pub(crate) mod explanation;
pub(crate) mod mates;
mod reasons;
pub(crate) mod shatranj;
pub(crate) mod stepping;
mod tables;
pub(crate) mod ways;

use kubikschach::board::{Board, Move};
use kubikschach::cell::{Cell, Offset};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use shatranj::ShatranjKind;

/// Kind of piece, whose moves are defined here and not by a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    King,
    /// Queen of `kubikschach`: rides along one or all three axes.
    PuzzleQueen,
    /// Queen of `cube`: rides along one, two or three axes.
    CubeQueen,
    Rook,
    Bishop,
    Knight,
    /// Pawn of `kubikschach`: steps forward or up.
    Pawn,
    /// Knight that needs one of its two routes to be empty.
    LameKnight,
    Shatranj(ShatranjKind),
    /// Bishop of `raumschach`: rides along two axes.
    FlatBishop,
    /// Pawn of `raumschach`: steps forward or up, and captures along two axes.
    SpacePawn,
    /// Piece that steps one rank forward and captures one rank forward and one file aside.
    Soldier,
}

impl Kind {
    fn named(rules: &str, role: &str) -> Self {
        match (rules, role) {
            ("great-shatranj", _) => Self::Shatranj(ShatranjKind::named(role, false)),
            ("great-shatranj:sideways", _) => Self::Shatranj(ShatranjKind::named(role, true)),
            ("raumschach", "Bishop") => Self::FlatBishop,
            ("raumschach", "Pawn") => Self::SpacePawn,
            (_, "King") => Self::King,
            ("kubikschach", "Queen") => Self::PuzzleQueen,
            (_, "Queen") => Self::CubeQueen,
            (_, "Rook") => Self::Rook,
            ("raumschach", "Unicorn") | (_, "Bishop") => Self::Bishop,
            (_, "Knight") => Self::Knight,
            ("kubikschach", "Pawn") => Self::Pawn,
            (_, "LameKnight") => Self::LameKnight,
            (_, "Soldier") => Self::Soldier,
            _ => panic!("the oracle knows no {role} of {rules}"),
        }
    }

    fn rides(self) -> bool {
        let rides =
            [Self::PuzzleQueen, Self::CubeQueen, Self::Rook, Self::Bishop, Self::FlatBishop];
        rides.contains(&self)
    }

    /// Returns `true` if the piece captures at offset `way` on an empty board.
    fn reaches(self, color: Color, way: Offset) -> bool {
        let mut far = way.parts().map(i32::abs);
        far.sort_unstable();
        let [least, middle, most] = far;
        let straight = middle == 0 && most > 0;
        let diagonal = least == 0 && middle == most && most > 0;
        let triagonal = least == most && most > 0;
        let forward = forward(color);
        match self {
            Self::King => most == 1,
            Self::PuzzleQueen => straight || triagonal,
            Self::CubeQueen => straight || diagonal || triagonal,
            Self::Rook => straight,
            Self::Bishop => triagonal,
            Self::FlatBishop => diagonal,
            // Along two axes, and not backward along either.
            Self::SpacePawn => {
                let [_, rank, level] = way.parts().map(|part| part * forward);
                far == [0, 1, 1] && rank >= 0 && level >= 0
            }
            Self::Knight | Self::LameKnight => far == [0, 1, 2],
            Self::Pawn => [[0, forward, 0], [0, 0, forward]].contains(&way.parts()),
            Self::Soldier => [[1, forward, 0], [-1, forward, 0]].contains(&way.parts()),
            Self::Shatranj(kind) => kind.reaches(color, way.parts()),
        }
    }

    /// Returns `true` if the step `way` needs one of its two routes to be empty.
    fn is_lame(self, way: Offset) -> bool {
        match self {
            Self::LameKnight => true,
            Self::Shatranj(kind) => kind.is_lame(way.parts()),
            _ => false,
        }
    }

    /// Returns `true` if the piece moves by `way` to an empty cell, with no other piece on the
    /// board.
    fn goes(self, color: Color, way: Offset) -> bool {
        match self {
            Self::Soldier => way.parts() == [0, forward(color), 0],
            Self::SpacePawn => Self::Pawn.reaches(color, way),
            _ => self.reaches(color, way),
        }
    }
}

const fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Oracle for a rule set, with the kind of each piece.
pub(crate) struct Oracle {
    kinds: Vec<Kind>,
}

impl Oracle {
    pub(crate) fn new(rules: &Rules) -> Self {
        let kind = |name: &str| Kind::named(rules.name(), name);
        Self { kinds: rules.roles().map(|(_, def)| kind(&def.name)).collect() }
    }

    fn kind(&self, piece: Piece) -> Kind {
        self.kinds[piece.role().index()]
    }

    pub(crate) fn is_king(&self, piece: Piece) -> bool {
        matches!(self.kind(piece), Kind::King | Kind::Shatranj(ShatranjKind::King))
    }

    /// Returns `true` if `piece` moves from one cell to the other on an empty board.
    pub(crate) fn reaches(&self, piece: Piece, from: Cell, to: Cell) -> bool {
        self.kind(piece).goes(piece.color(), from.offset_to(to))
    }

    /// Returns `true` if the piece on `from` attacks `to`. The cell `to` may be empty.
    pub(crate) fn attacks(&self, board: &Board, from: Cell, to: Cell) -> bool {
        let Some(piece) = board.piece_at(from) else { return false };
        self.kind(piece).reaches(piece.color(), from.offset_to(to))
            && self.is_free(board, piece, from, to)
    }

    /// Returns `true` if the piece on `from` has a pseudo-legal move to `to`.
    pub(crate) fn moves(&self, board: &Board, from: Cell, to: Cell) -> bool {
        let Some(piece) = board.piece_at(from) else { return false };
        match board.piece_at(to) {
            Some(other) => other.color() != piece.color() && self.attacks(board, from, to),
            None => self.reaches(piece, from, to) && self.is_free(board, piece, from, to),
        }
    }

    /// Returns `true` if the piece on `from` has a pseudo-legal move to `to` and there is no king
    /// on `to`.
    pub(crate) fn may_go(&self, board: &Board, from: Cell, to: Cell) -> bool {
        self.moves(board, from, to) && !board.piece_at(to).is_some_and(|piece| self.is_king(piece))
    }

    fn is_free(&self, board: &Board, piece: Piece, from: Cell, to: Cell) -> bool {
        let is_empty = |cell: Cell| board.is_empty(cell);
        match self.kind(piece) {
            kind if kind.rides() => between(from, to).all(is_empty),
            kind if kind.is_lame(from.offset_to(to)) => {
                knight_routes(from, to).into_iter().any(|route| route.into_iter().all(is_empty))
            }
            _ => true,
        }
    }

    /// Returns the occupied cells that restrict the piece on `from`: cells that it attacks, and
    /// cells on the routes of its lame steps.
    pub(crate) fn met(&self, board: &Board, from: Cell) -> Vec<Cell> {
        let Some(piece) = board.piece_at(from) else { return Vec::new() };
        let mut met = Vec::new();
        for to in board.size() {
            if self.attacks(board, from, to) {
                met.push(to);
            } else if self.reaches(piece, from, to) && self.kind(piece).is_lame(from.offset_to(to))
            {
                met.extend(knight_routes(from, to).concat());
            } else if self.reaches(piece, from, to) && self.is_free(board, piece, from, to) {
                // A quiet move leads there, but no capture.
                met.push(to);
            }
        }
        met.retain(|&cell| !board.is_empty(cell));
        met.sort_unstable();
        met.dedup();
        met
    }

    pub(crate) fn attackers(&self, board: &Board, cell: Cell, by: Color) -> Vec<Cell> {
        let pieces = board.pieces_of(by).map(|(from, _)| from);
        sorted(pieces.filter(|&from| self.attacks(board, from, cell)).collect())
    }

    pub(crate) fn kings(&self, board: &Board, color: Color) -> Vec<Cell> {
        let kings = board.pieces_of(color).filter(|(_, piece)| self.is_king(*piece));
        sorted(kings.map(|(cell, _)| cell).collect())
    }

    pub(crate) fn checkers(&self, board: &Board, side: Color) -> Vec<Cell> {
        let kings = self.kings(board, side);
        kings.into_iter().flat_map(|king| self.attackers(board, king, !side)).collect()
    }

    pub(crate) fn is_check(&self, board: &Board, side: Color) -> bool {
        !self.checkers(board, side).is_empty()
    }

    /// Returns the pseudo-legal moves of a side, except captures of kings.
    pub(crate) fn pseudo_legal_moves(&self, board: &Board, side: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, _) in board.pieces_of(side) {
            let to = board.size().iter().filter(|&to| self.may_go(board, from, to));
            moves.extend(to.map(|to| Move::new(from, to)));
        }
        sorted(moves)
    }

    pub(crate) fn is_legal(&self, board: &Board, side: Color, mv: Move) -> bool {
        !self.is_check(&after(board, mv), side)
    }
}

pub(crate) fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable();
    values
}

pub(crate) const fn verdict(is_check: bool, has_legal_move: bool) -> Verdict {
    match (is_check, has_legal_move) {
        (true, false) => Verdict::Checkmate,
        (true, true) => Verdict::Check,
        (false, false) => Verdict::Stalemate,
        (false, true) => Verdict::Ongoing,
    }
}

pub(crate) fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    let becomes = |piece: Piece| mv.promotion.map(|role| Piece::new(piece.color(), role));
    let arriving = board.piece_at(mv.from).map(|piece| becomes(piece).unwrap_or(piece));
    board.set(mv.to, arriving);
    board.set(mv.from, None);
    board
}

fn between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let way = from.offset_to(to).parts();
    let length = way.into_iter().map(i32::abs).max().unwrap_or(0);
    (1..length).map(move |nth| shifted(from, way.map(|part| part / length * nth)))
}

/// Returns the two routes of a knight's step of two cells along one axis and one along another.
///
/// If `a` and `b` are these directions and `x` is `from`, the step leads to x+2a+b. The routes pass
/// x+b and x+a+b, or x+a and x+2a. All these cells are on the board if both ends are.
fn knight_routes(from: Cell, to: Cell) -> [[Cell; 2]; 2] {
    let way = from.offset_to(to).parts();
    let long = way.map(|part| if part.abs() == 2 { part / 2 } else { 0 });
    let short = way.map(|part| if part.abs() == 1 { part } else { 0 });
    let bend = [long[0] + short[0], long[1] + short[1], long[2] + short[2]];
    let ahead = long.map(|part| 2 * part);
    [[shifted(from, short), shifted(from, bend)], [shifted(from, long), shifted(from, ahead)]]
}

fn shifted(from: Cell, by: [i32; 3]) -> Cell {
    let [file, rank, level] = [from.file, from.rank, from.level].map(i32::from);
    let part = |part: i32| u16::try_from(part).expect("the way's cells lie on the board");
    Cell::new(part(file + by[0]), part(rank + by[1]), part(level + by[2]))
}
