// Draws lines over the boards: a route, and the attacks of an explanation.

import { byId, shape } from "./elements.js";

/** The radius of the hole in a line at a cell, as a ratio to the length of the cell. */
const HOLE = 0.32;

/** The route as names of cells, and the attacks as pairs of names. */
let [route, attacks] = [[], []];
let boards;

/** Sets the boards. They call `draw` whenever their cells have moved. */
export function begin(over) {
  boards = over;
}

export function showRoute(names) {
  route = names;
  draw();
}

/** Returns the cell of the route after `step` moves. */
export const cellAt = (step) => route[step];

export function showAttacks(pairs) {
  attacks = pairs;
  draw();
}

export function draw() {
  const svg = byId("lines");
  const frame = svg.getBoundingClientRect();
  const at = (name) => {
    const { left, top, width, height } = boards.buttons.get(name).getBoundingClientRect();
    return [left + width / 2 - frame.left, top + height / 2 - frame.top, width, height].map(Math.round);
  };
  const isThere = (name) => boards.buttons.has(name);
  const drawn = attacks.filter((pair) => pair.every(isThere)).map(([from, to]) => attack(from, to, at));
  if (route.length > 1 && route.every(isThere)) {
    const line = shape("polyline", { points: route.map((name) => at(name).slice(0, 2).join(",")).join(" ") });
    line.dataset.route = route.join(" ");
    [line.dataset.from, line.dataset.to] = [route[0], route.at(-1)];
    drawn.unshift(line);
  }
  const ends = [route, ...attacks].flat().filter(isThere);
  byId("holes").replaceChildren(byId("holes").firstElementChild, ...ends.map((name) => hole(at(name))));
  svg.replaceChildren(...drawn);
}

/** Returns a hole of the mask at a cell, so that no line covers its piece or number. */
function hole([cx, cy, width, height]) {
  return shape("ellipse", { cx, cy, rx: HOLE * width, ry: HOLE * height });
}

function attack(from, to, at) {
  const [[x1, y1], [x2, y2]] = [at(from), at(to)];
  const line = shape("line", { x1, y1, x2, y2 });
  [line.dataset.from, line.dataset.to] = [from, to];
  return line;
}
