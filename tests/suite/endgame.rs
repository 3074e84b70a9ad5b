//! Compares solved endgames with the results of a plain solver, which lists every position and
//! every legal move.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use kubikschach::board::{Board, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::control::Control;
use kubikschach::endgame::{Endgame, Known, Solved, Unsolved};
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::search::MateSearch;

use crate::common::coverage::Coverage;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{rules, size, text_of};
use crate::exotic_rules;

fn solve(rules: &Rules, edge: usize, pieces: &str) -> Solved {
    let size = size(edge);
    let endgame = Endgame::parse(rules, size, pieces).expect("an endgame");
    endgame.solve(2, &Control::FREE).expect("nobody stops it")
}

/// Position of the plain solver. `next` has the index of the position after each legal move.
struct Plain {
    position: Position,
    next: Vec<usize>,
    mate_in: Option<u8>,
}

/// Lists all placements of `pieces`, also after captures, and determines in how many moves White
/// mates. Repeats passes over the list until a pass changes nothing.
fn plainly(rules: &Rules, size: Size, pieces: &str) -> Vec<Plain> {
    let men: Vec<Piece> = pieces.chars().map(|letter| piece(rules, letter)).collect();
    let mut all = Vec::new();
    let mut numbers: HashMap<(Board, Color), usize> = HashMap::new();
    place(rules, size, &men, &Board::new(size), &mut |board| {
        for turn in Color::ALL {
            let setup = Setup::new(board.clone(), turn);
            let position = Position::new_unchecked(rules, setup);
            let key = (board.clone(), turn);
            if !position.is_in_check(!turn) && !numbers.contains_key(&key) {
                numbers.insert(key, all.len());
                all.push(Plain { position, next: Vec::new(), mate_in: None });
            }
        }
    });
    for plain in &mut all {
        for mv in plain.position.legal_moves() {
            let mut after = plain.position.clone();
            after.make(mv);
            let key = (after.board().clone(), after.turn());
            plain.next.push(numbers[&key]);
        }
    }
    for moves in 0.. {
        let before: Vec<Option<u8>> = all.iter().map(|plain| plain.mate_in).collect();
        for turn in Color::ALL {
            let known: Vec<Option<u8>> = all.iter().map(|plain| plain.mate_in).collect();
            let open =
                |plain: &&mut Plain| plain.mate_in.is_none() && plain.position.turn() == turn;
            for plain in all.iter_mut().filter(open) {
                let mut next = plain.next.iter().map(|&next| known[next]);
                let comes_true = match turn {
                    Color::White => next.any(|next| next.is_some_and(|next| next + 1 == moves)),
                    Color::Black if plain.next.is_empty() => plain.position.is_checkmate(),
                    Color::Black => next.all(|next| next.is_some_and(|next| next <= moves)),
                };
                plain.mate_in = comes_true.then_some(moves);
            }
        }
        if moves > 0 && all.iter().map(|plain| plain.mate_in).eq(before) {
            break;
        }
    }
    all
}

fn piece(rules: &Rules, letter: char) -> Piece {
    let known = rules.letters().find(|(known, _)| *known == letter);
    known.expect("the letter of a piece").1
}

/// Visits every placement of the men, and of every subset that can remain after captures.
fn place(rules: &Rules, size: Size, men: &[Piece], board: &Board, visit: &mut dyn FnMut(&Board)) {
    let Some((&man, rest)) = men.split_first() else { return visit(board) };
    for cell in size {
        if board.is_empty(cell) {
            let mut board = board.clone();
            board.set(cell, Some(man));
            place(rules, size, rest, &board, visit);
        }
    }
    if !rules.is_royal(man) {
        place(rules, size, rest, board, visit);
    }
}

fn compare(rules: &Rules, edge: usize, pieces: &str, coverage: &Coverage) {
    let size = size(edge);
    let (solved, plain) = (solve(rules, edge, pieces), plainly(rules, size, pieces));
    for turn in Color::ALL {
        let all = plain.iter().filter(|plain| {
            plain.position.turn() == turn && plain.position.board().count() == pieces.len()
        });
        let all: Vec<&Plain> = all.collect();
        let mut by_length: BTreeMap<u8, u64> = BTreeMap::new();
        for moves in all.iter().filter_map(|plain| plain.mate_in) {
            *by_length.entry(moves).or_default() += 1;
        }
        let stalemate =
            all.iter().filter(|plain| plain.next.is_empty() && !plain.position.is_check());
        let summary = solved.summary(turn);
        let context = format!("{} {edge} {pieces} {turn}", rules.name());
        assert_eq!(summary.legal, all.len() as u64, "{context}");
        assert_eq!(summary.stalemate, stalemate.count() as u64, "{context}");
        assert_eq!(summary.won, by_length.values().sum::<u64>(), "{context}");
        assert_eq!(summary.by_length, by_length, "{context}");
        let example = summary.example.map(|board| {
            let setup = Setup::new(board, turn);
            let found = solved.find(&Position::new_unchecked(rules, setup));
            found.expect("it is part of it").mate_in
        });
        assert_eq!(example, summary.by_length.keys().next_back().map(|most| Some(*most)));
        coverage.see("a win", summary.won > 0);
        coverage.see("no win", summary.won == 0);
    }
    for nth in (0..plain.len()).step_by(1 + plain.len() / 3_000) {
        check_position(&solved, &plain, nth, coverage);
    }
}

fn check_position(solved: &Solved, all: &[Plain], nth: usize, coverage: &Coverage) {
    let Plain { position, next, mate_in } = &all[nth];
    let Known { mate_in: found, best } = solved.find(position).expect("it is part of it");
    let context = text_of(position);
    assert_eq!(found, *mate_in, "{context}");
    let values = next.iter().map(|&next| all[next].mate_in);
    let wanted = match (position.turn(), mate_in) {
        (Color::White, mate_in) => mate_in.map(|moves| Some(moves - 1)),
        (Color::Black, None) => Some(None),
        (Color::Black, Some(_)) => values.clone().max(),
    };
    let expected = position.legal_moves().into_iter().zip(values);
    let expected = expected.filter(|(_, value)| wanted == Some(*value));
    assert_eq!(best, expected.map(|(mv, _)| mv).collect::<Vec<_>>(), "{context}");
    coverage.see("a position with best moves", !best.is_empty());
}

#[test]
fn endgames_agree_with_a_plain_solver() {
    let coverage = Coverage::default();
    let cube = rules("cube");
    for (edge, pieces) in [(3, "KQk"), (3, "KRk"), (3, "Kk"), (3, "Kkq"), (2, "KBNk")] {
        compare(&cube, edge, pieces, &coverage);
    }
    let [lame, riding, lopsided, meek] =
        exotic_rules::all().try_into().expect("there are four of them");
    for (rules, edge, pieces) in [
        (&lame, 2, "KZZk"),
        (&lame, 3, "KHk"),
        (&riding, 2, "KRSk"),
        (&riding, 3, "KAk"),
        (&riding, 2, "KPPkp"),
        (&lopsided, 2, "KQgs"),
        (&lopsided, 2, "KQQg"),
        (&lopsided, 3, "GHk"),
        (&lopsided, 2, "KQHkh"),
    ] {
        compare(rules, edge, pieces, &coverage);
    }
    coverage.at_least(5, "a win");
    coverage.at_least(5, "no win");
    coverage.at_least(2_000, "a position with best moves");
    let size = size(3);
    assert!(Endgame::parse(&meek, size, "Kk").is_err(), "its kings promote");
}

#[test]
fn endgames_agree_with_published_facts() {
    let rules = rules("cube");
    for (edge, longest) in [(3, 1), (4, 4), (5, 8)] {
        let summary = solve(&rules, edge, "KQk").summary(Color::White);
        assert_eq!((summary.won, summary.longest()), (summary.legal, Some(longest)));
        let rook = solve(&rules, edge, "KRk").summary(Color::White);
        assert_eq!(rook.won, 0);
        if edge == 5 {
            assert_eq!((summary.legal, summary.by_length[&8]), (1_217_768, 144));
        }
    }
}

#[test]
fn an_endgame_and_a_search_for_mates_agree() {
    let (coverage, mut rng) = (Coverage::default(), SplitMix64(1));
    let raumschach = rules("raumschach");
    let cube = rules("cube");
    for (rules, edge, pieces) in [(&cube, 4, "KQkn"), (&cube, 3, "KQRkr"), (&raumschach, 5, "KQk")]
    {
        let solved = solve(rules, edge, pieces);
        for _ in 0..rounds(300) {
            let position = draw(rules, edge, pieces, &mut rng);
            let mate_in = match solved.find(&position) {
                Err(Unsolved::Illegal) => continue,
                known => known.expect("it is part of it").mate_in,
            };
            let mut search = MateSearch::new(position.clone(), 1 << 20).expect("there is memory");
            let found = search.within(2, &Control::FREE).expect("nobody stops it");
            let found = found.map(|mate| u8::try_from(mate.moves).expect("few"));
            assert_eq!(mate_in.filter(|moves| *moves <= 2), found, "{}", text_of(&position));
            coverage.see("a mate", found.is_some());
            coverage.see("a longer mate", mate_in > Some(2));
        }
    }
    coverage.at_least(30, "a mate");
    coverage.at_least(30, "a longer mate");
}

fn draw(rules: &Rules, edge: usize, pieces: &str, rng: &mut SplitMix64) -> Position {
    let size = size(edge);
    let mut board = Board::new(size);
    let mut free: Vec<Cell> = size.iter().collect();
    for letter in pieces.chars() {
        let cell = free.swap_remove(rng.below(free.len()));
        board.set(cell, Some(piece(rules, letter)));
    }
    Position::new_unchecked(rules, Setup::new(board, Color::White))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let rules = rules("cube");
    let size = size(3);
    let summaries = [1, 4].map(|threads| {
        let endgame = Endgame::parse(&rules, size, "KRNk").expect("an endgame");
        let solved = endgame.solve(threads, &Control::FREE);
        let solved = solved.expect("nobody stops it");
        Color::ALL.map(|turn| solved.summary(turn))
    });
    assert_eq!(summaries[0], summaries[1]);
}

#[test]
fn solving_stops_on_request() {
    let rules = rules("cube");
    let size = size(4);
    let endgame = Endgame::parse(&rules, size, "KRNk").expect("an endgame");
    let stopped = endgame.solve(2, &Control::new(&|_| ControlFlow::Break(())));
    assert_eq!(stopped.map(|_| ()), Err(Unsolved::Stopped));
}

#[test]
fn an_endgame_rejects_positions_with_other_pieces() {
    let rules = rules("cube");
    let solved = solve(&rules, 3, "KQk");
    let others = "the position has another board size or other men than this endgame";
    for (text, expected) in [
        ("[###,###,##k],[###,###,###],[R##,###,##K]", others),
        ("[##,#k],[K#,#Q]", others),
        ("[###,###,##k],[###,###,###],[Q##,##k,##K]", others),
        ("[###,###,##k],[###,###,###],[###,###,Q#K]", "the side not to move is in check"),
        ("[###,###,##k],[###,###,###],[###,###,#K#]", ""),
    ] {
        let setup = notation::parse_board(&rules, text).expect("it is a board");
        let found = solved.find(&Position::new_unchecked(&rules, setup));
        let error = found.err().map(|error| error.to_string());
        assert_eq!(error.unwrap_or_default(), expected, "{text}");
    }
}
