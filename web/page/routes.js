// The shortest routes of Path: which one is drawn, and the steps along it.

import { byId } from "./elements.js";
import * as lines from "./lines.js";
import { slide } from "./slide.js";
import { state, view } from "./state.js";

/** The number of shortest routes that can be shown one after the other. */
const MOST_ROUTES = 1000;

/** Shows the route that is drawn, and which of the shortest ones it is. */
export function showRoute(route, count = 1) {
  const { step, nth } = state;
  view.routes = Math.min(count, MOST_ROUTES);
  byId("next-route").disabled = view.routes < 2;
  const which = count === 1 ? "The only shortest route" : `Route ${nth + 1} of ${count}`;
  byId("routes").textContent = route.length > 0 ? `${which}: ${route.join(" ")}` : "";
  byId("steps").dataset.empty = String(route.length < 2);
  byId("step").textContent = `move ${step} of ${view.last}`;
}

/** Sets up the buttons that step along the route and show the next one; `change` changes the state and shows it. */
export function begin({ boards, change }) {
  const buttons = [byId("step-back"), byId("step-next")];
  buttons.forEach((button, nth) => button.addEventListener("click", async () => {
    if (state.tab !== "path") return;
    const from = state.step;
    const to = from + (nth === 0 ? -1 : 1);
    if (to < 0 || to > view.last) return;
    await change(() => { state.step = to; }, "replace");
    if (state.step === to) slide(boards, lines.cellAt(from), lines.cellAt(to));
    // A disabled button would lose the focus.
    if (button.disabled) buttons[1 - nth].focus();
  }));
  byId("next-route").addEventListener("click", () => {
    change(() => Object.assign(state, { nth: (state.nth + 1) % view.routes, step: 0 }), "replace");
  });
}
