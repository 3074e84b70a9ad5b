// The examples: published boards and queries, and mate problems.

import { byId, element } from "./elements.js";
import { get } from "./server.js";

let examples = [];

/** Loads the examples, and lists them in groups by their titles. */
export async function load() {
  examples = JSON.parse(await get("/api/examples"));
  const titles = [...new Set(examples.map(({ title }) => title))];
  const groups = titles.map((title) => {
    const names = examples.filter((example) => example.title === title).map(({ name }) => name);
    return element("optgroup", { label: title }, ...names.map((name) => new Option(name, name)));
  });
  byId("examples").replaceChildren(new Option("Examples", ""), ...groups);
}

export function named(name) {
  return examples.find((example) => example.name === name);
}
