// The mode Path: finds the least number of moves between two cells, and from the start to every cell.

import { apply, around } from "./around.js";
import { byId, element } from "./elements.js";
import { letterOf } from "./notation.js";
import { ask } from "./server.js";
import { written } from "./query.js";
import { place } from "./state.js";

/** The number of shortest routes that can be shown one after the other. */
const MOST_ROUTES = 1000;

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

export const path = {
  ...around("start"),

  legend: {
    start: "the start",
    finish: "the finish",
    picked: "your next click moves this one",
    route: "on the route",
    unreachable: "unreachable",
  },

  question({ position, piece, color, start, finish, safe }) {
    const question = { rules: position.rules.name, size: position.size, piece, color, start, finish };
    const others = position.take(start);
    return ["path", others.isEmpty ? question : { ...question, board: others.board(), safe }];
  },

  async answer(state, signal) {
    const [, question] = this.question(state);
    const { finish, ...everywhere } = question;
    const which = state.nth > 0 ? { all: true, limit: state.nth + 1 } : { route: true };
    const [answer, { distances }] = await Promise.all([
      askRoute({ ...question, ...which, count: true, why: true }, signal),
      askDistances(everywhere, signal),
    ]);
    const names = [...state.position.cells.rows()].flat();
    const far = new Map(names.map((name, nth) => [name, distances[nth]]));
    return { answer: { ...answer, route: answer.route ?? answer.routes?.at(-1) }, far };
  },

  show(state, { answer, far }) {
    const route = answer.route ?? [];
    const number = element("span", { textContent: answer.moves, className: answer.why ? "unreachable" : "" });
    byId("answer").replaceChildren(number, ...(answer.why ? [` ${answer.why}`] : []));
    byId("answer-words").textContent = answer.why ? "" : answer.moves === 1 ? "move" : "moves";
    state.routes = Math.min(answer.count ?? 1, MOST_ROUTES);
    byId("next-route").disabled = state.routes < 2;
    if (document.activeElement !== byId("query")) byId("query").value = written(state);
    const ways = answer.count === 1 ? "one shortest route" : `${answer.count} shortest routes`;
    byId("routes").textContent = route.length > 0 ? `${ways}: ${route.join(" ")}` : "";
    const step = Math.min(state.step, Math.max(route.length - 1, 0));
    state.step = step;
    state.last = Math.max(route.length - 1, 0);
    byId("steps").dataset.empty = String(route.length < 2);
    byId("step").textContent = `move ${step} of ${state.last}`;
    const own = letterOf(state.piece, state.color);
    const at = route[step] ?? state.start;
    const between = route.slice(1, -1);
    const gone = route.slice(0, step + 1);
    return (name) => {
      let mark;
      if (between.includes(name)) mark = "route";
      if (name === state.finish) mark = "finish";
      if (name === state.start) mark = "start";
      const classes = name === state[state.picked] ? ["picked"] : [];
      const other = gone.includes(name) ? undefined : state.position.on(name);
      return { piece: name === at ? own : other, mark, distance: far.get(name), classes };
    };
  },

  clear() {
    for (const id of ["answer", "answer-words"]) byId(id).textContent = "";
    byId("routes").textContent = "";
    byId("steps").dataset.empty = "true";
  },

  /** Applies the palette, picks an end of the path, or moves the picked end to the cell. */
  click(state, name) {
    const end = this.endOn(state, name);
    [state.step, state.nth] = [0, 0];
    if (state.palette && end !== "start") apply(this, state, name);
    else if (end) state.picked = end;
    else this.move(state, state.picked, name);
  },

  /** Returns `start` or `finish` if that is on the cell. */
  endOn(state, name) {
    return ["start", "finish"].find((end) => state[end] === name);
  },

  /** Moves an end to a cell. The finish may be on a piece, which the path captures. */
  move(state, end, name) {
    [state.step, state.nth] = [0, 0];
    if (end === "start") this.go(state, name);
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
