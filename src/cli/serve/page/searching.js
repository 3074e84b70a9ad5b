// Questions that may take long: their time is shown, and a button gives them up.

import { byId } from "./elements.js";
import { ask } from "./server.js";

export class Search {
  /** `tell` shows words in the place of an answer, `show` an answer to its question. */
  constructor({ begun, tell, show }) {
    Object.assign(this, { begun, tell, show, text: "", done: Promise.resolve() });
  }

  /** Asks a question, or none, unless it is the last one again. The last one is given up. */
  ask(command, question) {
    const text = JSON.stringify(question) ?? "";
    if (text === this.text) return this.done;
    this.giveUp();
    Object.assign(this, { text, found: undefined });
    this.done = question ? this.answer(command, question) : Promise.resolve(this.tell(""));
    return this.done;
  }

  async answer(command, question) {
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.clock = started();
    this.tell(this.begun);
    try {
      const found = await ask(command, question, signal);
      if (signal.aborted) return;
      this.found = found;
      this.show(found, question);
    } catch (refused) {
      if (signal.aborted) return;
      this.tell(refused.error ?? refused.message);
      // Perhaps it is answered another time.
      this.text = undefined;
    }
    this.clock.stop();
  }

  giveUp() {
    this.controller?.abort();
    this.clock?.stop();
  }

  /** Gives the question up, and says so. It is not asked again before another one is. */
  stop() {
    if (!this.clock?.isRunning) return;
    this.giveUp();
    this.tell(`stopped after ${this.clock.seconds()} s`);
  }
}

/** Shows how long a search has been at work, and the button that stops it. */
function started() {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const tick = () => {
    byId("elapsed").textContent = `${seconds()} s`;
  };
  tick();
  byId("searching").hidden = false;
  const timer = setInterval(tick, 1000);
  const clock = { seconds, isRunning: true };
  clock.stop = () => {
    if (!clock.isRunning) return;
    clock.isRunning = false;
    clearInterval(timer);
    byId("searching").hidden = true;
  };
  return clock;
}
