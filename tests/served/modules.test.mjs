// Tests of the page's modules that need no browser: `node --test tests/served/modules.test.mjs`

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const labels = (texts) => texts.split(" ");
const rules = {
  name: "cube",
  cells: [
    { axis: "file", name: "file", labels: labels("a b c d e f g h i j") },
    { axis: "rank", name: "rank", labels: labels("1 2 3 4 5 6 7 8 9 10") },
    { axis: "level", name: "level", labels: labels("(I) (II) (III) (IV) (V) (VI) (VII) (VIII) (IX) (X)") },
  ],
  pieces: [{ letter: "K", name: "King" }, { letter: "Q", name: "Queen" }, { letter: "N", name: "Knight" }],
};

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
  for (const [address, angle] of [["#size=3", 336], ["#rotate=1", 66], ["#rotate=3", 246], ["#angle=0", 0]]) {
    assert.equal(readAddress({ hash: address }, [rules]).angle, angle, address);
  }
});

test("values that an address cannot have are told, and replaced", async () => {
  const { readAddress } = await load("address.js");
  for (const [address, words] of [
    ["#tab=game&size=3", "tab=game (expected tester, path, mate)"],
    ["#size=99", "size=99 (expected a number from 2 to 32)"],
    ["#size=3&cell=z9(I)", "cell=z9(I) (expected a cell of the board)"],
  ]) {
    const { wrong, tab } = readAddress({ hash: address }, [rules]);
    assert.deepEqual([wrong.join("; "), tab], [words, "tester"], address);
  }
});
