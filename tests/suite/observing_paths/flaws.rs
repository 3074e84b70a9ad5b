//! Programs with a flaw each, or two.

use kubikschach::workbench::Reply;

use super::programs::{Program, RIGHT, Read, changed, directions, number, right_ways, up_to};

#[expect(clippy::too_many_lines, reason = "this is a table")]
pub(super) fn flaws() -> Vec<(&'static str, Program)> {
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
