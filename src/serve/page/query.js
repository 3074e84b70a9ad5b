// The query line of Path: a piece, its color, a start and a finish, in any form of the puzzle.

const COLORS = { w: "white", white: "white", b: "black", black: "black" };

/** Returns the query as a text, such as `Knight W A1a H8h`. */
export function written({ position, piece, color, start, finish }) {
  const { name } = position.rules.pieces.find(({ letter }) => letter === piece);
  return `${name.replace(/\s/g, "")} ${color[0].toUpperCase()} ${start} ${finish}`;
}

/** Returns the parts of the state that a text asks for, or an object with the error. */
export function read(text, { rules, cells }) {
  const words = text.trim().split(/[\s,]+|->|→|-/).filter(Boolean);
  if (words.length !== 4) return { error: `Expected a query such as King W ${cells.all()[0]} ${cells.all().at(-1)}` };
  const [piece, color, start, finish] = words.map((word) => word.toLowerCase());
  const kind = rules.pieces.find(({ letter, name }) => [letter, name.replace(/\s/g, "")].some((word) => word.toLowerCase() === piece));
  if (!kind) return { error: `Expected a piece of these rules, but found ${words[0]}` };
  if (!COLORS[color]) return { error: `Expected W or B, but found ${words[1]}` };
  const [from, to] = [start, finish].map((word) => cells.all().find((name) => name.toLowerCase() === word));
  if (!from || !to) return { error: `Expected a cell of this board, but found ${words[from ? 3 : 2]}` };
  return { piece: kind.letter, color: COLORS[color], start: from, finish: to, step: 0, nth: 0 };
}
