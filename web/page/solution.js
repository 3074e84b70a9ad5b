// The solution of a mate problem: its key moves, soundness, proof, set play and tries.

import { byId, element } from "./elements.js";
import { attacker, opponent, sideToMove, state, view } from "./state.js";
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
    Object.assign(this, { text, found: undefined, isStopped: false });
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
    this.isStopped = true;
    this.tell(`stopped after ${this.clock.seconds()} s`);
  }

  /** Lets the stopped question be asked again. */
  restart() {
    if (this.isStopped) this.text = undefined;
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
  const { position, problem, force, reply, unsolved } = state;
  const within = problem ? problem.within : !reply && !unsolved && state.within;
  const isAsked = state.tab === "mate" && within && !view.isBroken && !position.isEmpty;
  const asked = problem ? problem.root.question() : position.question(sideToMove(state));
  return ["mate", isAsked ? { ...asked, force, in: Number(within) } : undefined];
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

/** Plays a line of the solution; set by `begin`. */
let follow;

const solution = new Search({ begun: "checking the solution …", tell, show: showFound });

/** Calls `changed` with the new state of a part that is opened or closed, and `play` with a problem to play. */
export function begin(changed, play) {
  follow = play;
  byId("solution").addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    step(way);
  });
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
  showCurrent();
}

/** Lets stopped searches start again. */
export function restart() {
  for (const search of [keys, solution]) search.restart();
}

/** Requests the solution of the mate that was found; hides it while there is none. */
function solve(state) {
  const isProblem = keys.found !== undefined && !keys.found.reason;
  byId("problem").hidden = !isProblem;
  for (const [part, id] of Object.entries(PARTS)) byId(id).open = state[part];
  const isAsked = isProblem && (keys.found.mate_in !== null || state.set || state.tries);
  const [command, question] = keysQuestion(state);
  byId("solution").hidden = question === undefined;
  showCurrent();
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
  if (set) fill("set", replies(set, { side: opponent(attacker(state)) }));
  if (tries) fill("tried", tries.map(refuted));
  showCurrent();
}

/** Returns the problem of the solution that is shown, before its first move. */
function opening() {
  const { position, within, problem } = state;
  const side = sideToMove(state);
  return problem ?? { root: position.with({ side }), by: side, line: keys.found?.line ?? [], ply: 0, within };
}

/** Returns the line that the buttons step through, and the number of its moves that are played. */
export function walk() {
  const { line, ply } = opening();
  return { line, ply };
}

/** Steps along the line of the solution. */
export function step(way) {
  const problem = opening();
  const ply = problem.ply + way;
  if (ply >= 0 && ply <= problem.line.length) return follow({ ...problem, ply }, "replace");
  return undefined;
}

/** Plays moves of the solution from its position; the line goes on with the first moves of its tree. */
export function play(moves, by) {
  const problem = opening();
  const line = continued(moves);
  return follow({ ...problem, by: by ?? problem.root.side, line, ply: moves.length }, "push");
}

/** Returns `true` if the move is one of the solution's after the moves that are played. */
export function has(move) {
  const { line, ply } = opening();
  return button([...line.slice(0, ply), move]) !== undefined;
}

/** Plays a move after the moves that are played. */
export function playNext(move) {
  const { line, ply, by } = opening();
  return play([...line.slice(0, ply), move], by);
}

/** Adds to moves the main line after them, or else the first replies and continuations of the tree. */
function continued(moves) {
  const { line } = keys.found ?? { line: [] };
  if (moves.every((move, nth) => move === line[nth])) return line;
  const before = state.problem?.line ?? [];
  if (moves.length <= before.length && moves.every((move, nth) => move === before[nth])) return before;
  const { proof = [], set = [] } = solution.found ?? {};
  const [all, nameOf] = [[], ({ move, reply }) => move ?? reply];
  for (let choices = [...proof, ...(set ?? [])]; choices.length > 0;) {
    const played = moves[all.length];
    const next = played ? choices.find((choice) => nameOf(choice) === played) : choices[0];
    if (!next) return moves;
    all.push(nameOf(next));
    choices = next.replies ?? next.continuations;
  }
  return all;
}

/** Returns the button of the tree for moves; undefined if there is none. Opens the branches that lead there. */
function button(moves) {
  let found;
  for (let length = 1; length <= moves.length; length++) {
    const text = moves.slice(0, length).join(" ");
    found = [...byId("problem").querySelectorAll(".move")].find(({ dataset }) => dataset.line === text);
    if (found && length < moves.length) open(found);
  }
  return found;
}

/** Opens the replies after the move of a button. */
function open(move) {
  const more = move.closest("li").querySelector(":scope > .more[aria-expanded=false]");
  if (more && move.dataset.ply % 2 === 0) more.click();
}

/** Marks the move that led to the shown position, and shows what is asked, which need not be true of this position. */
function showCurrent() {
  for (const move of byId("problem").querySelectorAll("[aria-current]")) move.removeAttribute("aria-current");
  const { problem, within, tab } = state;
  if (problem?.ply > 0) button(problem.line.slice(0, problem.ply))?.setAttribute("aria-current", "true");
  const side = sideToMove(state);
  const isReply = side !== attacker(state);
  const upper = (word) => word[0].toUpperCase() + word.slice(1);
  const isGiven = problem || state.example || keys.found?.mate_in;
  const words = `${upper(side)} to move${isReply ? ", then" : ","} mate in ${within}${isGiven ? "" : "?"}`;
  byId("stipulation").textContent = tab === "mate" && within && !state.position.isEmpty ? words : "";
  byId("solve").hidden = !(within && (state.unsolved || keys.isStopped || solution.isStopped));
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
  button.dataset.ply = moves.length - 1;
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
