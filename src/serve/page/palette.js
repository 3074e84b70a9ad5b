// The palette: pieces that a click puts on a cell or a drag brings there, and an eraser.

import { drawing, icon } from "./board.js";
import { byId, element } from "./elements.js";
import { describe, lettersOf } from "./notation.js";
import { state } from "./state.js";

/** Builds the palette of a rule set; `chosen` handles a click, `grabbed` a pointer that goes down on a piece. */
export function build(rules, { chosen, grabbed }) {
  const letters = lettersOf(rules);
  const choices = [...letters, "", ...letters.map((letter) => letter.toLowerCase()), "erase"];
  byId("palette").style.setProperty("--kinds", letters.length + 1);
  byId("palette").replaceChildren(...choices.map((choice) => {
    const title = titleOf(rules, choice);
    const button = element("button", { type: "button", title, ariaLabel: title }, pictureOf(rules, choice));
    button.dataset.palette = choice;
    button.addEventListener("click", () => chosen(choice));
    if (isPiece(choice)) button.addEventListener("pointerdown", (event) => grabbed(event, button, choice));
    return button;
  }));
}

export function show() {
  for (const button of byId("palette").children) {
    button.setAttribute("aria-pressed", String(button.dataset.palette === state.palette));
    button.classList.toggle("idle", state.tab !== "tester" && button.dataset.palette === "");
  }
}

/** The icons of the piece under test and of the eraser, as SVG paths. */
const ICONS = { "": "M4 4h16v16H4zM9 12h6m-3-3v6", erase: "M9 20h11M4 14 14 4l6 6-10 10H9l-5-5zM8.500 9.500l6 6" };

const isPiece = (choice) => choice.length === 1;

function titleOf(rules, choice) {
  return { "": "the piece under test", erase: "eraser" }[choice] ?? describe(rules, choice);
}

function pictureOf(rules, choice) {
  return isPiece(choice) ? drawing(rules, choice) : icon(ICONS[choice]);
}
