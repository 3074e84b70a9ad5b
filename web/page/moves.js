// The moves that are played on the board: by the reader, and along the line of a problem.

import { byId, element } from "./elements.js";
import { colorOf } from "./position.js";
import { slide } from "./slide.js";
import * as solution from "./solution.js";
import { attacker, movesLeft, place, sideToMove, state, view } from "./state.js";
import { read } from "./texts.js";
import { ask, busy } from "./transport.js";
import { cellsOf } from "./tree.js";
import * as tries from "./tries.js";

/** The parts of the page that playing changes. */
let page;
/** The moves that were played outside of a problem, by the texts of the positions after them, for Undo and Redo. */
const last = new Map();

/** Sets up the dialog and the buttons; called once. */
export function begin(parts) {
  page = parts;
  byId("choice-cancel").addEventListener("click", () => byId("choice").close());
  const buttons = [byId("step-back"), byId("step-next")];
  buttons.forEach((button, nth) => button.addEventListener("click", async () => {
    if (state.tab !== "mate") return;
    await solution.step(nth === 0 ? -1 : 1);
    // A disabled button would lose the focus.
    if (button.disabled) buttons[1 - nth].focus();
  }));
}

/** Returns the last move that was played or stepped to; undefined if there is none. */
export function lastOf({ problem, position }) {
  if (problem) return problem.line[problem.ply - 1];
  return last.get(textOf(position));
}

/** Returns a text that is the same for the same position. */
const textOf = ({ rules, size, pieces, side }) => JSON.stringify([rules.name, size, side, [...pieces].sort()]);

/** Plays the only move of a list, or lets the reader choose one, such as a promotion. */
export function choose(moves) {
  if (moves.length === 1) {
    play(moves[0]);
    return;
  }
  const buttons = moves.map((move) => {
    const button = element("button", { type: "button", textContent: move });
    button.addEventListener("click", () => {
      byId("choice").close();
      play(move);
    });
    return button;
  });
  byId("choice-moves").replaceChildren(...buttons);
  byId("choice").showModal();
}

/** Plays a move of the chosen piece's side, or else of the side to move. */
function play(move) {
  const piece = view.hand && state.position.on(view.hand);
  const side = piece ? colorOf(piece) : sideToMove(state);
  return state.within && !state.reply && side === sideToMove(state) ? playOn(move, side) : playFreely(move, side);
}

/** Plays a move in a problem. A move of the attacker is a try. */
function playOn(move, side) {
  const problem = solution.after(move);
  if (side === attacker(state)) {
    const { position, force, within } = state;
    tries.add(problem, { ...position.question(side), force, in: Number(within), try: move, figurines: true });
  }
  return follow(problem, "push");
}

function playFreely(move, side) {
  return attempt(async (signal) => {
    const position = await played(state.position, [move], side, signal);
    if (signal.aborted) return;
    await show(move, () => {
      state.side = "";
      place(position);
      last.set(textOf(position), move);
    }, "push");
  });
}

/** Shows a position of a problem, after the first `ply` moves of its line. */
export function follow(problem, how) {
  return attempt(async (signal) => {
    const { root, line, by, ply } = problem;
    const position = ply === 0 ? root : await played(root, line.slice(0, ply), by, signal);
    if (signal.aborted) return;
    const isBack = state.problem && ply < state.problem.ply;
    await show(line[isBack ? ply : ply - 1], () => {
      place(position);
      Object.assign(state, { side: "", problem, within: movesLeft(problem), reply: false });
    }, how, isBack);
  });
}

/** Changes the state to that after a move, and slides its piece; the piece slides back if `isBack` is true. */
async function show(move, take, how, isBack = false) {
  const changing = page.change(take, how);
  const cells = move ? cellsOf(move) : [];
  // The pieces are shown before the answer.
  if (move) slide(page.boards, ...(isBack ? cells.toReversed() : cells));
  await changing;
}

/** Runs `work` with the signal of a new question, and shows its error, if any. */
function attempt(work) {
  const signal = page.askAnew();
  return busy(() => work(signal).catch((refused) => {
    if (!signal.aborted) page.failed(refused, () => signal.aborted || attempt(work));
  }));
}

/** Returns the legal moves of the piece on a cell, as if its side were to move: lists of moves by target cell. */
export async function legalMoves({ position }, name, signal) {
  const { board, ...rest } = position.question(colorOf(position.on(name)));
  const { legal_moves: names } = await ask("play", { ...rest, position: board, legal_moves: name }, signal);
  const moves = new Map();
  for (const move of names) {
    const [, to] = cellsOf(move);
    moves.set(to, [...(moves.get(to) ?? []), move]);
  }
  return moves;
}

/** Returns the position after moves; `side` makes the first of them. */
async function played(position, moves, side, signal) {
  const { board, ...rest } = position.question(side);
  const answer = await ask("play", { ...rest, position: board, moves }, signal);
  return read(answer.position, position, [position.rules], signal);
}
