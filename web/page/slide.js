// Slides a piece from cell to cell, along the curve of its move.

import { pointAt } from "./curves.js";
import { byId, drawing, element } from "./elements.js";
import { curveOf } from "./lines.js";

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
  const ghost = element("div", { className: "sliding" }, drawing(boards.cells.rules, after.dataset.piece));
  lay(ghost, piece.getBoundingClientRect());
  after.classList.add("awaited");
  const animation = ghost.animate({ transform: steps(curveOf(from, to)) }, { duration: DURATION, easing: "ease-in-out" });
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

/** Returns the transforms that lead along a curve to its end. */
function steps(curve) {
  const [right, down] = curve[2];
  return Array.from({ length: FRAMES + 1 }, (_, nth) => {
    const [x, y] = pointAt(curve, nth / FRAMES);
    return `translate(${x - right}px, ${y - down}px)`;
  });
}
