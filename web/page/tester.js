// The mode Tester: shows the moves of one piece among others. All modes have its methods.

import { render } from "./controls.js";
import { byId } from "./elements.js";
import { showKinds, showLines } from "./kinds.js";
import { colorOf, kindOf, letterOf, lettersOf } from "./position.js";
import { changeSubject, moveSubject, place, view } from "./state.js";
import { ask } from "./transport.js";

/** Returns the letter of the next kind of piece, with the same color. */
function nextKind(rules, letter) {
  const letters = lettersOf(rules);
  const next = letters[(letters.indexOf(letter.toUpperCase()) + 1) % letters.length];
  return letterOf(next, colorOf(letter));
}

/** The piece whose kinds of moves are shown. */
let tested;

export const tester = {
  ...around(),

  legend: { capture: "a capture", blocked: "in the way", illegal: "illegal" },

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
    const kinds = new Map();
    for (const { line, cells } of answer.kinds) for (const cell of cells) kinds.set(cell, line);
    return { answer, marks, kinds };
  },

  render(state, found) {
    const { answer, marks, kinds } = found ?? { marks: new Map(), kinds: new Map() };
    const piece = kindOf(state.position.rules, state.piece);
    if (piece !== tested) view.kind = undefined;
    tested = piece;
    if (answer && !answer.kinds.some(({ line }) => line === view.kind)) view.kind = undefined;
    byId("subject").textContent = `${piece.name}:`;
    byId("count").textContent = answer?.count ?? "";
    byId("count-words").textContent = !answer ? "" : answer.count === 1 ? "move" : "moves";
    showKinds(answer?.kinds ?? [], piece.moves, () => render(found));
    showLines(piece.moves);
    return (name) => {
      const kind = kinds.get(name);
      const isShown = !kind || !view.kind || kind === view.kind;
      return {
        piece: this.pieceOn(state, name),
        ...(isShown && { mark: marks.get(name), kind }),
        classes: name === state.cell ? ["subject"] : [],
      };
    };
  },

  /** Applies the palette, changes the kind of the piece on the cell, or moves the piece under test there. */
  click(state, name) {
    const there = state.position.on(name);
    if (view.palette) apply(this, state, name);
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
    },
  };
}

/** Applies the choice of the palette to a cell: erases its piece or puts one there. */
export function apply(mode, state, name) {
  const { palette } = view;
  if (palette === "erase" || state.position.on(name) === palette) mode.take(state, name);
  else mode.put(state, name, palette);
}
