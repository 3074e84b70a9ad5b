// Tests of addresses and openings: `node --test tests/served/address.test.mjs`

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";
import { cube as rules, kubikschach } from "./rule_sets.mjs";

test("an address is read back to the same state", async () => {
  const { entryOf, fragment, readAddress } = await load("address.js");
  for (const address of [
    "#tab=tester&size=3&view=flat&piece=N&color=black&cell=b2(II)&pieces=Kb1(I)&angle=12.5&flip=1",
    "#tab=path&size=5&piece=Q&start=a1(I)&finish=e5(V)&embed=1&safe=1",
    "#tab=mate&size=3&board=%5BK%23&turn=black&in=3&set=1",
  ]) {
    const { wrong, pieces, position, ...parts } = readAddress({ hash: address }, [rules]);
    assert.deepEqual(wrong, [], address);
    const placed = pieces ? position.put("b1(I)", "K") : position;
    const kept = entryOf({ ...parts, position: placed });
    const [given, found] = [address, fragment(kept, pieces)].map((hash) => new URLSearchParams(hash.slice(1)));
    given.sort();
    found.sort();
    assert.equal(`${found}`, `${given}`);
    assert.deepEqual(entryOf(readAddress(kept, [rules])), kept, "a kept state is read back, too");
  }
});

test("quarter turns of older links are read as angles", async () => {
  const { readAddress } = await load("address.js");
  for (const [address, angle] of [["#size=3", 336], ["#rotate=1", 246], ["#rotate=3", 66], ["#angle=0", 0]]) {
    assert.equal(readAddress({ hash: address }, [rules]).angle, angle, address);
  }
});

test("values that an address cannot have are told, and replaced", async () => {
  const { readAddress } = await load("address.js");
  for (const [address, words] of [
    ["#tab=game&size=3", "tab=game (expected tester, path, mate)"],
    ["#size=99", "size=99 (expected a number from 2 to 32)"],
    ["#size=3&cell=z9(I)", "cell=z9(I) (expected a cell of the board)"],
    ["#tab=__proto__&size=3", "tab=__proto__ (expected tester, path, mate)"],
    ["#rules=constructor", "rules=constructor (expected cube)"],
    ["#size=3&in=11", "in=11 (expected a number from 1 to 10)"],
    ["#size=3&angle=360", "angle=360 (expected degrees from 0 to less than 360)"],
    ["#size=3&ply=2&__proto__=1", "ply=2 (expected 0); __proto__ is no part of an address"],
  ]) {
    const { wrong, tab } = readAddress({ hash: address }, [rules]);
    assert.deepEqual([wrong.join("; "), tab], [words, "tester"], address);
  }
});

test("an older link with the cells of all modes has the cell of its own mode", async () => {
  const { readAddress } = await load("address.js");
  const cells = "rules=cube&size=3&piece=N&color=white&cell=b2(II)&start=a1(I)&finish=c3(III)";
  for (const [tab, cell] of [["tester", "b2(II)"], ["path", "a1(I)"], ["mate", "b2(II)"]]) {
    const read = readAddress({ hash: `#tab=${tab}&${cells}` }, [rules]);
    assert.deepEqual([read.cell, read.finish, read.wrong], [cell, "c3(III)", []], tab);
  }
});

test("an address leaves out what is usual", async () => {
  const { entryOf, fragment, opening } = await load("address.js");
  const { state } = await load("state.js");
  for (const [tab, address] of [
    ["tester", "#tab=tester&size=5&piece=Q&cell=c3%28III%29"],
    ["path", "#tab=path&rules=kubikschach&piece=N&start=A1a&finish=H8h"],
    ["mate", "#tab=mate&size=3&pieces=LIST"],
  ]) {
    assert.equal(fragment(entryOf({ ...state, tab, ...opening(tab, [rules, kubikschach]) }), "LIST"), address);
  }
});

test("an address without a board opens a mode, which is untouched until something is changed", async () => {
  const { isUntouched, readAddress } = await load("address.js");
  for (const tab of ["tester", "path", "mate"]) {
    const read = readAddress({ hash: `#tab=${tab}&view=flat&angle=10` }, [rules, kubikschach]);
    assert.ok(isUntouched(read), tab);
    const [name] = read.position.pieces.keys();
    assert.ok(!isUntouched({ ...read, position: read.position.take(name) }), tab);
    assert.ok(!isUntouched({ ...read, draft: { text: "" } }), tab);
  }
});

test("the moves of a line belong to the position that they start from", async () => {
  const { entryOf, readAddress } = await load("address.js");
  const { state } = await load("state.js");
  const { position: root } = readAddress({ hash: "#tab=mate&size=3" }, [rules]);
  const problem = { root: root.put("a1(I)", "K"), line: ["a1(I)-b1(I)", "c1(I)-c2(I)"], by: "white", ply: 1, within: "2" };
  const played = { ...state, tab: "mate", position: root.put("b1(I)", "K"), problem, within: "1" };
  const { parts, cells } = entryOf(played);
  assert.deepEqual(cells, { "a1(I)": "K" });
  assert.deepEqual([parts.line, parts.ply, parts.in], ["a1(I)-b1(I) c1(I)-c2(I)", 1, "2"]);
  assert.deepEqual(readAddress({ parts, cells }, [rules]).walk, { line: problem.line, by: "white", ply: 1 });
  assert.deepEqual(entryOf({ ...played, tab: "path" }).cells, { "b1(I)": "K" }, "Path has the shown pieces alone");
});
