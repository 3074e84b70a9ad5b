// Draws lines over the boards: a route, checks and guards of an explanation, and the column of a cell.

import { bent, part, pointAt } from "./curves.js";
import { byId, shape } from "./elements.js";

/** The room that a line leaves around the middle of its cells, as a ratio to the length of a cell. */
const HOLE = 0.3;
/** The number of halvings that find where an arc leaves the room of its cell. */
const HALVINGS = 8;

/**
 * The route as names of cells, the lines that are drawn at rest and those of an item under the pointer as objects with
 * `from`, `to` and `kind`, and the cells of a column from the top.
 */
let [route, atRest, pointed, column] = [[], [], [], []];
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

/** Shows lines of the kinds `check`, `guard` and `reply` until others are shown. */
export function showAtRest(lines) {
  if (atRest.length === 0 && lines.length === 0) return;
  atRest = lines;
  draw();
}

/** Shows the attacks of an item under the pointer, as pairs of cells. */
export function showAttacks(pairs) {
  if (pointed.length === 0 && pairs.length === 0) return;
  pointed = pairs.map(([from, to]) => ({ from, to, kind: "guard" }));
  draw();
}

/** Shows the edges of the column of cells above each other, from the top. */
export function showColumn(names) {
  column = names;
  drawColumn();
}

export function draw() {
  if (!boards?.stage.projection) return;
  drawColumn();
  const isThere = (name) => boards.buttons.has(name);
  const isRoute = route.length > 1 && route.every(isThere);
  const steps = isRoute ? route.slice(1).map((to, nth) => ({ from: route[nth], to, kind: "step" })) : [];
  const attacks = distinct([...atRest, ...pointed]).filter(({ from, to }) => isThere(from) && isThere(to));
  byId("lines").replaceChildren(...(isRoute ? [routeLine()] : []), ...attacks.map(straight));
  byId("arcs").replaceChildren(arrowheads(), free(steps), ...[...steps, ...attacks].flatMap(arc));
}

/** Returns the lines without those that are drawn already. */
function distinct(lines) {
  return [...new Map(lines.toReversed().map((line) => [`${line.from} ${line.to}`, line])).values()].reverse();
}

const middle = (name) => boards.stage.at(name).slice(0, 2);

/** Returns the route as a line through the middles of its cells. */
function routeLine() {
  const line = shape("polyline", { points: route.map((name) => middle(name).map(Math.round).join()).join(" ") });
  line.dataset.route = route.join(" ");
  [line.dataset.from, line.dataset.to] = [route[0], route.at(-1)];
  return line;
}

function straight({ from, to }) {
  const [[x1, y1], [x2, y2]] = [from, to].map((name) => middle(name).map(Math.round));
  const line = shape("line", { x1, y1, x2, y2 });
  [line.dataset.from, line.dataset.to] = [from, to];
  return line;
}

/** Returns the curve of a move between cells, on the stage. */
export function curveOf(from, to) {
  const { places } = boards.cells;
  return bent(middle(from), middle(to), places.get(from).level !== places.get(to).level);
}

/** Returns an arrow over its pale ground. It is straight within a level, and bent between levels. */
function arc({ from, to, kind }) {
  const curve = curveOf(from, to);
  const [first, control, last] = part(curve, leaving(curve, from), 1 - leaving(curve.toReversed(), to))
    .map((point) => point.map((length) => length.toFixed(1)).join(" "));
  const d = `M${first}Q${control} ${last}`;
  const mask = kind === "step" ? { mask: "url(#free)" } : {};
  return [shape("path", { class: "ground", d, ...mask }), shape("path", { class: kind, d, ...mask, "marker-end": "url(#arrow)" })];
}

/** Returns the time at which a curve leaves the room of the cell where it starts; at most a third. */
function leaving(curve, name) {
  const [x, y, width, height] = boards.stage.at(name);
  let [inside, outside] = [0, 1 / 3];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const time = (inside + outside) / 2;
    const [x1, y1] = pointAt(curve, time);
    if (Math.hypot((x1 - x) / width, (y1 - y) / height) < HOLE) inside = time;
    else outside = time;
  }
  return outside;
}

function arrowheads() {
  const head = shape("path", { d: "M0 0L8 4L0 8Z", fill: "context-stroke", stroke: "none" });
  const size = { markerWidth: 4.2, markerHeight: 4.2, orient: "auto" };
  return shape("defs", {}, shape("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 6, refY: 4, ...size }, head));
}

/** Returns the mask that keeps the numbers of cells free of the route's steps, while the board is at rest. */
function free(steps) {
  const isFree = steps.length > 0 && !boards.stage.isMoving;
  const numbered = isFree ? [...boards.buttons.values()].filter(({ dataset }) => dataset.distance !== undefined) : [];
  const holes = numbered.map(({ dataset }) => {
    const [cx, cy, width, height] = boards.stage.at(dataset.cell);
    return shape("ellipse", { cx, cy, rx: HOLE * width, ry: HOLE * height });
  });
  const box = { x: -9999, y: -9999, width: 20000, height: 20000 };
  return shape("mask", { id: "free", maskUnits: "userSpaceOnUse", ...box }, shape("rect", { ...box, fill: "#fff" }), ...holes);
}

/** Draws the four edges of the column. */
function drawColumn() {
  const svg = byId("guides");
  // The column of another board may be left over.
  if (column.length < 2 || !column.every((name) => boards.buttons.has(name))) {
    svg.replaceChildren();
    return;
  }
  const [top, bottom] = [column[0], column.at(-1)].map((name) => boards.stage.corners(name));
  svg.replaceChildren(...top.map(([x1, y1], nth) => {
    const [x2, y2] = bottom[nth];
    return shape("line", { x1, y1, x2, y2 });
  }));
}
