// Moves as buttons, and trees of them: what mates after every reply.

import { element } from "./elements.js";
import { cellsOf } from "./playing.js";

/** Returns a button for the last of some moves: it lights up its cells, and plays all of them. The first is by `side`,
 * or by the side to move. */
export function moveButton(moves, side) {
  const button = element("button", { type: "button", textContent: moves.at(-1), className: "move" });
  button.dataset.cells = cellsOf(moves.at(-1)).join(" ");
  button.dataset.line = moves.join(" ");
  if (side) button.dataset.side = side;
  return button;
}

/** Returns the items of the replies to some moves, each with the moves that mate after it. */
export function replies(variations, { moves = [], number = 1, side }) {
  return variations.map(({ reply, continuations }) => {
    const before = [...moves, reply];
    const next = { moves: before, number: number + 1, side };
    const lines = continuations.map((proof) => line(proof, next));
    return element("li", {}, moveButton(before, side), " ", ...(lines.length > 1 ? duals(lines) : lines.flat()));
  });
}

/** Several moves mate: each has its own line. */
function duals(lines) {
  const items = lines.map((line) => element("li", {}, ...line));
  return [element("b", { className: "dual", textContent: "dual" }), element("ol", { className: "tree" }, ...items)];
}

/** Returns the item of a key, whose replies are shown at once or by a button. */
export function key(proof, isOpen) {
  return element("li", {}, ...line(proof, { moves: [], number: 1 }, isOpen));
}

/** Returns the button for the last of some moves after its number, which no line break parts from the move. */
export function numberedMove(number, moves, side) {
  return element("span", { className: "ply" }, `${number}. `, moveButton(moves, side));
}

/** A move of the attacker with its number, and what follows it. */
function line({ move, replies: variations }, { moves, number, side }, isOpen = false) {
  const before = [...moves, move];
  const start = [numberedMove(number, before, side), " "];
  if (variations.length === 0) return [...start, "mate "];
  return [...start, ...branch(variations, { moves: before, number, side }, isOpen)];
}

/** A list of replies, which is made when it is opened: whole trees may be large. */
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
