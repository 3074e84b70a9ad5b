// Handles the controls: the modes, the choices, the typed board and the examples.

import { isUntouched, opening } from "./address.js";
import { arrange, attempt, change, endTyping, notify, typed, typedOn, update } from "./changes.js";
import { byId } from "./elements.js";
import { loadMode } from "./loading.js";
import { letterOf } from "./position.js";
import {
  boardText, changeBoard, changeSubject, emptyPosition, enter, isStale, place, ruleSets, sideToMove, state, TABS, view,
} from "./state.js";

/** The pause in typing after which the board is sent to the server, in milliseconds. */
const PAUSE = 150;
/** The most names of pieces in a message. */
const MOST_NAMES = 5;

/** Sets up the controls. */
export function begin(boards) {
  beginTabs();
  beginBoard();
  beginQuestion();
  beginTyping();
  byId("view").addEventListener("change", () => arrange({ view: byId("view").value }));
  byId("other-view").addEventListener("click", () => arrange({ view: boards.view === "stack" ? "flat" : "stack" }));
  byId("flip").addEventListener("click", () => arrange({ flip: !state.flip }));
}

function beginTabs() {
  for (const tab of TABS) byId(`tab-${tab}`).addEventListener("click", () => attempt(() => showMode(tab)));
  document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const next = byId(`tab-${TABS[(TABS.indexOf(state.tab) + way + TABS.length) % TABS.length]}`);
    next.click();
    next.focus();
  });
}

async function showMode(tab) {
  await loadMode(tab);
  await change(() => {
    view.hand = undefined;
    if (isUntouched(state)) Object.assign(state, opening(tab, ruleSets));
    enter(tab);
  }, "visit");
}

/** Calls `take` with the new value of a control. */
function choose(id, take, how) {
  const control = byId(id);
  control.addEventListener("change", () => {
    change(() => take(control.type === "checkbox" ? control.checked : control.value), how);
  });
}

/** Sets up the controls that change the board. */
function beginBoard() {
  choose("rules", (name) => {
    const rules = rulesOf(name);
    changeTo(rules, rules.size ?? state.position.size);
    Object.assign(state, { within: "", unsolved: false });
  }, "visit");
  choose("size", (size) => { if (!isStale()) changeTo(state.position.rules, Number(size)); });
  choose("holder", (holder) => { if (!isStale()) place(state.position.with({ holder, side: sideToMove(state) })); });
  byId("clear").addEventListener("click", () => change(() => {
    place(state.position.with({ pieces: new Map() }));
    Object.assign(state, { within: "", unsolved: false });
  }));
}

const rulesOf = (name) => ruleSets.find((rules) => rules.name === name);

/** Moves the pieces to a board of other rules or another size, and says which of them have no place there. */
function changeTo(rules, size) {
  const lost = changeBoard(rules, size);
  if (lost.length === 0) return;
  const names = lost.length > MOST_NAMES ? [...lost.slice(0, MOST_NAMES), `${lost.length - MOST_NAMES} more`] : lost;
  notify(`No place on this board for ${names.join(", ")}. Undo brings them back.`);
}

/** Sets up the controls that change the question about the board. */
function beginQuestion() {
  choose("piece", (piece) => changeSubject(letterOf(piece, state.color)));
  choose("color", (color) => changeSubject(letterOf(state.piece, color)));
  choose("side", (side) => { Object.assign(state, { side, example: "" }); });
  choose("force", (force) => { state.force = force; });
  choose("safe", (safe) => { Object.assign(state, { safe, step: 0, nth: 0 }); });
  choose("in", (moves) => {
    const isRight = /^([1-9]|10)$/.test(moves);
    if (!isRight && moves !== "") notify("Mate in: a whole number of moves from 1 to 10");
    Object.assign(state, { within: isRight ? moves : "", problem: undefined, reply: false, unsolved: false });
  });
}

function beginTyping() {
  byId("board").addEventListener("input", () => typedOn(byId("board").value, PAUSE));
  byId("board").addEventListener("change", () => {
    endTyping();
    const { draft } = state;
    if (draft && !draft.read && !draft.error) update("replace");
    else if (byId("board").value !== boardText(state)) typed(byId("board").value, "push");
  });
  byId("setup").addEventListener("click", () => {
    state.cell = undefined;
    typed(state.position.rules.setups[0], "push");
  });
  byId("keep").addEventListener("click", () => change(() => { state.draft = undefined; }));
}

/** Shows an example: a board in Mate, or a query on an empty board in Path. */
export async function showExample({ name: example, rules: name, size, board, in: within = "", ...query }) {
  await loadMode(board ? "mate" : "path");
  const rules = rulesOf(name);
  const empty = emptyPosition(rules, size ?? rules.size ?? state.position.size);
  if (board) {
    Object.assign(state, { tab: "mate", cell: undefined });
    place(empty);
    typed(board, "visit", 0, { side: "", within: String(within), unsolved: within !== "", example });
  } else {
    const { piece, color, start: cell, finish } = query;
    change(() => {
      Object.assign(state, { tab: "path", piece, color, cell, finish, example, position: undefined });
      place(empty);
    }, "visit");
  }
}

