// The headline of Mate: a verdict, the task of a problem, or the next step of a setup; and the sentence below.

import { byId } from "./elements.js";
import * as solution from "./solution.js";
import { attacker, sideToMove, view } from "./state.js";
import * as tries from "./tries.js";

const HINT = "Paste a board or place pieces.";

/** Returns words with a capital letter. */
export const titled = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** Shows the headline for what was found, if anything, and the sentence of the current reason. */
export function show(state, found, reason) {
  const judged = tries.show(state);
  const task = taskOf(state, found?.answer, judged);
  const verdict = byId("verdict");
  byId("stipulation").textContent = task;
  verdict.replaceChildren(byId("stipulation"), task ? "" : found?.setup ?? found?.answer?.headline ?? "");
  if (found?.answer) verdict.dataset.verdict = found.answer.verdict;
  else delete verdict.dataset.verdict;
  const [note] = noteOf(found);
  const sentence = task ? sentenceOf(state, judged) : reason?.text ?? note?.text ?? "";
  byId("reason").textContent = titled(tries.progress() || sentence);
  byId("solve").hidden = !task || !solution.isOpen();
}

/** Returns the explanation of what was found without an answer, as lines. */
export function noteOf(found) {
  const text = found?.why ?? (found?.setup && HINT);
  return text ? [{ depth: 0, text }] : [];
}

/** Returns the task of a problem, which need not be true of this position; empty without a problem, and at its end. */
export function taskOf(state, answer, judged) {
  const { position, problem, within, example } = state;
  if (!within || position.isEmpty || view.isBroken || answer?.legal_moves.length === 0) return "";
  const side = sideToMove(state);
  const isGiven = (problem || example || solution.isFound()) && judged?.isRight !== false;
  return `${titled(side)} to move${side === attacker(state) ? ":" : ", then"} mate in ${within}${isGiven ? "" : "?"}`;
}

function sentenceOf(state, judged) {
  if (judged) return "";
  const side = sideToMove(state);
  if (!state.unsolved) return solution.sentence(state);
  if (side !== attacker(state)) return "";
  return `Find ${titled(side)}'s ${state.problem?.ply ? "next" : "first"} move.`;
}
