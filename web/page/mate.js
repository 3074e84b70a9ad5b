// The mode Mate: gives the verdict on a position and the reasons, and plays moves.

import { showSteps } from "./controls.js";
import { bringIntoSight, byId, element } from "./elements.js";
import * as lines from "./lines.js";
import { colorOf } from "./position.js";
import * as solution from "./solution.js";
import { attacker, movesLeft, place, sideToMove, state } from "./state.js";
import { apply } from "./tester.js";
import { read } from "./texts.js";
import { ask, busy } from "./transport.js";

/** The parts of the page that playing changes. */
let page;

export const mate = {
  /** Sets up the controls of the mode; called once. */
  begin(parts) {
    page = parts;
    beginPointing(page.boards);
    solution.begin(page.look, follow);
    beginSteps();
    byId("panel").addEventListener("click", (event) => {
      const { line, choices, side } = event.target.closest(".move")?.dataset ?? {};
      if (line || choices) state.hand = undefined;
      if (line) solution.play(line.split(" "), side);
      if (choices) choose(choices.split(" "));
    });
    byId("stop").addEventListener("click", solution.stop);
    byId("solve").addEventListener("click", () => {
      solution.restart();
      page.change(() => { state.unsolved = false; });
    });
    byId("choice-cancel").addEventListener("click", () => byId("choice").close());
  },

  /** Searches for the mate and its solution, and shows them. */
  async search(state, signal) {
    await solution.search(state, signal);
    showSteps(state);
  },

  follow,
  walk: solution.walk,
  pointed,
  choose,

  legend: { royal: "the king", checker: "gives check", guarded: "guarded", move: "a move", capture: "a capture" },

  board({ position }) {
    return position;
  },

  question(state) {
    const { position, side, force } = state;
    const question = { ...position.question(sideToMove(state)), force };
    return ["mate", side ? { ...question, side } : question];
  },

  async answer(state, signal) {
    const { position, hand } = state;
    if (position.isEmpty && position.rules.verdict) return {};
    const [command, question] = this.question(state);
    try {
      const [answer, picked] = await Promise.all([
        ask(command, { ...question, explain: true, all: true }, signal),
        hand && this.moves(state, signal),
      ]);
      return { answer, ...picked };
    } catch (refused) {
      if (!refused.error) throw refused;
      // In a rule set without verdicts, the page shows the pieces and this error as the explanation.
      if (!position.rules.verdict) return { why: refused.error };
      throw await violations(question, signal) || refused;
    }
  },

  /** Returns the legal moves of the chosen piece, or the error if it cannot move in this position. */
  async moves(state, signal) {
    try {
      return { moves: await legalMoves(state, state.hand, signal) };
    } catch (refused) {
      if (!refused.error) throw refused;
      return { refused: { error: refused.error } };
    }
  },

  show(state, { answer, why, moves = new Map() }) {
    this.clear(state);
    if (!answer) return this.showUndecided(state, why ?? "Paste a board or place pieces.");
    state.moves = moves;
    const over = answer.result ? `${answer.result} ${answer.reason}` : answer.verdict;
    const count = answer.legal_moves.length;
    const legal = count === 1 ? "one legal move" : `${count || "no"} legal moves`;
    byId("verdict").textContent = `${over} – ${titled(answer.side)} has ${legal}`;
    byId("explanation").replaceChildren(...answer.lines.map(line));
    const { position } = state;
    const royal = position.rules.pieces.filter((piece) => piece.royal).map((piece) => piece.letter);
    const isKing = (letter) => royal.includes(letter?.toUpperCase()) && colorOf(letter) === answer.side;
    const checkers = answer.checkers.map((checker) => checker.cell);
    const marks = state.hand ? targets(position, moves) : steps(answer);
    return (name) => {
      const classes = [];
      if (name === state.hand) classes.push("hand");
      if (checkers.includes(name)) classes.push("checker");
      else if (isKing(position.on(name))) classes.push("royal");
      return { piece: position.on(name), mark: marks.get(name), classes };
    };
  },

  showUndecided(state, text) {
    byId("explanation").append(element("li", { textContent: text }));
    return (name) => ({ piece: this.pieceOn(state, name) });
  },

  clear(state) {
    state.moves = new Map();
    byId("verdict").textContent = "";
    byId("explanation").replaceChildren();
  },

  pieceOn(state, name) {
    return state.position.on(name);
  },

  /** Applies the palette, or chooses the piece whose moves are marked. */
  click(state, name) {
    if (state.palette) apply(this, state, name);
    else state.hand = state.hand !== name && state.position.on(name) ? name : undefined;
  },

  drags(state, name) {
    return state.position.on(name) !== undefined;
  },

  drag(state, from, to) {
    place(state.position.move(from, to));
  },

  put(state, name, letter) {
    place(state.position.put(name, letter));
  },

  take(state, name) {
    place(state.position.take(name));
  },
};

/** Returns words with a capital letter. */
const titled = (words) => words[0].toUpperCase() + words.slice(1);

/** Returns the error about pieces that were placed by hand, with their cells; undefined if the position is legal. */
async function violations({ board, rules, size }, signal) {
  const { violations } = await ask("board", { board, rules, size }, signal);
  if (!violations) return undefined;
  const texts = violations.map(({ kingless, text }) => (kingless ? `place the ${kingless} king` : text));
  // Several pairs of kings may attack each other.
  const words = [...new Set(texts)].join("; ");
  return { error: titled(words), cells: violations.flatMap(({ cells }) => cells) };
}

/** Returns a line of the explanation; a line that names legal moves becomes a button that plays them. */
function line({ depth, works, label, text, cells, attacks = [], moves = [] }) {
  const words = label ? `${label}  ${text}` : text;
  const play = works && moves.length > 0;
  const item = element("li", { className: works ? "works" : "" });
  const part = play ? element("button", { type: "button", className: "move", textContent: words }) : item;
  if (play) item.append(part);
  else Object.assign(item, { textContent: words, tabIndex: 0 });
  item.dataset.depth = depth;
  part.dataset.cells = cells.join(" ");
  part.dataset.attacks = attacks.map(([from, to]) => `${from} ${to}`).join(",");
  if (play) part.dataset.choices = moves.join(" ");
  return item;
}

/** Returns the marks of the cells that the king could step to. */
function steps(answer) {
  const marks = new Map();
  for (const { cell, captures, outcome } of answer.king_steps) {
    if (outcome === "escapes") marks.set(cell, captures ? "capture" : "move");
    else if (outcome !== "occupied") marks.set(cell, "guarded");
  }
  return marks;
}

/** Returns the marks of the cells that the chosen piece can move to. */
function targets(position, moves) {
  return new Map([...moves.keys()].map((name) => [name, position.on(name) ? "capture" : "move"]));
}

/** Plays the only move of a list, or lets the reader choose one, such as a promotion. */
function choose(moves) {
  if (moves.length === 1) {
    play(moves);
    return;
  }
  const buttons = moves.map((move) => {
    const button = element("button", { type: "button", textContent: move });
    button.addEventListener("click", () => {
      byId("choice").close();
      play([move]);
    });
    return button;
  });
  byId("choice-moves").replaceChildren(...buttons);
  byId("choice").showModal();
}

/** Sets up the buttons that step along the solution. */
function beginSteps() {
  const buttons = [byId("step-back"), byId("step-next")];
  buttons.forEach((button, nth) => button.addEventListener("click", async () => {
    if (state.tab !== "mate") return;
    await solution.step(nth === 0 ? -1 : 1);
    // A disabled button would lose the focus.
    if (button.disabled) buttons[1 - nth].focus();
  }));
}

/** Shows a position of a solution: `problem` has the line that leads there. */
function follow(problem, how) {
  const signal = page.askAnew();
  return busy(async () => {
    try {
      const { root, line, by, ply } = problem;
      const position = ply === 0 ? root : await played({ position: root }, line.slice(0, ply), by, signal);
      if (signal.aborted) return;
      await page.change(() => {
        place(position);
        Object.assign(state, { side: "", problem, within: movesLeft(problem), reply: false });
      }, how);
    } catch (refused) {
      if (!signal.aborted) page.failed(refused, () => signal.aborted || follow(problem, how));
    }
  });
}

/** Plays moves. The first is a move of the side `by`, or else of the chosen piece's side, or of the side to move. */
function play(moves, by) {
  const piece = state.hand && state.position.on(state.hand);
  const side = by ?? (piece ? colorOf(piece) : sideToMove(state));
  if (moves.length === 1 && side === sideToMove(state) && solution.has(moves[0])) return solution.playNext(moves[0]);
  const isAttack = state.within && side === attacker(state);
  const signal = page.askAnew();
  return busy(async () => {
    try {
      const position = await played(state, moves, side, signal);
      if (signal.aborted) return;
      await page.change(() => {
        state.side = "";
        place(position);
        if (!isAttack) return;
        const left = state.within - 1;
        Object.assign(state, { within: left > 0 ? String(left) : "", reply: left > 0 });
      });
    } catch (refused) {
      if (!signal.aborted) page.failed(refused, () => signal.aborted || play(moves, by));
    }
  });
}

/** Returns the legal moves of the piece on a cell, as if its side were to move: lists of moves by target cell. */
async function legalMoves({ position }, name, signal) {
  const side = colorOf(position.on(name));
  const { board, ...rest } = position.question(side);
  const { legal_moves: names } = await ask("play", { ...rest, position: board, legal_moves: name }, signal);
  const moves = new Map();
  for (const move of names) {
    const [, to] = solution.cellsOf(move);
    moves.set(to, [...(moves.get(to) ?? []), move]);
  }
  return moves;
}

/** Returns the position after moves; `side` makes the first of them. */
async function played({ position }, moves, side, signal) {
  const { board, ...rest } = position.question(side);
  const answer = await ask("play", { ...rest, position: board, moves }, signal);
  return read(answer.position, position, [position.rules], signal);
}

/** Starts to highlight the cells of the line under the pointer or the focus. */
function beginPointing(boards) {
  const light = (item, isSought) => {
    const { cells = "", attacks = "" } = item?.dataset ?? {};
    boards.light(cells.split(" ").filter(Boolean), isSought);
    lines.showAttacks(attacks.split(",").filter(Boolean).map((pair) => pair.split(" ")));
  };
  byId("panel").addEventListener("pointerover", (event) => light(event.target.closest("[data-cells]")));
  byId("panel").addEventListener("focusin", (event) => {
    const item = event.target.closest("[data-cells]");
    // A tap focuses and then plays a move, which must not scroll away from the finger.
    light(item, item && (!item.matches(".move") || item.matches(":focus-visible")));
  });
  for (const name of ["pointerleave", "focusout"]) byId("panel").addEventListener(name, () => light());
}

/** Highlights the lines and moves that mention a cell, and scrolls to the first of them. */
function pointed(name) {
  const lit = [...byId("panel").querySelectorAll("[data-cells]")].filter((item) => {
    return item.classList.toggle("lit", name !== undefined && item.dataset.cells.split(" ").includes(name));
  });
  if (lit.length > 0) for (const box of [byId("details"), byId("panel")]) bringIntoSight(box, lit[0]);
}
