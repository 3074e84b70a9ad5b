// Long searches: one question at a time, whose time is shown, and which a button stops.

import { byId } from "./elements.js";
import { Offline } from "./outage.js";
import { ask } from "./transport.js";

/** Says that the library cannot be reached, and asks everything again later. */
let failed;

/** Sets the function that gets the error if the library cannot be reached. */
export function begin(report) {
  failed = report;
}

export class Search {
  /** `begun` are the words while the search runs, `tell` shows words instead of an answer, `show` shows an answer. */
  constructor({ begun, tell, show }) {
    Object.assign(this, { begun, tell, show, text: "", done: Promise.resolve() });
  }

  /** Aborts the last question and asks another one, if any. Does nothing if the question is the last one. */
  ask(command, question) {
    const text = JSON.stringify(question) ?? "";
    if (text === this.text) return this.done;
    this.giveUp();
    Object.assign(this, { text, found: undefined, isStopped: false });
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
      this.clock.stop();
      // After an error, the question can be asked again.
      this.text = undefined;
      const isOffline = refused instanceof Offline;
      this.tell(isOffline ? "" : refused.error ?? refused.message);
      if (isOffline) failed(refused);
    }
    this.clock.stop();
  }

  giveUp() {
    this.controller?.abort();
    this.clock?.stop();
  }

  /** Aborts the question, and shows that. The question is not asked again until another one was asked. */
  stop() {
    if (!this.clock?.isRunning) return;
    this.giveUp();
    this.isStopped = true;
    this.tell(`stopped after ${this.clock.seconds()} s`);
  }

  /** Lets the stopped question be asked again. */
  restart() {
    if (this.isStopped) this.text = undefined;
  }
}

/** Shows the time of a search and the button that stops it. Returns a clock that hides both at its `stop`. */
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
