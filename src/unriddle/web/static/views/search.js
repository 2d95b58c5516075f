/** The search view: a textbook search on a level, every step of it, forward and back. */

import { h, put } from "../dom.js";
import { t } from "../language.js";
import { failure } from "../parts/ending.js";
import { levelTitle } from "../parts/level.js";
import { SolverForm } from "../parts/solver-form.js";
import { shareLink, toast } from "../parts/toast.js";
import { Problem } from "../problem.js";
import { LiveSource } from "../search/live-source.js";
import { PairBench } from "../search/pair.js";
import { Player } from "../search/player.js";
import { prepare } from "../search/ready.js";
import { Tools } from "../search/tools.js";
import { Workbench } from "../search/workbench.js";
import { openTrace } from "./trace.js";

/** Milliseconds after the last step until the address names it: browsers count how often it changes. */
const QUIET = 400;

/** The search that was looked at last: it outlives its view, so that another language or a look elsewhere costs nothing. @type {{key: string, player: Player} | null} */
let kept = null;

function forget() {
  kept?.player.destroy();
  kept?.player.source.close();
  kept = null;
}

/** @import { App, Shown } from "../app.js" */

/** @param {App} app @param {import("../route.js").Route} route @returns {Promise<Shown>} */
export async function show(app, route) {
  const [menu] = await Promise.all([app.menu(), prepare()]);
  const view = new SearchView(app, menu, route.query ?? {});
  await view.bench.board.frame.load(view.now.board);
  void view.begin(Number(route.query?.step ?? 0) || 0);
  return view;
}

/** @implements {Shown} */
class SearchView {
  /** @param {App} app @param {import("../types.js").Menu} menu @param {Record<string, string>} query */
  constructor(app, menu, query) {
    this.app = app;
    this.now = /** @type {import("../types.js").Opened} */ (app.game.now);
    this.title = levelTitle(this.now);
    this.turn = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.stands = "";
    this.form = new SolverForm(menu, this.now.puzzle, { textbook: true });
    this.form.choose(query);
    this.form.element.addEventListener("change", () => void this.begin(0));
    this.other = new SolverForm(menu, this.now.puzzle, { textbook: true, prefix: "second-" });
    this.other.choose(query.second ? otherQuery(query) : { solver: this.form.values().solver === "astar" ? "greedy" : "astar" });
    this.other.element.addEventListener("change", () => void this.begin(this.#at));
    this.other.element.hidden = !query.second;
    /** @type {import("../search/pair.js").Measure} */
    this.measure = query.by === "f" ? "f" : "expansions";
    /** @type {PairBench | null} */
    this.pair = null;
    /** @type {LiveSource | null} the second of two */
    this.rival = null;
    this.bench = new Workbench(this.now, { tell: (words) => toast(words), moved: () => this.#remember() });
    this.tools = new Tools(() => this.bench, {
      name: () => `${this.now.id.replaceAll("/", "-") || this.now.puzzle}-${this.form.values().solver}`,
      opened: (source) => openTrace(app, source),
      link: () => void this.#copy(),
      two: () => this.two(),
      level: () => app.game.link(),
    });
    this.status = h("p", { class: "search-status", role: "status" });
    this.place = h("div.search-place", this.bench.element);
    this.element = h(
      "div.search-view",
      h("div.search-bar", this.form.element, this.other.element, this.status, this.tools.element),
      this.place,
    );
    this.tools.catchFiles(this.element);
  }

  /** One search, or two in step. */
  two() {
    this.other.element.hidden = !this.other.element.hidden;
    void this.begin(this.#at);
  }

  get #at() {
    return (this.pair?.player ?? this.bench.player)?.at ?? 0;
  }

  /** Open what is chosen, and go to a step of it. @param {number} step */
  async begin(step) {
    const turn = ++this.turn;
    put(this.status);
    this.place.inert = false;
    this.measure = this.pair?.measure ?? this.measure;
    this.pair?.destroy();
    this.pair = null;
    this.rival?.close();
    this.rival = null;
    try {
      const player = await this.#player(turn);
      if (!player) return;
      if (this.other.element.hidden) {
        put(this.place, this.bench.element);
        this.bench.follow(player);
        if (step > 0 && step !== player.told) void player.go(step);
        return;
      }
      player.pause();
      this.rival = new LiveSource(this.app.wire, choiceOf(this.other));
      const trace = await this.rival.begin(() => this.#preparing());
      if (turn !== this.turn) return;
      this.status.textContent = "";
      this.pair = new PairBench(this.now, [player, { source: this.rival, trace }], {
        tell: (words) => toast(words),
        moved: () => this.#remember(),
        measure: this.measure,
      });
      await this.pair.load();
      put(this.place, this.pair.element);
      if (step > 0) void this.pair.player.go(step);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (turn !== this.turn) return;
      if (problem.flaw.problem === "connection") return void this.#later(step, turn);
      put(this.status, failure(problem));
      this.place.inert = true; // what it shows is not what is chosen
    }
  }

  #preparing() {
    this.status.textContent = t("search.preparing");
  }

  /** The player of the chosen search, where it was left if it was open before; null if another one was chosen on the way. @param {number} turn */
  async #player(turn) {
    const choice = choiceOf(this.form);
    const { id, text, index, rules } = this.app.game.reference ?? {};
    const key = JSON.stringify([id, text, index, rules, choice]);
    if (kept?.key === key && !kept.player.source.isClosed) return kept.player;
    forget();
    const source = new LiveSource(this.app.wire, choice);
    try {
      const trace = await source.begin(() => turn === this.turn && this.#preparing());
      if (turn !== this.turn) {
        source.close();
        return null;
      }
      this.status.textContent = "";
      const player = new Player(source, trace);
      kept = { key, player };
      return player;
    } catch (problem) {
      source.close();
      throw problem;
    }
  }

  /** The server is away: begin when it is back and has the level open again. @param {number} step @param {number} turn */
  #later(step, turn) {
    this.status.textContent = t("app.connection");
    this.app.game.addEventListener("reopened", () => turn === this.turn && void this.begin(step), { once: true });
  }

  /** What the address says beside the level. @returns {Record<string, string>} */
  query() {
    const step = this.#at;
    if (this.bench.player) this.bench.player.told = step;
    /** @type {Record<string, string>} */
    const query = named(choiceOf(this.form), "");
    if (!this.other.element.hidden) {
      const { solver, ...more } = named(choiceOf(this.other), "other.");
      Object.assign(query, { second: solver }, more, { by: this.pair?.measure ?? this.measure });
    }
    return { ...query, ...(step ? { step: String(step) } : {}) };
  }

  /** Put into the address where one stands, once that has stayed the same for a moment; steps that come meanwhile change nothing. */
  #remember() {
    const stands = `${this.pair?.measure} ${this.#at}`;
    if (stands === this.stands) return;
    this.stands = stands;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.app.remember(), QUIET);
  }

  async #copy() {
    await this.app.remember();
    await shareLink(location.hash);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return (this.pair ?? this.bench).key(event) || this.tools.key(event);
  }

  destroy() {
    this.turn++;
    clearTimeout(this.timer);
    this.pair?.destroy();
    this.rival?.close();
    this.bench.destroy();
    this.tools.destroy();
  }
}

/** @param {SolverForm} form @returns {import("../search/live-source.js").Choice} */
function choiceOf(form) {
  const { solver, heuristic, settings } = form.values();
  return { solver, ...(heuristic ? { heuristic } : {}), settings };
}

/** A choice as the address writes it. @param {import("../search/live-source.js").Choice} choice @param {string} prefix of all but the search itself */
function named({ solver, heuristic, settings }, prefix) {
  const chosen = Object.entries(settings).map(([name, value]) => [`${prefix}set.${name}`, String(value)]);
  return { solver, ...(heuristic ? { [`${prefix}heuristic`]: heuristic } : {}), ...Object.fromEntries(chosen) };
}

/** The second choice of an address. @param {Record<string, string>} query @returns {Record<string, string>} */
function otherQuery(query) {
  const chosen = Object.entries(query).filter(([name]) => name.startsWith("other."));
  return { solver: query.second, ...Object.fromEntries(chosen.map(([name, value]) => [name.slice(6), value])) };
}
