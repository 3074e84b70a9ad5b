// The modes of the page, one for each tab.

export { mate } from "./mate.js";
export { path } from "./path.js";
export { tester } from "./tester.js";
