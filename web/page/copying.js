// Copies texts to the clipboard, and saves pictures.

import { command } from "./command.js";
import { byId } from "./elements.js";
import { frame, link, publicAddress } from "./links.js";
import { modes, positionText, state } from "./state.js";
import { write } from "./texts.js";
import { busy, picture } from "./transport.js";

/** The buttons that copy links, and the texts that the buttons copy. */
const LINKS = ["copy-link", "copy-frame"];
const TEXTS = {
  "copy-board": () => positionText(state),
  "copy-link": () => link(),
  "copy-frame": frame,
  "copy-command": command,
};

/** Sets up the buttons; `failed` gets the error if a text or a picture cannot be made. */
export function begin(failed) {
  for (const id of Object.keys(TEXTS)) {
    byId(id).addEventListener("click", () => busy(() => copy(byId(id)).catch(failed)));
  }
  const saving = () => busy(() => save().catch((refused) => failed(refused, saving)));
  byId("save").addEventListener("click", saving);
}

/** Copies the text of a button, and shows on the button for a moment if that worked. Only links may be too long. */
async function copy(button) {
  // The texts of a change that was just made may be missing.
  await write(modes[state.tab].board(state));
  const text = TEXTS[button.id]();
  const isCopied = text !== undefined && await copied(text);
  button.dataset.words ??= button.textContent;
  button.textContent = text === undefined ? "Too long for a link" : isCopied ? "Copied" : "Not allowed here";
  setTimeout(() => { button.textContent = button.dataset.words; }, 1500);
  byId("link-note").hidden = !isCopied || !LINKS.includes(button.id) || publicAddress() !== undefined;
  byId("link-note").textContent = "This link works on this computer only. With kubikschach serve --public-url URL, "
    + "the page copies links for others.";
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
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}

async function save() {
  const [name, question] = modes[state.tab].question(state);
  const svg = await picture({ ...question, command: name });
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  anchor.download = `kubikschach-${name}.svg`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
}
