// Places levels, pieces and labels on the stage, as the projection says.

import { byId, element } from "./elements.js";
import { arrange, isUsuallyStack } from "./layout.js";
import { Projection } from "./projection.js";
import { Seen } from "./seen.js";

/** The height of a level's edge, and the distance of labels from it, in pixels. */
const [SLAB, BESIDE] = [4, 13];
/** The width of a level below which its name has no room for two words. */
const NARROW = 60;
/** The height of a printed page over its width. */
const PAGE = 1.35;

/** Returns a matrix as style sheets write it. */
const matrix = (parts) => `matrix(${parts.map((part) => part.toFixed(5)).join()},0,0)`;

export class Stage {
  /** `changed()` is called whenever the cells have moved. */
  constructor(root, changed) {
    Object.assign(this, { root, changed, view: "", angle: 0, isFlipped: false, enlarged: undefined, isMoving: false });
    this.element = root.parentElement;
    this.printing = matchMedia("print");
    this.printing.addEventListener("change", () => this.arrange());
    new ResizeObserver(() => this.arrange()).observe(this.element);
  }

  /** Sets the levels of a board, the highest on the screen first, each with its name and pieces. */
  set(cells, levels) {
    Object.assign(this, { cells, levels: levels.toReversed(), pieces: [] });
    this.arrange();
    // The palette of other rules is built in this frame, too. Its size may end where the observer has last seen it.
    requestAnimationFrame(() => this.arrange());
  }

  /** Returns the view to show, which is the usual one of the board unless the reader has chosen. */
  choose() {
    if (this.printing.matches) return "flat";
    return this.view || (isUsuallyStack(this.cells.size, this.room()) ? "stack" : "flat");
  }

  room() {
    const { clientWidth: width, clientHeight: height } = this.element;
    return { width, height: this.printing.matches ? width * PAGE : height };
  }

  /** Computes the size of all levels, and places them. */
  arrange() {
    if (!this.cells || this.element.clientWidth === 0) return;
    const { size } = this.cells;
    this.shown = this.choose();
    this.element.style.height = this.printing.matches ? `${this.room().height}px` : "";
    this.root.classList.toggle("stack", this.shown === "stack");
    this.places = arrange(size, this.shown, this.room(), this.enlargedHeight());
    this.levels.forEach(({ level, name: label }, height) => {
      const { cell } = this.places[height];
      label.classList.toggle("narrow", size * cell < NARROW);
      for (const [name, value] of Object.entries({ "--n": size, "--cell": `${cell}px` })) level.style.setProperty(name, value);
    });
    byId("labels").style.setProperty("--cell", `${this.places[0].cell}px`);
    this.place();
  }

  enlargedHeight() {
    const height = this.levels.findIndex(({ label }) => label === this.enlarged);
    return height < 0 || this.printing.matches ? undefined : height;
  }

  /** Moves everything to its place at the angle of now. */
  place() {
    if (!this.places) return;
    const { size } = this.cells;
    const angle = this.shown === "flat" ? Math.round(this.angle / 90) * 90 : this.angle;
    this.projection = new Projection(size, angle, this.places);
    this.levels.forEach((parts, height) => this.placeLevel(parts, height));
    this.stand();
    this.placeLabels();
    this.changed();
  }

  placeLevel({ level, slab, name }, height) {
    const { x, y, cell, tilt } = this.places[height];
    const half = (this.cells.size * cell) / 2;
    level.style.transform = `translate(${x - half}px,${y - half}px) ${matrix(this.projection.matrix(height))}`;
    const upright = this.projection.upright(height);
    slab.style.transform = `translate(${upright[2] * SLAB}px,${upright[3] * SLAB}px)`;
    level.classList.toggle("flat", tilt === 1);
    const corners = this.projection.corners(height);
    if (this.shown === "stack") {
      const [left, middle] = corners.reduce((best, corner) => (corner[0] < best[0] ? corner : best));
      name.style.transform = `translate(${left}px,${middle}px) translate(-100%,-50%)`;
    } else {
      const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
      name.style.transform = `translate(${left}px,${top}px) translate(0,-100%)`;
    }
  }

  /** Sets the drawn pieces, each with its cell, and stands them up. */
  setPieces(pieces) {
    // An empty cell must not cover the pieces behind it.
    for (const button of this.pieces) button.style.zIndex = "";
    this.pieces = pieces;
    if (this.projection) this.stand();
  }

  /** Stands pieces and numbers upright, the nearest piece in front. */
  stand() {
    const { cells, projection } = this;
    const uprights = this.places.map((_, height) => matrix(projection.upright(height)));
    const places = new Map(this.pieces.map((button) => [button, cells.places.get(button.dataset.cell)]));
    const near = (button) => projection.nearness(places.get(button));
    [...this.pieces].sort((one, other) => near(one) - near(other)).forEach((button, nth) => {
      button.style.zIndex = nth + 1;
      button.lastElementChild.style.transform = uprights[this.height(places.get(button))];
    });
    // Numbers stand up after a turn: the style of all cells takes longer than a frame.
    if (this.isMoving) return;
    this.levels.forEach(({ level }, height) => level.style.setProperty("--upright", uprights[height]));
  }

  /** Returns the height on the screen of a place's level. */
  height({ level }) {
    return this.isFlipped ? this.cells.size - 1 - level : level;
  }

  /** Returns the middle of a cell, with the width and height of its level's cells. */
  at(name) {
    const place = this.cells.places.get(name);
    const height = this.height(place);
    const { cell, tilt } = this.places[height];
    return [...this.projection.middle(place, height), cell, cell * tilt];
  }

  /** Returns the corners of a cell. */
  corners(name) {
    const place = this.cells.places.get(name);
    return this.projection.corners(this.height(place), place);
  }

  /** Returns the coordinates on the screen at the angle of now. */
  seen() {
    return new Seen(this.cells, this.projection?.quarters ?? 0, this.isFlipped);
  }

  /** Writes the labels of files and ranks beside the nearest edges. */
  placeLabels() {
    const labels = this.labels();
    const box = byId("labels");
    while (box.children.length > labels.length) box.lastElementChild.remove();
    while (box.children.length < labels.length) box.append(element("span"));
    labels.forEach(({ text, x, y }, nth) => {
      const label = box.children[nth];
      if (label.textContent !== text) label.textContent = text;
      label.style.transform = `translate(${x}px,${y}px) translate(-50%,-50%)`;
    });
  }

  labels() {
    const { cells, places, projection } = this;
    const edges = projection.labelEdges();
    const below = projection.quarters % 2 === 0 ? "file" : "rank";
    return places.flatMap(({ isFirst, isLast, isEnlarged }, height) => {
      const isLabelled = (axis) => (this.shown === "stack" ? height === 0 : axis === below ? isLast : isFirst);
      const axes = ["file", "rank"].filter((axis) => isEnlarged || isLabelled(axis));
      return axes.flatMap((axis) => Array.from({ length: cells.size }, (_, nth) => {
        const [x, y] = projection.beside(edges[axis], nth, height, BESIDE);
        return { text: cells.label(axis, nth), x, y };
      }));
    });
  }
}
