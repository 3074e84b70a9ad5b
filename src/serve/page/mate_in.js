// Searches for a mate in N moves. The verdict does not wait, because the search may take long.

import { byId } from "./elements.js";
import { mate } from "./mate.js";
import { Search } from "./searching.js";
import { moveButton, numberedMove } from "./tree.js";

const keys = new Search({ begun: "looking for a mate …", tell, show: showFound });

/** Returns a text that is a number from 1 to 99, and otherwise an empty text. */
export function moves(text) {
  return /^[1-9]\d?$/.test(text ?? "") ? text : "";
}

/** Returns the command and its question; the question is undefined if no mate is asked for. */
export function question(state) {
  const [command, board] = mate.question(state);
  const isAsked = state.tab === "mate" && state.within && !state.broken && !state.position.isEmpty;
  return [command, isAsked ? { ...board, in: Number(state.within) } : undefined];
}

/** Searches for the mate, and shows it. Aborts the search before. */
export function search(state) {
  return keys.ask(...question(state));
}

/** Returns the answer; undefined if nothing was asked or the search is running. */
export const found = () => keys.found;

export const stop = () => keys.stop();

function showFound({ mate_in, keys, line, result, reason }, question) {
  const most = question.in === 1 ? "1 move" : `${question.in} moves`;
  if (reason) show([["the game is over:", result, reason].filter(Boolean).join(" ")]);
  else if (mate_in === null) show([`no mate within ${most}`]);
  else show([`mate in ${mate_in}: `, ...keys.flatMap((key) => [moveButton([key]), " "])], numbered(line));
}

/** Shows words, above an empty line that keeps the place of the main line. */
function tell(words) {
  show(words ? [words] : [], words ? ["\u00a0"] : []);
}

function show(words, line = []) {
  byId("mate-in").replaceChildren(...words);
  byId("mate-line").replaceChildren(...line);
}

/** Returns the main line as buttons, with a number before each move of the attacker. */
function numbered(line) {
  return line.flatMap((_, nth) => {
    const moves = line.slice(0, nth + 1);
    return [nth % 2 === 0 ? numberedMove(nth / 2 + 1, moves) : moveButton(moves), " "];
  });
}
