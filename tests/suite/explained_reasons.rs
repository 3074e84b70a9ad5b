//! Checks headlines and the reasons of verdicts: word by word on chosen boards, and on random boards
//! that they fit the lines of the explanation.

use std::collections::BTreeSet;

use kubikschach::board::Setup;
use kubikschach::cell::Cell;
use kubikschach::notation;
use kubikschach::position::Position;
use kubikschach::render::{self, ExplainedReason, ReasonKind};
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use proptest::prelude::*;

use crate::common::{Differences, other_pieces, rules};
use crate::oracle::explanation::named_cells;
use crate::random_positions;
use crate::random_positions::Makeup;

fn position(rules: &Rules, text: &str) -> Position {
    let setup = notation::parse_board(rules, text);
    let setup = setup.unwrap_or_else(|error| panic!("{text}: {error}"));
    Position::new_unchecked(rules, setup)
}

/// Returns the headline, and below it each reason as `lines title: text`.
fn written(position: &Position) -> String {
    let explanation = position.explain();
    let explained = render::explain(position, &explanation);
    let reason = |ExplainedReason { title, text, lines, .. }: &ExplainedReason| {
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        format!("\n{} {title}: {}", lines.join(","), text.text)
    };
    explained.headline() + &explained.reasons().iter().map(reason).collect::<String>()
}

/// Boards of rule sets, and their headlines with the reasons.
const BOARDS: &[(&str, &str, &str)] = &[

    (
        "cube",
        "[###,n##,#rr],[#b#,###,###],[###,###,bRK]",
        "White is checkmated
0 Check: The rook on c1(III) gives check.
1,2,3,4,5,6,7,8 No safe step: The king on c1(I) has no safe step: every cell it could go to is guarded or occupied.
9 No capture: No piece can capture the rook on c1(III).
10 No block: No piece can block on c1(II).",
    ),
    (
        "cube",
        "[#q,##],[##,K#]",
        "White is in check: 1 legal move
0 Check: The queen on b2(II) gives check.
1,2,3,4,5,6,7,8 Step: The king can capture the queen on b2(II).
8,9 Capture: The queen on b2(II) can be captured by the king.
10 No block: The check from the queen on b2(II) can't be blocked.",
    ),
    (
        "cube",
        "[#r,##],[##,Kr]",
        "White is in check: 4 legal moves
0 Check: The rook on b1(I) gives check.
1,2,3,4,5,6,7,8 Step: The king can step to a2(I) and a1(II), or capture the rook on b1(I) and the rook on b2(II).
2,9 Capture: The rook on b1(I) can be captured by the king.
10 No block: The check from the rook on b1(I) can't be blocked.",
    ),
    (
        "cube",
        "[#r,##],[##,K#]",
        "White can move: 4 legal moves",
    ),
    (
        "cube",
        "[##,##],[##,KN]",
        "White can move: 6 legal moves",
    ),
    (
        "cube",
        "[##b,#rn,##n],[###,#R#,###],[B##,##q,K##]",
        "White is stalemated
1,2,3,4,5,6,7,8,9,10,11 No safe step: The king on a1(I) has no safe step: every cell it could go to is guarded or occupied; no other piece can move.",
    ),
    (
        "cube",
        "[##,##],[q#,#N]",
        "White is stalemated
1,2 No move: No piece can move.",
    ),
    (
        "cube",
        "[##,##],[##,##]",
        "White is stalemated
1 No move: White has no piece.",
    ),
    (
        "cube",
        "[###,###,#r#],[###,###,###],[K##,###,#K#]",
        "White is in check: 10 legal moves
0 Check: The rook on b1(III) gives check.
1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20 Step: The kings have 10 safe steps.
21 No capture: No piece can capture the rook on b1(III).
22 No block: No piece can block on b1(II).",
    ),
    (
        "cube",
        "[r##,###,q##],[###,###,###],[K##,##n,###]",
        "White is in check: 4 legal moves
0 Check: Triple check from the knight on c2(I), the queen on a1(III) and the rook on a3(III).
1,2,3,4,5,6,7,8 Step: The king can step to a2(I), b2(I), b3(I) and b3(II).",
    ),
    (
        "cube",
        "[q###,####,####,####],[####,####,####,####],[####,####,####,####],[####,###Q,R#R#,KR##]",
        "White is in check: 5 legal moves
0 Check: The queen on a4(IV) gives check.
1,2,3,4,5,6,7,8 Step: The king can step to b2(I), a1(II), b1(II) and b2(II).
9 No capture: No piece can capture the queen on a4(IV).
10,11,12 Block: The rook on a2(I) can block on a2(II).",
    ),
    (
        "great-shatranj",
        "K1f1 W4a1 k3a1 b -",
        "Black has only its king left: a draw",
    ),
    (
        "great-shatranj",
        "K4b2 W4a1 k3a1 b -",
        "Black has only its king left: White wins",
    ),
    (
        "great-shatranj",
        "K2a2 k5f6 b -",
        "Both sides have only their kings left: a draw",
    ),
    (
        "great-shatranj",
        "K2a2 W1f1 k5f6 w -",
        "Black has only its king left: White wins",
    ),
    (
        "great-shatranj",
        "K3c2 W3a3 k3a1 b w",
        "Black is checkmated
0 Check: The warmachine on 3a3 gives check.
1,2,3,4,5,6 No safe step: The king on 3a1 has no safe step: every cell it could go to is guarded or barred by a hold.
7 No capture: No piece can capture the warmachine on 3a3.
8 No block: The check from the warmachine on 3a3 can't be blocked.",
    ),
    (
        "great-shatranj",
        "K3c2 P2a2 p1f6 k3a1 b w",
        "Black can move: 2 legal moves",
    ),
];

#[test]
fn chosen_boards_have_these_headlines_and_reasons() {
    let mut differences = Differences::default();
    for (name, board, expected) in BOARDS {
        let found = written(&position(&rules(name), board));
        differences.compare(board, expected, &found.as_str());
    }
    differences.finish();
}

#[test]
fn the_attacks_of_a_step_lead_from_guards_to_guarded_cells() {
    let (rules, board) = (rules("cube"), "[###,n##,#rr],[#b#,###,###],[###,###,bRK]");
    let position = position(&rules, board);
    let explanation = position.explain();
    let reasons = render::explain(&position, &explanation).reasons();
    let name = |cell: Cell| rules.cells().name(position.board().size(), cell);
    let pair = |&(from, to): &(Cell, Cell)| format!("{} {}", name(from), name(to));
    let attacks = |reason: &ExplainedReason| -> Vec<String> {
        reason.text.attacks.iter().map(pair).collect()
    };
    assert_eq!(attacks(&reasons[0]), ["c1(III) c1(I)"]);
    let expected = [
        "a2(III) b2(I)",
        "b3(II) c2(I)",
        "b1(III) b1(II)",
        "c1(III) c1(II)",
        "a1(I) b2(II)",
        "a2(III) c2(II)",
    ];
    assert_eq!(attacks(&reasons[1]), expected);
}

#[test]
fn reasons_of_random_boards_fit_the_lines() {
    let usual = Makeup {
        edges: &[(3, 2), (8, 3), (5, 4), (1, 5)],
        pieces: "qrrbbnn",
        most: [5, 7],
        kings: [&[(1, 0), (30, 1), (4, 2)], &[(10, 0), (20, 1)]],
    };
    check(&rules("cube"), 1_500, usual);
    check(&rules("cube"), 300, Makeup { pieces: "qrrb", most: [24, 8], ..usual });
    let lame = Makeup { edges: &[(3, 3), (2, 4)], pieces: "rllls", most: [10, 8], ..usual };
    check(&other_pieces(), 500, lame);
}

fn check(rules: &Rules, cases: u32, makeup: Makeup) {
    random_positions::check(cases, makeup, |text| {
        let Setup { board, turn, holder } = random_positions::read(rules, text);
        let position = Position::new_unchecked(rules, Setup { board, turn, holder });
        [false, true].into_iter().try_for_each(|all| fits(&position, all))
    });
}

/// Checks that each line below the first belongs to a reason, that a title says whether a line of the
/// reason works, and that the reasons together have all legal moves that end a check.
fn fits(position: &Position, all: bool) -> Result<(), TestCaseError> {
    let explanation = position.explain();
    let explain = if all { render::explain_in_full } else { render::explain };
    let explained = explain(position, &explanation);
    let reasons = explained.reasons();
    let kinds: Vec<ReasonKind> = reasons.iter().map(|reason| reason.kind).collect();
    prop_assert!(kinds.is_sorted_by(|one, next| one < next));
    let is_check = !explanation.checkers.is_empty();
    prop_assert_eq!(kinds.contains(&ReasonKind::Check), is_check);
    let lines: BTreeSet<usize> =
        reasons.iter().flat_map(|reason| reason.lines.iter().copied()).collect();
    let expected: BTreeSet<usize> = (usize::from(!is_check)..explained.lines.len()).collect();
    prop_assert_eq!(lines, expected);
    for reason in &reasons {
        let own = reason.lines.iter().map(|&line| &explained.lines[line]);
        prop_assert!(reason.lines.is_sorted_by(|one, next| one < next));
        let works = own.clone().any(|line| line.works);
        let is_denied = reason.title.starts_with("No ");
        prop_assert_eq!(works, !is_denied && reason.kind != ReasonKind::Check, "{:?}", reason);
        let attacks: BTreeSet<_> = own.flat_map(|line| line.phrase().attacks).collect();
        prop_assert_eq!(attacks, reason.text.attacks.iter().copied().collect());
        let (rules, size) = (position.rules(), position.board().size());
        prop_assert_eq!(&reason.text.cells, &named_cells(rules, size, &reason.text.text));
    }
    if explanation.verdict == Verdict::Check {
        let moves = reasons.iter().flat_map(|reason| reason.text.moves.iter().copied());
        let evasions: BTreeSet<_> = explanation.evasions().collect();
        prop_assert_eq!(moves.collect::<BTreeSet<_>>(), evasions);
    }
    Ok(())
}
