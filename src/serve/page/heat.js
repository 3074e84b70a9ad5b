// The legend of the heat map: the color of each distance.

import { byId, element } from "./elements.js";

/** The most steps in the legend. */
const MOST = 12;
/** The least distance that gets the darkest color, so that near cells look alike on every board. */
const NEAR = 6;

/** Shows the legend for distances up to the farthest, or none if that is -1. The style sheet has the colors. */
export function showScale(farthest) {
  const scale = byId("scale");
  if (scale.dataset.farthest === String(farthest)) return;
  scale.dataset.farthest = farthest;
  document.documentElement.style.setProperty("--farthest", Math.max(farthest, NEAR));
  const step = Math.max(Math.ceil((farthest + 1) / MOST), 1);
  const steps = [];
  for (let distance = 0; distance <= farthest; distance += step) {
    const item = element("li", { textContent: distance });
    item.style.setProperty("--distance", distance);
    steps.push(item);
  }
  scale.replaceChildren(...steps);
}
