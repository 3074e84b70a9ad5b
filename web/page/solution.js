// The solution of a mate problem: its key moves, soundness, proof, set play and tries.

import { bringIntoSight, byId } from "./elements.js";
import { Search } from "./search.js";
import { attacker, opponent, sideToMove, state, view } from "./state.js";
import { fill, find, key, moveButton, numberedLine, refuted, replies } from "./tree.js";

const keys = new Search({ begun: "looking for a mate …", tell: tellKeys, show: showKeys });
const solution = new Search({ begun: "checking the solution …", tell, show: showFound });

/** The parts that are requested when the reader opens them, each with the id of its element. */
const PARTS = { set: "set-play", tries: "tries" };

/** Shows the answer anew, and plays a line of the solution; set by `begin`. */
let [changed, follow] = [];
/** The text of the question whose solution is to be shown on the board, while that is searched for. */
let wanted;

/** Sets up the solution; `look` gets a part that is opened or closed, `renew` shows the answer anew, `show` a problem. */
export function begin({ look, renew, show }) {
  [changed, follow] = [renew, show];
  byId("solution").addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    step(way);
  });
  for (const [part, id] of Object.entries(PARTS)) {
    const details = byId(id);
    details.addEventListener("toggle", () => {
      if (details.open !== state[part]) look({ [part]: details.open });
    });
  }
}

/** Returns the command and its question; the question is undefined if no mate is asked for. */
function keysQuestion({ tab, position, problem, force, reply, unsolved, within: left }) {
  const within = !unsolved && (problem ? problem.within : !reply && left);
  const isAsked = tab === "mate" && within && !view.isBroken && !position.isEmpty;
  const asked = problem ? problem.root.question() : position.question(sideToMove(state));
  return ["mate", isAsked ? { ...asked, force, in: Number(within), figurines: true } : undefined];
}

/** Searches for the mate, and then for its solution; aborts the searches for another question. */
export async function search(now, signal) {
  const searched = keys.ask(...keysQuestion(now));
  solve(now);
  await searched;
  if (signal.aborted) return;
  const solved = solve(now);
  // The first move is known before its proof.
  if (!now.problem?.ply) await reveal();
  await solved;
  if (!signal.aborted) await reveal();
}

/** Lets the next move of the solution be shown on the board as soon as it is found. */
export function want() {
  for (const one of [keys, solution]) one.restart();
  wanted = JSON.stringify(keysQuestion(state)[1]);
}

/** Shows the next move of the solution that is wanted; the first one after moves that are not in it. */
function reveal() {
  if (wanted === undefined || wanted !== keys.text || !keys.found?.mate_in) return undefined;
  wanted = undefined;
  const { line, ply, ...problem } = opening();
  const before = line.slice(0, ply);
  const isKnown = ply === 0 || find(before) !== undefined;
  const goesOn = isKnown ? continued(before) : keys.found.line;
  const next = isKnown ? Math.min(ply + 1, goesOn.length) : 1;
  return follow({ ...problem, line: goesOn, ply: next }, "replace");
}

export function stop() {
  for (const one of [keys, solution]) one.stop();
  wanted = undefined;
  changed();
}

/** Requests the solution of the mate that was found; hides it while there is none. */
function solve(now) {
  const isProblem = keys.found !== undefined && !keys.found.reason;
  byId("problem").hidden = !isProblem;
  for (const [part, id] of Object.entries(PARTS)) byId(id).open = now[part];
  const isAsked = isProblem && (keys.found.mate_in !== null || now.set || now.tries);
  const [command, question] = keysQuestion(now);
  byId("solution").hidden = question === undefined;
  showCurrent();
  const { set, tries } = now;
  return solution.ask(command, isAsked ? { ...question, explain: true, set, tries } : undefined);
}

function showKeys({ mate_in, keys: moves, key_figurines = [], line, line_figurines, result, reason }, { in: within }) {
  const buttons = moves.flatMap((move, nth) => [moveButton([move], key_figurines[nth]), " "]);
  if (reason) showLines([["the game is over:", result, reason].filter(Boolean).join(" ")]);
  else if (mate_in === null) showLines([unmated(within)]);
  else showLines([`mate in ${mate_in}: `, ...buttons], numberedLine(line, line_figurines));
  changed();
}

const unmated = (within) => `no mate within ${within === 1 ? "1 move" : `${within} moves`}`;

/** Shows words, above an empty line that keeps the place of the main line. */
function tellKeys(words) {
  showLines(words ? [words] : [], words ? ["\u00a0"] : []);
  changed?.();
}

function showLines(words, line = []) {
  byId("mate-in").replaceChildren(...words);
  byId("mate-line").replaceChildren(...line);
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
  // The sentence about the shown move has its text.
  changed();
}

/** Marks the move that led to the shown position. */
function showCurrent() {
  for (const move of byId("problem").querySelectorAll("[aria-current]")) move.removeAttribute("aria-current");
  const { problem } = state;
  const current = problem?.ply > 0 && find(problem.line.slice(0, problem.ply));
  if (!current) return;
  current.setAttribute("aria-current", "true");
  bringIntoSight(byId("details"), current);
}

/** The most keys that the sentence above the board names. */
const MOST_KEYS = 3;

/** Returns `true` if a mate is known to exist in the number of moves that is asked for. */
export const isFound = () => Boolean(keys.found?.mate_in);

/** Returns `true` if the solution can be asked for: it was not searched, or its search was stopped. */
export const isOpen = () => state.unsolved || keys.isStopped || solution.isStopped;

/** Returns a sentence about the solution, to be read above the board. */
export function sentence({ problem }) {
  const { found } = keys;
  if (!found || found.mate_in === null) return byId("mate-in").textContent;
  const moves = problem?.line.slice(0, problem.ply) ?? [];
  const figurine = moves.length > 0 && find(moves)?.textContent;
  if (figurine) return `${Math.ceil(moves.length / 2)}${moves.length % 2 === 0 ? "…" : "."} ${figurine}`;
  if (moves.length > 0) return "";
  const names = found.key_figurines ?? found.keys;
  if (names.length > MOST_KEYS) return `${names.length} keys`;
  return `${names.length === 1 ? "The key is" : "Keys:"} ${names.join(", ")}`;
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
  return follow({ ...problem, by: by ?? problem.root.side, line: continued(moves), ply: moves.length }, "push");
}

/** Returns the problem after one more move. */
export function after(move) {
  const { line, ply, ...problem } = opening();
  return { ...problem, line: continued([...line.slice(0, ply), move]), ply: ply + 1 };
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
  return all.length < moves.length ? moves : all;
}
