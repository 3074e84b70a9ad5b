// What keys and the palette do to the pieces around the one that is asked about.

import { colorOf, letterOf } from "./notation.js";
import { place } from "./state.js";

/** Returns the methods of a mode that asks about a piece; `end` says which cell is the piece's. */
export function around(end) {
  return {
    pieceOn(state, name) {
      return name === state[end] ? letterOf(state.piece, state.color) : state.position.on(name);
    },

    /** A letter on the cell of the piece changes the piece. */
    put(state, name, letter) {
      if (name === state[end]) [state.piece, state.color] = [letter.toUpperCase(), colorOf(letter)];
      else place(state.position.put(name, letter));
    },

    take(state, name) {
      place(state.position.take(name));
    },

    /** Moves the piece that is asked about; what stands there is taken. */
    go(state, name) {
      const position = state.position.take(name);
      state[end] = name;
      place(position);
    },
  };
}

/** Does what the palette says to a cell. */
export function apply(mode, state, name) {
  const { palette } = state;
  if (palette === "erase" || state.position.on(name) === palette) mode.take(state, name);
  else mode.put(state, name, palette);
}
