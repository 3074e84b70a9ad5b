// The state of the page: one position for all modes, and the choices of each mode.

import { Cells, describe, firstLetter, lettersOf, Position } from "./position.js";

export const TABS = ["tester", "path", "mate"];

/** The modes whose modules are loaded, by their tabs. */
export const modes = {};

/** The angle of the boards of a fresh page, in degrees. */
export const FRESH_ANGLE = 336;

/** The parts of the state that the address has. */
export const state = {
  tab: "tester",
  /** The view that was chosen; empty for the usual view of the size. */
  view: "",
  /** The angle of the boards about the vertical axis in degrees, at least 0 and less than 360. */
  angle: FRESH_ANGLE,
  /** True if the lowest level comes first. */
  flip: false,
  /** True in a frame, where only the board and the answer are shown. */
  embed: false,
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
  /** True if the defender is to move before the attacker has the rest of `within`. */
  reply: false,
  /** True if the mate is not searched before the reader asks for the solution. */
  unsolved: false,
  /**
   * The solution that is played through: its position `root`, the mate `within` moves from there, the moves of a `line`
   * that begins with the side `by`, and the number `ply` of those that are played. Undefined at other positions.
   */
  problem: undefined,
  /** The name of the example that is shown; empty for none. */
  example: "",
  /** True if set play or tries are opened. */
  set: false,
  tries: false,
};

/** The parts of the state that the address lacks: choices for the next click, and what the last answers said. */
export const view = {
  /** The choice of the palette: the letter of a piece, `""` for the piece under test, `erase`, or none. */
  palette: undefined,
  /** The end of the path that the next click moves. */
  picked: "finish",
  /** The cell of the piece in Mate whose moves are marked, and these moves by target cell. */
  hand: undefined,
  moves: new Map(),
  /** The number of the line of moves whose cells are shown alone, from 1; undefined for all. */
  kind: undefined,
  /** The name of the current reason in Mate. */
  reason: undefined,
  /** The label of the enlarged level. */
  enlarged: undefined,
  /** The number of moves of the route, and that of the shortest routes. */
  last: 0,
  routes: 1,
  /** True if the last answer was an error. */
  isBroken: false,
};

export function sideToMove({ side, position }) {
  return side || position.side;
}

export const opponent = (side) => (side === "white" ? "black" : "white");

/** Returns the side that is to mate. */
export function attacker(state) {
  const { problem, reply } = state;
  if (problem) return problem.root.side;
  return reply ? opponent(sideToMove(state)) : sideToMove(state);
}

/** Returns the number of moves that are left to the attacker, as a text; empty for none. */
export function movesLeft({ root, by, ply, within }) {
  // In set play, the attacker has let the first move pass.
  const passed = by !== root.side && ply > 0 ? 1 : 0;
  const made = Math.ceil((ply + passed) / 2);
  return Number(within) > made ? String(within - made) : "";
}

/** Returns the text of the position with the chosen side to move; undefined before it is written. */
export function positionText(state) {
  return state.position.texts(sideToMove(state))?.board;
}

/**
 * Returns the typed text of the board, or else that of the position; empty for an empty board, undefined before the text
 * is written.
 */
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

/** Moves the pieces to a board of other rules or another size. Returns the names of those that have no place there. */
export function changeBoard(rules, size) {
  const { position } = state;
  const cells = Cells.of(rules, size);
  place(position.moved(cells));
  const isLost = ([name, letter]) => !cells.has(position.there(name, letter, cells));
  return [...position.pieces].filter(isLost).map(([name, letter]) => `${describe(position.rules, letter)} on ${name}`);
}

export function emptyPosition(rules, size) {
  return new Position(Cells.of(rules, size));
}

/** Returns `true` if the typed board has an error, so that the shown board is an older one. */
export function isStale() {
  return state.tab === "mate" && state.draft?.error !== undefined;
}
