// The example problems: their thumbnails, and which of them were solved on this device.

import { byId, element } from "./elements.js";

/** The key of the names of solved problems in the storage of the browser. */
const KEY = "kubikschach-solved";
/** The names of the problems whose solution was shown since the page was opened. */
const revealed = new Set();

/** Lists the problems as thumbnails; `show` shows the one with a name. */
export function begin(problems, show) {
  const panel = byId("problem-panel");
  const list = element("ul", {}, ...problems.map((problem) => element("li", {}, thumbnail(problem))));
  panel.replaceChildren(element("h2", { textContent: "Problems" }), list);
  panel.addEventListener("click", (event) => {
    const { example } = event.target.closest("[data-example]")?.dataset ?? {};
    if (!example) return;
    panel.hidePopover();
    show(example);
  });
  showSolved();
}

function thumbnail({ name, file }) {
  const picture = element("img", { loading: "lazy", src: `examples/${file}.svg`, alt: "", width: 160, height: 120 });
  const button = element("button", { type: "button" }, picture, element("span", { textContent: name }));
  button.dataset.example = name;
  return button;
}

/** Notes that the solution of a problem was shown: playing it then solves nothing. */
export function reveal(name) {
  revealed.add(name);
}

/** Lets a problem that is opened anew be solved again. */
export function conceal(name) {
  revealed.delete(name);
}

/** Notes that the reader has solved a problem, unless its solution was shown. */
export function solve(name) {
  if (revealed.has(name) || !name) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...solved(), name])]));
  } catch {
    // Without storage, the tick is lost with the page.
  }
  showSolved(name);
}

/** Returns the names of solved problems. */
function solved() {
  try {
    return [JSON.parse(localStorage.getItem(KEY)) ?? []].flat();
  } catch {
    return [];
  }
}

function showSolved(...more) {
  const names = [...solved(), ...more];
  for (const button of document.querySelectorAll("[data-example]")) {
    if (names.includes(button.dataset.example)) button.dataset.solved = "true";
  }
}
