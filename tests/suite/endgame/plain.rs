//! A plain solver of endgames: it lists every position, makes every move, and repeats passes over
//! the list until nothing changes. It knows no symmetries and takes no move back.

use std::collections::HashMap;

use kubikschach::board::{Board, Move, Setup};
use kubikschach::cell::Size;
use kubikschach::endgame::GameEnd;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::{Rules, Score};
use kubikschach::verdict::{Outcome, Reason};

/// A position with its moves and its solved value. Each move has the index of the position after
/// it.
pub(super) struct Plain {
    pub(super) position: Position,
    pub(super) next: Vec<(Move, usize)>,
    /// Outcome if the game is over.
    over: Option<(Score, GameEnd)>,
    pub(super) result: Score,
    pub(super) end: GameEnd,
    /// Number of moves that the side with more than half a point needs to end the game; `None`
    /// if neither side has more.
    pub(super) moves: Option<u16>,
}

/// Solves all positions with these pieces, and all positions that can arise from them.
pub(super) fn plainly(rules: &Rules, size: Size, pieces: &str) -> Vec<Plain> {
    let men: Vec<Piece> = pieces.chars().map(|letter| piece(rules, letter)).collect();
    let mut list = List::default();
    place(size, &men, &Board::new(size), &mut |board| list.add_states(rules, board));
    let mut at = 0;
    while at < list.all.len() {
        let position = list.all[at].position.clone();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.make(mv);
            let next = list.add(after);
            list.all[at].next.push((mv, next));
        }
        at += 1;
    }
    for winner in Color::ALL {
        solve(&mut list.all, winner);
    }
    list.all
}

impl Plain {
    /// Returns a value that is greater the more `side` prefers the position.
    pub(super) fn worth(&self, side: Color) -> (Score, i32) {
        let own = if side == Color::White { self.result } else { self.result.rest() };
        let length = self.moves.map_or(0, |moves| 3 * i32::from(moves) + self.end as i32);
        (own, if own > Score::HALF { -length } else { length })
    }

    pub(super) fn is_stalemate(&self) -> bool {
        self.over.is_some_and(|(_, end)| end == GameEnd::Stalemate)
    }
}

#[derive(Default)]
struct List {
    all: Vec<Plain>,
    numbers: HashMap<Position, usize>,
}

impl List {
    /// Adds the legal positions of a board, with each side to move and each possible holder.
    fn add_states(&mut self, rules: &Rules, board: &Board) {
        for turn in Color::ALL {
            for holder in [None, Some(Color::White), Some(Color::Black)] {
                let setup = Setup { board: board.clone(), turn: Some(turn), holder };
                let position = Position::new_unchecked(rules, setup);
                if position.hold().is_some() == holder.is_some() && is_legal(&position) {
                    self.add(position);
                }
            }
        }
    }

    fn add(&mut self, position: Position) -> usize {
        let (all, number) = (&mut self.all, self.numbers.len());
        *self.numbers.entry(position.clone()).or_insert_with(|| {
            let over = over(&position);
            let (result, end) = over.unwrap_or((Score::HALF, GameEnd::Draw));
            all.push(Plain { position, next: Vec::new(), over, result, end, moves: None });
            number
        })
    }
}

fn is_legal(position: &Position) -> bool {
    let (rules, board) = (position.rules(), position.board());
    let stranded = |(cell, piece): (_, Piece)| rules.promotes(piece, board.size(), cell);
    !position.is_in_check(!position.turn()) && !board.pieces().any(stranded)
}

/// Returns White's score and the end if the game is over.
fn over(position: &Position) -> Option<(Score, GameEnd)> {
    let scored = position.outcome();
    let mated = || position.is_checkmate().then(|| Outcome::lost_by_checkmate(position.turn()));
    if let Some(Outcome { white, reason }) = scored.or_else(mated) {
        let end = match reason {
            Reason::Checkmate => GameEnd::Mate,
            Reason::BareKing if white != Score::HALF => GameEnd::Bare,
            Reason::Stalemate => GameEnd::Stalemate,
            _ => GameEnd::Draw,
        };
        return Some((white, end));
    }
    position.is_stalemate().then_some((Score::HALF, GameEnd::Stalemate))
}

/// Finds all positions in which `winner` forces more than half a point: by falling score, then by
/// growing number of moves.
fn solve(all: &mut [Plain], winner: Color) {
    let own = |white: Score| if winner == Color::White { white } else { white.rest() };
    let over = all.iter().filter_map(|plain| plain.over.map(|(white, _)| own(white)));
    let mut scores: Vec<Score> = over.filter(|score| *score > Score::HALF).collect();
    scores.sort_unstable();
    scores.dedup();
    for score in scores.into_iter().rev() {
        for moves in 0.. {
            let mut changes = false;
            for end in [GameEnd::Mate, GameEnd::Bare, GameEnd::Stalemate] {
                for turn in [winner, !winner] {
                    changes |= pass(all, (winner, turn), (own(score), end, moves));
                }
            }
            if moves > 0 && !changes {
                break;
            }
        }
    }
}

/// Decides the positions with `turn` to move that have exactly this value. Returns `true` if there
/// are some.
fn pass(
    all: &mut [Plain],
    (winner, turn): (Color, Color),
    (result, end, moves): (Score, GameEnd, u16),
) -> bool {
    let found: Vec<usize> = (0..all.len())
        .filter(|&nth| {
            let plain = &all[nth];
            let mut next = plain.next.iter().map(|(_, next)| &all[*next]);
            plain.moves.is_none()
                && plain.position.turn() == turn
                && match plain.over {
                    Some(over) => over == (result, end) && moves == 0,
                    None if turn == winner => next.any(|next| {
                        (next.result, next.end) == (result, end)
                            && next.moves.is_some_and(|before| before + 1 == moves)
                    }),
                    None => next.all(|next| {
                        next.moves.is_some()
                            && (next.result > Score::HALF) == (result > Score::HALF)
                    }),
                }
        })
        .collect();
    for &nth in &found {
        (all[nth].result, all[nth].end, all[nth].moves) = (result, end, Some(moves));
    }
    !found.is_empty()
}

pub(super) fn piece(rules: &Rules, letter: char) -> Piece {
    let known = rules.letters().find(|(known, _)| *known == letter);
    known.expect("the letter of a piece").1
}

/// Visits every placement of the men.
fn place(size: Size, men: &[Piece], board: &Board, visit: &mut dyn FnMut(&Board)) {
    let Some((&man, rest)) = men.split_first() else { return visit(board) };
    for cell in size {
        if board.is_empty(cell) {
            let mut board = board.clone();
            board.set(cell, Some(man));
            place(size, rest, &board, visit);
        }
    }
}
