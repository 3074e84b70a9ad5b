// Keeps the folder in the browser: after one visit the page works offline, with all files of one version.

/** The folder of this version, and the files to keep. The build writes both. */
const VERSION = "v-0";
const FILES = ["./"];

/** The names of the caches of this folder begin so: another folder of the site may have caches, too. */
const PREFIX = `${registration.scope} `;
const NAME = PREFIX + VERSION;

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(tidy(event.data)));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

/** Keeps all files, or none. A page that is not of this version belongs to a newer one, whose worker comes later. */
async function keep() {
  const cache = await caches.open(NAME);
  try {
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    const page = await cache.match("./");
    if (!(await page.text()).includes(VERSION)) throw new Error("there is a newer version");
  } catch (failed) {
    await caches.delete(NAME);
    throw failed;
  }
  await skipWaiting();
}

/** Returns a file of this version, or one that a page of another version still needs. */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const name = request.mode === "navigate" && pathname.endsWith("/index.html") ? "./" : request;
  const options = { ignoreSearch: true, ignoreVary: true };
  const cache = await caches.open(NAME);
  return await cache.match(name, options) ?? await caches.match(name, options) ?? fetch(request);
}

/** Deletes other versions once a page of this version runs, unless another page is open. */
async function tidy(folder) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!folder.endsWith(`/${VERSION}/`) || pages.length > 1) return;
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
}
