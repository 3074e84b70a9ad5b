// The mode Path: finds the least number of moves between two cells, and from the start to every cell.

import { byId, element } from "./elements.js";
import { letterOf } from "./position.js";
import { begin as beginQuery, showQuery } from "./query.js";
import { begin as beginRoutes, showRoute } from "./routes.js";
import { moveSubject, place, view } from "./state.js";
import { apply, around } from "./tester.js";
import { ask } from "./transport.js";

/**
 * Ask for a shortest route, and for the distances of all cells. Their last answers are kept, because steps along the
 * route need no new answer, and another finish needs no new distances.
 */
const [askRoute, askDistances] = ["path", "distances"].map(remembering);

/** Returns a function that asks the server, or returns the last answer if the question is the last one. */
function remembering(command) {
  let last = {};
  return async (question, signal) => {
    const text = JSON.stringify(question);
    if (text !== last.text) last = { text, answer: await ask(command, question, signal) };
    return last.answer;
  };
}

/** The last question about the distances of all cells, and these distances. */
let reached = {};

/** Returns the question about the distances of all cells for a question about one of them. */
const everywhere = (question) => ({ ...question, finish: undefined });

/** Returns the distances of all cells if the last question about them is this one. */
function known([, question]) {
  return reached.asked === JSON.stringify(everywhere(question)) ? reached.far : undefined;
}

export const path = {
  ...around(),

  /** Sets up the controls of the mode; called once. */
  begin(parts) {
    beginRoutes(parts);
    beginQuery(parts);
  },

  legend: {
    start: "the start",
    finish: "the finish",
    picked: "your next click moves this one",
    route: "on the route",
    unreachable: "unreachable",
  },

  question(state) {
    const { position, piece, color, cell: start, finish, safe } = state;
    const question = { rules: position.rules.name, size: position.size, piece, color, start, finish };
    const others = this.board(state);
    return ["path", others.isEmpty ? question : { ...question, board: others.board(), safe }];
  },

  async answer(state, signal) {
    const [, question] = this.question(state);
    const which = state.nth > 0 ? { all: true, limit: state.nth + 1 } : { route: true };
    const [answer, { distances }] = await Promise.all([
      askRoute({ ...question, ...which, count: true, why: true }, signal),
      askDistances(everywhere(question), signal),
    ]);
    const names = [...state.position.cells.rows()].flat();
    const far = new Map(names.map((name, nth) => [name, distances[nth]]));
    reached = { asked: JSON.stringify(everywhere(question)), far };
    return { answer: { ...answer, route: answer.route ?? answer.routes?.at(-1) }, far };
  },

  render(state, found) {
    const { answer, far = known(this.question(state)) } = found ?? {};
    const route = answer?.route ?? [];
    view.last = Math.max(route.length - 1, 0);
    if (answer) fit(state, answer);
    showAnswer(answer);
    showRoute(route, answer?.count);
    showQuery();
    if (far) showScale(Math.max(...far.values()));
    const own = letterOf(state.piece, state.color);
    const at = route[state.step] ?? state.cell;
    const between = route.slice(1, -1);
    const gone = [state.cell, ...route.slice(0, state.step + 1)];
    return (name) => {
      let mark;
      if (between.includes(name)) mark = "route";
      if (name === state.finish) mark = "finish";
      if (name === state.cell) mark = "start";
      const classes = name === this.cellOf(state, view.picked) ? ["picked"] : [];
      const other = gone.includes(name) ? undefined : state.position.on(name);
      return { piece: name === at ? own : other, mark, distance: far?.get(name), classes };
    };
  },

  /** Applies the palette, picks an end of the path, or moves the picked end to the cell. */
  click(state, name) {
    const end = this.endOn(state, name);
    [state.step, state.nth] = [0, 0];
    if (view.palette) apply(this, state, name);
    else if (end) view.picked = end;
    else this.move(state, view.picked, name);
  },

  /** Returns `start` or `finish` if that is on the cell. */
  endOn(state, name) {
    return ["start", "finish"].find((end) => this.cellOf(state, end) === name);
  },

  cellOf({ cell, finish }, end) {
    return end === "start" ? cell : finish;
  },

  /** Moves an end to a cell. The finish may be on a piece, which the path captures. */
  move(state, end, name) {
    [state.step, state.nth] = [0, 0];
    if (end === "start") moveSubject(name);
    else state.finish = name;
  },

  drags(state, name) {
    return this.endOn(state, name) !== undefined || state.position.on(name) !== undefined;
  },

  drag(state, from, to) {
    const [end, other] = [this.endOn(state, from), this.endOn(state, to)];
    if (end && !other) this.move(state, end, to);
    else if (!end && other !== "start") place(state.position.move(from, to));
  },
};

/** Replaces a route or a step that the answer lacks with its last one. */
function fit(state, { count = 1 }) {
  state.nth = Math.max(Math.min(state.nth, count - 1), 0);
  state.step = Math.min(state.step, view.last);
}

/** Shows the number of moves, or why there is no path. */
function showAnswer(answer) {
  const { moves, why } = answer ?? {};
  const number = element("span", { textContent: moves ?? "", className: why ? "unreachable" : "" });
  byId("answer").replaceChildren(number, ...(why ? [` ${why}`] : []));
  byId("answer-words").textContent = why || !answer ? "" : moves === 1 ? "move" : "moves";
}

/** The most steps in the legend. */
const MOST = 12;
/** The least distance that gets the darkest color, so that near cells look alike on every board. */
const NEAR = 6;

/** Shows the legend for distances up to the farthest, or none if that is -1. The style sheet has the colors. */
function showScale(farthest) {
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
