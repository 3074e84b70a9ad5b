// The examples: published boards and queries, and mate problems.

import { byId, element } from "./elements.js";
import * as problems from "./problems.js";
import { ask } from "./transport.js";

/** Loads the examples, and lists them in groups by their titles; `show` shows the chosen one, and `name` is shown now. */
export async function begin(show, name) {
  const examples = await ask("examples");
  const titles = [...new Set(examples.map(({ title }) => title))];
  const groups = titles.map((title) => {
    const names = examples.filter((example) => example.title === title).map((example) => example.name);
    return element("optgroup", { label: title }, ...names.map((one) => new Option(one, one)));
  });
  const select = byId("examples");
  select.replaceChildren(new Option("Examples", ""), ...groups);
  select.value = name;
  const choose = (chosen) => {
    problems.conceal(chosen);
    show(examples.find((example) => example.name === chosen));
    // In a narrow window, the list is below the board.
    byId("front").scrollIntoView();
  };
  select.addEventListener("change", () => select.value && choose(select.value));
  problems.begin(examples.filter((example) => example.in), choose);
}
