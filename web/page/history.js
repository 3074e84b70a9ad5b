// Undo and redo: the page's own list of states. The list outlives a reload.

import { shortened } from "./address.js";

/** The key of the list in the storage of the browser's tab. */
const KEY = "kubikschach-states";
/** The most changes of the address in a span of milliseconds: browsers refuse more, such as those of a held key. */
const [MOST, SPAN] = [80, 30000];

/**
 * All states, and the number of the current one. A state has the `parts` of its address and the `cells` with pieces, or
 * the `hash` of the address, or both: the library writes the pieces of an address later.
 */
let [entries, now] = stored();
/** The number of the last state that is an entry of the browser's history, while that has no address. */
let visited;
/** The times of the last changes of the address, and the timer of one that has to wait. */
let [times, waiting] = [[], undefined];
arrive();
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => document.hidden && leave());

export const canUndo = () => now > 0;
export const canRedo = () => now < entries.length - 1;

/** Returns the current state. */
export const current = () => entries[now];

/** Returns a link to the current state; undefined if it is too long for one. */
export function link() {
  const { hash = location.hash } = entries[now];
  return shortened(hash) === hash ? new URL(hash, location.href).href : undefined;
}

/**
 * Records a state: `replace` changes the current entry, `push` adds an entry if the state is new, and `visit` adds one to
 * the browser's history, too.
 */
export function record(how, { parts, cells }) {
  const isSame = JSON.stringify([parts, cells]) === JSON.stringify([entries[now].parts, entries[now].cells]);
  const isNew = how !== "replace" && !isSame;
  if (isNew) now += 1;
  if (!isSame) entries.splice(now, isNew ? Infinity : 1, { parts, cells });
  if (!isNew || how !== "visit") return;
  history.pushState({ now }, "");
  visited = now;
}

/** Sets the address of a state. */
export function address(entry, hash) {
  entry.hash = hash;
  if (entry !== entries[now]) return;
  write(now === visited);
  visited = undefined;
}

/** Makes another entry the current one, to be shown. Returns `false` if there is no such entry. */
export function go(steps) {
  if (entries[now + steps] === undefined) return false;
  now += steps;
  return true;
}

/** Calls `show` after Back and Forward, and after an address is typed. */
export function watch(show) {
  addEventListener("popstate", () => {
    arrive();
    show();
  });
}

/** Returns the list from before a reload; an empty one if the browser came here by a link. */
function stored() {
  try {
    const { entries, now } = history.state && JSON.parse(sessionStorage.getItem(KEY));
    return [entries, now];
  } catch {
    return [[], -1];
  }
}

/** Finds the entry of the browser's address. An address that was pasted or typed becomes the next entry. */
function arrive() {
  const isHere = (nth) => {
    const { hash, parts } = entries[nth] ?? {};
    return hash === undefined ? parts !== undefined && nth === history.state?.now : shortened(hash) === location.hash;
  };
  const found = [now, history.state?.now].find(isHere);
  now = found ?? now + 1;
  if (found === undefined) entries.splice(now, Infinity, { hash: location.hash });
}

/** Writes the current entry into the browser's address, which may have to wait. */
function write(isVisit = false) {
  clearTimeout(waiting);
  waiting = undefined;
  const { hash } = entries[now];
  if (hash === undefined || shortened(hash) === location.hash && history.state?.now === now) return;
  const time = Date.now();
  times = times.filter((before) => time - before < SPAN);
  if (!isVisit && times.length >= MOST) {
    waiting = setTimeout(() => write(), SPAN - (time - times[0]));
    return;
  }
  times.push(time);
  history.replaceState({ now }, "", shortened(hash));
}

/** Stores the list before the page goes. */
function leave() {
  if (waiting) {
    times = [];
    write();
  }
  store();
}

/** Stores the entries from the `first` on; later ones only if the browser has no room for them. */
function store(first = 0) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ entries: entries.slice(first), now: now - first }));
  } catch {
    if (first < now) store(Math.ceil((first + now) / 2));
  }
}
