// Undo and redo: the browser's history of addresses, each of which holds a whole state.

/** The place in the history of what is shown, and the last one that can be gone to. */
let [now, last] = [history.state?.now ?? 0, history.state?.now ?? 0];
let going = false;

export const canUndo = () => now > 0;
export const canRedo = () => now < last;

/** Writes an address into the history: as a new entry, or in the place of the one that is shown. */
export function record(how, hash) {
  if (how === "push" && hash !== location.hash) {
    now += 1;
    last = now;
    history.pushState({ now }, "", hash);
  } else {
    history.replaceState({ now }, "", hash);
  }
}

/** Goes so many entries back or on; ends when the page shows it. */
export function go(steps) {
  const wanted = now + steps;
  if (going || wanted < 0 || wanted > last) return undefined;
  going = true;
  return new Promise((resolve) => {
    addEventListener("popstate", resolve, { once: true });
    history.go(steps);
  });
}

/** Calls back when an entry is to be shown: after undo, redo, Back, Forward, and for an address that was typed. */
export function watch(show) {
  addEventListener("popstate", (event) => {
    going = false;
    // An address that was typed is an entry after what was shown.
    now = event.state?.now ?? now + 1;
    last = event.state ? Math.max(last, now) : now;
    show();
  });
}
