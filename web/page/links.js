// Links to the shown board, frames of it, and the title that names it.

import { shortened } from "./address.js";
import { byId } from "./elements.js";
import { current } from "./history.js";
import { kindOf } from "./position.js";
import { state } from "./state.js";

/** The names of hosts that only this computer has. */
const LOCAL = /^(localhost|.+\.localhost|127\..+|0\.0\.0\.0|\[::1?\])$/;
/** The width of a frame in pixels, the most of a board's height in it, and the height of its link and edges. */
const [WIDTH, HEIGHT, LINES] = [480, 520, 64];

/** Returns the address of the page for other people; undefined if only this computer has it. */
export function publicAddress() {
  const { publicUrl } = document.body.dataset;
  if (publicUrl) return publicUrl;
  const isHere = location.protocol === "file:" || LOCAL.test(location.hostname);
  return isHere ? undefined : location.href;
}

/** Returns a link to the shown board, with parts of its address replaced; undefined if it is too long for one. */
export function link(parts = {}) {
  const { hash } = current();
  if (hash === undefined || shortened(hash) !== hash) return undefined;
  const all = new URLSearchParams(hash.slice(1));
  for (const [key, value] of Object.entries(parts)) {
    if (value) all.set(key, value);
    else all.delete(key);
  }
  return new URL(`#${all}`, publicAddress() ?? location.href).href;
}

/** Returns a frame of the shown board as HTML; undefined if its link is too long. */
export function frame() {
  const src = link({ embed: "1" });
  if (!src) return undefined;
  const parts = { src: escaped(src), width: WIDTH, height: frameHeight(), title: escaped(name()) };
  return `<iframe ${Object.entries(parts).map(([key, value]) => `${key}="${value}"`).join(" ")}></iframe>`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Returns the height of a frame in which the board is as wide as the frame, unless that is too high. */
function frameHeight() {
  const cells = [...byId("boards").querySelectorAll("[data-cell]")].map((cell) => cell.getBoundingClientRect());
  const [left, top] = ["left", "top"].map((side) => Math.min(...cells.map((cell) => cell[side])));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...cells.map((cell) => cell[side])));
  const height = Math.min(Math.max(WIDTH * (bottom - top) / (right - left), WIDTH / 2), HEIGHT);
  return Math.round(height) + byId("headline").offsetHeight + LINES;
}

/** Shows the title, and in a frame the link to the whole page. */
export function showLinks() {
  document.title = `${name()} – Kubikschach`;
  showHeading();
  byId("full").hidden = !state.embed;
  const href = state.embed && link({ embed: "" });
  if (href) Object.assign(byId("full"), { href, target: "_blank", rel: "noopener" });
}

/** Gives a frame, which has no header, a heading for screen readers. */
function showHeading() {
  const heading = document.querySelector("h1");
  const home = state.embed ? byId("front") : document.querySelector("header");
  if (heading.parentElement !== home) home.prepend(heading);
  heading.classList.toggle("spoken", state.embed);
  heading.textContent = state.embed ? name() : "Kubikschach";
}

/** The headline of Mate as it stands in titles; empty before the verdict. */
let headline = "";

/** Sets the headline of a verdict such as `White can move: 17 legal moves`. */
export function setHeadline(words = "") {
  [headline] = words.split(":");
}

/** Returns the name of the shown board, such as `Queen on 5×5×5`. */
function name() {
  const { tab, position, piece, cell, finish } = state;
  const { rules, size } = position;
  const subject = kindOf(rules, piece).name;
  if (tab === "path") return `${subject} ${cell} to ${finish}`;
  return `${tab === "tester" ? subject : task()} on ${size}×${size}×${size}`;
}

/** Returns the task of a mate problem, or else the verdict. */
function task() {
  const { within } = state.problem ?? state;
  return within ? `Mate in ${within}` : headline || "Position";
}
