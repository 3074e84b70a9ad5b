// Lines over the boards: a route, and attacks that an explanation is about.

import { byId, shape } from "./elements.js";

/** The radius of the hole that lines have at a cell, to its length. */
const HOLE = 0.32;

/** What is drawn: a route as names of cells, and attacks as pairs of them. */
let [route, attacks] = [[], []];
let boards;

/** Draws over boards, which draw again whenever their cells have moved. */
export function begin(over) {
  boards = over;
}

export function showRoute(names) {
  route = names;
  draw();
}

/** Returns the cell of the route after so many moves. */
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

/** Returns a hole of the mask at a cell, so that lines leave its piece and its number free. */
function hole([cx, cy, width, height]) {
  return shape("ellipse", { cx, cy, rx: HOLE * width, ry: HOLE * height });
}

function attack(from, to, at) {
  const [[x1, y1], [x2, y2]] = [at(from), at(to)];
  const line = shape("line", { x1, y1, x2, y2 });
  [line.dataset.from, line.dataset.to] = [from, to];
  return line;
}
