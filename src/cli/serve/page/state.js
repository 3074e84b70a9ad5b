// What the page shows: one position for all modes, and what each mode has chosen on it.

import { Cells, firstLetter, lettersOf } from "./notation.js";
import { Position } from "./position.js";

export const TABS = ["tester", "path", "mate"];

/** What the address holds, and after the blank line what it does not. */
export const state = {
  tab: "tester",
  view: "flat",
  /** Quarter turns of the boards, and whether the lowest level comes first. */
  rotate: 0,
  flip: false,
  position: undefined,
  /** The piece under test and of the path, and where it is. */
  piece: "N",
  color: "white",
  cell: undefined,
  start: undefined,
  finish: undefined,
  step: 0,
  /** A board as it was typed: its `text`, whether it has been `read`, and the `error` if it cannot be. */
  draft: undefined,
  /** The side to move, where it is not the written one. */
  side: "",
  force: false,
  safe: false,
  within: "",
  /** Whether set play and tries are asked for. */
  set: false,
  tries: false,

  /** What a click puts: a letter, `""` for the piece under test, `erase`, or nothing. */
  palette: undefined,
  /** The end of the path that the next click moves. */
  picked: "finish",
  /** The last step of the route. */
  last: 0,
  /** In Mate the piece whose moves are marked, and these moves by their targets. */
  hand: undefined,
  moves: new Map(),
};

export function sideToMove({ side, position }) {
  return side || position.side;
}

/** Returns the position as `mate` reads it. */
export function positionText(state) {
  return state.position.text(sideToMove(state));
}

/** Returns the text of the board as it was typed, or as it stands. */
export function boardText(state) {
  if (state.draft) return state.draft.text;
  return state.position.isEmpty ? "" : positionText(state);
}

/** Takes over a position. What was chosen on the one before keeps its places, as far as they are free. */
export function place(position) {
  const before = state.position;
  state.position = position;
  const { rules } = position;
  if (!lettersOf(rules).includes(state.piece)) state.piece = firstLetter(rules);
  for (const end of ["cell", "start", "finish"]) fit(end, before);
}

/** Gives a chosen cell that the board does not have, or that is taken, up for the nearest free one. Only a finish may be
 * taken: there the path captures. */
function fit(end, before) {
  const { cells } = state.position;
  const far = end === "finish" ? cells.size - 1 : 0;
  const place = (before?.cells ?? cells).places.get(state[end]) ?? { file: far, rank: far, level: far };
  const name = cells.name(place);
  const free = (name) => !state.position.on(name);
  const captures = end === "finish" && (state.tab === "path" || !before || before.on(state.finish));
  if (name && (free(name) || captures)) {
    state[end] = name;
  } else {
    const others = end === "cell" ? [] : [state.start, state.finish].filter((other) => other !== state[end]);
    state[end] = cells.nearest(place, (name) => free(name) && !others.includes(name));
  }
}

/** Puts the pieces on a board of other rules or another size. */
export function changeBoard(rules, size) {
  place(state.position.moved(Cells.of(rules, size)));
}

export function emptyPosition(rules, size) {
  return new Position(Cells.of(rules, size));
}

/** Returns `true` if the board is not the one of the text beside it. */
export function isStale() {
  return state.tab === "mate" && state.draft?.error !== undefined;
}
