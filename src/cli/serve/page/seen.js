// The boards as they are seen: after quarter turns about the upright axis, the highest or the lowest level on top.

export class Seen {
  constructor(cells, turn, isFlipped) {
    Object.assign(this, { cells, turn, isFlipped, last: cells.size - 1 });
  }

  /** Returns the cell at a distance to the right, away from the reader and upwards from the nearest corner. */
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

  /** The inverse of `place`. */
  coordinates({ file, rank, level }) {
    let [right, away] = [file, rank];
    for (let turn = 0; turn < this.turn; turn++) [right, away] = [away, this.last - right];
    return [right, away, this.level(level)];
  }

  /** Returns the label of all cells that are so far along an axis: 0 to the right, 1 away, 2 upwards. */
  label(axis, at) {
    const seen = [0, 0, 0];
    seen[axis] = at;
    const name = axis === 2 ? "level" : ["file", "rank"][(axis + this.turn) % 2];
    return this.cells.label(name, this.place(seen)[name]);
  }

  /** Returns the cell a step away, or none; an infinite step ends at the edge. */
  beside(name, step) {
    const from = this.coordinates(this.cells.places.get(name));
    const to = step.map((length, axis) => {
      return Number.isFinite(length) ? from[axis] + length : Math.min(Math.max(length, 0), this.last);
    });
    return to.every((at) => at >= 0 && at <= this.last) ? this.name(to) : undefined;
  }
}
