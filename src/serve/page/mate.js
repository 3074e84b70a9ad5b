// The mode Mate: gives the verdict on a position, and the reasons.

import { apply } from "./around.js";
import { byId, element } from "./elements.js";
import { colorOf } from "./notation.js";
import { legalMoves } from "./playing.js";
import { ask } from "./server.js";
import { place, positionText } from "./state.js";

export const mate = {
  legend: { royal: "the king", checker: "gives check", guarded: "guarded", move: "a move", capture: "a capture" },

  question(state) {
    const { position, side, force } = state;
    const question = { board: state.draft?.text || positionText(state), rules: position.rules.name, force };
    return ["mate", side ? { ...question, side } : question];
  },

  async answer(state, signal) {
    const { position, hand } = state;
    if (position.isEmpty && position.rules.verdict) return {};
    const [command, question] = this.question(state);
    try {
      const [answer, picked] = await Promise.all([
        ask(command, { ...question, explain: true, all: true }, signal),
        hand && this.moves(state, signal),
      ]);
      return { answer, ...picked };
    } catch (refused) {
      if (!refused.error) throw refused;
      // In a rule set without verdicts, the page shows the pieces and this error as the explanation.
      if (!position.rules.verdict) return { why: refused.error };
      throw located(refused, question.board);
    }
  },

  /** Returns the legal moves of the chosen piece, or the error if it cannot move in this position. */
  async moves(state, signal) {
    try {
      return { moves: await legalMoves(state, state.hand, signal) };
    } catch (refused) {
      if (!refused.error) throw refused;
      return { refused: { error: refused.error } };
    }
  },

  show(state, { answer, why, moves = new Map() }) {
    this.clear(state);
    if (!answer) return this.showUndecided(state, why ?? "Paste a board or place pieces.");
    state.moves = moves;
    const over = answer.result ? `${answer.result} ${answer.reason}` : answer.verdict;
    const count = answer.legal_moves.length;
    const legal = count === 1 ? "one legal move" : `${count || "no"} legal moves`;
    byId("verdict").textContent = `${over} – ${answer.side} has ${legal}`;
    byId("explanation").replaceChildren(...answer.lines.map(line));
    const { position } = state;
    const royal = position.rules.pieces.filter((piece) => piece.royal).map((piece) => piece.letter);
    const isKing = (letter) => royal.includes(letter?.toUpperCase()) && colorOf(letter) === answer.side;
    const checkers = answer.checkers.map((checker) => checker.cell);
    const marks = state.hand ? targets(position, moves) : steps(answer);
    return (name) => {
      const classes = [];
      if (name === state.hand) classes.push("hand");
      if (checkers.includes(name)) classes.push("checker");
      else if (isKing(position.on(name))) classes.push("royal");
      return { piece: position.on(name), mark: marks.get(name), classes };
    };
  },

  showUndecided(state, text) {
    byId("explanation").append(element("li", { textContent: text }));
    return (name) => ({ piece: this.pieceOn(state, name) });
  },

  clear(state) {
    state.moves = new Map();
    byId("verdict").textContent = "";
    byId("explanation").replaceChildren();
  },

  pieceOn(state, name) {
    return state.position.on(name);
  },

  /** Applies the palette, or chooses the piece whose moves are marked. */
  click(state, name) {
    if (state.palette) apply(this, state, name);
    else state.hand = state.hand !== name && state.position.on(name) ? name : undefined;
  },

  drags(state, name) {
    return state.position.on(name) !== undefined;
  },

  drag(state, from, to) {
    place(state.position.move(from, to));
  },

  put(state, name, letter) {
    place(state.position.put(name, letter));
  },

  take(state, name) {
    place(state.position.take(name));
  },
};

/** Returns an error about a board with the board's text and the place of the error in it. */
export function located(refused, text) {
  // The server counts code points, and strings count UTF-16 units.
  const isMarked = refused.field === "board" && refused.at;
  const place = isMarked && [...text].slice(0, refused.at[0]).join("").length;
  return { ...refused, text, place };
}

/** Returns a line of the explanation; a line that names legal moves becomes a button that plays them. */
function line({ depth, works, label, text, cells, attacks = [], moves = [] }) {
  const words = label ? `${label}  ${text}` : text;
  const play = works && moves.length > 0;
  const item = element("li", { className: works ? "works" : "" });
  const part = play ? element("button", { type: "button", className: "move", textContent: words }) : item;
  if (play) item.append(part);
  else Object.assign(item, { textContent: words, tabIndex: 0 });
  item.dataset.depth = depth;
  part.dataset.cells = cells.join(" ");
  part.dataset.attacks = attacks.map(([from, to]) => `${from} ${to}`).join(",");
  if (play) part.dataset.choices = moves.join(" ");
  return item;
}

/** Returns the marks of the cells that the king could step to. */
function steps(answer) {
  const marks = new Map();
  for (const { cell, captures, outcome } of answer.king_steps) {
    if (outcome === "escapes") marks.set(cell, captures ? "capture" : "move");
    else if (outcome !== "occupied") marks.set(cell, "guarded");
  }
  return marks;
}

/** Returns the marks of the cells that the chosen piece can move to. */
function targets(position, moves) {
  return new Map([...moves.keys()].map((name) => [name, position.on(name) ? "capture" : "move"]));
}
