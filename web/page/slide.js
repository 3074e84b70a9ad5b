// Slides a piece from cell to cell, along the curve of its move.

import { byId, drawing, element } from "./elements.js";
import { bend } from "./lines.js";

/** The duration of a move in milliseconds, and the number of straight pieces of its curve. */
const [DURATION, FRAMES] = [280, 12];

/** Ends the current slide. */
let end = () => {};

/** Slides the piece on the cell `to` from the cell `from` to its place. */
export function slide(boards, from, to) {
  end();
  const [before, after] = [from, to].map((name) => boards.buttons.get(name));
  const piece = after?.querySelector("svg");
  if (!before || !piece) return;
  boards.bringIntoSight([to]);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [start, finish, rect] = [before, after, piece].map((part) => part.getBoundingClientRect());
  const ghost = element("div", { className: "sliding" }, drawing(boards.cells.rules, after.dataset.piece));
  lay(ghost, rect);
  after.classList.add("awaited");
  const [first, last] = [middle(start), middle(finish)];
  const transform = steps(first, bend(from, to, first, last), last);
  const animation = ghost.animate({ transform }, { duration: DURATION, easing: "ease-in-out" });
  end = () => {
    ghost.remove();
    after.classList.remove("awaited");
  };
  animation.onfinish = end;
}

/** Lays an element over a rectangle of the boards. */
function lay(ghost, { left, top, width, height }) {
  const frame = byId("lines").getBoundingClientRect();
  const place = { left: left - frame.left, top: top - frame.top, width, height };
  for (const [side, length] of Object.entries(place)) ghost.style[side] = `${length}px`;
  byId("lines").parentElement.append(ghost);
}

const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** Returns the transforms that lead along a quadratic Bézier curve to its end. */
function steps(first, control, last) {
  return Array.from({ length: FRAMES + 1 }, (_, nth) => {
    const [left, gone] = [1 - nth / FRAMES, nth / FRAMES];
    const [x, y] = [0, 1].map((axis) => {
      return left * left * first[axis] + 2 * left * gone * control[axis] + gone * gone * last[axis] - last[axis];
    });
    return `translate(${x}px, ${y}px)`;
  });
}
