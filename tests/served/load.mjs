// Loads the page's modules for tests that need no browser.

import { readFile } from "node:fs/promises";

const page = new URL("../../web/page/", import.meta.url);
const urls = new Map();

/** Imports a module of the page with the modules that it imports. */
export async function load(name) {
  return import(await urlOf(name));
}

let copies = 0;

/** Imports a module once more, which starts with a state of its own. */
export async function loadAnew(name) {
  copies += 1;
  return import(`${await urlOf(name)}#${copies}`);
}

/** Returns the URL of a module's text, so that it is a module of JavaScript whatever packages say. */
async function urlOf(name) {
  if (!urls.has(name)) {
    let text = await readFile(new URL(name, page), "utf8");
    for (const [, other] of text.matchAll(/from "\.\/(\w+\.js)"/g)) {
      await urlOf(other);
      text = text.replaceAll(`"./${other}"`, `"${urls.get(other)}"`);
    }
    urls.set(name, `data:text/javascript,${encodeURIComponent(text)}`);
  }
  return urls.get(name);
}
