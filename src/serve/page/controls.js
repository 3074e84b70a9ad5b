// Shows the state in the controls and boards.

import { byId, element } from "./elements.js";
import * as undoing from "./history.js";
import * as lines from "./lines.js";
import * as modes from "./modes.js";
import * as palette from "./palette.js";
import { boardText, isStale, positionText, state, TABS, viewOf } from "./state.js";
import { command, lineOf } from "./words.js";

let [boards, actions] = [];

/** Sets the boards to show, and the handlers of the palette. */
export function begin(shown, ofPalette) {
  [boards, actions] = [shown, ofPalette];
}

/** Shows the pieces alone, without marks or a route. */
export function showPieces() {
  boards.show((name) => ({ piece: modes[state.tab].pieceOn(state, name) }));
  lines.showRoute([]);
}

/** Shows the state in all controls. */
export function showControls() {
  // The style sheet hides the page until the tab is known, because the controls of other tabs would disappear again.
  document.body.dataset.tab = state.tab;
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
  const values = {
    rules: rules.name, size, view: viewOf(state), piece: state.piece, color: state.color,
    side: state.side, holder: position.holder, in: state.within,
  };
  for (const [id, value] of Object.entries(values)) byId(id).value = value;
  for (const id of ["force", "safe"]) byId(id).checked = state[id];
  byId("holder-choice").hidden = !rules.holds;
  byId("setup").hidden = rules.setups.length === 0;
  const text = boardText(state);
  if (byId("board").value !== text) byId("board").value = text;
  byId("keep").hidden = !isStale();
  boards.root.classList.toggle("stale", isStale());
  byId("undo").disabled = !undoing.canUndo();
  byId("redo").disabled = !undoing.canRedo();
  byId("step-back").disabled = state.step === 0;
  byId("step-next").disabled = state.step >= state.last;
  palette.show();
  boards.look(viewOf(state), state.rotate, state.flip);
  byId("flip").setAttribute("aria-pressed", String(state.flip));
  showLegend();
  byId("command").textContent = command(state);
  document.body.dataset.position = positionText(state);
}

/** Shows the marks that occur on the boards, with their meaning. */
function showLegend() {
  const marks = boards.marks();
  const known = Object.entries(modes[state.tab].legend).filter(([mark]) => marks.has(mark));
  byId("legend").replaceChildren(...known.map(([mark, words]) => {
    const sample = element("span", { className: "sample" });
    sample.dataset.sample = mark;
    return element("li", {}, sample, words);
  }));
}

/** Builds a board for other rules or another size. */
function showBoard() {
  const { rules, size, cells } = state.position;
  const before = boards.cells;
  if (before?.rules !== rules) {
    byId("piece").replaceChildren(...rules.pieces.map(({ letter, name }) => new Option(name, letter)));
    state.palette = undefined;
    palette.build(rules, actions);
  }
  const sizes = rules.size ? [rules.size] : [2, 3, 4, 5, 6, 7, 8, 9, 10];
  if (!sizes.includes(size)) sizes.push(size);
  byId("size").replaceChildren(...sizes.map((size) => new Option(size, size)));
  boards.build(cells);
  showPieces();
}

/** Shows an error, with a caret below its place in the text; hides the last error if there is none. */
export function showError(refused) {
  const error = byId("error");
  const message = refused ? refused.error ?? refused.message : "";
  byId("board").setAttribute("aria-invalid", String(message !== "" && state.tab === "mate"));
  error.hidden = message === "";
  const lines = [refused?.text === undefined || !message ? message : lineOf(message, refused), refused?.hint];
  error.textContent = lines.filter(Boolean).join("\n");
}
