// Asks the server, and says when no answer is pending.

/** The server did not answer at all. */
export class Offline extends Error {
  constructor() {
    super("The server does not answer. Is `kubikschach serve` running?");
  }
}

/** The statuses of answers that took too long. */
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

/** Keeps the page from being ready while something goes on. */
export async function busy(work) {
  begin();
  try {
    return await work();
  } finally {
    end();
  }
}

/** Returns the response to a request; throws `Offline`, or the error that the server answered. */
async function request(address, options) {
  const response = await fetch(address, options).catch((failed) => {
    throw options?.signal?.aborted ? failed : new Offline();
  });
  if (response.ok) return response;
  if (TOO_SLOW.includes(response.status)) throw { error: "No answer in 30 s; try fewer moves" };
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
  return text(await request(`/api/${command}`, { method: "POST", headers, body, signal }));
}

/**
 * Returns the answer to an object, or throws the error of the command line. A signal gives the question up.
 *
 * The object is sent as a line: an error then has status 200, and browsers do not report it in their console.
 */
export async function ask(command, question, signal) {
  const line = `${JSON.stringify(question)}\n`;
  const answer = JSON.parse(await post(command, "application/x-ndjson", line, signal));
  if (answer.error) throw answer;
  return answer;
}

/** The picture of the answer to an object. */
export function picture(question) {
  return post("picture", "application/json", JSON.stringify(question));
}

/** The drawings that are on the page, or on their way, by rule sets. */
const pieces = new Map();

/** Gets the drawings of a rule set's pieces, and adds them to the page, unless they are there. */
export function loadPieces(name) {
  if (!pieces.has(name)) pieces.set(name, addPieces(name));
  return pieces.get(name);
}

async function addPieces(name) {
  try {
    const text = await get(`/pieces/${name}.svg`);
    const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
    documentElement.classList.add("sprite");
    document.body.append(document.adoptNode(documentElement));
  } catch (refused) {
    // Perhaps they come another time.
    pieces.delete(name);
    throw refused;
  }
}
