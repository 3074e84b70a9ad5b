// Parts of the page: found by their ids, and made.

export const byId = (id) => document.getElementById(id);

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

/** Scrolls a box, as little as it takes, until an item in it is seen. */
export function bringIntoSight(box, item) {
  const [outer, inner] = [box, item].map((part) => part.getBoundingClientRect());
  box.scrollTop += Math.min(inner.top - outer.top, 0) + Math.max(inner.bottom - outer.bottom, 0);
}
