//! Steps along a route: the piece slides from cell to cell.

use crate::web::board::{cell, is_disabled, quiet, requests};
use crate::web::browser::{Browser, until};
use crate::web::page;

/// Script that presses the button `{id}` and pauses the piece that starts to slide. It returns
/// whether the original piece is hidden, and two distances in pixels: halfway, from the sliding
/// piece to the middle of its line, and at the end, from the sliding piece to the original.
const HALFWAY: &str = "
    document.getElementById('{id}').click();
    return new Promise((resolve) => {
        const slide = () => {
            const ghost = document.querySelector('.sliding');
            if (!ghost) return requestAnimationFrame(slide);
            const [motion] = ghost.getAnimations();
            const { delay, duration } = motion.effect.getComputedTiming();
            motion.pause();
            const middle = (part) => {
                const { left, top, width, height } = part.getBoundingClientRect();
                return [left + width / 2, top + height / 2];
            };
            const route = document.querySelector('#lines polyline').dataset.route.split(' ');
            const to = document.querySelector(`[data-cell='${route[{to}]}']`);
            const piece = to.querySelector('svg');
            const away = (time, [x, y]) => {
                motion.currentTime = delay + time * duration;
                const [left, top] = middle(ghost);
                return Math.hypot(left - x, top - y);
            };
            const [finish, above] = [middle(to), middle(piece)];
            const step = document.querySelectorAll('#arcs .step')[Math.min({from}, {to})];
            const { x, y } = step.getPointAtLength(step.getTotalLength() / 2);
            const { left, top } = document.getElementById('arcs').getBoundingClientRect();
            // In the stacked view a piece stands upright, above the middle of its cell.
            const half = [left + x + above[0] - finish[0], top + y + above[1] - finish[1]];
            const hidden = getComputedStyle(piece).visibility === 'hidden';
            const found = [hidden, away(.5, half), away(.999, above)];
            motion.finish();
            resolve(found);
        };
        slide();
    })";

fn halfway(browser: &Browser, id: &str, from: usize, to: usize) -> (bool, f64, f64) {
    let script = HALFWAY.replace("{id}", id);
    let script = script.replace("{from}", &from.to_string()).replace("{to}", &to.to_string());
    serde_json::from_value(browser.run(&script)).expect("distances")
}

const SLIDING: &str = "return document.querySelectorAll('.sliding, .awaited').length";

#[test]
#[ignore = "drives a browser"]
fn a_step_slides_the_piece_along_the_drawn_line() {
    let Some((server, browser)) = page() else { return };
    for (view, angle) in [("flat", "0"), ("stack", "336"), ("stack", "201.5")] {
        let state = format!("tab=path&piece=R&size=4&view={view}&angle={angle}");
        browser.open(&format!("{}#{state}", server.address));
        for (id, from, to) in [("step-next", 0, 1), ("step-next", 1, 2), ("step-back", 2, 1)] {
            let (hidden, half, end) = halfway(&browser, id, from, to);
            assert!(hidden, "one piece is seen, not two");
            assert!(half < 2.0 && end < 2.0, "{view}, {angle}, {id}: {half} and {end} px away");
            until("it arrives", || browser.run(SLIDING) == 0);
            assert_eq!(browser.text("step"), format!("move {to} of 3"));
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn steps_ask_nothing_and_keep_the_focus() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=path&piece=R&finish=c3(I)", server.address));
    let focus = || browser.run("return document.activeElement.id");
    let before = requests(&browser, "");
    let steps = ["step-next", "step-next", "step-back", "step-back"];
    for (id, focused) in steps.into_iter().zip(["step-next", "step-back", "step-back", "step-next"])
    {
        browser.run(&format!("document.getElementById('{id}').focus()"));
        browser.keys("\u{E007}");
        until("the focus is on a button that can be pressed", || focus() == focused);
    }
    assert!(is_disabled(&browser, "step-back") && !is_disabled(&browser, "step-next"));
    assert_eq!(requests(&browser, ""), before, "the route is known");
    browser.drag("[data-mark=finish]", &cell("b3(I)"));
    assert_eq!(requests(&browser, ""), before + 1, "the distances are known too");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_step_is_in_sight() {
    let Some((server, browser)) = page() else { return };
    browser.view(360, 740);
    browser.open(&format!("{}#tab=path&piece=R&size=10", server.address));
    for _ in 0..3 {
        browser.click("#step-next");
    }
    let seen = "const { left, top, width, height } = document.querySelector('[data-piece]').getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-cell]')?.dataset.piece ?? null";
    until("the piece is in sight", || browser.run(SLIDING) == 0 && browser.run(seen) == "R");
    quiet(server, &browser);
}

/// Script that returns the largest distance in pixels from the middle of a numbered cell to the
/// nearest hole in the lines; nothing if a step has no holes.
const HOLES: &str = "
    const { left, top } = document.getElementById('arcs').getBoundingClientRect();
    const steps = [...document.querySelectorAll('#arcs .step')];
    if (!steps.every((step) => getComputedStyle(step).maskImage.includes('#free'))) return null;
    const holes = [...document.querySelectorAll('#free ellipse')].map(({ cx, cy }) => [cx, cy].map((at) => at.baseVal.value));
    return Math.max(...[...document.querySelectorAll('[data-distance]')].map((cell) => {
        const box = cell.getBoundingClientRect();
        const middle = [box.left + box.width / 2 - left, box.top + box.height / 2 - top];
        return Math.min(...holes.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])));
    }))";

#[test]
#[ignore = "drives a browser"]
fn arcs_are_whole_on_wide_screens() {
    let Some((server, browser)) = page() else { return };
    for (width, height) in [(1920, 1080), (3840, 2160)] {
        browser.view(width, height);
        browser.open(&format!("{}#tab=path", server.address));
        let cut = browser.run(
            "const mask = document.getElementById('free');
             const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((part) => mask[part].baseVal.value);
             return [...document.querySelectorAll('#arcs .step')].filter((step) => {
                const box = step.getBBox();
                return box.x < x || box.y < y || box.x + box.width > x + width || box.y + box.height > y + height;
             }).length",
        );
        assert_eq!(cut, 0, "{width}×{height}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn lines_leave_pieces_and_numbers_free() {
    let Some((server, browser)) = page() else { return };
    for view in ["flat", "stack"] {
        browser.open(&format!("{}#tab=path&size=3&piece=R&view={view}", server.address));
        assert_eq!(browser.run("return document.querySelectorAll('#arcs .step').length"), 3);
        let away = browser.run(HOLES);
        assert!(away.as_f64().is_some_and(|away| away < 2.0), "{view}: {away}");
    }
    browser.click("#tab-tester");
    assert_eq!(
        browser.run("return document.querySelectorAll('#arcs .step, #free ellipse').length"),
        0
    );
    quiet(server, &browser);
}
