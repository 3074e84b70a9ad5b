// Drags of a piece or a mark to a cell, or off the boards.

import { element } from "./elements.js";

/** The distance that a pointer must move before a drag begins, in pixels. */
export const SLACK = 6;
/** The longest time from the end of a touch to its click, in milliseconds. */
const LATE_CLICK = 300;

/** The current drag. A second pointer cannot begin another one. */
let current;

export const isDragging = () => current !== undefined;

export function cancelDrag() {
  current?.cancel();
}

export class Drag {
  /**
   * Starts to drag a picture of a length in pixels from the cell or button `from`, after the `pointerdown` event `start`.
   * A drop calls `done` with the cell, or with undefined if the drop is off the levels.
   */
  constructor(root, from, start, picture, length, done) {
    Object.assign(this, { root, from, start, picture, length, done, at: start });
    current = this;
    this.listeners = [
      ["pointermove", (event) => event.pointerId === start.pointerId && this.move(event)],
      ["pointerup", (event) => event.pointerId === start.pointerId && this.stop(event)],
      ["pointercancel", (event) => event.pointerId === start.pointerId && this.stop(event)],
      ["keydown", (event) => event.key === "Escape" && this.escape(event)],
    ];
    for (const [name, listener] of this.listeners) document.addEventListener(name, listener, true);
    // A captured touch would send all its events to the first target.
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

  /** Shows the piece under the pointer, and pales its cell. */
  lift() {
    this.ghost = element("div", { className: "ghost" }, ...this.picture);
    this.ghost.style.setProperty("--length", `${this.length}px`);
    this.from.classList.add("lifted");
    document.body.append(this.ghost);
  }

  follow() {
    this.ghost.style.left = `${this.at.clientX}px`;
    this.ghost.style.top = `${this.at.clientY}px`;
    this.target(this.under());
  }

  /** Returns the cell under the pointer; undefined if there is none. */
  under() {
    const cell = document.elementFromPoint(this.at.clientX, this.at.clientY)?.closest("[data-cell]");
    return this.root.contains(cell) ? cell : undefined;
  }

  target(cell) {
    this.over?.classList.remove("target");
    cell?.classList.add("target");
    this.over = cell;
  }

  /** Cancels the drag. Its listeners stay until the pointer is released, so that the release is no click. */
  cancel() {
    this.isCancelled = true;
    this.putDown();
  }

  escape(event) {
    event.stopPropagation();
    this.cancel();
  }

  /** Removes all signs of the drag. */
  putDown() {
    this.ghost?.remove();
    this.from.classList.remove("lifted");
    this.target(undefined);
  }

  stop(event) {
    for (const [name, listener] of this.listeners) document.removeEventListener(name, listener, true);
    current = undefined;
    if (!this.ghost && !this.isCancelled) return;
    this.putDown();
    swallowClick(event);
    this.at = event;
    if (this.isCancelled || event.type !== "pointerup") return;
    const to = this.under();
    if (to ? to !== this.from : !this.isOverLevel()) this.done(to);
  }

  /** Returns `true` if the pointer is over a level, cell or label. */
  isOverLevel() {
    return Boolean(document.elementFromPoint(this.at.clientX, this.at.clientY)?.closest(".level"));
  }
}

/** Ignores the click that browsers send after a drag, which `event` has ended; the next press counts again. */
export function swallowClick({ pointerType }) {
  const over = new AbortController();
  const { signal } = over;
  document.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true, signal });
  document.addEventListener("pointerdown", () => over.abort(), { capture: true, once: true, signal });
  setTimeout(() => over.abort(), pointerType === "mouse" ? 0 : LATE_CLICK);
}
