// Computes the largest cells that fit the room for the boards. All lengths are in rem.

/** The room in the flat view: beside each row of levels, above each level, below the last row, and between levels. */
const FLAT = { beside: 1.1, above: 1.4, below: 1.1, across: 0.6, down: 0.4 };
/** The room in the stack view: for labels beside and below a stack, and between stacks. */
const STACK = { beside: 3.2, below: 1.7, across: 0.8 };
/** The shift to the right of a step away from the reader and of a level, in lengths of a cell. */
const [SHEAR, LIFT] = [0.36, 0.14];
/** The height of a piece above the middle of its cell in lengths of a cell, and of all gaps in heights of a cell. */
const [HEAD, GAPS] = [0.76, 1.5];
/** The ratio of height to width of a cell in the stack view: least, preferred greatest, and greatest. */
const [STEEP, PLAIN, PLAINEST] = [0.44, 0.62, 1];
/** The least height of a cell in the stack view without scrolling, and the least with it. */
const [LOW, SCROLLED_LOW] = [1.1, 1.5];
/** The least length of a cell, the greatest if the flat view scrolls, and the greatest of all. */
const [LEAST, SCROLLED, MOST] = [1.75, 2.25, 16];
/** A way without a place that lacks a level is preferred if its cells are at least this part of the largest. */
const FULL = 0.7;

/**
 * Returns the length of a cell, the numbers of levels across and down, and for the stack view its tilt, which is the
 * ratio of height to width of a cell, and the distances between levels. `least` is the least length of a cell.
 */
export function arrange(size, view, room, least = 0) {
  const ways = Array.from({ length: size }, (_, before) => {
    const down = Math.ceil(size / (before + 1));
    return { across: Math.ceil(size / down), down };
  });
  // A larger board has no larger cells.
  const most = size > 2 ? arrange(size - 1, view, room, least).cell : MOST;
  return (view === "stack" ? stack : flat)(size, room, ways, least, most);
}

/** Fits all levels into the room, or makes the boards scroll if their cells would be too small. */
function flat(size, room, ways, least, most) {
  const enough = Math.max(least, LEAST);
  const measured = ways.map(({ across, down }) => {
    const wide = (room.width - FLAT.beside - FLAT.across * (across - 1)) / across / size;
    const high = (room.height - FLAT.below - FLAT.above * down - FLAT.down * (down - 1)) / down / size;
    return { across, down, wide, cell: Math.min(wide, high, most), isFull: across * down === size };
  });
  const largest = (ways) => ways.reduce((best, way) => (way.cell > best.cell ? way : best));
  let best = largest(measured);
  const full = largest(measured.filter(({ isFull }) => isFull));
  if (full.cell >= Math.max(FULL * best.cell, enough)) best = full;
  if (best.cell < enough) {
    const wide = measured.filter((way) => way.wide >= enough);
    best = wide.findLast(({ isFull }) => isFull) ?? wide.at(-1) ?? measured[0];
    best.cell = Math.min(best.wide, Math.max(SCROLLED, least), most);
  }
  return { across: best.across, down: best.down, cell: Math.max(best.cell, 1) };
}

/** Fits all levels into one stack, or into more stacks if the cells would be too small. */
function stack(size, room, ways, least, most) {
  for (const plain of [PLAIN, PLAINEST]) {
    const whole = ways.map((way) => tilted(size, room, way, plain, most)).find(({ cell, tilt }) => {
      return cell >= Math.min(LEAST, most) && cell * tilt >= Math.max(LOW, least);
    });
    if (whole) return whole;
  }
  const wide = ways.map((way) => tilted(size, room, way, PLAIN, most));
  const { across, down, ...best } = wide.findLast(({ wide }) => wide >= LEAST) ?? wide[0];
  const cell = Math.max(Math.min(best.wide, most), 1);
  return { across, down, cell, ...projected(size, Math.min(Math.max(SCROLLED_LOW, least) / cell, PLAINEST)) };
}

/** Returns the largest cells in stacks of `down` levels, with a tilt of at most `plain`. */
function tilted(size, room, { across, down }, plain, most) {
  const wide = ((room.width + STACK.across) / across - STACK.across - STACK.beside)
    / (size * (1 + SHEAR) + (down - 1) * LIFT);
  // From the middle of the farthest rank to the nearest edge, in heights of a cell.
  const deep = size * down + (GAPS / size) * (down - 1) - 0.5;
  const high = room.height - STACK.below;
  const cell = Math.min(wide, high / (STEEP * deep + HEAD), most);
  return { across, down, wide, cell, ...projected(size, Math.min((high / cell - HEAD) / deep, plain)) };
}

/** Returns the lengths of the projection, in lengths of a cell. */
function projected(size, tilt) {
  return { tilt, shear: SHEAR, lift: LIFT, rise: tilt * (size + GAPS / size) };
}
