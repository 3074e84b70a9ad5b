// Sends requests to the server, and marks the page as ready while none is pending.

/** The error if the server cannot be reached. */
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

/** Returns the response to a request. Throws `Offline` or the error from the server. */
async function request(address, options) {
  const response = await fetch(address, options).catch((failed) => {
    throw options?.signal?.aborted ? failed : new Offline();
  });
  if (response.ok) return response;
  if (TOO_SLOW.includes(response.status)) throw { error: "No answer in 30 s; try a smaller board or fewer moves" };
  throw await response.json().catch(() => ({ error: `${address}: ${response.status}` }));
}

async function text(response) {
  return response.text().catch((failed) => {
    throw failed.name === "AbortError" ? failed : new Offline();
  });
}

export async function get(address) {
  return text(await request(address));
}

async function post(command, kind, body, signal) {
  const headers = { "content-type": kind };
  return text(await request(`api/${command}`, { method: "POST", headers, body, signal }));
}

/**
 * Returns the answer to a question. Throws an object with the error if the question has a mistake.
 *
 * The question is sent as the only line of a stream: an error then has status 200, and browsers do not report it in
 * their console.
 */
export async function ask(command, question, signal) {
  const line = `${JSON.stringify(question)}\n`;
  const answer = JSON.parse(await post(command, "application/x-ndjson", line, signal));
  if (answer.error) throw answer;
  return answer;
}

/** Returns an SVG picture of the answer to a question. */
export function picture(question) {
  return post("picture", "application/json", JSON.stringify(question));
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
    const text = await get(`pieces/${name}.svg`);
    const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
    documentElement.classList.add("sprite");
    document.body.append(document.adoptNode(documentElement));
  } catch (refused) {
    // The next call requests them again.
    pieces.delete(name);
    throw refused;
  }
}
