// Loads the files of the page, and compiles the library.

import { Offline } from "./outage.js";

/** The longest silence of the network, in milliseconds. The server itself answers within 30 s. */
const LONGEST_SILENCE = 40000;
/** The browsers that have everything that the page needs, from these versions on. */
const BROWSERS = "Chrome and Edge 123, Firefox 125 and Safari 17.5";
/** A module of WebAssembly without contents. */
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** Returns the address of a file beside this module. */
export const here = (name) => new URL(name, import.meta.url).href;

/** Returns the response to a request. Throws `Offline` if there is none. */
export async function load(address, options = {}) {
  const late = AbortSignal.timeout(LONGEST_SILENCE);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  try {
    return await fetch(address, { ...options, signal });
  } catch (failed) {
    throw options.signal?.aborted ? failed : new Offline();
  }
}

/** Returns the text of a response. Throws `Offline` if it does not arrive whole. */
export function textOf(response) {
  return response.text().catch((failed) => { throw failed.name === "AbortError" ? failed : new Offline(); });
}

/** Returns the library. Its file is compressed, because not every server compresses what it sends. */
export async function compile() {
  expectWebAssembly();
  // No time limit for the whole file: the network may be slow.
  const response = await fetch(here("kubikschach.wasm.gzip")).catch(() => { throw new Offline(); });
  if (!response.ok) throw new Offline(`The library cannot be loaded: the server answers ${response.status}.`);
  const library = response.body.pipeThrough(impatient()).pipeThrough(new DecompressionStream("gzip"));
  const headers = { "content-type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(library, { headers })).catch((failed) => {
    const isCode = failed instanceof WebAssembly.CompileError;
    throw isCode ? new Offline(`This browser cannot run the library (${failed.message}).`) : new Offline();
  });
}

/** Throws `Offline` if this browser has no WebAssembly here. */
function expectWebAssembly() {
  if (!globalThis.WebAssembly?.compileStreaming || !globalThis.DecompressionStream) {
    throw new Offline(`This browser is too old for the page, which needs ${BROWSERS}, or newer ones.`, true);
  }
  try {
    new WebAssembly.Module(EMPTY);
  } catch {
    const words = "The library cannot start, because the Content-Security-Policy of this site forbids WebAssembly. "
      + "Its script-src must have 'wasm-unsafe-eval'.";
    throw new Offline(words, true);
  }
}

/** Returns a stream that passes bytes on, and fails if none come for a while. */
function impatient() {
  let timer;
  const wait = (controller) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Offline()), LONGEST_SILENCE);
  };
  return new TransformStream({
    start: wait,
    transform(chunk, controller) {
      wait(controller);
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
}
