// Mates in N moves, beside the verdict: they may take long to find, so nothing waits for them.

import { byId } from "./elements.js";
import { mate } from "./mate.js";
import { Search } from "./searching.js";
import { moveButton, numberedMove } from "./tree.js";

const keys = new Search({ begun: "looking for a mate …", tell, show: showFound });

/** The number of moves that a text asks for, as a text; none if it is no such number. */
export function moves(text) {
  return /^[1-9]\d?$/.test(text ?? "") ? text : "";
}

/** Returns what is asked of the server; nothing where no mate is asked for. */
export function question(state) {
  const [command, board] = mate.question(state);
  const isAsked = state.tab === "mate" && state.within && !state.broken && !state.position.isEmpty;
  return [command, isAsked ? { ...board, in: Number(state.within) } : undefined];
}

/** Asks what the side to move can force, and shows it. What was asked before is given up. */
export function search(state) {
  return keys.ask(...question(state));
}

/** Returns the answer, once it has come. */
export const found = () => keys.found;

export const stop = () => keys.stop();

function showFound({ mate_in, keys, line, result, reason }, question) {
  const most = question.in === 1 ? "1 move" : `${question.in} moves`;
  if (reason) show([["the game is over:", result, reason].filter(Boolean).join(" ")]);
  else if (mate_in === null) show([`no mate within ${most}`]);
  else show([`mate in ${mate_in}: `, ...keys.flatMap((key) => [moveButton([key]), " "])], numbered(line));
}

/** Shows words; below them the main line has its place, until it is known that there is none. */
function tell(words) {
  show(words ? [words] : [], words ? ["\u00a0"] : []);
}

/** Shows the keys and the main line, if there are any. */
function show(words, line = []) {
  byId("mate-in").replaceChildren(...words);
  byId("mate-line").replaceChildren(...line);
}

/** The moves of both sides, with the numbers of those of the first. */
function numbered(line) {
  return line.flatMap((_, nth) => {
    const moves = line.slice(0, nth + 1);
    return [nth % 2 === 0 ? numberedMove(nth / 2 + 1, moves) : moveButton(moves), " "];
  });
}
