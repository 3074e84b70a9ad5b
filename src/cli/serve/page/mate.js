// The mate board: is the side to move checkmated, and why?

import { byId, element } from "./elements.js";
import { colorOf, placeIn, sizeOf } from "./notation.js";
import { reasons } from "./reasons.js";
import { ask } from "./server.js";

/** The side to move and the holder, after a board. */
const SIDES = /[ \t]+[wb]([ \t]+[wb-])?\s*$/i;

/** Is the side to move checkmated, and why? */
export const mate = {
  legend: ["● a safe step of the king", "○ a capture", "✕ guarded", "double frame: gives check"],

  question(state) {
    const { rules, text, side, force } = state;
    const question = { board: text, rules: rules.name, force };
    return ["mate", side ? { ...question, side } : question];
  },

  /** A board that breaks a promise is shown all the same: `force` tells what was read. */
  async answer(state, signal) {
    if (!state.rules.verdict) return {};
    if (state.text.trim() === "") throw { error: "expected a board" };
    const [command, question] = this.question(state);
    try {
      return { answer: await ask(command, { ...question, explain: true }, signal) };
    } catch (refused) {
      const place = refused.column && placeIn(question.board, refused.column, "board");
      const forced = ask(command, { ...question, force: true }, signal);
      const read = await forced.catch(() => undefined);
      throw { ...refused, text: question.board, place, read };
    }
  },

  /** Takes over the board that the server has read. */
  read(state, { board, side }) {
    state.resize(sizeOf(board));
    state.men = state.cells.pieces(board);
    state.shownText = state.text;
    [state.shownSide, state.shownHolder] = [side, holderOf(board)];
  },

  show(state, { answer }) {
    if (!answer) return this.showUndecided(state);
    this.read(state, answer);
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

  /** Without a verdict there are the pieces, and why. */
  showUndecided(state) {
    this.clear(state);
    const text = `The rules ${state.rules.name} define no check, so there is no verdict.`;
    byId("explanation").append(element("li", { textContent: text }));
    return (name) => ({ piece: this.pieceOn(state, name) });
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
    this.write(state);
  },

  /** What is changed on the cells is written; a text that could not be read is its writer's to mend. */
  change(state, alter) {
    if (state.text !== state.shownText) return;
    alter(state.men);
    this.write(state);
  },

  write(state) {
    const holder = state.rules.holds ? ` ${state.shownHolder[0] ?? "-"}` : "";
    state.text = `${state.cells.text(state.men)} ${(state.side || state.shownSide)[0]}${holder}`;
    state.shownText = state.text;
  },

  resized(state) {
    if (state.text !== "") this.change(state, () => {});
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
    this.change(state, (men) => {
      men.set(to, men.get(from));
      men.delete(from);
    });
  },

  put(state, name, letter) {
    this.change(state, (men) => men.set(name, letter));
  },

  take(state, name) {
    this.change(state, (men) => men.delete(name));
  },

  /** A text with another holder after the side to move; the name of a setup stays as it is. */
  withHolder(text, side, holder) {
    if (/^\s*\w+\s*$/.test(text)) return text;
    return `${text.replace(SIDES, "").trimEnd()} ${side[0]} ${holder[0] ?? "-"}`;
  },

  clear(state, { read } = {}) {
    byId("verdict").textContent = "";
    byId("explanation").replaceChildren();
    if (read) this.read(state, read);
  },
};

function holderOf(text) {
  return { w: "white", b: "black" }[text.split(" ")[2]] ?? "";
}
