// Undo and redo with the browser's history: each entry has the address of a whole state.

/** The numbers of the current entry of the history and of the last one. */
let [now, last] = [history.state?.now ?? 0, history.state?.now ?? 0];
let going = false;

export const canUndo = () => now > 0;
export const canRedo = () => now < last;

/** Adds an address to the history if `how` is `push` and the address is new; otherwise replaces the current entry. */
export function record(how, hash) {
  if (how === "push" && hash !== location.hash) {
    now += 1;
    last = now;
    history.pushState({ now }, "", hash);
  } else {
    history.replaceState({ now }, "", hash);
  }
}

/** Moves by a number of entries. Returns a promise of the end of the move; undefined if there is no such entry. */
export function go(steps) {
  const wanted = now + steps;
  if (going || wanted < 0 || wanted > last) return undefined;
  going = true;
  return new Promise((resolve) => {
    addEventListener("popstate", resolve, { once: true });
    history.go(steps);
  });
}

/** Calls `show` after undo, redo, Back, Forward, and after an address is typed. */
export function watch(show) {
  addEventListener("popstate", (event) => {
    going = false;
    // A typed address has no state and becomes the entry after the current one.
    now = event.state?.now ?? now + 1;
    last = event.state ? Math.max(last, now) : now;
    show();
  });
}
