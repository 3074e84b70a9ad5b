// The examples: published boards and queries, and mate problems.

import { byId, element } from "./elements.js";
import { ask } from "./transport.js";

/** Loads the examples, and lists them in groups by their titles; `show` shows the chosen one, and `name` is shown now. */
export async function begin(show, name) {
  const examples = await ask("examples");
  const titles = [...new Set(examples.map(({ title }) => title))];
  const groups = titles.map((title) => {
    const names = examples.filter((example) => example.title === title).map(({ name }) => name);
    return element("optgroup", { label: title }, ...names.map((name) => new Option(name, name)));
  });
  const select = byId("examples");
  select.replaceChildren(new Option("Examples", ""), ...groups);
  select.value = name;
  select.addEventListener("change", () => {
    show(examples.find(({ name }) => name === select.value));
  });
}
