// Highlights the cells of a line in the panel, and the lines about a cell.

import { bringIntoSight, byId } from "./elements.js";
import * as lines from "./lines.js";

/** Starts to highlight the cells of the line under the pointer or the focus. */
export function begin(boards) {
  const light = (item, isSought) => {
    const { cells = "", attacks = "" } = item?.dataset ?? {};
    boards.light(cells.split(" ").filter(Boolean), isSought);
    lines.showAttacks(attacks.split(",").filter(Boolean).map((pair) => pair.split(" ")));
  };
  byId("panel").addEventListener("pointerover", (event) => light(event.target.closest("[data-cells]")));
  byId("panel").addEventListener("focusin", (event) => {
    const item = event.target.closest("[data-cells]");
    // A tap focuses and then plays a move, which must not scroll away from the finger.
    light(item, item && (!item.matches(".move") || item.matches(":focus-visible")));
  });
  for (const name of ["pointerleave", "focusout"]) byId("panel").addEventListener(name, () => light());
}

/** Highlights the lines and moves that mention a cell, and scrolls to the first of them. */
export function pointed(name) {
  const lit = [...byId("panel").querySelectorAll("[data-cells]")].filter((item) => {
    return item.classList.toggle("lit", name !== undefined && item.dataset.cells.split(" ").includes(name));
  });
  if (lit.length > 0) for (const box of [byId("details"), byId("panel")]) bringIntoSight(box, lit[0]);
}
