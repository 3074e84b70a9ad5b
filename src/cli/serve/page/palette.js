// The palette: what a click puts on a cell, or takes from it. Its pieces can be dragged onto the board too.

import { drawing } from "./board.js";
import { byId, element } from "./elements.js";
import { describe } from "./notation.js";
import { state } from "./state.js";

/** Shows the pieces of the rule set; the handlers are told of choices and of pointers that go down on a piece. */
export function build(rules, { chosen, grabbed }) {
  const letters = rules.pieces.map(({ letter }) => letter);
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

const isPiece = (choice) => choice.length === 1;

function titleOf(rules, choice) {
  return { "": "the piece under test", erase: "eraser" }[choice] ?? describe(rules, choice);
}

function pictureOf(rules, choice) {
  return { "": "⊙", erase: "⌫" }[choice] ?? drawing(rules, choice);
}
