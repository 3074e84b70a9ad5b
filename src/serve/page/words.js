// Words of the page: command lines that give the same answers, and errors with excerpts.

import * as modes from "./modes.js";

/** The longest excerpt in letters, which fits the narrowest page. The caret would be wrong below a wrapped line. */
const EXCERPT = 32;

/** Returns the command line that gives the same answer. A mate search needs a second one. */
export function command(state) {
  const [name, question] = modes[state.tab].question(state);
  const quoted = (text) => (/^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const { piece, color, start, finish, cell, board } = question;
  const words = { path: [piece, color, start, finish], moves: [piece, color, cell], mate: [board] }[name];
  const options = [`--rules ${quoted(question.rules)}`];
  if (question.size && !state.position.rules.size && !board) options.push(`--size ${question.size}`);
  if (name !== "mate" && board) options.push(`--board ${quoted(board)}`);
  if (question.safe) options.push("--safe");
  if (name === "path") options.push("--route --count --why");
  if (question.side) options.push(`--side ${question.side}`);
  if (question.force) options.push("--force");
  const line = (more) => `kubikschach ${[name, ...words.map(quoted), ...options, ...more].join(" ")}`;
  if (name !== "mate") return line([]);
  // The first command gives the verdict and its reasons, the second searches for the mate.
  const parts = ["set", "tries"].filter((part) => state[part]).map((part) => `--${part}`);
  const more = parts.length > 0 ? ["--explain", ...parts] : [];
  return [line(["--explain"]), ...(state.within ? [line([...more, `--in ${state.within}`])] : [])].join("\n");
}

/** Returns a message with an excerpt of the text, and a caret below the place of the error. */
export function lineOf(message, { text, place }) {
  if (place === undefined || place === null) return message;
  const lines = text.slice(0, place).split("\n");
  const before = [...lines.at(-1)];
  const after = [...text.slice(place).split("\n")[0]];
  const from = Math.max(0, before.length - EXCERPT / 2);
  const excerpt = [...before, ...after].slice(from, from + EXCERPT).join("").replace(/\s/g, " ");
  const caret = `${" ".repeat(before.length - from)}^`;
  return `line ${lines.length}, column ${before.length + 1}: ${message}\n${excerpt}\n${caret}`;
}
