//! Tests of the facts about programs that count moves. The programs are functions.

use std::collections::{HashMap, VecDeque};

use kubikschach::cases::{Answer, Form, Puzzle, Question};
use kubikschach::rules::Rules;
use kubikschach::workbench::Reply;

use crate::common::observed::{observe, sentences};

/// A direction with the largest number of steps in one move.
type Way = ([i32; 3], i32);

/// A query as a program reads it: row, column and slice count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Read {
    piece: String,
    is_white: bool,
    start: [i32; 3],
    finish: [i32; 3],
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
        Self { piece: words[0].to_owned(), is_white: words[1] == "W", start, finish }
    }
}

/// A program that searches breadth first, with its rules as values that a flaw changes.
#[derive(Clone)]
struct Program {
    ways: fn(&Read) -> Vec<Way>,
    is_on_board: fn([i32; 3]) -> bool,
    reads: fn(Read) -> Read,
    says: fn(&Read, Option<i64>) -> Reply,
}

const RIGHT: Program = Program {
    ways: right_ways,
    is_on_board: |cell| cell.iter().all(|at| (0..8).contains(at)),
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
    match read.piece.as_str() {
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

impl Program {
    fn distance(&self, read: &Read) -> Option<i64> {
        let ways = (self.ways)(read);
        let mut distances = HashMap::from([(read.start, 0)]);
        let mut queue = VecDeque::from([read.start]);
        while let Some(cell) = queue.pop_front() {
            let next = distances[&cell] + 1;
            for (step, most) in &ways {
                for count in 1..=*most {
                    let to = [0, 1, 2].map(|nth| cell[nth] + step[nth] * count);
                    if !(self.is_on_board)(to) {
                        break;
                    }
                    if !distances.contains_key(&to) {
                        distances.insert(to, next);
                        queue.push_back(to);
                    }
                }
            }
        }
        distances.get(&read.finish).copied()
    }

    fn run(&self, question: &Question) -> Reply {
        let read = (self.reads)(Read::new(question));
        (self.says)(&read, self.distance(&read))
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
                says: |read, moves| match read.piece.as_str() {
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
                ways: |read| match read.piece.as_str() {
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
    ]
}

#[test]
fn print_all() {
    let rules = Rules::kubikschach();
    for (name, program) in flaws() {
        let started = std::time::Instant::now();
        let mut in_program = std::time::Duration::ZERO;
        let (report, runs) = observe(&rules, Puzzle::Path, |question| {
            let begin = std::time::Instant::now();
            let reply = program.run(question);
            in_program += begin.elapsed();
            reply
        });
        let own = started.elapsed() - in_program;
        println!(
            "== {name} ({runs} runs, {} asked, {} wrong, own {own:?})",
            report.asked, report.wrong
        );
        println!("{}", sentences(&rules, &report));
    }
}
