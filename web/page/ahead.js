// Loads what the first board does not need: the modules of all modes, the library, and a copy of the folder.

import { here } from "./files.js";
import { hide } from "./outage.js";
import { prepare } from "./transport.js";

const MODULES = ["path", "mate"];

/** Loads everything; `failed` gets the error if the library cannot start, and the work to be done again. */
export function begin(failed) {
  // A lost module is told when its mode is chosen.
  for (const name of MODULES) import(`./${name}.js`).catch(() => {});
  start();
  if (document.body.dataset.transport === "library") keep().catch(() => {});

  function start() {
    prepare().then(hide, (refused) => failed(refused, start));
  }
}

/** Lets a service worker keep the folder. Browsers allow it only to pages from this machine or over HTTPS. */
async function keep() {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage(here("."));
}
