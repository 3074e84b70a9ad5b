// Asks the server, or the library in a worker, and marks the page as ready while no question is pending.

import { compile, here, load, textOf } from "./files.js";
import { Offline } from "./outage.js";

export { Offline };

/** The status codes of answers that took too long. */
const TOO_SLOW = [408, 503];
/** The longest wait for the start of a worker, in milliseconds. */
const LONGEST_START = 40000;

const isLibrary = document.body.dataset.transport === "library";

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
 * Returns the text of the server's answer to a question.
 *
 * The question is sent as the only line of a stream: an error then has status 200, and browsers do not report it in
 * their console. A picture is no line.
 */
async function askServer(command, question, signal) {
  const kind = command === "picture" ? "application/json" : "application/x-ndjson";
  const body = `${JSON.stringify(question)}\n`;
  const options = question ? { method: "POST", headers: { "content-type": kind }, body, signal } : {};
  const response = await load(`api/${command}`, options);
  if (response.ok) return textOf(response);
  if (TOO_SLOW.includes(response.status)) throw { error: "No answer in 30 s; try a smaller board or fewer moves" };
  throw await response.json().catch(() => ({ error: `api/${command}: ${response.status}` }));
}

/** The promise of the answers that the first board needs, by their questions. The build of the folder has asked them. */
let first;

/** Returns the answer to a question of the first board; undefined for other questions. */
async function firstAnswer(command, question = {}) {
  // Without the file, the library answers.
  first ??= load(here("first.json")).then((response) => (response.ok ? response.json() : {})).catch(() => ({}));
  return (await first)[`${command} ${JSON.stringify(question)}`];
}

/** Workers with the library that have no question. */
const idle = [];

/** Does what `askServer` does, with the library in a worker, which ends if the question is aborted. */
async function askLibrary(command, question = {}, signal) {
  const worker = idle.pop() ?? await newWorker();
  if (signal?.aborted) {
    idle.push(worker);
    throw signal.reason;
  }
  return new Promise((resolve, reject) => {
    const quit = (reason) => {
      worker.terminate();
      reject(reason);
    };
    const stop = () => quit(signal.reason);
    signal?.addEventListener("abort", stop);
    worker.onmessage = ({ data }) => {
      signal?.removeEventListener("abort", stop);
      idle.push(worker);
      resolve(data);
    };
    worker.onerror = () => quit({ error: "The library failed to answer" });
    worker.postMessage(`${command} ${JSON.stringify(question)}`);
  });
}

/** The promise of the library; nothing before the first question, and after a failure. */
let library;

/** Returns a worker that has started the library. */
async function newWorker() {
  library ??= compile();
  const compiled = await library.catch((failed) => {
    library = undefined;
    throw failed;
  });
  const worker = start();
  return new Promise((resolve, reject) => {
    const fail = (words) => {
      worker.terminate();
      reject(new Offline(words));
    };
    const late = setTimeout(fail, LONGEST_START);
    worker.onmessage = () => {
      clearTimeout(late);
      resolve(worker);
    };
    // Without a message, the script of the worker is lost.
    worker.onerror = ({ message }) => fail(message && `The library cannot start: ${message}`);
    worker.postMessage(compiled);
  });
}

function start() {
  try {
    return new Worker(here("worker.js"));
  } catch (refused) {
    throw new Offline(`The library cannot start here: ${refused.message}`, true);
  }
}

/** Starts the library ahead of the first question to it. */
export async function prepare() {
  if (isLibrary && idle.length === 0) idle.push(await newWorker());
}

const answerTo = isLibrary ? askLibrary : askServer;

/** Returns the answer to a question. Throws an object with the error if the question has a mistake. */
export async function ask(command, question, signal) {
  const known = isLibrary && await firstAnswer(command, question);
  const answer = known || JSON.parse(await answerTo(command, question, signal));
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

async function fileText(name) {
  const response = await load(name);
  if (!response.ok) throw new Offline();
  return textOf(response);
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
    const file = `pieces/${name}.svg`;
    const text = isLibrary ? await firstAnswer(file) ?? await askLibrary(file) : await fileText(file);
    const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
    documentElement.classList.add("sprite");
    document.body.append(document.adoptNode(documentElement));
  } catch (refused) {
    // The next call requests them again.
    pieces.delete(name);
    throw refused;
  }
}
