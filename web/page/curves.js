// Quadratic Bézier curves: lists of a start, a control point and an end, each with its two coordinates.

/** The height of a curve from level to level, as a ratio to its length. */
const BEND = 0.16;

/** Returns the curve of a move between two points: straight, or bent upwards or to the right if `isBent` is true. */
export function bent([x1, y1], [x2, y2], isBent) {
  const way = x2 < x1 || (x2 === x1 && y2 > y1) ? -1 : 1;
  const height = isBent ? way * BEND : 0;
  return [[x1, y1], [(x1 + x2) / 2 + height * (y2 - y1), (y1 + y2) / 2 - height * (x2 - x1)], [x2, y2]];
}

/** Returns the point of a curve at `time` from 0 to 1. */
export function pointAt([start, control, end], time) {
  const rest = 1 - time;
  return [0, 1].map((axis) => rest * rest * start[axis] + 2 * rest * time * control[axis] + time * time * end[axis]);
}

/** Returns the part of a curve between two times. */
export function part(curve, from, to) {
  const [start, control, end] = curve;
  const mixed = [0, 1].map((axis) => {
    return (1 - from) * (1 - to) * start[axis] + (from + to - 2 * from * to) * control[axis] + from * to * end[axis];
  });
  return [pointAt(curve, from), mixed, pointAt(curve, to)];
}
