// The mode Mate: gives the verdict on a position and the reasons, and marks the moves of a piece.

import { render, showSteps } from "./controls.js";
import { byId } from "./elements.js";
import * as explanation from "./explanation.js";
import * as headline from "./headline.js";
import * as lines from "./lines.js";
import * as moves from "./moves.js";
import { colorOf, kindOf } from "./position.js";
import * as problems from "./problems.js";
import * as reasons from "./reasons.js";
import * as search from "./search.js";
import * as solution from "./solution.js";
import { place, sideToMove, state, view } from "./state.js";
import { apply } from "./tester.js";
import { ask } from "./transport.js";
import { cellsOf } from "./tree.js";
import * as tries from "./tries.js";

/** The answer that is shown; undefined while there is none. */
let shown;

export const mate = {
  /** Sets up the controls of the mode; called once. */
  begin(page) {
    moves.begin(page);
    search.begin(page.failed);
    explanation.begin(page.boards);
    reasons.begin(renew);
    tries.begin(renew, moves.follow);
    solution.begin({ look: page.look, renew, show: moves.follow });
    byId("panel").addEventListener("click", (event) => {
      const { line, choices, side } = event.target.closest(".move")?.dataset ?? {};
      if (line || choices) view.hand = undefined;
      if (line) solution.play(line.split(" "), side);
      if (choices) moves.choose(choices.split(" "));
    });
    byId("stop").addEventListener("click", () => {
      tries.stop();
      solution.stop();
    });
    byId("solve").addEventListener("click", async () => {
      problems.reveal(state.example);
      await page.change(() => {
        state.unsolved = false;
        solution.want();
      });
      // The hidden button has lost the focus.
      if (document.activeElement === document.body) byId("step-next").focus({ preventScroll: true });
    });
  },

  /** Judges the last move, and searches for the mate and its solution. */
  async search(now, signal) {
    const searched = solution.search(now, signal);
    await tries.judge(now, signal);
    await searched;
    showSteps();
  },

  follow: moves.follow,
  walk: solution.walk,
  pointed: explanation.pointed,
  choose: moves.choose,

  legend: { royal: "the king", checker: "gives check", guarded: "guarded", move: "a move", capture: "a capture" },

  board({ position }) {
    return position;
  },

  question(now) {
    const { position, side, force } = now;
    const question = { ...position.question(sideToMove(now)), force };
    return ["mate", side ? { ...question, side } : question];
  },

  async answer(now, signal) {
    const { verdict } = now.position.rules;
    const { hand } = view;
    const [command, question] = this.question(now);
    try {
      const [answer, picked] = await Promise.all([
        ask(command, { ...question, explain: true, all: true }, signal),
        hand && this.moves(now, signal),
      ]);
      return { answer, ...picked };
    } catch (refused) {
      if (!refused.error) throw refused;
      // In a rule set without verdicts, the page shows the pieces and this error as the explanation.
      if (!verdict) return { why: refused.error };
      const { setup, ...wrong } = await violations(question, signal);
      if (setup) return { setup };
      throw wrong.error ? wrong : refused;
    }
  },

  /** Returns the legal moves of the chosen piece, or the error if it cannot move in this position. */
  async moves(now, signal) {
    try {
      return { moves: await moves.legalMoves(now, view.hand, signal) };
    } catch (refused) {
      if (!refused.error) throw refused;
      return { refused: { error: refused.error } };
    }
  },

  render(now, found) {
    shown = found;
    view.moves = found?.moves ?? new Map();
    const { answer } = found ?? {};
    const all = answer?.reasons ?? [];
    // A problem has its task instead of reasons until it is over.
    const reason = reasons.show(headline.taskOf(now, answer) ? [] : all, now.position);
    headline.show(now, found, reason);
    explanation.show(answer?.lines ?? headline.noteOf(found), {
      current: reason?.lines, cells: reason && reasons.litBy(answer, reason), isSought: view.reason !== undefined,
    });
    lines.showAtRest(answer ? [...reasons.linesOf(all, reason), ...tries.linesOf(now)] : []);
    return contentOf(now, answer, reason);
  },

  pieceOn({ position }, name) {
    return position.on(name);
  },

  /** Applies the palette, or chooses the piece whose moves are marked. */
  click(now, name) {
    if (view.palette) apply(this, now, name);
    else view.hand = view.hand !== name && now.position.on(name) ? name : undefined;
  },

  drags({ position }, name) {
    return position.on(name) !== undefined;
  },

  drag({ position }, from, to) {
    place(position.move(from, to));
  },

  put({ position }, name, letter) {
    place(position.put(name, letter));
  },

  take({ position }, name) {
    place(position.take(name));
  },
};

/** Shows the answer anew, after the current reason or the solution has changed. */
function renew() {
  if (shown && state.tab === "mate") render(shown);
}

/** Returns the function that returns the content of a cell. */
function contentOf({ problem, position }, answer, reason) {
  const isKing = (letter) => letter && kindOf(position.rules, letter).royal && colorOf(letter) === answer?.side;
  const checkers = answer?.checkers.map(({ cell }) => cell) ?? [];
  const marks = view.hand ? targets(position, view.moves) : answer && reasons.marksOf(answer, reason, position);
  const move = moves.lastOf({ problem, position });
  const [from, to] = move ? cellsOf(move) : [];
  return (name) => {
    const classes = [];
    if (name === view.hand) classes.push("hand");
    if (checkers.includes(name)) classes.push("checker");
    else if (isKing(position.on(name))) classes.push("royal");
    const last = name === from ? "from" : name === to ? "to" : undefined;
    return { piece: position.on(name), mark: marks?.get(name), last, classes };
  };
}

/** Returns the marks of the cells that the chosen piece can move to. */
function targets(position, targeted) {
  return new Map([...targeted.keys()].map((name) => [name, position.on(name) ? "capture" : "move"]));
}

/**
 * Returns the next step of a setup that lacks kings, or else the error about pieces that were placed by hand, with their
 * cells; neither if the position is legal.
 */
async function violations({ board, rules, size }, signal) {
  const { violations: found = [] } = await ask("board", { board, rules, size }, signal);
  const wrong = found.filter(({ kingless }) => !kingless);
  // Several pairs of kings may attack each other.
  const words = [...new Set(wrong.map(({ text }) => text))].join("; ");
  if (words) return { error: headline.titled(words), cells: wrong.flatMap(({ cells }) => cells) };
  return found.length > 0 ? { setup: `Place the ${found[0].kingless} king` } : {};
}
