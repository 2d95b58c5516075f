/** The page as a whole: its frame, the way between its views, and the connection. */

import { carrier, isSite, question } from "./carrier.js";
import { h, isWithin, put } from "./dom.js";
import { Game } from "./game.js";
import { icon, mark } from "./icons.js";
import { language, loadLanguage, said, setLanguage, t } from "./language.js";
import { button } from "./parts/button.js";
import { flawWords } from "./parts/ending.js";
import { toast } from "./parts/toast.js";
import { Problem } from "./problem.js";
import * as route from "./route.js";
import { prefer } from "./store.js";
import { Wire } from "./wire.js";

/**
 * What a view has to work with.
 * @typedef {object} App
 * @property {Wire} wire
 * @property {Game} game
 * @property {() => Promise<import("./types.js").Menu>} menu
 * @property {(view: route.View, level: import("./types.js").LevelReference | null) => Promise<void>} go
 * @property {() => () => boolean} fromHere  will tell whether the reader has not gone elsewhere since: an answer that comes late leads nobody away
 * @property {() => Promise<void>} remember  keep the moves made in the address
 */
/** @typedef {{element: HTMLElement, title?: string, scroll?: number, key?: (event: KeyboardEvent) => boolean, query?: () => Record<string, string>, keep?: () => void, destroy: () => void}} Shown
 * `keep`: note what was typed and chosen, for the view that is drawn next: it may be the same one in another language
 */

const wire = new Wire(carrier);
const game = new Game(wire);
/** @type {Promise<import("./types.js").Menu> | null} */
let menu = null;
/** @type {Shown | null} */
let shown = null;
/** @type {route.Route} */
let here = { view: "gallery", level: null };
let turn = 0;
/** The turn whose view is shown: while another one is on its way, the address is not ours to change. */
let settled = 0;
/** The address as we know it; another one is about to be followed. */
let known = "";
/** How many times a view asked to go somewhere, and up to which of them the address was changed. */
let asked = 0;
let answered = 0;
/** Did the other side not answer when it was needed for what the address says? */
let isWaiting = false;

/** @type {App} */
const app = {
  wire,
  game,
  menu: () => (menu ??= fetchMenu()),
  async go(view, level) {
    const mine = ++asked;
    turn++; // what is on its way is no longer wanted
    const stays = view === here.view && level !== null && game.isOpen(level);
    const target = await route.write(view, level, stays ? shown?.query?.() : {});
    if (mine !== asked) return; // somewhere else is wanted by now
    answered = asked;
    if (location.hash === target) await follow();
    else location.hash = target;
  },
  fromHere() {
    const before = turn;
    return () => before === turn;
  },
  async remember() {
    const isOurs = () => settled === turn && location.hash === known;
    if (!game.now || !here.level || !isOurs()) return;
    const target = await route.write(here.view, game.link(), shown?.query?.());
    if (!isOurs()) return;
    history.replaceState(history.state, "", target);
    known = location.hash;
  },
};

/** @returns {Promise<import("./types.js").Menu>} */
async function fetchMenu() {
  try {
    return await question("menu");
  } catch (problem) {
    menu = null; // so that the next one asks again
    throw problem;
  }
}

/** The module of a view. @param {route.View} name @returns {Promise<{show: (app: App, route: route.Route) => Promise<Shown>}>} */
const viewOf = (name) => import(`./views/${name}.js`);

const main = h("main", { id: "main", tabindex: -1 });
const tabs = h("nav", { class: "tabs", "aria-label": t("app.gallery") });
const banner = h("p", { class: "banner", role: "status", hidden: !isSite });
const heading = h("h1.top-title");

/** The frame around every view, in the language of the reader. */
function frame() {
  const other = language() === "en" ? "vi" : "en";
  banner.textContent = t(isSite ? "app.starting" : "app.lost");
  const themeButton = button(t("app.theme"), switchTheme, { icon: "sun", only: true, kind: "quiet", id: "theme" });
  themeButton.append(icon("moon"));
  const languageButton = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      lang: other,
      title: t("app.language"),
      "data-do": "language",
      onclick: () => {
        setLanguage(other);
        frame();
        void app.remember().then(follow);
      },
    },
    h("span.wide", other === "vi" ? "Tiếng Việt" : "English"),
    h("span", { class: "narrow", "aria-hidden": "true" }, other.toUpperCase()),
  );
  put(
    document.body,
    h(
      "a",
      {
        class: "skip",
        href: "#main",
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          main.focus();
        },
      },
      t("app.skip"),
    ),
    h(
      "header.top",
      h("a", { class: "brand", href: "#/", "aria-label": t("app.home") }, mark(), h("span", "unriddle")),
      heading,
      tabs,
      h("div.top-tools", languageButton, themeButton),
    ),
    banner,
    main,
    h("div", { id: "toasts", role: "status", "aria-live": "polite" }),
  );
}

function switchTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  prefer("theme", root.dataset.theme);
}

/** Show what the address says. */
async function follow() {
  const mine = ++turn;
  known = location.hash;
  const isBack = Boolean(history.state?.shown); // or loaded again: the game there went on since, perhaps
  const wanted = await route.read(known);
  const isThere = (/** @type {import("./types.js").LevelReference} */ level) =>
    game.isAt(level) || (isBack && game.isOpen(level) && !game.now?.help.includes("link"));
  try {
    await loadLanguage();
    const [view] = await Promise.all([
      viewOf(wanted.view),
      wanted.level && !isThere(wanted.level) ? game.open(wanted.level, isBack) : null,
    ]);
    if (mine !== turn) return;
    shown?.keep?.();
    const next = await view.show(app, wanted);
    if (mine !== turn) return next.destroy();
    replace(next, wanted);
    if (!wanted.level || location.hash !== known) return;
    history.replaceState({ ...history.state, shown: true }, "");
    if (!game.isAt(wanted.level)) void app.remember();
  } catch (problem) {
    const { flaw } = /** @type {any} */ (problem);
    const page = flaw ? "" : await pageNow();
    // Was the server upgraded, so that it no longer has what this page still wants? The address brings back where the player was.
    if (page && !page.includes(import.meta.url.split("/").slice(-3).join("/"))) return location.reload(); // static/VERSION/app.js
    if (mine === turn) fail(page === null ? new Problem({ problem: "connection" }) : /** @type {any} */ (problem), wanted);
  }
}

/** The page as the server has it now; null if it does not answer. */
const pageNow = () =>
  fetch("./", { cache: "no-cache" }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => null,
  );

/** @param {Shown} next @param {route.Route} wanted */
function replace(next, wanted) {
  const moved = here.view !== wanted.view || shown === null;
  shown?.destroy();
  shown = next;
  isWaiting = false;
  settled = turn;
  here = wanted;
  put(main, next.element);
  document.body.dataset.view = wanted.view;
  document.title = next.title ? `${next.title} · unriddle` : "unriddle";
  heading.textContent = next.title ?? "";
  heading.hidden = !next.title;
  void drawTabs(wanted);
  if (moved) window.scrollTo(0, next.scroll ?? 0);
}

/** @param {route.Route} wanted */
async function drawTabs(wanted) {
  if (!wanted.level) return put(tabs);
  const links = await Promise.all(
    route.LEVEL_VIEWS.map(async (view) =>
      h(
        "a",
        {
          class: "tab",
          href: await route.write(view, game.link()),
          "data-view": view,
          "aria-current": view === wanted.view ? "page" : null,
          onclick: (/** @type {Event} */ event) => {
            event.preventDefault();
            void app.go(view, game.link());
          },
        },
        icon({ play: "pad", solve: "flag", search: "eye", compare: "chart" }[/** @type {"play"} */ (view)]),
        h("span", t(`view.${view}`)),
      ),
    ),
  );
  put(tabs, ...links);
}

/** @param {any} problem @param {route.Route} wanted */
function fail(problem, wanted) {
  const flaw = problem?.flaw;
  const text = flaw ? flawWords(flaw) : String(problem);
  if (!flaw) console.error(problem);
  replace(
    {
      element: h(
        "section",
        { class: "failure", role: "alert" },
        h("h1", t("app.error", { problem: text })),
        flaw?.hint ? h("p", said(flaw.hint)) : null,
        h("p", h("a", { class: "button button-main", href: "#/" }, t("app.gallery"))),
      ),
      destroy() {},
    },
    { ...wanted, level: null },
  );
  isWaiting = flaw?.problem === "connection";
}

/** Keys go to the view unless something that types has them. @param {KeyboardEvent} event */
function key(event) {
  if (event.defaultPrevented || isWithin(event, "input, select, textarea, dialog")) return;
  if (shown?.key?.(event)) event.preventDefault();
}

const register = () => void navigator.serviceWorker?.register("worker.js").catch(() => {});

frame();
// A page in a frame of another site is a guest there, and leaves nothing behind.
if (!("embed" in document.documentElement.dataset))
  // On a site it fetches all there is, for later: not before what is needed now.
  (isSite ? wire : window).addEventListener(isSite ? "up" : "load", register);
addEventListener("hashchange", () => {
  if (answered === asked) void follow();
});
addEventListener("keydown", key);
wire.addEventListener("down", () => {
  banner.hidden = false;
});
wire.addEventListener("up", () => {
  banner.hidden = true;
  if (isWaiting) void follow();
});
game.addEventListener("reopened", () => toast(t("app.back"), "good"));
game.addEventListener("change", () => void app.remember());
void follow();
