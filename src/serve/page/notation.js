// Names of cells and pieces, as the rule set writes them. The page knows no moves: the server does.

export const EMPTY = "#";

/** The cells of all boards shown so far, by rules and size. */
const known = new Map();

/** The cells of a board: their names by place, and their places by name. */
export class Cells {
  /** Returns the cells of a board. Equal rules and sizes give the same object. */
  static of(rules, size) {
    const key = `${rules.name} ${size}`;
    if (!known.has(key)) known.set(key, new Cells(rules, size));
    return known.get(key);
  }

  constructor(rules, size) {
    this.rules = rules;
    this.size = size;
    this.names = new Map();
    this.places = new Map();
    for (let level = 0; level < size; level++) {
      for (let rank = 0; rank < size; rank++) {
        for (let file = 0; file < size; file++) {
          const place = { file, rank, level };
          const name = rules.cells.map((part) => this.written(part, place[part.axis])).join("");
          this.names.set(this.key(place), name);
          this.places.set(name, place);
        }
      }
    }
  }

  key({ file, rank, level }) {
    return (level * this.size + rank) * this.size + file;
  }

  written(part, nth) {
    return part.labels[part.reversed ? this.size - 1 - nth : nth];
  }

  /** Returns the label of a coordinate, without parentheses. */
  label(axis, nth) {
    const part = this.rules.cells.find((part) => part.axis === axis);
    return this.written(part, nth).replace(/[()]/g, "");
  }

  levelName() {
    return this.rules.cells.find((part) => part.axis === "level").name;
  }

  has(name) {
    return this.places.has(name);
  }

  /** Returns the name of the cell at a place; undefined if the place is off the board. */
  name(place) {
    const inside = Object.values(place).every((part) => part >= 0 && part < this.size);
    return inside ? this.names.get(this.key(place)) : undefined;
  }

  all() {
    return [...this.places.keys()];
  }

  /**
   * Returns the nearest cell for which `suits` is true; the nearest of all cells if there is none. The place may be off
   * the board.
   */
  nearest(place, suits) {
    const far = (name) => {
      const there = this.places.get(name);
      return Math.hypot(there.file - place.file, there.rank - place.rank, there.level - place.level);
    };
    const all = this.all();
    const suitable = all.filter(suits);
    return (suitable.length > 0 ? suitable : all).reduce((best, name) => (far(name) < far(best) ? name : best));
  }

  /** Yields the rows in the order of a board's text: levels from the top, rows from Black's side. */
  *rows() {
    for (let level = this.size - 1; level >= 0; level--) {
      for (let rank = this.size - 1; rank >= 0; rank--) {
        const row = [];
        for (let file = 0; file < this.size; file++) row.push(this.name({ file, rank, level }));
        yield row;
      }
    }
  }
}

/** Returns the letters of a rule set's pieces, in upper case. */
export function lettersOf(rules) {
  return rules.pieces.map(({ letter }) => letter);
}

/** Returns the letter of the piece that is asked about first: the knight, if there is one. */
export function firstLetter(rules) {
  const letters = lettersOf(rules);
  return letters.includes("N") ? "N" : letters[0];
}

export function colorOf(letter) {
  return letter === letter.toUpperCase() ? "white" : "black";
}

export function letterOf(piece, color) {
  return color === "white" ? piece.toUpperCase() : piece.toLowerCase();
}

/** Returns the color and name of a piece, such as `white knight`. */
export function describe(rules, letter) {
  const piece = rules.pieces.find((piece) => piece.letter === letter.toUpperCase());
  return `${colorOf(letter)} ${piece ? piece.name.toLowerCase() : letter}`;
}
