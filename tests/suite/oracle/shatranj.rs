//! Oracle for 3D Great Shatranj. It describes pieces by distances, and plays by making every move
//! on a copy of the board.

use kubikschach::board::{Board, Move};
use kubikschach::cell::Cell;
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::rules::Rules;

use super::{Oracle, after, forward};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShatranjKind {
    King,
    Guard,
    Warmachine,
    Elephant,
    Knight,
    Minister,
    HighPriestess,
    Pawn {
        /// `true` if pawns move forward along the file axis instead of the rank axis.
        sideways: bool,
    },
}

impl ShatranjKind {
    pub(super) fn named(role: &str, sideways: bool) -> Self {
        match role {
            "King" => Self::King,
            "Guard" => Self::Guard,
            "Warmachine" => Self::Warmachine,
            "Elephant" => Self::Elephant,
            "Knight" => Self::Knight,
            "Minister" => Self::Minister,
            "High Priestess" => Self::HighPriestess,
            "Pawn" => Self::Pawn { sideways },
            _ => panic!("the game has no {role}"),
        }
    }

    /// Returns `true` if the piece moves and captures by `way` (file, rank, level) on an empty
    /// board.
    pub(super) fn reaches(self, color: Color, way: [i32; 3]) -> bool {
        let [file, rank, level] = way.map(i32::abs);
        let sum = file + rank + level;
        let straight = [file, rank, level].contains(&sum);
        match self {
            Self::King | Self::Guard => match level {
                0 => file.max(rank) == 1,
                1 => file + rank == 0,
                _ => false,
            },
            Self::Warmachine => straight && (sum == 1 || sum == 2),
            Self::Elephant => match level {
                0 => file == rank && (file == 1 || file == 2),
                1 | 2 => file + rank == 0,
                _ => false,
            },
            Self::Knight => sum == 3 && file.max(rank).max(level) == 2,
            Self::Minister => {
                Self::Warmachine.reaches(color, way) || Self::Knight.reaches(color, way)
            }
            Self::HighPriestess => {
                Self::Elephant.reaches(color, way) || Self::Knight.reaches(color, way)
            }
            Self::Pawn { sideways } => {
                let [ahead, aside] = if sideways { [way[0], rank] } else { [way[1], file] };
                let onwards = [ahead, way[2]].contains(&forward(color));
                sum == 1 && (aside == 1 || onwards)
            }
        }
    }

    /// Returns `true` if `way` (file, rank, level) is a knight's step that the piece can make.
    /// Other pieces can block such a step.
    pub(super) fn is_lame(self, way: [i32; 3]) -> bool {
        let is_part_knight = matches!(self, Self::Knight | Self::Minister | Self::HighPriestess);
        is_part_knight && Self::Knight.reaches(Color::White, way)
    }
}

/// Zone in which pawns promote: cells on both the last level and the last rank, cells on the last
/// level, cells on at least one of the two, or no cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    Both,
    Level,
    Either,
    Nowhere,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Laws {
    pub(crate) zone: Zone,
    /// `true` if kings on the same level hold each other.
    pub(crate) level_holds: bool,
    /// `true` if kings on the same file and rank, on different levels, hold each other.
    pub(crate) column_holds: bool,
    pub(crate) bare_king: bool,
    /// Score of the stalemated side and score of the other side, such as `1/3`.
    pub(crate) stalemate: [&'static str; 2],
}

/// Laws of the published article, and the project's decisions where the article says nothing.
pub(crate) const USUAL: Laws = Laws {
    zone: Zone::Both,
    level_holds: true,
    column_holds: false,
    bare_king: true,
    stalemate: ["1/3", "2/3"],
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) board: Board,
    pub(crate) turn: Color,
    pub(crate) holder: Option<Color>,
}

/// Oracle of the game with one set of laws and one direction of pawns.
pub(crate) struct Game {
    pub(crate) oracle: Oracle,
    laws: Laws,
    sideways: bool,
    pawn: Role,
    promotions: Vec<Role>,
}

impl Game {
    pub(crate) fn new(rules: &Rules, laws: Laws) -> Self {
        let role = |name: &str| rules.role_named(name).expect("the game has this piece");
        let promotions =
            ["Guard", "Minister", "High Priestess", "Warmachine", "Elephant", "Knight"].map(role);
        let sideways = rules.name().ends_with(":sideways");
        let oracle = Oracle::new(rules);
        Self { oracle, laws, sideways, pawn: role("Pawn"), promotions: promotions.to_vec() }
    }

    pub(crate) fn king(&self, board: &Board, color: Color) -> Cell {
        self.oracle.kings(board, color)[0]
    }

    pub(crate) fn hold(&self, one: Cell, other: Cell) -> bool {
        let same_square = (one.file, one.rank) == (other.file, other.rank);
        (self.laws.level_holds && one.level == other.level)
            || (self.laws.column_holds && same_square)
    }

    /// Returns `true` if the king of the side to move is held and the move would end the hold.
    pub(crate) fn is_barred(&self, state: &State, mv: Move) -> bool {
        if state.holder != Some(!state.turn) || mv.from != self.king(&state.board, state.turn) {
            return false;
        }
        let other = self.king(&state.board, !state.turn);
        if mv.from.level == other.level {
            mv.to.level != mv.from.level
        } else {
            (mv.to.file, mv.to.rank) != (mv.from.file, mv.from.rank)
        }
    }

    /// Returns two lists: the pseudo-legal moves, and the king moves that a hold forbids.
    pub(crate) fn pseudo_legal_moves(&self, state: &State) -> [Vec<Move>; 2] {
        let moves = self.oracle.pseudo_legal_moves(&state.board, state.turn).into_iter();
        let (barred, free): (Vec<Move>, Vec<Move>) =
            moves.partition(|&mv| self.is_barred(state, mv));
        let mut moves: Vec<Move> =
            free.into_iter().flat_map(|mv| self.promotions(state, mv)).collect();
        moves.sort_unstable();
        [moves, barred]
    }

    pub(crate) fn is_legal(&self, state: &State, mv: Move) -> bool {
        self.oracle.is_legal(&state.board, state.turn, mv)
    }

    /// Returns `mv` alone, or one move per promotion piece if `mv` is a pawn's move that promotes.
    fn promotions(&self, state: &State, mv: Move) -> Vec<Move> {
        let is_pawn = state.board.piece_at(mv.from).map(Piece::role) == Some(self.pawn);
        if !is_pawn || !self.is_in_zone(state.turn, mv.to) {
            return vec![mv];
        }
        self.promotions.iter().map(|&role| Move { promotion: Some(role), ..mv }).collect()
    }

    fn is_in_zone(&self, color: Color, to: Cell) -> bool {
        let last = if color == Color::White { 5 } else { 0 };
        let level = to.level == last;
        let ahead = if self.sideways { to.file == last } else { to.rank == last };
        match self.laws.zone {
            Zone::Both => level && ahead,
            Zone::Level => level,
            Zone::Either => level || ahead,
            Zone::Nowhere => false,
        }
    }

    /// Returns the position after a move. If the kings hold each other in that position, the
    /// previous holder is the holder. If there was none, the side that has moved is the holder.
    pub(crate) fn play(&self, state: &State, mv: Move) -> State {
        let board = after(&state.board, mv);
        let [white, black] = Color::ALL.map(|color| self.king(&board, color));
        let holder = self.hold(white, black).then(|| state.holder.unwrap_or(state.turn));
        State { board, turn: !state.turn, holder }
    }

    pub(crate) fn non_royal(&self, board: &Board, color: Color) -> Vec<Cell> {
        let pieces = board.pieces_of(color).filter(|(_, piece)| !self.oracle.is_king(*piece));
        pieces.map(|(cell, _)| cell).collect()
    }

    /// Returns the result with its reason if the game is over, and otherwise `check` or `ongoing`.
    /// `legal` must be the legal moves of the position.
    pub(crate) fn status(&self, state: &State, legal: &[Move]) -> String {
        let is_check = self.oracle.is_check(&state.board, state.turn);
        let [own, other] =
            [state.turn, !state.turn].map(|color| self.non_royal(&state.board, color));
        let [is_bare, other_is_bare] =
            [&own, &other].map(|pieces| self.laws.bare_king && pieces.is_empty());
        let bares_back = other.len() == 1 && legal.iter().any(|mv| mv.to == other[0]);
        let scores = |[own, other]: [&str; 2], reason: &str| match state.turn {
            Color::White => format!("{own}-{other} {reason}"),
            Color::Black => format!("{other}-{own} {reason}"),
        };
        if is_bare && other_is_bare {
            scores(["1/2", "1/2"], "bare king")
        } else if is_check && legal.is_empty() {
            scores(["0", "1"], "checkmate")
        } else if is_bare && bares_back {
            scores(["1/2", "1/2"], "bare king")
        } else if is_bare {
            scores(["0", "1"], "bare king")
        } else if other_is_bare {
            scores(["1", "0"], "bare king")
        } else if legal.is_empty() {
            scores(self.laws.stalemate, "stalemate")
        } else if is_check {
            "check".to_owned()
        } else {
            "ongoing".to_owned()
        }
    }
}
