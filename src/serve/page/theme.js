// Sets the theme of the reader. This script runs before the first paint, so that the page does not flash.

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
