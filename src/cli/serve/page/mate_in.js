// Mates in N moves, beside the verdict: they may take long to find, so nothing waits for them.

import { byId, element } from "./elements.js";
import { mate } from "./mate.js";
import { ask } from "./server.js";

/** What was asked last, and what gives it up. */
let last = { text: "", giveUp() {}, done: Promise.resolve() };

/** The number of moves that a text asks for, as a text; none if it is no such number. */
export function moves(text) {
  return /^[1-9]\d?$/.test(text ?? "") ? text : "";
}

/** Asks what the side to move can force, and shows it. What was asked before is given up. */
export function search(state) {
  const [command, board] = mate.question(state);
  const question = state.tab === "mate" && state.within && !state.broken ? { ...board, in: Number(state.within) } : undefined;
  const text = JSON.stringify(question) ?? "";
  if (text === last.text) return last.done;
  last.giveUp();
  const controller = new AbortController();
  last = { text, giveUp: () => controller.abort(), done: Promise.resolve() };
  if (question) {
    show(["looking for a mate …"]);
    last.done = answer(command, question, controller.signal);
  } else {
    show([], []);
  }
  return last.done;
}

async function answer(command, question, signal) {
  try {
    const { mate_in, keys, line, result, reason } = await ask(command, question, signal);
    const most = question.in === 1 ? "1 move" : `${question.in} moves`;
    if (reason) show([["the game is over:", result, reason].filter(Boolean).join(" ")]);
    else if (mate_in === null) show([`no mate within ${most}`]);
    else show([`mate in ${mate_in}: `, ...keys.flatMap(spaced)], numbered(line));
  } catch (refused) {
    if (signal.aborted) return;
    show([refused.error ?? refused.message]);
    // Perhaps it is answered another time.
    last.text = undefined;
  }
}

/** Shows the keys and the main line, which has its place before it is known. */
function show(words, line = ["\u00a0"]) {
  byId("mate-in").replaceChildren(...words);
  byId("mate-line").replaceChildren(...line);
}

/** The moves of both sides, with the numbers of those of the first. */
function numbered(line) {
  return line.flatMap((name, nth) => (nth % 2 === 0 ? [`${nth / 2 + 1}. `, ...spaced(name)] : spaced(name)));
}

/** A move that lights up its cells. */
function spaced(name) {
  const move = element("span", { textContent: name, tabIndex: 0, className: "move" });
  move.dataset.cells = name.replace(/=.*/, "").replace("-", " ");
  return [move, " "];
}
