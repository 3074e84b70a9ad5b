// Computes the largest cells with which all levels fit the stage. All lengths are in pixels.

/** The room beside a stack for labels and buttons, above it, and below it for labels. */
const STACK = { beside: 46, above: 6, below: 24 };
/** The room in the flat view: left of each row for labels, above each level, below the last row, and between levels. */
const FLAT = { beside: 20, above: 24, below: 22, across: 14 };
/** The room right of the flat levels, for the buttons. */
const BUTTONS = 52;
/** The ratio of depth to width of a level: usual, on a stage that is low for many levels, and at most. */
const [TILT, LOW_TILT, MOST_TILT] = [0.42, 0.36, 0.62];
/** The length of a cell below which the lower tilt is used. */
const SMALL = 24;
/** The gap between levels, and the height of a piece above the farthest corner of its level, in lengths of a cell. */
const [GAP, HEAD] = [0.24, 0.62];
/** The part of a cell's depth by which the corners of two levels may cover each other: less than to its middle. */
const COVERED = 0.5;
/** The least length of a cell with which the stack is the usual view. */
const USUAL = 14;
/** The greatest length of a cell. */
const MOST = 160;
/** The shares of the stage that the other levels may have beside or below an enlarged one. */
const SHARES = [0.5, 0.35, 0.22];
/** The least length of cells of an enlarged level, and of the others, over the usual one. */
const [LARGER, SMALLER] = [1.4, 0.3];
/** A way without a place that lacks a level is preferred if its cells are at least this part of the largest. */
const FULL = 0.75;
/** The width of a square over its side, if a corner points to the reader. */
const DIAGONAL = Math.SQRT2;

/** Returns `true` if a stack is the usual view of a board on a stage. */
export function isUsuallyStack(size, room) {
  return stack(size, whole(room))[0].cell >= USUAL;
}

/**
 * Returns the place of each level, the lowest on the screen first: its middle `x` and `y`, the length of a `cell`, and
 * its `tilt`. A level at the height `enlarged` stands beside or below the others.
 */
export function arrange(size, view, room, enlarged) {
  const arranged = view === "stack" ? stack : flat;
  const levels = arranged(size, whole(room));
  if (enlarged === undefined) return levels;
  const isWide = room.width > room.height;
  const ways = [isWide, !isWide].flatMap((isBeside) => SHARES.map((share) => {
    const { others, own } = split(room, share, isBeside);
    return { others: arranged(size, others), level: single(size, view, own) };
  }));
  const better = (one, other) => (worth(other) > worth(one) ? other : one);
  const { others, level } = ways.find((way) => worth(way) >= levels[enlarged].cell) ?? ways.reduce(better);
  return others.with(enlarged, { ...level, isEnlarged: true });
}

/** Returns the length of a usual cell for which a way is just good. */
const worth = ({ others, level }) => Math.min(level.cell / LARGER, others[0].cell / SMALLER);

const whole = ({ width, height }) => ({ left: 0, top: 0, width, height });

/** Returns the rooms of all levels, which is a share of the stage, and of the enlarged one, beside or below it. */
function split({ width, height }, share, isBeside) {
  if (isBeside) {
    const left = Math.round(width * share);
    return { others: { left: 0, top: 0, width: left, height }, own: { left, top: 0, width: width - left, height } };
  }
  const top = Math.round(height * share);
  return { others: { left: 0, top: 0, width, height: top }, own: { left: 0, top, width, height: height - top } };
}

/** Returns the place of a level that has a room to itself. */
function single(size, view, room) {
  const [level] = view === "stack" ? stack(1, room, size) : flat(1, room, size);
  return level;
}

/**
 * Returns the places of `count` levels above each other. They are far enough apart that at every angle no level covers
 * the middle of another one's cell.
 */
function stack(count, { left, top, width, height }, size = count) {
  const wide = (width - 2 * STACK.beside) / (size * DIAGONAL);
  const room = height - STACK.above - STACK.below;
  // The height of all levels is `deep` for each unit of tilt, and `still` besides, in lengths of a cell.
  const deep = (count - 1) * (size * DIAGONAL - COVERED) + size * DIAGONAL;
  const still = (count - 1) * GAP + HEAD;
  const high = (tilt) => room / (deep * tilt + still);
  let tilt = Math.min(Math.max((room / wide - still) / deep, TILT), MOST_TILT);
  if (high(tilt) < SMALL) tilt = LOW_TILT;
  const cell = Math.max(Math.min(wide, high(tilt), MOST), 1);
  const rise = cell * ((size * DIAGONAL - COVERED) * tilt + GAP);
  const used = cell * (deep * tilt + still);
  const bottom = top + STACK.above + (room + used) / 2 - (cell * size * DIAGONAL * tilt) / 2;
  const x = left + width / 2;
  return Array.from({ length: count }, (_, nth) => ({ x, y: bottom - nth * rise, cell, tilt }));
}

/** Returns the places of `count` levels beside each other, the highest first. */
function flat(count, { left, top, width, height }, size = count) {
  const ways = Array.from({ length: count }, (_, before) => measured(count, size, before + 1, { width, height }));
  const largest = (of) => of.reduce((one, other) => (other.cell > one.cell ? other : one));
  const best = largest(ways);
  const full = ways.filter(({ across, down }) => across * down === count);
  const fullest = largest(full);
  const { across, down, cell } = fullest.cell >= FULL * best.cell ? fullest : best;
  const edge = cell * size;
  const step = { x: edge + FLAT.across, y: edge + FLAT.above };
  const [first, upper] = [
    left + FLAT.beside + (width - FLAT.beside - BUTTONS - across * step.x + FLAT.across) / 2,
    top + FLAT.above + Math.max(height - FLAT.below - down * step.y, 0) / 2,
  ];
  const place = (nth) => ({
    x: first + (nth % across) * step.x + edge / 2,
    y: upper + Math.floor(nth / across) * step.y + edge / 2,
    cell, tilt: 1,
    isFirst: nth % across === 0,
    isLast: nth + across >= count,
  });
  return Array.from({ length: count }, (_, nth) => place(count - 1 - nth));
}

/** Returns the largest cells with so many levels across. */
function measured(count, size, across, { width, height }) {
  const down = Math.ceil(count / across);
  const wide = (width - FLAT.beside - BUTTONS - FLAT.across * (across - 1)) / across / size;
  const high = (height - FLAT.below - FLAT.above * down) / down / size;
  return { across, down, cell: Math.max(Math.min(wide, high, MOST), 1) };
}
