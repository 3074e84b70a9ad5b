// Turns the stage: by a drag of the ground, by buttons and by keys.

import { isDragging, SLACK, swallowClick } from "./drag.js";
import { byId } from "./elements.js";
import { nextStep, normal } from "./projection.js";
import { busy } from "./transport.js";

/** The turn of a drag, in degrees for each pixel. */
const SPEED = 0.36;
/** The turn of a press of a button in each view, in degrees, and its duration in milliseconds. */
const [STEPS, DURATION] = [{ stack: 45, flat: 90 }, 350];

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Turning {
  /** `isGround(event)` returns `true` if a drag may start there, and `done(angle)` gets the angle after a turn. */
  constructor(stage, { isGround, done }) {
    Object.assign(this, { stage, isGround, done, frame: undefined, goal: undefined });
    stage.element.addEventListener("pointerdown", (event) => this.grab(event));
    byId("turn-left").addEventListener("click", () => this.turn(1));
    byId("turn-right").addEventListener("click", () => this.turn(-1));
  }

  /** Turns the stage to the next step: clockwise seen from above if `way` is -1, else the other way round. */
  turn(way) {
    const { stage } = this;
    const goal = nextStep(this.goal ?? stage.angle, way, STEPS[stage.shown]);
    this.stop();
    this.goal = goal;
    return busy(() => this.run(stage.angle, goal));
  }

  /** Moves the stage from an angle to another one, and reports the last. */
  run(from, to) {
    const start = performance.now();
    return new Promise((resolve) => {
      this.arrive = resolve;
      const step = () => {
        const gone = isCalm() ? 1 : Math.min((performance.now() - start) / DURATION, 1);
        this.show(from + (to - from) * (1 - (1 - gone) ** 3), gone < 1);
        if (gone < 1) this.frame = requestAnimationFrame(step);
        else this.end();
      };
      step();
    });
  }

  show(angle, isMoving) {
    Object.assign(this.stage, { angle, isMoving });
    this.stage.place();
  }

  /** Stops a movement where it is. */
  stop() {
    cancelAnimationFrame(this.frame);
    this.arrive?.();
    Object.assign(this, { frame: undefined, goal: undefined, arrive: undefined });
  }

  end() {
    const { stage } = this;
    stage.angle = normal(stage.angle);
    this.done(stage.angle);
    this.stop();
  }

  /** Starts a drag of the ground. */
  grab(event) {
    if (event.button !== 0 || !event.isPrimary || isDragging() || !this.isGround(event)) return;
    new Drag(this, event);
  }
}

/** A drag of the ground, which turns the stage once it is long enough. */
class Drag {
  constructor(turning, start) {
    Object.assign(this, { turning, start, from: turning.stage.angle, isTurning: false });
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    const own = (listener) => (event) => event.pointerId === start.pointerId && listener(event);
    document.addEventListener("pointermove", own((event) => this.move(event)), { signal });
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, own((event) => this.end(event)), { signal });
  }

  move({ clientX }) {
    const way = clientX - this.start.clientX;
    if (!this.isTurning && Math.abs(way) < SLACK) return;
    if (!this.isTurning) {
      this.turning.stop();
      this.isTurning = true;
      this.turning.stage.element.classList.add("turning");
    }
    this.angle = this.from + way * SPEED;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.turning.show(this.angle, true);
    });
  }

  end(event) {
    this.listeners.abort();
    if (!this.isTurning) return;
    cancelAnimationFrame(this.frame);
    this.turning.stage.element.classList.remove("turning");
    this.turning.show(this.angle, false);
    this.turning.end();
    swallowClick(event);
  }
}
