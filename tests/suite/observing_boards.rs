//! Tests of the facts about programs that find checkmates.

mod beliefs;
mod naive;

use std::cell::Cell as Count;

use kubikschach::board::{Board, Setup};
use kubikschach::cases::{Answer, Puzzle, Question};
use kubikschach::cell::Isometry;
use kubikschach::notation::{parse_board, write_board};
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::workbench::{
    Belief, ChangedRules, Directions, Fact, MateClaim, MateFact, Reply, Report,
    VerdictMisreading as V,
};
use naive::Naive;

use crate::common::observed::{observe, sentences};
use crate::common::rules;

const FIXTURE: &str = include_str!("../../fixtures/probes.txt");
/// Largest number of runs of a program.
const RUNS: usize = 200;

type Program = Box<dyn Fn(&str) -> Reply>;

fn text(rules: &Rules, question: &Question) -> String {
    let Question::Mate(setup) = question else { panic!("{question:?} is no board") };
    write_board(rules, &setup.board)
}

fn report_on(program: &Program) -> Report {
    let rules = rules("cube");
    let (report, runs) = observe(&rules, Puzzle::Mate, |question| program(&text(&rules, question)));
    assert!(runs <= RUNS, "{runs} runs");
    report
}

fn answer(program: &Naive, text: &str) -> Reply {
    let (edge, cells) = naive::read(text);
    Reply::Answer(Answer::Checkmate(program.is_mate(edge, &cells)))
}

fn naive(program: Naive) -> Program {
    Box::new(move |text| answer(&program, text))
}

fn flaw(flaw: V) -> Program {
    naive(Naive::with(flaw))
}

/// Returns a right program that reads only the first digit of the number of cells along an edge.
fn one_digit() -> Program {
    let right = Naive::right();
    Box::new(move |text| {
        let (edge, cells) = naive::read(text);
        let edge = if edge >= 10 { 1 } else { edge };
        Reply::Answer(Answer::Checkmate(right.is_mate(edge, &cells)))
    })
}

/// Returns a right program that takes the second level for a copy of the first.
fn first_level_twice() -> Program {
    let right = Naive::right();
    Box::new(move |text| {
        let (edge, mut cells) = naive::read(text);
        cells.retain(|[level, ..], _| *level != 1);
        let first = cells.iter().filter(|([level, ..], _)| *level == 0);
        let copy: Vec<_> = first.map(|(spot, piece)| ([1, spot[1], spot[2]], *piece)).collect();
        cells.extend(copy);
        Reply::Answer(Answer::Checkmate(right.is_mate(edge, &cells)))
    })
}

fn crash_without_black_king() -> Program {
    let right = Naive::right();
    Box::new(move |text| {
        if text.contains('k') {
            answer(&right, text)
        } else {
            Reply::Crash("ValueError: no k".to_owned())
        }
    })
}

fn random() -> Program {
    let state = Count::new(1_u32);
    Box::new(move |_| {
        state.set(state.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        Reply::Answer(Answer::Checkmate(state.get() >> 20 & 1 == 0))
    })
}

fn without(pieces: &str, way: [i32; 3]) -> Program {
    naive(Naive::right().changed(pieces, |moves| moves.rides.retain(|it| *it != way)))
}

fn programs() -> Vec<(&'static str, Program)> {
    let moves =
        |pieces, change: fn(&mut naive::Moves)| naive(Naive::right().changed(pieces, change));
    vec![
        ("n read as one digit", one_digit()),
        ("first level read twice", first_level_twice()),
        ("crash without a black king", crash_without_black_king()),
        ("random", random()),
        ("always false", Box::new(|_| Reply::Answer(Answer::Checkmate(false)))),
        ("queen without one direction", without("Qq", [1, 1, -1])),
        ("bishop without one direction", without("Bb", [-1, 1, 1])),
        ("no knight", moves("Nn", |it| it.leaps.clear())),
        ("flat bishop", moves("Bb", |it| it.rides = naive::offsets([0, 1, 1]))),
        ("queen within its level", moves("Qq", |it| it.rides.retain(|way| way[0] == 0))),
        ("riders jump", moves("QRBqrb", |it| it.jumps = true)),
        ("no blocks", flaw(V::NoBlocks)),
        ("no pins", flaw(V::NoPins)),
        ("captures own", flaw(V::CapturesOwn)),
        ("double check is mate", flaw(V::DoubleCheckIsMate)),
        ("stalemate is mate", flaw(V::StalemateIsMate)),
        ("king shields", flaw(V::KingShields)),
        ("black king guards nothing", flaw(V::KingGuardsNothing)),
        ("jumps over own", flaw(V::JumpsOverOwn)),
    ]
}

/// The numbers in a sentence are computed anew, from the program and from one that has the belief.
#[test]
fn reports_state_what_each_program_does() {
    let rules = rules("cube");
    let mut found = String::new();
    for (name, program) in programs() {
        let report = report_on(&program);
        found.extend([name, ":\n", &sentences(&rules, &report)]);
        for fact in report.facts {
            if let Fact::Mate(fact) = fact {
                check(&rules, &program, &fact);
            }
        }
    }
    assert_eq!(found, REPORTS, "{found}");
}

fn check(rules: &Rules, program: &Program, fact: &MateFact) {
    for asked in fact.boards().iter().chain(fact.others()) {
        assert_eq!(asked.reply, program(&text(rules, &asked.question)));
        assert_eq!(asked.expected, asked.question.answer(rules).expect("a board"));
    }
    let MateClaim::Beliefs(beliefs) = &fact.claim else { return };
    for belief in beliefs {
        let flipped = beliefs::program(rules, belief);
        let flips = |question: &Question| {
            let text = text(rules, question);
            answer(&flipped, &text) != answer(&Naive::right(), &text)
        };
        assert!(fact.boards().iter().all(|it| flips(&it.question)), "{belief:?}");
        assert!(!fact.others().iter().any(|it| flips(&it.question)), "{belief:?}");
    }
}

const REPORTS: &str = "\
n read as one digit:
wrong on both boards with n = 10 and the right answer false; right on the other 146
first level read twice:
no rule divides the 63 wrong boards from the right ones
crash without a black king:
ends with an error (ValueError: no k) on 92 boards of 148: exactly those with no black king
random:
not repeatable: `[###,###,r#K],[###,###,###],[###,###,###]` asked twice, `true`, then `false`
always false:
the same answer to all 30 inputs: it prints `false`
queen without one direction:
wrong on all 6 boards whose verdict would change if no queen could go 1 level later, 1 rank later and 1 file earlier in the board's text; right on the other 144
bishop without one direction:
wrong on both boards whose verdict would change if no bishop could go 1 level earlier, 1 rank later and 1 file later in the board's text; right on the other 146
no knight:
wrong on all 34 boards whose verdict would change if no knight could move; right on the other 122
flat bishop:
wrong on all 26 boards whose verdict would change if a bishop could ride along two axes at once and not along all three axes at once; right on the other 138
queen within its level:
wrong on all 59 boards whose verdict would change if no queen could go a way that changes the level; right on the other 97
riders jump:
wrong on all 20 boards whose verdict would change if queens, rooks and bishops jumped over pieces; right on the other 134
no blocks:
wrong on all 15 boards whose verdict would change if no piece could move between checker and king; right on the other 139
no pins:
wrong on all 14 boards whose verdict would change if pinned white pieces could move freely; right on the other 142
captures own:
wrong on all 12 boards whose verdict would change if a piece could capture its own color; right on the other 145
double check is mate:
wrong on all 10 boards whose verdict would change if every double check were mate; right on the other 145
stalemate is mate:
wrong on all 17 boards whose verdict would change if stalemate were mate; right on the other 139
king shields:
wrong on all 16 boards whose verdict would change if the king's old cell still stopped the checker's line; right on the other 140
black king guards nothing:
wrong on all 33 boards whose verdict would change if the black king closed no cell to the white king; right on the other 140
jumps over own:
wrong on all 7 boards whose verdict would change if pieces jumped over pieces of their own color; right on the other 147
";

#[test]
fn nothing_is_said_about_a_right_program() {
    let report = report_on(&naive(Naive::right()));
    assert_eq!((report.wrong, report.facts.len()), (0, 0));
    assert!(report.smallest.is_none());
}

/// Returns the boards of the fixture, each with the reason for it.
fn fixture(rules: &Rules) -> Vec<(&'static str, Setup)> {
    let lines = FIXTURE.lines().filter(|line| !line.starts_with('#'));
    let parsed = lines.filter_map(|line| line.split_once(": "));
    parsed.map(|(name, board)| (name, parse_board(rules, board).expect("a board"))).collect()
}

#[test]
fn every_board_of_the_fixture_is_legal_and_shows_its_belief() {
    let rules = rules("cube");
    let all = ChangedRules::all(&rules);
    for (name, setup) in fixture(&rules) {
        let position = Position::new(&rules, setup.clone());
        let right = position.unwrap_or_else(|error| panic!("{name}: {error}")).is_checkmate();
        if !["control", "size", "dense"].contains(&name) {
            let changed = all.iter().find(|it| render::belief(&rules, &it.belief) == name);
            let changed = changed.unwrap_or_else(|| panic!("no belief is called {name}"));
            assert!(changed.flips(&setup, right), "{name}");
        }
    }
}

#[test]
fn the_dense_boards_show_every_missing_direction() {
    let rules = rules("cube");
    let dense: Vec<Setup> = fixture(&rules)
        .into_iter()
        .filter(|(name, _)| *name == "dense")
        .map(|(_, it)| it)
        .collect();
    for changed in ChangedRules::all(&rules) {
        if let Belief::Without(Some(_), Directions::One(_)) = changed.belief {
            assert!(dense.iter().any(|setup| changed.flips(setup, true)), "{:?}", changed.belief);
        }
    }
}

#[test]
fn beliefs_change_the_verdicts_that_a_naive_program_changes() {
    let rules = rules("cube");
    let isometries: Vec<Isometry> = Isometry::all().collect();
    let (boards, mut flipped) = (fixture(&rules), 0);
    for (nth, changed) in ChangedRules::all(&rules).iter().enumerate() {
        let program = beliefs::program(&rules, &changed.belief);
        for (at, (_, setup)) in boards.iter().enumerate().filter(|(at, _)| (at + nth) % 4 == 0) {
            let image = image(setup, isometries[(nth + 7 * at) % isometries.len()]);
            let text = write_board(&rules, &image.board);
            let right = Position::new_unchecked(&rules, image.clone()).is_checkmate();
            let flips = answer(&program, &text) != Reply::Answer(Answer::Checkmate(right));
            assert_eq!(changed.flips(&image, right), flips, "{:?} of {text}", changed.belief);
            flipped += usize::from(flips);
        }
    }
    assert!(flipped > 500, "{flipped}");
}

fn image(setup: &Setup, isometry: Isometry) -> Setup {
    let size = setup.board.size();
    let mut board = Board::new(size);
    for (cell, piece) in setup.board.pieces() {
        board.set(isometry.cell(size, cell), Some(piece));
    }
    Setup { board, ..setup.clone() }
}
