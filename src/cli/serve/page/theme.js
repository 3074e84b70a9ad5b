// The reader's theme. This script runs before the first paint, so that the page does not flash.

(() => {
  const THEMES = ["system", "light", "dark"];
  const root = document.documentElement;

  /** Returns the theme that was chosen before; browsers may forbid to store it. */
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
      // The choice lasts as long as the page.
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
