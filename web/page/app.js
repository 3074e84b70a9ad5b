// The entry point of the page: handles its controls, and asks the server about the state.

import { Boards } from "./board.js";
import { begin as beginControls, located, showControls, showError, showPieces } from "./controls.js";
import { byId } from "./elements.js";
import * as undoing from "./history.js";
import * as lines from "./lines.js";
import * as outage from "./outage.js";
import { lettersOf, unknownLetter } from "./position.js";
import {
  boardText, changeBoard, emptyPosition, entryOf, isStale, isUntouched, modes, opening, place, readAddress, sideToMove,
  state, TABS,
} from "./state.js";
import { tester } from "./tester.js";
import { read, readPieces, write } from "./texts.js";
import { ask, busy, loadPieces, Offline } from "./transport.js";

/** The pause in typing after which the board is sent to the server, in milliseconds. */
const PAUSE = 150;
/** The most names of pieces in a message. */
const MOST_NAMES = 5;

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

const boards = new Boards(byId("boards"), {
  clicked, dragged, removed, key, arranged: () => lines.draw(),
  pointed: (name, column) => {
    modes.mate?.pointed(name);
    lines.showColumn(column);
  },
  drags: (name) => !isStale() && modes[state.tab].drags(state, name),
});
lines.begin(boards);
beginControls(boards, { chosen, grabbed });
undoing.watch(() => attempt(async () => { if (ruleSets.length > 0) await open(); }));
modes.tester = tester;
attempt(begin);

/** Runs `work`, during which the page is not ready, and shows its error, if any. */
function attempt(work) {
  return busy(() => work().catch((refused) => failed(refused, () => attempt(work))));
}

/** Loads the rule sets, shows the state of the address, and loads what the first board does not need. */
async function begin() {
  const sets = await ask("rules");
  byId("rules").replaceChildren(...sets.map(({ name }) => new Option(name, name)));
  ruleSets = sets;
  await open();
  const [copying, examples, ahead] = await Promise.all(["copying", "examples", "ahead"].map(loadModule));
  await examples.begin((example) => attempt(() => showExample(example)), state.example);
  copying.begin(state, failed);
  isComplete = true;
  ahead.begin(failed);
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
  Object.assign(state, { hand: undefined, moves: new Map(), position: undefined, problem: undefined }, parts, looks);
  place(position);
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
    Object.assign(state, { draft: undefined, hand: undefined, step: 0, nth: 0 });
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
  state.moves = new Map();
  const signal = askAnew();
  return busy(async () => {
    if (pause > 0) await new Promise((resolve) => { setTimeout(resolve, pause); });
    if (!signal.aborted) await answer(signal);
  });
}

/** Shows the pieces at once if one was moved, because the answer comes later. */
function showMoved() {
  const { position, tab, piece, color, cell, start } = state;
  const now = [position, tab, piece, color, cell, start];
  if (now.some((part, nth) => part !== painted[nth])) showPieces();
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
    state.broken = false;
    boards.show(mode.show(state, answer));
    lines.showRoute(answer.answer?.route ?? []);
    showError(answer.refused ?? (isLinked ? state.draft?.error : undefined), notice);
    outage.hide();
  } catch (refused) {
    if (signal.aborted) return;
    state.broken = true;
    mode.clear(state);
    showPieces(refused.cells);
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
      place(position);
      undoing.record("replace", entryOf(state));
      showControls();
    } catch (refused) {
      if (!refused.error) throw refused;
      draft.error = located(refused, draft.text);
    }
  }
  if (draft?.error && state.tab === "mate") throw draft.error;
}

/** Shows an error. What could not be reached is asked again later, with `again`. */
function failed(refused, again = askAgain) {
  const isOffline = refused instanceof Offline;
  if (isOffline) outage.show(refused, again);
  else outage.hide();
  // An error before the first state is painted too.
  document.body.dataset.tab ??= state.tab;
  showError(isOffline ? undefined : refused, notice);
}

function askAgain() {
  return isComplete ? update("replace") : attempt(begin);
}

function clicked(name) {
  const moves = state.palette ? undefined : state.moves.get(name);
  if (state.tab === "mate" && moves) modes.mate.choose(moves);
  else if (state.tab === "mate" && !state.palette) pick(name);
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

/** Chooses an item of the palette; a second click on it cancels the choice. */
function chosen(choice) {
  state.palette = state.palette === choice ? undefined : choice;
  state.hand = undefined;
  update("replace");
}

/** Starts to drag a piece from the palette onto the board. */
function grabbed(event, button, letter) {
  boards.drag(event, button, letter, (to) => {
    if (to) alter(() => modes[state.tab].put(state, to, letter));
  });
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
choose("piece", (piece) => { Object.assign(state, { piece, step: 0, nth: 0 }); });
choose("color", (color) => { Object.assign(state, { color, step: 0, nth: 0 }); });
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
  modes[state.tab].clear(state);
  await change(() => {
    const isOpening = isUntouched(state);
    [state.tab, state.hand] = [tab, undefined];
    if (!isOpening) return;
    const { position, ...parts } = opening(tab, ruleSets);
    // The cells of the opening are those of its own board.
    Object.assign(state, parts, { position: undefined });
    place(position);
  }, "visit");
}

/** Changes how the boards are shown, which makes no entry of the history. */
function look(parts) {
  return change(() => Object.assign(state, parts), "replace");
}
byId("view").addEventListener("change", () => look({ view: byId("view").value }));
byId("rotate").addEventListener("click", () => look({ rotate: (state.rotate + 1) % 4 }));
byId("flip").addEventListener("click", () => look({ flip: !state.flip }));

/** Shows an example: a board in Mate, or a query on an empty board in Path. */
async function showExample({ name: example, rules: name, size, board, in: within = "", piece, color, start, finish }) {
  await loadMode(board ? "mate" : "path");
  const rules = ruleSets.find((rules) => rules.name === name);
  const empty = emptyPosition(rules, size ?? rules.size ?? state.position.size);
  if (board) {
    place(empty);
    const parts = { tab: "mate", side: "", within: String(within), unsolved: within !== "", example };
    typed(board, "visit", 0, parts);
  } else {
    change(() => {
      Object.assign(state, { tab: "path", piece, color, start, finish, example });
      state.position = empty;
    }, "visit");
  }
}

/** Shows a board that is typed or pasted. */
function typed(text, how, pause = 0, parts = { example: "" }) {
  [notice, isLinked] = [undefined, false];
  Object.assign(state, { hand: undefined, problem: undefined, reply: false, draft: { text } }, parts);
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
byId("setup").addEventListener("click", () => typed(state.position.rules.setups[0], "push"));
byId("keep").addEventListener("click", () => change(() => { state.draft = undefined; }));

/** Undoes or redoes changes; the boards stay in the view of now. */
function walk(steps) {
  const { view, rotate, flip } = state;
  if (ruleSets.length > 0 && undoing.go(steps)) attempt(() => open({ view, rotate, flip }));
}
byId("undo").addEventListener("click", () => walk(-1));
byId("redo").addEventListener("click", () => walk(1));
addEventListener("keydown", (event) => {
  const isText = event.target.closest?.("textarea, input");
  if (event.key === "Escape" && (state.hand || state.palette !== undefined)) {
    change(() => Object.assign(state, { hand: undefined, palette: undefined }), "replace");
  }
  if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  walk(event.shiftKey ? 1 : -1);
});
