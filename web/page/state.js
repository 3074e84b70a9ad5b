// The state of the page: one position for all modes, the choices of each mode, their address, and the openings.

import { Cells, describe, firstLetter, lettersOf, Position } from "./position.js";

export const TABS = ["tester", "path", "mate"];

/** The modes whose modules are loaded, by their tabs. */
export const modes = {};

/** The state of the page. The address has all parts before the blank line. */
export const state = {
  tab: "tester",
  /** The view that was chosen; empty for the usual view of the size. */
  view: "",
  /** The number of quarter turns of the boards. */
  rotate: 0,
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

/** The most cells along an edge of a board that the server accepts. */
const LARGEST = 32;
/** The longest address in letters that all browsers show. */
const LONGEST = 60000;

/** Returns the position that an address names: the moves of a line lead from the problem to the shown position. */
export function rootOf({ position, problem }) {
  return problem ? problem.root : position;
}

/** Returns the parts of the address of a state except the list of pieces, which `cells` has. */
export function entryOf(state) {
  const { tab, view, rotate, flip, piece, color, cell, start, finish, side, draft, problem } = state;
  const { within } = problem ?? state;
  const position = rootOf(state);
  const { rules, size } = position;
  const flag = (value) => (value ? "1" : "");
  const parts = {
    tab, rules: rules.name, size, view, piece, color, cell, start, finish,
    step: state.step || "", route: state.nth || "",
    board: draft?.text ?? "",
    turn: position.side === "white" ? "" : position.side,
    holder: position.holder,
    rotate: rotate || "", flip: flag(flip),
    side, force: flag(state.force), safe: flag(state.safe),
    embed: flag(state.embed), in: within, reply: flag(state.reply && !problem), unsolved: flag(state.unsolved),
    line: problem?.line.join(" ") ?? "", by: problem?.by ?? "", ply: problem?.ply || "", example: state.example,
    set: flag(state.set), tries: flag(state.tries),
  };
  return { parts, cells: draft?.read ? {} : position.board().cells };
}

/** Returns the fragment with these parts and a list of pieces, with the `#`. Empty values are left out. */
export function fragment({ parts, cells }, pieces) {
  return `#${new URLSearchParams(filled({ ...parts, pieces: Object.keys(cells).length > 0 ? pieces : "" }))}`;
}

function filled(parts) {
  return Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
}

/** Returns a fragment without its board if it is too long for an address. */
export function shortened(hash) {
  if (hash.length <= LONGEST) return hash;
  const parts = new URLSearchParams(hash.slice(1));
  for (const key of ["pieces", "board"]) parts.delete(key);
  parts.set("long", "1");
  return `#${parts}`;
}

/**
 * Returns the state that a fragment or the parts of an address describe. Its `wrong` lists the values that were replaced
 * by defaults, and `pieces` is the list of pieces, which only the library reads.
 */
export function readAddress({ hash = "", parts: given, cells: placed = {} }, ruleSets) {
  const parts = new URLSearchParams(given ? filled(given) : hash.replace(/^#/, ""));
  const wrong = [];
  const known = new Set();
  const get = (key) => {
    known.add(key);
    return parts.get(key);
  };
  const refuse = (key, expected) => {
    wrong.push(`${key}=${parts.get(key)} (expected ${expected})`);
  };
  const one = (key, choices, other) => {
    const value = get(key);
    if (choices.includes(value)) return value;
    if (value) refuse(key, choices.join(", "));
    return other;
  };
  const whole = (key, least, most, other) => {
    const text = get(key);
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    if (text) refuse(key, least === most ? String(least) : `a number from ${least} to ${most}`);
    return other;
  };
  const isOn = (key) => one(key, ["1", "0"], "") === "1";
  const name = one("rules", ruleSets.map(({ name }) => name), "cube");
  const rules = ruleSets.find((rules) => rules.name === name);
  const size = whole("size", rules.size ?? 2, rules.size ?? LARGEST, rules.size ?? 3);
  const cells = Cells.of(rules, size);
  const letters = lettersOf(rules);
  const pieces = new Map(Object.entries(placed));
  if (get("long")) wrong.push("its board is too long for a link");
  const colors = ["white", "black"];
  const cell = (key) => {
    const name = get(key);
    if (!name || cells.has(name)) return name ?? undefined;
    refuse(key, "a cell of the board");
    return undefined;
  };
  const text = get("board");
  const line = (get("line") ?? "").split(" ").filter(Boolean);
  const tab = one("tab", TABS, "tester");
  const read = {
    tab,
    pieces: get("pieces") ?? "",
    view: get("view") === "stacked" ? "stack" : one("view", ["stack", "flat"], ""),
    rotate: whole("rotate", 0, 3, 0),
    flip: isOn("flip"),
    embed: isOn("embed"),
    position: new Position(cells, pieces, one("turn", colors, "white"), one("holder", colors, "")),
    piece: one("piece", letters, firstLetter(rules)),
    color: one("color", colors, "white"),
    cell: cell("cell"),
    start: cell("start"),
    finish: cell("finish"),
    step: whole("step", 0, 10000, 0),
    nth: whole("route", 0, 999, 0),
    draft: text === null ? undefined : { text },
    side: one("side", colors, ""),
    force: isOn("force"),
    safe: isOn("safe"),
    reply: isOn("reply"),
    unsolved: isOn("unsolved"),
    walk: line.length > 0 ? { line, by: one("by", colors, "white"), ply: whole("ply", 0, line.length, 0) } : undefined,
    example: get("example") ?? "",
    set: isOn("set"),
    tries: isOn("tries"),
    within: String(whole("in", 1, 99, "")),
    ...(isFresh(parts) ? opening(tab, ruleSets) : {}),
  };
  for (const key of new Set(parts.keys())) if (!known.has(key)) wrong.push(`${key} is no part of an address`);
  return { ...read, wrong };
}

/** The queen of the Tester, and the query of Path on the puzzle's board. */
const QUEEN = { rules: "cube", size: 5, piece: "Q", color: "white", cell: "c3(III)" };
const PUZZLE = { rules: "kubikschach", size: 8, piece: "N", color: "white", start: "A1a", finish: "H8h" };
/** The keys of an address that say how a board is shown, and not which. */
const LOOKS = ["tab", "view", "rotate", "flip", "embed"];

/** Returns `true` if an address names no board. */
function isFresh(parts) {
  return [...parts.keys()].every((key) => LOOKS.includes(key));
}

/** Returns the parts of the state that a mode opens with. */
export function opening(tab, ruleSets) {
  const { rules: name, size, ...parts } = tab === "path" ? PUZZLE : QUEEN;
  const rules = ruleSets.find((rules) => rules.name === name);
  return { start: undefined, finish: undefined, cell: undefined, ...parts, position: new Position(Cells.of(rules, size)) };
}

/** Returns `true` if the state is the opening of its mode, in which nothing was changed. */
export function isUntouched(state) {
  const { tab, position, draft } = state;
  const found = { ...state, rules: position.rules.name, size: position.size };
  const opened = tab === "path" ? PUZZLE : QUEEN;
  return position.isEmpty && !draft && Object.entries(opened).every(([key, value]) => found[key] === value);
}
