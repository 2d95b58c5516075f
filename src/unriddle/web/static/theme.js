// Chooses the theme and the language before anything is painted. A classic script on purpose.
(() => {
  const read = (/** @type {string} */ key) => {
    try {
      return JSON.parse(localStorage.getItem("unriddle." + key) ?? "null");
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const choose = () => {
    root.dataset.theme = read("theme") ?? (dark.matches ? "dark" : "light");
  };
  choose();
  dark.addEventListener("change", choose);
  root.lang = read("language") ?? (navigator.language.toLowerCase().startsWith("vi") ? "vi" : "en");
})();
