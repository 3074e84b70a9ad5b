// Lines over the boards: a route, and attacks that an explanation is about.

import { byId } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";

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

export function showAttacks(pairs) {
  attacks = pairs;
  draw();
}

export function draw() {
  const svg = byId("lines");
  const frame = svg.getBoundingClientRect();
  const at = (name) => {
    const { left, top, width, height } = boards.buttons.get(name).getBoundingClientRect();
    return [left + width / 2 - frame.left, top + height / 2 - frame.top].map(Math.round);
  };
  const isThere = (name) => boards.buttons.has(name);
  const drawn = attacks.filter((pair) => pair.every(isThere)).map(([from, to]) => attack(from, to, at));
  if (route.length > 1 && route.every(isThere)) {
    const line = made("polyline", { points: route.map((name) => at(name).join(",")).join(" ") });
    line.dataset.route = route.join(" ");
    [line.dataset.from, line.dataset.to] = [route[0], route.at(-1)];
    drawn.unshift(line);
  }
  svg.replaceChildren(...drawn);
}

function attack(from, to, at) {
  const [[x1, y1], [x2, y2]] = [at(from), at(to)];
  const line = made("line", { x1, y1, x2, y2 });
  [line.dataset.from, line.dataset.to] = [from, to];
  return line;
}

function made(name, attributes) {
  const shape = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}
