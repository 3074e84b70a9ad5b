// How large cells are: as large as the room for the boards lets them be.

/** Lengths in rem, as in style.css: beside and above a level, and between levels. */
const FLAT = { beside: 1.1, above: 2.4, across: 0.8, down: 0.5 };
const STACKED = { beside: 3.1, above: 0.3, below: 1, across: 0.8 };
/** Cells are no smaller where the room does not force it, and never larger. */
const [LEAST, MOST] = [1.5, 16];
/** A level seen from the front is at least and at most so high, to its width; more only where cells need it. */
const [STEEP, PLAIN, PLAINEST] = [0.42, 0.6, 0.95];
/** So wide cells need not be seen much from above to be high enough. */
const ROOMY = 2;
/** The distance of the eye, to the width of a level. */
const EYE = 8;

/** Returns the length of a cell in rem, the levels beside and below each other, and the tilt, for a room in rem. */
export function arrange(size, view, room) {
  const ways = Array.from({ length: size }, (_, before) => {
    const down = Math.ceil(size / (before + 1));
    return { across: Math.ceil(size / down), down };
  });
  return view === "stacked" ? stacked(size, room, ways) : flat(size, room, ways);
}

/** All levels in sight; or, where their cells would be too small, as many side by side as may be. */
function flat(size, room, ways) {
  const measured = ways.map(({ across, down }) => {
    const wide = ((room.width + FLAT.across) / across - FLAT.across - FLAT.beside) / size;
    const high = ((room.height + FLAT.down) / down - FLAT.down - FLAT.above) / size;
    return { across, down, wide, cell: Math.min(wide, high, MOST) };
  });
  const largest = Math.max(...measured.map(({ cell }) => cell));
  // Full rows of levels are worth a pixel.
  const gaps = ({ across, down }) => across * down - size;
  const close = measured.filter(({ cell }) => cell > largest - 1 / 16);
  if (largest >= LEAST) return close.reduce((best, way) => (gaps(way) < gaps(best) ? way : best));
  const { wide, ...way } = measured.findLast(({ wide }) => wide >= LEAST) ?? measured[0];
  return { ...way, cell: Math.max(wide, 1) };
}

/** One stack, so that lines go through all levels; or as many as give the cells their least height. */
function stacked(size, room, ways) {
  // Cells are rounded down to pixels.
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

/** Tilts a level so that it is as high as it may be, with a piece that stands upright at its back. */
function tilted(size, wide, high, most) {
  const tilt = Math.min(Math.max((high / wide - 1) / (size - 1), STEEP), most);
  const cell = Math.min(wide, high / (tilt * (size - 1) + 1), MOST);
  // tilt = EYE cos a / (EYE + sin a)
  const angle = Math.acos((EYE * tilt) / Math.hypot(EYE, tilt)) - Math.atan(tilt / EYE);
  return { cell, tilt, angle, seen: (cell * tilt * EYE) / (EYE + Math.sin(angle)) };
}
