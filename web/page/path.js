// The mode Path: finds the least number of moves between two cells, and from the start to every cell.

import { located } from "./controls.js";
import { byId, element } from "./elements.js";
import * as lines from "./lines.js";
import { letterOf } from "./position.js";
import { slide } from "./slide.js";
import { changeSubject, moveSubject, place, state, view } from "./state.js";
import { apply, around } from "./tester.js";
import { ask, busy } from "./transport.js";

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
  ...around(),

  /** Sets up the controls of the mode; called once. */
  begin(parts) {
    beginStepping(parts);
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

  render(state, found) {
    if (!found) return this.renderPieces(state);
    const { answer, far } = found;
    const route = answer.route ?? [];
    const number = element("span", { textContent: answer.moves, className: answer.why ? "unreachable" : "" });
    byId("answer").replaceChildren(number, ...(answer.why ? [` ${answer.why}`] : []));
    byId("answer-words").textContent = answer.why ? "" : answer.moves === 1 ? "move" : "moves";
    view.routes = Math.min(answer.count ?? 1, MOST_ROUTES);
    byId("next-route").disabled = view.routes < 2;
    if (document.activeElement !== byId("query")) {
      byId("query").value = written(state);
      byId("query").setAttribute("aria-invalid", "false");
    }
    const ways = answer.count === 1 ? "one shortest route" : `${answer.count} shortest routes`;
    byId("routes").textContent = route.length > 0 ? `${ways}: ${route.join(" ")}` : "";
    const step = Math.min(state.step, Math.max(route.length - 1, 0));
    state.step = step;
    view.last = Math.max(route.length - 1, 0);
    byId("steps").dataset.empty = String(route.length < 2);
    byId("step").textContent = `move ${step} of ${view.last}`;
    const own = letterOf(state.piece, state.color);
    const at = route[step] ?? state.cell;
    const between = route.slice(1, -1);
    const gone = route.slice(0, step + 1);
    showScale(Math.max(...far.values()));
    return (name) => {
      let mark;
      if (between.includes(name)) mark = "route";
      if (name === state.finish) mark = "finish";
      if (name === state.cell) mark = "start";
      const classes = name === this.cellOf(state, view.picked) ? ["picked"] : [];
      const other = gone.includes(name) ? undefined : state.position.on(name);
      return { piece: name === at ? own : other, mark, distance: far.get(name), classes };
    };
  },

  /** Shows the pieces alone while there is no answer. */
  renderPieces(state) {
    for (const id of ["answer", "answer-words"]) byId(id).textContent = "";
    byId("routes").textContent = "";
    byId("steps").dataset.empty = "true";
    return (name) => ({ piece: this.pieceOn(state, name) });
  },

  /** Applies the palette, picks an end of the path, or moves the picked end to the cell. */
  click(state, name) {
    const end = this.endOn(state, name);
    [state.step, state.nth] = [0, 0];
    if (view.palette && end !== "start") apply(this, state, name);
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

/** Sets up the query line and the button for the next route. */
function beginQuery({ change, failed }) {
  let asking = new AbortController();
  const inquire = (text) => busy(async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { rules, size } = state.position;
    const mark = (isWrong) => byId("query").setAttribute("aria-invalid", String(isWrong));
    try {
      const { piece, ...asked } = await ask("query", { query: text, rules: rules.name, size }, signal);
      if (signal.aborted || state.position.rules !== rules) return;
      const { letter } = rules.pieces.find(({ name }) => name === piece);
      change(() => {
        const { start, color, ...others } = asked;
        Object.assign(state, others, { step: 0, nth: 0 });
        moveSubject(start);
        changeSubject(letterOf(letter, color));
      });
      mark(false);
    } catch (refused) {
      if (signal.aborted) return;
      mark(true);
      failed(refused.error ? located(refused, text) : refused);
    }
  });
  byId("query").addEventListener("change", () => inquire(byId("query").value));
  byId("query").addEventListener("keydown", (event) => { if (event.key === "Enter") inquire(byId("query").value); });
  addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (state.tab !== "path" || event.target.closest?.("input, textarea") && event.target.id !== "query") return;
    event.preventDefault();
    inquire(text);
  });
  byId("next-route").addEventListener("click", () => {
    change(() => Object.assign(state, { nth: (state.nth + 1) % view.routes, step: 0 }), "replace");
  });
}

/** Returns the query as a text, such as `Knight W A1a H8h`. */
function written({ position, piece, color, cell: start, finish }) {
  const { name } = position.rules.pieces.find(({ letter }) => letter === piece);
  return `${name.replace(/\s/g, "")} ${color[0].toUpperCase()} ${start} ${finish}`;
}

let boards;

/** Sets up the buttons that step along the route; `change` changes the state and shows it. */
function beginStepping({ boards: shown, change }) {
  boards = shown;
  const buttons = [byId("step-back"), byId("step-next")];
  buttons.forEach((button, nth) => button.addEventListener("click", async () => {
    if (state.tab !== "path") return;
    const from = state.step;
    const to = from + (nth === 0 ? -1 : 1);
    if (to < 0 || to > view.last) return;
    await change(() => { state.step = to; }, "replace");
    if (state.step === to) slide(boards, lines.cellAt(from), lines.cellAt(to));
    // A disabled button would lose the focus.
    if (button.disabled) buttons[1 - nth].focus();
  }));
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
