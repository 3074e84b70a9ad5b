// Writes the state into the fragment of the address, and reads it from there.

import { Cells, firstLetter, lettersOf } from "./notation.js";
import { isFresh, opening } from "./opening.js";
import { Position } from "./position.js";
import { TABS } from "./state.js";

/** The most cells along an edge of a board that the server accepts. */
const LARGEST = 32;
/** The longest address in letters that all browsers show. */
const LONGEST = 60000;

/** Returns the fragment for a state, with the `#`. Empty values are left out. */
export function write(state) {
  const { tab, view, rotate, flip, position, piece, color, cell, start, finish, side, within, draft } = state;
  const { rules, size } = position;
  const flag = (value) => (value ? "1" : "");
  const pieces = [...position.pieces].map(([name, letter]) => letter + name).join(" ");
  const parts = {
    tab, rules: rules.name, size, view, piece, color, cell, start, finish,
    step: state.step || "", route: state.nth || "",
    pieces: draft?.read ? "" : pieces,
    board: draft?.text ?? "",
    turn: position.side === "white" ? "" : position.side,
    holder: position.holder,
    rotate: rotate || "", flip: flag(flip),
    side, force: flag(state.force), safe: flag(state.safe),
    in: within, set: flag(state.set), tries: flag(state.tries),
  };
  return `#${new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ""))}`;
}

/** Returns a fragment without its board if it is too long for an address. */
export function shortened(hash) {
  if (hash.length <= LONGEST) return hash;
  const parts = new URLSearchParams(hash.slice(1));
  for (const key of ["pieces", "board"]) parts.delete(key);
  parts.set("long", "1");
  return `#${parts}`;
}

/** Returns the state that a fragment describes. Its `wrong` lists the values that were replaced by defaults. */
export function read(hash, ruleSets) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const wrong = [];
  const refuse = (key, expected) => {
    wrong.push(`${key}=${parts.get(key)} (expected ${expected})`);
  };
  const one = (key, choices, other) => {
    const value = parts.get(key);
    if (choices.includes(value)) return value;
    if (value) refuse(key, choices.join(", "));
    return other;
  };
  const whole = (key, least, most, other) => {
    const number = Number(parts.get(key));
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    if (parts.get(key)) refuse(key, least === most ? String(least) : `a number from ${least} to ${most}`);
    return other;
  };
  const isOn = (key) => parts.get(key) === "1";
  const name = one("rules", ruleSets.map(({ name }) => name), "cube");
  const rules = ruleSets.find((rules) => rules.name === name);
  const size = whole("size", rules.size ?? 2, rules.size ?? LARGEST, rules.size ?? 3);
  const cells = Cells.of(rules, size);
  const letters = lettersOf(rules);
  const isPiece = (word) => letters.includes(word[0].toUpperCase()) && cells.has(word.slice(1));
  const words = (parts.get("pieces") ?? "").split(" ").filter(Boolean);
  if (!words.every(isPiece)) refuse("pieces", "letters of pieces, each with its cell");
  const pieces = new Map(words.filter(isPiece).map((word) => [word.slice(1), word[0]]));
  const colors = ["white", "black"];
  const cell = (key) => {
    const name = parts.get(key);
    if (!name || cells.has(name)) return name ?? undefined;
    refuse(key, "a cell of the board");
    return undefined;
  };
  const text = parts.get("board");
  const tab = one("tab", TABS, "tester");
  return {
    wrong,
    tab,
    view: parts.get("view") === "stacked" ? "stack" : one("view", ["stack", "flat"], ""),
    rotate: whole("rotate", 0, 3, 0),
    flip: isOn("flip"),
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
    set: isOn("set"),
    tries: isOn("tries"),
    within: String(whole("in", 1, 99, "")),
    ...(isFresh(parts) ? opening(tab, ruleSets) : {}),
  };
}
