// The query line of Path, such as `Knight W A1a H8h`.

import { byId } from "./elements.js";
import { located } from "./errors.js";
import { kindOf, letterOf } from "./position.js";
import { changeSubject, moveSubject, state } from "./state.js";
import { ask, busy } from "./transport.js";

/** Sets up the query line; `change` changes the state, and `failed` shows an error. */
export function begin({ change, failed }) {
  let asking = new AbortController();
  const inquire = (text) => busy(async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { rules, size } = state.position;
    const mark = (isWrong) => byId("query").setAttribute("aria-invalid", String(isWrong));
    try {
      const { piece, ...asked } = await ask("query", { query: text, rules: rules.name, size }, signal);
      if (signal.aborted || state.position.rules !== rules) return;
      const { letter } = rules.pieces.find(({ name }) => name === piece);
      change(() => {
        const { start, color, ...others } = asked;
        Object.assign(state, others, { step: 0, nth: 0 });
        moveSubject(start);
        changeSubject(letterOf(letter, color));
      });
      mark(false);
    } catch (refused) {
      if (signal.aborted) return;
      mark(true);
      failed(refused.error ? located(refused, text) : refused);
    }
  });
  byId("query").addEventListener("change", () => inquire(byId("query").value));
  byId("query").addEventListener("keydown", (event) => { if (event.key === "Enter") inquire(byId("query").value); });
  addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (state.tab !== "path" || event.target.closest?.("input, textarea") && event.target.id !== "query") return;
    event.preventDefault();
    inquire(text);
  });
}

/** Shows the query of the state, unless the reader is writing one. */
export function showQuery() {
  if (document.activeElement === byId("query")) return;
  byId("query").value = written(state);
  byId("query").setAttribute("aria-invalid", "false");
}

/** Returns the query as a text, such as `Knight W A1a H8h`. */
function written({ position, piece, color, cell: start, finish }) {
  const { name } = kindOf(position.rules, piece);
  return `${name.replace(/\s/g, "")} ${color[0].toUpperCase()} ${start} ${finish}`;
}
