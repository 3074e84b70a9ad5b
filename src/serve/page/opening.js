// The positions that the page opens with: a queen in the middle of a cube, and the board of the path puzzle.

import { Cells } from "./notation.js";
import { Position } from "./position.js";

/** The queen of the Tester, and the query of Path on the puzzle's board. */
const QUEEN = { rules: "cube", size: 5, piece: "Q", color: "white", cell: "c3(III)" };
const PUZZLE = { rules: "kubikschach", size: 8, piece: "N", color: "white", start: "A1a", finish: "H8h" };
/** The keys of an address that say how a board is shown, and not which. */
const LOOKS = ["tab", "view", "rotate", "flip", "embed"];

/** Returns `true` if an address names no board. */
export function isFresh(parts) {
  return [...parts.keys()].every((key) => LOOKS.includes(key));
}

/** Returns the parts of the state that a mode opens with. */
export function opening(tab, ruleSets) {
  const { rules: name, size, ...parts } = tab === "path" ? PUZZLE : QUEEN;
  const rules = ruleSets.find((rules) => rules.name === name);
  return { start: undefined, finish: undefined, cell: undefined, ...parts, position: new Position(Cells.of(rules, size)) };
}

/** Returns `true` if the state is the opening with the queen, in which nothing was changed. */
export function isUntouched({ position, piece, color, cell, draft }) {
  const { rules, size } = position;
  return position.isEmpty && !draft
    && Object.entries({ rules: rules.name, size, piece, color, cell }).every(([key, value]) => QUEEN[key] === value);
}
