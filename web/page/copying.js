// Copies texts to the clipboard, and saves pictures.

import { command } from "./controls.js";
import { byId } from "./elements.js";
import * as undoing from "./history.js";
import { modes, positionText } from "./state.js";
import { busy, picture } from "./transport.js";

/** Sets up the buttons; `failed` gets the error if there is no picture. */
export function begin(state, failed) {
  const texts = {
    "copy-board": () => positionText(state),
    "copy-link": undoing.link,
    "copy-command": () => command(state),
  };
  for (const [id, text] of Object.entries(texts)) {
    byId(id).addEventListener("click", () => copy(byId(id), text()));
  }
  const saving = () => busy(() => save(state).catch((refused) => failed(refused, saving)));
  byId("save").addEventListener("click", saving);
}

/** Copies a text, and shows on the button for a moment if that worked. Only a link may be undefined. */
async function copy(button, text) {
  button.dataset.words ??= button.textContent;
  button.textContent = text === undefined ? "Too long for a link" : (await copied(text)) ? "Copied" : "Not allowed here";
  setTimeout(() => { button.textContent = button.dataset.words; }, 1500);
}

/**
 * Copies a text. Returns `true` if that worked.
 *
 * Browsers offer `navigator.clipboard` only to pages from this machine or over HTTPS; other pages need `execCommand`.
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

async function save(state) {
  const [name, question] = modes[state.tab].question(state);
  const svg = await picture({ ...question, command: name });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  link.download = `kubikschach-${name}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
