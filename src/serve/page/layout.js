// Computes the largest cells that fit the room for the boards.

/** The lengths in style.css beside, above and below a level, and between levels, in rem. */
const FLAT = { beside: 1.1, above: 2.4, across: 0.8, down: 0.5 };
const STACKED = { beside: 3.1, above: 0.3, below: 1, across: 0.8 };
/** The least length of a cell, unless a single level is too wide for that, and the greatest length, in rem. */
const [LEAST, MOST] = [1.5, 16];
/** The ratio of height to width of a stacked level: least, preferred greatest, and greatest if cells are too low. */
const [STEEP, PLAIN, PLAINEST] = [0.42, 0.6, 0.95];
/** The width of a cell in rem that is high enough on a tilted level. */
const ROOMY = 2;
/** The ratio of the distance of the eye to the width of a level. */
const EYE = 8;

/** Returns the length of a cell in rem, the numbers of levels across and down, and the tilt; `room` is in rem. */
export function arrange(size, view, room) {
  const ways = Array.from({ length: size }, (_, before) => {
    const down = Math.ceil(size / (before + 1));
    return { across: Math.ceil(size / down), down };
  });
  return view === "stacked" ? stacked(size, room, ways) : flat(size, room, ways);
}

/** Fits all levels into the room. If their cells would be too small, puts as many levels as possible side by side. */
function flat(size, room, ways) {
  const measured = ways.map(({ across, down }) => {
    const wide = ((room.width + FLAT.across) / across - FLAT.across - FLAT.beside) / size;
    const high = ((room.height + FLAT.down) / down - FLAT.down - FLAT.above) / size;
    return { across, down, wide, cell: Math.min(wide, high, MOST) };
  });
  const largest = Math.max(...measured.map(({ cell }) => cell));
  // For full rows of levels, cells may be a pixel smaller.
  const gaps = ({ across, down }) => across * down - size;
  const close = measured.filter(({ cell }) => cell > largest - 1 / 16);
  if (largest >= LEAST) return close.reduce((best, way) => (gaps(way) < gaps(best) ? way : best));
  const { wide, ...way } = measured.findLast(({ wide }) => wide >= LEAST) ?? measured[0];
  return { ...way, cell: Math.max(wide, 1) };
}

/** Fits all levels into one stack, or into more stacks if the cells would be too low. */
function stacked(size, room, ways) {
  // Lengths are rounded down to pixels later.
  const least = LEAST + 1 / 16;
  const measured = ways.map(({ across, down }) => {
    const wide = ((room.width + STACKED.across) / across - STACKED.across - STACKED.beside) / size;
    const high = (room.height - STACKED.below) / down - STACKED.above;
    return { across, down, wide, high };
  });
  for (const most of [PLAIN, PLAINEST]) {
    const tilts = measured.map(({ wide, high, ...way }) => ({ ...way, ...tilted(size, wide, high, most) }));
    const whole = tilts.find(({ seen }) => seen >= least);
    if (whole) return whole;
  }
  const { across, down, wide } = measured.findLast(({ wide }) => wide >= ROOMY) ?? measured[0];
  const high = (least * EYE * (size - 1)) / (EYE - 1) + wide;
  return { across, down, ...tilted(size, Math.max(wide, 1), high, PLAINEST) };
}

/** Tilts a level to the greatest height that leaves room for an upright piece on its last rank. */
function tilted(size, wide, high, most) {
  const tilt = Math.min(Math.max((high / wide - 1) / (size - 1), STEEP), most);
  const cell = Math.min(wide, high / (tilt * (size - 1) + 1), MOST);
  // tilt = EYE cos a / (EYE + sin a)
  const angle = Math.acos((EYE * tilt) / Math.hypot(EYE, tilt)) - Math.atan(tilt / EYE);
  return { cell, tilt, angle, seen: (cell * tilt * EYE) / (EYE + Math.sin(angle)) };
}
