// The kinds of moves: one for each line of a piece's moves in the rule set.

import { byId, element } from "./elements.js";
import { view } from "./state.js";

/** The chips that are shown, as a text. */
let shown;

/** Returns texts without the words that all of them begin with, except for the last of these words. */
export function shortened(texts) {
  if (texts.length < 2) return texts;
  const [first, ...others] = texts.map((text) => text.split(" "));
  const differs = first.findIndex((word, nth) => others.some((words) => words[nth] !== word));
  let from = Math.max((differs < 0 ? first.length : differs) - 1, 0);
  // A number comes before the text, so that the text does not begin with another one.
  while (from > 0 && /^\d/.test(first[from])) from -= 1;
  return [first, ...others].map((words) => words.slice(from).join(" "));
}

/**
 * Shows a chip for each kind that reaches a cell; `lines` are the texts of all lines of the piece, and `show` shows the
 * answer again with another choice.
 */
export function showKinds(kinds, lines, show) {
  const words = shortened(lines);
  const chips = kinds.map(({ line, text, cells }) => [line, cells.length, words[line - 1] ?? text]);
  const now = JSON.stringify(chips);
  // A new chip would lose the focus.
  if (now !== shown) byId("kinds").replaceChildren(...chips.map((parts) => chip(...parts)));
  shown = now;
  for (const button of byId("kinds").children) {
    const line = Number(button.dataset.kind);
    button.setAttribute("aria-pressed", String(line === view.kind));
    button.onclick = () => {
      view.kind = line === view.kind ? undefined : line;
      show();
    };
  }
}

function chip(line, count, words) {
  const button = element("button", { type: "button" }, sample(), element("b", { textContent: count }), ` ${words}`);
  button.dataset.kind = line;
  button.style.setProperty("--letters", button.textContent.length);
  return button;
}

/** Returns a sample of the mark of the kind that the element around it has. */
const sample = () => element("span", { className: "kind" });

/** Shows the lines of a piece, each with a sample of its mark. */
export function showLines(lines) {
  byId("definition").replaceChildren(...lines.map((text, nth) => {
    const item = element("li", {}, sample(), text);
    item.dataset.kind = nth + 1;
    return item;
  }));
}
