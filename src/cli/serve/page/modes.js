// The tester, the path finder and the mate board: what clicks, drags and keys do to their state, what they
// ask of the server, and what they show of its answers.

import { ask, askAll } from "./server.js";
import { colorOf, letterOf, placeIn, sizeOf } from "./notation.js";

const byId = (id) => document.getElementById(id);

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The next kind of piece of the same color. */
function nextKind(rules, letter) {
  const letters = rules.pieces.map(({ letter }) => letter);
  const next = letters[(letters.indexOf(letter.toUpperCase()) + 1) % letters.length];
  return letterOf(next, colorOf(letter));
}

/** The piece under test among others. */
export const tester = {
  legend: "● a move   ○ a capture   ▢ dashed: in the way   ✕ illegal",

  question(state) {
    const { rules, size, piece, color, cell } = state;
    const question = { rules: rules.name, size, piece, color, cell };
    if (state.pieces.size > 0) question.board = state.cells.text(state.pieces);
    return ["moves", question];
  },

  async answer(state) {
    const [command, question] = this.question(state);
    const answer = await ask(command, question);
    const marks = new Map();
    const lists = [["move", "moves"], ["blocked", "blockers"], ["capture", "captures"], ["illegal", "illegal"]];
    for (const [mark, list] of lists) for (const cell of answer[list]) marks.set(cell, mark);
    return { marks, answer };
  },

  show(state, { marks, answer }) {
    byId("count").textContent = answer.count;
    byId("count-words").textContent = answer.count === 1 ? "move" : "moves";
    const { moves } = state.rules.pieces.find((piece) => piece.letter === state.piece);
    byId("definition").replaceChildren(...moves.map((text) => element("li", { textContent: text })));
    const own = letterOf(state.piece, state.color);
    return (name) => ({
      piece: name === state.cell ? own : state.pieces.get(name),
      mark: marks.get(name),
      classes: name === state.cell ? ["subject"] : [],
    });
  },

  clear() {
    byId("count").textContent = "";
  },

  enter(state) {
    state.pieces.delete(state.cell);
  },

  empty(state) {
    state.pieces.clear();
  },

  pieceOn(state, name) {
    return name === state.cell ? letterOf(state.piece, state.color) : state.pieces.get(name);
  },

  /** A click puts what the palette has pressed, changes the kind of a piece, or moves the one under test. */
  click(state, name) {
    const [there, chosen] = [state.pieces.get(name), state.palette];
    if (name === state.cell) state.piece = nextKind(state.rules, state.piece).toUpperCase();
    else if (there && there === chosen) state.pieces.delete(name);
    else if (chosen || there) state.pieces.set(name, chosen || nextKind(state.rules, there));
    else state.cell = name;
  },

  drags(state, name) {
    return this.pieceOn(state, name) !== undefined;
  },

  drag(state, from, to) {
    if (from === state.cell) {
      state.pieces.delete(to);
      state.cell = to;
    } else if (to !== state.cell) {
      state.pieces.set(to, state.pieces.get(from));
      state.pieces.delete(from);
    }
  },

  put(state, name, letter) {
    if (name === state.cell) [state.piece, state.color] = [letter.toUpperCase(), colorOf(letter)];
    else state.pieces.set(name, letter);
  },

  take(state, name) {
    state.pieces.delete(name);
  },
};

/** Least moves between two cells, and from the start to all others. */
export const path = {
  legend: "▢ the start   ◇ the finish   ○ on the route   numbers: least moves from the start, – none",

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

  async answer(state) {
    const [command, question] = this.question(state);
    const everywhere = state.cells.all();
    const [answer, distances] = await Promise.all([
      ask(command, { ...question, route: true, count: true, why: true }),
      askAll(command, everywhere.map((finish) => ({ ...question, finish }))),
    ]);
    const far = new Map(everywhere.map((name, nth) => [name, distances[nth].moves]));
    return { answer, far };
  },

  show(state, { answer, far }) {
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
      return { piece: name === at ? own : other, mark, distance: far.get(name), classes };
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

  put(state, name, letter) {
    [state.piece, state.color] = [letter.toUpperCase(), colorOf(letter)];
    if (name !== state.finish) this.move(state, "start", name);
  },

  take(state, name) {
    state.pieces.delete(name);
    state.step = 0;
  },
};

/** The side to move and the holder, after a board. */
const SIDES = /[ \t]+[wb]([ \t]+[wb-])?\s*$/i;

/** Is the side to move checkmated, and why? */
export const mate = {
  legend: "● a safe step of the king   ○ a capture   ✕ guarded   double frame: gives check",

  question(state) {
    const { rules, text, side, force } = state;
    const question = { board: text, rules: rules.name, force };
    return ["mate", side ? { ...question, side } : question];
  },

  async answer(state) {
    const [command, question] = this.question(state);
    if (state.text.trim() === "") throw { error: "expected a board", line: null, column: null };
    try {
      return { answer: await ask(command, { ...question, explain: true }) };
    } catch (refused) {
      throw { ...refused, text: question.board, place: refused.column && placeIn(question.board, refused.column, "board") };
    }
  },

  show(state, { answer }) {
    const size = sizeOf(answer.board);
    state.resize(size);
    state.men = state.cells.pieces(answer.board);
    [state.shownSide, state.shownHolder] = [answer.side, holderOf(answer.board)];
    const over = answer.result ? `${answer.result} ${answer.reason}` : answer.verdict;
    const moves = answer.legal_moves.length;
    const legal = moves === 1 ? "one legal move" : `${moves || "no"} legal moves`;
    byId("verdict").textContent = `${over} – ${answer.side} has ${legal}`;
    const own = [...state.men].filter(([, letter]) => colorOf(letter) === answer.side);
    const royal = state.rules.pieces.filter((piece) => piece.royal).map((piece) => piece.letter);
    const kings = own.filter(([, letter]) => royal.includes(letter.toUpperCase())).map(([name]) => name);
    const lines = reasons(answer, kings);
    byId("explanation").replaceChildren(...lines.map((line) => {
      const item = element("li", { textContent: line.text, tabIndex: 0, className: line.works ? "works" : "" });
      item.dataset.cells = line.cells.join(" ");
      return item;
    }));
    const steps = new Map();
    for (const step of answer.king_steps) {
      if (step.outcome === "escapes") steps.set(step.cell, step.captures ? "capture" : "move");
      else if (step.outcome !== "occupied") steps.set(step.cell, "illegal");
    }
    const checkers = answer.checkers.map((checker) => checker.cell);
    return (name) => ({
      piece: state.men.get(name),
      mark: steps.get(name),
      classes: checkers.includes(name) ? ["checker"] : kings.includes(name) ? ["subject"] : [],
    });
  },

  /** Before anything is written a setup of the rule set is shown, or a king alone. */
  enter(state) {
    if (state.text !== "") return;
    const [setup] = state.rules.setups;
    const king = state.rules.pieces.find(({ royal }) => royal);
    if (setup) state.text = setup;
    else this.put(state, state.cells.all()[0], king.letter);
  },

  empty(state) {
    state.men.clear();
    this.rewrite(state);
  },

  /** Writes the board anew after a change on its cells. */
  rewrite(state) {
    const holder = state.rules.holds ? ` ${state.shownHolder[0] ?? "-"}` : "";
    state.text = `${state.cells.text(state.men)} ${(state.side || state.shownSide)[0]}${holder}`;
  },

  pieceOn(state, name) {
    return state.men.get(name);
  },

  /** A click puts what the palette has pressed, or takes it away. */
  click(state, name) {
    if (!state.palette) return;
    if (state.men.get(name) === state.palette) this.take(state, name);
    else this.put(state, name, state.palette);
  },

  drags(state, name) {
    return state.men.has(name);
  },

  drag(state, from, to) {
    state.men.set(to, state.men.get(from));
    this.take(state, from);
  },

  put(state, name, letter) {
    state.men.set(name, letter);
    this.rewrite(state);
  },

  take(state, name) {
    state.men.delete(name);
    this.rewrite(state);
  },

  /** A text with another holder after the side to move; the name of a setup stays as it is. */
  withHolder(text, side, holder) {
    if (/^\s*\w+\s*$/.test(text)) return text;
    return `${text.replace(SIDES, "").trimEnd()} ${side[0]} ${holder[0] ?? "-"}`;
  },

  clear() {
    byId("verdict").textContent = "";
    byId("explanation").replaceChildren();
  },
};

function holderOf(text) {
  return { w: "white", b: "black" }[text.split(" ")[2]] ?? "";
}

const the = ({ piece, cell }) => `the ${piece.toLowerCase()} on ${cell}`;
const all = (pieces) => pieces.map(the).join(" and ");
const cellsOf = (pieces) => pieces.map(({ cell }) => cell);

/** The reasons of a verdict, each with the cells that it is about. */
function reasons(answer, kings) {
  const lines = answer.checkers.map((checker) => ({
    text: `${the(checker)} gives check`,
    cells: [checker.cell, ...kings],
  }));
  for (const { cell, captures, outcome, by } of answer.king_steps) {
    const victim = captures?.toLowerCase();
    const text = {
      escapes: victim ? `captures the ${victim}` : "safe",
      occupied: `occupied by ${all(by)}`,
      guarded: `${victim ? `the ${victim} is ` : ""}guarded by ${all(by)}`,
      held: `barred, as ${all(by)} holds the king`,
      exposes: `would leave another king in check from ${all(by)}`,
    }[outcome];
    const works = outcome === "escapes";
    lines.push({ text: `king to ${cell}: ${text}`, works, cells: [cell, ...cellsOf(by)] });
  }
  for (const [list, act] of [[answer.captures, "capture on"], [answer.blocks, "block on"]]) {
    for (const { cell, tries } of list) {
      for (const attempt of tries) lines.push(tried(cell, act, attempt));
      if (tries.length === 0) lines.push({ text: `no piece can ${act} ${cell}`, cells: [cell] });
    }
  }
  for (const attempt of answer.stuck) lines.push(tried(attempt.cell, "move from", attempt));
  return lines.map((line) => ({ ...line, text: line.text[0].toUpperCase() + line.text.slice(1) }));
}

function tried(cell, act, { piece, cell: from, outcome, by }) {
  const who = the({ piece, cell: from });
  const text = {
    works: `${who} can ${act} ${cell}`,
    pinned: `${who} could ${act} ${cell}, but is pinned by ${all(by)}`,
    "still in check": `${who} could ${act} ${cell}, but ${all(by)} would still give check`,
    blocked: by.length > 0 ? `${who} can't ${act} ${cell}: ${all(by)} in the way` : `${who} has nowhere to go`,
  }[outcome];
  return { text, works: outcome === "works", cells: [cell, from, ...cellsOf(by)] };
}
