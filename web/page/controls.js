// Shows the state in the controls and boards.

import { command } from "./command.js";
import { byId, element } from "./elements.js";
import * as undoing from "./history.js";
import * as lines from "./lines.js";
import { setHeadline, showLinks } from "./links.js";
import { buildPalette, showPalette } from "./palette.js";
import { boardText, isStale, modes, positionText, state, TABS, view } from "./state.js";

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
