//! The drawn board: where its cells are, and what a pointer meets there.

use std::collections::BTreeMap;

use serde_json::Value;

use super::board::number;
use super::browser::Browser;

/// A point of the window in CSS pixels.
pub(crate) type Point = [f64; 2];

/// The middles of cells by their names.
pub(crate) type Middles = BTreeMap<String, Point>;

/// The angle of a fresh page in degrees.
pub(crate) const FRESH_ANGLE: f64 = 336.0;

/// The least distance in pixels at which two points count as different.
const NEAR: f64 = 0.75;

const ROMAN: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

/// Returns the label of a level of the rule set `cube`.
pub(crate) fn level_label(level: usize) -> &'static str {
    ROMAN[level]
}

/// Returns the name of a cell of the rule set `cube` from its file, rank and level, from 0.
pub(crate) fn cube_cell([file, rank, level]: [usize; 3]) -> String {
    let file = char::from(b"abcdefghij"[file]);
    format!("{file}{}({})", rank + 1, level_label(level))
}

/// Returns the file, rank and level of all cells of a board of the rule set `cube`.
pub(crate) fn all_places(size: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..size * size * size).map(move |nth| [nth % size, nth / size % size, nth / size / size])
}

/// Returns the centers of the client rectangles of all cells.
pub(crate) fn middles(browser: &Browser) -> Middles {
    let found = browser.run(
        "return Object.fromEntries([...document.querySelectorAll('[data-cell]')].map((cell) => {
            const { left, top, width, height } = cell.getBoundingClientRect();
            return [cell.dataset.cell, [left + width / 2, top + height / 2]];
        }))",
    );
    serde_json::from_value(found).expect("points")
}

/// Returns the largest distance in pixels between the same cells.
pub(crate) fn farthest(ones: &Middles, others: &Middles) -> f64 {
    assert!(ones.keys().eq(others.keys()), "they are of the same board");
    let away = ones.iter().map(|(name, one)| length(minus(*one, others[name])));
    away.fold(0.0, f64::max)
}

pub(crate) fn minus(one: Point, other: Point) -> Point {
    [one[0] - other[0], one[1] - other[1]]
}

pub(crate) fn length([x, y]: Point) -> f64 {
    x.hypot(y)
}

/// Returns the length of a cell's edge in CSS pixels.
pub(crate) fn edge(browser: &Browser) -> f64 {
    number(
        browser,
        "return parseFloat(getComputedStyle(document.querySelector('[data-cell]')).width)",
    )
}

/// The steps on the screen along a file, a rank and a level, and the length of a cell's edge.
pub(crate) struct Steps {
    pub(crate) axes: [Point; 3],
    edge: f64,
}

impl Steps {
    /// Measures the steps of a board of the rule set `cube`. Panics unless they are the same
    /// everywhere.
    pub(crate) fn measure(browser: &Browser, size: usize) -> Self {
        let middles = middles(browser);
        let at = |place: [usize; 3]| middles[&cube_cell(place)];
        let first = at([0, 0, 0]);
        let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|place| minus(at(place), first));
        for place in all_places(size) {
            let far = |nth: usize| f64::from(u8::try_from(place[nth]).expect("boards are small"));
            let sum = |axis: usize| {
                first[axis] + (0..3).map(|nth| far(nth) * axes[nth][axis]).sum::<f64>()
            };
            let away = length(minus(at(place), [sum(0), sum(1)]));
            assert!(away < NEAR, "{} is {away} px away from its place", cube_cell(place));
        }
        Self { axes, edge: edge(browser) }
    }

    /// Panics unless the steps are those of the stack at an angle in degrees.
    pub(crate) fn expect_stack_at(&self, angle: f64) {
        let (sin, cos) = angle.to_radians().sin_cos();
        let [file, rank, level] = self.axes;
        let tilt = file[1].hypot(rank[1]) / self.edge;
        assert!(tilt > 0.2 && tilt < 0.8, "the levels are seen from above: {tilt}");
        let expected = [
            [self.edge * cos, -self.edge * tilt * sin],
            [-self.edge * sin, -self.edge * tilt * cos],
            [0.0, level[1]],
        ];
        for (found, expected) in [file, rank, level].into_iter().zip(expected) {
            let away = length(minus(found, expected));
            assert!(away < NEAR, "{found:?} instead of {expected:?} at {angle}°");
        }
        assert!(level[1] < 0.0, "the highest level is at the top");
    }
}

/// Script that returns the cells of which a pointer at their middle means another cell: one without
/// a piece, or one whose piece does not stand nearer to the reader. Each comes with what is there.
const ASTRAY: &str = "
    const middle = (cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    return [...document.querySelectorAll('[data-cell]')].flatMap((cell) => {
        const [x, y] = middle(cell);
        const there = document.elementFromPoint(x, y), found = there?.closest('[data-cell]');
        if (found === cell || found?.dataset.piece && middle(found)[1] > y) return [];
        return [`${cell.dataset.cell}: ${found?.dataset.cell ?? there?.id ?? there?.className ?? null}`];
    })";

/// Returns the cells that a pointer at their middle does not reach, each with what is there.
pub(crate) fn astray(browser: &Browser) -> Vec<String> {
    serde_json::from_value(browser.run(ASTRAY)).expect("texts")
}

/// Script that returns the largest distance in pixels from the end of a line to the middle of its
/// cell.
const AWAY: &str = "
    const middle = (name) => {
        const { left, top, width, height } = document.querySelector(`[data-cell='${name}']`).getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const place = (shape, x, y) => {
        const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM());
        return [left, top];
    };
    return Math.max(...[...document.querySelectorAll('#lines > *')].flatMap((shape) => {
        const names = shape.dataset.route?.split(' ') ?? [shape.dataset.from, shape.dataset.to];
        const points = shape.points
            ? [...shape.points].map(({ x, y }) => place(shape, x, y))
            : [1, 2].map((nth) => place(shape, ...['x', 'y'].map((axis) => shape[axis + nth].baseVal.value)));
        return points.map(([x, y], nth) => {
            const [left, top] = middle(names[nth]);
            return Math.hypot(x - left, y - top);
        });
    }))";

/// Returns the largest distance in pixels from the end of a line to the middle of its cell; null if
/// there is no line.
pub(crate) fn lines_away(browser: &Browser) -> Value {
    browser.run(AWAY)
}
