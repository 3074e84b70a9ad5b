// The solution of a mate problem below its keys: whether it is sound, its proof, set play and tries.

import { byId, element } from "./elements.js";
import * as mateIn from "./mate_in.js";
import { Search } from "./searching.js";
import { sideToMove, state } from "./state.js";
import { key, moveButton, numberedMove, replies } from "./tree.js";

/** The parts that are asked for when they are opened, each with its list. */
const PARTS = { set: "set-play", tries: "tries" };

const solution = new Search({ begun: "checking the solution …", tell, show: showFound });

/** Tells `changed` of a part that is opened or closed. */
export function begin(changed) {
  for (const [part, id] of Object.entries(PARTS)) {
    const details = byId(id);
    details.addEventListener("toggle", () => {
      if (details.open !== state[part]) changed({ [part]: details.open });
    });
  }
}

/** Asks for the solution of the mate that has been found; shows nothing while there is none. */
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

/** Shows words in the place of the solution. */
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
