// The command line that gives the answer of the page.

import { isStale, modes, sideToMove, state } from "./state.js";

/** Returns the command line that gives the same answer. A mate search needs a second one. */
export function command() {
  const mode = modes[state.tab];
  const [name, question] = mode.question(state);
  const texts = mode.board(state).texts(sideToMove(state));
  if (!texts && (name === "mate" || question.board)) return "";
  const board = boardOf(name, question, texts);
  const { piece, color, start, finish, cell } = question;
  const words = { path: [piece, color, start, finish], moves: [piece, color, cell], mate: [board] }[name];
  const common = [name, ...words.map(quoted), ...options(name, question, board)];
  const line = (more) => `kubikschach ${[...common, ...more].join(" ")}`;
  if (name !== "mate") return line([]);
  // The first command gives the verdict and its reasons, the second searches for the mate.
  const parts = ["set", "tries"].filter((part) => state[part]).map((part) => `--${part}`);
  const more = parts.length > 0 ? ["--explain", ...parts] : [];
  return [line(["--explain"]), ...(state.within ? [line([...more, `--in ${state.within}`])] : [])].join("\n");
}

/** Returns the text of the board in the command; undefined if the command has none. */
function boardOf(name, question, texts) {
  if (name !== "mate") return question.board && texts.levels;
  return isStale() ? state.draft.text : texts.board;
}

function options(name, question, board) {
  const { rules, size, safe, side, force } = question;
  return [
    `--rules ${quoted(rules)}`,
    size && !state.position.rules.size && !board && `--size ${size}`,
    name !== "mate" && board && `--board ${quoted(board)}`,
    safe && "--safe",
    name === "path" && "--route --count --why",
    side && `--side ${side}`,
    force && "--force",
  ].filter(Boolean);
}

/** Returns a word of the command line, in quotation marks if it needs them. */
function quoted(text) {
  return /^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
