//! Tests of the facts about programs that count moves. The programs are functions.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use kubikschach::cases::{Answer, Form, Puzzle, Question};
use kubikschach::rules::Rules;
use kubikschach::workbench::{Fact, PathFact, PathSubject, Reply, Report, Survey};

use crate::common::observed::{observe, sentences};

/// A direction with the largest number of steps in one move.
type Way = ([i32; 3], i32);

/// A query as a program reads it: row, column and slice count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Read {
    piece: &'static str,
    is_white: bool,
    start: [i32; 3],
    finish: [i32; 3],
}

/// The pieces of the puzzle.
const PIECES: [&str; 6] = ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"];

fn piece_named(name: &str) -> &'static str {
    PIECES.into_iter().find(|piece| *piece == name).expect("a piece")
}

impl Read {
    fn new(question: &Question) -> Self {
        let text = question.text(&Rules::kubikschach(), Form::Line);
        let words: Vec<&str> = text.split_whitespace().collect();
        let cell = |word: &str| {
            let bytes = word.as_bytes();
            [(0, b'A'), (1, b'1'), (2, b'a')].map(|(nth, first)| i32::from(bytes[nth] - first))
        };
        let [start, finish] = [2, 3].map(|nth| cell(words[nth]));
        Self { piece: piece_named(words[0]), is_white: words[1] == "W", start, finish }
    }
}

/// A program that searches breadth first, with its rules as values that a flaw changes.
#[derive(Clone)]
struct Program {
    ways: fn(&Read) -> Vec<Way>,
    /// The cell that the program takes for one that may be off the board.
    to: fn([i32; 3]) -> [i32; 3],
    is_on_board: fn([i32; 3]) -> bool,
    reads: fn(Read) -> Read,
    says: fn(&Read, Option<i64>) -> Reply,
}

const RIGHT: Program = Program {
    ways: right_ways,
    to: |cell| cell,
    is_on_board: is_inside,
    reads: |read| read,
    says: |_, moves| number(moves.unwrap_or(-1)),
};

fn number(number: i64) -> Reply {
    Answer::parse(&number.to_string())
        .map_or_else(|| Reply::Text(number.to_string()), Reply::Answer)
}

/// Returns all directions with as many changed coordinates as `axes` says.
fn directions(axes: &[usize]) -> Vec<[i32; 3]> {
    let all = (0..27).map(|nth| [nth / 9 - 1, nth / 3 % 3 - 1, nth % 3 - 1]);
    all.filter(|step| axes.contains(&step.iter().filter(|by| **by != 0).count())).collect()
}

fn knight_leaps() -> Vec<[i32; 3]> {
    let all = (0..125).map(|nth| [nth / 25 - 2, nth / 5 % 5 - 2, nth % 5 - 2]);
    all.filter(|step: &[i32; 3]| {
        let mut sizes = step.map(i32::abs);
        sizes.sort_unstable();
        sizes == [0, 1, 2]
    })
    .collect()
}

fn up_to(most: i32, steps: Vec<[i32; 3]>) -> Vec<Way> {
    steps.into_iter().map(|step| (step, most)).collect()
}

fn right_ways(read: &Read) -> Vec<Way> {
    match read.piece {
        "King" => up_to(1, directions(&[1, 2, 3])),
        "Queen" => up_to(7, directions(&[1, 3])),
        "Rook" => up_to(7, directions(&[1])),
        "Bishop" => up_to(7, directions(&[3])),
        "Knight" => up_to(1, knight_leaps()),
        _ if read.is_white => up_to(1, vec![[-1, 0, 0], [0, 0, 1]]),
        _ => up_to(1, vec![[1, 0, 0], [0, 0, -1]]),
    }
}

/// Returns the right ways, those of one piece changed.
fn changed(read: &Read, piece: &str, change: impl Fn(Vec<Way>) -> Vec<Way>) -> Vec<Way> {
    let ways = right_ways(read);
    if read.piece == piece { change(ways) } else { ways }
}

/// Returns the place of a cell in a table of all cells.
fn index(cell: [i32; 3]) -> usize {
    cell.iter().fold(0, |index, at| index * 8 + usize::try_from(*at).expect("on the board"))
}

fn is_inside(cell: [i32; 3]) -> bool {
    cell.iter().all(|at| (0..8).contains(at))
}

fn all_cells() -> impl Iterator<Item = [i32; 3]> {
    (0..512).map(|nth| [nth / 64, nth / 8 % 8, nth % 8])
}

fn plus(cell: [i32; 3], step: [i32; 3]) -> [i32; 3] {
    [0, 1, 2].map(|nth| cell[nth] + step[nth])
}

type Distances = Vec<Option<i64>>;

/// A program that keeps its distances from each start, so that a test may ask it for all ways.
struct Running {
    program: Program,
    kept: RefCell<HashMap<(&'static str, bool, [i32; 3]), Distances>>,
}

impl Running {
    fn new(program: &Program) -> Self {
        Self { program: program.clone(), kept: RefCell::default() }
    }

    fn reply(&self, read: &Read) -> Reply {
        let read = (self.program.reads)(*read);
        let mut kept = self.kept.borrow_mut();
        let key = (read.piece, read.is_white, read.start);
        let distances = kept.entry(key).or_insert_with(|| self.program.distances(&read));
        (self.program.says)(&read, distances[index(read.finish)])
    }
}

impl Program {
    fn distances(&self, read: &Read) -> Distances {
        let ways = (self.ways)(read);
        let mut distances = vec![None; 512];
        distances[index(read.start)] = Some(0);
        let mut queue = vec![read.start];
        let mut nth = 0;
        while let Some(&cell) = queue.get(nth) {
            nth += 1;
            let next = distances[index(cell)].map(|moves| moves + 1);
            for (step, most) in &ways {
                let mut to = cell;
                for _ in 0..*most {
                    to = (self.to)(plus(to, *step));
                    if !(self.is_on_board)(to) {
                        break;
                    }
                    if distances[index(to)].is_none() {
                        distances[index(to)] = next;
                        queue.push(to);
                    }
                }
            }
        }
        distances
    }
}

fn flaws() -> Vec<(&'static str, Program)> {
    vec![
        (
            "row and column exchanged",
            Program {
                reads: |mut read| {
                    read.start.swap(0, 1);
                    read.finish.swap(0, 1);
                    read
                },
                ..RIGHT
            },
        ),
        (
            "the pawns go the other way along slices",
            Program {
                ways: |read| {
                    changed(read, "Pawn", |ways| {
                        ways.into_iter()
                            .map(|([row, column, slice], most)| ([row, column, -slice], most))
                            .collect()
                    })
                },
                ..RIGHT
            },
        ),
        (
            "both pawns go the same way",
            Program { reads: |read| Read { is_white: true, ..read }, ..RIGHT },
        ),
        (
            "the pawn goes along both axes at once",
            Program {
                ways: |read| {
                    changed(read, "Pawn", |ways| {
                        let sum = [0, 1, 2].map(|nth| ways.iter().map(|(step, _)| step[nth]).sum());
                        vec![(sum, 1)]
                    })
                },
                ..RIGHT
            },
        ),
        (
            "the king has no steps along three axes",
            Program {
                ways: |read| changed(read, "King", |_| up_to(1, directions(&[1, 2]))),
                ..RIGHT
            },
        ),
        (
            "the king by the sum of differences",
            Program { ways: |read| changed(read, "King", |_| up_to(1, directions(&[1]))), ..RIGHT },
        ),
        (
            "the queen never takes three moves",
            Program {
                says: |read, moves| {
                    number(match moves {
                        Some(3) if read.piece == "Queen" => 2,
                        moves => moves.unwrap_or(-1),
                    })
                },
                ..RIGHT
            },
        ),
        (
            "riders go at most six cells",
            Program {
                ways: |read| {
                    right_ways(read).into_iter().map(|(step, most)| (step, most.min(6))).collect()
                },
                ..RIGHT
            },
        ),
        (
            "the knight also goes 2, 1 and 1",
            Program {
                ways: |read| {
                    changed(read, "Knight", |mut ways| {
                        let more = [[2, 1, 1], [1, 2, 1], [1, 1, 2]].into_iter();
                        let signs = directions(&[3]);
                        let all = more.flat_map(|step| {
                            signs
                                .iter()
                                .map(move |sign| ([0, 1, 2].map(|nth| step[nth] * sign[nth]), 1))
                        });
                        ways.extend(all);
                        ways
                    })
                },
                ..RIGHT
            },
        ),
        (
            "the board has 7 cells along an edge",
            Program { is_on_board: |cell| cell.iter().all(|at| (0..7).contains(at)), ..RIGHT },
        ),
        (
            "coordinates are above 0",
            Program { is_on_board: |cell| cell.iter().all(|at| (1..8).contains(at)), ..RIGHT },
        ),
        (
            "the search stops after five moves",
            Program {
                says: |_, moves| number(moves.filter(|moves| *moves <= 5).unwrap_or(-1)),
                ..RIGHT
            },
        ),
        (
            "one too high",
            Program { says: |_, moves| number(moves.map_or(-1, |moves| moves + 1)), ..RIGHT },
        ),
        (
            "-1 for a cell to itself",
            Program {
                says: |_, moves| number(moves.filter(|moves| *moves > 0).unwrap_or(-1)),
                ..RIGHT
            },
        ),
        ("0 for no way", Program { says: |_, moves| number(moves.unwrap_or(0)), ..RIGHT }),
        (
            "a minus sign",
            Program {
                says: |_, moves| moves.map_or_else(|| Reply::Text("\u{2212}1".to_owned()), number),
                ..RIGHT
            },
        ),
        (
            "a crash for the knight",
            Program {
                says: |read, moves| match read.piece {
                    "Knight" => Reply::Crash("KeyError: 'Knight'".to_owned()),
                    _ => number(moves.unwrap_or(-1)),
                },
                ..RIGHT
            },
        ),
        (
            "no end without a way",
            Program { says: |_, moves| moves.map_or(Reply::TimeLimit, number), ..RIGHT },
        ),
        (
            "the queen rides along two axes",
            Program {
                ways: |read| changed(read, "Queen", |_| up_to(7, directions(&[1, 2, 3]))),
                ..RIGHT
            },
        ),
        (
            "the bishop is flat",
            Program {
                ways: |read| changed(read, "Bishop", |_| up_to(7, directions(&[2]))),
                ..RIGHT
            },
        ),
        (
            "the queen lacks a direction",
            Program {
                ways: |read| {
                    changed(read, "Queen", |mut ways| {
                        ways.retain(|(step, _)| *step != [1, -1, 1]);
                        ways
                    })
                },
                ..RIGHT
            },
        ),
        (
            "the bishop goes in four directions",
            Program {
                ways: |read| {
                    changed(read, "Bishop", |mut ways| {
                        ways.retain(|(step, _)| step[0] == step[1]);
                        ways
                    })
                },
                ..RIGHT
            },
        ),
        (
            "two flaws",
            Program {
                ways: |read| match read.piece {
                    "King" => up_to(1, directions(&[1, 2])),
                    "Knight" => up_to(1, directions(&[3])),
                    _ => right_ways(read),
                },
                ..RIGHT
            },
        ),
        (
            "the knight never goes to a smaller row by 2",
            Program {
                ways: |read| {
                    changed(read, "Knight", |mut ways| {
                        ways.retain(|(step, _)| step[0] != -2);
                        ways
                    })
                },
                ..RIGHT
            },
        ),
        (
            "the king stays in its slice",
            Program {
                ways: |read| {
                    changed(read, "King", |mut ways| {
                        ways.retain(|(step, _)| step[2] == 0);
                        ways
                    })
                },
                ..RIGHT
            },
        ),
        (
            "riders go one cell",
            Program {
                ways: |read| right_ways(read).into_iter().map(|(step, _)| (step, 1)).collect(),
                ..RIGHT
            },
        ),
        ("the board wraps around", Program { to: |cell| cell.map(|at| at.rem_euclid(8)), ..RIGHT }),
        (
            "one below the first is the last",
            Program { to: |cell| cell.map(|at| if at == -1 { 7 } else { at }), ..RIGHT },
        ),
        (
            "the pawn goes two rows from its first",
            Program {
                says: |read, moves| {
                    let by = [0, 1, 2].map(|nth| read.finish[nth] - read.start[nth]);
                    let is_double = read.piece == "Pawn"
                        && read.is_white
                        && read.start[0] == 6
                        && by == [-2, 0, 0];
                    number(if is_double { 1 } else { moves.unwrap_or(-1) })
                },
                ..RIGHT
            },
        ),
        (
            "the black king stays in its slice",
            Program {
                ways: |read| {
                    changed(read, "King", |mut ways| {
                        ways.retain(|(step, _)| read.is_white || step[2] == 0);
                        ways
                    })
                },
                ..RIGHT
            },
        ),
        (
            "a typing mistake in the knight's leaps",
            Program {
                ways: |read| {
                    changed(read, "Knight", |mut ways| {
                        for (step, _) in &mut ways {
                            if *step == [2, 0, -1] {
                                *step = [2, 1, -1];
                            }
                        }
                        ways
                    })
                },
                ..RIGHT
            },
        ),
        (
            "a small board, and a king without steps",
            Program {
                is_on_board: |cell| cell.iter().all(|at| (0..7).contains(at)),
                ways: |read| changed(read, "King", |_| up_to(1, directions(&[1, 2]))),
                ..RIGHT
            },
        ),
        (
            "a flat bishop, and 0 for no way",
            Program {
                ways: |read| changed(read, "Bishop", |_| up_to(7, directions(&[2]))),
                says: |_, moves| number(moves.unwrap_or(0)),
                ..RIGHT
            },
        ),
        (
            "the sum of the differences, for all pieces",
            Program {
                says: |read, _| {
                    number(
                        (0..3)
                            .map(|nth| i64::from((read.finish[nth] - read.start[nth]).abs()))
                            .sum(),
                    )
                },
                ..RIGHT
            },
        ),
        (
            "the rook's moves do not add up",
            Program {
                says: |read, moves| {
                    number(match moves {
                        Some(3) if read.piece == "Rook" && read.start[0] > 3 => 4,
                        moves => moves.unwrap_or(-1),
                    })
                },
                ..RIGHT
            },
        ),
    ]
}

/// Returns the sentences of a report that the program refutes when it is asked all questions that
/// they speak of.
fn refuted(running: &Running, report: &Report) -> Vec<String> {
    let rules = Rules::kubikschach();
    let facts = report.facts.iter().filter_map(|fact| match fact {
        Fact::Path(fact) => Some(fact),
        _ => None,
    });
    let facts: Vec<&PathFact> = facts.collect();
    let is_off = |cell: [i32; 3]| {
        facts.iter().any(|fact| match &fact.subject {
            PathSubject::Faces(faces) => {
                faces.iter().any(|face| cell[face.coordinate] + 1 == i32::from(face.number))
            }
            _ => false,
        })
    };
    let is_true = |fact: &PathFact| match &fact.subject {
        PathSubject::Moves => {
            fact.surveys().iter().all(|survey| has_moves(running, survey, &is_off))
        }
        PathSubject::Like { other, rides } => {
            let surveys = fact.surveys();
            let [piece, other] = [surveys[0].piece, other].map(|piece| piece.name(&rules));
            has_moves(running, &surveys[0], &is_off) && is_like(running, &piece, &other, *rides)
        }
        PathSubject::Ways | PathSubject::Other | PathSubject::Right => true,
        _ => all_wrong(running, fact, &is_off),
    };
    let untrue = facts.iter().filter(|fact| !is_true(fact));
    untrue.map(|fact| kubikschach::render::fact(&rules, &Fact::Path((*fact).clone()))).collect()
}

/// Returns the pieces of a name such as `King` or `White Pawn`.
fn pieces(name: &str) -> Vec<(&'static str, bool)> {
    match name.split_once(' ') {
        Some((color, piece)) => vec![(piece_named(piece), color == "White")],
        None => [true, false].map(|is_white| (piece_named(name), is_white)).to_vec(),
    }
}

/// Returns `true` if each move that the sentence speaks of is made from all cells, or from none.
fn has_moves(running: &Running, survey: &Survey<'_>, is_off: &dyn Fn([i32; 3]) -> bool) -> bool {
    let sets = [survey.steps(), survey.rides()].into_iter().filter(|set| !set.wrong.is_empty());
    let own: Vec<_> = sets
        .flat_map(|set| set.asked.clone().into_iter().map(move |it| (it, !set.wrong.contains(&it))))
        .collect();
    let others = survey.others().wrong.into_iter().map(|change| (change, true));
    let pieces = pieces(&survey.piece.name(&Rules::kubikschach()));
    own.into_iter().chain(others).all(|(change, is_made)| {
        pieces.iter().all(|&(piece, is_white)| {
            let inside = all_cells().filter(|start| !is_off(*start));
            let ways = inside.map(|start| (start, plus(start, change.0)));
            let mut ways = ways.filter(|(_, finish)| is_inside(*finish) && !is_off(*finish));
            ways.all(|(start, finish)| {
                let read = Read { piece, is_white, start, finish };
                (running.reply(&read) == number(1)) == is_made
            })
        })
    })
}

/// Returns `true` if the program makes exactly the moves of another piece.
fn is_like(running: &Running, piece: &str, other: &str, rides: bool) -> bool {
    let all = pieces(piece).into_iter().zip(pieces(other).into_iter().cycle());
    all.into_iter().all(|((piece, is_white), (other, other_white))| {
        all_cells().step_by(31).all(|start| {
            let of = Read { piece: other, is_white: other_white, start, finish: start };
            let mut ways = right_ways(&of);
            if !rides {
                ways.iter_mut().for_each(|way| way.1 = 1);
            }
            all_cells().all(|finish| {
                let read = Read { piece, is_white, start, finish };
                let is_move = ways.iter().any(|(step, most)| {
                    (1..=*most).any(|count| plus(start, step.map(|by| by * count)) == finish)
                });
                (running.reply(&read) == number(1)) == is_move
            })
        })
    })
}

/// Returns `true` if the program gives a wrong answer to all questions that a fact is about, and
/// always one reply if the fact names it.
fn all_wrong(running: &Running, fact: &PathFact, is_off: &dyn Fn([i32; 3]) -> bool) -> bool {
    let rules = Rules::kubikschach();
    if fact.wrong().count() < fact.asked.len() {
        return true;
    }
    let names: Vec<String> = match &fact.pieces[..] {
        [] => PIECES.map(str::to_owned).to_vec(),
        pieces => pieces.iter().map(|piece| piece.name(&rules)).collect(),
    };
    let right = Running::new(&RIGHT);
    let is_about = |read: &Read, answer: &Reply| match &fact.subject {
        PathSubject::NoWay => *answer == number(-1),
        PathSubject::StartIsFinish => read.start == read.finish,
        PathSubject::SingleMoves => *answer == number(1),
        PathSubject::Faces(_) => *answer == number(1) && is_off(read.finish),
        _ => true,
    };
    names.iter().flat_map(|name| pieces(name)).all(|(piece, is_white)| {
        all_cells().step_by(73).all(|start| {
            all_cells().all(|finish| {
                let read = Read { piece, is_white, start, finish };
                let answer = right.reply(&read);
                let reply = running.reply(&read);
                !is_about(&read, &answer)
                    || fact.reply().map_or(reply != answer, |named| {
                        reply == *named
                            || matches!(fact.subject, PathSubject::Faces(_)) && reply != answer
                    })
                    || matches!(fact.subject, PathSubject::Constant) && reply == fact.asked[0].reply
            })
        })
    })
}

/// Flaws with sentences that the reports must have.
const EXPECTED: [(&str, &str); 12] = [
    ("row and column exchanged", "answers 1 to column -1; slice +1; right are row -1; slice +1 ("),
    ("both pawns go the same way", "answers 1 to exactly the steps of the White Pawn ("),
    (
        "the king has no steps along three axes",
        "King: answers 1 to 18 of its 26 steps; not to the 8 along three axes at once (",
    ),
    ("the king by the sum of differences", "answers 1 to exactly the steps of the Rook ("),
    (
        "the queen never takes three moves",
        "1 to 2: 0 of 49, 3: 3 of 3 (Queen W D4d H2a: 2, right 3)",
    ),
    ("the knight also goes 2, 1 and 1", "Knight: also answers 1 to the 24 by 1, 1 and 2 ("),
    ("coordinates are above 0", "moves into row A, column 1 or slice a: 14 of 14 wrong ("),
    ("0 for no way", "if there is no way (right -1): it prints `0`: 22 of 22, such as "),
    (
        "a crash for the knight",
        "inputs: it ends with an error (KeyError: 'Knight')\nright in all answers: King, Queen, Rook, ",
    ),
    ("the queen lacks a direction", "not to row +1, column -1, slice +1 ("),
    (
        "the bishop goes in four directions",
        "not to the 4 in which row and column change in opposite directions (",
    ),
    (
        "the king stays in its slice",
        "answers 1 to 8 of its 26 steps; not to the 18 that change the slice",
    ),
];

#[test]
fn reports_name_the_flaw_and_say_nothing_that_the_program_refutes() {
    let rules = Rules::kubikschach();
    let mut texts = HashMap::new();
    for (name, program) in flaws() {
        let running = Running::new(&program);
        let (report, runs) =
            observe(&rules, Puzzle::Path, |question| running.reply(&Read::new(question)));
        let text = sentences(&rules, &report);
        assert!(runs <= 200, "{name}: {runs} runs");
        assert!(report.wrong > 0 && !text.is_empty() && report.facts.len() <= 8, "{name}: {text}");
        assert_eq!(refuted(&running, &report), [""; 0], "{name}");
        texts.insert(name, text);
    }
    for (name, expected) in EXPECTED {
        assert!(texts[name].contains(expected), "{name}: expected {expected}, got {}", texts[name]);
    }
}

#[test]
fn pieces_of_other_rules_are_named_too() {
    for (name, flawed, source, expected) in [
        ("great-shatranj", "Minister", "Warmachine", "exactly the steps of the Warmachine ("),
        ("great-shatranj", "Knight", "Elephant", "Knight: answers 1 to none of its 24 steps ("),
        ("raumschach", "Bishop", "Rook", "answers 1 to exactly the moves of the Rook ("),
        (
            "raumschach",
            "Knight",
            "Pawn",
            "Knight: the same answer to all 12 inputs: it prints `-1`",
        ),
    ] {
        let rules = Rules::built_in(name).expect("it is built in");
        let [role, other] = [flawed, source].map(|name| rules.role_named(name).expect("a piece"));
        let changed = rules.with_moves(role, rules.role(other).atoms.clone());
        let (report, _) = observe(&rules, Puzzle::Path, |question| {
            Reply::Answer(question.answer(&changed).expect("cells on the board"))
        });
        let text = sentences(&rules, &report);
        assert!(text.contains(expected), "{name}, {flawed}: {text}");
    }
}

#[test]
fn nothing_is_said_about_right_programs() {
    for name in ["kubikschach", "cube", "great-shatranj", "great-shatranj:sideways", "raumschach"] {
        let rules = Rules::built_in(name).expect("built in");
        let (report, runs) = observe(&rules, Puzzle::Path, |question| {
            Reply::Answer(question.answer(&rules).expect("cells on the board"))
        });
        assert!(runs <= 200, "{name}: {runs} runs");
        assert_eq!((report.wrong, report.facts.len()), (0, 0), "{name}");
    }
}

#[test]
fn a_program_that_is_not_repeatable_is_told_so_and_nothing_else() {
    let calls = Cell::new(0);
    let (report, _) = observe(&Rules::kubikschach(), Puzzle::Path, |_| {
        calls.set(calls.get() + 1);
        number(calls.get() % 3)
    });
    let facts = sentences(&Rules::kubikschach(), &report);
    assert!(facts.starts_with("not repeatable"), "{facts}");
    assert_eq!(report.facts.len(), 1);
}
