// Moves of a position: which there are and where they lead, as the server says.

import { colorOf } from "./notation.js";
import { Position } from "./position.js";
import { ask } from "./server.js";

/** The cells of a move by its name, such as `a1-a2=Q`. */
export function cellsOf(move) {
  return move.replace(/=.*/, "").split("-");
}

/** Returns the legal moves of the piece on a cell, whoever's turn it is: their names by their targets. */
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

/** Returns the position after moves, of which a side makes the first. */
export async function played({ position }, moves, side, signal) {
  const question = { position: position.text(side), rules: position.rules.name, moves };
  const answer = await ask("play", question, signal);
  return Position.read(position.rules, answer.position, answer.side, answer.holder);
}
