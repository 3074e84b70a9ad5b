// Tests of the words, reasons and tries of Mate: `node --test tests/served/mate.test.mjs`

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

// Modules look for elements of the page at their start.
globalThis.document = { body: { dataset: {} }, getElementById: () => ({ addEventListener() {} }) };

const reasons = [
  { reason: "check", lines: [0], attacks: [["c1(III)", "c1(I)"]] },
  { reason: "step", lines: [1, 2], attacks: [["a2(III)", "b2(I)"]] },
  { reason: "capture", lines: [3], attacks: [] },
  { reason: "block", lines: [4, 5], attacks: [] },
];
const answer = {
  reasons,
  lines: [
    { works: false, cells: ["c1(III)"], moves: ["c1(I)-c2(I)"] },
    { works: false, cells: ["c1(I)"] },
    { works: true, cells: ["c2(I)"], moves: ["c1(I)-c2(I)", "c1(I)-c1(II)"] },
    { works: true, cells: ["c1(III)"], moves: ["c3(III)-c1(III)"] },
    { works: false, cells: [] },
    { works: false, cells: ["c1(II)"], moves: ["c3(II)-c1(II)"] },
  ],
  king_steps: [
    { cell: "b1(I)", outcome: "occupied" },
    { cell: "b2(I)", outcome: "guarded" },
    { cell: "c2(I)", outcome: "escapes" },
    { cell: "b1(II)", outcome: "exposes" },
  ],
};
const position = { on: (name) => ({ "c1(II)": "r", "c1(III)": "r" })[name] };

test("reasons are walked in a circle, from the first", async () => {
  const { beside, current } = await load("reasons.js");
  assert.equal(current(reasons).reason, "check");
  assert.equal(current(reasons, "capture").reason, "capture");
  assert.equal(current(reasons.slice(1), "check").reason, "step", "another answer may lack the reason");
  assert.equal(current([], "check"), undefined);
  const names = ["check", "step", "capture", "block"];
  assert.deepEqual(names.map((name) => beside(reasons, name, 1)), ["step", "capture", "block", "check"]);
  assert.equal(beside(reasons, undefined, -1), "block");
  assert.equal(beside(reasons.slice(0, 1), "check", 1), "check");
});

test("each reason has its marks, lines and cells", async () => {
  const { linesOf, litBy, marksOf } = await load("reasons.js");
  const [check, step, capture, block] = reasons;
  const marks = (reason) => Object.fromEntries(marksOf(answer, reason, position));
  assert.deepEqual(marks(step), { "b2(I)": "guarded", "c2(I)": "move", "c1(II)": "capture", "b1(II)": "guarded" });
  assert.deepEqual([check, capture, block, undefined].map(marks), [{}, { "c1(III)": "capture" }, {}, {}]);
  const checks = { from: "c1(III)", to: "c1(I)", kind: "check" };
  assert.deepEqual(linesOf(reasons, check), [checks]);
  assert.deepEqual(linesOf(reasons, undefined), [checks], "a check is drawn without a current reason");
  assert.deepEqual(linesOf(reasons, step), [checks, { from: "a2(III)", to: "b2(I)", kind: "guard" }]);
  assert.deepEqual(linesOf(reasons.slice(1), step), [{ from: "a2(III)", to: "b2(I)", kind: "guard" }]);
  const cells = reasons.map((reason) => litBy(answer, reason));
  assert.deepEqual(cells, [[], [], ["c1(III)"], ["c1(II)"]]);
});

test("names of cells are found in a text", async () => {
  const { named } = await load("explanation.js");
  const text = "b2(I)  guarded by the rook on b2(II)";
  assert.deepEqual(named(text, ["b2(I)", "b2(II)"]), ["", "b2(I)", "  guarded by the rook on ", "b2(II)", ""]);
  assert.deepEqual(named("Aa10 and Aa1", ["Aa1", "Aa10"]), ["", "Aa10", " and ", "Aa1", ""]);
  assert.deepEqual(named("safe", []), ["safe"]);
});

test("a try is judged in words", async () => {
  const { judgement } = await load("tries.js");
  const found = { defence: "c1(I)-b1(I)", defence_figurine: "♚b1(I)" };
  assert.deepEqual(judgement({ right: true, ...found }, "black"), { isRight: true, text: "Right. Longest defence: ♚b1(I)" });
  assert.deepEqual(judgement({ right: true, defence: null }, "black"), { isRight: true, text: "Right: mate." });
  assert.deepEqual(judgement({ right: false, ...found }, "black"), {
    isRight: false, text: "No: Black answers ♚b1(I)", reply: ["c1(I)", "b1(I)"],
  });
  assert.equal(judgement({ right: false, defence: null, reason: "stalemate" }, "white").text, "No: the game is over (stalemate)");
});

test("the headline of a problem is its task, until it is over", async () => {
  const { taskOf } = await load("headline.js");
  const going = { legal_moves: ["a1(I)-a2(I)"] };
  const state = { position: { isEmpty: false, side: "white" }, side: "", within: "3", reply: false };
  const task = (parts, now = going, judged) => taskOf({ ...state, ...parts }, now, judged);
  assert.equal(task({ example: "1" }), "White to move: mate in 3");
  assert.equal(task({}), "White to move: mate in 3?", "nobody knows yet");
  assert.equal(task({ problem: { root: { side: "black" } }, within: "2" }), "White to move, then mate in 2");
  assert.equal(task({ problem: { root: { side: "white" } } }, going, { isRight: false }), "White to move: mate in 3?");
  assert.equal(task({ example: "1" }, undefined), "White to move: mate in 3", "before the answer");
  assert.equal(task({ within: "" }), "");
  assert.equal(task({ example: "1" }, { legal_moves: [] }), "");
});
