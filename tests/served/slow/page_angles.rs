//! At every angle of the cube, cells are where the projection says, and take clicks, drags, keys and
//! lines.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::web::board::{cell, focus, pieces, quiet, set};
use crate::web::browser::Browser;
use crate::web::stage::{
    Point, Steps, all_places, astray, cube_cell, edge, length, lines_away, middles, minus,
};
use crate::web::{Server, page};

/// Returns an angle in hundredths of degrees, as addresses have it.
fn random_angle(random: &mut Rng) -> f64 {
    f64::from(random.u32(0..36000)) / 100.0
}

fn open(server: &Server, browser: &Browser, fragment: &str) {
    browser.open(&format!("{}#rules=cube&view=stack&{fragment}", server.address));
}

/// Returns a list of pieces on random cells, such as `Qa1(I) nb2(II)`; the first is a white king.
fn random_pieces(random: &mut Rng, size: usize) -> String {
    let mut places: Vec<_> = all_places(size).collect();
    random.shuffle(&mut places);
    let letters = ["K", "q", "N", "r", "B", "n"];
    let pieces =
        letters.iter().zip(places).map(|(letter, place)| format!("{letter}{}", cube_cell(place)));
    pieces.collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "drives a browser"]
fn every_cell_is_where_the_projection_says_and_a_pointer_means_it() {
    let Some((server, browser)) = page() else { return };
    let mut random = Rng::with_seed(80);
    for size in [2, 3, 5, 8] {
        for tab in ["tester", "mate"] {
            open(server, &browser, &format!("size={size}&tab={tab}"));
            for _ in 0..10 {
                let (angle, placed) = (random_angle(&mut random), random_pieces(&mut random, size));
                let fragment = format!(
                    "rules=cube&view=stack&tab={tab}&size={size}&angle={angle}&pieces={placed}"
                );
                browser.follow(&fragment);
                Steps::measure(&browser, size).expect_stack_at(angle);
                assert_eq!(astray(&browser), Vec::<String>::new(), "{fragment}");
            }
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn clicks_and_drags_work_at_every_angle() {
    let Some((server, browser)) = page() else { return };
    let mut random = Rng::with_seed(81);
    for _ in 0..6 {
        let angle = random_angle(&mut random);
        open(server, &browser, &format!("size=3&piece=N&cell=b2(II)&pieces=na3(I)&angle={angle}"));
        browser.click(&cell("c1(III)"));
        assert_eq!(pieces(&browser), set(["Nc1(III)", "na3(I)"]), "a click at {angle}°");
        browser.drag(&cell("na3(I)"[1..].as_ref()), &cell("b1(I)"));
        browser.drag(&cell("c1(III)"), &cell("a2(II)"));
        assert_eq!(pieces(&browser), set(["Na2(II)", "nb1(I)"]), "drags at {angle}°");
        browser.drag("[data-palette=r]", &cell("c3(III)"));
        assert!(pieces(&browser).contains("rc3(III)"), "from the palette at {angle}°");
        browser.press(&cell("c3(III)"), 2);
        assert!(!pieces(&browser).contains("rc3(III)"), "the right button at {angle}°");
    }
    quiet(server, &browser);
}

/// Returns the cell beside another one in its level that lies farthest along an axis of the screen.
fn beside(browser: &Browser, place: [usize; 3], axis: usize, sign: f64) -> String {
    let middles = middles(browser);
    let [file, rank, level] = place;
    let around = [[file + 1, rank], [file - 1, rank], [file, rank + 1], [file, rank - 1]];
    let names = around.map(|[file, rank]| cube_cell([file, rank, level]));
    let far = |name: &String| middles[name][axis] * sign;
    names.into_iter().max_by(|one, other| far(one).total_cmp(&far(other))).expect("four cells")
}

#[test]
#[ignore = "drives a browser"]
fn arrow_keys_follow_the_screen() {
    let Some((server, browser)) = page() else { return };
    let mut random = Rng::with_seed(82);
    let focused = || browser.run("return document.activeElement.dataset.cell ?? null");
    let (left, up, right, down) = ('\u{E012}', '\u{E013}', '\u{E014}', '\u{E015}');
    let (page_up, page_down) = ('\u{E00E}', '\u{E00F}');
    let middle = [2, 2, 2];
    open(server, &browser, "size=5");
    for _ in 0..8 {
        let angle = random_angle(&mut random);
        if (angle % 90.0 - 45.0).abs() < 2.0 {
            // Two cells are equally near.
            continue;
        }
        browser.follow(&format!("rules=cube&view=stack&size=5&cell=a1(I)&angle={angle}"));
        for (key, axis, sign) in [(left, 0, -1.0), (right, 0, 1.0), (up, 1, -1.0), (down, 1, 1.0)] {
            focus(&browser, &cube_cell(middle));
            browser.keys(&key.to_string());
            assert_eq!(focused(), beside(&browser, middle, axis, sign), "{key:?} at {angle}°");
        }
        for (key, level) in [(page_up, 3), (page_down, 1)] {
            focus(&browser, &cube_cell(middle));
            browser.keys(&key.to_string());
            assert_eq!(focused(), cube_cell([2, 2, level]), "{key:?} at {angle}°");
        }
    }
    quiet(server, &browser);
}

/// Script that returns the largest distances in pixels from the ends of the route's arcs, and of the
/// guides of a column, to the middles of their cells.
const ENDS: &str = "
    const middle = (name) => {
        const { left, top, width, height } = document.querySelector(`[data-cell='${name}']`).getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const far = ([x, y], [left, top]) => Math.hypot(x - left, y - top);
    const seen = (shape, { x, y }) => {
        const point = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM());
        return [point.x, point.y];
    };
    const route = document.querySelector('#lines polyline').dataset.route.split(' ');
    const steps = [...document.querySelectorAll('#arcs .step')];
    const arcs = steps.flatMap((step, nth) => {
        const ends = [step.getPointAtLength(0), step.getPointAtLength(step.getTotalLength())];
        return ends.map((end, last) => far(seen(step, end), middle(route[nth + last])));
    });
    const guides = [...document.querySelectorAll('#guides line')];
    const mean = (nth) => ['x', 'y'].map((axis) => guides.reduce((sum, line) => sum + line[axis + nth].baseVal.value / 4, 0));
    const column = [...document.querySelectorAll('.column')].map(({ dataset }) => dataset.cell);
    const edges = [1, 2].map((nth) => {
        const [x, y] = mean(nth);
        return far(seen(guides[0], { x, y }), middle(column.at(nth === 1 ? 0 : -1)));
    });
    return [steps.length, guides.length, Math.max(...arcs), Math.max(...edges)]";

#[test]
#[ignore = "drives a browser"]
fn lines_end_at_their_cells_at_every_angle() {
    let Some((server, browser)) = page() else { return };
    let mut random = Rng::with_seed(83);
    for size in [3, 5, 8] {
        let last = cube_cell([size - 1; 3]);
        for _ in 0..4 {
            let angle = random_angle(&mut random);
            let fragment =
                format!("tab=path&size={size}&piece=R&start=a1(I)&finish={last}&angle={angle}");
            open(server, &browser, &fragment);
            focus(&browser, "b2(II)");
            browser.point(&cell("b2(II)"));
            let (steps, guides, arcs, edges): (u32, u32, f64, f64) =
                serde_json::from_value(browser.run(ENDS)).expect("numbers");
            assert_eq!((steps, guides), (3, 4), "{fragment}");
            // An arc leaves the room around the middle of its cells, where the numbers are.
            assert!(arcs < 0.45 * edge(&browser) + 1.0, "{fragment}: arcs end {arcs} px away");
            assert!(edges < 1.0, "{fragment}: the column is {edges} px away");
            assert!(lines_away(&browser).as_f64() < Some(1.5), "{fragment}");
        }
    }
    for _ in 0..4 {
        let angle = random_angle(&mut random);
        open(
            server,
            &browser,
            &format!("tab=mate&angle={angle}&pieces=Ka1(I) ra3(I) qc1(III)&size=3"),
        );
        let lines = "return document.querySelectorAll('#lines [data-from][data-to]').length";
        assert_ne!(browser.run(lines), 0, "checks are drawn at rest");
        assert!(lines_away(&browser).as_f64() < Some(1.5), "checks at {angle}°");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn pieces_stand_upright_and_near_ones_are_in_front() {
    let Some((server, browser)) = page() else { return };
    let mut random = Rng::with_seed(84);
    for _ in 0..6 {
        let angle = random_angle(&mut random);
        open(
            server,
            &browser,
            &format!("size=3&piece=Q&cell=b2(I)&pieces=Ra2(I) Rc2(I) Rb1(I) Rb3(I)&angle={angle}"),
        );
        let found = browser.run(
            "return [...document.querySelectorAll('[data-piece]')].map((cell) => {
                const { left, top, width, height } = cell.getBoundingClientRect();
                const { a, b, c, d } = cell.querySelector('svg').getScreenCTM();
                return [top + height / 2, Number(getComputedStyle(cell).zIndex), b / a, c / d, a > 0 && d > 0];
            })",
        );
        let mut found: Vec<(f64, i64, f64, f64, bool)> =
            serde_json::from_value(found).expect("pieces");
        assert_eq!(found.len(), 5);
        for (_, _, slope, slant, is_upright) in &found {
            assert!(*is_upright && slope.abs() < 0.01 && slant.abs() < 0.01, "{angle}°: {found:?}");
        }
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert!(found.is_sorted_by_key(|piece| piece.1), "{angle}°: {found:?}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn labels_stand_at_the_nearest_edges() {
    let Some((server, browser)) = page() else { return };
    let mut random = Rng::with_seed(85);
    for _ in 0..6 {
        let angle = random_angle(&mut random);
        open(server, &browser, &format!("size=3&angle={angle}"));
        let middles = middles(&browser);
        let labels = browser.run(
            "return Object.fromEntries([...document.querySelectorAll('#labels span')].map((label) => {
                const { left, top, width, height } = label.getBoundingClientRect();
                return [label.textContent, [left + width / 2, top + height / 2]];
            }))",
        );
        let labels: BTreeMap<String, Point> = serde_json::from_value(labels).expect("labels");
        assert_eq!(labels.len(), 6, "{labels:?}");
        for (name, at) in &labels {
            let own = |cell: &&String| cell.contains(name.as_str()) && cell.ends_with("(I)");
            let away = |cell: &String| length(minus(middles[cell], *at));
            let mut cells: Vec<&String> = middles.keys().filter(own).collect();
            cells.sort_by(|one, other| away(one).total_cmp(&away(other)));
            let lowest = cells.iter().map(|cell| middles[*cell][1]).fold(f64::MIN, f64::max);
            assert!(
                (middles[cells[0]][1] - lowest).abs() < 0.5,
                "{name} at {angle}°: nearest is {}",
                cells[0]
            );
            assert!(at[1] > middles[cells[0]][1] - 1.0, "{name} at {angle}° is in front");
        }
    }
    quiet(server, &browser);
}
