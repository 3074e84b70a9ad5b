// Asks the server, says when no answer is pending, and copies for other programs.

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

export async function get(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

async function post(command, kind, body, signal) {
  const headers = { "content-type": kind };
  const response = await fetch(`/api/${command}`, { method: "POST", headers, body, signal });
  if (!response.ok) throw await response.json();
  return response.text();
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

/** Copies a text; says whether it could. Browsers let pages from other machines copy only as of old. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
