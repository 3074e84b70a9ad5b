// Tests of the chips of kinds of moves: `node --test tests/served/kinds.test.mjs`

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

test("chips leave out the words that all lines begin with, but not the last of them", async () => {
  const { shortened } = await load("kinds.js");
  for (const [lines, words] of [
    [
      ["rides any distance along one axis", "rides any distance along two axes at once"],
      ["along one axis", "along two axes at once"],
    ],
    [["rides any distance along one axis"], ["rides any distance along one axis"]],
    [["steps along one axis", "leaps 2 along one axis"], ["steps along one axis", "leaps 2 along one axis"]],
    [["steps 1 forward", "steps 1 level up"], ["steps 1 forward", "steps 1 level up"]],
    [["steps along one axis", "steps along one axis at once"], ["axis", "axis at once"]],
    [[], []],
  ]) {
    assert.deepEqual(shortened(lines), words);
  }
});
