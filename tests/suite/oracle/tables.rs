//! Tables of how the pieces of each rule set step, which of them are kings, and where they promote.
//! They are written from the texts of the rules, and nothing in them comes from the library.

/// Difference in file, rank and level.
pub(crate) type By = [i32; 3];

#[derive(Clone, Copy)]
pub(super) enum Way {
    Leap,
    /// Repeats the step at most this many times, over empty cells.
    Ride(usize),
    /// Leaps if all cells of one of the routes are empty.
    Lame(&'static [&'static [By]]),
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum When {
    Move,
    Capture,
    Both,
}

/// The steps that one entry stands for: all orders and signs of its numbers (`All`), those of them
/// that keep the number of levels (`Flat`), or the entry alone (`Alone`).
#[derive(Clone, Copy)]
pub(super) enum Turns {
    All,
    Flat,
    Alone,
}

use When::{Capture, Move};

/// A step as White makes it.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) by: By,
    pub(super) way: Way,
    pub(super) turns: Turns,
    pub(super) when: When,
    /// Cells where White's step may start; an empty list stands for all cells.
    pub(super) from: &'static [By],
}

const fn leap(file: i32, rank: i32, level: i32) -> Step {
    let by = [file, rank, level];
    Step { by, way: Way::Leap, turns: Turns::All, when: When::Both, from: &[] }
}

const fn ride(file: i32, rank: i32, level: i32) -> Step {
    leap(file, rank, level).most(usize::MAX)
}

const fn lame(by: By, routes: &'static [&'static [By]]) -> Step {
    Step { way: Way::Lame(routes), ..leap(by[0], by[1], by[2]) }
}

impl Step {
    const fn flat(self) -> Self {
        Self { turns: Turns::Flat, ..self }
    }

    const fn alone(self) -> Self {
        Self { turns: Turns::Alone, ..self }
    }

    const fn only(self, when: When) -> Self {
        Self { when, ..self }
    }

    const fn most(self, repeats: usize) -> Self {
        Self { way: Way::Ride(repeats), ..self }
    }

    const fn from(self, from: &'static [By]) -> Self {
        Self { from, ..self }
    }
}

/// A rule set.
pub(super) struct Rule {
    /// Letters of the pieces with their steps.
    pub(super) pieces: &'static [(char, &'static [Step])],
    pub(super) kings: &'static str,
    pub(super) promoting: &'static str,
    /// Function that returns `true` if a cell is in the promotion zone. Its arguments are `true` if
    /// the rank of the cell is the last, and if the level is.
    pub(super) zone: fn(bool, bool) -> bool,
    /// Factors that turn White's steps into Black's.
    pub(super) black: By,
    pub(super) captures: bool,
}

const fn rule(pieces: &'static [(char, &'static [Step])]) -> Rule {
    let (zone, black) = (|_, _| false, [1, -1, -1]);
    Rule { pieces, kings: "K", promoting: "", zone, black, captures: true }
}

const AXIS: Step = ride(1, 0, 0);
const DIAGONAL: Step = ride(1, 1, 0);
const TRIAGONAL: Step = ride(1, 1, 1);
const FORWARD: Step = leap(0, 1, 0).alone();
const UP: Step = leap(0, 0, 1).alone();
const DOWN: Step = leap(0, 0, -1).alone();
/// Lame step of a knight. It passes the two cells ahead, or the cell aside and the cell ahead of
/// that.
const HORSE: Step = lame([2, 1, 0], &[&[[1, 0, 0], [2, 0, 0]], &[[0, 1, 0], [1, 1, 0]]]);

const fn capture(file: i32, rank: i32, level: i32) -> Step {
    leap(file, rank, level).alone().only(Capture)
}

const KING: &[Step] = &[leap(1, 0, 0), leap(1, 1, 0), leap(1, 1, 1)];
const QUEEN: &[Step] = &[AXIS, DIAGONAL, TRIAGONAL];
const KNIGHT: &[Step] = &[leap(2, 1, 0)];
const GUARD: &[Step] = &[leap(1, 0, 0).flat(), leap(1, 1, 0).flat(), UP, DOWN];

const KUBIKSCHACH: Rule = Rule {
    captures: false,
    ..rule(&[
        ('K', KING),
        ('Q', &[AXIS, TRIAGONAL]),
        ('R', &[AXIS]),
        ('B', &[TRIAGONAL]),
        ('N', KNIGHT),
        ('P', &[FORWARD, UP]),
    ])
};

const CUBE: Rule =
    rule(&[('K', KING), ('Q', QUEEN), ('R', &[AXIS]), ('B', &[TRIAGONAL]), ('N', KNIGHT)]);

const HOPS: [Step; 4] =
    [leap(1, 1, 0).flat(), leap(2, 2, 0).flat(), leap(0, 0, 2).alone(), leap(0, 0, -2).alone()];

const GREAT_SHATRANJ: Rule = Rule {
    promoting: "P",
    zone: |rank, level| rank && level,
    ..rule(&[
        ('K', GUARD),
        ('G', GUARD),
        ('W', &[leap(1, 0, 0), leap(2, 0, 0)]),
        ('E', &[HOPS[0], HOPS[1], HOPS[2], HOPS[3], UP, DOWN]),
        ('N', &[HORSE]),
        ('M', &[leap(1, 0, 0), leap(2, 0, 0), HORSE]),
        ('H', &[HOPS[0], HOPS[1], HOPS[2], HOPS[3], UP, DOWN, HORSE]),
        ('P', &[FORWARD, leap(1, 0, 0).alone(), leap(-1, 0, 0).alone(), UP]),
    ])
};

const RAUMSCHACH: Rule = Rule {
    promoting: "P",
    zone: |rank, level| rank && level,
    ..rule(&[
        ('K', KING),
        ('Q', QUEEN),
        ('R', &[AXIS]),
        ('B', &[DIAGONAL]),
        ('U', &[TRIAGONAL]),
        ('N', KNIGHT),
        (
            'P',
            &[
                FORWARD.only(Move),
                UP.only(Move),
                capture(1, 1, 0),
                capture(-1, 1, 0),
                capture(1, 0, 1),
                capture(-1, 0, 1),
                capture(0, 1, 1),
            ],
        ),
    ])
};

const SECOND_RANK: &[By] =
    &[[0, 1, 0], [1, 1, 0], [2, 1, 0], [3, 1, 0], [4, 1, 0], [5, 1, 0], [6, 1, 0], [7, 1, 0]];

/// Pawns of both colors climb, and capture around the cell ahead.
const CUBIC_CHESS: Rule = Rule {
    promoting: "P",
    zone: |rank, _| rank,
    black: [1, -1, 1],
    ..rule(&[
        ('K', KING),
        ('Q', QUEEN),
        ('R', &[AXIS]),
        ('B', &[DIAGONAL, TRIAGONAL]),
        ('N', KNIGHT),
        (
            'P',
            &[
                FORWARD.only(Move),
                UP.only(Move),
                FORWARD.most(2).only(Move).from(SECOND_RANK),
                UP.most(2).only(Move).from(SECOND_RANK),
                capture(-1, 1, 1),
                capture(0, 1, 1),
                capture(1, 1, 1),
                capture(-1, 1, 0),
                capture(1, 1, 0),
                capture(-1, 1, -1),
                capture(0, 1, -1),
                capture(1, 1, -1),
            ],
        ),
    ])
};

const LAME: Rule = Rule {
    promoting: "S",
    zone: |rank, level| rank || level,
    ..rule(&[
        ('K', KING),
        ('H', &[HORSE]),
        (
            'E',
            &[
                lame([2, 2, 1], &[&[[1, 1, 0]], &[[1, 1, 1], [2, 1, 1]], &[[3, 1, 0], [1, 1, 1]]]),
                lame([1, 1, 0], &[&[[1, 0, 0]]]).only(Move),
            ],
        ),
        ('Z', &[ride(2, 1, 0)]),
        ('D', &[leap(2, 0, 0).most(2), leap(-1, 0, 0).alone(), leap(1, 1, 0).most(3).flat()]),
        (
            'S',
            &[
                FORWARD.only(Move),
                ride(0, 0, 1).alone().only(Move),
                capture(1, 1, 0),
                capture(-1, 1, 0),
            ],
        ),
    ])
};

const RIDING_KINGS: Rule = rule(&[
    ('K', &[ride(2, 1, 0), leap(1, 1, 1), AXIS.flat()]),
    ('R', &[AXIS, ride(2, 0, 0), leap(3, 0, 0)]),
    ('A', &[TRIAGONAL.only(Capture), DIAGONAL.only(Move)]),
    ('T', &[DIAGONAL.only(Capture), lame([2, 0, 0], &[&[[1, 0, 0]]])]),
    ('P', &[FORWARD, UP]),
    ('S', &[]),
]);

const LOPSIDED_KINGS: Rule = Rule {
    kings: "KG",
    ..rule(&[
        (
            'K',
            &[
                leap(1, 0, 0).alone(),
                leap(0, 1, 1).flat(),
                lame([2, 1, 0], &[&[[1, 0, 0]], &[[0, 1, 0], [1, 1, 0]]]),
            ],
        ),
        ('G', &[leap(1, 1, 0).only(Capture), ride(0, 0, 1).only(Move)]),
        ('Q', QUEEN),
        ('H', &[lame([2, 1, 0], &[&[[1, 0, 0]]])]),
        ('S', &[]),
    ])
};

const MEEK_KINGS: Rule = Rule {
    promoting: "RK",
    zone: |_, level| level,
    ..rule(&[
        ('K', &[leap(1, 0, 0).only(Move)]),
        ('R', &[ride(0, 1, 0).alone(), ride(1, 0, 1).flat()]),
        ('L', &[leap(1, 0, 0), leap(3, 2, 1), leap(2, 2, 2).only(Capture)]),
    ])
};

const LIMITED_STARTS: Rule = Rule {
    promoting: "HD",
    zone: |rank, _| rank,
    ..rule(&[
        ('K', KING),
        ('H', &[HORSE]),
        ('R', &[AXIS]),
        (
            'D',
            &[
                FORWARD,
                DIAGONAL.flat().most(3).from(&[[0, 0, 0], [1, 1, 1], [2, 0, 3]]),
                leap(0, 0, 2).alone().only(Move).from(&[[0, 1, 0], [1, 1, 0], [2, 2, 1]]),
                capture(1, 0, -1),
            ],
        ),
    ])
};

/// Returns the rule set with this name.
pub(super) fn named(name: &str) -> Rule {
    match name {
        "kubikschach" => KUBIKSCHACH,
        "cube" => CUBE,
        "great-shatranj" => GREAT_SHATRANJ,
        "raumschach" => RAUMSCHACH,
        "cubic-chess" => CUBIC_CHESS,
        "lame" => LAME,
        "riding-kings" => RIDING_KINGS,
        "lopsided-kings" => LOPSIDED_KINGS,
        "meek-kings" => MEEK_KINGS,
        "limited-starts" => LIMITED_STARTS,
        _ => panic!("there is no table of {name}"),
    }
}
