// The state in words, as a part of the address and as a command line; and errors with their places.

import * as modes from "./modes.js";
import { letterOf } from "./notation.js";

/** The state as the part of the address after `#`. */
export function address(state) {
  const { tab, view, size, piece, color, cell, start, finish, side, within } = state;
  const parts = { tab, rules: state.rules.name, size, view, piece, color };
  const pieces = [...state.pieces].map(([name, letter]) => letter + name).join(" ");
  if (tab === "tester") Object.assign(parts, { cell, pieces });
  if (tab === "path") Object.assign(parts, { start, finish, step: state.step, pieces, safe: state.safe ? "1" : "" });
  if (tab === "mate") Object.assign(parts, { board: state.text, side, force: state.force ? "1" : "", in: within });
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== "")).toString();
}

/** The command line that gives the same answer. */
export function command(state) {
  const [name, question] = modes[state.tab].question(state);
  const quoted = (text) => (/^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const { piece, color, start, finish, cell, board } = question;
  const words = { path: [piece, color, start, finish], moves: [piece, color, cell], mate: [board] }[name];
  const options = [`--rules ${quoted(question.rules)}`];
  if (question.size && !state.rules.size && !board) options.push(`--size ${question.size}`);
  if (name !== "mate" && board) options.push(`--board ${quoted(board)}`);
  if (question.safe) options.push("--safe");
  if (name === "path") options.push("--route --count --why");
  if (name === "mate") options.push("--explain");
  if (name === "mate" && state.within) options.push(`--in ${state.within}`);
  if (question.side) options.push(`--side ${question.side}`);
  if (question.force) options.push("--force");
  return `kubikschach ${name} ${words.map(quoted).join(" ")} ${options.join(" ")}`;
}

/** A message with the line of the text that it is about, and a caret where it is. */
export function lineOf(message, { text, place }) {
  if (place === undefined || place === null) return message;
  const before = text.slice(0, place);
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  const from = Math.max(0, column - 25);
  const shown = (text.split("\n")[line - 1] ?? "").slice(from, from + 50);
  return `line ${line}, column ${column}: ${message}\n${shown}\n${" ".repeat(column - 1 - from)}^`;
}

/** The text of the board that is shown. */
export function boardText(state) {
  if (state.tab === "mate") return modes.mate.question(state)[1].board;
  const pieces = new Map(state.pieces);
  pieces.set(state.tab === "tester" ? state.cell : state.start, letterOf(state.piece, state.color));
  return state.cells.text(pieces);
}
