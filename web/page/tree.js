// The moves of a solution as buttons: in a line, and in a tree of replies.

import { byId, element } from "./elements.js";

/** Returns the two cells of a move such as `a1-a2=Q`. */
export function cellsOf(move) {
  return move.replace(/=.*/, "").split("-");
}

/**
 * Returns a button with the text `figurine` for the last of `moves`. It highlights the cells of that move, and a click
 * plays all moves. The first one is a move of `side`, or of the side to move.
 */
export function moveButton(moves, figurine, side) {
  const move = moves.at(-1);
  const button = element("button", { type: "button", textContent: figurine ?? move, className: "move" });
  Object.assign(button.dataset, { move, cells: cellsOf(move).join(" "), line: moves.join(" "), ply: moves.length - 1 });
  if (side) button.dataset.side = side;
  return button;
}

/** Returns a line as buttons, with a number before each move of the attacker. */
export function numberedLine(moves, figurines = []) {
  return moves.flatMap((_, nth) => {
    const move = moveButton(moves.slice(0, nth + 1), figurines[nth]);
    return [nth % 2 === 0 ? numbered(nth / 2 + 1, move) : move, " "];
  });
}

/** Fills the list with this id; it says `none` if there are no items. */
export function fill(id, items) {
  byId(id).replaceChildren(...(items.length > 0 ? items : [element("li", { textContent: "none" })]));
}

/** Returns the list item of a key move; a button shows its replies unless `isOpen` is true. */
export function key(proof, isOpen) {
  return element("li", {}, ...line(proof, { moves: [], number: 1 }, isOpen));
}

/** Returns a list item for each reply after `moves`, with the moves that mate after it. */
export function replies(variations, { moves = [], number = 1, side }) {
  return variations.map(({ reply, figurine, continuations }) => {
    const before = [...moves, reply];
    const next = { moves: before, number: number + 1, side };
    const lines = continuations.map((proof) => line(proof, next));
    return element("li", {}, moveButton(before, figurine, side), " ", ...(lines.length > 1 ? duals(lines) : lines.flat()));
  });
}

/** Returns the list item of a try with its refutation. */
export function refuted({ move, figurine, refutation, refutation_figurine }) {
  const answer = moveButton([move, refutation], refutation_figurine);
  return element("li", {}, numbered(1, moveButton([move], figurine)), " refuted by ", answer);
}

/** Returns the button of the tree for moves; undefined if there is none. Opens the branches that lead there. */
export function find(moves) {
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

/** Returns a button after a move number. No line break comes between them. */
function numbered(number, button) {
  return element("span", { className: "ply" }, `${number}. `, button);
}

/** Returns several mating moves as a list with the word `dual`. */
function duals(lines) {
  const items = lines.map((parts) => element("li", {}, ...parts));
  return [element("b", { className: "dual", textContent: "dual" }), element("ol", { className: "tree" }, ...items)];
}

/** Returns a move of the attacker with its number, and the replies after it. */
function line({ move, figurine, replies: variations }, { moves, number, side }, isOpen = false) {
  const before = [...moves, move];
  const start = [numbered(number, moveButton(before, figurine, side)), " "];
  if (variations.length === 0) return start;
  return [...start, ...branch(variations, { moves: before, number, side }, isOpen)];
}

/** Returns a list of replies with its button. The list is filled when it is opened, because trees may be large. */
function branch(variations, place, isOpen) {
  const list = element("ol", { className: "tree" });
  const count = variations.length === 1 ? "1 reply" : `${variations.length} replies`;
  const button = element("button", { type: "button", className: "more", textContent: count });
  const show = (isShown) => {
    button.setAttribute("aria-expanded", String(isShown));
    list.hidden = !isShown;
    if (isShown && !list.hasChildNodes()) list.append(...replies(variations, place));
  };
  button.addEventListener("click", () => show(list.hidden));
  show(isOpen);
  return [button, list];
}
