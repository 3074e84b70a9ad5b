// Steps along a route: the piece slides from cell to cell.

import { drawing } from "./board.js";
import { byId, element } from "./elements.js";
import * as lines from "./lines.js";
import { state } from "./state.js";

/** The duration of a step, in milliseconds. */
const DURATION = 280;

let boards;
/** Ends the current slide. */
let end = () => {};

/** Sets up the buttons; `change` changes the state and shows it. */
export function begin(shown, change) {
  boards = shown;
  const buttons = [byId("step-back"), byId("step-next")];
  buttons.forEach((button, nth) => button.addEventListener("click", async () => {
    const from = state.step;
    const to = from + (nth === 0 ? -1 : 1);
    if (to < 0 || to > state.last) return;
    await change(() => { state.step = to; }, "replace");
    if (state.step === to) slide(lines.cellAt(from), lines.cellAt(to));
    // A disabled button would lose the focus.
    if (button.disabled) buttons[1 - nth].focus();
  }));
}

/** Slides the piece on the cell `to` from the cell `from` to its place. */
function slide(from, to) {
  end();
  const [before, after] = [from, to].map((name) => boards.buttons.get(name));
  const piece = after?.querySelector("svg");
  if (!before || !piece) return;
  boards.bringIntoSight([to]);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [start, finish, rect] = [before, after, piece].map((part) => part.getBoundingClientRect());
  const frame = byId("lines").getBoundingClientRect();
  const ghost = element("div", { className: "sliding" }, drawing(boards.cells.rules, after.dataset.piece));
  const { width, height } = rect;
  const place = { left: rect.left - frame.left, top: rect.top - frame.top, width, height };
  for (const [side, length] of Object.entries(place)) ghost.style[side] = `${length}px`;
  byId("lines").parentElement.append(ghost);
  after.classList.add("awaited");
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const [dx, dy] = middle(start).map((at, axis) => at - middle(finish)[axis]);
  const away = `translate(${dx}px, ${dy}px) scale(${start.width / finish.width}, ${start.height / finish.height})`;
  const animation = ghost.animate({ transform: [away, "none"] }, { duration: DURATION, easing: "ease-in-out" });
  end = () => {
    ghost.remove();
    after.classList.remove("awaited");
  };
  animation.onfinish = end;
}
