// The entry point of the page: shows the state of the address, and handles clicks and keys.

import { readAddress } from "./address.js";
import { Boards } from "./board.js";
import {
  alter, arrange, arrive, askAnew, attempt, begin as beginChanges, change, failed, look, update,
} from "./changes.js";
import { begin as beginChoices, showExample } from "./choices.js";
import { begin as beginControls, showControls, showView } from "./controls.js";
import { byId } from "./elements.js";
import { showError } from "./errors.js";
import * as undoing from "./history.js";
import * as lines from "./lines.js";
import { begin as beginModes, loadMode, loadModule } from "./loading.js";
import { begin as beginPalette } from "./palette.js";
import { lettersOf, unknownLetter } from "./position.js";
import { isStale, modes, movesLeft, place, recognize, ruleSets, sideToMove, state, subject, view } from "./state.js";
import { tester } from "./tester.js";
import { readLine, readPieces } from "./texts.js";
import { ask } from "./transport.js";

/** True once everything is loaded except the modules of modes. */
let isComplete = false;

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
modes.tester = tester;
beginModes({ boards, change, look, askAnew, failed });
beginChanges(() => (isComplete ? update("replace") : attempt(begin)));
beginChoices(boards);
undoing.watch(() => attempt(async () => { if (ruleSets.length > 0) await open(); }));
attempt(begin);

/** Loads the rule sets, shows the state of the address, and loads what the first board does not need. */
async function begin() {
  const sets = await ask("rules");
  byId("rules").replaceChildren(...sets.map(({ name }) => new Option(name, name)));
  ruleSets.splice(0, Infinity, ...sets);
  await open();
  const [copying, examples, ahead] = await Promise.all(["copying", "examples", "ahead"].map(loadModule));
  await examples.begin((example) => attempt(() => showExample(example)), state.example);
  copying.begin(failed);
  isComplete = true;
  ahead.begin(failed);
}

/** Shows the state of the address, with `looks` instead of its own parts. */
async function open(looks) {
  const entry = undoing.current();
  const { wrong, pieces, position: empty, walk, ...parts } = readAddress(entry, ruleSets);
  const [position] = await Promise.all([pieces ? readPieces(pieces, empty, wrong) : empty, loadMode(parts.tab)]);
  const root = position.with({ side: sideToMove({ ...parts, position }) });
  const walked = walk && await readLine({ ...walk, within: parts.within }, root, wrong);
  if (entry !== undoing.current()) return undefined;
  Object.assign(state, { position: undefined, problem: undefined }, parts, looks);
  Object.assign(view, { hand: undefined, moves: new Map() });
  placeOpened(walked?.position ?? position);
  if (walked) Object.assign(state, { problem: walked.problem, side: "", within: movesLeft(walked.problem) });
  return arrive(wrong.length > 0 ? `Left out of this address: ${wrong.join("; ")}` : undefined, looks === undefined);
}

/** Sets the position of an address. In Tester and Path, the piece under test has its own parts there. */
function placeOpened(position) {
  const { tab, cell, draft } = state;
  place(tab === "mate" || !cell ? position : position.put(cell, subject()));
  if (tab === "mate" && !draft) recognize();
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

/** Undoes or redoes changes; the boards stay in the view of now. */
function travel(steps) {
  const { view: shown, angle, flip } = state;
  if (ruleSets.length > 0 && undoing.go(steps)) attempt(() => open({ view: shown, angle, flip }));
}
byId("undo").addEventListener("click", () => travel(-1));
byId("redo").addEventListener("click", () => travel(1));

/** The keys that turn the boards. */
const TURNS = { q: 1, e: -1 };

addEventListener("keydown", (event) => {
  const { target, shiftKey } = event;
  const pressed = event.key.toLowerCase();
  if (pressed === "escape") cancel();
  if (target.closest?.("textarea, input:not([type=checkbox])")) return;
  if (event.ctrlKey || event.metaKey) {
    const way = { z: shiftKey ? 1 : -1, y: 1 }[pressed];
    if (!way || event.altKey) return;
    event.preventDefault();
    travel(way);
  } else if (TURNS[pressed] && !event.altKey && !isBusy(target, pressed)) {
    boards.turn(TURNS[pressed]);
  }
});

/** Returns `true` if an element has its own use for a letter: a cell, or a list one of whose choices begins with it. */
function isBusy(target, letter) {
  const choices = [...target.options ?? []];
  const picks = choices.some(({ text }) => text.toLowerCase().startsWith(letter));
  return picks || Boolean(target.closest?.("[data-cell], dialog, [popover]"));
}

/** Cancels the choices for the next click. */
function cancel() {
  if (!view.hand && view.palette === undefined) return;
  change(() => Object.assign(view, { hand: undefined, palette: undefined }), "replace");
}
