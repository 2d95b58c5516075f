// Before anything is painted: chooses the theme and the language, and asks for the modules that the address
// will need, so that they do not wait for each other. A classic script on purpose.
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

  // On a page of somebody else, in a frame: only the level.
  if (new URLSearchParams(location.search).has("embed")) root.dataset.embed = "";

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const folder = script.src.replace(/[^/]+$/, "");
  /** @type {Record<string, string[]>} by view and board */
  const needs = JSON.parse(script.dataset.needs ?? "{}");
  const [, view, puzzle] = location.hash.split(/[/?]/);
  const boards =
    view in { play: 1, solve: 1, search: 1, compare: 1 }
      ? [`boards/${puzzle}`]
      : ["bloxorz", "sokoban", "freecell"].map((name) => `boards/${name}/thumbnail`);
  const shown = `views/${view}` in needs ? `views/${view}` : "views/gallery";
  const words = root.lang === "vi" ? ["catalogue-vi", "messages-vi"] : [];
  for (const name of new Set(["", shown, ...boards, ...words].flatMap((part) => needs[part] ?? []))) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = folder + name;
    document.head.append(link);
  }
})();
