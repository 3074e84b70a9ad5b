// Says that the server, a file of the page or the library cannot be reached, and does again what failed.

import { byId } from "./elements.js";

/** The first and the longest wait before a retry, in milliseconds. Each failed retry doubles the wait. */
const [FIRST_RETRY, LAST_RETRY] = [1000, 16000];

/** The words if nothing else is known about the cause. */
const WORDS = {
  server: "The server does not answer. Is kubikschach serve running?",
  library: "A file of this page cannot be loaded.",
};

/** The error if something cannot be reached. Its message says what, and `isFinal` that only a reload can help. */
export class Offline extends Error {
  constructor(words = WORDS[document.body.dataset.transport], isFinal = false) {
    super(words);
    this.isFinal = isFinal;
  }
}

/** The work that failed and has to be done again, in this order. */
const waiting = new Set();
/** The wait before the next retry in milliseconds, and the timer that starts this retry. */
let [patience, timer] = [FIRST_RETRY, undefined];
/** True if a retry loads the page anew. */
let isFinal = false;

/** Sets up the button that tries again. */
export function begin() {
  byId("retry").addEventListener("click", retry);
}

/** Shows why something failed; `work` is done again after a while, or when the reader wants. */
export function show(refused, work) {
  waiting.add(work);
  isFinal ||= refused.isFinal;
  byId("fault").textContent = refused.message;
  byId("offline").hidden = false;
  clearTimeout(timer);
  if (!isFinal) timer = setTimeout(retry, patience);
  patience = Math.min(2 * patience, LAST_RETRY);
}

/** Hides the notice, because something was reached, and does what else has to be done again. */
export function hide() {
  // A lost style sheet, and a library that cannot start, stay so until a reload.
  if (isFinal || document.body.dataset.lost) return;
  byId("offline").hidden = true;
  patience = FIRST_RETRY;
  if (waiting.size > 0) retry();
}

function retry() {
  clearTimeout(timer);
  if (isFinal || document.body.dataset.lost) {
    location.reload();
    return;
  }
  const all = [...waiting];
  waiting.clear();
  for (const work of all) work();
}
