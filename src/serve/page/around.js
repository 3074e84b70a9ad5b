// Changes the pieces of a mode that asks about one piece among others.

import { colorOf, letterOf } from "./notation.js";
import { place } from "./state.js";

/** Returns the methods of such a mode; `end` is the key of the state that has the cell of its piece. */
export function around(end) {
  return {
    pieceOn(state, name) {
      return name === state[end] ? letterOf(state.piece, state.color) : state.position.on(name);
    },

    /** Puts a piece on a cell. On the cell of the piece that is asked about, it replaces that piece. */
    put(state, name, letter) {
      if (name === state[end]) [state.piece, state.color] = [letter.toUpperCase(), colorOf(letter)];
      else place(state.position.put(name, letter));
    },

    take(state, name) {
      place(state.position.take(name));
    },

    /** Moves the piece that is asked about to a cell, and takes the piece there. */
    go(state, name) {
      const position = state.position.take(name);
      state[end] = name;
      place(position);
    },
  };
}

/** Applies the choice of the palette to a cell: erases its piece or puts one there. */
export function apply(mode, state, name) {
  const { palette } = state;
  if (palette === "erase" || state.position.on(name) === palette) mode.take(state, name);
  else mode.put(state, name, palette);
}
