// The boards on the page: a button for each cell, the focus, and the pointers on cells.

import { cancelDrag, Drag, isDragging, SLACK } from "./drag.js";
import { drawing, element } from "./elements.js";
import { describe } from "./position.js";
import { Stage } from "./stage.js";
import { Turning } from "./turning.js";

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
   * - `turned(angle)`: the stage has been turned.
   * - `enlarged(label)`: a level is to be enlarged, or none if `label` is undefined.
   */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.buttons = new Map();
    this.shown = new Map();
    Object.assign(this, { lit: [], column: [], focused: undefined, isFlipped: false });
    this.stage = new Stage(root, handlers.arranged);
    this.turning = new Turning(this.stage, { isGround: (event) => this.isGround(event), done: handlers.turned });
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
  }

  /** Builds the cells of a board of other rules or another size. */
  build(cells) {
    this.cells = cells;
    this.content = () => ({});
    this.rebuild();
  }

  /** Builds the cells again, and shows their content. */
  rebuild() {
    const hadFocus = this.root.contains(document.activeElement);
    this.buttons.clear();
    this.shown.clear();
    const along = [...Array(this.cells.size).keys()];
    const levels = (this.isFlipped ? along : along.toReversed()).map((level) => this.level(level));
    this.root.replaceChildren(...levels.flatMap(({ level, name }) => [name, level]));
    this.stage.isFlipped = this.isFlipped;
    this.stage.set(this.cells, levels);
    this.focus(this.buttons.has(this.focused) ? this.focused : this.cells.all()[0], hadFocus);
    this.show(this.content);
  }

  /** Returns a level with its cells, its edge, and the button with its name. */
  level(number) {
    const { cells } = this;
    const [kind, label] = [cells.levelName(), cells.label("level", number)];
    const slab = element("span", { className: "slab" });
    const level = element("div", { className: "level" }, slab);
    level.setAttribute("role", "group");
    level.setAttribute("aria-label", `${kind} ${label}`);
    for (let rank = cells.size - 1; rank >= 0; rank--) {
      for (let file = 0; file < cells.size; file++) level.append(this.button(cells.name({ file, rank, level: number })));
    }
    const name = element("button", { type: "button", className: "level-name" }, element("span", { textContent: `${kind} ` }), label);
    name.dataset.level = label;
    name.title = "Enlarge this level";
    name.addEventListener("click", () => this.handlers.enlarged(label === this.stage.enlarged ? undefined : label));
    return { level, slab, name, label };
  }

  /** Sets the view, empty for the usual one, the angle, whether the lowest level comes first, and the enlarged level. */
  look({ view, angle, isFlipped, enlarged }) {
    const { stage } = this;
    const isOther = isFlipped !== this.isFlipped;
    if (view === stage.view && angle === stage.angle && enlarged === stage.enlarged && !isOther) return;
    Object.assign(stage, { view, angle, enlarged });
    this.isFlipped = isFlipped;
    if (!this.cells) return;
    for (const { name, label } of stage.levels) name.setAttribute("aria-pressed", String(label === enlarged));
    if (enlarged) document.body.dataset.enlarged = enlarged;
    else delete document.body.dataset.enlarged;
    if (isOther) this.rebuild();
    else stage.arrange();
  }

  /** Returns the view that is shown, `stack` or `flat`. */
  get view() {
    return this.stage.shown;
  }

  /** Turns the stage by a step: to the left if `way` is 1. */
  turn(way) {
    return this.turning.turn(way);
  }

  /** Returns `true` if a drag from there turns the stage: it starts on neither a piece nor a control. */
  isGround({ target }) {
    const cell = target.closest("[data-cell]");
    return cell ? !cell.dataset.piece && !this.handlers.drags(cell.dataset.cell) : !target.closest("button, a, select, input");
  }

  /** Lights the cells above and below the cell under the pointer or the focus. */
  point(name) {
    const place = this.cells.places.get(name);
    const levels = place && this.stage.shown === "stack" ? [...Array(this.cells.size).keys()] : [];
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

  /**
   * Shows the content of the cells. `content` returns that of the cell with a name: its piece, mark, kind of move, part in
   * the last move (`last`), distance and classes.
   */
  show(content) {
    this.content = content;
    let home;
    for (const [name, button] of this.buttons) {
      const looks = content(name);
      if (looks.classes?.some((one) => one === "subject" || one === "royal") || looks.mark === "start") home ??= name;
      // Most cells do not change, and painting is slow.
      const now = Object.values(looks).join();
      if (this.shown.get(name) === now) continue;
      this.shown.set(name, now);
      this.paint(name, button, looks);
    }
    this.stage.setPieces([...this.buttons.values()].filter(({ dataset }) => dataset.piece));
    this.settle(home);
  }

  paint(name, button, { piece, mark, kind, last, distance, classes = [] }) {
    if (button.dataset.piece !== piece || (piece && !button.firstElementChild)) {
      button.replaceChildren(...(piece ? [drawing(this.cells.rules, piece)] : []));
    }
    set(button, "piece", piece);
    set(button, "mark", mark);
    set(button, "kind", kind);
    set(button, "last", last);
    set(button, "distance", distance);
    if (distance !== undefined) button.style.setProperty("--distance", distance);
    const words = [name];
    if (piece) words.push(describe(this.cells.rules, piece));
    for (const [look, spoken] of Object.entries(CLASSES)) {
      button.classList.toggle(look, classes.includes(look));
      if (spoken && classes.includes(look)) words.push(spoken);
    }
    if (mark) words.push(mark);
    if (distance !== undefined) words.push(moves(distance));
    button.setAttribute("aria-label", words.join(", "));
  }

  /** Returns `true` if a mark or class occurs on the cells. */
  has(mark) {
    const selector = mark === "unreachable" ? "[data-distance='-1']" : `[data-mark~=${mark}], .${mark}`;
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
      this.focus(this.stage.seen().beside(name, step));
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
    const length = this.buttons.values().next().value.offsetWidth;
    new Drag(this.root, from, event, picture, length, (to) => done(to?.dataset.cell));
  }

  /** Removes the piece under a touch that is long and does not move. */
  press(event) {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    const start = event;
    const timer = setTimeout(() => this.remove(start), LONG_PRESS);
    const end = ({ type, pointerId, clientX, clientY }) => {
      if (pointerId !== start.pointerId) return;
      const way = Math.hypot(clientX - start.clientX, clientY - start.clientY);
      if (type === "pointermove" && way < SLACK) return;
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
