// Runs before the first paint: sets the theme of the reader, and requests the modules of the mode in the address.

(() => {
  const THEMES = ["system", "light", "dark"];
  const root = document.documentElement;

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

  // Without this, a mode's modules would be requested one after the other once the page runs.
  const tab = new URLSearchParams(location.hash.slice(1)).get("tab");
  for (const module of { path: ["path", "query", "routes", "slide"], mate: ["mate", "solution"] }[tab] ?? []) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: `${module}.js` }));
  }

  root.dataset.theme = THEMES.includes(stored()) ? stored() : "system";
  addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    select.value = root.dataset.theme;
    select.addEventListener("change", () => {
      root.dataset.theme = select.value;
      store(select.value);
    });
  });
})();
