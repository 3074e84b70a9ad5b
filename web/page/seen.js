// Coordinates of cells as the reader sees them, for the keys that move the focus.

/** Coordinates on the screen: steps to the right, away from the reader and upwards, at the nearest quarter turn. */
export class Seen {
  /** `quarters` is the number of quarter turns against the clock, seen from above. */
  constructor(cells, quarters, isFlipped) {
    Object.assign(this, { cells, quarters, isFlipped, last: cells.size - 1 });
  }

  /** Returns the height of a level above the lowest one on the screen, or the level at a height. */
  height(level) {
    return this.isFlipped ? this.last - level : level;
  }

  /** Returns the screen coordinates of a place. */
  coordinates({ file, rank, level }) {
    let [right, away] = [file, rank];
    for (let turn = 0; turn < this.quarters; turn++) [right, away] = [this.last - away, right];
    return [right, away, this.height(level)];
  }

  /** Returns the cell at screen coordinates; undefined if they are off the board. */
  name([right, away, up]) {
    let [file, rank] = [right, away];
    for (let turn = 0; turn < this.quarters; turn++) [file, rank] = [rank, this.last - file];
    return this.cells.name({ file, rank, level: this.height(up) });
  }

  /** Returns the cell a step away on the screen; undefined if that is off the board. Infinite steps end at the edge. */
  beside(name, step) {
    const from = this.coordinates(this.cells.places.get(name));
    return this.name(step.map((length, axis) => {
      return Number.isFinite(length) ? from[axis] + length : Math.min(Math.max(length, 0), this.last);
    }));
  }
}
