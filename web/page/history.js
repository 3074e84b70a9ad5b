// Undo and redo: the page's own list of states, each as a whole address. The list outlives a reload.

import { shortened } from "./state.js";

/** The key of the list in the storage of the browser's tab. */
const KEY = "kubikschach-undo";
/** The most changes of the address in a span of milliseconds: browsers refuse more, such as those of a held key. */
const [MOST, SPAN] = [80, 30000];

/** The addresses of all states, and the number of the current one. */
let [entries, now] = stored();
/** The times of the last changes of the address, and the timer of one that has to wait. */
let [times, waiting] = [[], undefined];
arrive();
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => document.hidden && leave());

export const canUndo = () => now > 0;
export const canRedo = () => now < entries.length - 1;

/** Returns the address of the current state; it may be longer than the browser's. */
export const current = () => entries[now];

/** Returns a link to the current state; undefined if it is too long for one. */
export function link() {
  return shortened(entries[now]) === entries[now] ? new URL(entries[now], location.href).href : undefined;
}

/**
 * Records the address of the state: `replace` changes the current entry, `push` adds an entry if the address is new, and
 * `visit` adds one to the browser's history, too.
 */
export function record(how, address) {
  const isNew = how !== "replace" && address !== entries[now];
  if (isNew) now += 1;
  entries.splice(now, isNew ? Infinity : 1, address);
  write(isNew && how === "visit");
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
  const isHere = (nth) => entries[nth] !== undefined && shortened(entries[nth]) === location.hash;
  const found = [now, history.state?.now].find(isHere);
  now = found ?? now + 1;
  if (found === undefined) entries.splice(now, Infinity, location.hash);
}

/** Writes the current entry into the browser's address, which may have to wait. */
function write(isVisit = false) {
  clearTimeout(waiting);
  waiting = undefined;
  const address = shortened(entries[now]);
  if (!isVisit && address === location.hash && history.state?.now === now) return;
  const time = Date.now();
  times = times.filter((before) => time - before < SPAN);
  if (!isVisit && times.length >= MOST) {
    waiting = setTimeout(() => write(), SPAN - (time - times[0]));
    return;
  }
  times.push(time);
  history[isVisit ? "pushState" : "replaceState"]({ now }, "", address);
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
