// The addresses of states, and the boards that modes open with.

import { Parts } from "./parts.js";
import { Cells, firstLetter, letterOf, lettersOf, Position } from "./position.js";
import { FRESH_ANGLE, TABS } from "./state.js";

/** The rule set of an address that names none. */
const RULES = "cube";
/** The most cells along an edge of a board that the server accepts, and the most moves of a mate. */
const [LARGEST, MOST_MOVES] = [32, 10];
const COLORS = ["white", "black"];
/** The longest address in letters that all browsers show. */
const LONGEST = 60000;

/**
 * Returns the position whose pieces an address lists. In Tester and Path, the piece under test has its own parts; in
 * Mate, the moves of a line lead from the problem to the shown position.
 */
export function listed({ tab, position, cell, problem }) {
  if (tab !== "mate") return position.without(cell);
  return problem ? problem.root : position;
}

/** Returns the parts of the address of a state except the list of pieces, which `cells` has. */
export function entryOf(state) {
  const { tab, angle, draft } = state;
  const position = listed(state);
  const { rules, size } = position;
  const flag = (value) => (value ? "1" : "");
  const parts = {
    tab,
    rules: rules.name === RULES ? "" : rules.name,
    size: rules.size ? "" : size,
    ...subjectParts(state),
    finish: state.finish, step: state.step || "", route: state.nth || "",
    board: draft?.text,
    turn: position.side === "white" ? "" : position.side,
    holder: position.holder,
    view: state.view, angle: angle === FRESH_ANGLE ? "" : angle, flip: flag(state.flip), embed: flag(state.embed),
    side: state.side, force: flag(state.force), safe: flag(state.safe),
    ...mateParts(state),
    example: state.example, set: flag(state.set), tries: flag(state.tries),
  };
  return { parts: Object.fromEntries(filled(parts)), cells: draft?.read ? {} : position.board().cells };
}

/** Returns the parts about the piece under test; in Mate, it is one of the pieces. */
function subjectParts({ tab, piece, color, cell, position, problem }) {
  if (tab === "mate") return { cell: position.on(cell) === letterOf(piece, color) && !problem ? cell : "" };
  return { piece, color: color === "white" ? "" : color, [tab === "path" ? "start" : "cell"]: cell };
}

/** Returns the parts about the mate that is searched for. Other modes have no solution that is played through. */
function mateParts({ tab, problem, within, reply, unsolved }) {
  const flag = (value) => (value ? "1" : "");
  const parts = { in: within, reply: flag(reply), unsolved: flag(unsolved) };
  if (!problem || tab !== "mate") return parts;
  const { line, by, ply } = problem;
  return { ...parts, in: problem.within, reply: "", line: line.join(" "), by, ply: ply || "" };
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

const rulesOf = (name, ruleSets) => ruleSets.find((rules) => rules.name === name);

/**
 * Returns the state that a fragment or the parts of an address describe. Its `wrong` lists the values that were replaced
 * by defaults, and `pieces` is the list of pieces, which only the library reads.
 */
export function readAddress({ hash = "", parts: given, cells: placed = {} }, ruleSets) {
  const parts = new Parts(new URLSearchParams(given ? filled(given) : hash.replace(/^#/, "")));
  const rules = rulesOf(parts.one("rules", ruleSets.map(({ name }) => name), RULES), ruleSets);
  const size = parts.whole("size", rules.size ?? 2, rules.size ?? LARGEST, rules.size ?? 3);
  const cells = Cells.of(rules, size);
  if (parts.text("long")) parts.wrong.push("its board is too long for a link");
  const tab = parts.one("tab", TABS, "tester");
  const [turn, holder] = [parts.one("turn", COLORS, "white"), parts.one("holder", COLORS, "")];
  const read = {
    tab,
    ...readLooks(parts),
    position: new Position(cells, new Map(Object.entries(placed)), turn, holder),
    pieces: parts.text("pieces") ?? "",
    ...readSubject(parts, tab, cells),
    ...readMate(parts),
    example: parts.text("example") ?? "",
    ...(isFresh(parts) ? opening(tab, ruleSets) : {}),
  };
  parts.refuseOthers();
  return { ...read, wrong: parts.wrong };
}

/** Reads how the boards are shown. */
function readLooks(parts) {
  return {
    view: parts.text("view") === "stacked" ? "stack" : parts.one("view", ["stack", "flat"], ""),
    // Older links have quarter turns, clockwise seen from above.
    angle: parts.angle("angle") ?? (FRESH_ANGLE + 270 * parts.whole("rotate", 0, 3, 0)) % 360,
    flip: parts.isOn("flip"),
    embed: parts.isOn("embed"),
  };
}

/** Reads the piece under test, and its path. Older links of Path have a cell of the Tester, too. */
function readSubject(parts, tab, cells) {
  const { rules } = cells;
  const [start, cell] = [parts.cell("start", cells), parts.cell("cell", cells)];
  return {
    piece: parts.one("piece", lettersOf(rules), firstLetter(rules)),
    color: parts.one("color", COLORS, "white"),
    cell: { tester: cell ?? start, path: start ?? cell, mate: cell }[tab],
    finish: parts.cell("finish", cells),
    step: parts.whole("step", 0, 10000, 0),
    nth: parts.whole("route", 0, 999, 0),
    safe: parts.isOn("safe"),
  };
}

/** Reads the question about a board in Mate, and the line of a problem that is played through. */
function readMate(parts) {
  const text = parts.text("board");
  const line = (parts.text("line") ?? "").split(" ").filter(Boolean);
  const walk = { line, by: parts.one("by", COLORS, "white"), ply: parts.whole("ply", 0, line.length, 0) };
  return {
    draft: text === null ? undefined : { text },
    side: parts.one("side", COLORS, ""),
    force: parts.isOn("force"),
    within: String(parts.whole("in", 1, MOST_MOVES, "")),
    reply: parts.isOn("reply"),
    unsolved: parts.isOn("unsolved"),
    walk: line.length > 0 ? walk : undefined,
    set: parts.isOn("set"),
    tries: parts.isOn("tries"),
  };
}

/** The boards that modes open with: a queen, the query of the puzzle's board, and a published checkmate. */
const OPENINGS = {
  tester: { rules: "cube", size: 5, piece: "Q", color: "white", cell: "c3(III)", pieces: { "c3(III)": "Q" } },
  path: { rules: "kubikschach", size: 8, piece: "N", color: "white", cell: "A1a", finish: "H8h", pieces: { A1a: "N" } },
  mate: {
    rules: "cube", size: 3, piece: "Q", color: "white", pieces: {
      "a1(I)": "b", "b1(I)": "R", "c1(I)": "K", "b3(II)": "b", "b1(III)": "r", "c1(III)": "r", "a2(III)": "n",
    },
  },
};
/** The keys of an address that say how a board is shown, and not which. */
const LOOKS = ["tab", "view", "angle", "rotate", "flip", "embed"];

/** Returns `true` if an address names no board. */
function isFresh(parts) {
  return parts.keys().every((key) => LOOKS.includes(key));
}

/** Returns the parts of the state that a mode opens with. */
export function opening(tab, ruleSets) {
  const { rules: name, size, pieces, ...parts } = OPENINGS[tab];
  const cells = Cells.of(rulesOf(name, ruleSets), size);
  return { cell: undefined, finish: undefined, ...parts, position: new Position(cells, new Map(Object.entries(pieces))) };
}

/** Returns `true` if the state is the opening of its mode, in which nothing was changed. */
export function isUntouched(state) {
  const { tab, position, draft, problem } = state;
  const { pieces, ...parts } = OPENINGS[tab];
  const found = { ...state, rules: position.rules.name, size: position.size };
  if (tab === "mate") [found.piece, found.color] = [parts.piece, parts.color];
  const isSame = Object.entries(parts).every(([key, value]) => found[key] === value);
  const hasPieces = position.pieces.size === Object.keys(pieces).length
    && Object.entries(pieces).every(([name, letter]) => position.on(name) === letter);
  return isSame && hasPieces && !draft && !problem && !found.within;
}
