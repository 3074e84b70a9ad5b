//! Compares solved endgames with the results of a plain solver, which lists every position and
//! every legal move.

mod plain;

use std::ops::ControlFlow;

use kubikschach::board::{Board, Setup};
use kubikschach::cell::Cell;
use kubikschach::control::Control;
use kubikschach::endgame::{Endgame, GameEnd, Known, Solved, Summary, Unsolved};
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::{Rules, Score};
use kubikschach::search::MateSearch;

use self::plain::{Plain, piece, plainly};
use crate::common::coverage::Coverage;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{changed_rules, cubic_chess, rules, size, text_of};
use crate::exotic_rules;

fn solve(rules: &Rules, edge: usize, pieces: &str) -> Solved {
    let size = size(edge);
    let endgame = Endgame::parse(rules, size, pieces).expect("an endgame");
    endgame.solve(2, &Control::FREE).expect("nobody stops it")
}

fn compare(rules: &Rules, edge: usize, pieces: &str, coverage: &Coverage) {
    let (solved, plain) = (solve(rules, edge, pieces), plainly(rules, size(edge), pieces));
    let men = sorted(pieces.chars().map(|letter| piece(rules, letter)));
    for turn in Color::ALL {
        let context = format!("{} {edge} {pieces} {turn}", rules.name());
        let is_full = |plain: &&Plain| {
            plain.position.turn() == turn
                && sorted(plain.position.board().pieces().map(|(_, man)| man)) == men
        };
        let summary = solved.summary(turn);
        let example = summary.example.clone().map(|setup| {
            assert_eq!(setup.turn, Some(turn), "{context}");
            let found = solved.find(&Position::new_unchecked(rules, setup));
            found.expect("it is part of it").white_wins_in()
        });
        assert_eq!(example, summary.longest().map(Some), "{context}");
        let expected = counted(plain.iter().filter(is_full));
        assert_eq!(Summary { example: None, ..summary.clone() }, expected, "{context}");
        coverage.see("a win", summary.won > 0);
        coverage.see("no win", summary.won == 0);
        summary.by_end.iter().for_each(|(end, count)| coverage.see(end, *count > 0));
    }
    for found in &plain {
        check_position(&solved, &plain, found, coverage);
    }
}

fn sorted(pieces: impl Iterator<Item = Piece>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = pieces.collect();
    pieces.sort_unstable();
    pieces
}

/// Returns the summary of these positions, without its example.
fn counted<'p>(all: impl Iterator<Item = &'p Plain>) -> Summary {
    let mut summary = Summary::default();
    summary.by_end.extend(GameEnd::ALL.map(|end| (end, 0)));
    for plain in all {
        let Plain { result, end, moves, .. } = plain;
        summary.legal += 1;
        summary.stalemate += u64::from(plain.is_stalemate());
        *summary.by_end.entry(*end).or_default() += 1;
        *summary.by_result.entry(*result).or_default() += 1;
        if let (&Score::ONE, &Some(moves)) = (result, moves) {
            summary.won += 1;
            *summary.by_length.entry(moves).or_default() += 1;
        }
    }
    summary
}

fn check_position(solved: &Solved, all: &[Plain], plain: &Plain, coverage: &Coverage) {
    let Plain { position, next, .. } = plain;
    let Known { result, end, moves, best } = solved.find(position).expect("it is part of it");
    let context = text_of(position);
    assert_eq!((result, end, moves), (plain.result, plain.end, plain.moves), "{context}");
    let worth = |next: &usize| all[*next].worth(position.turn());
    let most = next.iter().map(|(_, next)| worth(next)).max();
    let expected = next.iter().filter(|(_, next)| Some(worth(next)) == most);
    assert_eq!(best, expected.map(|(mv, _)| *mv).collect::<Vec<_>>(), "{context}");
    coverage.see("a position with best moves", !best.is_empty());
    coverage.see("a hold", position.holder().is_some());
}

#[test]
fn endgames_agree_with_a_plain_solver() {
    let coverage = Coverage::default();
    let cube = rules("cube");
    for (edge, pieces) in [(3, "KQk"), (3, "KRk"), (3, "Kk"), (3, "Kkq"), (2, "KBNk"), (2, "KRkr")]
    {
        compare(&cube, edge, pieces, &coverage);
    }
    let [lame, riding, lopsided, meek] =
        exotic_rules::all().try_into().expect("there are four of them");
    for (rules, edge, pieces) in [
        (&lame, 2, "KZZk"),
        (&lame, 3, "KHk"),
        (&lame, 3, "KSk"),
        (&lame, 2, "KSks"),
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

/// Returns the rules of 3D Great Shatranj on boards of any size, with these ways in which kings
/// hold each other, and with pawns that promote to two kinds of pieces.
fn shatranj(holds: &str, bare_king: bool, stalemate: &str) -> Rules {
    changed_rules(
        "great-shatranj",
        [
            ["size = 6", "size = \"open\""],
            ["[\"level\"]", holds],
            ["bare_king = true", &format!("bare_king = {bare_king}")],
            ["stalemate = \"1/3\"", &format!("stalemate = \"{stalemate}\"")],
            [
                r#"["Guard", "Minister", "High Priestess", "Warmachine", "Elephant", "Knight"]"#,
                r#"["Minister", "Warmachine"]"#,
            ],
        ],
    )
}

/// The change to the rule document `raumschach` that allows boards of any size.
const SMALL_BOARDS: [&str; 2] = ["size = 5", "size = \"open\""];

const HOLDS: [&str; 4] = ["[]", "[\"level\"]", "[\"column\"]", "[\"level\", \"column\"]"];

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
    let held = shatranj(HOLDS[3], false, "1/3");
    for (rules, edge, pieces) in [
        (&cube, 4, "KQkn"),
        (&cube, 3, "KQRkr"),
        (&raumschach, 5, "KQk"),
        (&held, 3, "KMWk"),
        (&held, 3, "KPk"),
    ] {
        let solved = solve(rules, edge, pieces);
        for _ in 0..rounds(300) {
            let position = draw(rules, edge, pieces, &mut rng);
            let mate_in = match solved.find(&position) {
                Err(Unsolved::Illegal | Unsolved::NotPromoted) => continue,
                known => known.expect("it is part of it").white_wins_in(),
            };
            let mut search = MateSearch::new(position.clone(), 1 << 20).expect("there is memory");
            let found = search.within(2, &Control::FREE).expect("nobody stops it");
            let found = found.map(|mate| u16::try_from(mate.moves).expect("few"));
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
    let position = Position::new_unchecked(rules, Setup::new(board, Color::White));
    let holder = position.hold().map(|_| Color::ALL[rng.below(2)]);
    Position::new_unchecked(rules, Setup { holder, ..position.into_setup() })
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
    let error = stopped.expect_err("the control stops it").to_string();
    let known = "0 of 4 sets of men are solved; of Kk, no win is known yet";
    assert_eq!(error, format!("stopped before the endgame was solved: {known}"));
}

#[test]
fn an_endgame_has_the_men_after_captures_and_promotions() {
    let rules = cubic_chess();
    let size = rules.default_size();
    let endgame = Endgame::parse(&rules, size, "KPPkr").expect("an endgame");
    for (men, expected) in [
        (&[('P', 2), ('r', 1)][..], true),
        (&[('P', 1), ('Q', 1), ('r', 1)], true),
        (&[('N', 1)], true),
        (&[], true),
        (&[('R', 2)], true),
        (&[('Q', 2), ('P', 1)], false),
        (&[('Q', 2), ('N', 1)], false),
        (&[('P', 3)], false),
        (&[('q', 1)], false),
        (&[('Q', 128), ('R', 128)], false),
    ] {
        let letters = men.iter().flat_map(|&(letter, count)| vec![letter; count]);
        let mut board = Board::new(size);
        for (cell, letter) in size.iter().zip("Kk".chars().chain(letters)) {
            board.set(cell, Some(piece(&rules, letter)));
        }
        assert_eq!(endgame.has_men_of(&board), expected, "{men:?}");
    }
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

mod slow {
    use super::*;

    #[test]
    #[ignore = "searches for more than ten seconds"]
    fn endgames_with_holds_and_promotions_agree_with_a_plain_solver() {
        let coverage = Coverage::default();
        for holds in HOLDS {
            let rules = shatranj(holds, false, "1/3");
            for (edge, pieces) in [(3, "KWk"), (2, "KPk"), (2, "KPkp"), (2, "KMWk")] {
                compare(&rules, edge, pieces, &coverage);
            }
        }
        for (bare_king, stalemate) in [(true, "1/3"), (true, "1"), (false, "0"), (false, "2/3")] {
            let rules = shatranj(HOLDS[1], bare_king, stalemate);
            for (edge, pieces) in [(2, "KGkp"), (2, "KWkw"), (2, "KPPk"), (2, "Kkm"), (2, "KGGkg")]
            {
                compare(&rules, edge, pieces, &coverage);
            }
        }
        // The moves of these kings have all symmetries of the cube, the holds have not.
        for holds in &HOLDS[1..] {
            let verdict = format!("held_king = {holds}\n\n[verdict]");
            let rules = changed_rules("raumschach", [SMALL_BOARDS, ["[verdict]", &verdict]]);
            compare(&rules, 3, "KQk", &coverage);
        }
        compare(&shatranj(HOLDS[3], false, "1/3"), 3, "KPk", &coverage);
        for end in GameEnd::ALL {
            coverage.at_least(5, &end);
        }
        coverage.at_least(2_000, "a hold");
    }
}

mod campaign {
    use super::*;

    #[test]
    #[ignore = "lists millions of positions: six minutes and 1.5 GB"]
    fn larger_endgames_agree_with_a_plain_solver() {
        let coverage = Coverage::default();
        for holds in HOLDS {
            for edge in [3, 4] {
                compare(&shatranj(holds, false, "1/3"), edge, "KWk", &coverage);
                compare(&shatranj(holds, true, "1/3"), edge, "KMk", &coverage);
            }
            compare(&shatranj(holds, false, "1/3"), 3, "KPk", &coverage);
            compare(&shatranj(holds, true, "1/3"), 3, "KPkg", &coverage);
        }
        compare(&shatranj(HOLDS[1], false, "1/3"), 4, "KPk", &coverage);
        let pawns = changed_rules(
            "raumschach",
            [
                SMALL_BOARDS,
                [r#"["Queen", "Rook", "Bishop", "Unicorn", "Knight"]"#, r#"["Queen", "Knight"]"#],
            ],
        );
        for edge in [3, 4] {
            compare(&pawns, edge, "KPk", &coverage);
        }
    }
}
