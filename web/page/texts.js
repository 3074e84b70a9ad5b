// Reads and writes the texts of positions and addresses, with the question `board`.

import { fragment, listed } from "./address.js";
import * as undoing from "./history.js";
import { Position } from "./position.js";
import { sideToMove, state } from "./state.js";
import { ask } from "./transport.js";

/** Returns the position of a text; a text that says no rule set or no size has those of another position. */
export async function read(text, { rules, size }, ruleSets, signal) {
  const question = { board: text, default_rules: rules.name, default_size: size };
  const answer = await ask("board", question, signal);
  const position = Position.of(ruleSets.find(({ name }) => name === answer.rules), answer);
  position.keep(answer);
  return position;
}

/** Returns the position with the pieces of an address. A mistake in the list is added to `wrong`. */
export async function readPieces(list, empty, wrong) {
  const { rules, size } = empty;
  try {
    const { cells } = await ask("board", { board: list, rules: rules.name, size });
    return empty.with({ pieces: new Map(Object.entries(cells)) });
  } catch (refused) {
    if (!refused.error) throw refused;
    wrong.push(`pieces=${list} (${refused.error})`);
    return empty;
  }
}

/**
 * Returns the problem with the line of an address, and the position after those of its moves that are played. Returns
 * nothing if a move is illegal, which is added to `wrong`.
 */
export async function readLine({ line, by, ply, within }, root, wrong) {
  const { board, ...rest } = root.question(by);
  const played = (moves) => ask("play", { ...rest, position: board, moves });
  try {
    const [, answer] = await Promise.all([played(line), played(line.slice(0, ply))]);
    const position = ply === 0 ? root : await read(answer.position, root, [root.rules]);
    return { problem: { root, line, by, ply, within }, position };
  } catch (refused) {
    if (!refused.error) throw refused;
    wrong.push(`line=${line.join(" ")} (${refused.error})`);
    return undefined;
  }
}

/** Writes the texts of the position, of the board that the mode asks about, and of the address. */
export async function write(board, signal) {
  const [root, entry, side] = [listed(state), undoing.current(), sideToMove(state)];
  const all = [state.position, ...(board === state.position || board.isEmpty ? [] : [board])];
  await Promise.all(all.map((position) => writeOne(position, side, signal)));
  if (!root.isEmpty) await writeOne(root, root.side, signal);
  undoing.address(entry, fragment(entry, root.texts()?.pieces));
}

/** Writes the texts of a position with a side to move, unless they are known. */
async function writeOne(position, side, signal) {
  if (!position.texts(side)) position.keep(await ask("board", position.question(side), signal), side);
}
