/** Solving: a solver at work with live figures, and then its solution on the board. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { memory, seconds, short, t } from "../language.js";
import { BoardFrame } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { Chart } from "../parts/chart.js";
import { command } from "../parts/command.js";
import { bounds } from "../parts/counts.js";
import { ending, failure } from "../parts/ending.js";
import { figure, levelTitle, sideBySide } from "../parts/level.js";
import { Replay } from "../parts/replay.js";
import { NOTHING, SearchRun } from "../parts/search-run.js";
import { SolverForm } from "../parts/solver-form.js";
import { Problem } from "../problem.js";

/** @import { App, Shown } from "../app.js" */

/** @param {App} app @returns {Promise<Shown>} */
export async function show(app) {
  const view = new SolveView(app, await app.menu());
  await view.frame.load(view.now.board);
  view.frame.show(view.now.level, view.now.state, []);
  view.takeOver();
  return view;
}

/**
 * A search and what came of it. A view that is drawn anew, in another language for example, takes it over.
 * @typedef {object} Solving
 * @property {SearchRun} run
 * @property {any} level for which it is
 * @property {Record<string, any>} options
 * @property {any} start where its plan begins
 * @property {string[]} made the moves before
 * @property {import("../types.js").Ended | null} ended
 * @property {SolveView} view that shows it now
 */
/** @type {Solving | null} */
let latest = null;
/** What was chosen in the form. @type {{level: any, values: Record<string, any>} | null} */
let kept = null;

/** @implements {Shown} */
class SolveView {
  /** @param {App} app @param {import("../types.js").Menu} menu */
  constructor(app, menu) {
    this.app = app;
    this.menu = menu;
    this.now = /** @type {import("../types.js").Opened} */ (app.game.now);
    this.title = levelTitle(this.now);
    this.frame = new BoardFrame();
    this.form = new SolverForm(menu, this.now.puzzle, { engine: true, limits: true, here: true });
    if (kept && kept.level === this.now.level) this.form.fill(kept.values);
    this.rate = new Chart(t("stats.rate"), "chart-rate");
    this.frontier = new Chart(t("stats.frontier"), "chart-frontier");
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {import("../types.js").Stats | null} */
    this.last = null;
    this.figures = h("dl.figures");
    this.charts = h(
      "div.charts",
      h("figure", this.rate.element, h("figcaption", t("stats.rate"))),
      h("figure", this.frontier.element, h("figcaption", t("stats.frontier"))),
    );
    this.phase = h("p", { class: "phase", role: "status" }, t("solve.idle"));
    this.bounds = h("p.bounds");
    this.statistics = h(
      "section",
      { class: "statistics", "aria-label": t("solve.statistics"), hidden: true },
      this.phase,
      this.bounds,
      this.figures,
      this.charts,
    );
    this.outcome = h("div.outcome");
    this.start = button(t("solve.start"), () => void this.toggle(), {
      kind: "main",
      icon: "play",
      id: "solve",
    });
    this.element = sideBySide(h("div.frame-box", this.frame.element), this.form.element, this.start, this.statistics, this.outcome);
    this.solving = latest?.level === this.now.level ? latest : null;
  }

  get isRunning() {
    return this.solving !== null && this.solving.ended === null;
  }

  /** Show what another view of this level had found or begun. */
  takeOver() {
    if (!this.solving) return;
    const { ended, view } = this.solving;
    this.solving.view = this;
    this.statistics.hidden = false;
    this.draw(ended ?? NOTHING);
    if (ended) {
      this.conclude(ended);
      this.replay?.go(view.replay?.index ?? 0);
    } else this.button(true);
  }

  async toggle() {
    if (this.isRunning) return this.solving?.run.stop();
    this.replay?.destroy();
    this.replay = null;
    put(this.outcome);
    this.rate.clear();
    this.frontier.clear();
    this.last = null;
    this.statistics.hidden = false;
    this.draw(NOTHING);
    const options = this.form.values();
    const run = new SearchRun(this.app.wire, {
      stats: (stats) => solving.view.tell(stats),
      phase: (phase) => (solving.view.phase.textContent = t(`solve.${phase}`)),
    });
    const { level, state, initial, moves } = this.now;
    /** @type {Solving} */
    const solving = {
      run,
      level,
      options,
      start: options.here ? state : initial,
      made: options.here ? moves : [],
      ended: null,
      view: this,
    };
    this.solving = latest = solving;
    this.button(true);
    try {
      const ended = await run.outcome(options);
      solving.ended = ended;
      solving.view.conclude(ended);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      latest = null;
      solving.view.solving = null;
      solving.view.phase.textContent = "";
      put(solving.view.outcome, failure(problem));
    } finally {
      solving.view.button(false);
    }
  }

  /** @param {import("../types.js").Ended} ended */
  conclude(ended) {
    const { options } = /** @type {Solving} */ (this.solving);
    this.draw(ended);
    this.bounds.textContent = "";
    this.phase.textContent = t(`status.${ended.status}`);
    const longer = options.here ? "" : command("solve", this.app.game.link(), /** @type {any} */ (options));
    put(this.outcome, ending(ended, options.limits.seconds ?? this.menu.limits.seconds, this.now.unit, longer));
    if (!ended.plan) return;
    this.openReplay(ended.plan);
    // After the start of a search, the space bar plays the plan and does not search again.
    if (document.activeElement === this.start) this.replay?.toggle.focus();
  }

  /** @param {boolean} running */
  button(running) {
    put(this.start, icon(running ? "stop" : "play"), h("span", t(running ? "solve.stop" : "solve.start")));
    this.start.dataset.do = running ? "stop" : "solve";
  }

  /** @param {import("../types.js").Stats} stats */
  tell(stats) {
    const before = this.last ?? { expanded: 0, seconds: 0 };
    const passed = stats.seconds - before.seconds;
    if (passed > 0) this.rate.add((stats.expanded - before.expanded) / passed);
    this.frontier.add(stats.frontier);
    this.last = stats;
    this.draw(stats);
  }

  /** @param {import("../types.js").Stats} stats */
  draw(stats) {
    this.charts.hidden = this.frontier.isEmpty;
    this.bounds.textContent = bounds(stats, this.now.unit);
    put(
      this.figures,
      figure(t("stats.expanded"), short(stats.expanded)),
      figure(t("stats.generated"), short(stats.generated)),
      figure(t("stats.rate"), stats.seconds > 0 ? short(stats.expanded / stats.seconds) : "–"),
      figure(t("stats.frontier"), short(stats.frontier)),
      figure(t("stats.memory"), memory(stats.memory)),
      figure(t("stats.seconds"), seconds(stats.seconds)),
    );
  }

  /** @param {string[]} plan */
  openReplay(plan) {
    const { reference } = this.app.game;
    const solving = /** @type {Solving} */ (this.solving);
    this.replay = new Replay(this.frame, {
      level: this.now.level,
      state: solving.start,
      plan,
      fetch: (first, count) => solving.run.frames(first, count),
      adopt: (count) => {
        const moves = [...solving.made, ...plan.slice(0, count)].join(" ");
        void this.app.go("play", { ...reference, moves });
      },
    });
    this.outcome.append(this.replay.element);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.replay?.key(event) ?? false;
  }

  keep() {
    kept = { level: this.now.level, values: this.form.values() };
  }

  destroy() {
    const { solving, replay } = this;
    if (solving?.view === this && this.isRunning) solving.run.stop();
    replay?.destroy();
    this.frame.destroy();
  }
}
