// Coordinates on the screen: boards can be turned about the vertical axis, and their levels reversed.

export class Seen {
  constructor(cells, turn, isFlipped) {
    Object.assign(this, { cells, turn, isFlipped, last: cells.size - 1 });
  }

  /** Returns the cell at screen coordinates: steps to the right, away from the reader and upwards from the corner. */
  name(seen) {
    return this.cells.name(this.place(seen));
  }

  place([right, away, up]) {
    let [file, rank] = [right, away];
    for (let turn = 0; turn < this.turn; turn++) [file, rank] = [this.last - rank, file];
    return { file, rank, level: this.level(up) };
  }

  level(up) {
    return this.isFlipped ? this.last - up : up;
  }

  /** Returns the screen coordinates of a place; the inverse of `place`. */
  coordinates({ file, rank, level }) {
    let [right, away] = [file, rank];
    for (let turn = 0; turn < this.turn; turn++) [right, away] = [away, this.last - right];
    return [right, away, this.level(level)];
  }

  /** Returns the label at a screen coordinate along an axis: 0 is to the right, 1 away, 2 upwards. */
  label(axis, at) {
    const seen = [0, 0, 0];
    seen[axis] = at;
    const name = axis === 2 ? "level" : ["file", "rank"][(axis + this.turn) % 2];
    return this.cells.label(name, this.place(seen)[name]);
  }

  /** Returns the cell a step away on the screen; undefined if that is off the board. Infinite steps end at the edge. */
  beside(name, step) {
    const from = this.coordinates(this.cells.places.get(name));
    const to = step.map((length, axis) => {
      return Number.isFinite(length) ? from[axis] + length : Math.min(Math.max(length, 0), this.last);
    });
    return to.every((at) => at >= 0 && at <= this.last) ? this.name(to) : undefined;
  }
}
