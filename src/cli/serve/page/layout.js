// How large cells are: as large as the room for the boards lets them be.

/** Lengths in rem, as in style.css: beside and above a level, and between levels. */
const FLAT = { beside: 1.2, above: 3, across: 0.6, down: 0.75 };
const STACKED = { beside: 3.8, below: 1.3, down: 0.3 };
/** Cells are no smaller where the room does not force it, and never larger. */
const [LEAST, MOST] = [1.5, 16];
/** Nearer cells are larger than farther ones; fingers need more. */
const [LEAST_STACKED, LEAST_FOR_FINGERS] = [1.4, 2.4];
/** So high is a level seen from the front, to its width; a piece at its back is a rank higher. */
const TILT = 0.411;

/** The size of cells in rem, and how many levels stand side by side, for a room in rem. */
export function arrange(size, view, room) {
  return view === "stacked" ? { cell: stacked(size, room), across: 1 } : flat(size, room);
}

/** All levels in sight; or, where their cells would be too small, as many side by side as may be. */
function flat(size, room) {
  const ways = Array.from({ length: size }, (_, before) => {
    const across = before + 1;
    const down = Math.ceil(size / across);
    const wide = ((room.width + FLAT.across) / across - FLAT.across - FLAT.beside) / size;
    const high = ((room.height + FLAT.down) / down - FLAT.down - FLAT.above) / size;
    return { across, down, wide, cell: Math.min(wide, high, MOST) };
  });
  const whole = ways.reduce((best, way) => (way.cell >= best.cell ? way : best));
  if (whole.cell >= LEAST) return whole;
  const { down } = ways.findLast(({ wide }) => wide >= LEAST) ?? ways[0];
  // Fewer side by side, but no more rows, leave more room for each.
  const even = ways.find((way) => way.down === down);
  return { across: even.across, cell: Math.max(even.wide, 1) };
}

function stacked(size, room) {
  const wide = (room.width - STACKED.beside) / size;
  const high = ((room.height - STACKED.below) / size - STACKED.down) / (TILT * (size + 1));
  const least = matchMedia("(pointer: coarse)").matches ? LEAST_FOR_FINGERS : LEAST_STACKED;
  return Math.max(Math.min(high, wide, MOST), Math.min(wide, least), 0.75);
}
