// A piece or a mark on its way to a cell, or off the boards.

import { element } from "./elements.js";

/** A pointer that moves less does not drag. */
export const SLACK = 6;
/** The click of a touch may come so long after its end, in milliseconds. */
const LATE_CLICK = 300;
/** So near the upper and lower edges of what is in sight it scrolls, the faster the nearer, at most so far a frame. */
const [EDGE, STRIDE] = [48, 16];

/** The drag that is under way: a second pointer begins none. */
let current;

export const isDragging = () => current !== undefined;

export function cancelDrag() {
  current?.cancel();
}

export class Drag {
  /**
   * Follows the pointer of an event on an element, with a picture. In the end `done` is told the cell below it,
   * nothing if it is off the levels.
   */
  constructor(root, from, start, picture, done) {
    Object.assign(this, { root, from, start, picture, done, at: start });
    current = this;
    this.listeners = [
      ["pointermove", (event) => event.pointerId === start.pointerId && this.move(event)],
      ["pointerup", (event) => event.pointerId === start.pointerId && this.stop(event)],
      ["pointercancel", (event) => event.pointerId === start.pointerId && this.stop(event)],
      ["keydown", (event) => event.key === "Escape" && this.escape(event)],
    ];
    for (const [name, listener] of this.listeners) document.addEventListener(name, listener, true);
    // A touch would keep its first target.
    if (start.target.hasPointerCapture?.(start.pointerId)) {
      start.target.releasePointerCapture(start.pointerId);
    }
  }

  move(event) {
    this.at = event;
    if (this.isCancelled) return;
    if (!this.ghost) {
      const { clientX, clientY } = this.start;
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < SLACK) return;
      this.lift();
    }
    this.follow();
  }

  /** Takes the piece up: it keeps its size, and its cell pales. */
  lift() {
    this.ghost = element("div", { className: "ghost" }, ...this.picture);
    this.ghost.style.setProperty("--length", `${this.from.offsetWidth}px`);
    this.from.classList.add("lifted");
    document.body.append(this.ghost);
    this.frame = requestAnimationFrame(() => this.scroll());
  }

  follow() {
    this.ghost.style.left = `${this.at.clientX}px`;
    this.ghost.style.top = `${this.at.clientY}px`;
    this.target(this.under());
  }

  /** The cell under the pointer. */
  under() {
    const cell = document.elementFromPoint(this.at.clientX, this.at.clientY)?.closest("[data-cell]");
    return this.root.contains(cell) ? cell : undefined;
  }

  target(cell) {
    this.over?.classList.remove("target");
    cell?.classList.add("target");
    this.over = cell;
  }

  /** Scrolls what the boards are in, or the page if that scrolls no farther. */
  scroll() {
    const box = this.root.parentElement;
    const { top, bottom } = box.getBoundingClientRect();
    const { clientY } = this.at;
    const below = Math.max(EDGE + clientY - Math.min(bottom, innerHeight), 0);
    const above = Math.max(EDGE + Math.max(top, 0) - clientY, 0);
    const stride = (Math.min(below - above, EDGE) / EDGE) * STRIDE;
    if (stride !== 0) {
      const before = box.scrollTop;
      box.scrollBy(0, stride);
      if (box.scrollTop === before) scrollBy(0, stride);
      this.follow();
    }
    this.frame = requestAnimationFrame(() => this.scroll());
  }

  /** Leaves everything as it was. The pointer is followed until it is let go, so that this is no click. */
  cancel() {
    this.isCancelled = true;
    this.putDown();
  }

  escape(event) {
    event.stopPropagation();
    this.cancel();
  }

  /** Takes away what has shown the drag. */
  putDown() {
    cancelAnimationFrame(this.frame);
    this.ghost?.remove();
    this.from.classList.remove("lifted");
    this.target(undefined);
  }

  stop(event) {
    for (const [name, listener] of this.listeners) document.removeEventListener(name, listener, true);
    current = undefined;
    if (!this.ghost && !this.isCancelled) return;
    this.putDown();
    // The click that follows a drag is none.
    const swallow = (event) => event.stopPropagation();
    document.addEventListener("click", swallow, { capture: true, once: true });
    const late = event.pointerType === "mouse" ? 0 : LATE_CLICK;
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), late);
    this.at = event;
    if (this.isCancelled || event.type !== "pointerup") return;
    const to = this.under();
    if (to ? to !== this.from : !this.isOverLevel()) this.done(to);
  }

  /** Returns `true` over a level, though perhaps beside its cells. */
  isOverLevel() {
    return Boolean(document.elementFromPoint(this.at.clientX, this.at.clientY)?.closest(".level"));
  }
}
