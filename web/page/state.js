// The state of the page: one position for all modes, and the choices of each mode.

import { Cells, colorOf, describe, firstLetter, kindOf, letterOf, lettersOf, Position } from "./position.js";

export const TABS = ["tester", "path", "mate"];

/** The modes whose modules are loaded, by their tabs. */
export const modes = {};

/** The rule sets, once they are loaded. */
export const ruleSets = [];

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
  /**
   * The letter and color of the piece under test, and its cell, where a path starts. In Mate, another piece may be there
   * after a capture, and the cell is undefined on a board that never had this piece.
   */
  piece: "N",
  color: "white",
  cell: undefined,
  /** The finish of the path, and the step of the route that is shown. */
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
  /** The choice of the palette: the letter of a piece, `erase`, or none. */
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
export function attacker({ problem, reply, side, position }) {
  if (problem) return problem.root.side;
  const mover = sideToMove({ side, position });
  return reply ? opponent(mover) : mover;
}

/** Returns the number of moves that are left to the attacker, as a text; empty for none. */
export function movesLeft({ root, by, ply, within }) {
  // In set play, the attacker has let the first move pass.
  const passed = by !== root.side && ply > 0 ? 1 : 0;
  const made = Math.ceil((ply + passed) / 2);
  return Number(within) > made ? String(within - made) : "";
}

/** Returns the text of the position with the chosen side to move; undefined before it is written. */
export function positionText({ side, position }) {
  return position.texts(sideToMove({ side, position }))?.board;
}

/**
 * Returns the typed text of the board, or else that of the position; empty for an empty board, undefined before the text
 * is written.
 */
export function boardText({ draft, side, position }) {
  if (draft) return draft.text;
  return position.isEmpty ? "" : positionText({ side, position });
}

/** Returns the letter of the piece under test. */
export const subject = () => letterOf(state.piece, state.color);

/**
 * Sets the position. The chosen cell follows the piece under test; in Tester and Path, that piece is always on the board.
 */
export function place(position) {
  const before = state.position;
  state.position = position;
  if (!lettersOf(position.rules).includes(state.piece)) state.piece = firstLetter(position.rules);
  for (const end of ["cell", "finish"]) if (!position.cells.has(state[end])) state[end] = undefined;
  follow(before);
  if (state.tab !== "mate") seat();
  if (state.tab === "path") findFinish();
}

/** Lets the chosen cell follow the piece under test if it has moved since a position. */
function follow(before) {
  const { position, cell } = state;
  const letter = subject();
  if (before?.on(cell) !== letter || position.on(cell) === letter) return;
  const isNew = (name) => position.on(name) === letter && before.on(name) !== letter;
  const arrived = [...position.pieces.keys()].filter(isNew);
  if (arrived.length === 1) [state.cell] = arrived;
}

const CORNER = { file: 0, rank: 0, level: 0 };

/** Puts the piece under test on the nearest empty cell to its own, unless it is there. */
function seat() {
  const { position, cell } = state;
  const { cells } = position;
  if (position.on(cell) === subject()) return;
  state.cell = cells.nearest(cells.places.get(cell) ?? CORNER, (name) => !position.on(name));
  state.position = position.put(state.cell, subject());
}

/** Sets a finish, if there is none, to the empty cell that is nearest to the last corner. */
function findFinish() {
  const { position, position: { cells } } = state;
  if (state.finish) return;
  const far = cells.size - 1;
  state.finish = cells.nearest({ file: far, rank: far, level: far }, (name) => !position.on(name));
}

/** Moves the piece under test, and takes the piece on that cell. */
export function moveSubject(name) {
  const from = state.cell;
  state.cell = name;
  place(state.position.move(from, name));
}

/** Replaces the piece under test with a piece of another kind or color. */
export function changeSubject(letter) {
  [state.piece, state.color] = [letter.toUpperCase(), colorOf(letter)];
  if (state.position.on(state.cell)) place(state.position.put(state.cell, letter));
}

/** Makes the piece on the chosen cell the one under test; there is none if that cell is empty. */
export function recognize(position = state.position) {
  const letter = position.on(state.cell);
  if (letter) [state.piece, state.color] = [letter.toUpperCase(), colorOf(letter)];
  else state.cell = undefined;
}

/** Makes one of the pieces of a position the one under test, unless a cell is chosen. */
export function adopt(position) {
  if (state.cell !== undefined) return;
  state.cell = candidate(position);
  recognize(position);
}

/** Opens a mode with the position. */
export function enter(tab) {
  state.tab = tab;
  if (tab !== "mate") adopt(state.position);
  if (tab === "path" && state.finish === state.cell) state.finish = undefined;
  place(state.position);
}

/** Returns the cell of the piece that is tested next: one like the last, or else none that is royal, if possible. */
function candidate({ rules, pieces, side }) {
  const isRoyal = (letter) => kindOf(rules, letter).royal;
  const isMover = (letter) => !isRoyal(letter) && colorOf(letter) === side;
  const wishes = [(letter) => letter === subject(), isMover, (letter) => !isRoyal(letter), () => true];
  const found = wishes.map((suits) => [...pieces].find(([, letter]) => suits(letter)));
  return found.find(Boolean)?.[0];
}

/** The last change of the board: the parts of the state before it, and those that it made of them. */
let resized = {};

const placed = ({ position, piece, cell, finish }) => ({ position, piece, cell, finish });
const isSame = (one, other) => Object.entries(one).every(([key, value]) => value === other[key]);

/**
 * Moves the pieces to a board of other rules or another size. Returns the names of those that have no place there. If
 * nothing was changed since the last such change, the pieces come from the board before it.
 */
export function changeBoard(rules, size) {
  const before = resized.made && isSame(resized.made, state) ? resized.before : placed(state);
  const cells = Cells.of(rules, size);
  const there = (name) => name && cells.nearest(before.position.cells.places.get(name), () => true);
  const { piece, cell, finish } = before;
  Object.assign(state, { piece, cell: there(cell), finish: there(finish), position: undefined });
  place(before.position.moved(cells));
  resized = { before, made: placed(state) };
  const isLost = ([name, letter]) => !cells.has(before.position.there(name, letter, cells));
  const isSubject = ([name]) => state.tab !== "mate" && name === before.cell;
  const lost = [...before.position.pieces].filter((one) => isLost(one) && !isSubject(one));
  return lost.map(([name, letter]) => `${describe(before.position.rules, letter)} on ${name}`);
}

export function emptyPosition(rules, size) {
  return new Position(Cells.of(rules, size));
}

/** Returns `true` if the typed board has an error, so that the shown board is an older one. */
export function isStale() {
  return state.tab === "mate" && state.draft?.error !== undefined;
}
