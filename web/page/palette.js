// The palette: the pieces that can be tested, and those that can be added to the board.

import { byId, drawing, element, icon } from "./elements.js";
import { describe, kindOf, letterOf, lettersOf } from "./position.js";
import { changeSubject, modes, state, view } from "./state.js";

/** The icon of the eraser, as an SVG path. */
const ERASER = "M9 20h11M4 14 14 4l6 6-10 10H9l-5-5zM8.500 9.500l6 6";

/** The parts of the page that the palette changes. */
let page;

/** Sets the boards, and the functions that change the pieces and that show a change of the palette. */
export function begin(parts) {
  page = parts;
}

/** Builds the palette of a rule set. */
export function buildPalette(rules) {
  const letters = lettersOf(rules);
  const choices = [...letters, ...letters.map((letter) => letter.toLowerCase()), "erase"];
  byId("palette").style.setProperty("--kinds", letters.length);
  fill("subjects", letters.map((letter) => subject(rules, letter)));
  fill("blockers", choices.map((choice) => blocker(rules, choice)));
  byId("blockers").querySelector(`[data-palette="${letters[0].toLowerCase()}"]`).classList.add("row");
}

/** Fills a group of the palette with buttons, below the words that say what they do. */
function fill(id, buttons) {
  const words = element("p", { className: "caption", ariaHidden: "true" });
  byId(id).replaceChildren(words, element("div", { className: "pieces" }, ...buttons));
}

/** Returns the button that makes the tested piece another kind; it can be dragged to another cell, too. */
function subject(rules, letter) {
  const name = kindOf(rules, letter).name.toLowerCase();
  const button = element("button", { type: "button", title: `Test the ${name}`, ariaLabel: `Test the ${name}` });
  button.dataset.subject = letter;
  const change = () => changeSubject(letterOf(letter, state.color));
  button.addEventListener("click", () => page.alter(change));
  button.addEventListener("pointerdown", (event) => {
    drag(event, button, letterOf(letter, state.color), (to) => {
      if (to !== state.cell) modes[state.tab].drag(state, state.cell, to);
      change();
    });
  });
  return button;
}

/** Returns the button of a piece or the eraser, which the next clicks on cells use. */
function blocker(rules, choice) {
  const isPiece = choice !== "erase";
  const title = isPiece ? describe(rules, choice) : "eraser";
  const button = element("button", { type: "button", title, ariaLabel: title });
  button.append(isPiece ? drawing(rules, choice) : icon(ERASER));
  button.dataset.palette = choice;
  button.addEventListener("click", () => choose(choice));
  if (isPiece) {
    button.addEventListener("pointerdown", (event) => {
      drag(event, button, choice, (to) => modes[state.tab].put(state, to, choice));
    });
  }
  return button;
}

/** Starts to drag a piece from a button; `drop` gets the cell where it is dropped. */
function drag(event, button, letter, drop) {
  page.boards.drag(event, button, letter, (to) => {
    if (to) page.alter(() => drop(to));
  });
}

/** Chooses what the next clicks put; a second click on the choice cancels it. */
function choose(choice) {
  view.palette = view.palette === choice ? undefined : choice;
  view.hand = undefined;
  page.update("replace");
}

/** Shows the tested piece and the choice. */
export function showPalette() {
  const { rules } = state.position;
  const words = state.tab === "mate" ? "Add a piece" : "Add a blocker";
  caption("subjects", "Piece under test");
  caption("blockers", words);
  byId("blockers").setAttribute("aria-label", words);
  for (const button of byId("subjects").querySelectorAll("[data-subject]")) {
    const { subject: letter, color } = button.dataset;
    if (color !== state.color) button.replaceChildren(drawing(rules, letterOf(letter, state.color)));
    button.dataset.color = state.color;
    button.setAttribute("aria-pressed", String(letter === state.piece));
  }
  for (const button of byId("blockers").querySelectorAll("[data-palette]")) {
    button.setAttribute("aria-pressed", String(button.dataset.palette === view.palette));
  }
}

function caption(id, words) {
  byId(id).querySelector(".caption").textContent = words;
}
