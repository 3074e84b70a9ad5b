// Tests of undo, redo and the address: `node --test tests/served/history.test.mjs`

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { loadAnew } from "./load.mjs";

/** A browser's tab with its history, of which the module needs the address, the state and the storage. */
class Tab {
  constructor(hash) {
    Object.assign(this, { visits: [{ hash, state: null }], at: 0, type: "navigate", kept: new Map(), writes: [] });
  }

  /** Loads the page. Its last document ends before, if there is one. */
  async load(type = "navigate") {
    this.handlers?.pagehide();
    Object.assign(this, { type, handlers: {} });
    const on = (name, handler) => { this.handlers[name] = handler; };
    const globals = {
      location: this.location(),
      history: this.history(),
      sessionStorage: { getItem: (key) => this.kept.get(key) ?? null, setItem: (key, text) => this.kept.set(key, text) },
      addEventListener: on,
      document: { hidden: false, addEventListener: on },
      performance: { getEntriesByType: () => [{ type: this.type }] },
    };
    for (const [name, value] of Object.entries(globals)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    return loadAnew("history.js");
  }

  get visit() {
    return this.visits[this.at];
  }

  location() {
    const tab = this;
    return { get hash() { return tab.visit.hash; } };
  }

  history() {
    const tab = this;
    return {
      get state() { return tab.visit.state; },
      replaceState(state, _, hash) {
        tab.check?.();
        tab.writes.push(Date.now());
        Object.assign(tab.visit, { state, hash });
      },
      pushState(state) {
        tab.visits.splice(tab.at + 1, Infinity, { state, hash: tab.visit.hash });
        tab.at += 1;
      },
    };
  }
}

const entry = (cell) => ({ parts: { cell }, cells: {} });

/** Records a state, and sets its address, as the library does a little later. */
function change(undoing, cell, how = "push") {
  undoing.record(how, entry(cell));
  undoing.address(undoing.current(), `#${cell}`);
}

test("states are undone and redone", async () => {
  const tab = new Tab("#a");
  const undoing = await tab.load();
  change(undoing, "a", "replace");
  assert.ok(!undoing.canUndo() && !undoing.go(-1));
  for (const cell of ["b", "c", "c"]) change(undoing, cell);
  assert.ok(undoing.go(-1));
  assert.equal(undoing.current().parts.cell, "b");
  assert.ok(undoing.canRedo() && undoing.go(1));
  assert.ok(!undoing.canRedo(), "an equal state is no new one");
  undoing.go(-2);
  change(undoing, "d");
  assert.ok(!undoing.canRedo(), "a change ends what could be redone");
});

test("a reload shows the last state, even without its address", async () => {
  const tab = new Tab("#a");
  const undoing = await tab.load();
  for (const cell of ["a", "b"]) change(undoing, cell);
  undoing.record("push", entry("c"));
  const anew = await tab.load("reload");
  assert.deepEqual([anew.current().parts.cell, tab.visit.hash], ["c", "#b"]);
  assert.ok(anew.canUndo());
});

test("a reload of an older address shows the last state", async () => {
  const tab = new Tab("#a");
  const undoing = await tab.load();
  for (const cell of ["a", "b", "c"]) change(undoing, cell);
  const { handlers } = tab;
  tab.handlers = { pagehide() { handlers.pagehide(); Object.assign(tab.visit, { hash: "#b", state: null }); } };
  const anew = await tab.load("reload");
  assert.equal(anew.current().parts.cell, "c");
});

test("a link that is opened in the same tab is shown", async () => {
  const tab = new Tab("#a");
  const undoing = await tab.load();
  for (const cell of ["a", "b"]) change(undoing, cell);
  tab.handlers.pagehide();
  tab.visits.push({ hash: "#a", state: null });
  tab.at += 1;
  tab.handlers = undefined;
  const anew = await tab.load();
  assert.deepEqual([anew.current(), anew.canUndo(), anew.canRedo()], [{ hash: "#a" }, false, false]);
});

test("Back and a typed address are shown", async () => {
  const tab = new Tab("#a");
  const undoing = await tab.load();
  change(undoing, "a", "replace");
  change(undoing, "b", "visit");
  let shown = 0;
  undoing.watch(() => { shown += 1; });
  tab.at -= 1;
  tab.handlers.popstate();
  assert.equal(undoing.current().parts.cell, "a");
  tab.visits.push({ hash: "#z", state: null });
  tab.at = tab.visits.length - 1;
  tab.handlers.popstate();
  assert.deepEqual([undoing.current(), shown], [{ hash: "#z" }, 2]);
  assert.ok(undoing.canUndo());
});

/** Makes a change every 50 ms, and checks that the address is never more than some milliseconds behind. */
async function hurry(tab, most) {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const undoing = await tab.load();
  for (let nth = 1; nth <= 1000; nth++) {
    change(undoing, nth);
    mock.timers.tick(50);
    const behind = (nth - Number(tab.visit.hash.slice(1))) * 50;
    assert.ok(behind <= most, `${behind} ms after ${nth} changes`);
  }
  mock.timers.tick(1000);
  assert.equal(tab.visit.hash, "#1000");
  mock.timers.reset();
}

/** Returns `true` if more changes than `most` were made in a span of milliseconds. */
const isOften = (times, most, span) => times.some((time, nth) => times[nth + most] - time < span);

test("the address is changed as often as browsers allow", async () => {
  const tab = new Tab("#0");
  await hurry(tab, 150);
  assert.ok(!isOften(tab.writes, 200, 10000));
});

test("the address is changed less often in a browser that allows less", async () => {
  const tab = new Tab("#0");
  // Safari forgets what it counted after 30 s.
  let [begun, count, refused] = [0, 0, 0];
  tab.check = () => {
    if (Date.now() - begun >= 30000) [begun, count] = [Date.now(), 0];
    count += 1;
    if (count <= 100) return;
    refused += 1;
    throw new Error("Attempt to use history.replaceState() more than 100 times per 30 seconds");
  };
  await hurry(tab, 30000);
  assert.ok(refused < 40, `refused ${refused} times`);
});
