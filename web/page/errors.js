// Shows errors, with their place in the text that has the mistake.

import { byId } from "./elements.js";
import { state } from "./state.js";

/** The longest excerpt in letters, which fits the narrowest page. The caret would be wrong below a wrapped line. */
const EXCERPT = 32;

/**
 * Shows an error, with a caret below its place in the text, and before it the mistake of the address; hides the last
 * error if there is none.
 */
export function showError(refused, mistake) {
  const error = byId("error");
  const message = refused ? refused.error ?? refused.message : "";
  byId("board").setAttribute("aria-invalid", String(message !== "" && state.tab === "mate"));
  const words = refused?.text === undefined || !message ? message : lineOf(message, refused);
  error.textContent = [mistake?.error, words, refused?.hint].filter(Boolean).join("\n");
  error.hidden = error.textContent === "";
}

/** Returns an error about a board or a query with its text and the place of the error in the text. */
export function located(refused, text) {
  // The server counts code points, and strings count UTF-16 units.
  const isMarked = ["board", "query"].includes(refused.field) && refused.at;
  const place = isMarked && [...text].slice(0, refused.at[0]).join("").length;
  return { ...refused, text, place };
}

/** Returns a message with an excerpt of the text, and a caret below the place of the error. */
function lineOf(message, { text, place }) {
  if (place === undefined || place === null) return message;
  const above = text.slice(0, place).split("\n");
  const before = [...above.at(-1)];
  const after = [...text.slice(place).split("\n")[0]];
  const from = Math.max(0, before.length - EXCERPT / 2);
  const excerpt = [...before, ...after].slice(from, from + EXCERPT).join("").replace(/\s/g, " ");
  const caret = `${" ".repeat(before.length - from)}^`;
  return `line ${above.length}, column ${before.length + 1}: ${message}\n${excerpt}\n${caret}`;
}
