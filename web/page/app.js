// The entry point of the page: handles its controls, and asks the server about the state.

import { entryOf, isUntouched, opening, readAddress } from "./address.js";
import { Boards } from "./board.js";
import { begin as beginControls, located, render, showControls, showError, showView } from "./controls.js";
import { byId } from "./elements.js";
import * as undoing from "./history.js";
import * as lines from "./lines.js";
import { begin as beginPalette } from "./palette.js";
import { letterOf, lettersOf, unknownLetter } from "./position.js";
import {
  adopt, boardText, changeBoard, changeSubject, emptyPosition, enter, isStale, modes, place, recognize, sideToMove, state, subject,
  TABS, view,
} from "./state.js";
import { tester } from "./tester.js";
import { read, readPieces, write } from "./texts.js";
import { ask, busy, loadPieces, Offline } from "./transport.js";

/** The pause in typing after which the board is sent to the server, in milliseconds. */
const PAUSE = 150;
/** The most names of pieces in a message. */
const MOST_NAMES = 5;
/** The first and the longest wait before a retry, in milliseconds. Each failed retry doubles the wait. */
const [FIRST_RETRY, LAST_RETRY] = [1000, 16000];

let ruleSets = [];
/** True once everything is loaded except the modules of modes. */
let isComplete = false;
/** Aborts the last question, so that its answer is not shown. */
let asking = new AbortController();
/** True while the board is typed: all its letters together are one entry of the history. */
let isTyping = false;
/** A mistake of the address, or the pieces that a change of the board has removed; nothing if there are none. */
let notice;
/** True until the state that a link has opened is changed: each mode shows an error in the board of the link. */
let isLinked = false;
/** The parts of the state that place the pieces, as they were painted last. */
let painted = [];
/** The wait before the next retry in milliseconds, and the timer that starts this retry. */
let [patience, retrying] = [FIRST_RETRY, undefined];

const boards = new Boards(byId("boards"), {
  clicked, dragged, removed, key,
  arranged: () => {
    lines.draw();
    showView();
  },
  pointed: (name, column) => {
    modes.mate?.pointed(name);
    lines.showColumn(column);
  },
  drags: (name) => !isStale() && modes[state.tab].drags(state, name),
  turned: (angle) => arrange({ angle }),
  enlarged: (label) => {
    view.enlarged = label;
    showControls();
  },
});
lines.begin(boards);
beginControls(boards);
beginPalette({ boards, alter, update });
undoing.watch(() => attempt(async () => { if (ruleSets.length > 0) await open(); }));
modes.tester = tester;
attempt(begin);

/** Runs `work`, during which the page is not ready, and shows its error, if any. */
function attempt(work) {
  return busy(() => work().catch(failed));
}

/** Loads the rule sets, shows the state of the address, and loads what the first board does not need. */
async function begin() {
  const sets = await ask("rules");
  byId("rules").replaceChildren(...sets.map(({ name }) => new Option(name, name)));
  ruleSets = sets;
  await open();
  const [copying, examples] = await Promise.all(["copying", "examples"].map(loadModule));
  await examples.begin((example) => attempt(() => showExample(example)), state.example);
  copying.begin(state, failed);
  isComplete = true;
}

/** Loads a module that the first board does not need. */
function loadModule(name) {
  return import(`./${name}.js`).catch(() => { throw new Offline(); });
}

/** Loads the module of a mode, unless it is loaded. */
async function loadMode(tab) {
  if (modes[tab]) return;
  const { [tab]: mode } = await loadModule(tab);
  // Another call may have loaded the module meanwhile.
  if (modes[tab]) return;
  modes[tab] = mode;
  mode.begin({ boards, change, look, askAnew, failed });
}

/** Shows the state of the address, with `looks` instead of its own parts. */
async function open(looks) {
  const entry = undoing.current();
  const { wrong, pieces, position: empty, walk, ...parts } = readAddress(entry, ruleSets);
  const [position] = await Promise.all([pieces ? readPieces(pieces, empty, wrong) : empty, loadMode(parts.tab)]);
  if (entry !== undoing.current()) return undefined;
  isLinked = looks === undefined;
  notice = wrong.length > 0 ? { error: `this address cannot be shown as it is: ${wrong.join("; ")}` } : undefined;
  Object.assign(state, { position: undefined, problem: undefined }, parts, looks);
  Object.assign(view, { hand: undefined, moves: new Map() });
  place(parts.tab === "mate" || !parts.cell ? position : position.put(parts.cell, subject()));
  if (parts.tab === "mate" && !parts.draft) recognize();
  isTyping = false;
  if (!walk) return update("replace");
  await loadMode("mate");
  return modes.mate.follow({ ...walk, root: state.position.with({ side: sideToMove(state) }), within: state.within }, "replace");
}

/**
 * Changes the state with `take`, and shows it. A new position ends the typing, the choice of a piece and the walk along
 * the route.
 */
function change(take, how = "push") {
  const { position: before, problem, example, reply } = state;
  // The rule sets are not loaded yet.
  if (!before) return undefined;
  [notice, isLinked] = [undefined, false];
  isTyping = false;
  take();
  if (state.position !== before) {
    Object.assign(state, { draft: undefined, step: 0, nth: 0 });
    view.hand = undefined;
    if (state.problem === problem) state.problem = undefined;
    if (state.problem === undefined && state.example === example) state.example = "";
    if (state.reply === reply) state.reply = false;
  }
  return update(how);
}

/** Changes the pieces on the board, unless the typed board has an error: the changed board would replace that text. */
function alter(take) {
  if (!isStale()) change(take);
}

/** Shows the state, and asks the server about it after a pause in milliseconds. */
function update(how, pause = 0) {
  undoing.record(how, entryOf(state));
  showControls();
  showMoved();
  view.moves = new Map();
  const signal = askAnew();
  return busy(async () => {
    if (pause > 0) await new Promise((resolve) => { setTimeout(resolve, pause); });
    if (!signal.aborted) await answer(signal);
  });
}

/** Shows the pieces at once if one was moved, because the answer comes later. */
function showMoved() {
  const { position, tab } = state;
  const now = [position, tab];
  if (now.some((part, nth) => part !== painted[nth])) render();
  painted = now;
}

/** Aborts the last question. Returns the signal of the next one. */
function askAnew() {
  asking.abort();
  asking = new AbortController();
  return asking.signal;
}

/** Asks the server about the state, and shows the answer or the error. */
async function answer(signal) {
  const mode = modes[state.tab];
  const reading = readDraft(signal);
  const writing = reading.catch(() => {}).then(() => signal.aborted || write(mode.board(state), signal));
  const written = writing.catch(() => {});
  try {
    await reading;
    if (signal.aborted) return;
    const { rules } = state.position;
    const [answer] = await Promise.all([mode.answer({ ...state }, signal), loadPieces(rules.name), writing]);
    if (signal.aborted) return;
    view.isBroken = false;
    render(answer);
    showError(answer.refused ?? (isLinked ? state.draft?.error : undefined), notice);
    showOffline(false);
  } catch (refused) {
    if (signal.aborted) return;
    view.isBroken = true;
    render(undefined, refused.cells);
    failed(refused);
    await written;
    if (signal.aborted) return;
  }
  showControls();
  await modes.mate?.search(state, signal);
}

/** Sends the typed board to the server for parsing. If it has an error, the last position stays. */
async function readDraft(signal) {
  const { draft, position: { rules, size } } = state;
  if (draft && !draft.read && !draft.error) {
    try {
      const isEmpty = draft.text.trim() === "";
      const position = isEmpty ? emptyPosition(rules, size) : await read(draft.text, state.position, ruleSets, signal);
      if (signal.aborted) return;
      draft.read = true;
      placeRead(position);
      undoing.record("replace", entryOf(state));
      showControls();
    } catch (refused) {
      if (!refused.error) throw refused;
      draft.error = located(refused, draft.text);
    }
  }
  if (draft?.error && state.tab === "mate") throw draft.error;
}

/** Sets the position of the typed text, one of whose pieces is the piece under test. */
function placeRead(position) {
  if (state.tab !== "mate") adopt(position);
  place(position);
  if (state.tab === "mate" && position.on(state.cell) !== subject()) recognize();
  // The board has a piece that the text lacks.
  if (state.position !== position) state.draft = undefined;
}

function failed(refused) {
  const isOffline = refused instanceof Offline;
  showOffline(isOffline);
  // An error before the first state is painted too.
  document.body.dataset.tab ??= state.tab;
  showError(isOffline ? undefined : refused, notice);
}

/** Shows or hides the notice that the server is offline. */
function showOffline(isOffline) {
  byId("offline").hidden = !isOffline;
  clearTimeout(retrying);
  if (isOffline) retrying = setTimeout(retry, patience);
  patience = isOffline ? Math.min(2 * patience, LAST_RETRY) : FIRST_RETRY;
}

function retry() {
  return isComplete ? update("replace") : attempt(begin);
}

function clicked(name) {
  const moves = view.palette ? undefined : view.moves.get(name);
  if (state.tab === "mate" && moves) modes.mate.choose(moves);
  else if (state.tab === "mate" && !view.palette) pick(name);
  else alter(() => modes[state.tab].click(state, name));
}

/** Chooses the piece whose moves are marked, which makes no entry of the history. */
function pick(name) {
  if (!isStale()) change(() => modes.mate.click(state, name), "replace");
}

function dragged(from, to) {
  if (to === undefined) {
    alter(() => modes[state.tab].take(state, from));
    return;
  }
  alter(() => modes[state.tab].drag(state, from, to));
  boards.focus(to);
}

/** Takes the piece off a cell. Returns `true` if there was one. */
function removed(name) {
  const isThere = state.position.on(name) !== undefined;
  if (isThere) alter(() => modes[state.tab].take(state, name));
  return isThere;
}

/** Handles a key on a cell. Returns `true` if the key means something there. */
function key(name, pressed) {
  const mode = modes[state.tab];
  if (pressed === "Delete" || pressed === "Backspace") alter(() => mode.take(state, name));
  else if (lettersOf(state.position.rules).includes(pressed.toUpperCase())) alter(() => mode.put(state, name, pressed));
  else if (/^\p{L}$/u.test(pressed)) showError({ error: unknownLetter(state.position.rules, pressed) });
  else return false;
  return true;
}

/** Moves the pieces to a board of other rules or another size, and says which of them have no place there. */
function changeTo(rules, size) {
  const lost = changeBoard(rules, size);
  if (lost.length === 0) return;
  const names = lost.length > MOST_NAMES ? [...lost.slice(0, MOST_NAMES), `${lost.length - MOST_NAMES} more`] : lost;
  notice = { error: `No place on this board for ${names.join(", ")}. Undo brings them back.` };
}

function choose(id, take, how) {
  const control = byId(id);
  control.addEventListener("change", () => {
    change(() => take(control.type === "checkbox" ? control.checked : control.value), how);
  });
}

choose("rules", (name) => {
  const rules = ruleSets.find((rules) => rules.name === name);
  changeTo(rules, rules.size ?? state.position.size);
  state.within = "";
}, "visit");
choose("size", (size) => { if (!isStale()) changeTo(state.position.rules, Number(size)); });
choose("piece", (piece) => changeSubject(letterOf(piece, state.color)));
choose("color", (color) => changeSubject(letterOf(state.piece, color)));
choose("side", (side) => { Object.assign(state, { side, example: "" }); });
choose("holder", (holder) => { if (!isStale()) place(state.position.with({ holder, side: sideToMove(state) })); });
choose("force", (force) => { state.force = force; });
choose("safe", (safe) => { Object.assign(state, { safe, step: 0, nth: 0 }); });
choose("in", (moves) => {
  const isRight = /^([1-9]|10)$/.test(moves);
  if (!isRight && moves !== "") notice = { error: "Mate in: a whole number of moves from 1 to 10" };
  Object.assign(state, { within: isRight ? moves : "", problem: undefined, reply: false, unsolved: false });
});

async function showMode(tab) {
  await loadMode(tab);
  render();
  await change(() => {
    const isOpening = isUntouched(state);
    view.hand = undefined;
    if (isOpening) Object.assign(state, opening(tab, ruleSets));
    enter(tab);
  }, "visit");
}

/** Changes how the boards are shown, which makes no entry of the history. */
function look(parts) {
  return change(() => Object.assign(state, parts), "replace");
}

/** Arranges the boards in another way, which asks nothing. */
function arrange(parts) {
  Object.assign(state, parts);
  undoing.record("replace", entryOf(state));
  showControls();
  busy(() => write(modes[state.tab].board(state)).catch(failed));
}
byId("view").addEventListener("change", () => arrange({ view: byId("view").value }));
byId("other-view").addEventListener("click", () => arrange({ view: boards.view === "stack" ? "flat" : "stack" }));
byId("flip").addEventListener("click", () => arrange({ flip: !state.flip }));

/** Shows an example: a board in Mate, or a query on an empty board in Path. */
async function showExample({ name: example, rules: name, size, board, in: within = "", piece, color, start, finish }) {
  await loadMode(board ? "mate" : "path");
  const rules = ruleSets.find((rules) => rules.name === name);
  const empty = emptyPosition(rules, size ?? rules.size ?? state.position.size);
  if (board) {
    Object.assign(state, { tab: "mate", cell: undefined });
    place(empty);
    typed(board, "visit", 0, { side: "", within: String(within), unsolved: within !== "", example });
  } else {
    change(() => {
      Object.assign(state, { tab: "path", piece, color, cell: start, finish, example, position: undefined });
      place(empty);
    }, "visit");
  }
}

/** Shows a board that is typed or pasted. */
function typed(text, how, pause = 0, parts = { example: "" }) {
  [notice, isLinked] = [undefined, false];
  Object.assign(state, { problem: undefined, reply: false, draft: { text } }, parts);
  view.hand = undefined;
  return update(how, pause);
}

byId("board").addEventListener("input", () => {
  const how = isTyping ? "replace" : "push";
  typed(byId("board").value, how, PAUSE);
  isTyping = true;
});
byId("board").addEventListener("change", () => {
  isTyping = false;
  const { draft } = state;
  if (draft && !draft.read && !draft.error) update("replace");
  else if (byId("board").value !== boardText(state)) typed(byId("board").value, "push");
});

for (const tab of TABS) {
  byId(`tab-${tab}`).addEventListener("click", () => attempt(() => showMode(tab)));
}
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!way) return;
  const next = byId(`tab-${TABS[(TABS.indexOf(state.tab) + way + TABS.length) % TABS.length]}`);
  next.click();
  next.focus();
});
byId("clear").addEventListener("click", () => change(() => {
  place(state.position.with({ pieces: new Map() }));
  state.within = "";
}));
byId("setup").addEventListener("click", () => {
  state.cell = undefined;
  typed(state.position.rules.setups[0], "push");
});
byId("keep").addEventListener("click", () => change(() => { state.draft = undefined; }));
byId("retry").addEventListener("click", retry);

/** Undoes or redoes changes; the boards stay in the view of now. */
function walk(steps) {
  const { view: kept, angle, flip } = state;
  if (ruleSets.length > 0 && undoing.go(steps)) attempt(() => open({ view: kept, angle, flip }));
}
byId("undo").addEventListener("click", () => walk(-1));
byId("redo").addEventListener("click", () => walk(1));
addEventListener("keydown", (event) => {
  const isText = event.target.closest?.("textarea, input");
  if (event.key === "Escape" && (view.hand || view.palette !== undefined)) {
    change(() => Object.assign(view, { hand: undefined, palette: undefined }), "replace");
  }
  if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  walk(event.shiftKey ? 1 : -1);
});
