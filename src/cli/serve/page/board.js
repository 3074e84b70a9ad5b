// The boards on the page: a button for each cell, and the keys that move between cells.

import { Drag, isDragging, SLACK } from "./drag.js";
import { element } from "./elements.js";
import { arrange } from "./layout.js";
import { describe } from "./notation.js";

const SVG = "http://www.w3.org/2000/svg";
const STEPS = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowDown: [0, -1, 0],
  ArrowUp: [0, 1, 0],
  PageDown: [0, 0, -1],
  PageUp: [0, 0, 1],
};
/** A touch that is held so long does what the right button does, in milliseconds. */
const LONG_PRESS = 500;

export function drawing(rules, letter) {
  const [svg, use] = ["svg", "use"].map((name) => document.createElementNS(SVG, name));
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#piece-${rules.name}-${letter}`);
  svg.append(use);
  return svg;
}

export class Boards {
  /** The handlers are told of clicks, drags from cell to cell or off the boards, keys, cells that are pointed at, and
   * those whose piece is to go. */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.buttons = new Map();
    this.shown = new Map();
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
    this.buttons.clear();
    this.shown.clear();
    const { size } = cells;
    const levels = [];
    const rows = [...cells.rows()];
    for (let nth = 0; nth < size; nth++) {
      const [kind, label] = [cells.levelName(), cells.label("level", size - 1 - nth)];
      const title = `${kind} ${label}`;
      const head = element("h2", {}, element("span", { textContent: `${kind} ` }), label);
      const level = element("div", { className: "level" }, head);
      level.setAttribute("role", "group");
      level.setAttribute("aria-label", title);
      rows.slice(nth * size, (nth + 1) * size).forEach((row, down) => {
        const rank = cells.label("rank", size - 1 - down);
        level.append(element("span", { className: "rank", textContent: rank }));
        level.append(...row.map((name) => this.button(name)));
      });
      level.append(element("span", { className: "file" }));
      for (let file = 0; file < size; file++) {
        const label = cells.label("file", file);
        level.append(element("span", { className: "file", textContent: label }));
      }
      levels.push(level);
    }
    this.root.replaceChildren(...levels);
    this.arrange();
    this.focus(cells.has(this.focused) ? this.focused : rows[0][0], false);
  }

  /** Shows the levels side by side, or one above the other. */
  look(view) {
    if (view === this.view) return;
    this.view = view;
    this.root.classList.toggle("stacked", view === "stacked");
    this.arrange();
  }

  /** Gives the cells the size that the room allows, which the style sheet knows. */
  arrange() {
    if (!this.cells || !this.view) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const height = parseFloat(getComputedStyle(this.root).getPropertyValue("--room")) / rem;
    const width = this.root.parentElement.clientWidth / rem;
    const { cell, across } = arrange(this.cells.size, this.view, { width, height });
    const lengths = { n: this.cells.size, across, cell: `${Math.floor(cell * rem)}px` };
    for (const [name, value] of Object.entries(lengths)) this.root.style.setProperty(`--${name}`, value);
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

  /** Shows what is on the cells: for each name its piece, mark, distance and how far of the farthest that is, and
   * classes. */
  show(look) {
    for (const [name, button] of this.buttons) {
      const { piece, mark, distance, share, classes = [] } = look(name);
      // Most cells stay as they are.
      const now = [piece, mark, distance, share, ...classes].join();
      if (this.shown.get(name) === now) continue;
      this.shown.set(name, now);
      if (button.dataset.piece !== piece || (piece && !button.firstElementChild)) {
        button.replaceChildren(...(piece ? [drawing(this.cells.rules, piece)] : []));
      }
      set(button, "piece", piece);
      set(button, "mark", mark);
      set(button, "distance", distance);
      button.style.setProperty("--far", `${Math.round((share ?? 0) * 100)}%`);
      for (const name of ["subject", "checker", "picked", "hand"]) {
        button.classList.toggle(name, classes.includes(name));
      }
      const words = [name];
      if (piece) words.push(describe(this.cells.rules, piece));
      if (mark) words.push(mark);
      if (distance !== undefined) words.push(far(distance));
      button.setAttribute("aria-label", words.join(", "));
    }
  }

  light(names) {
    for (const [name, button] of this.buttons) button.classList.toggle("lit", names.includes(name));
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
      this.focus(this.cells.beside(name, step));
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
    const timer = setTimeout(() => this.remove(event), LONG_PRESS);
    const start = event;
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
    if (name) this.handlers.removed(name);
  }
}

function far(distance) {
  if (distance < 0) return "unreachable";
  return distance === 1 ? "1 move" : `${distance} moves`;
}

function set(button, key, value) {
  if (value === undefined || value === "") delete button.dataset[key];
  else button.dataset[key] = value;
}
