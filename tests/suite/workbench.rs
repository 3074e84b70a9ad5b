//! The workbench: what audits find, and that what is made is what was asked for.

use std::collections::BTreeSet;

use kubikschach::board::{Board, Empty, Setup};
use kubikschach::cases::{Answer, Case, Form, PUBLISHED, Puzzle, Question, document};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, Query};
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::{BUILT_IN, Rules};
use kubikschach::verdict::Verdict;
use kubikschach::workbench::{
    Audit, Fate, MateConstraint, MateGenerator, PathConstraint, PathGenerator, Reading, Trials,
    shrink,
};

use crate::common::rounds::{quota, rounds};
use crate::common::{Differences, changed_rules, rules};
use crate::oracle::Oracle;
use crate::oracle::exhaustive;

/// What is known of the published cases: readings, and the cases that catch them.
const KNOWN: [(Puzzle, &str, &[&str]); 17] = [
    (Puzzle::Path, "the King never steps along all three axes at once", &[]),
    (Puzzle::Path, "the King never steps along one axis", &[]),
    (Puzzle::Path, "the King never steps along two axes at once", &["King 1 (test)"]),
    (Puzzle::Path, "the Pawn also goes sideways", &[]),
    (
        Puzzle::Path,
        "the Queen rides any distance along two axes at once and never rides any distance along all \
         three axes at once",
        &["Queen 1 (validator)"],
    ),
    (Puzzle::Mate, "the Bishop also rides any distance along two axes at once", &[]),
    (
        Puzzle::Mate,
        "the Queen never rides any distance along two axes at once",
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
    (Puzzle::Mate, "in double check one answer is enough", &["Mate 4 (test)"]),
    (Puzzle::Mate, "the other king guards nothing", &["Mate 6 (test)", "Mate 7 (test)"]),
    (Puzzle::Mate, "the Knight can be blocked", &["Mate 4 (test)"]),
];

/// The cases of a puzzle, read.
fn published(puzzle: Puzzle) -> (Rules, Vec<Case>, Vec<(Question, Answer)>) {
    let rules = rules(puzzle.rules());
    let found = PUBLISHED.into_iter().find(|(of, _, _)| *of == puzzle);
    let cases = Case::parse(found.expect("both are published").2).expect("they have no mistakes");
    let read = |case: &Case| (case.question(&rules).expect("it is good"), case.expected.clone());
    let questions = cases.iter().map(read).collect();
    (rules, cases, questions)
}

#[test]
fn what_the_published_cases_let_pass_is_known() {
    let (mut differences, mut seen) = (Differences::default(), BTreeSet::new());
    for puzzle in Puzzle::ALL {
        let (rules, cases, questions) = published(puzzle);
        let audit = Audit::new(&rules, puzzle, &questions, 1).expect("there is memory");
        for finding in &audit.findings {
            let text = render::reading(&rules, &finding.reading);
            let names: Vec<String> =
                finding.caught_by.iter().map(|&nth| cases[nth].to_string()).collect();
            let known = KNOWN.into_iter().find(|(of, known, _)| *of == puzzle && *known == text);
            if let Some((_, known, expected)) = known {
                let expected: Vec<String> = expected.iter().map(|&name| name.to_owned()).collect();
                differences.compare(known, &expected, &names);
                seen.insert((puzzle, known));
            }
            assert_eq!(finding.caught_by.is_empty(), finding.fate != Fate::Caught, "{text}");
        }
    }
    differences.finish();
    for (puzzle, known, _) in KNOWN {
        assert!(seen.contains(&(puzzle, known)), "{known} is a reading");
    }
}

#[test]
fn suggested_cases_catch_what_survives_and_are_answered_by_the_oracle() {
    for (puzzle, from_nothing) in
        [Puzzle::Path, Puzzle::Mate].into_iter().flat_map(|p| [(p, false), (p, true)])
    {
        let (rules, _, mut questions) = published(puzzle);
        if from_nothing {
            questions.clear();
        }
        let audit = Audit::new(&rules, puzzle, &questions, 3).expect("there is memory");
        let suggestions = audit.suggest().expect("there is memory");
        assert!(!suggestions.is_empty());
        for suggestion in suggestions {
            let question = &suggestion.question;
            assert_eq!(suggestion.expected, answer(&rules, question), "{question:?}");
            assert!(!suggestion.catches.is_empty());
            questions.push((suggestion.question, suggestion.expected));
        }
        let audit = Audit::new(&rules, puzzle, &questions, 4).expect("there is memory");
        let survivors =
            audit.findings.iter().filter(|finding| matches!(finding.fate, Fate::Survives(_)));
        let names: Vec<String> =
            survivors.map(|finding| render::reading(&rules, &finding.reading)).collect();
        assert!(names.is_empty(), "{puzzle:?}: {names:#?}");
    }
}

/// The right answer by distances and by making every move.
fn answer(rules: &Rules, question: &Question) -> Answer {
    let oracle = Oracle::new(rules);
    match question {
        Question::Path(size, Query { piece, start, finish }) => {
            let (mut seen, mut frontier, mut moves) = (BTreeSet::from([*start]), vec![*start], 0);
            while !frontier.is_empty() && !seen.contains(finish) {
                let next = frontier.iter().flat_map(|&from| {
                    let board = Board::new(*size).expect("it is small");
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

#[test]
fn readings_move_as_they_say() {
    // From the middle of a board of nine: the number of cells.
    let table = [
        ("cube", "the King never steps along all three axes at once", "King", 18),
        ("cube", "the King never steps along one axis", "King", 20),
        ("cube", "the King goes on and on where it steps or leaps", "King", 26 * 4),
        ("cube", "the King never leaves its level", "King", 8),
        ("cube", "the Queen goes one step only", "Queen", 26),
        ("cube", "the Rook also rides any distance along all three axes at once", "Rook", 14 * 4),
        ("cube", "the Bishop also steps along two axes at once", "Bishop", 8 * 4 + 12),
        ("cube", "nothing is in the Bishop's way", "Bishop", 8 * 4),
        ("cube", "the Knight never leaves its level", "Knight", 8),
        ("cube", "the Knight can be blocked", "Knight", 24),
        ("kubikschach", "the Pawn also goes sideways", "Pawn", 4),
        ("kubikschach", "the Pawn also goes back", "Pawn", 4),
        ("kubikschach", "the Pawn also makes two of its steps at once", "Pawn", 3),
        ("kubikschach", "the Pawn also steps along one axis", "Pawn", 6),
        ("kubikschach", "the Pawn goes on and on where it steps or leaps", "Pawn", 8),
        ("great-shatranj", "the Pawn only goes forward", "Pawn", 2),
        ("great-shatranj", "nothing is in the Knight's way", "Knight", 24),
    ];
    let mut differences = Differences::default();
    let size = Size::new(9).expect("boards have from 2 cells an edge");
    for (name, text, piece, expected) in table {
        let rules = rules(name);
        let readings = Reading::all(&rules, Puzzle::Mate);
        let reading = readings.iter().find(|reading| render::reading(&rules, reading) == text);
        let reading = reading.unwrap_or_else(|| panic!("{text} is no reading of {name}"));
        let piece = Piece::new(Color::White, rules.role_named(piece).expect("a piece"));
        let movement = reading.rules().movement();
        let cells = movement.destinations(&Empty(size), piece, Cell::new(4, 4, 4), true);
        differences.compare(text, &expected, &cells.len());
    }
    differences.finish();
}

#[test]
fn no_two_readings_are_told_in_the_same_words() {
    for (name, _) in BUILT_IN {
        let rules = rules(name);
        let readings = Reading::all(&rules, Puzzle::Mate);
        let texts = readings.iter().map(|reading| render::reading(&rules, reading));
        assert_eq!(texts.collect::<BTreeSet<_>>().len(), readings.len(), "{name}");
    }
}

#[test]
fn queries_are_what_was_asked_for() {
    let rules = rules("kubikschach");
    let size = rules.size().expect("its size is fixed");
    for (name, color, moves, seed) in [
        ("King", Some(Color::Black), Some(Some(7)), 1),
        ("Queen", None, Some(Some(0)), 2),
        ("Bishop", Some(Color::White), Some(None), 3),
        ("Knight", None, Some(Some(8)), 4),
        ("Pawn", Some(Color::Black), Some(Some(14)), 5),
        ("Rook", None, None, 6),
    ] {
        let role = rules.role_named(name);
        let constraint = PathConstraint { role, color, moves };
        let questions = || {
            let mut generator = PathGenerator::new(&rules, size, constraint, seed);
            (0..20).map(|_| generator.next_question().expect("there are such")).collect::<Vec<_>>()
        };
        assert_eq!(questions(), questions(), "the same seed makes the same");
        for question in questions() {
            let Question::Path(_, query) = &question else { panic!("a path was asked for") };
            assert_eq!(Some(query.piece.role()), role);
            assert!(color.is_none_or(|color| color == query.piece.color()));
            assert!(moves.is_none_or(|moves| answer(&rules, &question) == Answer::Moves(moves)));
        }
    }
    for moves in [Some(4), None] {
        let constraint =
            PathConstraint { role: rules.role_named("Queen"), color: None, moves: Some(moves) };
        let found = PathGenerator::new(&rules, size, constraint, 1).next_question();
        assert!(found.is_err(), "no two cells are {moves:?} moves apart");
    }
}

#[test]
fn boards_are_what_was_asked_for() {
    for (name, edge, pieces, verdict, minimal) in [
        ("cube", Some(3), Some(5), Some(Verdict::Stalemate), false),
        ("cube", Some(8), Some(20), Some(Verdict::Checkmate), false),
        ("cube", Some(2), Some(8), None, false),
        ("cube", Some(4), None, Some(Verdict::Checkmate), true),
        ("cube", None, None, Some(Verdict::Ongoing), false),
        ("great-shatranj", None, Some(9), Some(Verdict::Checkmate), false),
        ("great-shatranj", None, None, Some(Verdict::Stalemate), true),
    ] {
        let rules = rules(name);
        let size = edge.and_then(Size::new);
        let constraint = MateConstraint { size, pieces, verdict, minimal };
        let boards = || {
            let mut generator = MateGenerator::new(&rules, constraint, 11);
            (0..6).map(|_| generator.next_question().expect("there are such")).collect::<Vec<_>>()
        };
        assert_eq!(boards(), boards(), "the same seed makes the same");
        for question in boards() {
            let Question::Mate(setup) = question else { panic!("a board was asked for") };
            let found = |setup: &Setup| {
                let position = Position::new(&rules, setup.clone()).ok()?;
                Some(exhaustive::verdict_of(&position))
            };
            let own = found(&setup).expect("the rules allow it");
            assert!(verdict.is_none_or(|verdict| verdict == own));
            assert!(size.is_none_or(|size| size == setup.board.size()));
            assert!(pieces.is_none_or(|count| count == setup.board.count()));
            for (cell, _) in setup.board.pieces().filter(|_| minimal) {
                let mut less = setup.clone();
                less.board.set(cell, None);
                assert_ne!(found(&less), Some(own), "a piece is needless");
            }
        }
    }
}

#[test]
fn every_kind_of_position_is_among_the_boards() {
    let rules = rules("cube");
    let mut generator = MateGenerator::new(&rules, MateConstraint::default(), 1);
    let boards = (0..rounds(70)).map(|_| generator.next_question().expect("there are boards"));
    let verdicts: Vec<Verdict> = boards
        .map(|question| match question {
            Question::Mate(setup) => Position::new_unchecked(&rules, setup).verdict(),
            Question::Path(..) => panic!("boards were asked for"),
        })
        .collect();
    for verdict in Verdict::ALL {
        let count = verdicts.iter().filter(|found| **found == verdict).count();
        assert!(count >= quota(10), "{verdict}: {count}");
    }
}

#[test]
fn from_what_was_shrunk_nothing_can_be_taken() {
    for (puzzle, size) in [(Puzzle::Path, None), (Puzzle::Mate, None), (Puzzle::Path, Size::new(5))]
    {
        let name = if size.is_some() { "cube" } else { puzzle.rules() };
        let rules = rules(name);
        let readings = Reading::all(&rules, puzzle);
        let mut trials = Trials::new(&rules, puzzle, size, 5).expect("the size is known");
        for _ in 0..rounds(60) {
            let question = trials.next_question().expect("there are questions");
            for reading in &readings {
                let fails = |question: &Question| {
                    let expected = question.answer(&rules).expect("there is memory");
                    reading.fails(question, &expected).expect("there is memory")
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

/// A board that the rules don't allow is made smaller too, to others that they don't allow.
#[test]
fn a_board_that_is_not_allowed_shrinks_too() {
    let rules = rules("cube");
    let setup = notation::board(&rules, "[kn#,##r,###],[###,#b#,###],[k##,###,##K]");
    let question = Question::Mate(setup.expect("it is a board"));
    let kings = |question: &Question| match question {
        Question::Mate(setup) => setup.board.pieces().filter(|(_, p)| rules.is_royal(*p)).count(),
        Question::Path(..) => 0,
    };
    let first = |smaller: &[Question]| smaller.iter().position(|board| kings(board) == 3);
    let Question::Mate(small) = shrink(&rules, question, first) else { panic!("it is a board") };
    assert_eq!((small.board.count(), kings(&Question::Mate(small.clone()))), (3, 3));
}

/// Whether no piece or layer can be left out, and no end of a query moved to the cell beside it that is
/// nearer to the other.
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
                    // One that takes more moves is not less.
                    let Answer::Moves(needed) = moves(less) else { panic!("a path was asked for") };
                    needed.unwrap_or(u32::MAX) > own.unwrap_or(u32::MAX)
                        || !fails(&Question::Path(*size, less))
                })
            })
        }
    }
}

#[test]
fn documents_of_cases_are_read_as_they_were_written() {
    let (cube, names) =
        (rules("cube"), ["plain", "with \"quotes\" and \\", "of\ntwo lines", "ünïcode"]);
    let setup = notation::board(&cube, "[rq,##],[##,K#]").expect("a board");
    let cases: Vec<Case> = names
        .map(|name| {
            let case =
                Question::Mate(setup.clone()).case(&cube, "cube", name.to_owned()).expect("memory");
            Case { kind: name.to_owned(), why: name.to_owned(), ..case }
        })
        .to_vec();
    let read = Case::parse(&document(&cases)).expect("what was written can be read");
    for (case, read) in cases.iter().zip(&read) {
        assert_eq!(
            (&case.name, &case.kind, &case.why, &case.input, &case.expected),
            (&read.name, &read.kind, &read.why, &read.input, &read.expected)
        );
        assert!(read.passes(&cube));
    }
}

#[test]
fn a_query_for_another_program_is_json_whatever_its_piece_is_called() {
    for name in ["King", "The \"King\"", "a\\b", "\\\"", "é–<&>"] {
        let called = format!("name = '{name}'");
        let rules = changed_rules("kubikschach", [["name = \"King\"", &called]]);
        let size = rules.size().expect("its size is fixed");
        let query = notation::query(&rules, size, &format!("{name} W A1a B3d")).expect("a query");
        let text = Question::Path(size, query).text(&rules, Form::Json);
        let object: serde_json::Value = serde_json::from_str(&text).expect("an object");
        assert_eq!(object["piece"], *name, "{text}");
    }
}
