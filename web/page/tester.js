// The mode Tester: shows the moves of one piece among others. All modes have its methods.

import { byId, element } from "./elements.js";
import { colorOf, letterOf, lettersOf } from "./position.js";
import { changeSubject, moveSubject, place, view } from "./state.js";
import { ask } from "./transport.js";

/** Returns the letter of the next kind of piece, with the same color. */
function nextKind(rules, letter) {
  const letters = lettersOf(rules);
  const next = letters[(letters.indexOf(letter.toUpperCase()) + 1) % letters.length];
  return letterOf(next, colorOf(letter));
}

export const tester = {
  ...around(),

  legend: { move: "a move", capture: "a capture", blocked: "in the way", illegal: "illegal" },

  question(state) {
    const { position, piece, color, cell } = state;
    const question = { rules: position.rules.name, size: position.size, piece, color, cell };
    const others = this.board(state);
    return ["moves", others.isEmpty ? question : { ...question, board: others.board() }];
  },

  async answer(state, signal) {
    const [command, question] = this.question(state);
    const answer = await ask(command, question, signal);
    const marks = new Map();
    const lists = [["move", "moves"], ["blocked", "blockers"], ["capture", "captures"], ["illegal", "illegal"]];
    for (const [mark, list] of lists) for (const cell of answer[list]) marks.set(cell, mark);
    return { marks, answer };
  },

  render(state, { marks, answer } = { marks: new Map() }) {
    byId("count").textContent = answer?.count ?? "";
    byId("count-words").textContent = answer?.count === 1 ? "move" : "moves";
    const { moves } = state.position.rules.pieces.find((piece) => piece.letter === state.piece);
    byId("definition").replaceChildren(...moves.map((text) => element("li", { textContent: text })));
    return (name) => ({
      piece: this.pieceOn(state, name),
      mark: marks.get(name),
      classes: name === state.cell ? ["subject"] : [],
    });
  },

  /** Applies the palette, changes the kind of the piece on the cell, or moves the piece under test there. */
  click(state, name) {
    const there = state.position.on(name);
    if (view.palette && name !== state.cell) apply(this, state, name);
    else if (there) this.put(state, name, nextKind(state.position.rules, there));
    else moveSubject(name);
  },

  drags(state, name) {
    return this.pieceOn(state, name) !== undefined;
  },

  drag(state, from, to) {
    if (from === state.cell) moveSubject(to);
    else if (to !== state.cell) place(state.position.move(from, to));
  },
};

/** Returns the methods of a mode that asks about one piece among others. */
export function around() {
  return {
    /** Returns the board with the other pieces. */
    board({ position, cell }) {
      return position.without(cell);
    },

    pieceOn(state, name) {
      return state.position.on(name);
    },

    /** Puts a piece on a cell. On the cell of the piece that is asked about, it replaces that piece. */
    put(state, name, letter) {
      if (name === state.cell) changeSubject(letter);
      else place(state.position.put(name, letter));
    },

    take(state, name) {
      place(state.position.take(name));
    },  };
}

/** Applies the choice of the palette to a cell: erases its piece or puts one there. */
export function apply(mode, state, name) {
  const { palette } = view;
  if (palette === "erase" || state.position.on(name) === palette) mode.take(state, name);
  else mode.put(state, name, palette);
}
