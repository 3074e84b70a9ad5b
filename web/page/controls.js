// Shows the state in the controls and boards: the command line and errors among them.

import { byId, element } from "./elements.js";
import * as undoing from "./history.js";
import * as lines from "./lines.js";
import { setHeadline, showLinks } from "./links.js";
import { buildPalette, showPalette } from "./palette.js";
import { boardText, isStale, modes, positionText, sideToMove, state, TABS, view } from "./state.js";

let boards;

/** Sets the boards to show. */
export function begin(shown) {
  boards = shown;
}

/** The mode that is shown. */
let rendered;

/** Shows the mode with an answer; without one, only its pieces, and those on the cells of an error are framed. */
export function render(answer, wrong = []) {
  // Another mode shows no answer any more.
  if (rendered && rendered !== state.tab) modes[rendered].render(state);
  rendered = state.tab;
  const content = modes[rendered].render(state, answer);
  boards.show((name) => {
    const looks = content(name);
    return wrong.includes(name) ? { ...looks, classes: [...looks.classes ?? [], "wrong"] } : looks;
  });
  lines.showRoute(answer?.answer?.route ?? []);
  setHeadline(answer?.answer?.headline);
  showLinks();
  showLegend();
}

/** Shows the state in all controls. */
export function showControls() {
  // The style sheet hides the page until the tab is known, because the controls of other tabs would disappear again.
  document.body.dataset.tab = state.tab;
  document.body.toggleAttribute("data-embed", state.embed);
  const { position, tab } = state;
  const { rules, size } = position;
  for (const other of TABS) {
    byId(`tab-${other}`).setAttribute("aria-selected", String(other === tab));
    byId(`tab-${other}`).tabIndex = other === tab ? 0 : -1;
  }
  for (const part of document.querySelectorAll("[data-for]")) {
    part.hidden = !part.dataset.for.split(" ").includes(tab);
  }
  byId("panel").setAttribute("aria-labelledby", `tab-${tab}`);
  if (boards.cells !== position.cells) showBoard();
  boards.look({ view: state.view, angle: state.angle, isFlipped: state.flip, enlarged: view.enlarged });
  const values = {
    rules: rules.name, size, piece: state.piece, color: state.color,
    examples: state.example, side: state.side, holder: position.holder, in: state.within,
  };
  for (const [id, value] of Object.entries(values)) byId(id).value = value;
  for (const id of ["force", "safe"]) byId(id).checked = state[id];
  byId("holder-choice").hidden = !rules.holds;
  byId("setup").hidden = rules.setups.length === 0;
  showTexts();
  byId("keep").hidden = !isStale();
  boards.root.classList.toggle("stale", isStale());
  byId("undo").disabled = !undoing.canUndo();
  byId("redo").disabled = !undoing.canRedo();
  showSteps();
  showPalette();
  showView();
  byId("flip").setAttribute("aria-pressed", String(state.flip));
  showLegend();
}

/** Shows the view of the boards, which also depends on the room. */
export function showView() {
  if (!boards.view || byId("view").value === boards.view) return;
  byId("view").value = boards.view;
  byId("other-view").title = boards.view === "stack" ? "Levels side by side" : "Levels above each other";
  byId("other-view").ariaLabel = byId("other-view").title;
}

/** Shows the texts of the position, unless they are not written yet. */
function showTexts() {
  const [text, position] = [boardText(state), positionText(state)];
  if (text !== undefined && byId("board").value !== text) byId("board").value = text;
  if (position === undefined) return;
  byId("command").textContent = command();
  showLinks();
  document.body.dataset.position = position;
}

/** Shows the marks that occur on the boards, with their meaning. */
function showLegend() {
  const known = Object.entries(modes[state.tab].legend).filter(([mark]) => boards.has(mark));
  byId("legend").replaceChildren(...known.map(([mark, words]) => {
    const sample = element("span", { className: "sample" });
    sample.dataset.sample = mark;
    return element("li", {}, sample, words);
  }));
}

/** Shows the place in the route of Path, or in the solution of Mate. */
export function showSteps() {
  const { tab, step } = state;
  const { line = [], ply = 0 } = tab === "mate" ? modes.mate.walk() : {};
  const [at, end] = tab === "mate" ? [ply, line.length] : [step, view.last];
  if (tab === "mate") {
    byId("steps").dataset.empty = String(end === 0);
    byId("step").textContent = `move ${at} of ${end}`;
  }
  byId("step-back").disabled = at === 0;
  byId("step-next").disabled = at >= end;
}

/** Builds a board for other rules or another size. */
function showBoard() {
  const { rules, size, cells } = state.position;
  const before = boards.cells;
  if (before?.rules !== rules) {
    byId("piece").replaceChildren(...rules.pieces.map(({ letter, name }) => new Option(name, letter)));
    view.palette = undefined;
    buildPalette(rules);
  }
  const sizes = rules.size ? [rules.size] : [2, 3, 4, 5, 6, 7, 8, 9, 10];
  if (!sizes.includes(size)) sizes.push(size);
  byId("size").replaceChildren(...sizes.map((length) => new Option(length, length)));
  view.enlarged = undefined;
  boards.build(cells);
  render();
}

/**
 * Shows an error, with a caret below its place in the text, and before it the mistake of the address; hides the last
 * error if there is none.
 */
export function showError(refused, mistake) {
  const error = byId("error");
  const message = refused ? refused.error ?? refused.message : "";
  byId("board").setAttribute("aria-invalid", String(message !== "" && state.tab === "mate"));
  const words = refused?.text === undefined || !message ? message : lineOf(message, refused);
  error.textContent = [mistake?.error, words, refused?.hint].filter(Boolean).join("\n");
  error.hidden = error.textContent === "";
}

/** The longest excerpt in letters, which fits the narrowest page. The caret would be wrong below a wrapped line. */
const EXCERPT = 32;

/** Returns the command line that gives the same answer. A mate search needs a second one. */
export function command() {
  const mode = modes[state.tab];
  const [name, question] = mode.question(state);
  const quoted = (text) => (/^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const { piece, color, start, finish, cell } = question;
  const texts = mode.board(state).texts(sideToMove(state));
  if (!texts && (name === "mate" || question.board)) return "";
  const shown = isStale() ? state.draft.text : texts?.board;
  const board = name === "mate" ? shown : question.board && texts.levels;
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

/** Returns an error about a board or a query with its text and the place of the error in the text. */
export function located(refused, text) {
  // The server counts code points, and strings count UTF-16 units.
  const isMarked = ["board", "query"].includes(refused.field) && refused.at;
  const place = isMarked && [...text].slice(0, refused.at[0]).join("").length;
  return { ...refused, text, place };
}

/** Returns a message with an excerpt of the text, and a caret below the place of the error. */
function lineOf(message, { text, place }) {
  if (place === undefined || place === null) return message;
  const above = text.slice(0, place).split("\n");
  const before = [...above.at(-1)];
  const after = [...text.slice(place).split("\n")[0]];
  const from = Math.max(0, before.length - EXCERPT / 2);
  const excerpt = [...before, ...after].slice(from, from + EXCERPT).join("").replace(/\s/g, " ");
  const caret = `${" ".repeat(before.length - from)}^`;
  return `line ${above.length}, column ${before.length + 1}: ${message}\n${excerpt}\n${caret}`;
}
