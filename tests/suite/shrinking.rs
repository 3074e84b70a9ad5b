//! Checks the smaller questions that shrinking tries, and that its results are minimal.

use std::collections::{BTreeMap, BTreeSet};

use kubikschach::board::{Board, Setup};
use kubikschach::cases::{Answer, Puzzle, Question};
use kubikschach::cell::{Axis, Cell, Size};
use kubikschach::notation::{self, Query};
use kubikschach::path::PathFinder;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::workbench::{Misreading, Trials, shrink};

use crate::common::coverage::Coverage;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{pieces, rules, size};

/// Returns all smaller questions that `shrink` tries. The test answers that none of them has the
/// property, so that `shrink` tries them all.
fn offered(rules: &Rules, question: Question) -> Vec<Question> {
    let mut offered = Vec::new();
    shrink(rules, question, |smaller| {
        offered = smaller.to_vec();
        None
    });
    offered
}

/// Edge of a board, and its pieces by coordinates (file, rank, level).
type Placement = (usize, BTreeMap<[u16; 3], Piece>);

fn placement(setup: &Setup) -> Placement {
    let of = |(cell, piece): (Cell, Piece)| ([cell.file, cell.rank, cell.level], piece);
    (setup.board.size().edge(), setup.board.pieces().map(of).collect())
}

fn setup_of((edge, pieces): &Placement) -> Setup {
    let mut board = Board::new(size(*edge));
    for (&[file, rank, level], &piece) in pieces {
        board.set(Cell::new(file, rank, level), Some(piece));
    }
    Setup::new(board, Color::White)
}

#[test]
fn every_smaller_board_is_tried() {
    let coverage = Coverage::default();
    for name in ["cube", "great-shatranj"] {
        let rules = rules(name);
        let pieces = pieces(&rules);
        let mut rng = SplitMix64(7);
        for _ in 0..rounds(400) {
            let edge = rules.size().map_or_else(|| rng.pick(&[2, 3, 4, 5, 6, 7]), Size::edge);
            let mut place = || u16::try_from(rng.below(edge)).expect("it is small");
            let places: Vec<[u16; 3]> = (0..9).map(|_| [place(), place(), place()]).collect();
            let count = rng.below(10);
            let board = places.into_iter().take(count).map(|at| (at, rng.pick(&pieces)));
            check_smaller_boards(&rules, &(edge, board.collect()), &coverage);
        }
    }
    coverage.at_least(60, "an allowed board");
    coverage.at_least(60, "a half that is allowed");
    coverage.at_least(30, "a smaller board");
    coverage.at_least(60, "a piece that goes nearer");
}

fn check_smaller_boards(rules: &Rules, whole: &Placement, coverage: &Coverage) {
    let is_allowed = |placement: &Placement| Position::new(rules, setup_of(placement)).is_ok();
    let must_be = is_allowed(whole);
    let keep = |all: Vec<Placement>| -> Vec<Placement> {
        all.into_iter().filter(|placement| !must_be || is_allowed(placement)).collect()
    };
    let (halves, fewer) = (keep(halves(whole)), keep(with_one_less(whole)));
    let (layers, nearer) =
        (keep(without_layers(rules, whole)), keep(with_one_nearer(rules, whole)));
    coverage.see("an allowed board", must_be);
    coverage.see("a half that is allowed", !halves.is_empty());
    coverage.see("a smaller board", !layers.is_empty());
    coverage.see("a piece that goes nearer", !nearer.is_empty());
    let expected = [&halves[..], &fewer, &layers, &nearer].concat();
    let found = offered(rules, Question::Mate(setup_of(whole))).into_iter().map(|smaller| {
        let Question::Mate(setup) = smaller else { panic!("it is a board") };
        placement(&setup)
    });
    let found: Vec<Placement> = found.collect();
    // Boards without half of the pieces come first, because they shrink most.
    assert!(found.starts_with(&halves), "{whole:?}");
    assert_eq!(found.len(), expected.len(), "{whole:?}");
    for placement in &expected {
        assert!(found.contains(placement), "{placement:?} of {whole:?}");
    }
}

/// Returns two boards: one with the first half of the pieces, and one with the second half, in
/// index order. Returns no boards if there are fewer than 6 pieces.
fn halves((edge, pieces): &Placement) -> Vec<Placement> {
    let mut cells: Vec<[u16; 3]> = pieces.keys().copied().collect();
    cells.sort_by_key(|&[file, rank, level]| [level, rank, file]);
    let (first, second) = cells.split_at(cells.len() / 2);
    let only = |cells: &[[u16; 3]]| (*edge, cells.iter().map(|at| (*at, pieces[at])).collect());
    if cells.len() < 6 { Vec::new() } else { vec![only(second), only(first)] }
}

fn with_one_less((edge, pieces): &Placement) -> Vec<Placement> {
    let without = |at: &[u16; 3]| {
        let mut pieces = pieces.clone();
        pieces.remove(at);
        (*edge, pieces)
    };
    pieces.keys().map(without).collect()
}

/// Returns the boards that result from removing one empty layer on each axis. This layer is the
/// first, the last or a middle one of the empty layers on its axis.
fn without_layers(rules: &Rules, (edge, pieces): &Placement) -> Vec<Placement> {
    if rules.size().is_some() || *edge == 2 {
        return Vec::new();
    }
    let some = [0, 1, 2].map(|axis| {
        let used: BTreeSet<u16> = pieces.keys().map(|at| at[axis]).collect();
        let all = 0..u16::try_from(*edge).expect("it is small");
        let empty: Vec<u16> = all.filter(|at| !used.contains(at)).collect();
        match empty[..] {
            [] => BTreeSet::new(),
            [first, .., last] => BTreeSet::from([first, empty[empty.len() / 2], last]),
            [one] => BTreeSet::from([one]),
        }
    });
    let mut boards = Vec::new();
    for &file in &some[0] {
        for &rank in &some[1] {
            for &level in &some[2] {
                let out = [file, rank, level];
                let moved = pieces.iter().map(|(at, piece)| {
                    let at = [0, 1, 2].map(|axis| at[axis] - u16::from(out[axis] < at[axis]));
                    (at, *piece)
                });
                boards.push((*edge - 1, moved.collect()));
            }
        }
    }
    boards
}

/// Returns all boards on which one piece has been moved by one cell towards White's first king
/// along one axis.
fn with_one_nearer(rules: &Rules, (edge, pieces): &Placement) -> Vec<Placement> {
    let mut kings: Vec<[u16; 3]> = pieces.keys().copied().collect();
    kings.retain(|at| pieces[at].color() == Color::White && rules.is_royal(pieces[at]));
    let Some(king) = kings.into_iter().min_by_key(|&[f, r, l]| [l, r, f]) else {
        return Vec::new();
    };
    let mut boards = Vec::new();
    for (at, piece) in pieces {
        for axis in 0..3 {
            let mut to = *at;
            to[axis] = match at[axis].cmp(&king[axis]) {
                std::cmp::Ordering::Less => at[axis] + 1,
                std::cmp::Ordering::Equal => continue,
                std::cmp::Ordering::Greater => at[axis] - 1,
            };
            if !pieces.contains_key(&to) {
                let mut pieces = pieces.clone();
                pieces.remove(at);
                pieces.insert(to, *piece);
                boards.push((*edge, pieces));
            }
        }
    }
    boards
}

#[test]
fn every_shorter_query_is_tried() {
    let coverage = Coverage::default();
    for (name, edges) in
        [("kubikschach", &[8][..]), ("cube", &[2, 3, 4, 6]), ("cube", &[16, 17, 19])]
    {
        let rules = rules(name);
        let pieces = pieces(&rules);
        let mut rng = SplitMix64(3);
        for _ in 0..rounds(60) {
            let size = size(rng.pick(edges));
            let last = size.opposite(0);
            let mut place = || match rng.below(8) {
                0 => 0,
                1 => last,
                _ => u16::try_from(rng.below(size.edge())).expect("it is small"),
            };
            let mut cell = || Cell::new(place(), place(), place());
            let (start, finish) = (cell(), cell());
            let query = Query { piece: rng.pick(&pieces), start, finish };
            check_smaller_queries(&rules, size, query, &coverage);
        }
    }
    coverage.at_least(8, "a smaller board");
    coverage.at_least(20, "several moves");
    coverage.at_least(8, "far apart");
    coverage.at_least(5, "no way");
}

/// Returns the distance of a query (`u32::MAX` if there is no route), and the sum of the coordinate
/// differences of its cells.
fn measure(finder: &PathFinder, query: Query) -> (u32, u32) {
    let moves = finder.distance(query).expect("there is memory");
    (moves.unwrap_or(u32::MAX), apart(query).iter().map(|by| u32::from(by.unsigned_abs())).sum())
}

fn apart(Query { start, finish, .. }: Query) -> [i16; 3] {
    let at = |cell: Cell, axis| i16::try_from(cell.along(axis)).expect("it is small");
    Axis::ALL.map(|axis| at(finish, axis) - at(start, axis))
}

fn check_smaller_queries(rules: &Rules, size: Size, query: Query, coverage: &Coverage) {
    let finder = PathFinder::new(rules, size);
    let own = measure(&finder, query);
    let (mut here, mut smaller) = (Vec::new(), Vec::new());
    for question in offered(rules, Question::Path(size, query)) {
        let Question::Path(on, query) = question else { panic!("it is a query") };
        if on == size { here.push(query) } else { smaller.push((on, query)) }
    }
    check_smaller_board(rules, size, query, &smaller);
    coverage.see("a smaller board", !smaller.is_empty());
    coverage.see("several moves", (2..u32::MAX).contains(&own.0));
    coverage.see("no way", own.0 == u32::MAX);
    let is_far = apart(query).iter().any(|by| by.abs() > 15);
    coverage.see("far apart", is_far);
    // These queries have one move less, at either end.
    let has_parts = (2..u32::MAX).contains(&own.0);
    let parts = here.drain(..if has_parts { 2 } else { 0 }).collect::<Vec<_>>();
    if let [later, sooner] = parts[..] {
        let first = Query { finish: later.start, ..query };
        let last = Query { start: sooner.finish, ..query };
        for (part, moves) in [(first, 1), (last, 1), (later, own.0 - 1), (sooner, own.0 - 1)] {
            assert_eq!(measure(&finder, part).0, moves, "{part:?} of {query:?}");
        }
    }
    // Either end is replaced by a cell between them; in long queries, by a neighbor.
    let between: Vec<Cell> = size.iter().filter(|cell| is_between(query, *cell)).collect();
    let ends = between.iter().flat_map(|&cell| {
        [Query { start: cell, ..query }, Query { finish: cell, ..query }].into_iter()
    });
    let is_offered = |new: &Query| {
        let (old, new) = (apart(query), apart(*new));
        !is_far || old.iter().zip(new).all(|(old, new)| old.abs() - new.abs() <= 1)
    };
    let expected: Vec<Query> = ends.filter(is_offered).collect();
    let expected: BTreeSet<_> = expected
        .into_iter()
        .filter(|query| measure(&finder, *query) < own)
        .map(|query| (query.start, query.finish))
        .collect();
    let found = here.iter().map(|query| (query.start, query.finish)).collect::<BTreeSet<_>>();
    let half = here.len().saturating_sub(expected.len());
    assert!(half <= 2, "at most two are half as far: {query:?}");
    let halves: BTreeSet<_> =
        here[..half].iter().map(|query| (query.start, query.finish)).collect();
    assert!(expected.is_subset(&found), "{query:?}");
    for extra in found.difference(&expected) {
        assert!(is_far && halves.contains(extra), "{extra:?} of {query:?}");
    }
    for half in &here[..half] {
        let wanted = apart(query).map(|by| by / 2);
        assert_eq!(apart(*half), wanted, "{half:?} of {query:?}");
    }
    let measures = here[half..].iter().map(|query| measure(&finder, *query));
    assert!(measures.is_sorted(), "{query:?}");
}

fn is_between(Query { start, finish, .. }: Query, cell: Cell) -> bool {
    Axis::ALL.into_iter().all(|axis| {
        let [one, other, at] = [start, finish, cell].map(|cell| cell.along(axis));
        (one.min(other)..=one.max(other)).contains(&at)
    })
}

/// Checks that the query is tried on a board with one fewer cell per edge exactly if both cells of
/// the query are on that board.
fn check_smaller_board(rules: &Rules, size: Size, query: Query, found: &[(Size, Query)]) {
    let fits = Axis::ALL.into_iter().all(|axis| {
        let ends = [query.start, query.finish].map(|cell| cell.along(axis));
        !(ends.contains(&0) && ends.contains(&size.opposite(0)))
    });
    let smaller = Size::new(size.edge() - 1).filter(|_| rules.size().is_none() && fits);
    let sizes: Vec<Size> = found.iter().map(|(size, _)| *size).collect();
    assert_eq!(sizes, smaller.into_iter().collect::<Vec<_>>(), "{query:?}");
    for (size, small) in found {
        assert_eq!((small.piece, apart(*small)), (query.piece, apart(query)));
        assert!(size.contains(small.start) && size.contains(small.finish), "{small:?}");
    }
}

#[test]
fn shrunk_questions_are_minimal() {
    for (puzzle, size) in [(Puzzle::Path, None), (Puzzle::Mate, None), (Puzzle::Path, Size::new(5))]
    {
        let name = if size.is_some() { "cube" } else { puzzle.rules() };
        let rules = rules(name);
        let misreadings = Misreading::all(&rules, puzzle);
        let mut trials = Trials::new(&rules, puzzle, size, 5).expect("the size is known");
        for _ in 0..rounds(60) {
            let question = trials.next_question().expect("there are questions");
            for misreading in &misreadings {
                let fails = |question: &Question| {
                    let expected = question.answer(&rules).expect("there is memory");
                    misreading.fails(question, &expected).expect("there is memory")
                };
                if fails(&question) {
                    let first = |smaller: &[Question]| smaller.iter().position(fails);
                    let small = shrink(&rules, question.clone(), first);
                    assert!(fails(&small), "it still shows what it showed");
                    assert!(nothing_to_take(&rules, &small, fails), "{small:?}");
                }
            }
        }
    }
}

#[test]
fn an_invalid_board_shrinks_too() {
    let rules = rules("cube");
    let setup = notation::parse_board(&rules, "[kn#,##r,###],[###,#b#,###],[k##,###,##K]");
    let question = Question::Mate(setup.expect("it is a board"));
    let kings = |question: &Question| match question {
        Question::Mate(setup) => setup.board.pieces().filter(|(_, p)| rules.is_royal(*p)).count(),
        Question::Path(..) => 0,
    };
    let first = |smaller: &[Question]| smaller.iter().position(|board| kings(board) == 3);
    let Question::Mate(small) = shrink(&rules, question, first) else { panic!("it is a board") };
    assert_eq!((small.board.count(), kings(&Question::Mate(small.clone()))), (3, 3));
}

/// Returns `true` if a question is minimal: it no longer fails if any piece is removed, or if
/// either end of its query is moved towards the other.
fn nothing_to_take(rules: &Rules, question: &Question, fails: impl Fn(&Question) -> bool) -> bool {
    match question {
        Question::Mate(setup) => setup.board.pieces().all(|(cell, _)| {
            let mut less = setup.clone();
            less.board.set(cell, None);
            Position::new(rules, less.clone()).is_err() || !fails(&Question::Mate(less))
        }),
        Question::Path(size, query) => {
            let moves = |query: Query| Question::Path(*size, query).answer(rules).expect("memory");
            let Answer::Moves(own) = moves(*query) else { panic!("a path was asked for") };
            let nearer =
                |from: u16, to: u16| if from < to { from + 1 } else { from.saturating_sub(1) };
            let Query { start, finish, .. } = *query;
            [(start, finish), (finish, start)].into_iter().enumerate().all(|(nth, (end, other))| {
                let cells = [
                    Cell { file: nearer(end.file, other.file), ..end },
                    Cell { rank: nearer(end.rank, other.rank), ..end },
                    Cell { level: nearer(end.level, other.level), ..end },
                ];
                let beside = cells.into_iter().zip([
                    end.file == other.file,
                    end.rank == other.rank,
                    end.level == other.level,
                ]);
                beside.filter(|(_, is_there)| !is_there).all(|(cell, _)| {
                    let less = if nth == 0 {
                        Query { start: cell, ..*query }
                    } else {
                        Query { finish: cell, ..*query }
                    };
                    // A query with a greater distance is not smaller.
                    let Answer::Moves(needed) = moves(less) else { panic!("a path was asked for") };
                    needed.unwrap_or(u32::MAX) > own.unwrap_or(u32::MAX)
                        || !fails(&Question::Path(*size, less))
                })
            })
        }
    }
}
