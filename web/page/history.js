// Undo and redo: the page's own list of states. The list outlives a reload.

import { shortened } from "./address.js";

/** The key of the list in the storage of the browser's tab. */
const KEY = "kubikschach-states";
/**
 * The most changes of the address in a span of milliseconds. Firefox and Chromium ignore more than 200 in 10 s, and Safari
 * throws an error after 100 in 30 s.
 */
const [USUAL, STRICT] = [{ most: 160, span: 10000 }, { most: 80, span: 30000 }];
let limit = USUAL;

/**
 * All states, and the number of the current one. A state has the `parts` of its address and the `cells` with pieces, or
 * the `hash` of the address, or both: the library writes the pieces of an address later.
 */
let [entries, now] = [[], -1];
/** The number of the last state that is an entry of the browser's history, while that has no address. */
let visited;
/** The times of the last changes of the address, and the timer of one that has to wait. */
let [times, waiting] = [[], undefined];
restore();
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => document.hidden && leave());

export const canUndo = () => now > 0;
export const canRedo = () => now < entries.length - 1;

/** Returns the current state. */
export const current = () => entries[now];

/**
 * Records a state: `replace` changes the current entry, `push` adds an entry if the state is new, and `visit` adds one to
 * the browser's history, too.
 */
export function record(how, { parts, cells }) {
  const isSame = JSON.stringify([parts, cells]) === JSON.stringify([entries[now].parts, entries[now].cells]);
  const isNew = how !== "replace" && !isSame;
  if (isNew) now += 1;
  if (!isSame) entries.splice(now, isNew ? Infinity : 1, { parts, cells });
  if (isNew && how === "visit" && tried(() => history.pushState({ now }, ""))) visited = now;
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

/** Returns the place in the browser's history: the number of its state, and its address, which may be an older one. */
function here() {
  return `${history.state?.now} ${location.hash}`;
}

/** Reads the list from before a reload, and finds the current entry in it. */
function restore() {
  let left = [];
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    // A link leads here without a state.
    if (history.state || isReload()) [entries, now, left] = [kept.entries, kept.now, kept.left];
  } catch {
    // The browser came here first, or forbids storage.
  }
  // The page was left here, before the address of its last state was written. A reload may lead to an even older address.
  const isLeft = left.includes(here()) || isReload() && entries.some(isShown);
  if (!isLeft || !entries[now]) arrive();
}

/** Returns `true` if the browser's address is that of a state. */
function isShown({ hash }) {
  return hash !== undefined && shortened(hash) === location.hash;
}

function isReload() {
  return performance.getEntriesByType("navigation")[0]?.type === "reload";
}

/** Finds the entry of the browser's address. An address that was pasted or typed becomes the next entry. */
function arrive() {
  const isHere = (nth) => {
    const entry = entries[nth];
    return entry && (isShown(entry) || entry.hash === undefined && nth === history.state?.now);
  };
  const found = [now, history.state?.now].find(isHere);
  now = found ?? now + 1;
  if (found === undefined) entries.splice(now, Infinity, { hash: location.hash });
}

/** Changes the browser's history. Returns `false` if there were too many changes. */
function tried(take) {
  if (recent() >= limit.most) return false;
  times.push(Date.now());
  try {
    take();
  } catch {
    limit = STRICT;
    return false;
  }
  return true;
}

/** Returns the number of changes in the last span. */
function recent() {
  const time = Date.now();
  times = times.filter((before) => time - before < limit.span);
  return times.length;
}

/** Returns the time to wait before the next change: half of the changes are made at once, the others evenly. */
function pause() {
  const { most, span } = limit;
  return recent() < most / 2 ? 0 : times.at(-1) + 2 * span / most - Date.now();
}

/** Writes the current entry into the browser's address, which may have to wait. */
function write(isVisit = false) {
  const { hash } = entries[now];
  if (hash === undefined || shortened(hash) === location.hash && history.state?.now === now) return;
  const rest = isVisit ? 0 : pause();
  if (rest <= 0 && tried(() => history.replaceState({ now }, "", shortened(hash)))) return;
  waiting ??= setTimeout(() => {
    waiting = undefined;
    write();
  }, Math.max(rest, 2 * limit.span / limit.most));
}

/** Writes the address and stores the list before the page goes. */
function leave() {
  clearTimeout(waiting);
  waiting = undefined;
  times = [];
  const left = [here()];
  // Browsers may ignore this change, and Chromium does so while a page reloads.
  write();
  store([...left, here()]);
}

/** Stores the entries from the `first` on; later ones only if the browser has no room for them. */
function store(left, first = 0) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ entries: entries.slice(first), now: now - first, left }));
  } catch {
    if (first < now) store(left, Math.ceil((first + now) / 2));
  }
}
