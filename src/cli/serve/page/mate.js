// The mate board: is the side to move checkmated, and why?

import { byId, element } from "./elements.js";
import { colorOf, placeIn, sizeOf } from "./notation.js";
import { reasons } from "./reasons.js";
import { ask } from "./server.js";

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
