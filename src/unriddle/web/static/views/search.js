// @ts-check
/** The search view: a textbook search on a level, every step of it, forward and back. */

import { h, put } from "../dom.js";
import { t } from "../language.js";
import { levelTitle } from "../parts/level.js";
import { SolverForm } from "../parts/solver-form.js";
import { toast } from "../parts/toast.js";
import { LiveSource } from "../search/live-source.js";
import { Player } from "../search/player.js";
import { prepare } from "../search/ready.js";
import { again, keep } from "../search/session.js";
import { Tools } from "../search/tools.js";
import { Workbench } from "../search/workbench.js";
import { Problem } from "../wire.js";
import { openTrace } from "./trace.js";

/** Milliseconds after the last step until the address names it: browsers count how often it changes. */
const QUIET = 400;

/** @typedef {import("../app.js").Shown} Shown */

/** @param {import("../app.js").App} app @param {import("../route.js").Route} route @returns {Promise<Shown>} */
export async function show(app, route) {
  const [menu] = await Promise.all([app.menu(), prepare()]);
  const view = new SearchView(app, menu, route.query ?? {});
  await view.bench.board.frame.load(view.now.board);
  void view.begin(Number(route.query?.step ?? 0) || 0);
  return view;
}

/** @implements {Shown} */
class SearchView {
  /** @param {import("../app.js").App} app @param {import("../types.js").Menu} menu @param {Record<string, string>} query */
  constructor(app, menu, query) {
    this.app = app;
    this.now = /** @type {import("../types.js").Opened} */ (app.game.now);
    this.title = levelTitle(this.now);
    this.turn = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.form = new SolverForm(menu, this.now.puzzle, { textbook: true });
    this.form.choose(query);
    this.form.element.addEventListener("change", () => void this.begin(0));
    this.bench = new Workbench(this.now, { tell: (words) => toast(words), moved: () => this.#remember() });
    this.tools = new Tools(() => this.bench, {
      name: () => `${this.now.id.replaceAll("/", "-") || this.now.puzzle}-${this.form.values().solver}`,
      opened: (source) => openTrace(app, source),
      link: () => void this.#copy(),
    });
    this.status = h("p", { class: "search-status", role: "status" });
    this.element = h(
      "div",
      { class: "search-view" },
      h("div", { class: "search-bar" }, this.form.element, this.status, this.tools.element),
      this.bench.element,
    );
    this.tools.catchFiles(this.element);
  }

  /** Open the chosen search, and go to a step of it. @param {number} step */
  async begin(step) {
    const turn = ++this.turn;
    const { solver, heuristic, settings } = this.form.values();
    const choice = { solver, ...(heuristic ? { heuristic } : {}), settings };
    const { id, text, index, rules } = this.app.game.reference ?? {};
    const key = JSON.stringify([id, text, index, rules, choice]);
    put(this.status);
    const old = again(key);
    if (old) {
      this.bench.follow(old);
      return;
    }
    const source = new LiveSource(this.app.wire, choice);
    this.source = source;
    try {
      const trace = await source.begin(() => {
        this.status.textContent = t("search.preparing");
      });
      if (turn !== this.turn) return source.close();
      this.status.textContent = "";
      const player = new Player(source, trace);
      keep(key, player);
      this.bench.follow(player);
      if (step > 0) void player.go(step);
    } catch (problem) {
      source.close();
      if (!(problem instanceof Problem)) throw problem;
      if (turn !== this.turn) return;
      if (problem.flaw.problem === "connection") return void this.#later(step, turn);
      put(this.status, h("span", { class: "ending bad", role: "alert" }, problem.flaw.message ?? problem.flaw.problem));
    }
  }

  /** The server is away: begin when it is back and has the level open again. @param {number} step @param {number} turn */
  #later(step, turn) {
    this.status.textContent = t("app.connection");
    this.app.game.addEventListener("reopened", () => turn === this.turn && void this.begin(step), { once: true });
  }

  /** What the address says beside the level. @returns {Record<string, string>} */
  query() {
    const { solver, heuristic, settings } = this.form.values();
    const chosen = Object.entries(settings).map(([name, value]) => [`set.${name}`, String(value)]);
    const step = this.bench.player?.at;
    return { solver, ...(heuristic ? { heuristic } : {}), ...Object.fromEntries(chosen), ...(step ? { step: String(step) } : {}) };
  }

  #remember() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.app.remember(), QUIET);
  }

  async #copy() {
    await this.app.remember();
    try {
      await navigator.clipboard.writeText(location.href);
      toast(t("app.copied"), "good");
    } catch {
      toast(`${t("app.copy")} ${location.href}`);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.bench.key(event) || this.tools.key(event);
  }

  destroy() {
    this.turn++;
    clearTimeout(this.timer);
    this.bench.destroy();
    this.tools.destroy();
  }
}
