// The boards on the page: a button for each cell, and the keys that move between cells.

import { cancelDrag, Drag, isDragging, SLACK } from "./drag.js";
import { element, shape } from "./elements.js";
import { showScale } from "./heat.js";
import { arrange } from "./layout.js";
import { describe } from "./notation.js";
import { Seen } from "./seen.js";

/** Steps to the right, away from the reader and upwards, as the boards are seen. */
const STEPS = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowDown: [0, -1, 0],
  ArrowUp: [0, 1, 0],
  PageDown: [0, 0, -1],
  PageUp: [0, 0, 1],
  Home: [-Infinity, 0, 0],
  End: [Infinity, 0, 0],
};
/** A touch that is held so long does what the right button does, in milliseconds. */
const LONG_PRESS = 500;
/** The classes of cells, with what screen readers hear of them. */
const CLASSES = { subject: "under test", royal: "", checker: "gives check", picked: "picked", hand: "picked" };

export function drawing(rules, letter) {
  const use = shape("use", { href: `#piece-${rules.name}-${letter}` });
  return shape("svg", { viewBox: "0 0 45 45", "aria-hidden": true }, use);
}

/** Returns a drawing of lines. */
export function icon(lines) {
  return shape("svg", { viewBox: "0 0 24 24", "aria-hidden": true, class: "tool" }, shape("path", { d: lines }));
}

export class Boards {
  /** The handlers are told of clicks, drags from cell to cell or off the boards, keys, cells that are pointed at,
   * those whose piece is to go, and when cells are elsewhere. */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.buttons = new Map();
    this.shown = new Map();
    Object.assign(this, { lit: [], turn: 0, isFlipped: false });
    this.focused = undefined;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focus(event.target.dataset.cell, false));
    root.addEventListener("pointerdown", (event) => this.grab(event));
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("contextmenu", (event) => this.remove(event));
    root.addEventListener("dragstart", (event) => event.preventDefault());
    for (const name of ["pointerover", "focusin"]) {
      root.addEventListener(name, (event) => handlers.pointed(event.target.dataset?.cell));
    }
    root.addEventListener("pointerleave", () => handlers.pointed(undefined));
    new ResizeObserver(() => this.arrange()).observe(root.parentElement);
    addEventListener("resize", () => this.arrange());
  }

  /** Builds the cells of a board of other rules or another size. */
  build(cells) {
    this.cells = cells;
    this.content = () => ({});
    this.isFresh = true;
    this.rebuild();
  }

  /** Builds the cells in the order in which they are seen, with what they show. */
  rebuild() {
    const hadFocus = this.root.contains(document.activeElement);
    this.buttons.clear();
    this.shown.clear();
    this.seen = new Seen(this.cells, this.turn, this.isFlipped);
    const heights = [...Array(this.cells.size).keys()].reverse();
    this.root.replaceChildren(...heights.map((height) => this.level(height)));
    this.arrange();
    this.focus(this.buttons.has(this.focused) ? this.focused : this.cells.all()[0], hadFocus);
    this.show(this.content);
  }

  /** Returns a level with its name and those of its ranks and files. */
  level(height) {
    const { cells, seen } = this;
    const [kind, label] = [cells.levelName(), seen.label(2, height)];
    const head = element("h2", {}, element("span", { textContent: `${kind} ` }), label);
    const level = element("div", { className: "level" }, head);
    level.setAttribute("role", "group");
    level.setAttribute("aria-label", `${kind} ${label}`);
    const along = [...Array(cells.size).keys()];
    for (const away of along.toReversed()) {
      level.append(element("span", { className: "rank", textContent: seen.label(1, away) }));
      level.append(...along.map((right) => this.button(seen.name([right, away, height]))));
    }
    level.append(element("span", { className: "file" }));
    level.append(...along.map((right) => element("span", { className: "file", textContent: seen.label(0, right) })));
    return level;
  }

  /** Shows the levels flat or stacked, after quarter turns, the highest or the lowest on top. */
  look(view, turn, isFlipped) {
    if (view !== this.view) {
      this.view = view;
      this.root.classList.toggle("stacked", view === "stacked");
      this.arrange();
    }
    if (turn === this.turn && isFlipped === this.isFlipped) return;
    Object.assign(this, { turn, isFlipped });
    if (this.cells) this.rebuild();
  }

  /** Gives the cells the size that the room allows, which the style sheet knows. */
  arrange() {
    if (!this.cells || !this.view) return;
    const { style } = document.documentElement;
    style.setProperty("--head", `${document.querySelector("header").offsetHeight}px`);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const height = parseFloat(getComputedStyle(this.root).getPropertyValue("--room")) / rem;
    const width = this.root.parentElement.clientWidth / rem;
    const { size } = this.cells;
    const { cell, across, down, tilt = 1, angle = 0 } = arrange(size, this.view, { width, height });
    const values = { n: size, across, down, tilt, angle: `${angle}rad`, cell: `${Math.floor(cell * rem)}px` };
    // A dragged piece, which is elsewhere, is as large.
    for (const [name, value] of Object.entries(values)) style.setProperty(`--${name}`, value);
    [...this.root.children].forEach((level, nth) => {
      level.classList.toggle("bottom", nth % down === down - 1 || nth === size - 1);
    });
    this.handlers.arranged();
  }

  button(name) {
    const { file, rank, level } = this.cells.places.get(name);
    const shade = (file + rank + level) % 2 === 0;
    const button = element("button", { type: "button", className: shade ? "cell shade" : "cell" });
    button.dataset.cell = name;
    button.tabIndex = -1;
    this.buttons.set(name, button);
    return button;
  }

  /** Shows what is on the cells: for each name its piece, mark, distance and classes. */
  show(content) {
    this.content = content;
    let [home, farthest] = [undefined, -1];
    for (const [name, button] of this.buttons) {
      const looks = content(name);
      if (looks.classes?.some((name) => name === "subject" || name === "royal") || looks.mark === "start") home ??= name;
      farthest = Math.max(farthest, looks.distance ?? -1);
      // Most cells stay as they are.
      const now = Object.values(looks).join();
      if (this.shown.get(name) === now) continue;
      this.shown.set(name, now);
      this.paint(name, button, looks);
    }
    showScale(farthest);
    this.settle(home);
  }

  paint(name, button, { piece, mark, distance, classes = [] }) {
    if (button.dataset.piece !== piece || (piece && !button.firstElementChild)) {
      button.replaceChildren(...(piece ? [drawing(this.cells.rules, piece)] : []));
    }
    set(button, "piece", piece);
    set(button, "mark", mark);
    set(button, "distance", distance);
    if (distance !== undefined) button.style.setProperty("--distance", distance);
    const words = [name];
    if (piece) words.push(describe(this.cells.rules, piece));
    for (const [name, spoken] of Object.entries(CLASSES)) {
      button.classList.toggle(name, classes.includes(name));
      if (spoken && classes.includes(name)) words.push(spoken);
    }
    if (mark) words.push(mark);
    if (distance !== undefined) words.push(moves(distance));
    button.setAttribute("aria-label", words.join(", "));
  }

  /** Makes the piece that is asked about the place of the board in the order of tabs; new boards scroll to it. */
  settle(home) {
    const { activeElement } = document;
    if (!home || this.root.contains(activeElement)) return;
    this.focus(home, false);
    if (this.isFresh && activeElement?.tagName !== "TEXTAREA") this.bringIntoSight([home]);
    this.isFresh = false;
  }

  /** Lights up cells, which are scrolled to if the reader may have asked for that. */
  light(names, isSought = false) {
    for (const button of this.lit) button.classList.remove("lit");
    this.lit = names.map((name) => this.buttons.get(name)).filter(Boolean);
    for (const button of this.lit) button.classList.add("lit");
    if (isSought) this.bringIntoSight(names);
  }

  /** Scrolls no farther than it has to; the first cells count most. */
  bringIntoSight(names) {
    for (const name of names.toReversed()) this.buttons.get(name)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Moves the one place of the board in the order of tabs. */
  focus(name, move = true) {
    const button = this.buttons.get(name);
    if (!button) return;
    const before = this.buttons.get(this.focused);
    if (before) before.tabIndex = -1;
    button.tabIndex = 0;
    this.focused = name;
    if (move) button.focus();
  }

  clicked(event) {
    const name = event.target.closest("[data-cell]")?.dataset.cell;
    if (name && !isDragging()) this.handlers.clicked(name);
  }

  pressed(event) {
    const name = event.target.dataset.cell;
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      this.focus(this.seen.beside(name, step));
    } else if (this.handlers.key(name, event.key)) {
      event.preventDefault();
    }
  }

  /** Follows a pointer that went down on a piece, or on a mark that can be dragged. */
  grab(event) {
    const from = event.target.closest("[data-cell]");
    if (!from || !this.handlers.drags(from.dataset.cell)) return;
    const { piece, cell } = from.dataset;
    this.drag(event, from, piece, (to) => this.handlers.dragged(cell, to));
  }

  /** Drags a piece from an element; `done` is told the name of the cell where it is let go, if it is one. */
  drag(event, from, piece, done) {
    if (event.button !== 0 || !event.isPrimary || isDragging()) return;
    const picture = piece ? [drawing(this.cells.rules, piece)] : [];
    new Drag(this.root, from, event, picture, (to) => done(to?.dataset.cell));
  }

  /** Waits for a touch to be a long one. */
  press(event) {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    const start = event;
    const timer = setTimeout(() => this.remove(start), LONG_PRESS);
    const end = (event) => {
      if (event.pointerId !== start.pointerId) return;
      const way = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
      if (event.type === "pointermove" && way < SLACK) return;
      clearTimeout(timer);
      for (const name of ["pointermove", "pointerup", "pointercancel"]) document.removeEventListener(name, end);
    };
    for (const name of ["pointermove", "pointerup", "pointercancel"]) document.addEventListener(name, end);
  }

  remove(event) {
    event.preventDefault();
    const name = event.target.closest("[data-cell]")?.dataset.cell;
    // What is gone is not dragged, and letting it go is no click.
    if (name && this.handlers.removed(name)) cancelDrag();
  }
}

function moves(distance) {
  if (distance < 0) return "unreachable";
  return distance === 1 ? "1 move" : `${distance} moves`;
}

function set(button, key, value) {
  if (value === undefined || value === "") delete button.dataset[key];
  else button.dataset[key] = value;
}
