// Mates in N moves, beside the verdict: they may take long to find, so nothing waits for them.

import { byId, element } from "./elements.js";
import { mate } from "./mate.js";
import { cellsOf } from "./playing.js";
import { ask } from "./server.js";

/** The search that was asked for last. */
let last = { text: "", end() {}, done: Promise.resolve() };

/** The number of moves that a text asks for, as a text; none if it is no such number. */
export function moves(text) {
  return /^[1-9]\d?$/.test(text ?? "") ? text : "";
}

/** Asks what the side to move can force, and shows it. What was asked before is given up. */
export function search(state) {
  const [command, board] = mate.question(state);
  const isAsked = state.tab === "mate" && state.within && !state.broken && !state.position.isEmpty;
  const question = isAsked ? { ...board, in: Number(state.within) } : undefined;
  const text = JSON.stringify(question) ?? "";
  if (text === last.text) return last.done;
  last.end();
  last = { text, end() {}, done: Promise.resolve() };
  show([], []);
  if (question) last.done = answer(command, question, last);
  return last.done;
}

/** Gives the search up. It is not begun again before another question is asked. */
export function stop() {
  last.end();
}

async function answer(command, question, search) {
  const controller = new AbortController();
  const clock = started();
  search.end = () => {
    clock.stop();
    controller.abort();
    if (search === last) show([`stopped after ${clock.seconds()} s`]);
  };
  show(["looking for a mate …"]);
  try {
    const found = await ask(command, question, controller.signal);
    if (search === last) showFound(found, question);
  } catch (refused) {
    if (controller.signal.aborted) return;
    show([refused.error ?? refused.message]);
    // Perhaps it is answered another time.
    search.text = undefined;
  } finally {
    if (search === last) clock.stop();
  }
}

/** Shows how long the search has been at work, and the button that stops it. */
function started() {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const tick = () => {
    byId("elapsed").textContent = `${seconds()} s`;
  };
  tick();
  byId("searching").hidden = false;
  const timer = setInterval(tick, 1000);
  const stop = () => {
    clearInterval(timer);
    byId("searching").hidden = true;
  };
  return { seconds, stop };
}

function showFound({ mate_in, keys, line, result, reason }, question) {
  const most = question.in === 1 ? "1 move" : `${question.in} moves`;
  if (reason) show([["the game is over:", result, reason].filter(Boolean).join(" ")]);
  else if (mate_in === null) show([`no mate within ${most}`]);
  else show([`mate in ${mate_in}: `, ...keys.flatMap((key) => spaced(key, [key]))], numbered(line));
}

/** Shows the keys and the main line, which has its place before it is known. */
function show(words, line = ["\u00a0"]) {
  byId("mate-in").replaceChildren(...words);
  byId("mate-line").replaceChildren(...line);
}

/** The moves of both sides, with the numbers of those of the first. */
function numbered(line) {
  return line.flatMap((name, nth) => {
    const move = spaced(name, line.slice(0, nth + 1));
    return nth % 2 === 0 ? [`${nth / 2 + 1}. `, ...move] : move;
  });
}

/** A move that lights up its cells, and plays itself after those before it. */
function spaced(name, moves) {
  const move = element("button", { type: "button", textContent: name, className: "move" });
  move.dataset.cells = cellsOf(name).join(" ");
  move.dataset.play = moves.join(" ");
  return [move, " "];
}
