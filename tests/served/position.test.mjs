// Tests of positions: `node --test tests/served/position.test.mjs`

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";
import { cube as rules } from "./rule_sets.mjs";

test("a position is asked about, and read from an answer", async () => {
  const { Cells, Position } = await load("position.js");
  const empty = new Position(Cells.of(rules, 3));
  const position = empty.put("a1(I)", "K").put("c3(III)", "q").with({ side: "black" });
  const cells = { "a1(I)": "K", "c3(III)": "q" };
  assert.deepEqual(position.question(), { board: { cells, side: "black", holder: null }, rules: "cube", size: 3 });
  const read = Position.of(rules, { size: 3, cells, side: "black", holder: null });
  assert.deepEqual([read.pieces, read.side], [position.pieces, "black"]);
  assert.equal(position.move("a1(I)", "b2(II)").on("b2(II)"), "K");
  assert.equal(position.on("b2(II)"), undefined);
});

test("pieces off a smaller board are left out", async () => {
  const { Cells, Position } = await load("position.js");
  const position = new Position(Cells.of(rules, 3)).put("a1(I)", "K").put("c3(III)", "q");
  assert.deepEqual([...position.moved(Cells.of(rules, 2)).pieces], [["a1(I)", "K"]]);
});

test("a position without a piece keeps its texts", async () => {
  const { Cells, Position } = await load("position.js");
  const position = new Position(Cells.of(rules, 3)).put("a1(I)", "K");
  assert.equal(position.without("b2(II)"), position);
  position.without("a1(I)").keep({ board: "empty" });
  assert.equal(position.without("a1(I)").texts().board, "empty");
});
