// The state of the page: one position for all modes, and the choices of each mode.

import { Cells, firstLetter, lettersOf } from "./notation.js";
import { Position } from "./position.js";

export const TABS = ["tester", "path", "mate"];

/** The state of the page. The address has all parts before the blank line. */
export const state = {
  tab: "tester",
  /** The view that was chosen; empty for the usual view of the size. */
  view: "",
  /** The number of quarter turns of the boards. */
  rotate: 0,
  /** True if the lowest level comes first. */
  flip: false,
  position: undefined,
  /** The letter and color of the piece in Tester and Path, and its cell in Tester. */
  piece: "N",
  color: "white",
  cell: undefined,
  /** The ends of the path, and the step of the route that is shown. */
  start: undefined,
  finish: undefined,
  step: 0,
  /** The shortest route that is shown; 0 is the first in the order of cell names. */
  nth: 0,
  /** The typed board: its `text`; `read` is true once it was parsed, and `error` is the error in it. */
  draft: undefined,
  /** The side to move if it differs from that of the position; otherwise empty. */
  side: "",
  force: false,
  safe: false,
  /** The number of moves of the mate to search for, as a text; empty for none. */
  within: "",
  /** True if set play or tries are opened. */
  set: false,
  tries: false,

  /** The choice of the palette: the letter of a piece, `""` for the piece under test, `erase`, or none. */
  palette: undefined,
  /** The end of the path that the next click moves. */
  picked: "finish",
  /** The number of moves of the route. */
  last: 0,
  /** The cell of the piece in Mate whose moves are marked, and these moves by target cell. */
  hand: undefined,
  moves: new Map(),
};

/** The greatest size that is shown as a stack unless the reader chooses a view. */
const STACKED = 5;

export function viewOf({ view, position }) {
  return view || (position.size <= STACKED ? "stack" : "flat");
}

export function sideToMove({ side, position }) {
  return side || position.side;
}

/** Returns the text of the position with the chosen side to move. */
export function positionText(state) {
  return state.position.text(sideToMove(state));
}

/** Returns the typed text of the board, or else that of the position; empty for an empty board. */
export function boardText(state) {
  if (state.draft) return state.draft.text;
  return state.position.isEmpty ? "" : positionText(state);
}

/** Sets the position. Chosen cells stay the same if the new board has them and no piece is there. */
export function place(position) {
  const before = state.position;
  state.position = position;
  const { rules } = position;
  if (!lettersOf(rules).includes(state.piece)) state.piece = firstLetter(rules);
  for (const end of ["cell", "start", "finish"]) fit(end, before);
}

/**
 * Replaces a chosen cell that is off the board or occupied with the nearest empty cell. Only the finish may be
 * occupied, because the path captures there.
 */
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

/** Moves the pieces to a board of other rules or another size. */
export function changeBoard(rules, size) {
  place(state.position.moved(Cells.of(rules, size)));
}

export function emptyPosition(rules, size) {
  return new Position(Cells.of(rules, size));
}

/** Returns `true` if the typed board has an error, so that the shown board is an older one. */
export function isStale() {
  return state.tab === "mate" && state.draft?.error !== undefined;
}
