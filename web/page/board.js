// The boards on the page: a button for each cell, the focus, and the pointers on cells.

import { cancelDrag, Drag, isDragging, SLACK } from "./drag.js";
import { drawing, element } from "./elements.js";
import { arrange } from "./layout.js";
import { describe } from "./position.js";
import { FRESH_ANGLE } from "./state.js";

/** The steps of the keys on the screen: to the right, away from the reader, upwards. */
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
/** The duration after which a touch counts as a click of the right button, in milliseconds. */
const LONG_PRESS = 500;
/** The greatest size whose cells have the length of a fingertip on touch screens. */
const FEW = 4;
/** The greatest size that is shown as a stack unless the reader chooses a view. */
const STACKED = 5;
/** The classes of cells, each with its words for screen readers. */
const CLASSES = { subject: "under test", royal: "", checker: "gives check", picked: "picked", hand: "picked", wrong: "not allowed here" };

export class Boards {
  /**
   * Builds no cells yet. The handlers:
   * - `clicked(name)`: a cell is clicked.
   * - `dragged(from, to)`: a piece is dropped on a cell, or off the boards if `to` is undefined.
   * - `drags(name)`: returns `true` if a drag can start on the cell.
   * - `removed(name)`: the piece on the cell is to be taken; returns `true` if there was one.
   * - `key(name, key)`: a key is pressed on a cell; returns `true` if the key was handled.
   * - `pointed(name)`: the pointer or the focus is on a cell, or on none if `name` is undefined.
   * - `arranged()`: the cells may have moved.
   */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.buttons = new Map();
    this.shown = new Map();
    Object.assign(this, { lit: [], column: [], quarters: 0, isFlipped: false });
    this.focused = undefined;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focus(event.target.dataset.cell, false));
    root.addEventListener("pointerdown", (event) => this.grab(event));
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("contextmenu", (event) => this.remove(event));
    root.addEventListener("dragstart", (event) => event.preventDefault());
    for (const name of ["pointerover", "focusin"]) {
      root.addEventListener(name, (event) => {
        // A touch leaves the focus on its cell.
        if (name === "focusin" && !event.target.matches(":focus-visible")) return;
        this.point(event.target.closest("[data-cell]")?.dataset.cell);
      });
    }
    root.addEventListener("pointerleave", () => this.point(undefined));
    new ResizeObserver(() => this.arrange()).observe(root.parentElement);
    addEventListener("resize", () => this.arrange());
  }

  /** Builds the cells of a board of other rules or another size. */
  build(cells) {
    this.cells = cells;
    this.content = () => ({});
    this.rebuild();
  }

  /** Builds the cells again in the order of the screen, and shows their content. */
  rebuild() {
    const hadFocus = this.root.contains(document.activeElement);
    this.buttons.clear();
    this.shown.clear();
    this.seen = new Seen(this.cells, this.quarters, this.isFlipped);
    const heights = [...Array(this.cells.size).keys()].reverse();
    this.root.replaceChildren(...heights.map((height) => this.level(height)));
    this.arrange();
    this.focus(this.buttons.has(this.focused) ? this.focused : this.cells.all()[0], hadFocus);
    this.show(this.content);
  }

  /** Returns the level at a height, with its cells and labels. */
  level(height) {
    const { cells, seen } = this;
    const [kind, label] = [cells.levelName(), seen.label(2, height)];
    const head = element("h2", {}, element("span", { textContent: `${kind} ` }), label);
    const level = element("div", { className: "level" }, head);
    level.setAttribute("role", "group");
    level.setAttribute("aria-label", `${kind} ${label}`);
    const along = [...Array(cells.size).keys()];
    for (const away of along.toReversed()) {
      const rank = element("span", { className: "rank", textContent: seen.label(1, away) });
      rank.style.setProperty("--row", cells.size - away);
      level.append(rank);
      level.append(...along.map((right) => this.button(seen.name([right, away, height]))));
    }
    level.append(element("span", { className: "file" }));
    level.append(...along.map((right) => element("span", { className: "file", textContent: seen.label(0, right) })));
    return level;
  }

  /** Sets the view, the angle in degrees, and whether the lowest level comes first. */
  look({ view: chosen, angle, isFlipped }) {
    const view = chosen || this.defaultView();
    const quarters = Math.round((angle + 360 - FRESH_ANGLE) / 90) % 4;
    this.angle = angle;
    if (view !== this.view) {
      this.view = view;
      this.root.classList.toggle("stack", view === "stack");
      this.arrange();
    }
    if (quarters === this.quarters && isFlipped === this.isFlipped) return;
    Object.assign(this, { quarters, isFlipped });
    if (this.cells) this.rebuild();
  }

  /** Returns the view that is shown unless another one is chosen. */
  defaultView() {
    return this.cells.size <= STACKED ? "stack" : "flat";
  }

  /** Turns the boards by quarters. */
  turn(way) {
    this.handlers.turned((this.angle + 90 * way + 360) % 360);
  }

  /** Sets the size of the cells so that the boards fill their room. */
  arrange() {
    if (!this.cells || !this.view) return;
    const { style } = document.documentElement;
    style.setProperty("--head", `${document.querySelector("header").offsetHeight}px`);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const length = (name) => parseFloat(getComputedStyle(this.root).getPropertyValue(name)) / rem;
    const room = { width: this.root.parentElement.clientWidth / rem, height: length("--room") };
    const { size } = this.cells;
    const { cell, ...values } = arrange(size, this.view, room, size <= FEW ? length("--finger") : 0);
    // On the root element, because a dragged piece is not inside the boards.
    for (const [name, value] of Object.entries({ n: size, cell: `${Math.floor(cell * rem)}px`, ...values })) {
      style.setProperty(`--${name}`, value);
    }
    this.arrangeLevels(values);
    style.setProperty("--held", `${this.root.parentElement.offsetHeight}px`);
    this.handlers.arranged();
  }

  /** Tells the style sheet the place of each level: rows in the flat view, columns in the stack view. */
  arrangeLevels({ across, down }) {
    const { size } = this.cells;
    [...this.root.children].forEach((level, nth) => {
      const isStack = this.view === "stack";
      const [column, below] = [Math.floor(nth / down), Math.min(down, size - down * Math.floor(nth / down)) - 1 - nth % down];
      level.style.setProperty("--column", column);
      level.style.setProperty("--below", below);
      level.classList.toggle("first", isStack || nth % across === 0);
      level.classList.toggle("bottom", isStack ? below === 0 : nth >= size - across);
    });
  }

  /** Lights the cells above and below the cell under the pointer or the focus. */
  point(name) {
    const place = this.cells.places.get(name);
    const levels = place && this.view === "stack" ? [...Array(this.cells.size).keys()] : [];
    this.column = levels.map((level) => this.buttons.get(this.cells.name({ ...place, level })));
    for (const button of this.root.querySelectorAll(".column")) button.classList.remove("column");
    for (const button of this.column) button.classList.add("column");
    this.handlers.pointed(name, this.column.map(({ dataset }) => dataset.cell).reverse());
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

  /** Shows the content of the cells; `content` returns the piece, mark, distance and classes for the name of a cell. */
  show(content) {
    this.content = content;
    let home;
    for (const [name, button] of this.buttons) {
      const looks = content(name);
      if (looks.classes?.some((name) => name === "subject" || name === "royal") || looks.mark === "start") home ??= name;
      // Most cells do not change, and painting is slow.
      const now = Object.values(looks).join();
      if (this.shown.get(name) === now) continue;
      this.shown.set(name, now);
      this.paint(name, button, looks);
    }
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

  /** Returns `true` if a mark or class occurs on the cells. */
  has(mark) {
    const selector = mark === "unreachable" ? "[data-distance='-1']" : `[data-mark=${mark}], .${mark}`;
    return this.root.querySelector(selector) !== null;
  }

  /** Makes the cell of the main piece the one that Tab reaches. */
  settle(home) {
    if (home && !this.root.contains(document.activeElement)) this.focus(home, false);
  }

  /** Highlights cells, and scrolls to them if `isSought` is true. */
  light(names, isSought = false) {
    for (const button of this.lit) button.classList.remove("lit");
    this.lit = names.map((name) => this.buttons.get(name)).filter(Boolean);
    for (const button of this.lit) button.classList.add("lit");
    if (isSought) this.bringIntoSight(names);
  }

  /** Scrolls as little as possible to the cells; if not all fit, to the first ones. */
  bringIntoSight(names) {
    for (const name of names.toReversed()) {
      this.buttons.get(name)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /** Makes a cell the only one that Tab reaches, and moves the focus there if `move` is true. */
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

  /** Starts a drag if the cell under the pointer allows it. */
  grab(event) {
    const from = event.target.closest("[data-cell]");
    if (!from || !this.handlers.drags(from.dataset.cell)) return;
    const { piece, cell } = from.dataset;
    this.drag(event, from, piece, (to) => this.handlers.dragged(cell, to));
  }

  /** Starts to drag a piece from an element; `done` gets the name of the cell where it is dropped, if any. */
  drag(event, from, piece, done) {
    if (event.button !== 0 || !event.isPrimary || isDragging()) return;
    const picture = piece ? [drawing(this.cells.rules, piece)] : [];
    new Drag(this.root, from, event, picture, (to) => done(to?.dataset.cell));
  }

  /** Removes the piece under a touch that is long and does not move. */
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
    // The removed piece is not dragged, and the end of the touch is no click.
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

/** Coordinates on the screen: boards can be turned about the vertical axis, and their levels reversed. */
class Seen {
  constructor(cells, turn, isFlipped) {
    Object.assign(this, { cells, turn, isFlipped, last: cells.size - 1 });
  }

  /** Returns the cell at screen coordinates: steps to the right, away from the reader and upwards from the corner. */
  name(seen) {
    return this.cells.name(this.place(seen));
  }

  place([right, away, up]) {
    let [file, rank] = [right, away];
    for (let turn = 0; turn < this.turn; turn++) [file, rank] = [this.last - rank, file];
    return { file, rank, level: this.level(up) };
  }

  level(up) {
    return this.isFlipped ? this.last - up : up;
  }

  /** Returns the screen coordinates of a place; the inverse of `place`. */
  coordinates({ file, rank, level }) {
    let [right, away] = [file, rank];
    for (let turn = 0; turn < this.turn; turn++) [right, away] = [away, this.last - right];
    return [right, away, this.level(level)];
  }

  /** Returns the label at a screen coordinate along an axis: 0 is to the right, 1 away, 2 upwards. */
  label(axis, at) {
    const seen = [0, 0, 0];
    seen[axis] = at;
    const name = axis === 2 ? "level" : ["file", "rank"][(axis + this.turn) % 2];
    return this.cells.label(name, this.place(seen)[name]);
  }

  /** Returns the cell a step away on the screen; undefined if that is off the board. Infinite steps end at the edge. */
  beside(name, step) {
    const from = this.coordinates(this.cells.places.get(name));
    const to = step.map((length, axis) => {
      return Number.isFinite(length) ? from[axis] + length : Math.min(Math.max(length, 0), this.last);
    });
    return to.every((at) => at >= 0 && at <= this.last) ? this.name(to) : undefined;
  }
}
