// The tester: what clicks, drags and keys do to the piece under test and those around it, what is asked of
// the server, and what is shown of its answers. All modes have these methods.

import { byId, element } from "./elements.js";
import { colorOf, letterOf } from "./notation.js";
import { ask } from "./server.js";

/** The next kind of piece of the same color. */
function nextKind(rules, letter) {
  const letters = rules.pieces.map(({ letter }) => letter);
  const next = letters[(letters.indexOf(letter.toUpperCase()) + 1) % letters.length];
  return letterOf(next, colorOf(letter));
}

/** The piece under test among others. */
export const tester = {
  legend: ["● a move", "○ a capture", "▢ dashed: in the way", "✕ illegal"],

  question(state) {
    const { rules, size, piece, color, cell } = state;
    const question = { rules: rules.name, size, piece, color, cell };
    if (state.pieces.size > 0) question.board = state.cells.text(state.pieces);
    return ["moves", question];
  },

  async answer(state, signal) {
    const [command, question] = this.question(state);
    const answer = await ask(command, question, signal);
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
