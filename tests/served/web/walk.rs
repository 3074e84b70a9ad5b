//! A random walk over the page: what readers do, without a plan.

use fastrand::Rng;
use serde_json::{Value, json};

use super::Server;
use super::browser::Browser;

/// Faults of the page that the script sees: a broken state, and cells that are none.
const STATE: &str = "
    const frame = () => new Promise((painted) => requestAnimationFrame(painted));
    return frame().then(frame).then(() => {
    const wrong = [];
    const { tab, ready, enlarged } = document.body.dataset;
    if (!['tester', 'path', 'mate'].includes(tab)) wrong.push(`mode ${tab}`);
    if (ready !== 'true') wrong.push('it is never ready');
    const cells = document.querySelectorAll('[data-cell]').length;
    const length = Math.cbrt(cells);
    if (Math.abs(length - Math.round(length)) > 1e-9 || cells === 0) wrong.push(`${cells} cells`);
    if (!document.getElementById('offline').hidden) wrong.push('offline');
    const text = document.getElementById('front').innerText;
    for (const word of ['undefined', 'NaN', '[object', 'null']) if (text.includes(word)) wrong.push(`it says ${word}`);
    if (tab !== 'mate' && document.querySelectorAll('.subject, [data-mark~=start]').length !== 1) wrong.push('no piece under test');
    const all = [...document.querySelectorAll('[data-cell]')].map((cell) => cell.getBoundingClientRect());
    const stage = document.getElementById('stage').getBoundingClientRect();
    const far = all.filter(({ left, right, top, bottom }) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return x < stage.left || x > stage.right || y < stage.top || y > stage.bottom;
    });
    const box = ({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(' ');
    if (far.length > 0) wrong.push(`${far.length} cells off the stage (${box(stage)}), such as ${box(far[0])}, enlarged ${enlarged}`);
    if (wrong.length > 0) wrong.push(`${innerWidth}×${innerHeight} ${location.hash}`);
    return wrong; });";

/// Script that does one action, described by random numbers from 0 to 1, and returns its name. It
/// acts on elements that are in sight only.
const ACT: &str = "
    const [kind, first, second] = arguments;
    const seen = (part) => part.checkVisibility({ visibilityProperty: true }) && !part.disabled;
    const some = (selector) => [...document.querySelectorAll(selector)].filter(seen);
    const choice = (list, at) => list[Math.floor(at * list.length)];
    const cells = some('[data-cell]'), pieces = some('[data-piece]');
    const middle = (part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return { clientX: left + width / 2, clientY: top + height / 2 };
    };
    const point = (target, type, place) => target.dispatchEvent(new PointerEvent(type,
        { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, button: 0, pointerType: 'mouse', ...place }));
    const press = (target, key, more = {}) => target.dispatchEvent(new KeyboardEvent('keydown',
        { key, bubbles: true, cancelable: true, ...more }));
    const acts = {
        cell: () => { const cell = choice(cells, first); cell.click(); return cell.dataset.cell; },
        chosen: () => { const button = choice(some('[data-palette], [data-subject]'), first); button?.click(); return button?.dataset.palette; },
        drag: () => {
            const from = choice(pieces.length > 0 ? pieces : cells, first), to = choice([...cells, document.querySelector('h1')], second);
            point(from, 'pointerdown', middle(from));
            const { clientX, clientY } = middle(from);
            point(document, 'pointermove', { clientX: clientX + 9, clientY });
            point(document, 'pointermove', middle(to));
            point(document.elementFromPoint(middle(to).clientX, middle(to).clientY) ?? document.body, 'pointerup', middle(to));
            return `${from.dataset.cell} ${to.dataset?.cell}`;
        },
        ground: () => {
            const stage = document.getElementById('stage'), place = middle(stage);
            const way = (first - .5) * 400;
            point(stage, 'pointerdown', place);
            for (const part of [.3, .6, 1]) point(document, 'pointermove', { ...place, clientX: place.clientX + part * way });
            point(document, 'pointerup', { ...place, clientX: place.clientX + way });
            return way;
        },
        letter: () => {
            const cell = choice(cells, first);
            cell.focus();
            const key = choice([...'KQRBNUPGWEMHkqrbnupx', 'Delete', 'ArrowUp', 'ArrowLeft', 'PageUp', 'Home', 'Escape'], second);
            press(cell, key);
            return `${key} on ${cell.dataset.cell}`;
        },
        key: () => {
            document.activeElement?.blur();
            const key = choice(['q', 'e', 'ArrowRight', 'ArrowLeft', 'Escape'], first);
            press(document.body, key);
            return key;
        },
        undo: () => {
            const key = choice(['z', 'y', 'Z'], first);
            press(document.body, key, { ctrlKey: true, shiftKey: key === 'Z' });
            return key;
        },
        select: () => {
            const select = choice(some('select'), first), option = choice([...select.options], second);
            if (!option) return select.id;
            select.value = option.value;
            select.dispatchEvent(new Event('change', { bubbles: true }));
            return `${select.id} ${option.value}`;
        },
        button: () => {
            const avoided = '[data-cell], #save, [id^=copy], [popovertarget], #solve';
            const button = choice(some('button').filter((part) => !part.matches(avoided)), first);
            button?.click();
            return button?.id || button?.textContent;
        },
        check: () => { const box = choice(some('input[type=checkbox]'), first); box?.click(); return box?.id; },
        write: () => {
            const field = choice(some('textarea, #query, #in'), first);
            if (!field) return '';
            const texts = { in: ['', '1', '2', '11'], query: ['Knight W A1a H8h', 'K', ''],
                board: ['[rq,##],[##,K#]', 'Kc1(I) qb2(II)', 'nonsense', '', '[###,#x#'] };
            field.value = choice(texts[field.id], second);
            for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
            return `${field.id} ${field.value}`;
        },
        tab: () => { const tab = choice(some('[role=tab]'), first); tab?.click(); return tab?.id; },
        history: () => {
            const way = choice(['back', 'forward'], first);
            // Before the page there is a blank one.
            if (way === 'forward' || navigation.canGoBack && navigation.currentEntry.index > 0) history[way]();
            return way;
        },
        point: () => { const cell = choice(cells, first); point(cell, 'pointerover', middle(cell)); return cell.dataset.cell; },
        resize: () => 'later',
    };
    const names = Object.keys(acts);
    const name = choice(names, kind);
    return [name, String(acts[name]() ?? '')];";

const WINDOWS: [(u32, u32); 4] = [(320, 480), (360, 740), (820, 1180), (1280, 757)];

/// Does so many random actions, and panics at the first one after which the page is broken or the
/// console has an error.
pub(crate) fn walk(server: &Server, browser: &Browser, seed: u64, actions: usize) {
    let mut random = Rng::with_seed(seed);
    let mut done: Vec<String> = Vec::new();
    for nth in 0..actions {
        let dice = json!([random.f64(), random.f64(), random.f64()]);
        let act = browser.run(&format!("return ((...arguments) => {{ {ACT} }})(...{dice})"));
        let [name, what]: [String; 2] = serde_json::from_value(act).expect("two texts");
        if name == "resize" {
            let (width, height) = WINDOWS[random.usize(..WINDOWS.len())];
            browser.view(width, height);
        }
        done.push(format!("{name} {what}"));
        // Some actions follow each other at once.
        if random.bool() {
            browser.wait();
            let wrong = browser.run(STATE);
            let recent = &done[done.len().saturating_sub(8)..];
            assert_eq!(wrong, json!([]), "action {nth} of seed {seed}: {recent:#?}");
        }
        if nth % 25 == 24 || nth + 1 == actions {
            browser.wait();
            let complaints = browser.complaints(&server.address);
            assert!(
                complaints.is_empty(),
                "by action {nth} of seed {seed}: {complaints:?} {done:#?}"
            );
            done.drain(..done.len().saturating_sub(25));
        }
    }
    let shown = |browser: &Browser| {
        browser.run("return [document.body.dataset.tab, [...document.querySelectorAll('[data-piece]')].map(({ dataset }) => dataset.piece + dataset.cell).sort()]")
    };
    let before: Value = shown(browser);
    browser.reload();
    assert_eq!(shown(browser), before, "a reload shows the same after {done:#?}");
}
