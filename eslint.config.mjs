// The lints of the page's modules: `npx eslint@9 web tests/served`

import { createRequire } from "node:module";

// The recommended rules come with eslint, which need not be installed in this folder.
const { configs } = createRequire(process.argv[1])("@eslint/js");

const known = (names) => Object.fromEntries(names.split(" ").map((name) => [name, "readonly"]));
const shared = "URL URLSearchParams console fetch performance setTimeout clearTimeout setInterval clearInterval "
  + "AbortController AbortSignal Blob DecompressionStream TransformStream Request Response WebAssembly self caches";
const page = "document window location history navigator sessionStorage localStorage addEventListener matchMedia "
  + "getComputedStyle requestAnimationFrame cancelAnimationFrame innerWidth innerHeight DOMParser DOMPoint DOMMatrix "
  + "Option Worker ResizeObserver MutationObserver";
const worker = {
  ...known(`${shared} postMessage TextEncoder TextDecoder addEventListener registration clients skipWaiting`),
  onmessage: "writable",
};

export default [
  configs.recommended,
  { rules: { "no-shadow": "error" } },
  { files: ["web/page/**/*.js"], languageOptions: { globals: known(`${shared} ${page}`) } },
  { files: ["web/page/early.js", "web/library/worker.js"], languageOptions: { sourceType: "script" } },
  { files: ["web/library/**/*.js"], languageOptions: { globals: worker } },
  { files: ["**/*.mjs"], languageOptions: { globals: known(`${shared} process`) } },
];
