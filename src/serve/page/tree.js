// Moves as buttons, and trees of moves: the mating moves after every reply.

import { element } from "./elements.js";
import { cellsOf } from "./playing.js";

/**
 * Returns a button with the name of the last of `moves`. It highlights the cells of that move, and a click plays all
 * moves. The first one is a move of `side`, or of the side to move.
 */
export function moveButton(moves, side) {
  const button = element("button", { type: "button", textContent: moves.at(-1), className: "move" });
  button.dataset.cells = cellsOf(moves.at(-1)).join(" ");
  button.dataset.line = moves.join(" ");
  if (side) button.dataset.side = side;
  return button;
}

/** Returns a list item for each reply after `moves`, with the moves that mate after it. */
export function replies(variations, { moves = [], number = 1, side }) {
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
export function key(proof, isOpen) {
  return element("li", {}, ...line(proof, { moves: [], number: 1 }, isOpen));
}

/** Returns the button for the last of `moves` after a move number. No line break comes between them. */
export function numberedMove(number, moves, side) {
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
