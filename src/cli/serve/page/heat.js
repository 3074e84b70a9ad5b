// The legend of the heat map: the color of each distance.

import { byId, element } from "./elements.js";

/** So many distances have a place in the legend. */
const MOST = 12;
/** Where all is near, the far end of the scale stays unused. */
const NEAR = 6;

/** Shows the colors from the start to the farthest distance, -1 for none. The style sheet knows both ends. */
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
