// Tests of the piece under test: `node --test tests/served/state.test.mjs`

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";
import { cube, kubikschach } from "./rule_sets.mjs";

/** Returns the module with a position in a mode. */
async function opened(tab, pieces, { size = 3, piece = "N", color = "white", cell, finish } = {}) {
  const module = await load("state.js");
  const { Cells, Position } = await load("position.js");
  Object.assign(module.state, { tab, piece, color, cell, finish, position: undefined });
  module.place(new Position(Cells.of(cube, size), new Map(Object.entries(pieces))));
  return module;
}

const pieces = ({ position }) => [...position.pieces].map(([name, letter]) => letter + name).sort().join(" ");

test("the tested piece is one of the pieces in Tester and Path", async () => {
  for (const tab of ["tester", "path"]) {
    const { state } = await opened(tab, { "a1(I)": "K" }, { cell: "b2(II)" });
    assert.equal(pieces(state), "Ka1(I) Nb2(II)", tab);
  }
  const { state } = await opened("tester", { "a1(I)": "K" });
  assert.notEqual(state.cell, "a1(I)", "it takes no other piece's cell");
  assert.equal(pieces((await opened("mate", { "a1(I)": "K" })).state), "Ka1(I)");
});

test("the tested piece is moved, changed and put back", async () => {
  const { changeSubject, moveSubject, place, state } = await opened("tester", { "c3(III)": "q" }, { cell: "a1(I)" });
  moveSubject("b1(I)");
  changeSubject("r");
  assert.deepEqual([pieces(state), state.piece, state.color], ["qc3(III) rb1(I)", "R", "black"]);
  place(state.position.take("b1(I)"));
  assert.equal(pieces(state), "qc3(III) rb1(I)", "it is never taken");
  moveSubject("c3(III)");
  assert.equal(pieces(state), "rc3(III)", "it takes what is there");
});

test("the chosen cell follows the tested piece in Mate", async () => {
  const { enter, place, state } = await opened("tester", { "c1(I)": "r" }, { cell: "a1(I)" });
  enter("mate");
  place(state.position.move("a1(I)", "b3(I)"));
  assert.equal(state.cell, "b3(I)");
  place(state.position.move("c1(I)", "b3(I)"));
  assert.equal(pieces(state), "rb3(I)", "it is captured");
  enter("path");
  assert.equal(state.position.on(state.cell), "N", "it comes back beside its captor");
  assert.equal(pieces(state).split(" ").length, 2);
});

test("a board that has no tested piece lends one of its pieces", async () => {
  for (const [placed, cell] of [
    [{ "a1(I)": "K", "b1(I)": "N", "c3(III)": "k" }, "b1(I)"],
    [{ "a1(I)": "K", "b1(I)": "q", "b2(I)": "R", "c3(III)": "k" }, "b2(I)"],
    [{ "a1(I)": "K", "b1(I)": "q", "c3(III)": "k" }, "b1(I)"],
    [{ "a1(I)": "K", "c3(III)": "k" }, "a1(I)"],
  ]) {
    const { enter, state } = await opened("mate", placed);
    const before = state.position;
    enter("tester");
    assert.deepEqual([state.cell, state.position], [cell, before]);
  }
});

test("a size that is changed and changed back keeps the pieces", async () => {
  const { changeBoard, moveSubject, state } = await opened("tester", { "d4(IV)": "q" }, { size: 4, cell: "c3(III)" });
  assert.deepEqual(changeBoard(cube, 2), ["black queen on d4(IV)"]);
  assert.equal(pieces(state), "Nb2(II)");
  assert.deepEqual(changeBoard(cube, 4), []);
  assert.equal(pieces(state), "Nc3(III) qd4(IV)");
  changeBoard(kubikschach, 8);
  assert.equal(pieces(state), "NC3c", "this rule set has no queen");
  changeBoard(cube, 4);
  assert.equal(pieces(state), "Nc3(III) qd4(IV)");
  changeBoard(cube, 2);
  moveSubject("a1(I)");
  changeBoard(cube, 4);
  assert.equal(pieces(state), "Na1(I)", "a change in between counts");
});

test("Path has a finish on every board", async () => {
  const { changeBoard, enter, state } = await opened("path", {}, { cell: "a1(I)" });
  assert.equal(state.finish, "c3(III)");
  changeBoard(cube, 2);
  assert.equal(state.finish, "b2(II)");
  state.finish = state.cell;
  enter("path");
  assert.notEqual(state.finish, state.cell);
});
