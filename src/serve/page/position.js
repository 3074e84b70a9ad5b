// The position that all modes share: the pieces, the side to move, and the side whose king holds the other.

import { Cells, EMPTY, lettersOf } from "./notation.js";

/** An immutable position; its methods return changed copies. */
export class Position {
  constructor(cells, pieces = new Map(), side = "white", holder = "") {
    Object.assign(this, { cells, pieces, side, holder });
    Object.freeze(this);
  }

  get rules() {
    return this.cells.rules;
  }

  get size() {
    return this.cells.size;
  }

  get isEmpty() {
    return this.pieces.size === 0;
  }

  with({ pieces = this.pieces, side = this.side, holder = this.holder }) {
    return new Position(this.cells, pieces, side, holder);
  }

  /** Returns the letter of the piece on a cell; undefined if the cell is empty. */
  on(name) {
    return this.pieces.get(name);
  }

  put(name, letter) {
    return this.with({ pieces: new Map(this.pieces).set(name, letter) });
  }

  take(name) {
    const pieces = new Map(this.pieces);
    pieces.delete(name);
    return this.with({ pieces });
  }

  move(from, to) {
    return this.take(from).put(to, this.on(from));
  }

  /** Returns the position on another board. Pieces whose cell or letter does not exist there are left out. */
  moved(cells) {
    const { rules } = cells;
    const letters = lettersOf(rules);
    const pieces = new Map();
    for (const [name, letter] of this.pieces) {
      const there = cells.name(this.cells.places.get(name));
      if (there && letters.includes(letter.toUpperCase())) pieces.set(there, letter);
    }
    return new Position(cells, pieces, this.side, rules.holds ? this.holder : "");
  }

  /** Returns the text of the board, without the side to move. */
  board() {
    const rows = [...this.cells.rows()].map((row) => row.map((name) => this.on(name) ?? EMPTY).join(""));
    const levels = [];
    for (let nth = 0; nth < rows.length; nth += this.size) {
      levels.push(`[${rows.slice(nth, nth + this.size).join(",")}]`);
    }
    return levels.join(",");
  }

  /** Returns the text of the position, as the server parses it. */
  text(side = this.side) {
    const holder = this.rules.holds ? ` ${this.holder[0] ?? "-"}` : "";
    return `${this.board()} ${side[0]}${holder}`;
  }

  /** Parses a text that the server has written. */
  static read(rules, text, side, holder) {
    const [board] = text.split(" ");
    const letters = board.replace(/[[\],]/g, "");
    const cells = Cells.of(rules, board.indexOf(",") - 1);
    const pieces = new Map();
    [...cells.rows()].flat().forEach((name, nth) => {
      if (letters[nth] !== EMPTY) pieces.set(name, letters[nth]);
    });
    return new Position(cells, pieces, side, holder ?? "");
  }
}
