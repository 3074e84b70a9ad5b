// Changes the state, asks about it, and shows the answer.

import { entryOf } from "./address.js";
import { render, showControls } from "./controls.js";
import { byId } from "./elements.js";
import { located, showError } from "./errors.js";
import * as undoing from "./history.js";
import * as outage from "./outage.js";
import {
  adopt, emptyPosition, isStale, modes, place, recognize, ruleSets, state, subject, view,
} from "./state.js";
import { read, write } from "./texts.js";
import { busy, loadPieces, Offline } from "./transport.js";

/** The parts of the page that keep their height while an answer is pending. */
const HELD = ["headline", "details"];

/** Aborts the last question, so that its answer is not shown. */
let asking = new AbortController();
/** The question whose answer is shown, as a text. */
let answered = "";
/** True while the board is typed: all its letters together are one entry of the history. */
let isTyping = false;
/** A mistake of the address, or the pieces that a change of the board has removed; nothing if there are none. */
let notice;
/** True until the state that a link has opened is changed: each mode shows an error in the board of the link. */
let isLinked = false;
/** Asks again about the state after a failure. */
let restart;

/** Sets the function that asks again about the state, or starts the page again. */
export function begin(again) {
  restart = again;
  outage.begin();
}

/** Shows the state of an address, whose mistakes are words for the reader, if any. */
export function arrive(mistakes, isLink) {
  [notice, isLinked, isTyping] = [mistakes && { error: mistakes }, isLink, false];
  return update("replace");
}

/** Tells the reader about the change that is being made. */
export function notify(words) {
  notice = { error: words };
}

/**
 * Changes the state with `take`, and shows it. A new position ends the typing, the choice of a piece and the walk along
 * the route.
 */
export function change(take, how = "push") {
  const { position: before, problem, example, reply } = state;
  // The rule sets are not loaded yet.
  if (!before) return undefined;
  [notice, isLinked, isTyping] = [undefined, false, false];
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
export function alter(take) {
  if (!isStale()) change(take);
}

/** Arranges the boards in another way, which asks nothing. */
export function arrange(parts) {
  Object.assign(state, parts);
  undoing.record("replace", entryOf(state));
  showControls();
  busy(() => write(modes[state.tab].board(state)).catch(failed));
}

/** Changes what is shown of an answer, which makes no entry of the history. */
export function look(parts) {
  return change(() => Object.assign(state, parts), "replace");
}

/** Shows a board that is typed or pasted. */
export function typed(text, how, pause = 0, parts = { example: "" }) {
  [notice, isLinked, isTyping] = [undefined, false, pause > 0];
  Object.assign(state, { problem: undefined, reply: false, draft: { text } }, parts);
  view.hand = undefined;
  return update(how, pause);
}

/** Shows another letter of a board that is being typed. */
export function typedOn(text, pause) {
  return typed(text, isTyping ? "replace" : "push", pause);
}

/** Ends the typing of a board. */
export function endTyping() {
  isTyping = false;
}

/** Shows the state, and asks about it after a pause in milliseconds. */
export function update(how, pause = 0) {
  undoing.record(how, entryOf(state));
  showControls();
  if (question() !== answered) showWaiting();
  view.moves = new Map();
  const signal = askAnew();
  return busy(async () => {
    if (pause > 0) await new Promise((resolve) => { setTimeout(resolve, pause); });
    if (!signal.aborted) await answer(signal);
  });
}

/** Returns the question about the state, as a text. */
function question() {
  const { draft, tab } = state;
  return JSON.stringify([tab, modes[tab].question(state), draft && !draft.read ? draft.text : ""]);
}

/** Shows the pieces alone, because the last answer is not one about them. The parts of the page stay where they are. */
function showWaiting() {
  for (const id of HELD) byId(id).style.minHeight = `${byId(id).getBoundingClientRect().height}px`;
  byId("front").setAttribute("aria-busy", "true");
  render();
}

/** Shows an answer, or the cells of an error. */
function showAnswered(found, wrong) {
  render(found, wrong);
  for (const id of HELD) byId(id).style.minHeight = "";
  byId("front").removeAttribute("aria-busy");
  answered = question();
}

/** Aborts the last question. Returns the signal of the next one. */
export function askAnew() {
  asking.abort();
  asking = new AbortController();
  return asking.signal;
}

/** Asks about the state, and shows the answer or the error. */
async function answer(signal) {
  const mode = modes[state.tab];
  const reading = readDraft(signal);
  const writing = reading.catch(() => {}).then(() => signal.aborted || write(mode.board(state), signal));
  const written = writing.catch(() => {});
  try {
    await reading;
    if (signal.aborted) return;
    const { rules } = state.position;
    const [found] = await Promise.all([mode.answer({ ...state }, signal), loadPieces(rules.name), writing]);
    if (signal.aborted) return;
    view.isBroken = false;
    showAnswered(found);
    showError(found.refused ?? (isLinked ? state.draft?.error : undefined), notice);
    outage.hide();
  } catch (refused) {
    if (signal.aborted) return;
    view.isBroken = true;
    showAnswered(undefined, refused.cells);
    failed(refused);
    await written;
    if (signal.aborted) return;
  }
  showControls();
  await modes.mate?.search(state, signal);
}

/** Sends the typed board to the library for parsing. If it has an error, the last position stays. */
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

/** Shows an error. What could not be reached is asked again later, with `again`. */
export function failed(refused, again = restart) {
  const isOffline = refused instanceof Offline;
  if (isOffline) outage.show(refused, again);
  else outage.hide();
  // An error before the first state is painted too.
  document.body.dataset.tab ??= state.tab;
  showError(isOffline ? undefined : refused, notice);
}

/** Runs `work`, during which the page is not ready, and shows its error, if any. */
export function attempt(work) {
  return busy(() => work().catch((refused) => failed(refused, () => attempt(work))));
}
