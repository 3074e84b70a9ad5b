// Asks the server, or the library in a worker, and marks the page as ready while no question is pending.

/** The error if the server, or a file of the page, cannot be reached. */
export class Offline extends Error {
  constructor() {
    super("The server does not answer. Is `kubikschach serve` running?");
  }
}

/** The status codes of answers that took too long. */
const TOO_SLOW = [408, 503];

let pending = 0;

function begin() {
  pending += 1;
  document.body.dataset.ready = "false";
}

function end() {
  pending -= 1;
  if (pending === 0) document.body.dataset.ready = "true";
}

/** Runs `work`, during which the page is not ready. */
export async function busy(work) {
  begin();
  try {
    return await work();
  } finally {
    end();
  }
}

/**
 * Returns the text of the server's answer to a question, or of the file at an address.
 *
 * The question is sent as the only line of a stream: an error then has status 200, and browsers do not report it in
 * their console. A picture is no line.
 */
async function askServer(command, question, signal) {
  const kind = command === "picture" ? "application/json" : "application/x-ndjson";
  const body = `${JSON.stringify(question)}\n`;
  const options = question ? { method: "POST", headers: { "content-type": kind }, body, signal } : {};
  const address = command.includes("/") ? command : `api/${command}`;
  const response = await load(address, options);
  if (response.ok) return textOf(response);
  if (TOO_SLOW.includes(response.status)) throw { error: "No answer in 30 s; try a smaller board or fewer moves" };
  throw await response.json().catch(() => ({ error: `${address}: ${response.status}` }));
}

/** Workers with the library that have no question. */
const idle = [];

/** Does what `askServer` does, with the library in a worker, which ends if the question is aborted. */
async function askLibrary(command, question = {}, signal) {
  const worker = idle.pop() ?? await newWorker();
  return new Promise((resolve, reject) => {
    const end = (reason) => {
      worker.terminate();
      reject(reason);
    };
    const stop = () => end(signal.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    worker.onmessage = ({ data }) => {
      signal?.removeEventListener("abort", stop);
      idle.push(worker);
      resolve(data);
    };
    worker.onerror = (event) => end(event.message ? { error: "The library failed to answer" } : new Offline());
    worker.postMessage(`${command} ${JSON.stringify(question)}`);
  });
}

/** The promise of the library; nothing before the first question, and after a failure. */
let library;

async function newWorker() {
  library ??= compile();
  const worker = new Worker("worker.js");
  worker.postMessage(await library.catch((failed) => {
    library = undefined;
    throw failed;
  }));
  return worker;
}

/** Returns the library. Its file is compressed, because not every server compresses what it sends. */
async function compile() {
  const response = await load("kubikschach.wasm.gzip");
  if (!response.ok) throw new Offline();
  const library = response.body.pipeThrough(new DecompressionStream("gzip"));
  const headers = { "content-type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(library, { headers })).catch(() => { throw new Offline(); });
}

/** Returns the response to a request. Throws `Offline` if there is none. */
function load(address, options) {
  return fetch(address, options).catch((failed) => { throw options?.signal?.aborted ? failed : new Offline(); });
}

/** Returns the text of a response. Throws `Offline` if it does not arrive whole. */
function textOf(response) {
  return response.text().catch((failed) => { throw failed.name === "AbortError" ? failed : new Offline(); });
}

const answerTo = document.body.dataset.transport === "library" ? askLibrary : askServer;

/** Returns the answer to a question. Throws an object with the error if the question has a mistake. */
export async function ask(command, question, signal) {
  const answer = JSON.parse(await answerTo(command, question, signal));
  if (answer.error) throw answer;
  return answer;
}

/** Returns an SVG picture of the answer to a question. */
export async function picture(question) {
  const text = await answerTo("picture", question);
  // An error of the library is an object.
  if (text.startsWith("{")) throw JSON.parse(text);
  return text;
}

/** The promises of the drawings that are loaded or requested, by the name of the rule set. */
const pieces = new Map();

/** Adds the drawings of a rule set's pieces to the page, unless they are there. */
export function loadPieces(name) {
  if (!pieces.has(name)) pieces.set(name, addPieces(name));
  return pieces.get(name);
}

async function addPieces(name) {
  try {
    const text = await answerTo(`pieces/${name}.svg`);
    const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
    documentElement.classList.add("sprite");
    document.body.append(document.adoptNode(documentElement));
  } catch (refused) {
    // The next call requests them again.
    pieces.delete(name);
    throw refused;
  }
}
