// Names of cells and pieces, as the rule set writes them, and the position that all modes share.

/** The texts of positions, by the side to move. */
const texts = new WeakMap();

/** For positions, the name of an occupied cell, and the position without the piece there, which keeps its texts. */
const reduced = new WeakMap();

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
    const part = this.rules.cells.find((one) => one.axis === axis);
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

  /** Yields the rows in the order of the answers: levels from the top, rows from Black's side. */
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

/** Returns the kind of a piece by its letter, in upper or lower case; undefined if the rules have none. */
export function kindOf(rules, letter) {
  return rules.pieces.find((kind) => kind.letter === letter.toUpperCase());
}

/** Returns the color and name of a piece, such as `white knight`. */
export function describe(rules, letter) {
  return `${colorOf(letter)} ${kindOf(rules, letter)?.name.toLowerCase() ?? letter}`;
}

/** Returns the words about a letter that no piece has. */
export function unknownLetter(rules, letter) {
  return `No piece of ${rules.name} has the letter ${letter.toUpperCase()}. Its letters are ${lettersOf(rules).join(" ")}.`;
}

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

  /** Returns the position without the piece on a cell; the same object if nothing changes. */
  without(name) {
    if (!this.on(name)) return this;
    if (reduced.get(this)?.name !== name) reduced.set(this, { name, position: this.take(name) });
    return reduced.get(this).position;
  }

  move(from, to) {
    return this.take(from).put(to, this.on(from));
  }

  /** Returns the position on another board. Pieces whose cell or letter does not exist there are left out. */
  moved(cells) {
    const moved = [...this.pieces].map(([name, letter]) => [this.there(name, letter, cells), letter]);
    const pieces = new Map(moved.filter(([name]) => name !== undefined));
    return new Position(cells, pieces, this.side, cells.rules.holds ? this.holder : "");
  }

  /** Returns the cell of a piece on another board; undefined if its cell or letter does not exist there. */
  there(name, letter, cells) {
    return lettersOf(cells.rules).includes(letter.toUpperCase()) ? cells.name(this.cells.places.get(name)) : undefined;
  }

  /** Returns the board as questions have it, without the side to move. */
  board() {
    return { cells: Object.fromEntries(this.pieces) };
  }

  /** Returns the fields of a question that name the position, with a side to move. */
  question(side = this.side) {
    const board = { ...this.board(), side, holder: (this.rules.holds && this.holder) || null };
    return { board, rules: this.rules.name, size: this.size };
  }

  /** Returns the texts of the position with a side to move, as the library writes them; undefined before that. */
  texts(side = this.side) {
    return texts.get(this)?.get(side);
  }

  /** Keeps the texts of the position with a side to move: an answer to the question `board`. */
  keep(answer, side = this.side) {
    texts.set(this, new Map(texts.get(this)).set(side, answer));
  }

  /** Returns the position of an answer about a board. */
  static of(rules, { size, cells, side, holder }) {
    return new Position(Cells.of(rules, size), new Map(Object.entries(cells)), side, holder ?? "");
  }
}
