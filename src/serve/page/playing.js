// Asks the server for legal moves, and for the position after moves.

import { colorOf } from "./notation.js";
import { Position } from "./position.js";
import { ask } from "./server.js";

/** Returns the two cells of a move such as `a1-a2=Q`. */
export function cellsOf(move) {
  return move.replace(/=.*/, "").split("-");
}

/** Returns the legal moves of the piece on a cell, as if its side were to move: lists of moves by target cell. */
export async function legalMoves({ position }, name, signal) {
  const side = colorOf(position.on(name));
  const question = { position: position.text(side), rules: position.rules.name, legal_moves: name };
  const { legal_moves: names } = await ask("play", question, signal);
  const moves = new Map();
  for (const move of names) {
    const [, to] = cellsOf(move);
    moves.set(to, [...(moves.get(to) ?? []), move]);
  }
  return moves;
}

/** Returns the position after moves; `side` makes the first of them. */
export async function played({ position }, moves, side, signal) {
  const question = { position: position.text(side), rules: position.rules.name, moves };
  const answer = await ask("play", question, signal);
  return Position.read(position.rules, answer.position, answer.side, answer.holder);
}
