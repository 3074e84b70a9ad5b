// The solution of a mate problem: its soundness, proof, set play and tries.

import { byId, element } from "./elements.js";
import * as mateIn from "./mate_in.js";
import { Search } from "./searching.js";
import { sideToMove, state } from "./state.js";
import { key, moveButton, numberedMove, replies } from "./tree.js";

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

/** Requests the solution of the mate that was found; hides it while there is none. */
export function search(state) {
  const found = mateIn.found();
  const isProblem = found !== undefined && !found.reason;
  byId("problem").hidden = !isProblem;
  for (const [part, id] of Object.entries(PARTS)) byId(id).open = state[part];
  const isAsked = isProblem && (found.mate_in !== null || state.set || state.tries);
  const [command, question] = mateIn.question(state);
  const { set, tries } = state;
  return solution.ask(command, isAsked ? { ...question, explain: true, set, tries } : undefined);
}

export const stop = () => solution.stop();

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
