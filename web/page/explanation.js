// The explanation of a verdict: its lines, and the cells that light up with them on the board.

import { bringIntoSight, byId, element } from "./elements.js";
import * as lines from "./lines.js";

let boards;
/** The lines that are shown, and the cells that are lit while no line is pointed at. */
let [shown, resting] = [[], []];

/** Sets the boards. They highlight the cells of the line under the pointer or the focus. */
export function begin(over) {
  boards = over;
  byId("panel").addEventListener("pointerover", (event) => light(event.target.closest("[data-cells]")));
  byId("panel").addEventListener("focusin", (event) => {
    const item = event.target.closest("[data-cells]");
    // A tap focuses and then plays a move, which must not scroll away from the finger.
    light(item, item && (!item.matches(".move") || item.matches(":focus-visible")));
  });
  for (const name of ["pointerleave", "focusout"]) byId("panel").addEventListener(name, () => light());
}

/**
 * Shows lines of an answer. Those with the indices `current` are marked, `cells` are lit with them, and the first of them
 * is scrolled to if `isSought` is true.
 */
export function show(all, { current = [], cells = [], isSought = false }) {
  // The same lines keep the focus on one of them.
  if (all !== shown) byId("explanation").replaceChildren(...all.map(line));
  [shown, resting] = [all, cells];
  const items = [...byId("explanation").children];
  items.forEach((item, nth) => {
    if (current.includes(nth)) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  });
  if (isSought && current.length > 0) bringIntoSight(byId("details"), items[current[0]]);
  light();
}

/** Highlights the lines and moves that mention a cell, and scrolls to the first of them. */
export function pointed(name) {
  const lit = [...byId("panel").querySelectorAll("[data-cells]")].filter((item) => {
    return item.classList.toggle("lit", name !== undefined && item.dataset.cells.split(" ").includes(name));
  });
  if (lit.length > 0) for (const box of [byId("details"), byId("panel")]) bringIntoSight(box, lit[0]);
}

function light(item, isSought = false) {
  const { cells, attacks = "" } = item?.dataset ?? {};
  boards.light(cells?.split(" ").filter(Boolean) ?? resting, isSought);
  lines.showAttacks(attacks.split(",").filter(Boolean).map((pair) => pair.split(" ")));
}

/** Returns a line of the explanation; a line that names legal moves becomes a button that plays them. */
function line({ depth, works, label, text, cells = [], attacks = [], moves = [] }) {
  const words = named(label ? `${label}  ${text}` : text, cells);
  const play = works && moves.length > 0;
  const item = element("li", { className: works ? "works" : "" });
  const part = play ? element("button", { type: "button", className: "move" }) : item;
  if (play) item.append(part);
  else item.tabIndex = 0;
  part.append(...words.map((word, nth) => (nth % 2 === 0 ? word : element("b", { textContent: word }))));
  item.dataset.depth = depth;
  part.dataset.cells = cells.join(" ");
  part.dataset.attacks = attacks.map(([from, to]) => `${from} ${to}`).join(",");
  if (play) part.dataset.choices = moves.join(" ");
  return item;
}

/** Returns the parts of a text: words and names in turn, beginning with words, which may be empty. */
export function named(text, names) {
  if (names.length === 0) return [text];
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const patterns = longestFirst.map((name) => name.replace(/[^\p{L}\d]/gu, "\\$&"));
  return text.split(new RegExp(`(${patterns.join("|")})`));
}
