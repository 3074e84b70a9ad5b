// A piece or a mark on its way from one cell to another.

import { element } from "./elements.js";

/** A pointer that moves less does not drag. */
const SLACK = 6;
/** So near the upper and lower edges of what is in sight it scrolls, the faster the nearer, at most so far a frame. */
const [EDGE, STRIDE] = [48, 16];

export class Drag {
  /** Follows the pointer of an event on a cell, with a picture; the cell where it ends is told. */
  constructor(root, from, start, picture, done) {
    Object.assign(this, { root, from, start, picture, done, at: start });
    const [move, stop] = [(event) => this.move(event), (event) => this.stop(event)];
    this.listeners = [["pointermove", move], ["pointerup", stop], ["pointercancel", stop]];
    for (const [name, listener] of this.listeners) document.addEventListener(name, listener);
    // A touch would keep its first target.
    if (start.target.hasPointerCapture?.(start.pointerId)) {
      start.target.releasePointerCapture(start.pointerId);
    }
  }

  move(event) {
    this.at = event;
    if (!this.ghost) {
      const { clientX, clientY } = this.start;
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < SLACK) return;
      this.ghost = element("div", { className: "ghost" }, ...this.picture);
      document.body.append(this.ghost);
      this.frame = requestAnimationFrame(() => this.scroll());
    }
    this.follow();
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

  stop(event) {
    for (const [name, listener] of this.listeners) document.removeEventListener(name, listener);
    if (!this.ghost) return;
    cancelAnimationFrame(this.frame);
    this.ghost.remove();
    this.target(undefined);
    // The click that follows a drag is none.
    const swallow = (event) => event.stopPropagation();
    this.root.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => this.root.removeEventListener("click", swallow, { capture: true }), 0);
    this.at = event;
    const to = event.type === "pointerup" ? this.under() : undefined;
    if (to && to !== this.from) this.done(to);
  }
}
