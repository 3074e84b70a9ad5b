// Loads the page's modules for tests that need no browser.

import { readFile } from "node:fs/promises";

const page = new URL("../../web/page/", import.meta.url);
const urls = new Map();

/** Imports a module of the page with the modules that it imports, as modules of JavaScript whatever packages say. */
export async function load(name) {
  if (!urls.has(name)) {
    let text = await readFile(new URL(name, page), "utf8");
    for (const [, other] of text.matchAll(/from "\.\/(\w+\.js)"/g)) {
      await load(other);
      text = text.replaceAll(`"./${other}"`, `"${urls.get(other)}"`);
    }
    urls.set(name, `data:text/javascript,${encodeURIComponent(text)}`);
  }
  return import(urls.get(name));
}
