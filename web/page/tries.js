// Tries: the moves that a reader plays for the attacker in a problem. They are judged at once.

import { byId } from "./elements.js";
import * as problems from "./problems.js";
import { Search } from "./search.js";
import { opponent } from "./state.js";
import { cellsOf } from "./tree.js";

/** The time in milliseconds to look at a right try before it is answered on the board. */
const MOMENT = 700;

/** The judgements of the tries of this visit by their texts: their answer is still right after Undo and Redo. */
const judgements = new Map();
/** The try that is to be judged: its `problem` after the try, and the `question` about it. */
let tried;
let [changed, follow] = [];

const search = new Search({ begun: "checking the move …", tell: () => changed?.(), show() {} });

/** Sets up the judgements; `renew` shows the answer anew, and `play` shows a problem after other moves. */
export function begin(renew, play) {
  [changed, follow] = [renew, play];
}

/** Notes that a problem was reached by a try, which is judged as soon as its position is shown. */
export function add(problem, question) {
  tried = { problem, question };
}

/** Judges the try that led to the shown position, if it is new. Plays the answer to a right one. */
export async function judge({ tab, problem, example, unsolved }, signal) {
  const isShown = tab === "mate" && tried && problem && keyOf(problem) === keyOf(tried.problem);
  const { question } = isShown ? tried : {};
  await search.ask("mate", question);
  const answer = search.found;
  if (!question || !answer || signal.aborted) return;
  tried = undefined;
  const found = judgement(answer, opponent(question.board.side));
  judgements.set(keyOf(problem), found);
  changed();
  if (!answer.right) return;
  if (!answer.defence) {
    if (unsolved && isOwn(problem)) problems.solve(example);
    return;
  }
  await new Promise((resolve) => { setTimeout(resolve, MOMENT); });
  if (signal.aborted) return;
  const next = answered(problem, answer.defence);
  judgements.set(keyOf(next), { ...found, reply: undefined });
  await follow(next, "replace");
}

export const stop = () => search.stop();

/** Shows the judgement of the last move. Returns it; undefined if there is none. */
export function show({ problem }) {
  const found = problem && judgements.get(keyOf(problem));
  const part = byId("judged");
  part.hidden = !found;
  part.textContent = found?.text ?? "";
  if (found) part.dataset.judged = found.isRight ? "right" : "wrong";
  else delete part.dataset.judged;
  return found;
}

/** Returns the line on the board for the answer to a wrong try, if that was the last move. */
export function linesOf({ problem }) {
  const [from, to] = (problem && judgements.get(keyOf(problem))?.reply) ?? [];
  return from ? [{ from, to, kind: "reply" }] : [];
}

/** Returns the words about a try that is being judged; empty if there is none. */
export function progress() {
  if (search.isStopped) return "the move was not checked";
  return search.clock?.isRunning ? search.begun : "";
}

/** Returns the judgement of a try from the answer about it; the `defender` answers it. */
export function judgement({ right, defence, defence_figurine, reason }, defender) {
  const name = defender[0].toUpperCase() + defender.slice(1);
  const figurine = defence_figurine ?? defence;
  if (right) return { isRight: true, text: defence ? `Right. Longest defence: ${figurine}` : "Right: mate." };
  if (!defence) return { isRight: false, text: `No: the game is over${reason ? ` (${reason})` : ""}` };
  return { isRight: false, text: `No: ${name} answers ${figurine}`, reply: cellsOf(defence) };
}

/** Returns the problem after one more move; its line goes on as it did if that move was played before. */
function answered({ line, ply, ...problem }, move) {
  const goesOn = line[ply] === move;
  return { ...problem, line: goesOn ? line : [...line.slice(0, ply), move], ply: ply + 1 };
}

/** Returns `true` unless the moves that led here have a wrong try among them. */
function isOwn(problem) {
  return problem.line.every((_, nth) => judgements.get(keyOf({ ...problem, ply: nth + 1 }))?.isRight !== false);
}

/** Returns a text that is the same for the same moves from the same position. */
function keyOf({ root, by, line, ply }) {
  return JSON.stringify([[...root.pieces].sort(), root.side, by, line.slice(0, ply)]);
}
