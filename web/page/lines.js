// Draws lines over the boards: a route, the attacks of an explanation, and the column of a cell.

import { byId, shape } from "./elements.js";

/** The radius of the hole in a line at a cell, as a ratio to the length of the cell. */
const HOLE = 0.32;
/** The height of an arc from level to level, as a ratio to its length. */
const BEND = 0.16;

/** The route as names of cells, the attacks as pairs of names, and the cells of a column from the top. */
let [route, attacks, column] = [[], [], []];
let boards;

/** Sets the boards. They call `draw` whenever their cells have moved. */
export function begin(over) {
  boards = over;
}

export function showRoute(names) {
  if (route.length === 0 && names.length === 0) return;
  route = names;
  draw();
}

/** Returns the cell of the route after `step` moves. */
export const cellAt = (step) => route[step];

export function showAttacks(pairs) {
  attacks = pairs;
  draw();
}

/** Shows the edges of the column of cells above each other, from the top. */
export function showColumn(names) {
  column = names;
  drawColumn();
}

export function draw() {
  drawColumn();
  const svg = byId("lines");
  const frame = svg.getBoundingClientRect();
  const at = (name) => {
    const { left, top, width, height } = boards.buttons.get(name).getBoundingClientRect();
    return [left + width / 2 - frame.left, top + height / 2 - frame.top, width, height].map(Math.round);
  };
  const isThere = (name) => boards.buttons.has(name);
  const pairs = attacks.filter((pair) => pair.every(isThere));
  const drawn = pairs.map(([from, to]) => attack(from, to, at));
  const arcs = pairs.map(([from, to]) => arc(from, to, at, "attack"));
  if (route.length > 1 && route.every(isThere)) {
    const line = shape("polyline", { points: route.map((name) => at(name).slice(0, 2).join(",")).join(" ") });
    line.dataset.route = route.join(" ");
    [line.dataset.from, line.dataset.to] = [route[0], route.at(-1)];
    drawn.unshift(line);
    arcs.unshift(...route.slice(1).map((name, nth) => arc(route[nth], name, at, "step")));
  }
  const ends = [route, ...attacks].flat().filter(isThere);
  byId("holes").replaceChildren(byId("holes").firstElementChild, ...ends.map((name) => hole(at(name))));
  const numbered = [...boards.buttons.values()].filter(({ dataset }) => dataset.distance !== undefined);
  const free = arcs.length > 0 ? [...new Set([...ends, ...numbered.map(({ dataset }) => dataset.cell)])] : [];
  byId("free").replaceChildren(byId("free").firstElementChild, ...free.map((name) => hole(at(name))));
  svg.replaceChildren(...drawn);
  byId("arcs").replaceChildren(...arcs);
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

/** Returns a line that is straight within a level, and bends upwards or to the right between levels. */
function arc(from, to, at, name) {
  const [[x1, y1], [x2, y2]] = [at(from), at(to)];
  const [x, y] = bend(from, to, [x1, y1], [x2, y2]).map(Math.round);
  return shape("path", { class: name, d: `M${x1} ${y1}Q${x} ${y} ${x2} ${y2}` });
}

/** Returns the control point of the quadratic Bézier curve of a move between points on the screen. */
export function bend(from, to, [x1, y1], [x2, y2]) {
  const { places } = boards.cells;
  const bent = places.get(from).level === places.get(to).level ? 0 : BEND;
  const way = x2 < x1 || (x2 === x1 && y2 > y1) ? -1 : 1;
  return [(x1 + x2) / 2 + way * bent * (y2 - y1), (y1 + y2) / 2 - way * bent * (x2 - x1)];
}

/** Draws the four edges of the column. */
function drawColumn() {
  const svg = byId("guides");
  const ends = [column[0], column.at(-1)].map((name) => boards.buttons.get(name));
  if (!ends.every(Boolean) || column.length < 2) {
    svg.replaceChildren();
    return;
  }
  const frame = svg.getBoundingClientRect();
  const [top, bottom] = ends.map((cell) => corners(cell, frame));
  svg.replaceChildren(...top.map(([x1, y1], nth) => {
    const [x2, y2] = bottom[nth];
    return shape("line", { x1, y1, x2, y2 });
  }));
}

/** Returns the corners of a cell, which is a parallelogram on the screen. */
function corners(cell, frame) {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const width = cell.offsetWidth;
  return [[right - width, top], [right, top], [left + width, bottom], [left, bottom]]
    .map(([x, y]) => [x - frame.left, y - frame.top].map(Math.round));
}
