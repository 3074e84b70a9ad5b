// Finds, creates and scrolls elements of the page, and draws pieces and icons.

export const byId = (id) => document.getElementById(id);

/** Creates an element with properties and children. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element with attributes and children. */
export function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Scrolls a box as little as possible until an item in it is visible. */
export function bringIntoSight(box, item) {
  const [outer, inner] = [box, item].map((part) => part.getBoundingClientRect());
  box.scrollTop += Math.min(inner.top - outer.top, 0) + Math.max(inner.bottom - outer.bottom, 0);
}

/** Returns the drawing of a piece. */
export function drawing(rules, letter) {
  const use = shape("use", { href: `#piece-${rules.name}-${letter}` });
  // In the stack view a click on the lower part of the figure is one on the piece, not on the cell behind.
  const body = shape("rect", { class: "touch", x: 12, y: 15, width: 21, height: 16 });
  return shape("svg", { viewBox: "0 0 45 45", "aria-hidden": true }, use, body);
}

/** Returns an icon from the data of an SVG path. */
export function icon(lines) {
  return shape("svg", { viewBox: "0 0 24 24", "aria-hidden": true, class: "tool" }, shape("path", { d: lines }));
}
