// The page: its state, which the address holds, and what its controls do to it.

import { Boards, drawing } from "./board.js";
import { byId, element } from "./elements.js";
import * as mateIn from "./mate_in.js";
import * as modes from "./modes.js";
import { Cells, describe } from "./notation.js";
import { busy, copied, get, picture } from "./server.js";
import { address, boardText, command, lineOf } from "./words.js";

const TABS = ["tester", "path", "mate"];
/** The server answers no larger boards. */
const LARGEST = 32;

let ruleSets = [];
/** What gives up the question that was asked last: answers to older ones are not shown. */
let asking = new AbortController();

const state = {
  tab: "tester",
  view: "flat",
  rules: undefined,
  size: 3,
  cells: undefined,
  piece: "N",
  color: "white",
  cell: undefined,
  palette: undefined,
  pieces: new Map(),
  start: undefined,
  finish: undefined,
  picked: "finish",
  step: 0,
  last: 0,
  text: "",
  men: new Map(),
  side: "",
  shownText: "",
  shownSide: "white",
  shownHolder: "",
  force: false,
  safe: false,
  within: "",
  resize,
};

const boards = new Boards(byId("boards"), {
  clicked,
  dragged,
  key,
  pointed,
  drags: (name) => modes[state.tab].drags(state, name),
});

await busy(async () => {
  try {
    await load();
    await open(location.hash);
  } catch (failed) {
    showError(failed);
  }
});

/** Gets the rule sets and the drawings of their pieces. */
async function load() {
  ruleSets = await (await get("/api/rules")).json();
  byId("rules").replaceChildren(...ruleSets.map(({ name }) => new Option(name, name)));
  for (const { name } of ruleSets) {
    const text = await (await get(`/pieces/${name}.svg`)).text();
    const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
    documentElement.classList.add("sprite");
    document.body.append(document.adoptNode(documentElement));
  }
}

/** Takes over other rules: their sizes, pieces and drawings. */
function chooseRules(name) {
  const rules = ruleSets.find((rules) => rules.name === name) ?? ruleSets[1];
  state.rules = rules;
  byId("piece").replaceChildren(...rules.pieces.map(({ letter, name }) => new Option(name, letter)));
  state.palette = undefined;
  if (!rules.pieces.some(({ letter }) => letter === state.piece)) state.piece = rules.pieces[0].letter;
  const letters = new Set(rules.pieces.map(({ letter }) => letter));
  for (const pieces of [state.pieces, state.men]) {
    for (const [name, letter] of pieces) if (!letters.has(letter.toUpperCase())) pieces.delete(name);
  }
  showPalette();
  state.cells = undefined;
  resize(rules.size ?? state.size);
}

/** Takes over another size; what stands on a cell that is still there stays. */
function resize(size) {
  if (state.cells?.size === size && state.cells.rules === state.rules) return;
  state.size = size;
  state.cells = new Cells(state.rules, size);
  const sizes = state.rules.size ? [state.rules.size] : [2, 3, 4, 5, 6, 7, 8, 9, 10];
  if (!sizes.includes(size)) sizes.push(size);
  byId("size").replaceChildren(...sizes.map((size) => new Option(size, size)));
  for (const pieces of [state.pieces, state.men]) {
    for (const name of pieces.keys()) if (!state.cells.has(name)) pieces.delete(name);
  }
  place("cell");
  place("start");
  place("finish", state.start);
  boards.build(state.cells);
  boards.show((name) => ({ piece: modes[state.tab].pieceOn(state, name) }));
}

/** Gives what has lost its cell one that is free, or on a full board one from which it takes the piece. The
 * finish is as far from the start as can be. */
function place(what, other) {
  if (state.cells.has(state[what]) && state[what] !== other) return;
  const all = state.cells.all().filter((name) => name !== other);
  if (other) all.reverse();
  state[what] = all.find((name) => !state.pieces.has(name)) ?? all[0];
  state.pieces.delete(state[what]);
}

function showPalette() {
  const letters = state.rules.pieces.map(({ letter }) => letter);
  const choices = [...letters, "", ...letters.map((letter) => letter.toLowerCase())];
  byId("palette").style.setProperty("--kinds", letters.length + 1);
  byId("palette").replaceChildren(...choices.map((letter) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.palette = letter;
    button.append(letter ? drawing(state.rules, letter) : "⊙");
    button.title = letter ? describe(state.rules, letter) : "the piece under test";
    button.setAttribute("aria-label", button.title);
    button.addEventListener("click", () => {
      state.palette = state.palette === letter ? undefined : letter;
      update();
    });
    return button;
  }));
}

/** Asks what there is to ask of the state, and shows it with its answer. */
function update() {
  showControls();
  const mode = modes[state.tab];
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const question = { ...state, pieces: new Map(state.pieces) };
  return busy(async () => {
    try {
      const answer = await mode.answer(question, signal);
      if (signal.aborted) return;
      state.broken = false;
      showError();
      boards.show(mode.show(state, answer));
    } catch (refused) {
      if (signal.aborted) return;
      mode.clear(state, refused);
      state.broken = true;
      boards.show((name) => ({ piece: mode.pieceOn(state, name) }));
      showError(refused);
    }
    showControls();
    const hash = `#${address(state)}`;
    if (hash !== location.hash) history.replaceState(null, "", hash);
    await mateIn.search(state);
  });
}

function showControls() {
  // Nothing is painted before: what belongs to other modes would jump away.
  document.body.dataset.tab = state.tab;
  for (const tab of TABS) {
    byId(`tab-${tab}`).setAttribute("aria-selected", String(tab === state.tab));
    byId(`tab-${tab}`).tabIndex = tab === state.tab ? 0 : -1;
  }
  for (const part of document.querySelectorAll("[data-for]")) {
    part.hidden = !part.dataset.for.split(" ").includes(state.tab);
  }
  byId("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
  const values = { rules: state.rules.name, size: state.size, view: state.view, piece: state.piece, color: state.color, side: state.side, holder: state.shownHolder, in: state.within };
  for (const [id, value] of Object.entries(values)) byId(id).value = value;
  for (const id of ["force", "safe"]) byId(id).checked = state[id];
  byId("holder-choice").hidden = !state.rules.holds;
  if (byId("board").value !== state.text) byId("board").value = state.text;
  for (const button of byId("palette").children) {
    button.setAttribute("aria-pressed", String(button.dataset.palette === state.palette));
    button.classList.toggle("idle", state.tab !== "tester" && button.dataset.palette === "");
  }
  boards.look(state.view);
  byId("legend").replaceChildren(...modes[state.tab].legend.map((text) => element("li", { textContent: text })));
  byId("command").textContent = command(state);
}

/** Shows what is wrong, with the line of the text and a caret where it is. */
function showError(refused) {
  const error = byId("error");
  const message = refused ? refused.error ?? refused.message : "";
  byId("board").setAttribute("aria-invalid", String(message !== "" && state.tab === "mate"));
  error.hidden = message === "";
  const lines = [refused?.text === undefined || !message ? message : lineOf(message, refused), refused?.hint];
  error.textContent = lines.filter(Boolean).join("\n");
}

function clicked(name) {
  modes[state.tab].click(state, name);
  update();
}

function dragged(from, to) {
  modes[state.tab].drag(state, from, to);
  boards.focus(to);
  update();
}

/** What a key does on a cell; says whether it does anything. */
function key(name, pressed) {
  const mode = modes[state.tab];
  const letters = state.rules.pieces.map(({ letter }) => letter);
  if (pressed === "Escape") clear();
  else if (pressed === "Delete" || pressed === "Backspace") mode.take(state, name);
  else if (pressed.length === 1 && letters.includes(pressed.toUpperCase())) mode.put(state, name, pressed);
  else return false;
  update();
  return true;
}

function clear() {
  modes[state.tab].empty(state);
  state.palette = undefined;
  state.step = 0;
}

/** Lights up the lines of the explanation, and the moves, that are about a cell, and scrolls to them. */
function pointed(name) {
  const lit = [...byId("panel").querySelectorAll("[data-cells]")].filter((item) => {
    return item.classList.toggle("lit", name !== undefined && item.dataset.cells.split(" ").includes(name));
  });
  if (lit.length > 0) for (const box of [byId("details"), byId("panel")]) bringIntoSight(box, lit[0]);
}

/** Scrolls nothing but a box, and no farther than it has to. */
function bringIntoSight(box, item) {
  const [outer, inner] = [box, item].map((part) => part.getBoundingClientRect());
  box.scrollTop += Math.min(inner.top - outer.top, 0) + Math.max(inner.bottom - outer.bottom, 0);
}

/** Takes over the state of an address. */
async function open(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const one = (key, choices, other) => (choices.includes(parts.get(key)) ? parts.get(key) : other);
  state.tab = one("tab", TABS, "tester");
  state.view = one("view", ["flat", "stacked"], "flat");
  state.color = one("color", ["white", "black"], "white");
  state.side = one("side", ["white", "black"], "");
  state.piece = (parts.get("piece") ?? "N").slice(0, 1).toUpperCase();
  const whole = (key, least, most, other) => {
    const number = Number(parts.get(key));
    return Number.isInteger(number) && number >= least && number <= most ? number : other;
  };
  state.size = whole("size", 2, LARGEST, 3);
  state.step = whole("step", 0, 10000, 0);
  for (const flag of ["force", "safe"]) state[flag] = parts.get(flag) === "1";
  state.within = mateIn.moves(parts.get("in"));
  state.text = parts.get("board") ?? "";
  for (const end of ["cell", "start", "finish"]) state[end] = parts.get(end) ?? undefined;
  const listed = (parts.get("pieces") ?? "").split(" ").filter(Boolean);
  state.pieces = new Map(listed.map((word) => [word.slice(1), word[0]]));
  [state.men, state.shownText] = [new Map(), ""];
  chooseRules(parts.get("rules") ?? "cube");
  state.pieces.delete(state.tab === "path" ? state.start : state.cell);
  modes[state.tab].enter(state);
  await update();
}

function choose(id, take) {
  const control = byId(id);
  const event = control.tagName === "TEXTAREA" ? "input" : "change";
  control.addEventListener(event, () => busy(async () => {
    await take(control.type === "checkbox" ? control.checked : control.value);
    await update();
  }));
}

choose("rules", (name) => {
  chooseRules(name);
  [state.text, state.shownText, state.shownSide, state.shownHolder] = ["", "", "white", ""];
  state.men.clear();
  modes[state.tab].enter(state);
});
choose("size", (size) => {
  resize(Number(size));
  modes.mate.resized(state);
});
choose("view", (view) => { state.view = view; });
choose("piece", (piece) => { [state.piece, state.step] = [piece, 0]; });
choose("color", (color) => { [state.color, state.step] = [color, 0]; });
choose("board", (text) => { state.text = text; });
choose("side", (side) => { state.side = side; });
choose("holder", (holder) => {
  state.text = modes.mate.withHolder(state.text, state.side || state.shownSide, holder);
});
choose("force", (force) => { state.force = force; });
choose("safe", (safe) => { [state.safe, state.step] = [safe, 0]; });
choose("in", (moves) => { state.within = mateIn.moves(moves); });

for (const tab of TABS) {
  byId(`tab-${tab}`).addEventListener("click", () => {
    modes[state.tab].clear(state);
    state.tab = tab;
    modes[tab].enter(state);
    update();
  });
}
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!way) return;
  const next = byId(`tab-${TABS[(TABS.indexOf(state.tab) + way + TABS.length) % TABS.length]}`);
  next.click();
  next.focus();
});
for (const [id, way] of [["step-back", -1], ["step-next", 1]]) {
  byId(id).addEventListener("click", () => {
    state.step = Math.min(Math.max(state.step + way, 0), state.last);
    update();
  });
}
for (const name of ["pointerover", "focusin"]) {
  byId("panel").addEventListener(name, (event) => boards.light(event.target.dataset.cells?.split(" ") ?? []));
}
for (const name of ["pointerleave", "focusout"]) byId("panel").addEventListener(name, () => boards.light([]));
byId("clear").addEventListener("click", () => { clear(); update(); });
byId("copy").addEventListener("click", async () => {
  const done = await copied(`${boardText(state)}\n${command(state)}\n`);
  byId("copy").textContent = done ? "Copied" : "Not allowed here";
  setTimeout(() => { byId("copy").textContent = "Copy as text"; }, 1500);
});
byId("save").addEventListener("click", () => busy(async () => {
  const [name, question] = modes[state.tab].question(state);
  try {
    const svg = await picture({ ...question, command: name });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    link.download = `kubikschach-${name}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (refused) {
    showError(refused);
  }
}));
addEventListener("hashchange", () => {
  if (location.hash !== `#${address(state)}`) busy(() => open(location.hash));
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.target.closest("[data-cell], textarea, select, input")) { clear(); update(); }
});
