// The path finder: least moves between two cells, and from the start to all others.

import { byId } from "./elements.js";
import { colorOf, letterOf } from "./notation.js";
import { ask } from "./server.js";

/** Least moves between two cells, and from the start to all others. */
export const path = {
  legend: [
    "▢ the start",
    "◇ the finish",
    "dotted: goes where the next click is",
    "○ on the route",
    "numbers: least moves from the start, the bluer the farther",
    "hatched: no way",
  ],

  question(state) {
    const { rules, size, piece, color, start, finish, safe } = state;
    const question = { rules: rules.name, size, piece, color, start, finish };
    const others = this.others(state);
    if (others.size > 0) Object.assign(question, { board: state.cells.text(others), safe });
    return ["path", question];
  },

  /** The pieces in the way: on its start is nothing but the piece itself. */
  others(state) {
    return new Map([...state.pieces].filter(([name]) => name !== state.start));
  },

  async answer(state, signal) {
    const [command, question] = this.question(state);
    const { finish, ...everywhere } = question;
    const [answer, { distances }] = await Promise.all([
      ask(command, { ...question, route: true, count: true, why: true }, signal),
      ask("distances", everywhere, signal),
    ]);
    const names = [...state.cells.rows()].flat();
    const far = new Map(names.map((name, nth) => [name, distances[nth]]));
    return { answer, far, farthest: Math.max(...far.values(), 1) };
  },

  show(state, { answer, far, farthest }) {
    const route = answer.route ?? [];
    byId("answer").textContent = answer.why ? `${answer.moves} ${answer.why}` : String(answer.moves);
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
    const others = this.others(state);
    return (name) => {
      let mark;
      if (between.includes(name)) mark = "route";
      if (name === state.finish) mark = "finish";
      if (name === state.start) mark = "start";
      const classes = name === state[state.picked] ? ["picked"] : [];
      const other = gone.includes(name) ? undefined : others.get(name);
      const distance = far.get(name);
      return { piece: name === at ? own : other, mark, distance, share: distance / farthest, classes };
    };
  },

  clear() {
    byId("answer").textContent = "";
    byId("routes").textContent = "";
    byId("steps").dataset.empty = "true";
  },

  enter() {},

  empty(state) {
    state.pieces.clear();
  },

  pieceOn(state, name) {
    return name === state.start ? letterOf(state.piece, state.color) : state.pieces.get(name);
  },

  /** A click puts what the palette has pressed or takes it away; else, on an end, it picks it, and the next
   * click moves it. */
  click(state, name) {
    const [end, chosen] = [this.endOn(state, name), state.palette];
    state.step = 0;
    if (chosen && end !== "start" && state.pieces.get(name) === chosen) state.pieces.delete(name);
    else if (chosen && end !== "start") state.pieces.set(name, chosen);
    else if (end) state.picked = end;
    else this.move(state, state.picked, name);
  },

  endOn(state, name) {
    return ["start", "finish"].find((end) => state[end] === name);
  },

  move(state, end, name) {
    state[end] = name;
    state.step = 0;
  },

  drags(state, name) {
    return this.endOn(state, name) !== undefined || state.pieces.has(name);
  },

  drag(state, from, to) {
    const [end, other] = [this.endOn(state, from), this.endOn(state, to)];
    if (end) {
      if (!other) this.move(state, end, to);
    } else if (other !== "start") {
      state.pieces.set(to, state.pieces.get(from));
      this.take(state, from);
    }
  },

  /** On the start is the piece that is asked about, elsewhere are those in its way. */
  put(state, name, letter) {
    state.step = 0;
    if (name === state.start) [state.piece, state.color] = [letter.toUpperCase(), colorOf(letter)];
    else state.pieces.set(name, letter);
  },

  take(state, name) {
    state.pieces.delete(name);
    state.step = 0;
  },
};
