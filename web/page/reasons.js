// The reasons of a verdict: a chip for each, the sentence of the current one, and its marks and lines on the board.

import { byId, element } from "./elements.js";
import { state, view } from "./state.js";
import { cellsOf } from "./tree.js";

/** The elements that have a use of their own for the arrow keys. */
const BUSY = "[data-cell], input, textarea, select, [role=tab], #solution, [popover], dialog";

let changed;
/** The reasons that are shown, and the position that they are about. */
let [shown, about] = [[], undefined];

/** Sets up chips and keys; `renew` shows the answer anew, for another current reason. */
export function begin(renew) {
  changed = renew;
  byId("reasons").addEventListener("click", (event) => {
    const { reason } = event.target.closest("[data-reason]")?.dataset ?? {};
    if (reason) choose(reason);
  });
  addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    if (!way || !isPlain || state.tab !== "mate" || shown.length === 0 || event.target.closest?.(BUSY)) return;
    event.preventDefault();
    choose(beside(shown, view.reason, way));
  });
}

/** Makes a reason the current one. */
function choose(name) {
  view.reason = name;
  changed();
}

/** Returns the current reason: the one with the name, or else the first; undefined if there is none. */
export function current(reasons, name) {
  return reasons.find(({ reason }) => reason === name) ?? reasons[0];
}

/** Returns the name of the reason some steps after the current one, in a circle. */
export function beside(reasons, name, steps) {
  const at = reasons.indexOf(current(reasons, name));
  return reasons[(at + steps + reasons.length) % reasons.length].reason;
}

/** Shows a chip for each reason. Another position begins with the first one. Returns the current reason, if any. */
export function show(reasons, position) {
  if (position !== about) view.reason = undefined;
  // Chips that stay keep the focus.
  if (reasons !== shown) byId("reasons").replaceChildren(...reasons.map(chip));
  [shown, about] = [reasons, position];
  const now = current(reasons, view.reason);
  for (const button of byId("reasons").children) {
    const isCurrent = button.dataset.reason === now.reason;
    button.ariaPressed = String(isCurrent);
    if (isCurrent) bringAcross(byId("reasons").parentElement, button);
  }
  return now;
}

function chip({ reason, title }, nth) {
  const button = element("button", { type: "button", textContent: `${nth + 1} ${title}` });
  button.dataset.reason = reason;
  return button;
}

/** Scrolls a row as little as possible until an item in it is visible. */
function bringAcross(row, item) {
  const [outer, inner] = [row, item].map((part) => part.getBoundingClientRect());
  row.scrollLeft += Math.min(inner.left - outer.left, 0) + Math.max(inner.right - outer.right, 0);
}

/** Returns the marks of cells for the current reason: where the king cannot go, and the moves that its lines name. */
export function marksOf({ king_steps: steps, lines }, now, position) {
  const marks = new Map();
  if (!now || now.reason === "check") return marks;
  const isGuarded = ({ outcome }) => outcome !== "escapes" && outcome !== "occupied";
  if (now.reason === "step") for (const { cell } of steps.filter(isGuarded)) marks.set(cell, "guarded");
  const moves = now.lines.flatMap((nth) => (lines[nth].works ? lines[nth].moves ?? [] : []));
  for (const move of moves) {
    const [, to] = cellsOf(move);
    marks.set(to, position.on(to) ? "capture" : "move");
  }
  return marks;
}

/** Returns the lines on the board for the current reason: those of the checkers, and those of the guards. */
export function linesOf(reasons, now) {
  const drawn = (reason, kind) => (reason?.attacks ?? []).map(([from, to]) => ({ from, to, kind }));
  const check = reasons.find(({ reason }) => reason === "check");
  return [...drawn(check, "check"), ...(now && now !== check ? drawn(now, "guard") : [])];
}

/** Returns the cells that are lit for the current reason. Those of check and king steps have lines and marks. */
export function litBy(answer, now) {
  if (!["capture", "block"].includes(now?.reason)) return [];
  return [...new Set(now.lines.flatMap((nth) => answer.lines[nth].cells ?? []))];
}
