// The solution of a mate problem: its key moves, soundness, proof, set play and tries.

import { byId, element } from "./elements.js";
import { modes, sideToMove, state } from "./state.js";
import { ask } from "./transport.js";

/** A long search: shows its time, and a button that stops it. */
class Search {
  /** `begun` are the words while the search runs, `tell` shows words instead of an answer, `show` shows an answer. */
  constructor({ begun, tell, show }) {
    Object.assign(this, { begun, tell, show, text: "", done: Promise.resolve() });
  }

  /** Aborts the last question and asks another one, if any. Does nothing if the question is the last one. */
  ask(command, question) {
    const text = JSON.stringify(question) ?? "";
    if (text === this.text) return this.done;
    this.giveUp();
    Object.assign(this, { text, found: undefined });
    this.done = question ? this.answer(command, question) : Promise.resolve(this.tell(""));
    return this.done;
  }

  async answer(command, question) {
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.clock = started();
    this.tell(this.begun);
    try {
      const found = await ask(command, question, signal);
      if (signal.aborted) return;
      this.found = found;
      this.show(found, question);
    } catch (refused) {
      if (signal.aborted) return;
      this.tell(refused.error ?? refused.message);
      // After an error, the question can be asked again.
      this.text = undefined;
    }
    this.clock.stop();
  }

  giveUp() {
    this.controller?.abort();
    this.clock?.stop();
  }

  /** Aborts the question, and shows that. The question is not asked again until another one was asked. */
  stop() {
    if (!this.clock?.isRunning) return;
    this.giveUp();
    this.tell(`stopped after ${this.clock.seconds()} s`);
  }
}

/** Shows the time of a search and the button that stops it. Returns a clock that hides both at its `stop`. */
function started() {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const tick = () => {
    byId("elapsed").textContent = `${seconds()} s`;
  };
  tick();
  byId("searching").hidden = false;
  const timer = setInterval(tick, 1000);
  const clock = { seconds, isRunning: true };
  clock.stop = () => {
    if (!clock.isRunning) return;
    clock.isRunning = false;
    clearInterval(timer);
    byId("searching").hidden = true;
  };
  return clock;
}

const keys = new Search({ begun: "looking for a mate …", tell: tellKeys, show: showKeys });

/** Returns the command and its question; the question is undefined if no mate is asked for. */
function keysQuestion(state) {
  const [command, board] = modes.mate.question(state);
  const isAsked = state.tab === "mate" && state.within && !state.broken && !state.position.isEmpty;
  return [command, isAsked ? { ...board, in: Number(state.within) } : undefined];
}

function showKeys({ mate_in, keys, line, result, reason }, question) {
  const most = question.in === 1 ? "1 move" : `${question.in} moves`;
  if (reason) showLines([["the game is over:", result, reason].filter(Boolean).join(" ")]);
  else if (mate_in === null) showLines([`no mate within ${most}`]);
  else showLines([`mate in ${mate_in}: `, ...keys.flatMap((key) => [moveButton([key]), " "])], numbered(line));
}

/** Shows words, above an empty line that keeps the place of the main line. */
function tellKeys(words) {
  showLines(words ? [words] : [], words ? ["\u00a0"] : []);
}

function showLines(words, line = []) {
  byId("mate-in").replaceChildren(...words);
  byId("mate-line").replaceChildren(...line);
}

/** Returns the main line as buttons, with a number before each move of the attacker. */
function numbered(line) {
  return line.flatMap((_, nth) => {
    const moves = line.slice(0, nth + 1);
    return [nth % 2 === 0 ? numberedMove(nth / 2 + 1, moves) : moveButton(moves), " "];
  });
}

/** The parts that are requested when the reader opens them, each with the id of its element. */
const PARTS = { set: "set-play", tries: "tries" };

const solution = new Search({ begun: "checking the solution …", tell, show: showFound });

/** Calls `changed` with the new state of a part that is opened or closed. */
export function begin(changed) {
  for (const [part, id] of Object.entries(PARTS)) {
    const details = byId(id);
    details.addEventListener("toggle", () => {
      if (details.open !== state[part]) changed({ [part]: details.open });
    });
  }
}

/** Searches for the mate, and then for its solution; aborts the searches for another question. */
export async function search(state, signal) {
  const searched = keys.ask(...keysQuestion(state));
  solve(state);
  await searched;
  if (!signal.aborted) await solve(state);
}

export function stop() {
  for (const search of [keys, solution]) search.stop();
}

/** Requests the solution of the mate that was found; hides it while there is none. */
function solve(state) {
  const isProblem = keys.found !== undefined && !keys.found.reason;
  byId("problem").hidden = !isProblem;
  for (const [part, id] of Object.entries(PARTS)) byId(id).open = state[part];
  const isAsked = isProblem && (keys.found.mate_in !== null || state.set || state.tries);
  const [command, question] = keysQuestion(state);
  const { set, tries } = state;
  return solution.ask(command, isAsked ? { ...question, explain: true, set, tries } : undefined);
}

/** Shows words instead of the solution. */
function tell(words) {
  byId("soundness").textContent = words;
  for (const id of ["proof", "set", "tried"]) byId(id).replaceChildren();
}

function showFound({ mate_in, soundness, duals, proof, set, tries }) {
  tell(mate_in === null ? "" : [soundness, duals > 0 ? `duals: ${duals}` : ""].filter(Boolean).join("; "));
  byId("proof").replaceChildren(...proof.map((one) => key(one, proof.length === 1)));
  const other = sideToMove(state) === "white" ? "black" : "white";
  if (set) fill("set", replies(set, { side: other }));
  if (tries) fill("tried", tries.map(refuted));
}

function refuted({ move, refutation }) {
  return element("li", {}, numberedMove(1, [move]), " refuted by ", moveButton([move, refutation]));
}

function fill(id, items) {
  byId(id).replaceChildren(...(items.length > 0 ? items : [element("li", { textContent: "none" })]));
}

/** Returns the two cells of a move such as `a1-a2=Q`. */
export function cellsOf(move) {
  return move.replace(/=.*/, "").split("-");
}

/**
 * Returns a button with the name of the last of `moves`. It highlights the cells of that move, and a click plays all
 * moves. The first one is a move of `side`, or of the side to move.
 */
function moveButton(moves, side) {
  const button = element("button", { type: "button", textContent: moves.at(-1), className: "move" });
  button.dataset.cells = cellsOf(moves.at(-1)).join(" ");
  button.dataset.line = moves.join(" ");
  if (side) button.dataset.side = side;
  return button;
}

/** Returns a list item for each reply after `moves`, with the moves that mate after it. */
function replies(variations, { moves = [], number = 1, side }) {
  return variations.map(({ reply, continuations }) => {
    const before = [...moves, reply];
    const next = { moves: before, number: number + 1, side };
    const lines = continuations.map((proof) => line(proof, next));
    return element("li", {}, moveButton(before, side), " ", ...(lines.length > 1 ? duals(lines) : lines.flat()));
  });
}

/** Returns several mating moves as a list with the word `dual`. */
function duals(lines) {
  const items = lines.map((line) => element("li", {}, ...line));
  return [element("b", { className: "dual", textContent: "dual" }), element("ol", { className: "tree" }, ...items)];
}

/** Returns the list item of a key move; a button shows its replies unless `isOpen` is true. */
function key(proof, isOpen) {
  return element("li", {}, ...line(proof, { moves: [], number: 1 }, isOpen));
}

/** Returns the button for the last of `moves` after a move number. No line break comes between them. */
function numberedMove(number, moves, side) {
  return element("span", { className: "ply" }, `${number}. `, moveButton(moves, side));
}

/** Returns a move of the attacker with its number, and the replies after it. */
function line({ move, replies: variations }, { moves, number, side }, isOpen = false) {
  const before = [...moves, move];
  const start = [numberedMove(number, before, side), " "];
  if (variations.length === 0) return [...start, "mate "];
  return [...start, ...branch(variations, { moves: before, number, side }, isOpen)];
}

/** Returns a list of replies with its button. The list is filled when it is opened, because trees may be large. */
function branch(variations, place, isOpen) {
  const list = element("ol", { className: "tree" });
  const count = variations.length === 1 ? "1 reply" : `${variations.length} replies`;
  const button = element("button", { type: "button", className: "more", textContent: count });
  const open = (isOpen) => {
    button.setAttribute("aria-expanded", String(isOpen));
    list.hidden = !isOpen;
    if (isOpen && !list.hasChildNodes()) list.append(...replies(variations, place));
  };
  button.addEventListener("click", () => open(list.hidden));
  open(isOpen);
  return [button, list];
}
