// What the page can do: a mode for each tab.

export { mate } from "./mate.js";
export { path } from "./path.js";
export { tester } from "./tester.js";
