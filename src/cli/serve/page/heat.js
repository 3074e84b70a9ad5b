// The legend of the heat map: the color of each distance.

import { byId, element } from "./elements.js";

/** So many distances have a place in the legend. */
const MOST = 12;

/** Shows the colors from the start to the farthest distance; none without distances. */
export function showScale(farthest) {
  const scale = byId("scale");
  if (scale.dataset.farthest === String(farthest)) return;
  scale.dataset.farthest = farthest;
  const step = Math.max(Math.ceil((farthest + 1) / MOST), 1);
  const steps = [];
  for (let distance = 0; distance <= farthest; distance += step) {
    const item = element("li", { textContent: distance });
    item.style.setProperty("--far", far(distance / farthest));
    steps.push(item);
  }
  scale.replaceChildren(...steps);
}

/** A share of the farthest distance, for the style sheet. */
export function far(share) {
  return `${Math.round((share || 0) * 100)}%`;
}
