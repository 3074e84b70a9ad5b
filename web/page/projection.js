// The parallel projection of a board on the screen: drawing and pointing both use it.

/** A part of a direction below which this counts as none. */
const STRAIGHT = 1e-9;

/**
 * The projection of a cube of cells whose levels stand straight above each other.
 *
 * A level is turned about its middle by `angle` degrees, and its depth on the screen is its depth times `tilt`. Board
 * coordinates are in cells from the outer corner of the first file and rank; points are in pixels from the upper left
 * corner of the stage.
 */
export class Projection {
  /** `levels` are the places of the levels, the lowest on the screen first: their middle `x` and `y`, `cell` and `tilt`. */
  constructor(size, angle, levels) {
    const turn = (angle * Math.PI) / 180;
    Object.assign(this, { size, angle, levels, cos: Math.cos(turn), sin: Math.sin(turn) });
  }

  /** Returns the point of board coordinates on the level at a height. */
  point(file, rank, height) {
    const { x, y, cell, tilt } = this.levels[height];
    const [right, away] = [file - this.size / 2, rank - this.size / 2];
    return [
      x + cell * (right * this.cos - away * this.sin),
      y - cell * tilt * (right * this.sin + away * this.cos),
    ];
  }

  /** Returns the middle of a cell. */
  middle({ file, rank }, height) {
    return this.point(file + 0.5, rank + 0.5, height);
  }

  /** Returns the corners of a cell, or of the whole level without one, in their order around it. */
  corners(height, place) {
    const [file, rank, edge] = place ? [place.file, place.rank, 1] : [0, 0, this.size];
    return [[0, 0], [edge, 0], [edge, edge], [0, edge]].map(([x, y]) => this.point(file + x, rank + y, height));
  }

  /** Returns how near a cell is to the reader, in cells; the order in which pieces are painted. */
  nearness({ file, rank }) {
    return -(file * this.sin + rank * this.cos);
  }

  /** Returns the matrix of a level whose upper left corner is the first cell of the last rank, for a style sheet. */
  matrix(height) {
    const { tilt } = this.levels[height];
    return [this.cos, -tilt * this.sin, this.sin, tilt * this.cos];
  }

  /** Returns the inverse of a level's matrix, with which its pieces stand upright. */
  upright(height) {
    const { tilt } = this.levels[height];
    return [this.cos, this.sin, -this.sin / tilt, this.cos / tilt];
  }

  /** Returns the number of quarter turns against the clock, seen from above, that is nearest to the angle. */
  get quarters() {
    return Math.round(this.angle / 90) & 3;
  }

  /**
   * Returns the edges of a level along which labels stand, one for each axis, as `at` and `out`: the board coordinates
   * of the middle of a label's edge, and the way out of the level there. They are the nearest edges; of two that are
   * equally near, the left one.
   */
  labelEdges() {
    const edge = (near, left) => ((Math.abs(near) < STRAIGHT ? left : near) > 0 ? 0 : this.size);
    const [rank, file] = [edge(this.cos, -this.sin), edge(this.sin, this.cos)];
    return {
      file: { at: (nth) => [nth + 0.5, rank], out: [0, rank === 0 ? -1 : 1] },
      rank: { at: (nth) => [file, nth + 0.5], out: [file === 0 ? -1 : 1, 0] },
    };
  }

  /** Returns a point outside a level, so many pixels from the middle of a label's edge. */
  beside({ at, out }, nth, height, pixels) {
    const [file, rank] = at(nth);
    const [x, y] = this.point(file, rank, height);
    const [x1, y1] = this.point(file + out[0], rank + out[1], height);
    const length = Math.hypot(x1 - x, y1 - y);
    return [x + ((x1 - x) / length) * pixels, y + ((y1 - y) / length) * pixels];
  }
}

/** Returns an angle from 0 up to 360 degrees, to a hundredth. */
export function normal(angle) {
  const hundredths = Math.round(angle * 100) % 36000;
  return (hundredths < 0 ? hundredths + 36000 : hundredths) / 100;
}

/** Returns the next multiple of a step from an angle in a direction, 1 or -1: at least half a step away. */
export function nextStep(angle, way, step) {
  return way * Math.ceil((way * angle) / step + 0.5) * step;
}
