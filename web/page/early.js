// Runs before the first paint: sets the theme of the reader, requests the modules of the mode in the address, and says
// so if the page does not start.

(() => {
  const THEMES = ["system", "light", "dark"];
  /** The time after which a page that has not started says so, in milliseconds. */
  const PATIENCE = 12000;
  const root = document.documentElement;
  const here = document.currentScript.src;

  /** Returns the theme of the last visit; undefined if the browser forbids storage. */
  function stored() {
    try {
      return localStorage.theme;
    } catch {
      return undefined;
    }
  }

  function store(theme) {
    try {
      localStorage.theme = theme;
    } catch {
      // Without storage, the theme lasts until the page is closed.
    }
  }

  const hasStarted = () => document.body?.dataset.tab !== undefined;

  /** Returns why no script of the page can run; undefined if there is no such reason. */
  function obstacle() {
    if (location.protocol === "file:") {
      return "Browsers do not run this page from a file. A web server can send it: run python3 -m http.server in its "
        + "folder, and open http://localhost:8000/";
    }
    // A frame with the attribute `sandbox` has no origin.
    if (self.origin === "null") return "This frame is sandboxed. Its sandbox attribute must have allow-same-origin.";
    return undefined;
  }

  /** Says that the page has not started, and offers to load it again. */
  function say(words) {
    document.getElementById("fault").textContent = obstacle() ?? words;
    document.getElementById("offline").hidden = false;
  }

  /** Returns what is wrong with a script; undefined if nothing is. */
  async function mistakeIn(address) {
    const name = new URL(address).pathname.split("/").pop();
    try {
      const { ok, status, headers } = await fetch(address, { method: "HEAD" });
      const kind = headers.get("content-type") ?? "nothing";
      if (!ok) return `${name} cannot be loaded: the server answers ${status}.`;
      return /javascript|ecmascript/.test(kind) ? undefined : `The server sends ${name} as ${kind}, not as text/javascript.`;
    } catch {
      const isServer = document.body.dataset.transport === "server";
      return isServer ? "The server does not answer. Is kubikschach serve running?" : `${name} cannot be loaded.`;
    }
  }

  /** Says which script cannot be loaded. */
  async function sayLost() {
    const links = document.querySelectorAll("script[src], link[rel=modulepreload]");
    const mistakes = await Promise.all([...links].map(({ src, href }) => mistakeIn(src ?? href)));
    say(mistakes.find(Boolean) ?? "A file of this page cannot be loaded.");
  }

  function failed({ target, message }) {
    if (target.rel === "stylesheet") {
      document.body.dataset.lost = "style";
      say("The style sheet of this page cannot be loaded.");
    } else if (hasStarted()) {
      return;
    } else if (target === window) {
      say(`This page does not start in this browser, which may be too old: ${message}`);
    } else if (target.matches?.("script")) {
      sayLost();
    }
  }

  // Without this, a mode's modules would be requested one after the other once the page runs.
  const tab = new URLSearchParams(location.hash.slice(1)).get("tab");
  const modules = new Map([
    ["path", "path query routes slide"],
    ["mate", "mate explanation headline moves problems reasons search slide solution tree tries"],
  ]);
  for (const module of modules.get(tab)?.split(" ") ?? []) {
    const href = new URL(`${module}.js`, here);
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }

  root.dataset.theme = THEMES.includes(stored()) ? stored() : "system";
  // Some errors come before the elements that show them. `DOMContentLoaded` would wait for the modules.
  const whenBuilt = new Promise((built) => { document.addEventListener("readystatechange", built); });
  addEventListener("error", (event) => whenBuilt.then(() => failed(event)), true);
  whenBuilt.then(() => {
    const select = document.getElementById("theme");
    select.value = root.dataset.theme;
    select.addEventListener("change", () => {
      root.dataset.theme = select.value;
      store(select.value);
    });
    document.getElementById("retry").addEventListener("click", (event) => {
      event.preventDefault();
      if (!hasStarted()) location.reload();
    });
    if (obstacle()) say();
    setTimeout(() => hasStarted() || say("The page has not started. The network may be slow."), PATIENCE);
  });
})();
