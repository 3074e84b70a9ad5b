//! Checks that audits find the known misreadings, and that generated questions meet their
//! constraints.

use std::collections::{BTreeMap, BTreeSet};

use kubikschach::board::{Board, Empty};
use kubikschach::cases::{Answer, Case, Form, PUBLISHED, Puzzle, Question, document};
use kubikschach::cell::Cell;
use kubikschach::control::Control;
use kubikschach::notation::{self, Query};
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::{BUILT_IN, Rules};
use kubikschach::verdict::Verdict;
use kubikschach::workbench::{
    Audit, AuditOutcome, Finding, MateConstraint, MateGenerator, Misreading, MisreadingKind,
    MovementMisreading, shrink,
};

use crate::common::rng::SplitMix64;
use crate::common::{
    Differences, changed_rules, cubic_chess, fixture, other_pieces, parsed, pieces, rules, size,
};
use crate::oracle::Oracle;
use crate::oracle::exhaustive;

/// Misreadings, each with the published cases that reveal it; an empty list if no published case
/// does.
const KNOWN: [(Puzzle, &str, &[&str]); 17] = [
    (Puzzle::Path, "the King never steps along all three axes at once", &[]),
    (Puzzle::Path, "the King never steps along one axis", &[]),
    (Puzzle::Path, "the King never steps along two axes at once", &["King 1 (test)"]),
    (Puzzle::Path, "the Pawn also goes sideways", &[]),
    (
        Puzzle::Path,
        "the Queen rides along two axes at once and never rides along all \
         three axes at once",
        &["Queen 1 (validator)"],
    ),
    (Puzzle::Mate, "the Bishop also rides along two axes at once", &[]),
    (
        Puzzle::Mate,
        "the Queen never rides along two axes at once",
        &["Mate 7 (test)", "Mate 9 (test)"],
    ),
    (Puzzle::Mate, "the king shields the cells behind it", &[]),
    (Puzzle::Mate, "pinned pieces move freely", &["Mate 7 (test)"]),
    (Puzzle::Mate, "a check is never blocked", &["Mate 3 (test)"]),
    (Puzzle::Mate, "only the king captures what gives check", &["Mate 2 (test)"]),
    (Puzzle::Mate, "stalemate is mate", &["Mate 5 (test)"]),
    (
        Puzzle::Mate,
        "every check is mate",
        &["Mate 2 (test)", "Mate 3 (test)", "Mate 8 (test)", "Mate 10 (test)"],
    ),
    (Puzzle::Mate, "the king captures guarded pieces", &["Mate 4 (test)", "Mate 9 (test)"]),
    (Puzzle::Mate, "it is enough to answer one of two checks", &["Mate 4 (test)"]),
    (Puzzle::Mate, "the other king guards nothing", &["Mate 6 (test)", "Mate 7 (test)"]),
    (Puzzle::Mate, "the Knight can be blocked", &["Mate 4 (test)"]),
];

pub(crate) fn published(puzzle: Puzzle) -> (Rules, Vec<Case>, Vec<(Question, Answer)>) {
    let rules = rules(puzzle.rules());
    let found = PUBLISHED.into_iter().find(|(of, _, _)| *of == puzzle);
    let cases = Case::parse(found.expect("both are published").2).expect("they have no mistakes");
    let read = |case: &Case| (case.question(&rules).expect("it is good"), case.expected.clone());
    let questions = cases.iter().map(read).collect();
    (rules, cases, questions)
}

#[test]
fn audits_find_the_known_survivors_of_the_published_cases() {
    let (mut differences, mut seen) = (Differences::default(), BTreeSet::new());
    for puzzle in Puzzle::ALL {
        let (rules, cases, questions) = published(puzzle);
        let audit =
            Audit::new(&rules, puzzle, &questions, 1, &Control::FREE).expect("there is memory");
        for finding in &audit.findings {
            let text = render::misreading(&rules, &finding.misreading);
            let names: Vec<String> =
                finding.caught_by.iter().map(|&nth| cases[nth].to_string()).collect();
            let known = KNOWN.into_iter().find(|(of, known, _)| *of == puzzle && *known == text);
            if let Some((_, known, expected)) = known {
                let expected: Vec<String> = expected.iter().map(|&name| name.to_owned()).collect();
                differences.compare(known, &expected, &names);
                seen.insert((puzzle, known));
            }
            assert_eq!(
                finding.caught_by.is_empty(),
                finding.outcome != AuditOutcome::Caught,
                "{text}"
            );
        }
    }
    differences.finish();
    for (puzzle, known, _) in KNOWN {
        assert!(seen.contains(&(puzzle, known)), "{known} is a misreading");
    }
}

#[test]
fn suggested_cases_catch_the_survivors_and_agree_with_the_oracle() {
    for (puzzle, from_nothing) in
        [Puzzle::Path, Puzzle::Mate].into_iter().flat_map(|p| [(p, false), (p, true)])
    {
        let (rules, _, mut questions) = published(puzzle);
        if from_nothing {
            questions.clear();
        }
        let audit =
            Audit::new(&rules, puzzle, &questions, 3, &Control::FREE).expect("there is memory");
        let suggestions = audit.suggest(&Control::FREE).expect("there is memory");
        assert!(!suggestions.is_empty());
        for suggestion in suggestions {
            let question = &suggestion.question;
            assert_eq!(suggestion.expected, answer(&rules, question), "{question:?}");
            assert!(!suggestion.catches.is_empty());
            questions.push((suggestion.question, suggestion.expected));
        }
        let audit =
            Audit::new(&rules, puzzle, &questions, 4, &Control::FREE).expect("there is memory");
        let survivors = audit
            .findings
            .iter()
            .filter(|finding| matches!(finding.outcome, AuditOutcome::Survives(_)));
        let names: Vec<String> =
            survivors.map(|finding| render::misreading(&rules, &finding.misreading)).collect();
        assert!(names.is_empty(), "{puzzle:?}: {names:#?}");
    }
}

#[test]
fn the_least_cases_catch_as_much_as_all_and_none_can_be_left_out() {
    for puzzle in Puzzle::ALL {
        let (rules, _, questions) = published(puzzle);
        let twice = [&questions[..], &questions].concat();
        let mut counts = Vec::new();
        for questions in [questions, twice] {
            let audit =
                Audit::new(&rules, puzzle, &questions, 1, &Control::FREE).expect("there is memory");
            let caught_by = |cases: &[usize]| {
                let is_caught =
                    |finding: &&Finding| finding.caught_by.iter().any(|nth| cases.contains(nth));
                audit.findings.iter().filter(is_caught).count()
            };
            let (all, least) = ((0..questions.len()).collect::<Vec<_>>(), audit.least());
            assert_eq!(caught_by(&least), caught_by(&all), "{puzzle:?}");
            for left_out in &least {
                let others: Vec<usize> =
                    least.iter().copied().filter(|it| it != left_out).collect();
                assert!(caught_by(&others) < caught_by(&all), "{puzzle:?}: {left_out}");
            }
            counts.push(least.len());
        }
        assert_eq!(counts[0], counts[1], "{puzzle:?}: copies of cases add nothing");
    }
}

/// Tries all sets of eight cases that catch random misreadings.
#[test]
fn no_fewer_cases_catch_as_much_as_the_least() {
    let (rules, _, questions) = published(Puzzle::Mate);
    let mut audit =
        Audit::new(&rules, Puzzle::Mate, &questions, 1, &Control::FREE).expect("there is memory");
    audit.findings.truncate(12);
    let mut rng = SplitMix64(3);
    for _ in 0..200 {
        let sets: Vec<usize> = audit.findings.iter().map(|_| 1 + rng.below(255)).collect();
        for (finding, set) in audit.findings.iter_mut().zip(&sets) {
            finding.caught_by = (0..8).filter(|nth| set >> nth & 1 == 1).collect();
        }
        let catches_all = |chosen: &usize| sets.iter().all(|set| set & chosen != 0);
        let least = (0..256).filter(catches_all).map(usize::count_ones).min();
        let found = audit.least();
        assert_eq!(least, u32::try_from(found.len()).ok(), "{sets:?}: {found:?}");
    }
}

/// The audit shows a query that a program with the misreading answers wrongly, and that cannot be
/// shrunk further.
#[test]
fn a_survivor_is_shown_by_a_small_query() {
    let rules = changed_rules("kubikschach", [["size = 8", "size = 4"]]);
    let audit = Audit::new(&rules, Puzzle::Path, &[], 1, &Control::FREE).expect("there is memory");
    let mut survivors = 0;
    for Finding { misreading, outcome, .. } in &audit.findings {
        let AuditOutcome::Survives(question) = outcome else { continue };
        survivors += 1;
        let fails = |question: &Question| {
            let expected = question.answer(&rules).expect("there is memory");
            misreading.fails(question, &expected).expect("there is memory")
        };
        let text = render::misreading(&rules, misreading);
        assert!(fails(question), "{text}: {question:?}");
        let first = |smaller: &[Question]| smaller.iter().position(fails);
        assert_eq!(shrink(&rules, question.clone(), first), *question, "{text}");
    }
    assert!(survivors > 100, "{survivors}");
}

#[test]
fn boards_of_any_size_are_compared_up_to_10_cells_per_edge() {
    for (size, asked, compared) in [("'open'", 12, 10), ("'open'", 6, 6), ("11", 11, 11)] {
        let rules = parsed(&format!(
            "name = 'mine'
            size = {size}
            cells = [
                {{ axis = 'file', numeral = 'a' }},
                {{ axis = 'rank', numeral = '1' }},
                {{ axis = 'level', numeral = 'A' }},
            ]
            [[piece]]
            name = 'Rook'
            letter = 'R'
            moves = [{{ ride = [1, 0, 0] }}]"
        ));
        let size = crate::common::size(asked);
        let query = notation::parse_query(&rules, size, "Rook W a1A b1A").expect("a query");
        let cases = [(Question::Path(size, query), Answer::Moves(Some(1)))];
        let audit =
            Audit::new(&rules, Puzzle::Path, &cases, 1, &Control::FREE).expect("there is memory");
        let sizes = audit.findings.iter().filter_map(|finding| match &finding.outcome {
            AuditOutcome::Survives(Question::Path(size, _)) => Some(size.edge()),
            _ => None,
        });
        // A query is shrunk to a smaller board if the rule set leaves the size open.
        assert!(sizes.max().is_some_and(|largest| largest <= compared), "{size:?}");
    }
}

#[test]
fn a_misread_verdict_changes_no_other_outcome() {
    let rules = rules("great-shatranj");
    let mut boards = MateGenerator::new(&rules, MateConstraint::default(), 1);
    let mut told = BTreeSet::new();
    for _ in 0..40 {
        let question = boards.next_question().expect("there are boards");
        let Question::Mate(setup) = &question else { panic!("boards were asked for") };
        let position = Position::new_unchecked(&rules, setup.clone());
        for misreading in Misreading::all(&rules, Puzzle::Mate) {
            let MisreadingKind::Verdict(verdict) = misreading.kind else { continue };
            let verdict = verdict.verdict(&position);
            let same = verdict == position.verdict();
            let expected = if same { position.status().to_string() } else { verdict.to_string() };
            let found = misreading.answer(&question, &Answer::Status(String::new()));
            assert_eq!(found.expect("there is memory"), Answer::Status(expected));
            told.insert((same, position.status().to_string() != position.verdict().to_string()));
        }
    }
    assert!(told.len() >= 3, "{told:?}");
}

pub(crate) fn answer(rules: &Rules, question: &Question) -> Answer {
    let oracle = Oracle::new(rules);
    match question {
        Question::Path(size, Query { piece, start, finish }) => {
            let (mut seen, mut frontier, mut moves) = (BTreeSet::from([*start]), vec![*start], 0);
            while !frontier.is_empty() && !seen.contains(finish) {
                let next = frontier.iter().flat_map(|&from| {
                    let board = Board::new(*size);
                    let mut board = board;
                    board.set(from, Some(*piece));
                    size.iter().filter(|&to| oracle.moves(&board, from, to)).collect::<Vec<_>>()
                });
                frontier = next.filter(|&to| seen.insert(to)).collect();
                moves += 1;
            }
            Answer::Moves(seen.contains(finish).then_some(moves))
        }
        Question::Mate(setup) => {
            let position = Position::new_unchecked(rules, setup.clone());
            Answer::Checkmate(exhaustive::verdict_of(&position) == Verdict::Checkmate)
        }
    }
}

/// Moves of a piece under a misreading, in the middle of a 9×9×9 board.
///
/// The first three numbers describe a white piece, the next three a black piece: the number of
/// destinations on the empty board, the sum of their rank differences, and the sum of their level
/// differences. The last three are the numbers of White's destinations with own pieces on all
/// adjacent cells, with enemy pieces there, and with own pieces on the adjacent cells along axes.
type Reach = [i32; 9];

fn reach(misreading: &Misreading, role: Role) -> Reach {
    let (size, from) = (size(9), Cell::new(4, 4, 4));
    let movement = misreading.rules().movement();
    let count = |count: usize| i32::try_from(count).expect("there are few");
    let empty = Color::ALL.map(|color| {
        let cells = movement.destinations(&Empty(size), Piece::new(color, role), from);
        let sums = cells.iter().fold([0, 0], |[ranks, levels], cell| {
            let [_, rank, level] = from.offset_to(*cell).parts();
            [ranks + rank, levels + level]
        });
        (count(cells.len()), sums)
    });
    let among = [(Color::White, 3), (Color::Black, 3), (Color::White, 1)].map(|(color, most)| {
        let mut board = Board::new(size);
        for cell in size {
            let parts = from.offset_to(cell).parts().map(i32::abs);
            let axes: i32 = parts.iter().sum();
            if (1..=most).contains(&axes) && parts.iter().all(|by| *by <= 1) {
                board.set(cell, Some(Piece::new(color, role)));
            }
        }
        count(movement.destinations(&board, Piece::new(Color::White, role), from).len())
    });
    let [(white, [up, above]), (black, [down, below])] = empty;
    let [own, enemies, beside] = among;
    [white, up, above, black, down, below, own, enemies, beside]
}

#[test]
fn misreadings_of_each_rule_set_are_those_listed() {
    let document = include_str!("../../fixtures/misreadings.toml");
    let mut differences = Differences::default();
    for (name, expected) in fixture::<BTreeMap<String, BTreeMap<String, Reach>>>(document) {
        let rules = match &name[..] {
            "cubic-chess" => cubic_chess(),
            "other-pieces" => other_pieces(),
            name => rules(name),
        };
        let misreadings = Misreading::all(&rules, Puzzle::Path);
        let found = misreadings.iter().filter_map(|misreading| {
            let MisreadingKind::Movement(role, kind) = &misreading.kind else { return None };
            // A step or a name more says nothing about the derivation.
            let is_listed =
                !matches!(**kind, MovementMisreading::WithoutStep(_) | MovementMisreading::Like(_));
            let found = || (render::misreading(&rules, misreading), reach(misreading, *role));
            is_listed.then(found)
        });
        differences.compare(&name, &expected, &found.collect());
    }
    differences.finish();
}

/// Under this misreading, a lame knight keeps its routes, so the test also compares its moves with
/// pieces on those routes.
#[test]
fn a_piece_misread_as_staying_on_its_level_keeps_its_moves_there() {
    let rules = rules("great-shatranj");
    let size = rules.default_size();
    let pieces = pieces(&rules);
    let misreadings = Misreading::all(&rules, Puzzle::Path);
    let stays = |misreading: &&Misreading| {
        render::misreading(&rules, misreading).ends_with("leaves its level")
    };
    let misreadings: Vec<&Misreading> = misreadings.iter().filter(stays).collect();
    let mut rng = SplitMix64(9);
    for _ in 0..30 {
        let mut board = Board::new(size);
        for _ in 0..60 {
            board.set(size.cell(rng.below(size.cells())), Some(rng.pick(&pieces)));
        }
        for misreading in &misreadings {
            let MisreadingKind::Movement(role, _) = misreading.kind else {
                panic!("it is no verdict")
            };
            let piece = Piece::new(Color::White, role);
            for from in size {
                let go = |rules: &Rules| {
                    let cells = rules.movement().destinations(&board, piece, from);
                    let there = cells.into_iter().filter(|cell| cell.level == from.level);
                    there.collect::<BTreeSet<_>>()
                };
                assert_eq!(
                    go(misreading.rules()),
                    go(&rules),
                    "{}",
                    render::misreading(&rules, misreading)
                );
            }
        }
    }
}

#[test]
fn no_two_misreadings_have_the_same_description() {
    for (name, _) in BUILT_IN {
        let rules = rules(name);
        let misreadings = Misreading::all(&rules, Puzzle::Mate);
        let texts = misreadings.iter().map(|misreading| render::misreading(&rules, misreading));
        assert_eq!(texts.collect::<BTreeSet<_>>().len(), misreadings.len(), "{name}");
    }
}

#[test]
fn a_status_is_a_verdict_or_a_result_and_its_reason() {
    let is_status = |text| matches!(Answer::parse(text), Some(Answer::Status(_)));
    for text in ["stalemate", "1-0 checkmate", "0-1 checkmate", "1/2-1/2 checkmate"] {
        assert!(is_status(text), "{text}");
    }
    for text in ["banana checkmate", "1-1 checkmate", "1-0 banana", "2--1 checkmate", "1-0"] {
        assert!(!is_status(text), "{text}");
    }
}

#[test]
fn documents_of_cases_survive_writing_and_parsing() {
    let (cube, names) =
        (rules("cube"), ["plain", "with \"quotes\" and \\", "of\ntwo lines", "ünïcode"]);
    let setup = notation::parse_board(&cube, "[rq,##],[##,K#]").expect("a board");
    let cases: Vec<Case> = names
        .map(|name| {
            let case =
                Question::Mate(setup.clone()).case(&cube, "cube", name.to_owned()).expect("memory");
            let text = || name.to_owned();
            Case { kind: text(), why: text(), source: text(), ..case }
        })
        .to_vec();
    let read = Case::parse(&document(&cases)).expect("what was written can be read");
    assert_eq!(read, cases);
    assert!(read.iter().all(|case| case.passes(&cube)));
}

#[test]
fn names_of_pieces_are_escaped_in_json_queries() {
    for name in ["King", "The \"King\"", "a\\b", "\\\"", "é–<&>"] {
        let called = format!("name = '{name}'");
        let rules = changed_rules("kubikschach", [["name = \"King\"", &called]]);
        let size = rules.default_size();
        let query =
            notation::parse_query(&rules, size, &format!("{name} W A1a B3d")).expect("a query");
        let text = Question::Path(size, query).text(&rules, Form::Json);
        let object: serde_json::Value = serde_json::from_str(&text).expect("an object");
        assert_eq!(object["piece"], *name, "{text}");
    }
}
