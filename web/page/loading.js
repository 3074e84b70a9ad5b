// Loads the modules that the first board does not need.

import { modes } from "./state.js";
import { Offline } from "./transport.js";

/** The parts of the page that modes change. */
let page;

/** Sets what modes get when they begin, and begins those that are loaded. */
export function begin(parts) {
  page = parts;
  for (const mode of Object.values(modes)) mode.begin?.(page);
}

/** Loads a module that the first board does not need. */
export function loadModule(name) {
  return import(`./${name}.js`).catch(() => { throw new Offline(); });
}

/** Loads the module of a mode, unless it is loaded. */
export async function loadMode(tab) {
  if (modes[tab]) return;
  const { [tab]: mode } = await loadModule(tab);
  // Another call may have loaded the module meanwhile.
  if (modes[tab]) return;
  modes[tab] = mode;
  mode.begin(page);
}
